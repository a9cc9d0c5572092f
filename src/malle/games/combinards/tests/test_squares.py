"""Every kind of square: what it does to cash, pot, bank, record and pack, in notation."""

from __future__ import annotations

import pytest

from malle.games.combinards.tests.notation import Deals

# From I0 a roll of 1 and 1 leads to I2; a pawn is put two squares before the one that the test is about.


def test_square_start() -> None:
    """Start: nothing happens, and the next player rolls."""
    play = Deals("dice 1 1", at={1: "I26"})
    assert (play.square(1), play.seat, play.changes) == ("I0", 2, {})


def test_square_road_is_the_only_one_out_of_reach() -> None:
    """Road: two dice always pass what follows a stop, so no square with a rule of its own lies there."""
    board, reached, ahead = Deals().rules.tables.board, {0}, [0]
    while ahead:
        square = ahead.pop()
        ends = {path[-1] for roll in range(2, 13) for path in board.paths_by_roll[square][roll]}
        ends |= set(board.airports) if square in board.airports else set()
        ahead += ends - reached
        reached |= ends
    assert {board.square_kinds[square] for square in range(len(board.square_kinds)) if square not in reached} == {
        "road"
    }


def test_square_purchase() -> None:
    """Purchase: one card may be bought; whoever does not, ends their turn."""
    play = Deals("dice 1 2; pass", at={1: "I1"})
    assert (play.square(1), play.seat, play.changes) == ("I4", 2, {})


def test_square_purchase_at_the_announced_price() -> None:
    """Purchase: nobody doubts, the announced price goes to the bank, and the card to the hand."""
    play = Deals("dice 1 2; buy; draw pianos; announce 5; 2: trust; 3: trust", at={1: "I1"})
    assert play.changes == {"cash 1": -5, "bank": 5, "hand 1": "+pianos", "pack": -1}
    assert play.seat == 2


@pytest.mark.parametrize(("place", "roll", "card", "amount"), [
    ("melina", "I0; dice 1 1", "corks", 7),
    ("flea-market", "I3; dice 1 1", "corks", 4),
    ("flea-market", "I3; dice 1 1", "ivory", 58),
])  # fmt: skip
def test_square_places_of_the_inner_ring(place: str, roll: str, card: str, amount: int) -> None:
    """Mémé Mélina and the flea market: one card may be sold; the bank pays, the card goes under the pack, and another
    may be bought."""
    square, _, dice = roll.partition("; ")
    play = Deals(f"{dice}; sell {card}", hands={1: f"{card} pianos"}, at={1: square})
    assert play.rules.tables.board.square_kinds[play.state.at[0]] == place
    assert play.changes == {"cash 1": amount, "bank": -amount, "hand 1": f"-{card}", "under": f"+{card}"}
    assert play.phase == "buy"
    play.play("pass")
    assert play.seat == 2


@pytest.mark.parametrize(("square", "card", "amount"), [
    ("A4", "looted-antiques", 98), ("A8", "ingots", 98), ("A9", "ivory", 98), ("A11", "fake-paintings", 98),
    ("B4", "ingots", 78), ("B8", "ivory", 87), ("B9", "looted-antiques", 87), ("B11", "ivory", 78),
])  # fmt: skip
def test_square_places_outside(square: str, card: str, amount: int) -> None:
    """Casino, marina, grand hotel, harbour, nightclub, building site, gallery, hangar: one card may be sold, and
    nothing is bought after it."""
    before = f"{square[0]}{int(square[1:]) - 2}"
    play = Deals(f"dice 1 1; sell {card}", hands={1: card}, at={1: before})
    assert play.changes == {"cash 1": amount, "bank": -amount, "hand 1": f"-{card}", "under": f"+{card}"}
    assert play.seat == 2


def test_square_place_without_a_card_for_it() -> None:
    """A place of sale asks whoever holds cards, also if none of them is sold there."""
    play = Deals("dice 1 1", hands={1: "petrol-1"})
    assert play.legal_notations == ["pass"]
    play.play("pass")
    assert (play.seat, play.changes) == (2, {})


