"""Notation as people type it, and what is said to what cannot be read."""

from __future__ import annotations

import pytest

from malle.core import Illegal, Malformed, NotYourTurn, Seat
from malle.games.declarer.tests.notation import Customs


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("declare 2 wine 1 watch", "declare 2 wine 1 watch"),
        ("declare 1 watch 2 wine", "declare 2 wine 1 watch"),
        ("declare watch wine wine", "declare 2 wine 1 watch"),
        ("Declare  1 Watch, 2 wine", "declare 2 wine 1 watch"),
        ("declare nothing", "declare nothing"),
        ("DECLARE NOTHING", "declare nothing"),
        ("Claim bag", "claim bag"),
    ],
)
def test_articles_may_be_typed_in_any_order(typed: str, written: str) -> None:
    """Whoever types `declare watch wine wine` means two wines and a watch."""
    play = Customs("officer 1; draw luggage ×4")
    assert play.game.write(play.game.read(typed, play.state, Seat(1))) == written


@pytest.mark.parametrize(
    "typed",
    ["", "declare", "declare 2", "declare wine 2", "declare 2 3 wine", "declare 0 wine", "declare 2 luggage",
     "declare 1 bag", "declare wine nothing", "declare two wine", "smuggle", "claim", "declare -1 wine"],
)  # fmt: skip
def test_half_a_declaration_is_not_guessed_at(typed: str) -> None:
    """A declaration costs money: what is not clear is refused, never taken for `nothing`."""
    play = Customs("officer 1; draw luggage ×4")
    with pytest.raises(Malformed):
        play.game.read(typed, play.state, Seat(1))


def test_what_is_readable_may_still_be_against_the_rules() -> None:
    """Readable, and not allowed now; readable, and another's turn: two different answers."""
    play = Customs("officer 1; draw luggage ×4")
    for typed in ("declare 5 wine", "believe", "throw luggage"):
        with pytest.raises(Illegal, match="not possible now"):
            play.game.read(typed, play.state, Seat(1))
    with pytest.raises(NotYourTurn):
        play.game.read("believe", play.state, Seat(0))


def test_every_action_is_read_as_it_is_written() -> None:
    """Writing and reading are the same road there and back, for all that can be said of four cards."""
    play = Customs("officer 1; draw luggage ×4")
    for action in play.game.legal(play.state, Seat(1)):
        assert play.game.read(play.game.write(action), play.state, Seat(1)) == action
    assert len(set(play.legal_notations)) == len(play.legal_notations)


def test_all_that_can_be_said_of_four_cards() -> None:
    """0 to 4 articles of 7 kinds with four cards each, with or without the one crown; or the bag: 451 declarations.

    Without the crown C(n+6, 6) ways for n articles, n = 0 … 4: 1 + 7 + 28 + 84 + 210 = 330; with it three more at the
    most: 120; and the claim.
    """
    assert len(Customs("officer 1; draw luggage ×4").legal_notations) == 330 + 120 + 1
