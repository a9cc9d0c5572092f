"""Who holds the rights to each game: what box and booklet print, from the imprints in the games' `GameInfo`."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from malle.core import Imprint, Sheet
from malle.web.page import game_say, say

ALWAYS = ("author", "publisher", "year")
"""Facts that are listed even if the booklet does not print them."""


def rights_table(language: str, sheets: Iterable[Sheet]) -> str:
    """Return an HTML table with one row for each game that comes from a printed box. Empty if no game does."""
    rows = "".join(_row(language, sheet, sheet.imprint) for sheet in sheets if sheet.imprint is not None)
    if not rows:
        return ""
    heads = "".join(f'<th scope="col">{say(language, f"rights-{head}")}</th>' for head in ("game", "printed", "scan"))
    region = f'<div class="wide" role="region" aria-label="{say(language, "about-rights")}" tabindex="0">'
    return f'{region}<table class="values rights"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def subtitle(sheet: Sheet) -> str:
    """Return the line that the booklet prints under the name, quoted as its language does. Empty if it prints
    no such line."""
    imprint = sheet.imprint
    if imprint is None or not imprint.subtitle:
        return ""
    begin, end = ("«\u00a0", "\u00a0»") if imprint.language == "fr" else ("“", "”")
    return f'<p class="subtitle" lang="{imprint.language}">{begin}{_shown(imprint.subtitle)}{end}</p>'


def scan_line(language: str, sheet: Sheet) -> str:
    """Return a paragraph that credits, with a link, who put the booklet online. Empty if no name is known."""
    imprint = sheet.imprint
    return f"<p>{say(language, 'rights-scan-line')} {_scan(imprint)}</p>" if imprint and imprint.scan else ""


def _row(language: str, sheet: Sheet, imprint: Imprint) -> str:
    """Return the table row of one game: name, printed facts, link to the scan."""
    name = f'<th scope="row">{_name(language, sheet, imprint)}</th>'
    cells = f"<td>{_printed(language, imprint)}</td><td>{_scan(imprint)}</td>"
    return f'<tr data-game="{sheet.name}">{name}{cells}</tr>'


def _name(language: str, sheet: Sheet, imprint: Imprint) -> str:
    """Return the printed name, and the game's title on this site in small letters if it differs."""
    sign = "®" if imprint.registered else ""
    printed = f'<b lang="{imprint.language}">{_shown(imprint.name)}{sign}</b>'
    title = game_say(sheet, language, "title")
    same = title.replace("\u00a0", "").casefold() == imprint.name.casefold()
    return printed if same else f"{printed} <small>{title}</small>"


def _printed(language: str, imprint: Imprint) -> str:
    """Return one line for each fact that the booklet prints. Facts that are always listed say so if they are
    missing."""
    lines = (
        say(language, f"rights-{name}", what=value or say(language, "rights-not-printed"))
        for name, value in imprint.facts.items()
        if value or name in ALWAYS
    )
    return "<br>".join(map(escape, lines))


def _scan(imprint: Imprint) -> str:
    """Return a link to the online booklet, or an empty string."""
    return f'<a href="{escape(imprint.address)}" rel="noreferrer">{escape(imprint.scan)}</a>' if imprint.scan else ""


def _shown(text: str) -> str:
    """Return a printed text, escaped, with the no-break space that French wants before a final `?` or `!`."""
    return escape(f"{text[:-1]}\u00a0{text[-1]}" if text[-1] in "?!" and text[-2] not in " \u00a0" else text)
