"""Rule 11: how a hand is passed on, accepted or doubted. And rules 14 to 16: the diplomatic bag and the crown."""

from __future__ import annotations

import pytest

from malle.core import Illegal, encode
from malle.games.declarer.state import Accepted, Doubted, HandSeen, Thrown
from malle.games.declarer.tests.notation import Customs

PASSED = "officer 1; draw wine; draw luggage ×3; declare 1 wine; believe"
"""An honest hand that the officer let through; seat 3 decides."""

SMUGGLED = "officer 1; draw watch; draw wine; draw luggage ×2; declare 1 wine; believe"
"""A watch past the officer; seat 3 decides."""


def test_rule_11_the_next_traveller_decides_before_looking() -> None:
    """Rule 11: accept or doubt, on four backs: not a byte differs whatever the cards are."""
    said = "declare 1 wine; believe"
    hands = ("draw wine; draw luggage ×3", "draw crown; draw necklace ×3", "draw bag; draw wine ×3")
    tables = [Customs(f"officer 1; {cards}; {said}") for cards in hands]
    assert {encode(table.view(3)) for table in tables} == {encode(tables[0].view(3))}
    assert all(table.legal_notations == ["accept", "doubt"] for table in tables)


def test_rule_11_a_the_accepted_hand_is_looked_at_by_one() -> None:
    """Rule 11 A: who accepts takes the cards and looks at them; the others hear only that they accepted."""
    play = Customs(f"{PASSED}; accept")
    assert play.heard_events(3) == [Accepted(2, 1), HandSeen(2, (0, 0, 0, 2))]
    assert (
        play.heard_events(1)
        == play.heard_events(2)
        == play.heard_events(4)
        == play.heard_events(None)
        == [Accepted(2, 1)]
    )
    assert (play.awaited_seats, play.phase, play.hand(3)) == ((3,), "throw", "3 luggage 1 wine")


def test_rule_11_a_one_card_is_thrown_and_one_drawn() -> None:
    """Rule 11 A: one card of the hand is thrown away, whichever they like, and one new card is drawn: four again."""
    play = Customs(f"{PASSED}; accept")
    assert play.legal_notations == ["throw luggage", "throw wine"]
    assert isinstance(play.refusal("throw crown"), Illegal)
    play.play("throw wine; draw crown")
    assert (play.awaited_seats, play.phase, play.hand(3)) == ((3,), "declare", "3 luggage 1 crown")
    assert play.left == 51


def test_rule_11_a_the_card_is_thrown_face_up_for_good() -> None:
    """Rule 11 A: the card thrown away lies face up in the suitcase and does not come back into the game."""
    play = Customs(f"{PASSED}; accept; throw wine")
    assert play.heard_events(None) == [Thrown(2, 2)]
    assert play.chance_weights["draw wine"] == 3
    play.play("draw luggage")
    assert play.suitcase == "1 wine"


def test_rule_11_a_accepting_costs_nothing() -> None:
    """Rule 11 A: a hand is taken over as it was declared, even a false one, and no money moves."""
    play = Customs(f"{SMUGGLED}; accept")
    assert play.payments == []
    assert play.gains == (25, -25, 0, 0)


def test_rule_11_a_each_makes_a_declaration_of_his_own() -> None:
    """Rule 11 A: the hand is declared anew, and the duty on it is due anew, whoever paid it before."""
    play = Customs(f"{PASSED}; accept; throw luggage; draw luggage; declare 1 wine; believe")
    assert play.gains == (50, -25, -25, 0)
    assert play.awaited_seats == (4,)


def test_rule_11_b_the_informer_is_right() -> None:
    """Rule 11 B: the declaration was false: the liar pays the officer the fines, the officer the informer 1,000 F."""
    play = Customs(f"{SMUGGLED}; doubt")
    assert Doubted(2, 1, (0, 0, 2, 6), False, (2,)) in play.heard_events(None)
    assert play.payments == ["2 pays 1 350 fine", "1 pays 3 1000 reward"]


def test_rule_11_b_duty_already_paid_is_not_given_back() -> None:
    """Rule 11 B: the liar had paid 25 F of duty on the wine, and is fined for it all the same."""
    play = Customs(f"{SMUGGLED}; doubt")
    assert play.gains == (25 + 350 - 1000, -25 - 350, 1000, 0)


def test_rule_11_b_the_informer_is_wrong() -> None:
    """Rule 11 B: the declaration was true: the informer, and not the officer, pays the traveller 200 F."""
    play = Customs(f"{PASSED}; doubt")
    assert play.payments == ["3 pays 2 200 compensation"]
    assert play.gains == (25, -25 + 200, -200, 0)


