"""The rules of the booklet, each as notes of a game or from a written position."""

from __future__ import annotations

import pytest

from malle.core import Illegal, NotYourTurn
from malle.games.chasse.state import Arrived, Controlled, Moved, PlateHidden, PlatePlaced, Shown
from malle.games.chasse.tests.notation import APART, Hunt, square_of

TOGETHER = "hide g13 ×5"


# -- the start


def test_both_sides_start_on_the_black_squares() -> None:
    """Thirteen pawns each, a row apart from the finish, and the same number of columns between them."""
    hunt = Hunt()
    assert hunt.customs == "b2 d2 f2 h2 j2 l2 a3 c3 e3 g3 i3 k3 m3"
    assert hunt.smugglers == "b12 d12 f12 h12 j12 l12 a13 c13 e13 g13 i13 k13 m13"


def test_five_plates_are_hidden_and_the_smuggler_begins() -> None:
    """One after the other; then the smuggler moves first."""
    hunt = Hunt("1: hide b12; 1: hide b12; 1: hide d12; 1: hide d12")
    assert (hunt.phase, hunt.awaited_seats) == ("hide", (1,))
    hunt.play("hide m13")
    assert (hunt.phase, hunt.awaited_seats) == ("smuggler", (1,))
    assert [n for n in hunt.state.plates if n] == [2, 2, 1]


def test_several_plates_may_hide_under_one_pawn() -> None:
    """All five, if wished."""
    assert max(Hunt(TOGETHER).state.plates) == 5


def test_the_other_side_hears_that_plates_are_hidden_not_where() -> None:
    """Only the smuggler hears the square."""
    hunt = Hunt("hide d12")
    at = square_of(hunt.game.numbers, "d12")
    assert hunt.heard_events(1) == [PlateHidden(1), PlatePlaced(0, at)]
    assert hunt.heard_events(2) == hunt.heard_events(None) == [PlateHidden(1)]


def test_nobody_moves_before_the_plates_are_hidden() -> None:
    """Neither the smuggler nor the customs."""
    hunt = Hunt("hide a13 ×4")
    assert isinstance(hunt.refusal("a13-a11"), Illegal)
    assert isinstance(hunt.refusal("2: a3-a8"), NotYourTurn)


def test_sides_take_turns() -> None:
    """One pawn a turn."""
    hunt = Hunt(APART)
    assert isinstance(hunt.refusal("2: a3-a4"), NotYourTurn)
    hunt.play("1: l12-l11; 2: a3-a4; 1: l11-l10")
    assert hunt.awaited_seats == (2,)


# -- moving


@pytest.mark.parametrize(
    ("smugglers", "customs", "origin", "targets"),
    [
        ("b7:5", "m3", "b7", "b6 a7 c7 b8"),
        ("a7:5", "m3", "a7", "a5 b6 c7 b8 a9"),
        ("m7:5", "a3", "m7", "m5 l6 k7 l8 m9"),
        ("l13:5", "a3", "l13", "l12 k13 m13"),
    ],
)
def test_a_smuggler_goes_exactly_the_number_of_his_column(
    smugglers: str, customs: str, origin: str, targets: str
) -> None:
    """In every direction, straight or with one bend; never off the board."""
    assert Hunt.at(smugglers, customs).targets(origin) == targets


def test_the_customs_choose_between_two_numbers() -> None:
    """5 or 1 in the first column: straight, they reach five or one square away."""
    hunt = Hunt.at("m13:5", "a7", moves="customs", straight=True)
    assert hunt.targets("a7") == "a2 a6 b7 f7 a8 a12"


@pytest.mark.parametrize("moves", ["smuggler", "customs"])
def test_the_middle_column_has_three_numbers_for_both(moves: str) -> None:
    """2, 4 or 6."""
    if moves == "smuggler":
        assert Hunt.at("g7:5", "a3", straight=True).targets("g7") == "g1 g3 g5 a7 c7 e7 i7 k7 m7 g9 g11 g13"
    else:
        assert (
            Hunt.at("a13:5", "g7", moves="customs", straight=True).targets("g7") == "g3 g5 a7 c7 e7 i7 k7 m7 g9 g11 g13"
        )


def test_never_diagonally_and_only_one_change_of_direction() -> None:
    """From h10 three steps: squares three steps away by rows and columns, and no nearer one by a second bend."""
    targets = Hunt.at("h10:5", "a3").targets("h10").split()
    assert targets == ["h7", "g8", "i8", "f9", "j9", "e10", "k10", "f11", "j11", "g12", "i12", "h13"]


