"""The papers say what the rules do: rulebook, README and words against edition, phases, options and tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from malle.core import load_edition
from malle.games.chasse import SHEET
from malle.games.chasse.edition import CLASSIC, Numbers
from malle.games.chasse.state import Phase
from malle.words import LANGUAGES, Words

HERE = Path(__file__).parent
EDITION = load_edition(CLASSIC, Numbers)


def rulebook(language: str) -> str:
    """The rulebook, with plain spaces."""
    return (SHEET.folder / "rulebook" / f"{language}.md").read_text("utf-8").replace("\u00a0", " ")


def readme() -> str:
    """The README."""
    return (SHEET.folder / "README.md").read_text("utf-8")


def anchors(text: str) -> list[str]:
    """The slugs of the sections: `## Heading {#slug}`."""
    return re.findall(r"^## .+ \{#([a-z]+)\}$", text, re.MULTILINE)


def names_of_tests() -> list[str]:
    """The names of all tests of this game."""
    trees = (ast.parse(file.read_text("utf-8")) for file in HERE.glob("test_*.py"))
    functions = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return [function.name for function in functions if function.name.startswith("test_")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_its_paragraph(language: str) -> None:
    """The screen opens the paragraph named after the phase."""
    found = anchors(rulebook(language))
    assert set(get_args(Phase)) <= set(found)
    assert len(set(found)) == len(found) == rulebook(language).count("\n## ")


def test_both_rulebooks_have_the_same_paragraphs() -> None:
    """In the same order, and each with as many list items, table rows and the same numbers."""
    english, french = (rulebook(language).split("\n## ") for language in ("en", "fr"))
    assert anchors(rulebook("en")) == anchors(rulebook("fr"))
    for one, other in zip(english, french, strict=True):
        for mark in ("\n- ", "\n| ", "\n\n"):
            assert one.count(mark) == other.count(mark), (one, other)
        assert sorted(re.findall(r"\d+", one)) == sorted(re.findall(r"\d+", other))


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_lead_to_paragraphs(language: str) -> None:
    """Every link inside a rulebook has an end."""
    links = re.findall(r"\]\(#([a-z]+)\)", rulebook(language))
    assert links
    assert set(links) <= set(anchors(rulebook(language)))


def test_comments_of_the_rules_cite_paragraphs() -> None:
    """`#control` in the code is a section of the rulebook."""
    cited = re.findall(r"(?:# |\"\"\")#([a-z]+):", (SHEET.folder / "rules.py").read_text("utf-8"))
    assert len(cited) > 8
    assert set(cited) <= set(anchors(rulebook("en")))


@pytest.mark.parametrize("text", [rulebook("en"), rulebook("fr"), readme()])
def test_the_numbers_at_the_edge_are_those_of_the_edition(text: str) -> None:
    """Column by column, for both sides."""
    lines = [line.strip("| \n").split(" | ")[1:] for line in text.splitlines()]
    rows = [line for line in lines if len(line) == 13 and line[0][0].isdigit()]
    columns = EDITION.data.columns
    customs = [" ".join(map(str, column.customs)) for column in columns]
    smugglers = [" ".join(map(str, column.smugglers)) for column in columns]
    assert rows == [customs, smugglers]


def test_the_readme_has_the_marks_of_the_edition() -> None:
    """Value, number and mark of everything that is one number."""
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\w+) \|", readme(), re.MULTILINE)
    ours = {name: (str(getattr(EDITION.data, name)), mark) for name, mark in EDITION.marks.items() if "." not in name}
    assert {name: (number, mark) for name, number, mark in rows} == {
        name: pair for name, pair in ours.items() if name not in ("customs", "smugglers")
    }


def test_every_ruling_has_its_test_and_every_such_test_its_ruling() -> None:
    """`column-numbers` is shown by a test whose name starts with test_ruling_column_numbers."""
    rulings = re.findall(r"^\| `([a-z0-9-]+)`(?: ●)? \| [A-Z]", readme(), re.MULTILINE)
    assert len(rulings) == len(set(rulings)) > 15
    starts = [f"test_ruling_{ruling.replace('-', '_')}" for ruling in rulings]
    tests = [name for name in names_of_tests() if name.startswith("test_ruling_")]
    assert [start for start in starts if not any(name.startswith(start) for name in tests)] == []
    assert [name for name in tests if not name.startswith(tuple(starts))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_in_words_and_in_the_rulebook(language: str) -> None:
    """One item each under the options."""
    words = Words(SHEET.folder, language)
    assert all(words.has(f"option-{option.name}") for option in SHEET.options)
    options = rulebook(language).split("{#options}")[1]
    assert options.count("\n- **") == len(SHEET.options)
