"""The numbered rules 1 to 10 and 12 of the booklet, each as notes of a game. Rule 11 and 13 to 18 stand next door."""

from __future__ import annotations

import pytest

from malle.core import Illegal, NotYourTurn, encode
from malle.games.declarer.state import CardSeen, CardTaken, Declared, Searched
from malle.games.declarer.tests.notation import Customs


@pytest.mark.parametrize(("seats", "share"), [(3, 16650), (4, 12500), (5, 10000), (6, 8300)])
def test_rule_01_everybody_receives_the_same_sum(seats: int, share: int) -> None:
    """Rule 1: officer and travellers receive the same sum; of 50,000 F each share is rounded down to 50 F."""
    play = Customs("officer 1", seats=seats)
    assert play.purses == (share,) * seats


@pytest.mark.parametrize("seats", [3, 6])
def test_rule_01_what_is_left_is_set_aside(seats: int) -> None:
    """Rule 1: the money that cannot be shared out stays out of the game to its end."""
    play = Customs("officer 1", seats=seats)
    shared_out = sum(play.purses)
    play.play_until(lambda: play.result is not None)
    assert sum(play.purses) == shared_out < 50_000
    assert 50_000 - shared_out < seats * 50


def test_rule_02_the_officer_never_has_cards() -> None:
    """Rule 2: everybody but the officer holds cards in turn; the officer only answers."""
    play = Customs("officer 1")
    holders = set()
    while play.officers == [1]:
        if play.awaited_seats:
            assert play.hand(1) == ""
            assert play.awaited_seats != (1,) or play.phase == "officer"
            holders |= {seat for seat in (1, 2, 3, 4) if play.hand(seat)}
        play.play_default_entry()
    assert holders == {2, 3, 4}


@pytest.mark.parametrize(("officer", "begins"), [(1, 2), (2, 3), (3, 4), (4, 1)])
def test_rule_03_the_player_on_the_officers_left_begins(officer: int, begins: int) -> None:
    """Rule 3: the player on the officer's left begins, with the first four cards of the pack."""
    play = Customs(f"officer {officer}; draw luggage ×4")
    assert (play.awaited_seats, play.phase) == ((begins,), "declare")
    assert play.hand(begins) == "4 luggage"
    assert play.left == 52


def test_rule_03_the_cards_are_shown_to_nobody() -> None:
    """Rule 3: the one who takes the cards sees them; the others only see that cards are taken."""
    play = Customs("officer 1; draw wine; draw crown; draw luggage ×2")
    assert play.hand(2) == "2 luggage 1 wine 1 crown"
    assert [play.hand(seat) for seat in (1, 3, 4)] == ["", "", ""]
    assert play.heard_events(2) == [CardTaken(1), CardSeen(1, 0)]
    assert (
        play.heard_events(1)
        == play.heard_events(3)
        == play.heard_events(4)
        == play.heard_events(None)
        == [CardTaken(1)]
    )


def test_rule_04_the_declaration_may_be_true_or_not() -> None:
    """Rule 4: all of it, some of it, nothing, or something else: any of these may be declared."""
    play = Customs("officer 1; draw wine; draw watch; draw luggage ×2")
    for said in ("1 wine 1 watch", "1 wine", "1 watch", "nothing", "1 cigars", "2 necklace 1 crown"):
        assert play.refusal(f"declare {said}") is None
    assert play.refusal("claim bag") is None


def test_rule_04_the_number_of_each_article_is_said_to_all() -> None:
    """Rule 4: a declaration names how many there are of each article; everybody hears it, and counts the cards."""
    play = Customs("officer 1; draw luggage ×4; declare 2 wine 1 watch")
    for seat in (None, 1, 2, 3, 4):
        assert play.heard_events(seat) == [Declared(1, (2, 2, 6))]
    assert play.words(play.now.claim or ()) == "2 wine 1 watch"
    assert play.now.cards == 4


def test_rule_05_the_officer_answers_every_declaration() -> None:
    """Rule 5: the officer, and nobody else, decides whether to believe it."""
    play = Customs("officer 1; draw luggage ×4; declare nothing")
    assert (play.awaited_seats, play.phase) == ((1,), "officer")
    assert play.legal_notations == ["believe", "search"]
    assert isinstance(play.refusal("3: believe"), NotYourTurn)


def test_rule_05_who_is_believed_pays_the_duty_declared() -> None:
    """Rule 5: believed, the traveller pays the officer the duty on what was declared, wine 25 and watch 150."""
    play = Customs("officer 1; draw wine; draw watch; draw luggage ×2; declare 1 wine 1 watch; believe")
    assert play.payments == ["2 pays 1 175 duty"]
    assert play.gains == (175, -175, 0, 0)


def test_rule_05_a_lie_that_is_believed_is_cheap() -> None:
    """Rule 5: what was not declared costs nothing, as long as it is believed."""
    play = Customs("officer 1; draw crown; draw necklace ×2; draw wine; declare 1 wine; believe")
    assert play.gains == (25, -25, 0, 0)


def test_rule_05_the_hand_goes_on_unseen() -> None:
    """Rule 5: believed, the cards go to the neighbour and nobody sees them."""
    play = Customs("officer 1; draw crown; draw luggage ×3; declare nothing; believe")
    assert (play.awaited_seats, play.phase) == ((3,), "neighbour")
    assert [play.hand(seat) for seat in (1, 2, 3, 4)] == ["", "", "", ""]
    assert play.suitcase == ""


