"""Sentences of the game as people read them, in both languages."""

from __future__ import annotations

import pytest

from malle.core import Event, Seat
from malle.games.chasse import SHEET, telling
from malle.games.chasse.state import Arrived, Controlled, Moved, Passed, PlateHidden, PlatePlaced, Shown
from malle.games.chasse.tests.notation import Hunt
from malle.words import Words

NAMES = ("Ada", "Marius")
E10, G7, G1 = 9 * 13 + 4, 6 * 13 + 6, 6


def told(event: Event, language: str, seat: int | None = None) -> str:
    """The log's sentence as this seat, counted from 1, or the spectator reads it, with plain spaces."""
    words = Words(SHEET.folder, language, names=NAMES, viewer=None if seat is None else Seat(seat - 1))
    return words.say(telling.event(Hunt().game, event)).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (PlateHidden(3), "Ada hides plate 3 of 5.", "Ada cache la plaque 3 sur 5."),
        (PlatePlaced(E10), "It is under E10.", "Elle est sous E10."),
        (Moved(0, (E10, 6 * 13 + 4, G7)), "Ada plays E10 → G7.", "Ada joue E10 → G7."),
        (
            Controlled(E10, 0),
            "Marius controls E10: nothing. A customs man is lost, 50 points to the other side.",
            "Marius contrôle E10 : rien. Un douanier perdu, 50 points à l’autre.",
        ),
        (
            Controlled(E10, 2),
            "Marius controls E10: 2 plates! They are seized with the pawn: 150 points.",
            "Marius contrôle E10 : 2 plaques ! Elles sont saisies avec le pion : 150 points.",
        ),
        (Arrived(G1), "A smuggler has arrived at G1.", "Un contrebandier est arrivé en G1."),
        (Passed(1), "Marius cannot move, and passes.", "Marius ne peut pas bouger et passe."),
        (
            Shown(((G1, 1), (E10, 3))),
            "The pawns are lifted: G1 (1 plate), E10 (3 plates).",
            "On soulève les pions : G1 (1 plaque), E10 (3 plaques).",
        ),
        (Shown(()), "The pawns are lifted: nowhere.", "On soulève les pions : nulle part."),
    ],
)
def test_the_log_tells_what_happened(event: Event, english: str, french: str) -> None:
    """To a spectator, by name."""
    assert told(event, "en") == english
    assert told(event, "fr") == french


def test_the_log_speaks_to_its_reader() -> None:
    """Whoever moves or controls reads "you"."""
    assert told(Moved(0, (E10, G7)), "en", 1) == "You play E10 → G7."
    assert (
        told(Controlled(E10, 1), "fr", 2)
        == "Vous contrôlez E10 : 1 plaque ! Elle est saisie avec le pion : 100 points."
    )
    assert (
        told(Controlled(E10, 0), "en", 2) == "You control E10: nothing. You lose a pawn, 50 points to the other side."
    )


def test_the_table_in_sentences_hides_what_the_viewer_may_not_see() -> None:
    """The customs read where pawns stand and what is settled, never where plates are."""
    hunt = Hunt.at("g1:2 e10:3", "m3", chalk=True)
    said = {seat: [each.key for each in telling.table(hunt.game, hunt.knows(seat))] for seat in (1, 2)}
    assert said == {1: ["table-smugglers", "table-customs", "table-plates"], 2: ["table-smugglers", "table-customs"]}
    assert telling.points(hunt.game, hunt.knows(1).now) == (100, 0)
    assert telling.points(hunt.game, hunt.knows(2).now) == (0, 0)
