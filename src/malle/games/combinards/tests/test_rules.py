"""The rules of a turn: moving, buying and doubting, selling, petrol and its promise, the end."""

from __future__ import annotations

import pytest

from malle.games.combinards.events import Bought, Doubted, Moved, Sold
from malle.games.combinards.tests.notation import Deals

# -- the start


def test_rule_start() -> None:
    """100 each, six cards each, all pawns at the start, nothing in the pot, nobody with a record."""
    play = Deals()
    play.state = play.rules.new()
    play.play("first 2")
    play.play_until(lambda: play.phase == "" and play.state.phase == "roll")
    assert play.state.cash == (100, 100, 100)
    assert [len(hand) for hand in play.state.hands] == [6, 6, 6]
    assert len(play.state.bag) == 62 - 18
    assert (play.state.pot, play.state.years, play.state.at) == (0, (0, 0, 0), (0, 0, 0))
    assert play.seat == 2


def test_rule_who_begins_is_drawn_with_equal_odds() -> None:
    """The lot is fair, and so is the pack."""
    play = Deals()
    play.state = play.rules.new()
    assert play.chance_weights == {"first 1": 1, "first 2": 1, "first 3": 1}
    play.play("first 1")
    assert set(play.chance_weights.values()) == {1}
    assert len(play.chance_weights) == 62


# -- moving


def test_rule_dice() -> None:
    """Two dice are 21 pairs: a double has one way to fall, any other pair two."""
    chances = Deals().chance_weights
    assert len(chances) == 21
    assert sum(chances.values()) == 36
    assert chances["dice 3 3"] == 1
    assert chances["dice 3 4"] == 2


def test_rule_move_along_the_arrows() -> None:
    """As many squares as the dice show; round the inner ring after its last square."""
    play = Deals("dice 2 3", at={1: "I25"}, hands={1: "soaps"})
    assert play.square(1) == "I2"
    moved = next(event for event in play.heard_events() if isinstance(event, Moved))
    assert [play.rules.tables.board.square_names[square] for square in moved.path] == ["I26", "I27", "I0", "I1", "I2"]


def test_rule_doubles_mean_nothing() -> None:
    """After a double it is the next player's turn all the same."""
    assert Deals("dice 2 2; pass").seat == 2


def test_rule_squares_are_shared() -> None:
    """Several pawns may stand on one square."""
    play = Deals("dice 2 2; pass; dice 2 2; pass")
    assert play.square(1) == play.square(2) == "I4"


@pytest.mark.parametrize(("start", "dice", "choices"), [
    ("I4", "1 2", ["go I7", "go A0"]),  # passes I6, which is a fork
    ("I6", "1 1", ["go I8", "go A0"]),  # begins on it
    ("I20", "6 6", ["go I4", "go B0"]),
    ("A14", "3 3", ["go I21", "go B0"]),  # out by customs, on to the next fork
    ("B15", "3 4", ["go I9", "go A0"]),
])  # fmt: skip
def test_rule_fork(start: str, dice: str, choices: list[str]) -> None:
    """At a fork the player chooses, knowing the roll. Whoever enters an outer circuit stops on its stop."""
    play = Deals(f"dice {dice}", at={1: start})
    assert play.legal_notations == choices


def test_rule_no_choice_where_the_move_ends_on_the_fork() -> None:
    """A move that ends on the fork square has not reached the choice yet."""
    play = Deals("dice 1 1", at={1: "I4"})
    assert (play.square(1), play.seat) == ("I6", 2)


def test_rule_outer_circuit_leads_back_by_its_customs() -> None:
    """After customs A comes I17, after customs B I3."""
    assert Deals("dice 1 2; pass", at={1: "A14"}).square(1) == "I18"
    assert Deals("dice 1 1; pass", at={1: "B15"}).square(1) == "I4"


# -- buying


def test_rule_purchase_is_decided_before_the_card_is_seen() -> None:
    """Buying comes first, then the card, then the price. Once the card is seen there is no way back."""
    play = Deals("dice 1 3; buy; draw pianos")
    assert "pass" not in play.legal_notations
    assert play.legal_notations[0] == "announce 1"
    assert play.legal_notations[-1] == "announce 100"  # whole numbers up to one's cash


def test_rule_only_the_buyer_sees_the_card() -> None:
    """The others hear that a card was taken, and the price."""
    play = Deals("dice 1 3; buy; draw pianos")
    assert [play.view(seat).now.card for seat in (1, 2, 3, None)] == [play.player_names.index("pianos"), -1, -1, -1]
    assert play.heard_events(1) != []
    assert play.heard_events(2) == play.heard_events(3) == play.heard_events(None) == []


