"""The page "About this edition": each number of a game with its mark (how we know it), rulings of our own, and sources.

It is made from the edition file and the game's own text. Nothing here depends on a particular game.
"""

from __future__ import annotations

import functools
from collections import Counter
from html import escape
from typing import Any, get_args

from malle.core import Edition, Sheet
from malle.core.edition import Mark
from malle.core.paper import Leaf, Printed
from malle.games.boxes import Box
from malle.web.page import say
from malle.web.rulebook import about_edition, cell, mark, table
from malle.words import Words

KINDS: tuple[Mark, ...] = get_args(Mark)
MANY = 60
"""An edition with more numbers has no strip with one sign for each."""
LONG = 16
"""A table with more rows starts collapsed."""


@functools.cache
def edition_body(sheet: Sheet, language: str) -> str:
    """Return the HTML of the page for the usual edition. The game must have a description of its numbers (`paper`).

    The parts are a summary of the marks, all tables of values, rulings and sources, and a note for owners of the game.
    """
    assert sheet.paper is not None
    edition, words = sheet.paper.read(None), Words(sheet.folder, language)
    head = f"<h1>{say(language, 'page-edition-more')}</h1>"
    owner = say(language, "edition-owner-text", game=sheet.name).replace("**", "")
    return f"""{_proportion(language, edition, head)}{_tables(sheet, language, edition, words)}
<div class="panel said">{about_edition(sheet, language)}</div>
<section class="panel owner" id="owner"><h2>{say(language, "edition-owner")}</h2><p>{owner}</p></section>"""


def box_body(sheet: Sheet, language: str, box: Box) -> str:
    """Return the HTML of the page for a custom edition of the operator.

    The parts are a summary of the marks, the values that differ from the usual edition, all tables of values, and a
    link to the file.
    """
    words = Words(sheet.folder, language, laid_over=box.words.get(language, ""))
    head = f"<h1>{escape(box.name)}</h1><p>{say(language, 'edition-box')}</p>"
    file = f'<a href="/editions/{box.digest}" download>{say(language, "edition-box-file")}</a>'
    return f"""{_proportion(language, box.edition, head)}{_changes(sheet, language, box, words)}
{_tables(sheet, language, box.edition, words)}
<section class="panel owner" id="file"><h2>{file}</h2><p>{say(language, "edition-box-verify")}</p></section>"""


def _proportion(language: str, edition: Edition[Any], head: str) -> str:
    """Return the head of the page: `head_html`, a sentence with the number of values, the mark strip and the legend."""
    counts = Counter(edition.marks.values())
    lead = say(language, "edition-lead", n=len(edition.marks), given=counts["given"]).replace("**", "")
    return f"""<div class="tt">{head}<p>{lead}</p></div>
<section class="panel marks">{_strip(language, counts)}{legend(language, counts)}</section>"""


def _leaves(sheet: Sheet, edition: Edition[Any]) -> list[Leaf]:
    """Return the tables of an edition's values, without the summaries (`classes-`) that only the rulebook shows."""
    assert sheet.paper is not None
    return [leaf for leaf in sheet.paper.groups(edition) if not leaf.slug.startswith("classes-")]


def _tables(sheet: Sheet, language: str, edition: Edition[Any], words: Words) -> str:
    """Return one panel for each table of the edition's values, as HTML."""
    return "".join(
        _pane(words.say(group.title) if not isinstance(group.title, str) else group.title, drawn, len(group.rows))
        for group in _leaves(sheet, edition)
        for drawn in (table(language, group, words, edition.marks),)
    )


def _changes(sheet: Sheet, language: str, box: Box, words: Words) -> str:
    """Return a panel with each value that differs from the usual edition, or "" if none does.

    Both values have their marks. A value that the usual edition lacks has a dash.
    """
    assert sheet.paper is not None
    usual, plain = sheet.paper.read(None), Words(sheet.folder, language)
    ours = {each.path: each for leaf in _leaves(sheet, usual) for row in leaf.rows for each in row.cells if each.path}
    rows = []
    for group in _leaves(sheet, box.edition):
        for row in group.rows:
            for place, each in enumerate(row.cells):
                if not each.path or usual.values.get(each.path) == box.edition.values[each.path]:
                    continue
                label = cell(language, Printed(row.label), words, {})
                if group.heads:
                    label += f" <small>{cell(language, Printed(group.heads[place + 1]), words, {})}</small>"
                before = cell(language, ours[each.path], plain, usual.marks) if each.path in ours else "–"
                after = cell(language, each, words, box.edition.marks)
                sides = "".join(f'<td class="to-right">{side}</td>' for side in (before, after))
                rows.append(f'<tr><th scope="row">{label}</th>{sides}</tr>')
    if not rows:
        return ""
    heads = f'<th scope="col">{say(language, "edition-box-value")}</th>'
    heads += "".join(f'<th scope="col" class="to-right">{each}</th>' for each in ("Malle", escape(box.name)))
    drawn = f'<table class="values"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    title = say(language, "page-box-changes", name=escape(box.name))
    return _pane(title, f'<div class="wide" tabindex="0">{drawn}</div>', len(rows))


def marks_of(language: str, edition: Edition[Any]) -> str:
    """Return the number of an edition's values for each mark, as HTML. Marks that do not occur are left out."""
    counts = Counter(edition.marks.values())
    return " ".join(f'<span class="num">{counts[kind]}{mark(language, kind)}</span>' for kind in KINDS if counts[kind])


def _pane(title: str, drawn: str, rows: int) -> str:
    """Return a panel of a page, as HTML. It starts collapsed if its table has more than `MAX_EXPANDED_ROWS` rows."""
    if rows > LONG:
        return f'<details class="panel"><summary><h2>{title}</h2></summary>{drawn}</details>'
    return f'<section class="panel"><h2>{title}</h2>{drawn}</section>'


def _strip(language: str, counts: Counter[Mark]) -> str:
    """Return one sign for each number, sorted by mark, or "" if there are more than `MAX_STRIP_MARKS`."""
    if sum(counts.values()) > MANY:
        return ""
    signs = "".join(f'<i class="how {kind}"></i>' * counts[kind] for kind in KINDS)
    return f'<p class="strip" aria-hidden="true">{signs}</p>'


def legend(language: str, counts: Counter[Mark] | None = None) -> str:
    """Return an HTML list that explains the marks.

    With `counts`, each entry says how many numbers have the mark, and marks that do not occur are left out.
    """
    rows = []
    for kind in KINDS:
        if counts is not None and not counts[kind]:
            continue
        head = say(language, f"mark-{kind}") if counts is None else say(language, f"mark-{kind}-count", n=counts[kind])
        rows.append(f"<li>{mark(language, kind)}<span><b>{head}</b> {say(language, f'mark-{kind}-note')}</span></li>")
    return f'<ul class="legend">{"".join(rows)}</ul>'
