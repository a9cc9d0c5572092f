"""The papers say what the rules do: rulebook, README and words against edition, phases, options and tests."""

from __future__ import annotations

import ast
import re
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import get_args

import pytest

from malle.core import load_edition
from malle.games.declarer import SHEET
from malle.games.declarer.edition import CLASSIC, FIRST_ARTICLE, Numbers
from malle.games.declarer.state import Phase
from malle.games.declarer.tests.notation import Customs

HERE = Path(__file__).parent
LANGUAGES = ("en", "fr")
NATURES_OWN = {"lot", "take", "draw"}
"""Phases in which nobody decides anything, so that no screen asks for their paragraph."""

NUMBERS = load_edition(CLASSIC, Numbers).data


def rulebook(language: str) -> str:
    """The rulebook, with plain spaces and no thousands marks."""
    text = (SHEET.folder / "rulebook" / f"{language}.md").read_text("utf-8").replace("\u00a0", " ")
    return re.sub(r"(\d)[ ,](\d{3})\b", r"\1\2", text)


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
    assert set(get_args(Phase)) - NATURES_OWN <= set(found)
    assert len(set(found)) == len(found) == rulebook(language).count("\n## ")


def test_both_rulebooks_have_the_same_paragraphs() -> None:
    """In the same order, and each with as many list items, table rows and sums of money."""
    english, french = (rulebook(language).split("\n## ") for language in LANGUAGES)
    assert anchors(rulebook("en")) == anchors(rulebook("fr"))
    for one, other in zip(english, french, strict=True):
        for mark in ("\n- ", "\n| ", "\n1. ", "\n\n"):
            assert one.count(mark) == other.count(mark), (one, other)
        assert sorted(re.findall(r"\d+", one)) == sorted(re.findall(r"\d+", other))


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_lead_to_paragraphs(language: str) -> None:
    """Every link inside a rulebook has an end."""
    links = re.findall(r"\]\(#([a-z]+)\)", rulebook(language))
    assert links
    assert set(links) <= set(anchors(rulebook(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_has_the_tariff_of_the_edition(language: str) -> None:
    """Cards, duty and fine of every article, in the order of the tariff."""
    rows = re.findall(r"^\| \S.* \| (\d+) \| (\d+) F \| (\d+) F \|$", rulebook(language), re.MULTILINE)
    assert rows == [(str(each.cards), str(each.duty), str(each.fine)) for each in NUMBERS.articles]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_has_the_shares_of_the_rules(language: str) -> None:
    """What each receives among 3, 4, 5 and 6."""
    shares = " | ".join(f"{Customs(seats=seats).purses[0]} F" for seats in SHEET.seats)
    assert f"| {shares} |" in rulebook(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_names_every_option(language: str) -> None:
    """And no other."""
    options = rulebook(language).partition("{#options}")[2].partition("\n## ")[0]
    assert re.findall(r"\*\* \(`(\w+)`\)", options) == [option.name for option in SHEET.options]


def test_the_readme_has_the_tariff_with_marks() -> None:
    """The table of the material is the edition's."""
    readme = (SHEET.folder / "README.md").read_text("utf-8")
    marks = load_edition(CLASSIC, Numbers).marks
    for each in NUMBERS.articles:
        row = next(line for line in readme.splitlines() if line.startswith(f"| {each.name} "))
        marked = ", ".join(marks[f"articles.{each.name}.{value}"] for value in ("cards", "duty", "fine"))
        assert row.endswith(f"| {each.cards} | {each.duty} | {each.fine} | {marked} |")
    for value in ("hand", "compensation", "reward", "bag_fine", "luggage", "bags", "money", "rounding", "short"):
        assert f"| `{value}` | {getattr(NUMBERS, value)} | {marks[value]} |" in readme


@pytest.mark.parametrize("rule", range(1, 19))
def test_every_rule_has_a_test(rule: int) -> None:
    """Rules 1 to 18."""
    assert any(name.startswith(f"test_rule_{rule:02}_") for name in names_of_tests())


def test_every_ruling_has_a_test_and_every_test_a_ruling() -> None:
    """The first column of the README's table names the tests."""
    section = (SHEET.folder / "README.md").read_text("utf-8").partition("\n## Rulings")[2].partition("\n## ")[0]
    rulings = [slug.replace("-", "_") for slug in re.findall(r"^\| `([a-z-]+)`", section, re.MULTILINE)]
    named = [name.removeprefix("test_ruling_") for name in names_of_tests() if name.startswith("test_ruling_")]
    assert len(rulings) == 18
    for ruling in rulings:
        assert any(name.startswith(ruling) for name in named), ruling
    for name in named:
        assert any(name.startswith(ruling) for ruling in rulings), name


def test_every_test_of_a_rule_tells_the_rule() -> None:
    """Its docstring is the rule."""
    for file in HERE.glob("test_*.py"):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_rul"):
                assert ast.get_docstring(node), node.name


def test_facts_worth_knowing() -> None:
    """The README's odds, by counting."""
    free = sum(NUMBERS.pack[:FIRST_ARTICLE])
    assert round(100 * comb(free, 4) / comb(56, 4), 1) == 4.8
    duty = Fraction(4 * sum(each.cards * each.duty for each in NUMBERS.articles), 56)
    assert (round(duty), round(2 * duty)) == (293, 586)
    assert Fraction(NUMBERS.compensation, NUMBERS.compensation + NUMBERS.reward) == Fraction(1, 6)


def test_both_languages_have_the_same_messages() -> None:
    """Every message of the word files, with the same arguments."""
    files = [(SHEET.folder / "words" / f"{language}.ftl").read_text("utf-8") for language in LANGUAGES]
    english, french = (re.split(r"^(?=[a-z])", file, flags=re.MULTILINE)[1:] for file in files)
    messages = [
        {message.split(" = ")[0]: set(re.findall(r"\$(\w+)", message)) for message in language}
        for language in (english, french)
    ]
    assert messages[0] == messages[1]


@pytest.mark.parametrize("file", ["words/fr.ftl", "rulebook/fr.md"])
def test_french_points_do_not_begin_a_line(file: str) -> None:
    """Before : ; ! ? » and before F stands a space that does not break, and French quotes hold on to their words."""
    text = (SHEET.folder / file).read_text("utf-8")
    assert re.findall(r".{12} [:;!?»]|« .{12}|\d F\b|\} F\b|'", text) == []
