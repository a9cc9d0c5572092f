"""The options agreed for a table, in words, for the people who wait there and for those who are invited."""

from __future__ import annotations

from malle.core import GameInfo
from malle.games.custom_editions import CustomEdition
from malle.runtime.room import Room
from malle.table import Setup
from malle.web.layout import translate
from malle.web.pages.options import to_form_value, translate_choice, translate_option
from malle.web.pages.usual_settings import describe_settings, get_booklet_options


def render_agreed_options(language: str, room: Room, custom_edition: CustomEdition | None) -> str:
    """Return a card of HTML with what was agreed for a table: options, robots, clock, spectators.
    People read there what they join."""
    setup, game_info = room.table.setup, room.game_info
    rows = _list_changed_options(language, game_info, setup, custom_edition)
    if game_info.levels:
        rows.append((translate(language, "page-level"), translate(language, f"page-level-{setup.level}")))
    rows.append((translate(language, "page-tempo"), translate(language, f"page-tempo-{setup.tempo}")))
    if not setup.bank:
        rows.append((translate(language, "page-clock"), translate_clock(language, setup.pace)))
    late_rule = "slow" if setup.bank else "clock" if setup.pace else "wait"
    rows.append((translate(language, "page-when-late"), translate(language, f"page-when-late-{late_rule}")))
    rows.append((translate(language, "page-late"), translate(language, "page-late-by", n=setup.late)))
    rows_html = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in rows)
    return (
        f'<section class="card settled"><h2>{translate(language, "ui-this-table")}</h2><dl>{rows_html}</dl></section>'
    )


def translate_clock(language: str, decision_seconds: int | None) -> str:
    """Return the time for one decision in words, in minutes; `None` means no clock. A time below a
    minute, which only programs can choose, is in seconds."""
    if decision_seconds and decision_seconds < 60:
        return translate(language, "page-clock-seconds", n=decision_seconds)
    return translate(language, "page-clock-of", n=(decision_seconds or 0) // 60)


def _list_changed_options(
    language: str, game_info: GameInfo, setup: Setup, custom_edition: CustomEdition | None
) -> list[tuple[str, str]]:
    """Return (option, choice) in words for each option that is not the default.

    A summary row comes first if every option has its default, or if all follow the printed booklet
    to the letter.
    """
    chosen = [(each, setup.options.get(each.name, each.default)) for each in game_info.options]
    changed = [
        (
            translate_option(language, game_info, option, custom_edition),
            translate_choice(language, game_info, option, choice, custom_edition),
        )
        for option, choice in chosen
        if choice != option.default
    ]
    summary = describe_settings(language, game_info, {option.name: to_form_value(choice) for option, choice in chosen})
    is_letter = bool(game_info.booklet_options) and {
        option.name: choice for option, choice in chosen
    } == get_booklet_options(game_info)
    return [(translate(language, "page-options"), summary), *changed] if is_letter or not changed else changed
