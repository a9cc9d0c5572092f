"""Every kind of card, and every card of the edition: bought, sold wherever it sells, controlled, declared, given up."""

from __future__ import annotations

import pytest

from malle.core import load_edition
from malle.games.combinards.edition import CLASSIC, KINDS_WITH_RULE, Card, Numbers
from malle.games.combinards.tests.notation import Deals

NUMBERS = load_edition(CLASSIC, Numbers).data
CARDS = NUMBERS.cards
every_card = pytest.mark.parametrize("card", CARDS, ids=[card.name for card in CARDS])

BEFORE = {
    "melina": "I0", "flea-market": "I3", "casino": "A2", "marina": "A6", "palace": "A7", "harbour": "A9",
    "nightclub": "B2", "building-site": "B6", "gallery": "B7", "hangar": "B9", "refinery": "A4",
}  # fmt: skip
"""Two squares before a place of sale."""


def test_card_kinds() -> None:
    """62 cards: 30 licit, 22 illicit, 10 petrol; printed prices are 1, 2, 5, 10, 20 or 50."""
    kinds = [card.kind for card in CARDS]
    assert (len(kinds), kinds.count("licit"), kinds.count("illicit"), kinds.count("petrol")) == (62, 30, 22, 10)
    assert {card.price for card in CARDS} == {1, 2, 5, 10, 20, 50}


@every_card
def test_card_is_sold_where_it_says(card: Card) -> None:
    """The bank pays what is printed, at every place that is printed."""
    for place, amount in card.sales.items():
        play = Deals(f"dice 1 1; sell {card.name}", hands={1: card.name}, at={1: BEFORE[place]})
        assert play.changes == {"cash 1": amount, "bank": -amount, "hand 1": f"-{card.name}", "under": f"+{card.name}"}


@every_card
def test_card_is_sold_nowhere_else(card: Card) -> None:
    """At any other place it cannot be sold."""
    for place in BEFORE.keys() - card.sales.keys():
        play = Deals("dice 1 1", hands={1: card.name}, at={1: BEFORE[place]})
        assert play.legal_notations == ["pass"]


@every_card
def test_card_under_control(card: Card) -> None:
    """Illicit goods are confiscated, fined and cost years; licit goods and petrol are given back."""
    play = Deals(f"dice 1 1; check {card.name}", hands={1: card.name}, at={1: "A0"})
    found = {
        "cash 1": -card.fine, "bank": card.fine, "years 1": card.years, "hand 1": f"-{card.name}",
        "under": f"+{card.name}",
    }  # fmt: skip
    assert play.changes == (found if card.kind == "illicit" else {})


@every_card
def test_card_given_up(card: Card) -> None:
    """At the police station every card takes its remission off."""
    play = Deals(f"dice 1 1; give {card.name}", hands={1: card.name}, at={1: "I4"}, years={1: 15})
    assert play.changes == {"years 1": -card.remission, "hand 1": f"-{card.name}", "under": f"+{card.name}"}


@every_card
def test_card_declared(card: Card) -> None:
    """At a stop petrol brings its bonus; nothing else can be declared."""
    play = Deals("dice 4 4; go A0", hands={1: card.name})
    if card.kind != "petrol":
        assert play.legal_notations == ["pass"]
        return
    play.play(f"declare {card.name}; pass")
    assert play.changes == {"cash 1": card.bonus, "bank": -card.bonus}


@every_card
def test_card_shaded_and_doubted(card: Card) -> None:
    """Announced at its printed price it is safe; one less, and the doubter has it."""
    honest = Deals(f"dice 1 3; buy; draw {card.name}; announce {card.price}; 2: doubt; 3: trust")
    assert honest.hand(1) == card.name
    if card.price > 1:
        shaded = Deals(f"dice 1 3; buy; draw {card.name}; announce {card.price - 1}; 2: doubt; 3: trust")
        assert (shaded.hand(1), shaded.hand(2)) == ("", card.name)
        assert shaded.changes["cash 1"] == -card.price


def test_card_places_are_all_covered() -> None:
    """The table above has every place of sale there is."""
    places = {kind for kind, _ in NUMBERS.squares() if kind not in KINDS_WITH_RULE} | {"refinery"}
    assert places == BEFORE.keys()
