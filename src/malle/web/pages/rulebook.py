"""Turns a game's rulebook from Markdown into HTML sections, and gives every number of the edition
its mark: a sign for how we know it.

`malle.core.editions.printed_numbers` describes how a rulebook names the source of a number. A table
that is named (`<!--table tariff-->`) is generated from the edition; the rows in the file are only
for people who read the file.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from malle.core import GameInfo, Message, Text
from malle.core.editions.printed_numbers import EditionInfo, MarkedNumber, TableCell, ValueTable, rulebook_numbers
from malle.core.editions.titles import Titles, fluent_messages
from malle.i18n.translations import Translator
from malle.web.layout import translate

_TABLE = re.compile(r"<!--table ([\w-]+)-->\n+(?:\|.*\n)+")
_NUMBER = re.compile(r"(\d(?:[\d\u00a0\u202f,]*\d)?)<!--([\w.-]+)-->")
_NAMES = re.compile(r"<!--names ([\w -]+)-->(.*?)<!--/-->", re.DOTALL)
_OWN_RULING = re.compile(r"<!--ours [\w -]+-->")
# Characters of the private use area, which no rulebook contains.
_PLACEHOLDER = re.compile(r"<p>\ue010(\d+)\ue011</p>|\ue010(\d+)\ue011")


def render_mark(language: str, kind: str) -> str:
    """Return a mark as HTML: a sign for how a number is known, with a word for screen readers.
    `kind` is a `SourceMark`."""
    word = translate(language, f"mark-{kind}")
    return f'<i class="how {kind}" role="img" aria-label="{word}" title="{word}"></i>'


def render_number_with_mark(language: str, text: str, kind: str) -> str:
    """Return a number followed by its mark, kept on one line."""
    return f'<span class="num">{text}{render_mark(language, kind)}</span>'


def render_values_table(language: str, group: ValueTable, translations: Translator, marks: Mapping[str, Any]) -> str:
    """Return a group of values as an HTML table, without a head row if the group has no headings.

    `marks` gives the mark of each value, by its path in the edition file.
    """
    rows = []
    for row in group.rows:
        cells = "".join(
            f'<td class="to-right">{render_value(language, each, translations, marks)}</td>' for each in row.cells
        )
        label = render_value(language, TableCell(row.label, row.path), translations, marks)
        rows.append(f'<tr><th scope="row">{label}</th>{cells}</tr>')
    head = "".join(
        f'<th scope="col"{"" if not index else " class=to-right"}>{_render_text(each, translations)}</th>'
        for index, each in enumerate(group.heads)
    )
    head = f"<thead><tr>{head}</tr></thead>" if group.heads else ""
    return f'<div class="wide" tabindex="0"><table class="values">{head}<tbody>{"".join(rows)}</tbody></table></div>'


def render_value(language: str, value: TableCell, translations: Translator, marks: Mapping[str, Any]) -> str:
    """Return a value as HTML, with its mark if it has a path in the edition file."""
    text = _render_text(value.text, translations)
    return render_number_with_mark(language, text, marks[value.path]) if value.path else text


def _render_text(text: Text, translations: Translator) -> str:
    """Translate a text if it is a message, and escape it for HTML."""
    return escape(translations.translate(text) if isinstance(text, Message) else text)


@functools.cache
def render_rulebook(game_info: GameInfo, language: str, edition_file: Path | None = None) -> str:
    """Return the rulebook as HTML, with the numbers of an edition file (`None`: the usual edition).
    The result is cached.

    A heading `## Title {#slug}` opens the section that explains the decision called `slug`.
    """
    text = (game_info.folder / "rulebook" / f"{language}.md").read_text("utf-8")
    return _render_sections(text, _Placeholders(game_info, language, edition_file))


@functools.cache
def render_edition_notes(game_info: GameInfo, language: str) -> str:
    """Return notes on the usual edition as HTML: our readings of the rules, sources, gaps. Return
    "" if the game has no file of notes."""
    path = game_info.folder / "edition" / f"{language}.md"
    return _render_sections(path.read_text("utf-8"), _Placeholders(game_info, language, None)) if path.exists() else ""


class _Placeholders:
    """Puts generated HTML into one Markdown text in two steps.

    Before Markdown is rendered, tables, titles and numbers are replaced by placeholders; afterwards
    the placeholders are replaced by HTML.
    """

    def __init__(self, game_info: GameInfo, language: str, edition_file: Path | None) -> None:
        self.fragments: list[str] = []
        self.language = language
        self.translations = Translator(game_info.folder, language)
        self.printed_numbers: EditionInfo | None = game_info.edition_info
        self.facts: Mapping[str, MarkedNumber] = {}
        self.groups: Mapping[str, ValueTable] = {}
        self.titles: Titles = {}
        self.keys: Mapping[str, str] = {}
        if self.printed_numbers is not None:
            self.edition = self.printed_numbers.read_edition(edition_file)
            self.titles = self.edition.titles
            names = self.printed_numbers.titled_things(self.edition)
            self.keys = {each.name: each.titles[0] for each in names}
            self.translations = Translator(
                game_info.folder, language, overrides=fluent_messages(names, self.titles).get(language, "")
            )
            self.facts = rulebook_numbers(self.printed_numbers, self.edition, game_info.seats)
            self.groups = {group.slug: group for group in self.printed_numbers.value_tables(self.edition)}

    def insert_placeholders(self, text: str) -> str:
        """Return the Markdown with placeholders for tables, titles and numbers, and without
        citations of our own rulings."""
        text = _OWN_RULING.sub("", text)
        text = _NAMES.sub(lambda found: self._replace_titles(found[1].split(), found[2]), text)
        text = _TABLE.sub(lambda found: self._add_placeholder(self._render_table(found[1])) + "\n", text)
        return _NUMBER.sub(lambda found: self._add_placeholder(self._replace_number(found[1], found[2])), text)

    def fill_placeholders(self, html: str) -> str:
        """Return rendered HTML in which each placeholder is replaced by its fragment."""
        return _PLACEHOLDER.sub(lambda found: self.fragments[int(found[1] or found[2])], html)

    def _add_placeholder(self, fragment: str) -> str:
        """Store an HTML fragment and return the placeholder for it."""
        self.fragments.append(fragment)
        return f"\ue010{len(self.fragments) - 1}\ue011"

    def _replace_titles(self, names: list[str], usual_wording: str) -> str:
        """Return the usual wording, or a placeholder for the titles in a row if the edition has its own title
        for any of the names."""
        if not set(names) & set(self.titles):
            return usual_wording
        said = (escape(self.translations.translate(Message(self.keys[name]))) for name in names if name in self.keys)
        return self._add_placeholder(", ".join(said))

    def _render_table(self, slug: str) -> str:
        """Return the table with this slug as HTML, made from the edition."""
        return render_values_table(self.language, self.groups[slug], self.translations, self.edition.marks)

    def _replace_number(self, text: str, name: str) -> str:
        """Return the edition's number with its mark. `text` is the number as the rulebook prints
        it, and is kept if the value is equal.

        If the edition has no number of this name, `text` is returned without a mark.
        """
        fact = self.facts.get(name)
        if fact is None:
            # Another edition, which lacks the item that an example names.
            return text
        is_same_number = int(re.sub(r"\D", "", text)) == fact.value
        return render_number_with_mark(
            self.language, text if is_same_number else _group_digits(self.language, fact.value), fact.mark
        )


def _group_digits(language: str, value: int) -> str:
    """Return a number with its digits in groups of three, as the language writes it."""
    return f"{value:,}".replace(",", "\u00a0") if language == "fr" else f"{value:,}"


def _render_sections(text: str, placeholders: _Placeholders) -> str:
    """Return Markdown as HTML, one section for each second-level heading. The id of a section is
    the slug of its heading, if it has one."""
    parts = re.split(r"^(?=## )", placeholders.insert_placeholders(text), flags=re.M)
    render = MarkdownIt("commonmark", {"html": False}).enable("table").render
    sections = []
    for part in parts:
        slug = re.search(r"\A## .*?\{#([\w-]+)\}", part)
        part = re.sub(r"\s*\{#[\w-]+\}", "", part, count=1)
        rule = f' id="{slug[1]}" data-rule="{slug[1]}"' if slug else ""
        drawn = re.sub(r'style="text-align:(\w+)"', r'class="to-\1"', render(part))  # our policy allows no inline style
        sections.append(f"<section{rule}>{_wrap_tables(placeholders.fill_placeholders(drawn), part)}</section>")
    return "".join(sections)


def _wrap_tables(html: str, markdown: str) -> str:
    """Return the HTML of a section with every table in a box that scrolls and takes keyboard focus.
    The label of the box is the first heading in `markdown`, the text of the section."""
    title = re.search(r"^#+ (.*)$", markdown, re.M)
    plain = re.sub(r"[*_`\ue010\ue011]", "", title[1]) if title else ""
    region = f'<div class="wide" role="region" aria-label="{escape(plain)}" tabindex="0">'
    html = re.sub(r"<table>.*?</table>", lambda found: f"{region}{found[0]}</div>", html, flags=re.DOTALL)
    return html.replace('<div class="wide" tabindex="0">', region)