def test_a_pawn_in_the_way_bars_it() -> None:
    """Whoever it belongs to, on a straight way or on either leg of a bent one."""
    hunt = Hunt.at("h10:5", "h9 i10", moves="smuggler")
    assert hunt.targets("h10") == "g8 f9 e10 f11 j11 g12 i12 h13"


def test_a_smuggler_never_ends_on_a_pawn() -> None:
    """Neither on the customs' nor on its own side's."""
    hunt = Hunt.at("b7:5 c7", "b6", moves="smuggler")
    assert hunt.targets("b7") == "a7 b8"
    assert isinstance(hunt.refusal("b7-b6"), Illegal)


def test_a_customs_man_never_ends_on_his_own() -> None:
    """a7 could go one step, but b7 is taken by a colleague."""
    hunt = Hunt.at("m13:5", "a7 b7", moves="customs", straight=True)
    assert "b7" not in hunt.targets("a7").split()


def test_going_back_to_a_start_square_is_allowed() -> None:
    """Out of a13 and back."""
    hunt = Hunt(APART)
    hunt.play("a13-a11; m3-m4; a11-a13")
    assert "a13" in hunt.smugglers.split()


# -- controls


def test_a_control_that_finds_removes_pawn_and_plates() -> None:
    """Their number is shown; the customs man stays on the square. 50 for the pawn, 50 for each plate."""
    hunt = Hunt.at("f8:2 a13:3 b12", "f6", moves="customs")
    hunt.play("f6-f8")
    at = square_of(hunt.game.numbers, "f8")
    assert hunt.heard_events(2) == hunt.heard_events(1) == hunt.heard_events(None)
    assert hunt.heard_events(2)[1:] == [Controlled(at, 2)]
    assert (hunt.smugglers, hunt.customs, hunt.state.seized) == ("b12 a13", "f8", 2)
    assert hunt.points == (0, 150)


def test_a_control_that_finds_nothing_costs_the_customs_man() -> None:
    """The customs pawn leaves the board, the smuggler stays: 50 to the smuggler."""
    hunt = Hunt.at("f8 a13:5", "f6 a3", moves="customs")
    hunt.play("f6-f8")
    assert hunt.heard_events(1)[1:] == [Controlled(square_of(hunt.game.numbers, "f8"), 0)]
    assert (hunt.smugglers, hunt.customs) == ("f8 a13", "a3")
    assert hunt.points == (50, 0)


def test_no_control_on_a_start_square_of_the_smugglers() -> None:
    """b12 is one, though the customs man's number leads there."""
    hunt = Hunt.at("b12:5", "b9 b6", moves="customs", straight=True)
    assert "b12" not in hunt.targets("b9").split()
    assert isinstance(hunt.refusal("b9-b12"), Illegal)


def test_no_control_on_the_finish_row() -> None:
    """A smuggler who has arrived is safe."""
    hunt = Hunt.at("f1:1 a9:4", "f3", moves="customs", straight=True)
    assert hunt.targets("f3") == "b3 d3 h3 j3 f5 f7"


# -- the end and the points


def test_plates_on_the_finish_row_count_for_the_smuggler() -> None:
    """Fifty each; the last one ends the game, and what was hidden is shown."""
    hunt = Hunt.at("g3:2 a1:3", "m3")
    hunt.play("g3-g1")
    at = square_of(hunt.game.numbers, "g1")
    assert hunt.heard_events(2) == [
        Moved(0, (square_of(hunt.game.numbers, "g3"), at)),
        Arrived(at),
        Shown(((0, 3), (at, 2))),
    ]
    assert (hunt.why, hunt.points) == ("plates", (250, 0))
    assert hunt.result is not None
    assert hunt.result.places == (1, 2)


def test_plates_seized_count_for_the_customs() -> None:
    """The last plate seized ends the game."""
    hunt = Hunt.at("f8:5 a13", "f6", moves="customs")
    hunt.play("f6-f8")
    assert (hunt.why, hunt.points) == ("plates", (0, 300))


def test_pawns_off_the_board_count_for_the_other_side() -> None:
    """Two customs men lost, one smuggler taken with one plate."""
    hunt = Hunt.at("f8 h8 k7:1 a13:4", "f6 h6 k5 m3", moves="customs")
    hunt.play("f6-f8; a13-a11; h6-h8; a11-a13; k5-k7")
    assert hunt.points == (100, 100)
