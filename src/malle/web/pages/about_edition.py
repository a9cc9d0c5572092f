"""The page "About this edition": each number of a game with its mark, rulings of our own, and
sources.

A mark is a sign for how we know the number. The page is made from the edition file and the game's
own text. Nothing here depends on a particular game.
"""

from __future__ import annotations

import functools
from collections import Counter
from html import escape
from typing import Any, get_args

from malle.core import Edition, GameInfo
from malle.core.editions.edition import SourceMark
from malle.core.editions.printed_numbers import TableCell, ValueTable
from malle.games.custom_editions import CustomEdition
from malle.i18n.translations import Translator
from malle.web.layout import translate
from malle.web.pages.rulebook import render_edition_notes, render_mark, render_value, render_values_table

MARKS: tuple[SourceMark, ...] = get_args(SourceMark)
"""The kinds of marks, in the order in which they are listed."""
MAX_STRIP_MARKS = 60
"""The most numbers for which the page has a strip with one sign for each number."""
MAX_EXPANDED_ROWS = 16
"""A table with more rows starts collapsed."""


@functools.cache
def render_usual_edition(game_info: GameInfo, language: str) -> str:
    """Return the HTML of the page for the usual edition. The game must have an `edition_info`.

    The parts are a summary of the marks, all tables of values, rulings and sources, and a note for
    owners of the game.
    """
    assert game_info.edition_info is not None
    edition, words = game_info.edition_info.read_edition(None), Translator(game_info.folder, language)
    head = f"<h1>{translate(language, 'page-edition-more')}</h1>"
    owner = translate(language, "edition-owner-text", game=game_info.name).replace("**", "")
    return f"""{_render_mark_summary(language, edition, head)}{_render_value_tables(game_info, language, edition, words)}
<div class="panel said">{render_edition_notes(game_info, language)}</div>
<section class="panel owner" id="owner"><h2>{translate(language, "edition-owner")}</h2><p>{owner}</p></section>"""


def render_custom_edition(game_info: GameInfo, language: str, custom_edition: CustomEdition) -> str:
    """Return the HTML of the page for one of the operator's own editions. The game must have an
    `edition_info`.

    The page has a summary of the marks, the values that differ from the usual edition, all values,
    and a link to the edition file.
    """
    words = Translator(game_info.folder, language, overrides=custom_edition.words.get(language, ""))
    head = f"<h1>{escape(custom_edition.name)}</h1><p>{translate(language, 'edition-box')}</p>"
    file = f'<a href="/editions/{custom_edition.digest}" download>{translate(language, "edition-box-file")}</a>'
    return f"""{_render_mark_summary(language, custom_edition.edition, head)}{_render_changed_values(game_info, language, custom_edition, words)}
{_render_value_tables(game_info, language, custom_edition.edition, words)}
<section class="panel owner" id="file"><h2>{file}</h2><p>{translate(language, "edition-box-verify")}</p></section>"""


def _render_mark_summary(language: str, edition: Edition[Any], head_html: str) -> str:
    """Return the head of the page: `head_html`, a sentence with the number of values, the mark strip and the legend."""
    counts = Counter(edition.marks.values())
    lead = translate(language, "edition-lead", n=len(edition.marks), given=counts["given"]).replace("**", "")
    return f"""<div class="tt">{head_html}<p>{lead}</p></div>
<section class="panel marks">{_render_mark_strip(language, counts)}{render_mark_legend(language, counts)}</section>"""


def _list_value_tables(game_info: GameInfo, edition: Edition[Any]) -> list[ValueTable]:
    """Return the tables of an edition's values, without the summaries (`classes-`) that only the rulebook shows."""
    assert game_info.edition_info is not None
    return [leaf for leaf in game_info.edition_info.value_tables(edition) if not leaf.slug.startswith("classes-")]


def _render_value_tables(game_info: GameInfo, language: str, edition: Edition[Any], words: Translator) -> str:
    """Return one panel for each table of the edition's values, as HTML."""
    return "".join(
        _render_panel(
            words.translate(group.title) if not isinstance(group.title, str) else group.title, drawn, len(group.rows)
        )
        for group in _list_value_tables(game_info, edition)
        for drawn in (render_values_table(language, group, words, edition.marks),)
    )