def test_rule_06_a_search_shows_the_cards_to_all() -> None:
    """Rule 6: not believed, the traveller turns all cards over before everybody, the spectator included."""
    play = Customs("officer 1; draw crown; draw luggage ×3; declare nothing; search")
    shown = Searched(0, 1, (0, 0, 0, 9), False, ())
    for seat in (None, 1, 2, 3, 4):
        assert shown in play.heard_events(seat)


def test_rule_06_the_officer_searches_four_backs() -> None:
    """Rule 6: whatever the four cards are, the officer has the same table before them and in memory."""
    seen = {
        encode(Customs(f"officer 1; {cards}; declare 1 wine").view(1))
        for cards in ("draw wine; draw luggage ×3", "draw crown; draw necklace ×3", "draw bag; draw wine ×3")
    }
    assert len(seen) == 1


def test_rule_07_a_liar_is_fined_for_everything() -> None:
    """Rule 7, the booklet's example: wine and cigars declared, a watch found too: 50 + 100 + 300 F."""
    play = Customs("officer 1; draw wine; draw cigars; draw watch; draw luggage; declare 1 wine 1 cigars; search")
    assert play.payments == ["2 pays 1 450 fine"]
    assert play.gains == (450, -450, 0, 0)


def test_rule_07_a_liar_pays_no_duty_on_top() -> None:
    """Rule 7: a liar who is searched pays fines, and no duty besides; luggage costs nothing."""
    play = Customs("officer 1; draw crown; draw luggage ×3; declare 1 wine; search")
    assert play.payments == ["2 pays 1 1000 fine"]


def test_rule_07_one_card_of_two_declared_is_a_lie() -> None:
    """Rule 7: the number counts: one wine declared of two held, and both are fined."""
    play = Customs("officer 1; draw wine ×2; draw luggage ×2; declare 1 wine; search")
    assert play.payments == ["2 pays 1 100 fine"]


def test_rule_08_declaring_what_is_not_held_costs_the_duty() -> None:
    """Rule 8: one may declare articles one does not hold; believed, their duty is paid."""
    play = Customs("officer 1; draw luggage ×4; declare 1 necklace 1 crown; believe")
    assert play.gains == (800, -800, 0, 0)


def test_rule_08_an_article_too_many_is_a_lie() -> None:
    """Rule 8: searched, every dutiable card in hand is fined though all were declared, and one more."""
    play = Customs("officer 1; draw wine; draw watch; draw luggage ×2; declare 1 wine 1 watch 1 crown; search")
    assert play.payments == ["2 pays 1 350 fine"]


def test_rule_08_equal_value_is_no_excuse() -> None:
    """Rule 8: two cigars declared for one perfume: the duty would be the same, and it is a lie."""
    play = Customs("officer 1; draw perfume; draw luggage ×3; declare 2 cigars; search")
    assert play.payments == ["2 pays 1 200 fine"]


def test_rule_09_the_truth_when_searched() -> None:
    """Rule 9: the traveller told the truth: they pay the duty, and the officer pays them 200 F."""
    play = Customs("officer 1; draw watch ×2; draw luggage ×2; declare 2 watch; search")
    assert play.payments == ["2 pays 1 300 duty", "1 pays 2 200 compensation"]
    assert play.gains == (100, -100, 0, 0)


def test_rule_09_nothing_to_declare_and_searched() -> None:
    """Rule 9: nothing but luggage, and so declared: no duty, and 200 F for the suspicion."""
    play = Customs("officer 1; draw luggage ×4; declare nothing; search")
    assert play.payments == ["1 pays 2 200 compensation"]
    assert play.gains == (-200, 200, 0, 0)


@pytest.mark.parametrize("said", ["nothing", "1 watch"])
def test_rule_10_a_hand_that_was_searched_is_laid_aside(said: str) -> None:
    """Rule 10: true or not, the cards lie face up in the open suitcase, and the next takes four new ones."""
    play = Customs(f"officer 1; draw watch; draw luggage ×3; declare {said}; search; draw wine ×4")
    assert play.suitcase == "3 luggage 1 watch"
    assert (play.awaited_seats, play.phase, play.hand(3)) == ((3,), "declare", "4 wine")
    assert play.left == 48


def test_rule_10_cards_laid_aside_do_not_come_back() -> None:
    """Rule 10: the crown was shown; nobody can draw it again in this round."""
    play = Customs("officer 1; draw crown; draw luggage ×3; declare nothing; search")
    assert "draw crown" not in play.chance_weights
    assert play.chance_weights["draw luggage"] == 23


def test_rule_12_hands_travel_round_the_table() -> None:
    """Rule 12: the hand goes from traveller to traveller, past the officer; duty and fines go to the officer."""
    play = Customs("""
        officer 3
        draw wine; draw luggage ×3; 4: declare 1 wine; 3: believe
        1: accept; throw luggage; draw watch; 1: declare 1 wine 1 watch; 3: believe
        2: accept; throw luggage; draw luggage; 2: declare nothing; 3: believe    # a lie, past the officer
        4: accept; throw watch; draw luggage; 4: declare 1 wine; 3: search
        draw cigars ×4
        """)
    assert play.gains == (-175, 0, 0 + 25 + 175 + 25 - 200, -25 - 25 + 200)
    assert play.suitcase == "5 luggage 1 wine 1 watch"


def test_rule_12_only_the_one_awaited_may_act() -> None:
    """Rule 12: everybody acts in turn, and only on what is being decided."""
    play = Customs("officer 1; draw luggage ×4")
    assert isinstance(play.refusal("3: declare nothing"), NotYourTurn)
    for note in ("2: believe", "2: accept", "2: throw luggage"):
        assert isinstance(play.refusal(note), Illegal)
