"""The pages for hosts, as a list of commands: what `make test-host` runs and the everyday tests compare."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENGLISH, FRENCH = ROOT / "docs/hosting.md", ROOT / "docs/heberger.md"


def sections(text: str) -> list[tuple[str, list[str]]]:
    """The headings of a page in order, each with the commands in its blocks."""
    found = []
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading = part.partition("\n")[0]
        blocks = re.findall(r"^```sh\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
        found.append((heading, [line for block in blocks for line in block.splitlines() if line.strip()]))
    return found


def commands(text: str) -> list[str]:
    """All commands of a page, in order."""
    return [line for _, lines in sections(text) for line in lines]


def settings(text: str) -> list[str]:
    """The names in its table of settings."""
    return re.findall(r"^\| (`.+?`) \|", text, re.MULTILINE)