def _render_changed_values(game_info: GameInfo, language: str, custom_edition: CustomEdition, words: Translator) -> str:
    """Return a panel with each value that differs from the usual edition, or "" if none does.

    The usual and the changed value have their marks. A dash stands for a value that the usual
    edition lacks.
    """
    assert game_info.edition_info is not None
    usual_edition, usual_words = game_info.edition_info.read_edition(None), Translator(game_info.folder, language)
    usual_cells = {
        each.path: each
        for leaf in _list_value_tables(game_info, usual_edition)
        for row in leaf.rows
        for each in row.cells
        if each.path
    }
    rows = []
    for value_table in _list_value_tables(game_info, custom_edition.edition):
        for row in value_table.rows:
            for column, each in enumerate(row.cells):
                if not each.path or usual_edition.values.get(each.path) == custom_edition.edition.values[each.path]:
                    continue
                label = render_value(language, TableCell(row.label), words, {})
                if value_table.heads:
                    label += (
                        f" <small>{render_value(language, TableCell(value_table.heads[column + 1]), words, {})}</small>"
                    )
                before = (
                    render_value(language, usual_cells[each.path], usual_words, usual_edition.marks)
                    if each.path in usual_cells
                    else "–"
                )
                after = render_value(language, each, words, custom_edition.edition.marks)
                sides = "".join(f'<td class="to-right">{side}</td>' for side in (before, after))
                rows.append(f'<tr><th scope="row">{label}</th>{sides}</tr>')
    if not rows:
        return ""
    heads = f'<th scope="col">{translate(language, "edition-box-value")}</th>'
    heads += "".join(f'<th scope="col" class="to-right">{each}</th>' for each in ("Malle", escape(custom_edition.name)))
    table_html = f'<table class="values"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    title = translate(language, "page-box-changes", name=escape(custom_edition.name))
    return _render_panel(title, f'<div class="wide" tabindex="0">{table_html}</div>', len(rows))


def render_mark_counts(language: str, edition: Edition[Any]) -> str:
    """Return the number of an edition's values for each mark, as HTML. Marks that do not occur are left out."""
    counts = Counter(edition.marks.values())
    return " ".join(
        f'<span class="num">{counts[mark_kind]}{render_mark(language, mark_kind)}</span>'
        for mark_kind in MARKS
        if counts[mark_kind]
    )


def _render_panel(title: str, body_html: str, rows: int) -> str:
    """Return a panel of a page, as HTML. It starts collapsed if its table has more than `MAX_EXPANDED_ROWS` rows."""
    if rows > MAX_EXPANDED_ROWS:
        return f'<details class="panel"><summary><h2>{title}</h2></summary>{body_html}</details>'
    return f'<section class="panel"><h2>{title}</h2>{body_html}</section>'


def _render_mark_strip(language: str, counts: Counter[SourceMark]) -> str:
    """Return one sign for each number, sorted by mark, or "" if there are more than `MAX_STRIP_MARKS`."""
    if sum(counts.values()) > MAX_STRIP_MARKS:
        return ""
    signs = "".join(f'<i class="how {kind}"></i>' * counts[kind] for kind in MARKS)
    return f'<p class="strip" aria-hidden="true">{signs}</p>'


def render_mark_legend(language: str, counts: Counter[SourceMark] | None = None) -> str:
    """Return an HTML list that explains the marks.

    With `counts`, each entry says how many numbers have the mark, and marks that do not occur are left out.
    """
    rows = []
    for kind in MARKS:
        if counts is not None and not counts[kind]:
            continue
        head = (
            translate(language, f"mark-{kind}")
            if counts is None
            else translate(language, f"mark-{kind}-count", n=counts[kind])
        )
        rows.append(
            f"<li>{render_mark(language, kind)}<span><b>{head}</b> {translate(language, f'mark-{kind}-note')}</span></li>"
        )
    return f'<ul class="legend">{"".join(rows)}</ul>'
