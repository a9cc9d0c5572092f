"""The papers say what the rules do: rulebook, README and words against edition, phases, options and tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from malle.core import load_edition
from malle.games.combinards import GAME_INFO
from malle.games.combinards.edition import CLASSIC, KINDS_WITH_RULE, Card, Numbers
from malle.games.combinards.state import Phase
from malle.testing.rulebook_checks import names_of_tests, section_slugs

HERE = Path(__file__).parent
LANGUAGES = ("en", "fr")
NATURES_OWN = {"lot", "deal", "roll", "draw", "customs", "search", "outrage", "bounty", "tax-roll"}
"""Phases in which nobody decides anything, so that no screen asks for their paragraph."""

EDITION = load_edition(CLASSIC, Numbers)
NUMBERS = EDITION.data


def paper(name: str) -> str:
    """A file of the folder, with plain spaces and no thousands marks."""
    text = (GAME_INFO.folder / name).read_text("utf-8").replace("\u00a0", " ")
    text = re.sub(r"<!--.*?-->", "", text)  # where each number comes from
    return re.sub(r"(\d),(\d{3})\b", r"\1\2", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_its_paragraph(language: str) -> None:
    """The screen opens the paragraph named after the phase."""
    assert set(get_args(Phase)) - NATURES_OWN <= set(section_slugs(GAME_INFO, language))


def _class_row(cards: list[Card]) -> list[str]:
    """A row of the rulebook's tables for all cards of one kind and price."""
    card = cards[0]
    outside = sorted(
        sum_ for card in cards for place, sum_ in card.sales.items() if place not in ("melina", "flea-market")
    )
    spread = [str(outside[0])] if outside[0] == outside[-1] else [f"{outside[0]} to {outside[-1]}"]
    head = [str(card.price), str(len(cards))]
    match card.kind:
        case "licit":
            return [*head, str(card.sales["melina"]), str(card.sales["flea-market"]), *spread, str(card.remission)]
        case "illicit":
            return [
                *head,
                str(card.sales["flea-market"]),
                *spread,
                str(card.fine),
                str(card.years),
                str(card.remission),
            ]
    return [*head, *spread, str(card.bonus), str(card.fine), str(card.remission)]


@pytest.mark.parametrize("kind", ["licit", "illicit", "petrol"])
def test_the_rulebook_has_the_cards_of_the_edition(kind: str) -> None:
    """Price, number, sums, fine, years and remission, class by class; all cards of a class are alike in them."""
    text = paper("rulebook/en.md")
    for price in (1, 2, 5, 10, 20, 50):
        cards = [card for card in NUMBERS.cards if card.kind == kind and card.price == price]
        if cards:
            assert len({(card.remission, card.fine, card.years, card.bonus) for card in cards}) == 1
            assert f"| {' | '.join(_class_row(cards))} |" in text


def test_the_readme_has_the_numbers_with_marks() -> None:
    """The table of the material is the edition's, and the table of options the sheet's."""
    readme = paper("README.md")
    for name, value in ((name, getattr(NUMBERS, name)) for name in NUMBERS.__struct_fields__):
        if isinstance(value, int):
            assert f"| `{name}` | {value} | {EDITION.marks[name]} |" in readme, name
    for option in GAME_INFO.options:
        choices = ", ".join(str(choice).lower() for choice in option.choices)
        assert f"| `{option.name}` | {str(option.default).lower()} | {choices} |" in readme


def test_every_kind_of_square_has_a_test() -> None:
    """Squares with a rule of their own by name, places of sale together."""
    named = " ".join(name for name in names_of_tests(GAME_INFO.folder) if name.startswith("test_square_"))
    assert "test_square_places_of_the_inner_ring" in named
    assert "test_square_places_outside" in named
    for kind in KINDS_WITH_RULE:
        assert kind.replace("-", "_") in named, kind


def test_every_test_tells_the_rule() -> None:
    """Its docstring is the rule."""
    for file in HERE.glob("test_*.py"):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                assert ast.get_docstring(node), node.name
