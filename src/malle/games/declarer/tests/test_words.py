"""Sentences of the game as people read them, in both languages. Ada sits in seat 1, then Basile, Chloé and Denis."""

from __future__ import annotations

import re
from typing import cast

import pytest

from malle.core import Message, Seat, Waiting
from malle.core.scene import Animation, DrawInput, Panel, SeatOverlay
from malle.core.scene_checks import decode_drawn
from malle.games.declarer import GAME_INFO, drawing
from malle.games.declarer.tests.notation import Customs
from malle.i18n.translations import Translator

SEARCHED = "officer 1; draw cigars; draw crown; draw luggage ×2; declare 1 cigars; search"
INFORMED = "officer 1; draw watch; draw luggage ×3; declare nothing; believe; doubt"
UNJUSTLY = "officer 1; draw wine; draw luggage ×3; declare 1 wine; search"
SILENT = "officer 1; draw watch; draw luggage ×3; declare nothing"
BAG = "officer 1; draw bag; draw luggage ×3; claim bag; believe; accept; throw bag"


def plain(sentences: list[str]) -> str:
    """One text, with plain spaces."""
    return " ".join(sentences).replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(
    ("notes", "english", "french"),
    [
        (
            SEARCHED,
            "Ada searches Basile: 2 pieces of luggage, 1 box of cigars and 1 crown. Caught red-handed! "
            "Basile pays Ada 1,100 F in fines.",
            "Ada fouille Basile : 2 bagages, 1 boîte de cigares et 1 couronne. Flagrant délit ! "
            "Basile paie à Ada 1 100 F d’amendes.",
        ),
        (
            UNJUSTLY,
            "Ada searches Basile: 3 pieces of luggage and 1 wine. Everything was in order. "
            "Basile pays Ada 25 F in duty. Ada pays Basile 200 F in damages, for slander.",
            "Ada fouille Basile : 3 bagages et 1 vin. Tout était en règle. "
            "Basile paie à Ada 25 F de droits. Ada paie à Basile 200 F de dédommagement, pour diffamation.",
        ),
        (
            INFORMED,
            "Chloé informs on Basile: 3 pieces of luggage and 1 watch. Caught red-handed! "
            "Basile pays Ada 300 F in fines. Ada pays Chloé 1,000 F as an informer’s reward.",
            "Chloé dénonce Basile : 3 bagages et 1 montre. Flagrant délit ! "
            "Basile paie à Ada 300 F d’amendes. Ada paie à Chloé 1 000 F de récompense d’indicateur.",
        ),
        (SILENT, "Basile has nothing to declare.", "Basile n’a rien à déclarer."),
        (BAG, "Chloé discards the diplomatic bag.", "Chloé jette la valise diplomatique."),
    ],
)
def test_the_log_tells_what_happened(notes: str, english: str, french: str) -> None:
    """To a spectator, by name."""
    play = Customs(notes)
    assert plain(play.log_sentences("en")) == english
    assert plain(play.log_sentences("fr")) == french


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_to_declare_is_said_as_the_title_says_it(language: str) -> None:
    """On the screens of officer and traveller, and in the sentences of the table."""
    play = Customs(SILENT)
    turn, now = cast(Waiting, play.rules.turn(play.state)), play.rules.now(play.state, None)
    has, had = {
        "en": ("Basile has nothing to declare", "Basile declared nothing (4"),
        "fr": ("Basile n’a rien à déclarer", "Basile n’a rien déclaré (4"),
    }[language]
    words = Translator(GAME_INFO.folder, language, names=("Ada", "Basile", "Chloé", "Denis"))
    scene = drawing.shared_scene(play.rules, DrawInput(None, turn, "officer", now))
    officer = Seat(0)
    seen, legal = play.rules.now(play.state, officer), play.rules.legal(play.state, officer)
    own = cast(SeatOverlay, drawing.seat_overlay(play.rules, DrawInput(officer, turn, "officer", seen, legal)))
    assert words.translate(cast(Message, scene.prompt)).startswith(f"{has}. Ada")
    assert words.translate(cast(Message, own.prompt)) == has
    assert had in plain(play.table_sentences(language, 1))


@pytest.mark.parametrize(
    ("declared", "english", "french"),
    [
        ("1 cigars", "**Cigars × 2**, 1 of them smuggled", "**Cigares × 2**, dont 1 en fraude"),
        ("1 wine", "**Cigars × 2**, smuggled", "**Cigares × 2**, en fraude"),
    ],
)
def test_the_bill_says_how_many_were_smuggled(declared: str, english: str, french: str) -> None:
    """A liar pays the fine on everything carried: of two boxes one may have been declared."""
    play = Customs(f"officer 1; draw cigars ×2; draw luggage ×2; declare {declared}; search")
    moved = decode_drawn(drawing.animations(play.rules, tuple(play.heard_events())), tuple[Animation, ...])
    (bill,) = (area for each in moved for area in each.areas if isinstance(area, Panel) and area.id == "bill")
    for language, said in (("en", english), ("fr", french)):
        words = Translator(GAME_INFO.folder, language)
        assert plain([words.translate(cast(Message, bill.lines[0].text))]) == said


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
    assert plain(play.log_sentences("en", seat)) == english
    assert plain(play.log_sentences("fr", seat)) == french


def test_the_log_tells_a_card_to_its_owner_alone() -> None:
    """The traveller reads which card it was; the others read that they took one."""
    play = Customs("officer 1; draw camera")
    assert plain(play.log_sentences("en", 2)) == "You take a card. The card: 1 camera."
    assert plain(play.log_sentences("fr", 2)) == "Vous prenez une carte. La carte : 1 appareil de photo."
    assert plain(play.log_sentences("fr", 3)) == "Basile prend une carte."


@pytest.mark.parametrize(("language", "wrong"), [("en", "pack|empty|used up"), ("fr", "paquet|épuisé|vide")])
def test_the_end_of_a_short_round_does_not_say_that_no_card_is_left(language: str, wrong: str) -> None:
    """Twenty-eight of them are: the round is over because its cards have been played."""
    play = Customs("officer 1; draw luggage ×4", short=True)
    while play.state.round == 1:
        play.play_default_entry()
    said = plain(play.log_sentences(language, entries=4))
    assert {"en": "end of round 1", "fr": "fin de la manche 1"}[language] in said
    assert not re.search(wrong, said)


@pytest.mark.parametrize(
    ("language", "purses"),
    [
        ("en", "Purses: Ada 5,300 F, you owe 300 F, Chloé 2,500 F and Denis 2,500 F."),
        ("fr", "Bourses : Ada 5 300 F, vous devez 300 F, Chloé 2 500 F et Denis 2 500 F."),
    ],
)
def test_ruling_debts_are_shown_as_debts(language: str, purses: str) -> None:
    """debts: a purse below zero is shown as what its owner owes."""
    play = Customs("officer 1; draw crown; draw necklace ×3; declare nothing; search; draw luggage ×4", version=1)
    assert plain(play.table_sentences(language, 2)[1:2]) == purses
