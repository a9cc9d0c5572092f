"""The check of a game's papers, proved by faults planted for it to find."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import msgspec
import pytest

from malle.core import GameInfo
from malle.games import OWN_GAMES, load_game_info
from malle.i18n.translations import LANGUAGES
from malle.testing import check_rulebooks

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
    ("ours", "rulebook/en.md", "<!--ours bag-hopeless-claim-->", ""),
    ("ours", "edition/fr.md", "<!--ours pack-runs-out-->", ""),
    ("ours", "edition/en.md", "<!--ours pack-runs-out-->", "<!--ours pack-runs-out tie-->"),
    ("ours", "README.md", r"^\| `money-once`", "| `money-once` ●"),
    ("points", "words/fr.ftl", "\u00a0:", " :"),
    ("points", "rulebook/fr.md", "’", "'"),
]


def copy(folder: Path, name: str = OWN_GAMES[0]) -> GameInfo:
    """A game's papers, to be spoilt."""
    whole = load_game_info(name)
    for part in ("rulebook", "edition", "words", "tests"):
        shutil.copytree(whole.folder / part, folder / part)
    shutil.copy(whole.folder / "README.md", folder)
    return msgspec.structs.replace(whole, folder=folder)


def test_a_copy_is_as_good(tmp_path: Path) -> None:
    assert not check_rulebooks(copy(tmp_path))


@pytest.mark.parametrize("name", OWN_GAMES)
def test_every_ruling_of_ours_that_nobody_is_told_is_found(name: str, tmp_path: Path) -> None:
    """One after the other left out of both pages, in each game and language."""
    whole = load_game_info(name)
    spoilt = copy(tmp_path, name)
    cited = re.findall(r"^\| `([a-z-]+)` ●", (whole.folder / "README.md").read_text("utf-8"), re.MULTILINE)
    assert len(cited) > 5
    for slug in cited:
        for page in (f"{part}/{language}.md" for part in ("rulebook", "edition") for language in LANGUAGES):
            text = (whole.folder / page).read_text("utf-8")
            (tmp_path / page).write_text(text.replace(f"<!--ours {slug}-->", ""), "utf-8")
        assert [fault.law for fault in check_rulebooks(spoilt)] == ["ours"] * len(LANGUAGES), slug


def test_an_author_whose_rulings_are_all_the_booklets_cites_nothing(tmp_path: Path) -> None:
    """No ●, no citation, no page about the edition: nothing is found."""
    plain = copy(tmp_path)
    shutil.rmtree(tmp_path / "edition")
    for file in (tmp_path / "README.md", *(tmp_path / "rulebook").iterdir()):
        file.write_text(re.sub(" ●|<!--ours [a-z -]+-->", "", file.read_text("utf-8")), "utf-8")
    assert not check_rulebooks(plain)


@pytest.mark.parametrize(("law", "file", "good", "bad"), FAULTS)
def test_a_planted_fault_is_found(law: str, file: str, good: str, bad: str, tmp_path: Path) -> None:
    spoilt = copy(tmp_path)
    text = (tmp_path / file).read_text("utf-8")
    changed = re.sub(good, bad, text, count=1, flags=re.MULTILINE)
    assert changed != text
    (tmp_path / file).write_text(changed, "utf-8")
    assert law in {fault.law for fault in check_rulebooks(spoilt)}
