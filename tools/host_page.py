"""Reads the pages for operators as lists of commands. `make test-host` runs the commands, and the
everyday tests compare the pages of both languages."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENGLISH, FRENCH = ROOT / "docs/hosting.md", ROOT / "docs/heberger.md"


def sections(text: str) -> list[tuple[str, list[str]]]:
    """Return the headings of a page in order, each with the commands in its code blocks."""
    found = []
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading = part.partition("\n")[0]
        blocks = re.findall(r"^```sh\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
        found.append((heading, [line for block in blocks for line in block.splitlines() if line.strip()]))
    return found


def commands(text: str) -> list[str]:
    """Return all commands of a page in order."""
    return [line for _, lines in sections(text) for line in lines]


def settings(text: str) -> list[str]:
    """Return the names in the page's tables of settings, with their backticks, in order."""
    return re.findall(r"^\| (`.+?`) \|", text, re.MULTILINE)
