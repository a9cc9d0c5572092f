"""A game's papers as HTML: Markdown in, sections out, every number of the box with its mark.

`malle.core.paper` says how a rulebook names where a number comes from. A table that is named (`<!--table tariff-->`) is
made from the edition; in the file it stands for those who read the file.
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
_SLOT = re.compile(r"<p>\ue010(\d+)\ue011</p>|\ue010(\d+)\ue011")  # of the private use area: no paper has it


def mark(language: str, kind: str) -> str:
    """How we know a number: a sign, and a word for those who do not see it."""
    word = say(language, f"mark-{kind}")
    return f'<i class="how {kind}" role="img" aria-label="{word}" title="{word}"></i>'


def marked(language: str, text: str, kind: str) -> str:
    """A number that does not part from its mark."""
    return f'<span class="num">{text}{mark(language, kind)}</span>'


def table(language: str, group: Leaf, words: Words, marks: Mapping[str, Any]) -> str:
    """A group of values as a table, or as a list where it has no heads."""
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
    """A value with its mark, if it has one."""
    text = _text(printed.text, words)
    return marked(language, text, marks[printed.path]) if printed.path else text


def _text(text: Text, words: Words) -> str:
    return escape(words.say(text) if isinstance(text, Say) else text)


@functools.cache
def rulebook(sheet: Sheet, language: str, edition: Path | None = None) -> str:
    """The rulebook as HTML, with the numbers of an edition. `## Title {#slug}` opens a section about that decision."""
    text = (sheet.folder / "rulebook" / f"{language}.md").read_text("utf-8")
    return _sections(text, _Slots(sheet, language, edition))


@functools.cache
def about_edition(sheet: Sheet, language: str) -> str:
    """What there is to say about the usual edition besides its numbers: readings of ours, sources, what is missing."""
    path = sheet.folder / "edition" / f"{language}.md"
    return _sections(path.read_text("utf-8"), _Slots(sheet, language, None)) if path.exists() else ""


class _Slots:
    """Puts what is made of the edition into a text, in two steps: before Markdown is read, and after."""

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
        """Slots where numbers and tables will stand."""
        text = _OURS.sub("", text)
        text = _NAMES.sub(lambda found: self._names(found[1].split(), found[2]), text)
        text = _TABLE.sub(lambda found: self._slot(self._table(found[1])) + "\n", text)
        return _NUMBER.sub(lambda found: self._slot(self._number(found[1], found[2])), text)

    def after(self, html: str) -> str:
        """The slots filled."""
        return _SLOT.sub(lambda found: self.made[int(found[1] or found[2])], html)

    def _slot(self, made: str) -> str:
        self.made.append(made)
        return f"\ue010{len(self.made) - 1}\ue011"

    def _names(self, names: list[str], usual: str) -> str:
        """What a rulebook calls some things; their titles, one after the other, where the edition has its own."""
        if not set(names) & set(self.titles):
            return usual
        said = (escape(self.words.say(Say(self.keys[name]))) for name in names if name in self.keys)
        return self._slot(", ".join(said))

    def _table(self, slug: str) -> str:
        return table(self.language, self.groups[slug], self.words, self.edition.marks)

    def _number(self, text: str, name: str) -> str:
        fact = self.facts.get(name)
        if fact is None:
            return text  # another box, without the article of an example
        same = int(re.sub(r"\D", "", text)) == fact.value
        return marked(self.language, text if same else _written(self.language, fact.value), fact.mark)


def _written(language: str, value: int) -> str:
    return f"{value:,}".replace(",", "\u00a0") if language == "fr" else f"{value:,}"


def _sections(text: str, slots: _Slots) -> str:
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
    """Tables that are wider than a phone can be scrolled by key, and are named after their section."""
    title = re.search(r"^#+ (.*)$", part, re.M)
    plain = re.sub(r"[*_`\ue010\ue011]", "", title[1]) if title else ""
    region = f'<div class="wide" role="region" aria-label="{escape(plain)}" tabindex="0">'
    html = re.sub(r"<table>.*?</table>", lambda found: f"{region}{found[0]}</div>", html, flags=re.DOTALL)
    return html.replace('<div class="wide" tabindex="0">', region)
