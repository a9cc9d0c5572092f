"""About this edition: every number of a game with how we know it, the readings that are ours, and the sources.

Made from the edition's file and the game's own page of words; nothing here knows which game it is.
"""

from __future__ import annotations

import functools
from collections import Counter
from typing import get_args

from malle.core import Sheet
from malle.core.edition import Mark
from malle.web.page import say
from malle.web.rulebook import about_edition, mark, table
from malle.words import Words

KINDS: tuple[Mark, ...] = get_args(Mark)
MANY = 60
"""More numbers than this are not shown one by one."""
LONG = 16
"""Rows from which a table is behind a line."""


@functools.cache
def edition_body(sheet: Sheet, language: str) -> str:
    """The page's own part: proportion, tables, readings, sources, and a word to owners."""
    assert sheet.paper is not None
    edition, words = sheet.paper.read(None), Words(sheet.folder, language)
    counts = Counter(edition.marks.values())
    lead = say(language, "edition-lead", n=len(edition.marks), given=counts["given"]).replace("**", "")
    tables = "".join(
        _pane(words.say(group.title) if not isinstance(group.title, str) else group.title, drawn, len(group.rows))
        for group in sheet.paper.groups(edition)
        if not group.slug.startswith("classes-")
        for drawn in (table(language, group, words, edition.marks),)
    )
    owner = say(language, "edition-owner-text", game=sheet.name).replace("**", "")
    return f"""<div class="tt"><h1>{say(language, "page-edition-more")}</h1><p>{lead}</p></div>
<section class="panel marks">{_strip(language, counts)}{legend(language, counts)}</section>{tables}
<div class="panel said">{about_edition(sheet, language)}</div>
<section class="panel owner" id="owner"><h2>{say(language, "edition-owner")}</h2><p>{owner}</p></section>"""


def _pane(title: str, drawn: str, rows: int) -> str:
    if rows > LONG:
        return f'<details class="panel"><summary><h2>{title}</h2></summary>{drawn}</details>'
    return f'<section class="panel"><h2>{title}</h2>{drawn}</section>'


def _strip(language: str, counts: Counter[Mark]) -> str:
    """One sign a number, where they can be taken in at a glance."""
    if sum(counts.values()) > MANY:
        return ""
    signs = "".join(f'<i class="how {kind}"></i>' * counts[kind] for kind in KINDS)
    return f'<p class="strip" aria-hidden="true">{signs}</p>'


def legend(language: str, counts: Counter[Mark] | None = None) -> str:
    """What the marks mean; with how many there are of each."""
    rows = []
    for kind in KINDS:
        if counts is not None and not counts[kind]:
            continue
        head = say(language, f"mark-{kind}") if counts is None else say(language, f"mark-{kind}-count", n=counts[kind])
        rows.append(f"<li>{mark(language, kind)}<span><b>{head}</b> {say(language, f'mark-{kind}-note')}</span></li>")
    return f'<ul class="legend">{"".join(rows)}</ul>'
