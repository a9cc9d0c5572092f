"""Who holds the rights to each game: what box and booklet print, from the imprints in the games' `GameInfo`."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from malle.core import GameInfo, Imprint
from malle.web.layout import translate, translate_for_game

ALWAYS_LISTED_FACTS = ("author", "publisher", "year")
"""Facts that are listed even if the booklet does not print them."""


def render_rights_table(language: str, sheets: Iterable[GameInfo]) -> str:
    """Return an HTML table with one row for each game that comes from a printed box, or "" if no
    game does."""
    rows = "".join(_render_row(language, sheet, sheet.imprint) for sheet in sheets if sheet.imprint is not None)
    if not rows:
        return ""
    heads = "".join(
        f'<th scope="col">{translate(language, f"rights-{head}")}</th>' for head in ("game", "printed", "scan")
    )
    region = f'<div class="wide" role="region" aria-label="{translate(language, "about-rights")}" tabindex="0">'
    return f'{region}<table class="values rights"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def render_subtitle(game_info: GameInfo) -> str:
    """Return the line that the booklet prints under the name, in the quotation marks of its
    language, or "" if it prints no such line."""
    imprint = game_info.imprint
    if imprint is None or not imprint.subtitle:
        return ""
    begin, end = ("«\u00a0", "\u00a0»") if imprint.language == "fr" else ("“", "”")
    return f'<p class="subtitle" lang="{imprint.language}">{begin}{_format_printed_text(imprint.subtitle)}{end}</p>'


def render_scan_credit(language: str, game_info: GameInfo) -> str:
    """Return a paragraph that credits, with a link, who put the booklet online, or "" if no name is
    known."""
    imprint = game_info.imprint
    return (
        f"<p>{translate(language, 'rights-scan-line')} {_render_scan_link(imprint)}</p>"
        if imprint and imprint.scan
        else ""
    )


def _render_row(language: str, game_info: GameInfo, imprint: Imprint) -> str:
    """Return the table row of one game: name, printed facts, link to the scan."""
    name = f'<th scope="row">{_render_name(language, game_info, imprint)}</th>'
    cells = f"<td>{_render_printed_facts(language, imprint)}</td><td>{_render_scan_link(imprint)}</td>"
    return f'<tr data-game="{game_info.name}">{name}{cells}</tr>'


def _render_name(language: str, game_info: GameInfo, imprint: Imprint) -> str:
    """Return the printed name of a game as HTML. The game's title on this site follows in small
    letters if it differs."""
    registered_sign = "®" if imprint.registered else ""
    printed = f'<b lang="{imprint.language}">{_format_printed_text(imprint.name)}{registered_sign}</b>'
    title = translate_for_game(game_info, language, "title")
    is_same_title = title.replace("\u00a0", "").casefold() == imprint.name.casefold()
    return printed if is_same_title else f"{printed} <small>{title}</small>"


def _render_printed_facts(language: str, imprint: Imprint) -> str:
    """Return one line for each fact that the booklet prints. A fact of `ALWAYS_LISTED_FACTS` that
    is missing has a line that says so."""
    lines = (
        translate(language, f"rights-{name}", what=value or translate(language, "rights-not-printed"))
        for name, value in imprint.facts.items()
        if value or name in ALWAYS_LISTED_FACTS
    )
    return "<br>".join(map(escape, lines))


def _render_scan_link(imprint: Imprint) -> str:
    """Return a link to the online booklet, with the name of who put it there, or "" if no name is
    known."""
    return f'<a href="{escape(imprint.address)}" rel="noreferrer">{escape(imprint.scan)}</a>' if imprint.scan else ""


def _format_printed_text(text: str) -> str:
    """Return a printed text, escaped, with the no-break space that French wants before a final `?` or `!`."""
    return escape(f"{text[:-1]}\u00a0{text[-1]}" if text[-1] in "?!" and text[-2] not in " \u00a0" else text)