def test_square_place_with_an_empty_hand() -> None:
    """A place of sale does not stop a player without cards; without a sale nothing is bought either."""
    assert Deals("dice 1 1").seat == 2


def test_square_refinery() -> None:
    """Refinery: any number of petrol cards may be sold."""
    play = Deals("dice 1 1; sell petrol-1; sell petrol-8", hands={1: "petrol-1 petrol-4 petrol-8 corks"}, at={1: "A4"})
    sold = ["petrol-1", "petrol-8"]
    assert play.changes == {
        "cash 1": 40 + 121, "bank": -161, "hand 1": " ".join(f"-{card}" for card in sold),
        "under": " ".join(f"+{card}" for card in sold),
    }  # fmt: skip
    assert play.legal_notations == ["sell petrol-4", "pass"]
    play.play("pass")
    assert play.seat == 2


def test_square_stop() -> None:
    """Stop: petrol may be declared for its export bonus; it stays in the hand."""
    play = Deals("dice 3 5; go A0; declare petrol-4; declare petrol-8; pass", hands={1: "petrol-4 petrol-8 soaps"})
    assert play.changes == {"cash 1": 10 + 20, "bank": -30}
    assert play.words(play.state.promises[0]) == "petrol-4 petrol-8"
    assert (play.square(1), play.seat) == ("A0", 2)


def test_square_stop_has_petrol_declared_once() -> None:
    """Stop: the same card is not declared twice on one visit."""
    play = Deals("dice 3 5; go A0; declare petrol-4", hands={1: "petrol-4 soaps"})
    assert play.legal_notations == ["pass"]
    assert play.refusal("declare petrol-4") is not None


def test_square_customs() -> None:
    """Customs: the others are asked; without a declaration the dice fall, and below 7 one pays 1 a card."""
    play = Deals("dice 1 1; 2: pass; 3: pass; dice 2 4", hands={1: "soaps ivory petrol-1"}, at={1: "A13"})
    assert play.changes == {"cash 1": -3, "bank": 3}
    assert play.seat == 2


def test_square_customs_with_a_high_roll() -> None:
    """Customs: 7 or more is a full move, and the square it reaches counts."""
    play = Deals("dice 1 1; 2: pass; 3: pass; dice 3 4", hands={1: "soaps"}, at={1: "A13"})
    assert play.square(1) == "A15"
    play.play("go I23; check soaps")
    assert (play.square(1), play.seat, play.changes) == ("I23", 2, {})


def test_square_customs_with_a_fork_in_the_move() -> None:
    """Customs: forks may be taken in that move."""
    play = Deals("dice 1 1; 2: pass; 3: pass; dice 3 4; go B0; pass", hands={1: "soaps"}, at={1: "A13"})
    assert (play.square(1), play.seat) == ("B0", 2)


def test_square_police_station() -> None:
    """Police station: up to three cards are given up for the sum of their remissions."""
    play = Deals("dice 1 1; give ivory; give soaps", hands={1: "soaps ivory pianos corks"}, years={1: 9}, at={1: "I4"})
    assert play.changes == {"years 1": -4, "hand 1": "-soaps -ivory", "under": "+soaps +ivory"}
    assert play.phase == "station"
    play.play("give pianos")
    assert play.changes["years 1"] == -6
    assert play.seat == 2  # three are the most


def test_square_police_station_left_at_that() -> None:
    """Police station: fewer cards will do, or none."""
    play = Deals("dice 1 1; give ivory; pass", hands={1: "soaps ivory"}, years={1: 9}, at={1: "I4"})
    assert (play.seat, play.changes["years 1"]) == (2, -3)


def test_square_control_of_an_illicit_card() -> None:
    """Control: an illicit card is confiscated under the pack; fine to the bank, years on the record."""
    play = Deals("dice 1 1", hands={1: "soaps ivory"}, at={1: "A0"})
    assert play.chance_weights == {"check soaps": 1, "check ivory": 1}
    play.play("check ivory")
    assert play.changes == {"cash 1": -25, "bank": 25, "years 1": 7, "hand 1": "-ivory", "under": "+ivory"}
    assert play.seat == 2


