"""Sentences of the game as people read them, in both languages."""

from __future__ import annotations

import pytest

from malle.core import Event, Seat
from malle.games.chasse import GAME_INFO, event_messages
from malle.games.chasse.state import Arrived, Controlled, Moved, Passed, PlateHidden, PlatePlaced, Shown
from malle.games.chasse.tests.notation import Hunt
from malle.i18n.translations import Translator

NAMES = ("Ada", "Marius")
E10, G7, G1 = 9 * 13 + 4, 6 * 13 + 6, 6


def told(event: Event, language: str, seat: int | None = None) -> str:
    """The log's sentence as this seat, counted from 1, or the spectator reads it, with plain spaces."""
    words = Translator(GAME_INFO.folder, language, names=NAMES, viewer=None if seat is None else Seat(seat - 1))
    return words.translate(event_messages.event_message(Hunt().game, event)).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (PlateHidden(3), "Ada hides a counter (3 of 5).", "Ada cache une plaquette (3 sur 5)."),
        (PlatePlaced(0, E10), "It is under pawn E10.", "Elle est sous le pion E10."),
        (Moved(0, (E10, 6 * 13 + 4, G7)), "Ada plays E10 → G7.", "Ada joue E10 → G7."),
        (
            Controlled(E10, 0),
            "Marius inspects E10: all in order. A customs officer is out of a job. To the smuggler: 50 points.",
            "Marius contrôle E10 : en règle. Un douanier y perd sa place. À la contrebande : 50 points.",
        ),
        (
            Controlled(E10, 2),
            "Marius inspects E10: 2 counters! Seized with their carrier. To customs: 150 points.",
            "Marius contrôle E10 : 2 plaquettes ! Saisies avec leur porteur. À la douane : 150 points.",
        ),
        (
            Arrived(G1),
            "A smuggler reaches the finish line at G1.",
            "Un contrebandier atteint la ligne d’arrivée en G1.",
        ),
        (Passed(1), "Marius cannot move and passes.", "Marius ne peut bouger aucun pion et passe."),
        (
            Shown(((G1, 1), (E10, 3))),
            "The pawns are lifted: G1 (1 counter) and E10 (3 counters).",
            "On soulève les pions : G1 (1 plaquette) et E10 (3 plaquettes).",
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
        == "Vous contrôlez E10 : 1 plaquette ! Saisie avec son porteur. À la douane : 100 points."
    )
    lost = "You inspect E10: all in order. You lose a customs officer. To the smuggler: 50 points."
    assert told(Controlled(E10, 0), "en", 2) == lost


def test_the_table_in_sentences_hides_what_the_viewer_may_not_see() -> None:
    """The customs read where pawns stand and what is settled, never where plates are."""
    hunt = Hunt.at("g1:2 e10:3", "m3", chalk=True)
    said = {seat: [each.key for each in event_messages.table_sentences(hunt.game, hunt.knows(seat))] for seat in (1, 2)}
    assert said == {1: ["table-smugglers", "table-customs", "table-plates"], 2: ["table-smugglers", "table-customs"]}
    assert event_messages.visible_points(hunt.game, hunt.knows(1).now) == (100, 0)
    assert event_messages.visible_points(hunt.game, hunt.knows(2).now) == (0, 0)
