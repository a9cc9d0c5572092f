"""The papers say what the rules do: rulebook, README and words against edition, phases, options and tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from malle.core import load_edition
from malle.games.combinards import SHEET
from malle.games.combinards.edition import CLASSIC, DUTIES, Card, Numbers
from malle.games.combinards.state import Phase

HERE = Path(__file__).parent
LANGUAGES = ("en", "fr")
NATURES_OWN = {"lot", "deal", "roll", "draw", "customs", "search", "outrage", "bounty", "tax-roll"}
"""Phases in which nobody decides anything, so that no screen asks for their paragraph."""

EDITION = load_edition(CLASSIC, Numbers)
NUMBERS = EDITION.data


def paper(name: str) -> str:
    """A file of the folder, with plain spaces and no thousands marks."""
    text = (SHEET.folder / name).read_text("utf-8").replace("\u00a0", " ")
    return re.sub(r"(\d),(\d{3})\b", r"\1\2", text)


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
    text = paper(f"rulebook/{language}.md")
    found = anchors(text)
    assert set(get_args(Phase)) - NATURES_OWN <= set(found)
    assert len(set(found)) == len(found) == text.count("\n## ")


def test_both_rulebooks_have_the_same_paragraphs() -> None:
    """In the same order, and each with as many list items, table rows and numbers."""
    english, french = (paper(f"rulebook/{language}.md").split("\n## ") for language in LANGUAGES)
    for one, other in zip(english, french, strict=True):
        assert anchors(f"\n## {one}") == anchors(f"\n## {other}")
        for mark in ("\n- ", "\n| ", "\n\n", "**"):
            assert one.count(mark) == other.count(mark), (one, other)
        assert sorted(re.findall(r"\d+", one)) == sorted(re.findall(r"\d+", other))


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_lead_to_paragraphs(language: str) -> None:
    """Every link inside a rulebook has an end."""
    text = paper(f"rulebook/{language}.md")
    links = re.findall(r"\]\(#([a-z]+)\)", text)
    assert links
    assert set(links) <= set(anchors(text))


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_names_every_option(language: str) -> None:
    """And no other."""
    options = paper(f"rulebook/{language}.md").partition("{#options}")[2]
    assert re.findall(r"\*\* \(`(\w+)`\)", options) == [option.name for option in SHEET.options]


def test_the_readme_has_the_numbers_with_marks() -> None:
    """The table of the material is the edition's, and the table of options the sheet's."""
    readme = paper("README.md")
    for name, value in ((name, getattr(NUMBERS, name)) for name in NUMBERS.__struct_fields__):
        if isinstance(value, int):
            assert f"| `{name}` | {value} | {EDITION.marks[name]} |" in readme, name
    for option in SHEET.options:
        choices = ", ".join(str(choice).lower() for choice in option.choices)
        assert f"| `{option.name}` | {str(option.default).lower()} | {choices} |" in readme


def test_every_ruling_has_a_test_and_every_test_a_ruling() -> None:
    """The first column of the README's table names the tests."""
    section = paper("README.md").partition("\n## Rulings")[2].partition("\n## ")[0]
    rulings = [slug.replace("-", "_") for slug in re.findall(r"^\| `([a-z-]+)`", section, re.MULTILINE)]
    named = [name.removeprefix("test_ruling_") for name in names_of_tests() if name.startswith("test_ruling_")]
    assert len(rulings) == 26
    for ruling in rulings:
        assert any(name.startswith(ruling) for name in named), ruling
    for name in named:
        assert any(name.startswith(ruling) for ruling in rulings), name


def test_every_kind_of_square_has_a_test() -> None:
    """Squares with a rule of their own by name, places of sale together."""
    named = " ".join(name for name in names_of_tests() if name.startswith("test_square_"))
    assert "test_square_places_of_the_inner_ring" in named
    assert "test_square_places_outside" in named
    for kind in DUTIES:
        assert kind.replace("-", "_") in named, kind


def test_every_test_tells_the_rule() -> None:
    """Its docstring is the rule."""
    for file in HERE.glob("test_*.py"):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                assert ast.get_docstring(node), node.name


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
    """Before : ; ! ? » and before M stands a space that does not break, and French quotes hold on to their words."""
    text = (SHEET.folder / file).read_text("utf-8")
    assert re.findall(r".{12} [:;!?»]|« .{12}|\d M\b|\} M\b|'", text) == []
