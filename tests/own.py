"""An owner's edition for tests: every title and every rebuilt number another than ours."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from malle.cli.play.edition_commands import TITLES_HEADER, write_edition_template

NAME = "attic, 1986"
OPTIONS = {
    "declarer": {"rounds": 1, "short": True},
    "chasse": {},
    "combinus": {},
    "combinards": {"rounds": 1},
}
"""Games that end soon."""


def own_edition(game: str) -> str:
    """The file that `malle edition new` writes, as somebody might fill it in."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "own.toml"
        write_edition_template(game, path)
        text = path.read_text("utf-8").replace(str(path), path.name).replace('name = "my box"', f'name = "{NAME}"')
    text = re.sub(r"^(?:title|counted|board) = .*$", lambda found: _retitled(found[0]), text, flags=re.MULTILINE)
    numbers, foot, titles = text.partition(TITLES_HEADER)
    numbers = re.sub(r"\{ rebuilt = (.*?) \}(?=\s*(?:#|$))", _recounted, numbers, flags=re.MULTILINE | re.DOTALL)
    numbers = numbers.replace('"income-tax"', '"?"').replace('"levy"', '"income-tax"').replace('"?"', '"levy"')
    return numbers.replace('{ deduced = "coincide" }', '{ given = "alike" }') + foot + titles


def _retitled(line: str) -> str:
    """Every word of every title begins with an X."""
    return re.sub(r'"([^"]*)"', lambda found: '"' + re.sub(r"[^\W\d_][\w’'-]*", r"X\g<0>", found[1]) + '"', line)


def _recounted(found: re.Match[str]) -> str:
    """Every number is one more."""
    return f"{{ reported = {re.sub(r'[0-9]+', lambda number: str(int(number[0]) + 1), found[1])} }}"
