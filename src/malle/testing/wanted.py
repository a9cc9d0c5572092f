"""The messages that a game must have in its word files.

The home page, the terminal, simulations and logs read these from `words/<language>.ftl`. A missing one would break the
page that reads it, for all games. `check_game_folder` requires each of them in every language; docs/testing.md has the
list.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from malle.core import Action, AnyGame, Luck, Over, Say, Seat, Sheet
from malle.core.play import Act, play_game, random_acts, robot_acts
from malle.core.say import ending
from malle.core.story import told
from malle.testing.suite import LIMIT, every_setting

ALWAYS = {
    "title": "the game's name",
    "original-title": "the name on the box, in the language of the box",
    "blurb": "a sentence or two for the home page and `malle games`",
}
"""Messages that every game has, and what they are."""


def wanted_words(sheet: Sheet, *, seed: int = 1) -> dict[str, str]:
    """Return every message key that the game may need, with the reason. Keys come from the game's description,
    from the literal keys in its modules, and from two games in every setting: one random, one between robots."""
    wanted = dict(ALWAYS)
    for option in sheet.options:
        wanted[f"option-{option.name}"] = "an option of the fact sheet"
        words = [choice for choice in option.choices if isinstance(choice, str)]
        wanted |= {f"option-{option.name}-{word}": f"a choice of the option {option.name}" for word in words}
    wanted |= {f"role-{side}": "a side of the fact sheet" for side in sheet.sides}
    for file in sorted(sheet.folder.rglob("*.py")):
        if "tests" not in file.relative_to(sheet.folder).parts:
            wanted |= dict.fromkeys(_literal_keys(file), f"said in {file.name}")
    luck = Luck(seed)
    for game in every_setting(sheet):
        for action in game.alphabet():
            _note(wanted, sheet.telling.action(game, action), "an action")
        for acts in (random_acts(game, luck), robot_acts(game, sheet.robot, luck)):
            _play(wanted, sheet, game, acts, luck)
    return wanted


def _play(wanted: dict[str, str], sheet: Sheet, game: AnyGame, acts: Act, luck: Luck) -> None:
    """Play one game and add the messages that it needs: phases, events, end, figures, deeds and story."""

    def act(state: Any, seat: Seat) -> Action:
        """Add the phase of this decision, and choose the action."""
        wanted.setdefault(f"phase-{game.phase(game.view(state, seat))}", "a phase")
        return acts(state, seat)

    state, entries = play_game(game, act, luck.pick, limit=LIMIT)
    heard = tuple(entry.heard for entry in entries)
    for event in dict.fromkeys(event for events in heard for event in events):
        _note(wanted, sheet.telling.event(game, event), "an event")
    over = game.turn(state)
    assert isinstance(over, Over)
    wanted.setdefault(f"phase-{game.phase(game.view(state, None))}", "the phase of a finished game")
    _note(wanted, ending(over), "an end of the game")
    for name in sheet.telling.figures(game, heard):
        wanted.setdefault(f"figure-{name}", "a figure of simulations")
    if sheet.deeds is not None:
        wanted.setdefault("deeds-good", "what somebody dared and came off")
        wanted.setdefault("deeds-bad", "what somebody dared and did not come off")
    if sheet.story is not None:
        for said in told(sheet.story(game, over, heard)):
            _note(wanted, said, "the story of a finished game")


def _note(wanted: dict[str, str], said: Say, why: str) -> None:
    """Add a message and the messages among its arguments. A key that is present keeps its reason."""
    wanted.setdefault(said.key, why)
    for value in said.args.values():
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Say):
                _note(wanted, inner, why)


def _literal_keys(file: Path) -> Iterator[str]:
    """Yield the message keys that a module names as literals, also in branches that no sample game reached."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Say" and node.args:
            yield from _constants(node.args[0])


def _constants(node: ast.expr) -> Iterator[str]:
    """Yield the string literals of an expression, from both branches of a conditional."""
    if isinstance(node, ast.IfExp):
        yield from (*_constants(node.body), *_constants(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
