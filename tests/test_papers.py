"""The check of a game's papers, proved by faults planted for it to find."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import msgspec
import pytest

from malle.core import Sheet
from malle.games import GAMES, sheet
from malle.testing import check_papers

FAULTS = [
    ("sections", "rulebook/fr.md", r"^## .*\{#options\}\n", "## Options\n"),
    ("sections", "rulebook/en.md", r"\n- ", "\n"),
    ("links", "rulebook/en.md", r"\]\(#[a-z]+\)", "](#nowhere)"),
    ("numbers", "rulebook/en.md", r"\b\d+\b", "77777"),
    ("words", "words/fr.ftl", r"^title = ", "titel = "),
    ("words", "words/en.ftl", r"\{ \$seat \}", "{ $who }"),
    ("options", "rulebook/fr.md", r"\*\* \(`\w+`\)", "** (`other`)"),
    ("telling", "rulebook/en.md", r"\]\(#declare\) for", "](#officer) for"),
    ("telling", "rulebook/fr.md", r"\{#deadline\}", "{#time}"),
    ("undo", "rulebook/en.md", r"\{#undo\}", "{#back}"),
    ("rulings", "README.md", r"^\| `money-once`", "| `money-twice`"),
    ("rulings", "tests/test_rulings.py", r"def test_ruling_money_once\w*", "def test_money_once"),
    ("points", "words/fr.ftl", "\u00a0:", " :"),
    ("points", "rulebook/fr.md", "’", "'"),
]


def copy(folder: Path) -> Sheet:
    """The first game's papers, to be spoilt."""
    whole = sheet(GAMES[0])
    for part in ("rulebook", "words", "tests"):
        shutil.copytree(whole.folder / part, folder / part)
    shutil.copy(whole.folder / "README.md", folder)
    return msgspec.structs.replace(whole, folder=folder)


def test_a_copy_is_as_good(tmp_path: Path) -> None:
    assert not check_papers(copy(tmp_path))


@pytest.mark.parametrize(("law", "file", "good", "bad"), FAULTS)
def test_a_planted_fault_is_found(law: str, file: str, good: str, bad: str, tmp_path: Path) -> None:
    spoilt = copy(tmp_path)
    text = (tmp_path / file).read_text("utf-8")
    changed = re.sub(good, bad, text, count=1, flags=re.MULTILINE)
    assert changed != text
    (tmp_path / file).write_text(changed, "utf-8")
    assert law in {fault.law for fault in check_papers(spoilt)}