@pytest.mark.parametrize("card", ["soaps", "petrol-1"])
def test_square_control_of_a_lawful_card(card: str) -> None:
    """Control: a licit card or petrol is given back, and that is all."""
    play = Deals(f"dice 1 1; check {card}", hands={1: f"ivory {card}"}, at={1: "A0"})
    assert (play.seat, play.changes) == (2, {})


def test_square_flying_control_right() -> None:
    """Flying control: an illicit card is confiscated, fined and sentenced; the informer's die is years off or money."""
    start = "dice 1 1; denounce 3; check ivory; die 5"
    position = {"hands": {3: "soaps ivory"}, "at": {1: "I7"}, "years": {1: 7}}
    found = {"cash 3": -25, "bank": 25, "years 3": 7, "hand 3": "-ivory", "under": "+ivory"}
    assert Deals(f"{start}; years", **position).changes == found | {"years 1": -5}  # type: ignore[arg-type]
    assert Deals(f"{start}; money", **position).changes == found | {"cash 1": 5, "bank": 20}  # type: ignore[arg-type]


def test_square_flying_control_wrong() -> None:
    """Flying control: a card that is not illicit gives the informer a die of years."""
    play = Deals("dice 1 1; denounce 2; check soaps; die 4", hands={2: "soaps ivory"}, at={1: "I7"})
    assert (play.seat, play.changes) == (2, {"years 1": 4})


def test_square_flying_control_left_alone() -> None:
    """Flying control: nobody needs to be denounced."""
    play = Deals("dice 1 1; pass", hands={2: "soaps ivory"}, at={1: "I7"})
    assert (play.seat, play.changes) == (2, {})


def test_square_airport() -> None:
    """Airport: fly to any of the three others; the turn ends, and nothing happens there."""
    play = Deals("dice 1 1", at={1: "I8"})
    assert play.legal_notations == ["fly I24", "fly A7", "fly B7", "pass"]
    play.play("fly B7")
    assert (play.square(1), play.seat, play.changes) == ("B7", 2, {})


@pytest.mark.parametrize("square", ["I1", "I11", "I15", "I25", "B1"])
def test_square_income_tax_and_levy_paid(square: str) -> None:
    """Income tax and levy: 5 to the pot."""
    play = Deals("dice 1 1; pay", at={1: square})
    assert play.rules.tables.board.square_kinds[play.state.at[0]] in ("income-tax", "levy")
    assert (play.seat, play.changes) == (2, {"cash 1": -5, "pot": 5})


@pytest.mark.parametrize(("dice", "due"), [("1 6", 0), ("1 1", 0), ("2 6", 8), ("6 6", 12)])
def test_square_tax_rolled(dice: str, due: int) -> None:
    """Income tax and levy: or the dice; 7 or less is free, more is what one pays."""
    play = Deals(f"dice 1 1; roll; dice {dice}", at={1: "I1"})
    assert (play.seat, play.changes) == (2, {"cash 1": -due, "pot": due} if due else {})


def test_square_bank_charges() -> None:
    """Bank charges: 10 to the pot."""
    play = Deals("dice 1 1", at={1: "I14"})
    assert (play.seat, play.changes) == (2, {"cash 1": -10, "pot": 10})


@pytest.mark.parametrize(("square", "to"), [("I5", "I7"), ("I19", "I21")])
def test_square_refund(square: str, to: str) -> None:
    """Refund: the pot is taken."""
    play = Deals(f"dice 1 1; go {to}", at={1: square}, pot=37)
    assert (play.seat, play.changes) == (2, {"cash 1": 37, "pot": -37})


def test_square_refund_of_nothing() -> None:
    """Refund: an empty pot gives nothing, and makes no noise."""
    play = Deals("dice 1 1; go I7", at={1: "I5"})
    assert play.changes == {}
    assert len(play.heard_events()) == 1  # the move