@pytest.mark.parametrize("notes", [PASSED, SMUGGLED])
def test_rule_11_b_the_informer_takes_four_new_cards(notes: str) -> None:
    """Rule 11 B: right or wrong, the hand is laid aside and the informer takes four new cards for their own turn."""
    play = Customs(f"{notes}; doubt; draw cognac ×4")
    assert (play.awaited_seats, play.phase, play.hand(3)) == ((3,), "declare", "4 cognac")
    assert play.left == 48
    assert sum(play.now.laid) == 4


def test_rule_14_the_bag_claimed_and_believed() -> None:
    """Rule 14: immunity: nothing else is declared, no duty is due, and the hand passes on unseen."""
    play = Customs("officer 1; draw bag; draw crown; draw necklace ×2; claim bag; believe")
    assert play.gains == (0, 0, 0, 0)
    assert (play.awaited_seats, play.phase, play.suitcase) == ((3,), "neighbour", "")


def test_rule_14_the_bag_claimed_held_and_searched() -> None:
    """Rule 14: the bag is there: nothing is due on the cards with it, and the officer pays 200 F."""
    play = Customs("officer 1; draw bag; draw crown; draw necklace ×2; claim bag; search")
    assert play.payments == ["1 pays 2 200 compensation"]
    assert play.gains == (-200, 200, 0, 0)


def test_rule_14_the_four_cards_are_laid_aside() -> None:
    """Rule 14: after the search all four cards are laid aside, and the next traveller takes four new ones."""
    play = Customs("officer 1; draw bag; draw luggage ×3; claim bag; search; draw wine ×4")
    assert play.suitcase == "3 luggage 1 bag"
    assert (play.awaited_seats, play.hand(3)) == ((3,), "4 wine")


def test_rule_14_the_bag_claimed_without_it_and_searched() -> None:
    """Rule 14: no bag: 200 F and the fines on all articles in hand."""
    play = Customs("officer 1; draw wine; draw watch; draw luggage ×2; claim bag; search")
    assert play.payments == ["2 pays 1 550 fine"]
    assert play.gains == (550, -550, 0, 0)


def test_rule_14_the_bag_claimed_on_luggage_alone() -> None:
    """Rule 14: no bag and nothing dutiable either: the 200 F are due all the same."""
    play = Customs("officer 1; draw luggage ×4; claim bag; search")
    assert play.payments == ["2 pays 1 200 fine"]


def test_rule_14_the_next_traveller_may_doubt_the_bag() -> None:
    """Rule 14: no bag: 200 F and the fines to the officer, and the officer's 1,000 F to the informer."""
    play = Customs("officer 1; draw wine; draw luggage ×3; claim bag; believe; doubt")
    assert play.payments == ["2 pays 1 250 fine", "1 pays 3 1000 reward"]


def test_rule_15_a_bag_received_must_be_thrown_away() -> None:
    """Rule 15: who accepts a hand with the bag in it must throw away the bag, and nothing else."""
    play = Customs("officer 1; draw bag; draw crown; draw luggage ×2; claim bag; believe; accept")
    assert play.legal_notations == ["throw bag"]
    assert isinstance(play.refusal("throw luggage"), Illegal)
    play.play("throw bag; draw luggage")
    assert (play.suitcase, play.hand(3)) == ("1 bag", "3 luggage 1 crown")


def test_rule_15_a_bag_that_nobody_claimed_must_go_too() -> None:
    """Rule 15: it makes no difference whether the bag had been claimed."""
    play = Customs("officer 1; draw bag; draw wine; draw luggage ×2; declare 1 wine; believe; accept")
    assert play.legal_notations == ["throw bag"]


def test_rule_15_a_bag_just_drawn_may_be_claimed() -> None:
    """Rule 15 speaks of a bag received: one drawn after the throw is the traveller's own, to keep and claim."""
    play = Customs(f"{PASSED}; accept; throw luggage; draw bag; claim bag; search")
    assert play.payments == ["1 pays 3 200 compensation"]


def test_rule_15_the_bag_cannot_be_used_again() -> None:
    """Rule 15: once thrown away the bag is gone for this round; a later claim can only be a lie."""
    play = Customs("officer 1; draw bag; draw luggage ×3; claim bag; believe; accept; throw bag")
    assert "draw bag" not in play.chance_weights
    play.play("draw luggage; claim bag; search")
    assert play.payments == ["3 pays 1 200 fine"]


def test_rule_16_the_crown_is_declared_like_any_article() -> None:
    """Rule 16: there is one crown; its duty is 500 F."""
    play = Customs("officer 1")
    assert play.chance_weights["draw crown"] == 1
    play.play("draw crown; draw luggage ×3; declare 1 crown; believe")
    assert play.gains == (500, -500, 0, 0)


def test_rule_16_the_crown_smuggled() -> None:
    """Rule 16: its fine is 1,000 F."""
    play = Customs("officer 1; draw crown; draw luggage ×3; declare nothing; search")
    assert play.gains == (1000, -1000, 0, 0)
