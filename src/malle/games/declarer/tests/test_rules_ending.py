"""Rules 13, 17 and 18: debts, rounds, the end and the winner."""

from __future__ import annotations

import pytest

from malle.games.declarer.state import RoundBegan, RoundEnded
from malle.games.declarer.tests.notation import Customs

RICH_HAND = "draw crown; draw necklace ×3; declare nothing; search"
"""A hand that costs 2,800 F: more than anybody had among four in version 1 of the rules."""


def to_the_end(play: Customs) -> Customs:
    """Plays on, honestly and trustfully, to the end of the game."""
    play.play_until(lambda: play.result is not None)
    return play


def test_rule_13_who_cannot_pay_goes_into_debt() -> None:
    """Rule 13: a player who cannot pay borrows: the purse goes below zero, and the officer is paid in full."""
    play = Customs(f"officer 1; {RICH_HAND}", version=1)
    assert play.purses == (5300, -300, 2500, 2500)


def test_rule_13_a_debtor_plays_on() -> None:
    """Rule 13: nobody is put out: the debtor's turn comes again, and what they earn goes against the debt."""
    play = Customs(f"officer 1; {RICH_HAND}", version=1)
    play.play("draw luggage ×4; 3: declare nothing; search")
    play.play("draw luggage ×4; 4: declare nothing; search")
    play.play("draw luggage ×4; 2: declare nothing; search")
    assert play.purses[1] == -100


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_rule_17_each_is_officer_once(seats: int) -> None:
    """Rule 17: the game is over when everybody has been officer once."""
    play = to_the_end(Customs("officer 2", seats=seats))
    assert sorted(play.officers) == list(range(1, seats + 1))
    assert play.phase == "over"
    assert play.awaited_seats == ()


def test_rule_17_a_round_ends_and_the_next_begins() -> None:
    """Rule 17: the pack is used up, the next player is officer, and four cards are taken from the full pack."""
    play = Customs("officer 4")
    play.play_until(lambda: play.officers == [4, 1])
    assert play.heard_events(None)[-2:] == [RoundEnded(1), RoundBegan(2, 0)]
    assert play.left == 56
    assert sum(play.chance_weights.values()) == 56
    play.play("draw crown; draw luggage ×3")
    assert (play.awaited_seats, play.suitcase) == ((2,), "")


def test_rule_18_the_richest_wins() -> None:
    """Rule 18: whoever has the most money at the end has won; the others follow by their purses."""
    play = to_the_end(Customs("officer 1; draw watch; draw luggage ×3; declare nothing; search", short=True, rounds=1))
    assert play.result is not None
    assert play.result.scores == play.purses == (12800, 12200, 12500, 12500)
    assert play.result.places == (1, 4, 2, 2)
    assert play.result.why == "last-officer"


def test_rule_18_debts_count_against_their_owner() -> None:
    """Rule 18: who ends below zero stands behind everybody who does not."""
    play = to_the_end(Customs(f"officer 1; {RICH_HAND}", version=1, short=True, rounds=1))
    assert play.result is not None
    assert play.result.scores == (5300, -300, 2500, 2500)
    assert play.result.places == (1, 4, 2, 2)
