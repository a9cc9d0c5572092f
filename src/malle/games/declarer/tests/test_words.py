"""Sentences of the game as people read them, in both languages. Ada sits in seat 1, then Basile, Chloé and Denis."""

from __future__ import annotations

import pytest

from malle.games.declarer.tests.notation import Customs

SEARCHED = "officer 1; draw cigars; draw crown; draw luggage ×2; declare 1 cigars; search"
INFORMED = "officer 1; draw watch; draw luggage ×3; declare nothing; believe; doubt"
UNJUSTLY = "officer 1; draw wine; draw luggage ×3; declare 1 wine; search"
BAG = "officer 1; draw bag; draw luggage ×3; claim bag; believe; accept; throw bag"


def plain(sentences: list[str]) -> str:
    """One text, with plain spaces."""
    return " ".join(sentences).replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(
    ("notes", "english", "french"),
    [
        (
            SEARCHED,
            "Ada searches Basile: 2 pieces of luggage, 1 box of cigars, 1 crown. Caught red-handed! "
            "Basile pays Ada 1,100 F in fines.",
            "Ada fouille Basile : 2 bagages, 1 boîte de cigares, 1 couronne. Flagrant délit ! "
            "Basile paie à Ada 1 100 F d’amendes.",
        ),
        (
            UNJUSTLY,
            "Ada searches Basile: 3 pieces of luggage, 1 wine. Everything was in order. "
            "Basile pays Ada 25 F in duty. Ada pays Basile 200 F in damages, for slander.",
            "Ada fouille Basile : 3 bagages, 1 vin. Tout était en règle. "
            "Basile paie à Ada 25 F de droits. Ada paie à Basile 200 F de dédommagement, pour diffamation.",
        ),
        (
            INFORMED,
            "Chloé informs on Basile: 3 pieces of luggage, 1 watch. Caught red-handed! "
            "Basile pays Ada 300 F in fines. Ada pays Chloé 1,000 F as an informer’s reward.",
            "Chloé dénonce Basile : 3 bagages, 1 montre. Flagrant délit ! "
            "Basile paie à Ada 300 F d’amendes. Ada paie à Chloé 1 000 F de récompense d’indicateur.",
        ),
        (BAG, "Chloé discards the diplomatic bag.", "Chloé jette la valise diplomatique."),
    ],
)
def test_the_log_tells_what_happened(notes: str, english: str, french: str) -> None:
    """To a spectator, by name."""
    play = Customs(notes)
    assert plain(play.told("en")) == english
    assert plain(play.told("fr")) == french


@pytest.mark.parametrize(
    ("seat", "english", "french"),
    [
        (
            1,
            "You wave Basile through. Basile pays you 25 F in duty.",
            "Vous laissez passer Basile. Basile vous paie 25 F de droits.",
        ),
        (
            2,
            "Ada waves you through. You pay Ada 25 F in duty.",
            "Ada vous laisse passer. Vous payez à Ada 25 F de droits.",
        ),
        (
            3,
            "Ada waves Basile through. Basile pays Ada 25 F in duty.",
            "Ada laisse passer Basile. Basile paie à Ada 25 F de droits.",
        ),
    ],
)
def test_the_log_speaks_to_its_reader(seat: int, english: str, french: str) -> None:
    """Whoever acts, pays or is paid reads "you"."""
    play = Customs("officer 1; draw wine; draw luggage ×3; declare 1 wine; believe")
    assert plain(play.told("en", seat)) == english
    assert plain(play.told("fr", seat)) == french


def test_the_log_tells_a_card_to_its_owner_alone() -> None:
    """The traveller reads which card it was; the others read that they took one."""
    play = Customs("officer 1; draw camera")
    assert plain(play.told("en", 2)) == "You take a card. The card: 1 camera."
    assert plain(play.told("fr", 2)) == "Vous prenez une carte. La carte : 1 appareil de photo."
    assert plain(play.told("fr", 3)) == "Basile prend une carte."


@pytest.mark.parametrize(
    ("language", "purses"),
    [
        ("en", "Purses: Ada 5,300 F, you owe 300 F, Chloé 2,500 F, Denis 2,500 F."),
        ("fr", "Bourses : Ada 5 300 F, vous devez 300 F, Chloé 2 500 F, Denis 2 500 F."),
    ],
)
def test_ruling_debts_are_shown_as_debts(language: str, purses: str) -> None:
    """debts: a purse below zero is shown as what its owner owes."""
    play = Customs("officer 1; draw crown; draw necklace ×3; declare nothing; search; draw luggage ×4", version=1)
    assert plain(play.table(language, 2)[1:2]) == purses
