"""How far the settings of a table differ from the defaults, and whether a game's options follow the booklet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from malle.core import Sheet
from malle.core.mind import LEVELS
from malle.games.boxes import Box
from malle.table import Tempo
from malle.web.options import written
from malle.web.page import say

TEMPI: tuple[Tempo, ...] = ("calm", "usual", "quick")
"""How much time robots leave people to read."""
LATE = (0, 3, 10)
"""Moves that spectators may be behind, as the options offer it."""
CLOCKS = (0, 60, 180)
"""Seconds for each decision, as the options offer it. 0: no clock."""


def changed_options(sheet: Sheet, given: Mapping[str, str], boxes: Sequence[Box] = ()) -> list[tuple[str, str]]:
    """Return the settings in a query that differ from the defaults, as (name, value) of a form. Unknown names
    and values are ignored."""
    known: dict[str, tuple[tuple[str, ...], str]]
    known = {option.name: (tuple(map(written, option.choices)), written(option.default)) for option in sheet.options}
    known["late"] = (tuple(map(str, LATE)), "0")
    known["tempo"] = (TEMPI, "usual")
    if sheet.levels:
        known["level"] = (LEVELS, LEVELS[0])
    known["edition"] = (tuple(box.digest for box in boxes), "")
    known["clock"] = (tuple(map(str, CLOCKS)), "0")
    return [
        (name, given[name])
        for name, (choices, usual) in known.items()
        if given.get(name, usual) in choices and given.get(name, usual) != usual
    ]


def letter_options(sheet: Sheet) -> dict[str, bool | int | str]:
    """Return every option of a game with the value that follows the booklet to the letter."""
    return {option.name: sheet.letter.get(option.name, option.default) for option in sheet.options}


def settings_said(language: str, sheet: Sheet, given: Mapping[str, str], boxes: Sequence[Box] = ()) -> str:
    """Return in words how many settings differ from the defaults. If the options follow the booklet to the
    letter, the text says so and counts only the others."""
    changed = changed_options(sheet, given, boxes)
    letter = {name: written(choice) for name, choice in letter_options(sheet).items()}
    chosen = {option.name: dict(changed).get(option.name, written(option.default)) for option in sheet.options}
    if not sheet.letter or chosen != letter:
        return say(language, "page-changes", n=len(changed))
    others = sum(name not in letter for name, _ in changed)
    told = say(language, "page-letter")
    return f"{told}, {say(language, 'page-changes', n=others)}" if others else told