def test_rule_doubt_of_a_price_too_low() -> None:
    """Announced less than printed: the buyer pays the printed price, and the doubter takes the card for nothing."""
    play = Deals("dice 1 3; buy; draw pianos; announce 10; 2: trust; 3: doubt")
    assert play.changes == {"cash 1": -20, "bank": 20, "hand 3": "+pianos", "pack": -1}
    assert play.seat == 2


@pytest.mark.parametrize("price", [20, 21, 100])
def test_rule_doubt_of_a_price_high_enough(price: int) -> None:
    """Announced as much or more: the doubter pays the printed price to the bank and 10 to the buyer, who keeps the card
    for nothing."""
    play = Deals(f"dice 1 3; buy; draw pianos; announce {price}; 2: doubt; 3: trust")
    assert play.changes == {"cash 1": 10, "cash 2": -30, "bank": 20, "hand 1": "+pianos", "pack": -1}


def test_rule_a_doubted_card_is_shown_to_all() -> None:
    """All see it; a card that nobody doubted stays its owner's secret."""
    play = Deals("dice 1 3; buy; draw pianos; announce 10; 2: trust; 3: doubt")
    shown = next(event for event in play.heard_events(None) if isinstance(event, Doubted))
    assert (play.player_names[shown.card], shown.true) == ("pianos", False)
    assert play.hidden(3) == ""
    quiet = Deals("dice 1 3; buy; draw pianos; announce 10; 2: trust; 3: trust")
    assert any(isinstance(event, Bought) for event in quiet.heard_events(None))
    assert quiet.hidden(1) == "pianos"


def test_rule_one_card_at_a_time() -> None:
    """After a purchase the turn is over."""
    assert Deals("dice 1 3; buy; draw pianos; announce 20; 2: trust; 3: trust").seat == 2


# -- selling


def test_rule_one_sale_a_turn() -> None:
    """One card may be sold, it is shown, and a purchase may follow on the inner ring only."""
    play = Deals("dice 1 1; sell corks", hands={1: "corks postcards"})
    assert any(isinstance(event, Sold) for event in play.heard_events(None))
    assert play.legal_notations == ["buy", "pass"]


def test_rule_petrol_sells_at_refineries_only() -> None:
    """Nowhere else, and nothing else there."""
    play = Deals()
    for square, sales in enumerate(play.rules.tables.sales_by_square):
        petrol = play.rules.tables.board.square_kinds[square] == "refinery"
        assert all((play.rules.numbers.cards[card].kind == "petrol") == petrol for card in sales)


# -- petrol and its promise


def on_the_way(text: str, **position: object) -> Deals:
    """Seat 1 has declared petrol-1 at stop A and keeps petrol-4 for itself; the notes go on with seat 1's turns."""
    declared = "dice 4 4; go A0; declare petrol-1; pass"
    play = Deals(declared, hands={1: "petrol-1 petrol-4 soaps"}, seats=2, **position)  # type: ignore[arg-type]
    play.before = play.state
    play.play(text)
    return play


WAIT = "dice 1 3; pass"
AGAIN = "dice 1 3; go I8; pass"
"""Seat 2 lands on a purchase and leaves it, twice."""


def test_rule_open_promise_denounced() -> None:
    """Declared petrol not sold, and somebody remembers: the fine on every petrol card in hand, declared or not, and all
    of it goes under the pack."""
    play = on_the_way(f"{WAIT}; dice 4 4; pass; {AGAIN}")
    assert play.square(1) == "A8"
    play.before = play.state
    play.play("dice 1 6; 2: denounce 1")
    assert play.square(1) == "A15"
    assert play.changes == {
        "cash 1": -(30 + 50), "bank": 80, "hand 1": "-petrol-1 -petrol-4", "under": "+petrol-1 +petrol-4",
    }  # fmt: skip
    assert play.seat == 2


def test_rule_open_promise_not_denounced() -> None:
    """Nobody remembers: nothing happens, and there is no roll."""
    play = on_the_way(f"{WAIT}; dice 4 4; pass; {AGAIN}; dice 1 6; 2: pass")
    assert (play.seat, play.square(1), play.hand(1)) == (2, "A15", "soaps petrol-1 petrol-4")


def test_rule_promise_kept() -> None:
    """All declared petrol sold: nothing happens at customs, and there is no roll."""
    play = on_the_way(f"{WAIT}; dice 3 3; sell petrol-1; pass; {AGAIN}; dice 4 5; 2: pass")
    assert (play.square(1), play.state.promises[0], play.seat) == ("A15", (), 2)


