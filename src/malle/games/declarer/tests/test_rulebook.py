"""The papers say what the rules do: rulebook, README and words against edition, phases, options and tests."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import get_args

import pytest

from malle.core import load_edition
from malle.games.declarer import GAME_INFO
from malle.games.declarer.edition import CLASSIC, FIRST_ARTICLE, Numbers
from malle.games.declarer.state import Phase
from malle.games.declarer.tests.notation import Customs
from malle.testing.rulebook_checks import names_of_tests, section_slugs

HERE = Path(__file__).parent
LANGUAGES = ("en", "fr")
NATURES_OWN = {"lot", "take", "draw"}
"""Phases in which nobody decides anything, so that no screen asks for their paragraph."""

NUMBERS = load_edition(CLASSIC, Numbers).data


def rulebook(language: str) -> str:
    """The rulebook, with plain spaces and no thousands marks."""
    text = (GAME_INFO.folder / "rulebook" / f"{language}.md").read_text("utf-8").replace("\u00a0", " ")
    text = re.sub(r"<!--.*?-->", "", text)  # where each number comes from
    return re.sub(r"(\d)[ ,](\d{3})\b", r"\1\2", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_its_paragraph(language: str) -> None:
    """The screen opens the paragraph named after the phase."""
    assert set(get_args(Phase)) - NATURES_OWN <= set(section_slugs(GAME_INFO, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_has_the_tariff_of_the_edition(language: str) -> None:
    """Cards, duty and fine of every article, in the order of the tariff."""
    rows = re.findall(r"^\| \S.* \| (\d+) \| (\d+) F \| (\d+) F \|$", rulebook(language), re.MULTILINE)
    assert rows == [(str(each.cards), str(each.duty), str(each.fine)) for each in NUMBERS.articles]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_has_the_shares_of_the_rules(language: str) -> None:
    """What each receives among 3, 4, 5 and 6."""
    shares = " | ".join(f"{Customs(seats=seats).purses[0]} F" for seats in GAME_INFO.seats)
    assert f"| {shares} |" in rulebook(language)


def test_the_readme_has_the_tariff_with_marks() -> None:
    """The table of the material is the edition's."""
    readme = (GAME_INFO.folder / "README.md").read_text("utf-8")
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
    assert any(name.startswith(f"test_rule_{rule:02}_") for name in names_of_tests(GAME_INFO.folder))


def test_facts_worth_knowing() -> None:
    """The README's odds, by counting."""
    free = sum(NUMBERS.pack[:FIRST_ARTICLE])
    assert round(100 * comb(free, 4) / comb(56, 4), 1) == 4.8
    duty = Fraction(4 * sum(each.cards * each.duty for each in NUMBERS.articles), 56)
    assert (round(duty), round(2 * duty)) == (293, 586)
    assert Fraction(NUMBERS.compensation, NUMBERS.compensation + NUMBERS.reward) == Fraction(1, 6)
