"""Turns a game's rulebook from Markdown into HTML sections, and gives every number of the edition its mark.

`malle.core.editions.printed_numbers` describes how a rulebook names the source of a number. A table that is
named (`<!--table tariff-->`) is generated from the edition. The table in the file is for people who read the
file.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from malle.core import Say, Sheet, Text
from malle.core.paper import Known, Leaf, Paper, Printed, facts
from malle.core.titles import Titles, laid_over
from malle.web.page import say
from malle.words import Words

_TABLE = re.compile(r"<!--table ([\w-]+)-->\n+(?:\|.*\n)+")
_NUMBER = re.compile(r"(\d(?:[\d\u00a0\u202f,]*\d)?)<!--([\w.-]+)-->")
_NAMES = re.compile(r"<!--names ([\w -]+)-->(.*?)<!--/-->", re.DOTALL)
_OURS = re.compile(r"<!--ours [\w -]+-->")
# Characters of the private use area, which no rulebook contains.
_SLOT = re.compile(r"<p>\ue010(\d+)\ue011</p>|\ue010(\d+)\ue011")


def mark(language: str, kind: str) -> str:
    """Return a sign for where a number is known from (`kind`), with a word for screen readers."""
    word = say(language, f"mark-{kind}")
    return f'<i class="how {kind}" role="img" aria-label="{word}" title="{word}"></i>'


def marked(language: str, text: str, kind: str) -> str:
    """Return a number followed by its mark, kept on one line."""
    return f'<span class="num">{text}{mark(language, kind)}</span>'


def table(language: str, group: Leaf, words: Words, marks: Mapping[str, Any]) -> str:
    """Return a group of values as an HTML table, without a head row if the group has no headings. `marks` are
    by path in the edition file."""
    rows = []
    for row in group.rows:
        cells = "".join(f'<td class="to-right">{cell(language, each, words, marks)}</td>' for each in row.cells)
        label = cell(language, Printed(row.label, row.path), words, marks)
        rows.append(f'<tr><th scope="row">{label}</th>{cells}</tr>')
    head = "".join(
        f'<th scope="col"{"" if not index else " class=to-right"}>{_text(each, words)}</th>'
        for index, each in enumerate(group.heads)
    )
    head = f"<thead><tr>{head}</tr></thead>" if group.heads else ""
    return f'<div class="wide" tabindex="0"><table class="values">{head}<tbody>{"".join(rows)}</tbody></table></div>'


def cell(language: str, printed: Printed, words: Words, marks: Mapping[str, Any]) -> str:
    """Return a value as HTML, with its mark if it has a path in the edition file."""
    text = _text(printed.text, words)
    return marked(language, text, marks[printed.path]) if printed.path else text


def _text(text: Text, words: Words) -> str:
    """Translate a text if it is a message, and escape it for HTML."""
    return escape(words.say(text) if isinstance(text, Say) else text)


@functools.cache
def rulebook(sheet: Sheet, language: str, edition: Path | None = None) -> str:
    """Return the rulebook as HTML, with the numbers of an edition file (`None`: the usual edition). A heading
    `## Title {#slug}` opens the section that explains that decision."""
    text = (sheet.folder / "rulebook" / f"{language}.md").read_text("utf-8")
    return _sections(text, _Slots(sheet, language, edition))


@functools.cache
def about_edition(sheet: Sheet, language: str) -> str:
    """Return notes on the usual edition as HTML: our readings of the rules, sources, gaps. Empty if the game
    has no such file."""
    path = sheet.folder / "edition" / f"{language}.md"
    return _sections(path.read_text("utf-8"), _Slots(sheet, language, None)) if path.exists() else ""


class _Slots:
    """Puts generated HTML into a Markdown text in two steps: placeholders before Markdown is rendered, their
    content afterwards."""

    def __init__(self, sheet: Sheet, language: str, path: Path | None) -> None:
        self.made: list[str] = []
        self.language = language
        self.words = Words(sheet.folder, language)
        self.paper: Paper | None = sheet.paper
        self.facts: Mapping[str, Known] = {}
        self.groups: Mapping[str, Leaf] = {}
        self.titles: Titles = {}
        self.keys: Mapping[str, str] = {}
        if self.paper is not None:
            self.edition = self.paper.read(path)
            self.titles = self.edition.titles
            names = self.paper.names(self.edition)
            self.keys = {each.name: each.titles[0] for each in names}
            self.words = Words(sheet.folder, language, laid_over=laid_over(names, self.titles).get(language, ""))
            self.facts = facts(self.paper, self.edition, sheet.seats)
            self.groups = {group.slug: group for group in self.paper.groups(self.edition)}

    def before(self, text: str) -> str:
        """Replace tables, titles and numbers in the Markdown by placeholders, and remove citations of our own
        rulings."""
        text = _OURS.sub("", text)
        text = _NAMES.sub(lambda found: self._names(found[1].split(), found[2]), text)
        text = _TABLE.sub(lambda found: self._slot(self._table(found[1])) + "\n", text)
        return _NUMBER.sub(lambda found: self._slot(self._number(found[1], found[2])), text)

    def after(self, html: str) -> str:
        """Replace the placeholders in rendered HTML by their content."""
        return _SLOT.sub(lambda found: self.made[int(found[1] or found[2])], html)

    def _slot(self, made: str) -> str:
        """Store an HTML fragment and return the placeholder for it."""
        self.made.append(made)
        return f"\ue010{len(self.made) - 1}\ue011"

    def _names(self, names: list[str], usual: str) -> str:
        """Return the usual wording, or a placeholder for the titles in a row if the edition has its own title
        for any of the names."""
        if not set(names) & set(self.titles):
            return usual
        said = (escape(self.words.say(Say(self.keys[name]))) for name in names if name in self.keys)
        return self._slot(", ".join(said))

    def _table(self, slug: str) -> str:
        """Return the table of this name, made from the edition."""
        return table(self.language, self.groups[slug], self.words, self.edition.marks)

    def _number(self, text: str, name: str) -> str:
        """Return the edition's number with its mark. The printed form is kept if the value is equal. A number
        that the edition does not have stays as it is, without a mark."""
        fact = self.facts.get(name)
        if fact is None:
            # Another edition, which lacks the item that an example names.
            return text
        same = int(re.sub(r"\D", "", text)) == fact.value
        return marked(self.language, text if same else _written(self.language, fact.value), fact.mark)


def _written(language: str, value: int) -> str:
    """Write a number with its digits in groups of three, as the language does."""
    return f"{value:,}".replace(",", "\u00a0") if language == "fr" else f"{value:,}"


def _sections(text: str, slots: _Slots) -> str:
    """Render Markdown as HTML, one section for each second-level heading. A section gets the slug of its
    heading as its id."""
    parts = re.split(r"^(?=## )", slots.before(text), flags=re.M)
    render = MarkdownIt("commonmark", {"html": False}).enable("table").render
    made = []
    for part in parts:
        slug = re.search(r"\A## .*?\{#([\w-]+)\}", part)
        part = re.sub(r"\s*\{#[\w-]+\}", "", part, count=1)
        rule = f' id="{slug[1]}" data-rule="{slug[1]}"' if slug else ""
        drawn = re.sub(r'style="text-align:(\w+)"', r'class="to-\1"', render(part))  # our policy allows no inline style
        made.append(f"<section{rule}>{_reachable(slots.after(drawn), part)}</section>")
    return "".join(made)


def _reachable(html: str, part: str) -> str:
    """Wrap every table of a section in a box that scrolls and takes keyboard focus. Its label is the heading
    found in `markdown`."""
    title = re.search(r"^#+ (.*)$", part, re.M)
    plain = re.sub(r"[*_`\ue010\ue011]", "", title[1]) if title else ""
    region = f'<div class="wide" role="region" aria-label="{escape(plain)}" tabindex="0">'
    html = re.sub(r"<table>.*?</table>", lambda found: f"{region}{found[0]}</div>", html, flags=re.DOTALL)
    return html.replace('<div class="wide" tabindex="0">', region)