def test_rule_promise_kept_and_denounced() -> None:
    """All declared petrol sold: a denunciation costs 10 to the accused, though other petrol is left in hand."""
    play = on_the_way(f"{WAIT}; dice 3 3; sell petrol-1; pass; {AGAIN}")
    play.before = play.state
    play.play("dice 4 5; 2: denounce 1")
    assert play.changes == {"cash 1": 10, "cash 2": -10}
    assert play.seat == 2


def test_rule_promise_kept_in_part_is_open() -> None:
    """One of two declared cards sold: the promise is not kept."""
    play = Deals("dice 4 4; go A0; declare petrol-1; declare petrol-2; pass", hands={1: "petrol-1 petrol-2"}, seats=2)
    play.play(f"{WAIT}; dice 3 3; sell petrol-1; pass; {AGAIN}; dice 4 5; 2: denounce 1")
    assert play.hand(1) == ""


def test_rule_promise_ends_with_the_circuit() -> None:
    """Passing customs without stopping there ends the promise; it can be made anew at the next stop."""
    play = on_the_way(f"{WAIT}; dice 4 4; pass; {AGAIN}; dice 5 6")
    assert play.square(1) == "I20"
    assert play.state.promises[0] is None


def test_rule_bonus_only_when_stopped_on_stop() -> None:
    """Whoever comes by air has not stopped there, and declares nothing."""
    play = Deals("dice 1 1; fly A7", hands={1: "petrol-1"}, at={1: "I8"})
    assert (play.seat, play.state.promises[0]) == (2, None)


# -- the end


def test_rule_goal() -> None:
    """600 in cash and a clean record at the end of a turn win."""
    play = Deals("dice 1 1; sell corks; pass", hands={1: "corks"}, cash={1: 595})
    assert play.result is not None
    assert (play.result.why, play.result.places, play.result.scores) == ("goal", (1, 2, 2), (1, 0, 0))


def test_rule_goal_needs_a_clean_record() -> None:
    """With a year on the record, riches do not win."""
    play = Deals("dice 1 1; sell corks; pass", hands={1: "corks"}, cash={1: 900}, years={1: 1})
    assert (play.result, play.seat) == (None, 2)


def test_rule_goal_in_another_players_turn() -> None:
    """The goal counts at the end of any turn: 10 for a wrong doubt may be enough."""
    play = Deals("dice 1 1; 2: denounce 1; 3: pass; dice 1 1", at={1: "A13"}, cash={1: 590})
    assert play.result is not None
    assert play.result.places == (1, 2, 2)


def test_rule_goal_is_looked_at_when_the_turn_ends() -> None:
    """600 in the middle of a turn is not enough, if a purchase takes it away again."""
    play = Deals(
        "dice 1 1; sell corks; buy; draw pianos; announce 20; 2: trust; 3: trust", hands={1: "corks"}, cash={1: 595}
    )
    assert (play.result, play.seat) == (None, 2)


def test_rule_more_than_twenty_years() -> None:
    """20 years are bearable, 21 are not."""
    position = {"hands": {1: "ivory soaps"}, "at": {1: "A0"}}
    assert Deals("dice 1 1; check ivory", years={1: 13}, **position).state.alive == (0, 1, 2)  # type: ignore[arg-type]
    play = Deals("dice 1 1; check ivory", years={1: 14}, **position)  # type: ignore[arg-type]
    assert play.state.alive == (1, 2)
    assert play.seat == 2


def test_rule_unable_to_pay() -> None:
    """Whoever cannot pay gives what they have, and is out."""
    play = Deals("dice 1 1", at={1: "I14"}, cash={1: 7}, hands={1: "soaps"})
    assert play.changes == {"cash 1": -7, "pot": 7, "hand 1": "-soaps", "gone": "+soaps"}
    assert play.state.alive == (1, 2)


def test_rule_paying_the_last_franc() -> None:
    """Whoever can just pay stays."""
    play = Deals("dice 1 1", at={1: "I14"}, cash={1: 10})
    assert play.state.alive == (0, 1, 2)


def test_rule_last_one_left() -> None:
    """When all others are out, the last one has won, whatever their record."""
    play = Deals("dice 1 1", at={1: "I14"}, cash={1: 7}, seats=2, years={2: 3})
    assert play.result is not None
    assert (play.result.why, play.result.places) == ("last-one", (2, 1))
