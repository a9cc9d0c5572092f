"""The papers say what the rules do: rulebook, README and words against edition, phases, options and tests."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from malle.core import load_edition
from malle.games.chasse import GAME_INFO
from malle.games.chasse.edition import CLASSIC, Numbers
from malle.games.chasse.state import Phase
from malle.i18n.translations import LANGUAGES
from malle.testing.rulebook_checks import section_slugs

HERE = Path(__file__).parent
EDITION = load_edition(CLASSIC, Numbers)


def rulebook(language: str) -> str:
    """The rulebook, with plain spaces."""
    return (GAME_INFO.folder / "rulebook" / f"{language}.md").read_text("utf-8").replace("\u00a0", " ")


def readme() -> str:
    """The README."""
    return (GAME_INFO.folder / "README.md").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_its_paragraph(language: str) -> None:
    """The screen opens the paragraph named after the phase."""
    assert set(get_args(Phase)) <= set(section_slugs(GAME_INFO, language))


def test_comments_of_the_rules_cite_paragraphs() -> None:
    """`#control` in the code is a section of the rulebook."""
    cited = re.findall(r"#([a-z]+)\b(?!-)", (GAME_INFO.folder / "rules.py").read_text("utf-8"))
    assert len(cited) > 8
    assert set(cited) <= set(section_slugs(GAME_INFO, "en"))


@pytest.mark.parametrize("text", [rulebook("en"), rulebook("fr"), readme()])
def test_the_numbers_at_the_edge_are_those_of_the_edition(text: str) -> None:
    """Column by column, for both sides."""
    lines = [line.strip("| \n").split(" | ")[1:] for line in text.splitlines()]
    rows = [line for line in lines if len(line) == 13 and line[0][0].isdigit()]
    columns = EDITION.data.columns
    customs = [" ".join(map(str, column.customs)) for column in columns]
    smugglers = [" ".join(map(str, column.smugglers)) for column in columns]
    assert rows == [customs, smugglers]


def section(text: str, slug: str) -> str:
    """One section of a page."""
    return text.partition(f"{{#{slug}}}")[2].partition("\n## ")[0]


OURS = {
    "en": ("our reading", "It shows `9 6`", "never on the finish line"),
    "fr": ("notre lecture", "On y lit `9 6`", "jamais sur la ligne"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_readings_that_are_ours_are_told(language: str) -> None:
    """That all plates may lie under one pawn; and what the damaged cell of the stray table may have been. The booklet's
    limit to hiding anew is there."""
    reading, cell, limit = OURS[language]
    hiding = " ".join(section(rulebook(language), "hide").split())
    assert reading in hiding
    assert limit in hiding
    about = (GAME_INFO.folder / "edition" / f"{language}.md").read_text("utf-8").replace("\u00a0", " ")
    assert cell in " ".join(section(about, "readings").split())
    assert EDITION.marks["most"] == "rebuilt"
    assert EDITION.marks["rows"] == "reported"
    assert "`9 6 | 4 2" in readme()


def test_the_readme_has_the_marks_of_the_edition() -> None:
    """Value, number and mark of everything that is one number."""
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\w+) \|", readme(), re.MULTILINE)
    ours = {name: (str(getattr(EDITION.data, name)), mark) for name, mark in EDITION.marks.items() if "." not in name}
    assert {name: (number, mark) for name, number, mark in rows} == {
        name: pair for name, pair in ours.items() if name not in ("customs", "smugglers")
    }
