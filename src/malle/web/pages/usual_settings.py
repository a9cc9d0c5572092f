"""How far the settings of a table differ from the defaults, and whether a game's options follow the
printed booklet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from malle.core import GameInfo
from malle.core.robots.robot import LEVELS
from malle.games.custom_editions import CustomEdition
from malle.table import ReadingSpeed
from malle.web.layout import translate
from malle.web.pages.options import to_form_value

READING_SPEEDS: tuple[ReadingSpeed, ...] = ("calm", "usual", "quick")
"""The choices for how much time robots leave people to read. `usual` is the default."""
SPECTATOR_DELAYS = (0, 3, 10)
"""By how many moves spectators may be behind, as the page of options offers it."""
DECISION_SECONDS = (0, 60, 180)
"""Seconds for each decision, as the page of options offers it. 0: no clock."""


def get_changed_settings(
    game_info: GameInfo, given: Mapping[str, str], boxes: Sequence[CustomEdition] = ()
) -> list[tuple[str, str]]:
    """Return the settings in a query that differ from the defaults, as (name, value) of a form.

    `given` is the query; unknown names and values are ignored. `boxes` are the custom editions that
    may be chosen.
    """
    known: dict[str, tuple[tuple[str, ...], str]]
    known = {
        option.name: (tuple(map(to_form_value, option.choices)), to_form_value(option.default))
        for option in game_info.options
    }
    known["late"] = (tuple(map(str, SPECTATOR_DELAYS)), "0")
    known["tempo"] = (READING_SPEEDS, "usual")
    if game_info.levels:
        known["level"] = (LEVELS, LEVELS[0])
    known["edition"] = (tuple(box.digest for box in boxes), "")
    known["clock"] = (tuple(map(str, DECISION_SECONDS)), "0")
    return [
        (name, given[name])
        for name, (choices, usual) in known.items()
        if given.get(name, usual) in choices and given.get(name, usual) != usual
    ]


def get_booklet_options(game_info: GameInfo) -> dict[str, bool | int | str]:
    """Return every option of a game with the value that follows the printed booklet to the
    letter."""
    return {option.name: game_info.booklet_options.get(option.name, option.default) for option in game_info.options}


def describe_settings(
    language: str, game_info: GameInfo, given: Mapping[str, str], boxes: Sequence[CustomEdition] = ()
) -> str:
    """Return in words how many settings differ from the defaults. For the parameters see
    `get_changed_settings`.

    If all options follow the printed booklet to the letter, the text says so and counts only the
    settings that are no options.
    """
    changed = get_changed_settings(game_info, given, boxes)
    booklet_values = {name: to_form_value(choice) for name, choice in get_booklet_options(game_info).items()}
    chosen = {
        option.name: dict(changed).get(option.name, to_form_value(option.default)) for option in game_info.options
    }
    if not game_info.booklet_options or chosen != booklet_values:
        return translate(language, "page-changes", n=len(changed))
    others = sum(name not in booklet_values for name, _ in changed)
    booklet_text = translate(language, "page-letter")
    return f"{booklet_text}, {translate(language, 'page-changes', n=others)}" if others else booklet_text
