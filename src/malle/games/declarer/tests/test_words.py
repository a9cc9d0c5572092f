"""Sentences of the game as people read them, in both languages."""

from __future__ import annotations

import pytest

from malle.core import Event, Say, Seat, Who
from malle.games.declarer import SHEET, telling
from malle.games.declarer.state import CardSeen, Paid, Searched, Thrown
from malle.games.declarer.tests.notation import Customs
from malle.words import Words

NAMES = ("Ada", "Basile", "Chloé", "Denis")


def words(language: str, seat: int | None = None) -> Words:
    """The words as this seat, counted from 1, or the spectator reads them."""
    return Words(SHEET.folder, language, names=NAMES, viewer=None if seat is None else Seat(seat - 1))


def told(event: Event, language: str, seat: int | None = None) -> str:
    """The log's sentence, with plain spaces."""
    said = words(language, seat).say(telling.event(Customs().game, event))
    return said.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (Paid(1, 0, 175, "duty"), "Basile pays Ada 175 F in duty.", "Basile paie à Ada 175 F de droits."),
        (Paid(1, 0, 450, "fine"), "Basile pays Ada 450 F in fines.", "Basile paie à Ada 450 F d’amendes."),
        (
            Paid(0, 1, 200, "compensation"),
            "Ada pays Basile 200 F in compensation.",
            "Ada paie à Basile 200 F de dédommagement.",
        ),
        (
            Paid(0, 2, 1000, "reward"),
            "Ada pays Chloé 1,000 F, the informer's reward.",
            "Ada paie à Chloé 1 000 F, la récompense de l’indicateur.",
        ),
        (
            Searched(0, 1, (0, 0, 3, 9), False),
            "Ada searches Basile: 2 pieces of luggage, 1 box of cigars, 1 crown. The declaration was false!",
            "Ada fouille Basile : 2 bagages, 1 boîte de cigares, 1 couronne. La déclaration était fausse !",
        ),
        (Thrown(2, 1), "Chloé throws away the diplomatic bag.", "Chloé jette la valise diplomatique."),
        (CardSeen(7), "The card: 1 camera.", "La carte : 1 appareil photo."),
    ],
)
def test_the_log_tells_what_happened(event: Event, english: str, french: str) -> None:
    """To a spectator, by name."""
    assert told(event, "en") == english
    assert told(event, "fr") == french


@pytest.mark.parametrize(
    ("seat", "english", "french"),
    [
        (2, "You pay Ada 25 F in duty.", "Vous payez à Ada 25 F de droits."),
        (1, "Basile pays you 25 F in duty.", "Basile vous paie 25 F de droits."),
    ],
)
def test_the_log_speaks_to_its_reader(seat: int, english: str, french: str) -> None:
    """Whoever pays or is paid reads "you"."""
    assert told(Paid(1, 0, 25, "duty"), "en", seat) == english
    assert told(Paid(1, 0, 25, "duty"), "fr", seat) == french


@pytest.mark.parametrize(
    ("language", "purses"),
    [
        ("en", "Purses: Ada 5,300 F, you owe 300 F, Chloé 2,500 F, Denis 2,500 F."),
        ("fr", "Bourses : Ada 5 300 F, vous devez 300 F, Chloé 2 500 F, Denis 2 500 F."),
    ],
)
def test_ruling_debts_are_shown_as_debts(language: str, purses: str) -> None:
    """debts: a purse below zero is shown as what its owner owes."""
    play = Customs("officer 1; draw crown; draw necklace ×3; declare nothing; search; draw luggage ×4")
    said = words(language, 2).say(telling.table(play.game, play.view(2))[1])
    assert said.replace("\u00a0", " ").replace("\u202f", " ") == purses


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_phase_and_option_has_its_words(language: str) -> None:
    """What is asked of the one who decides, and of the others; and what each option means."""
    for phase in ("declare", "officer", "neighbour", "throw", "over"):
        asked = [words(language).say(Say(f"phase-{phase}", {"you": you, "who": Who(1)})) for you in ("yes", "no")]
        assert all(asked)
        assert (asked[0] == asked[1]) is (phase == "over")
    for option in SHEET.options:
        assert words(language).say(Say(f"option-{option.name}", {"cards": 28}))
