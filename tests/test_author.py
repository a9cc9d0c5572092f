"""docs/author.md is about a game that is there: each piece of code it shows stands in the package."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from msgspec.structs import replace

import malle_liar
from malle.games import OWN_GAMES
from malle.testing import check_all
from malle.testing.planted_leaks import broken_laws, fix_setting, plant_leaks

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "examples" / "liar"
PAGE = (ROOT / "docs" / "author.md").read_text("utf-8")
CODE = sorted(path for path in malle_liar.GAME_INFO.folder.glob("*.py"))
MOST = 375
"""Lines of Python that a small game may take."""


def strangers(page: str) -> list[str]:
    """Blocks of a page that stand in no file of the package, whole lines one after the other."""
    kinds = {"python": ".py", "toml": ".toml", "ftl": ".ftl"}
    found = []
    for kind, block in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        files = (path for path in PACKAGE.rglob(f"*{kinds[kind]}"))
        if not any(f"\n{block}" in f"\n{path.read_text('utf-8')}" for path in files):
            found.append(block)
    return found


def test_every_piece_stands_in_the_package() -> None:
    assert PAGE.count("```python") > 10
    assert strangers(PAGE) == []


def test_a_stranger_is_found() -> None:
    piece = "def choose(game: Liar, view: LiarView) -> Action:\n"
    assert strangers(f'```python\n{piece}```\n```toml\nliar = "malle_liar"\n```\n') == [piece]


def test_it_has_eight_steps() -> None:
    assert re.findall(r"^## (\d)\. ", PAGE, re.MULTILINE) == [*"12345678"]


def test_the_game_is_small() -> None:
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in CODE)
    assert lines < MOST
    assert f"{lines} lines" in " ".join(PAGE.split())


def odd(state: Any) -> bool:
    """Is the sum of the dice odd that whoever is asked does not see?"""
    hidden: int = sum(face for seat, cup in enumerate(state.cups) for face in cup if seat != state.table.turn)
    return hidden % 2 == 1


def test_a_sheet_in_no_list_is_checked_by_its_own_rules() -> None:
    """Not by those that are installed under its name: the leak is in this sheet alone."""
    assert malle_liar.GAME_INFO.name not in OWN_GAMES
    leaky = fix_setting(plant_leaks(malle_liar.GAME_INFO, odd)["the answer at the deadline"], 2)
    assert {"S1 same view", "coupled rooms", "E4 public turn"} <= broken_laws(check_all(leaky, pairs=200))


def test_a_sheet_whose_papers_are_not_written_yet_is_told_which(tmp_path: Path) -> None:
    """Whoever begins has rules first: the suite says what is missing, and does not stumble over it."""
    found = check_all(replace(malle_liar.GAME_INFO, folder=tmp_path))
    assert {"README.md", "rulebook/fr.md", "words/en.ftl"} <= {fault.detail.split()[1] for fault in found}
