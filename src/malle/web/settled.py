"""The options agreed for a table, in words, for the people who wait there and for those who are invited."""

from __future__ import annotations

from malle.core import Sheet
from malle.games.boxes import Box
from malle.live.room import Room
from malle.table import Setup
from malle.web.options import choice_said, option_said, written
from malle.web.page import say
from malle.web.usual_settings import letter_options, settings_said


def settled(language: str, room: Room, box: Box | None) -> str:
    """Return a card of HTML with everything that was agreed, so that people know what they join: options,
    robots, clock, spectators."""
    setup, sheet = room.table.setup, room.sheet
    rows = _options(language, sheet, setup, box)
    if sheet.levels:
        rows.append((say(language, "page-level"), say(language, f"page-level-{setup.level}")))
    rows.append((say(language, "page-tempo"), say(language, f"page-tempo-{setup.tempo}")))
    if not setup.bank:
        rows.append((say(language, "page-clock"), clock_said(language, setup.pace)))
    late = "slow" if setup.bank else "clock" if setup.pace else "wait"
    rows.append((say(language, "page-when-late"), say(language, f"page-when-late-{late}")))
    rows.append((say(language, "page-late"), say(language, "page-late-by", n=setup.late)))
    made = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in rows)
    return f'<section class="card settled"><h2>{say(language, "ui-this-table")}</h2><dl>{made}</dl></section>'


def clock_said(language: str, pace: int | None) -> str:
    """Return the time for one decision in words, in seconds if it is under a minute. Only programs can open
    such a table."""
    if pace and pace < 60:
        return say(language, "page-clock-seconds", n=pace)
    return say(language, "page-clock-of", n=(pace or 0) // 60)


def _options(language: str, sheet: Sheet, setup: Setup, box: Box | None) -> list[tuple[str, str]]:
    """Return (option, choice) in words for each option that is not the default. A summary row comes first if
    every option has its default, or if all follow the booklet to the letter."""
    chosen = [(each, setup.options.get(each.name, each.default)) for each in sheet.options]
    changed = [
        (option_said(language, sheet, option, box), choice_said(language, sheet, option, choice, box))
        for option, choice in chosen
        if choice != option.default
    ]
    said = settings_said(language, sheet, {option.name: written(choice) for option, choice in chosen})
    is_letter = bool(sheet.letter) and {option.name: choice for option, choice in chosen} == letter_options(sheet)
    return [(say(language, "page-options"), said), *changed] if is_letter or not changed else changed
