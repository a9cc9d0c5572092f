"""A game's rulebook as a page: Markdown in, sections out."""

from __future__ import annotations

import functools
import re

from markdown_it import MarkdownIt

from malle.core import Sheet


@functools.cache
def rulebook(sheet: Sheet, language: str) -> str:
    """The rulebook as HTML. A heading `## Title {#slug}` opens a section about that decision."""
    text = (sheet.folder / "rulebook" / f"{language}.md").read_text("utf-8")
    parts = re.split(r"^(?=## )", text, flags=re.M)
    render = MarkdownIt("commonmark", {"html": False}).enable("table").render
    made = []
    for part in parts:
        slug = re.search(r"\A## .*?\{#([\w-]+)\}", part)
        part = re.sub(r"\s*\{#[\w-]+\}", "", part, count=1)
        rule = f' id="{slug[1]}" data-rule="{slug[1]}"' if slug else ""
        drawn = re.sub(r'style="text-align:(\w+)"', r'class="to-\1"', render(part))  # our policy allows no inline style
        made.append(f"<section{rule}>{drawn}</section>")
    return "".join(made)
