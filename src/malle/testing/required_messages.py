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

from malle.core import Action, AnyGame, GameInfo, Luck, Message, Over, Seat
from malle.core.message import ending_message
from malle.core.play import ChooseAction, play_game, random_chooser, robot_chooser
from malle.core.story import messages_of_story
from malle.testing.suite import MAX_ENTRIES, every_setting

COMMON_MESSAGES = {
    "title": "the game's name",
    "original-title": "the name on the box, in the language of the box",
    "blurb": "a sentence or two for the home page and `malle games`",
}
"""By key: messages that every game has, and what each is."""


def required_messages(game_info: GameInfo, *, seed: int = 1) -> dict[str, str]:
    """Return by key the reason why the game needs each message. Keys come from the game's
    description, from literal keys in its modules, and from two games in every setting: one random,
    one between robots."""
    reason_by_key = dict(COMMON_MESSAGES)
    for option in game_info.options:
        reason_by_key[f"option-{option.name}"] = "an option of the fact sheet"
        text_choices = [choice for choice in option.choices if isinstance(choice, str)]
        reason_by_key |= {
            f"option-{option.name}-{choice_text}": f"a choice of the option {option.name}"
            for choice_text in text_choices
        }
    reason_by_key |= {f"role-{side}": "a side of the fact sheet" for side in game_info.sides}
    for file in sorted(game_info.folder.rglob("*.py")):
        if "tests" not in file.relative_to(game_info.folder).parts:
            reason_by_key |= dict.fromkeys(_literal_message_keys(file), f"said in {file.name}")
    luck = Luck(seed)
    for game in every_setting(game_info):
        for action in game.alphabet():
            _add_message(reason_by_key, game_info.messages.action_label(game, action), "an action")
        for acts in (random_chooser(game, luck), robot_chooser(game, game_info.robot, luck)):
            _add_from_game(reason_by_key, game_info, game, acts, luck)
    return reason_by_key


def _add_from_game(
    reason_by_key: dict[str, str], game_info: GameInfo, game: AnyGame, acts: ChooseAction, luck: Luck
) -> None:
    """Play one game, in which `acts` chooses the actions, and add the messages that it needs to
    `reason_by_key`: phases, events, end, statistics, risks and story."""

    def act(state: Any, seat: Seat) -> Action:
        """Add the phase of this decision, and return the action that `acts` chooses."""
        reason_by_key.setdefault(f"phase-{game.phase(game.view(state, seat))}", "a phase")
        return acts(state, seat)

    state, entries = play_game(game, act, luck.pick, limit=MAX_ENTRIES)
    heard = tuple(entry.events for entry in entries)
    for event in dict.fromkeys(event for events in heard for event in events):
        _add_message(reason_by_key, game_info.messages.event_message(game, event), "an event")
    over = game.turn(state)
    assert isinstance(over, Over)
    reason_by_key.setdefault(f"phase-{game.phase(game.view(state, None))}", "the phase of a finished game")
    _add_message(reason_by_key, ending_message(over), "an end of the game")
    for name in game_info.messages.statistics(game, heard):
        reason_by_key.setdefault(f"figure-{name}", "a figure of simulations")
    if game_info.risk_statistics is not None:
        reason_by_key.setdefault("deeds-good", "what somebody dared and came off")
        reason_by_key.setdefault("deeds-bad", "what somebody dared and did not come off")
    if game_info.story is not None:
        for message in messages_of_story(game_info.story(game, over, heard)):
            _add_message(reason_by_key, message, "the story of a finished game")


def _add_message(reason_by_key: dict[str, str], message: Message, reason: str) -> None:
    """Add a message and, recursively, the messages among its arguments to `reason_by_key`. A key
    that is present keeps its reason."""
    reason_by_key.setdefault(message.key, reason)
    for value in message.args.values():
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Message):
                _add_message(reason_by_key, inner, reason)


def _literal_message_keys(file: Path) -> Iterator[str]:
    """Yield the keys that a module passes to `Message(…)` as string literals, also in branches that
    no sample game reached."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message" and node.args:
            yield from _string_literals(node.args[0])


def _string_literals(node: ast.expr) -> Iterator[str]:
    """Yield the string if the expression is a literal, and those of both branches if it is a
    conditional; otherwise nothing."""
    if isinstance(node, ast.IfExp):
        yield from (*_string_literals(node.body), *_string_literals(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
