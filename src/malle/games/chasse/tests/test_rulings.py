"""The rulings of the README, one by one: each test is named after the ruling it shows."""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from malle.core import Illegal, Luck, Over, Refused, Seat, parse_edition
from malle.games.chasse import GAME_INFO
from malle.games.chasse.edition import CLASSIC, Numbers
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Arrived, Controlled, Hide, PlatePlaced
from malle.games.chasse.tests.notation import APART, Hunt, square_of
from malle.games.chasse.view import count_placements_for_customs
from malle.testing.exhaustive_random import default_probabilities


def test_ruling_column_numbers() -> None:
    """The number is the column's, whatever the row: from c10 a smuggler goes six, wherever in it the pawn stands."""
    for row in (13, 10, 7):
        assert f"c{row - 6}" in Hunt.at(f"c{row}:5", "m3", straight=True).targets(f"c{row}").split()


def test_ruling_own_pawns() -> None:
    """A pawn does not pass its own side either."""
    assert Hunt.at("h10:5 h9", "a3", straight=True).targets("h10") == "e10 k10 h13"


def test_ruling_turning_back() -> None:
    """Forth and back is no bend: three steps never end one step away."""
    near = {"h9", "h11", "g10", "i10"}
    assert not near & set(Hunt.at("h10:5", "a3").targets("h10").split())


def test_ruling_two_ways() -> None:
    """Both ways round may be chosen; the board after them is the same, and the events tell which was taken."""
    one, other = Hunt.at("e10:5", "a3"), Hunt.at("e10:5", "a3")
    assert [text for text in one.legal_notations if text.startswith("e10-") and text.endswith("-g7")] == [
        "e10-g7",
        "e10-g10-g7",
    ]
    one.play("e10-g7")
    other.play("e10-g10-g7")
    assert one.state == other.state
    assert one.heard_events() != other.heard_events()


def test_ruling_two_ways_where_only_one_is_open() -> None:
    """Then no corner is named, whichever way it is; reading takes the corner all the same."""
    hunt = Hunt.at("e10:5", "e9")
    assert [text for text in hunt.legal_notations if text.endswith("g7")] == ["e10-g7"]
    game, state = hunt.game, hunt.state
    route = tuple(square_of(game.numbers, name) for name in ("e10", "g10", "g7"))
    hunt.play("e10-g7")
    assert hunt.heard_events()[0].route == route  # type: ignore[attr-defined]
    assert game.write(game.read("E10-G10-G7", state, 0)) == "e10-g7"  # type: ignore[arg-type]
    with pytest.raises(Illegal):
        game.read("e10-e7-g7", state, Seat(0))


def test_ruling_customs_finish() -> None:
    """The customs do not enter the finish row, not even along it."""
    targets = Hunt.at("m13:5", "g3", moves="customs").targets("g3").split()
    assert targets
    assert not [square for square in targets if square[1:] == "1"]


def test_ruling_arrived_stays() -> None:
    """A pawn on the finish row does not move again."""
    hunt = Hunt.at("g1:1 a9:4", "m3")
    assert hunt.targets("g1") == ""


def test_ruling_arrived_hidden() -> None:
    """What is under it stays hidden till the end; only its arrival is seen."""
    hunt = Hunt.at("g3:1 a9:4", "m3")
    hunt.play("g3-g1")
    assert hunt.heard_events(2)[1:] == [Arrived(square_of(hunt.game.numbers, "g1"))]
    assert hunt.knows(2).now.plates is None
    assert hunt.knows(None).now.plates is None
    assert hunt.knows(1).now.plates == (1, 4)
    hunt = Hunt.at("g1:1 f3:4", "m3")
    hunt.play("f3-e1")
    assert hunt.knows(2).now.plates == hunt.knows(None).now.plates == (1, 4)


def test_ruling_pass() -> None:
    """Who cannot move passes; who can may not."""
    hunt = Hunt.at("a13:5", "a11 b12", straight=True)
    assert hunt.targets("a13") == "c13"
    assert isinstance(hunt.refusal("pass"), Illegal)
    hunt = Hunt.at("a13:5", "a11 c13", straight=True)
    assert hunt.legal_notations == ["pass"]
    hunt.play("1: pass")
    assert (hunt.awaited_seats, hunt.why) == ((2,), "")


def test_ruling_pass_counts_towards_the_standstill() -> None:
    """A pass is a half-move without a control, an arrival or an advance, like any other."""
    hunt = Hunt.at("a13:5", "a11 c13", straight=True, quiet=38)
    hunt.play("pass")
    assert (hunt.state.quiet, hunt.why) == (39, "")
    hunt = Hunt.at("a13:5", "a11 c13", straight=True, quiet=39)
    hunt.play("pass")
    assert (hunt.why, hunt.points) == ("standstill", (0, 250))


def test_ruling_two_passes() -> None:
    """Two in a row end the game; plates on the way then count for nobody. (On a board where no number fits.)"""
    stuck = CLASSIC.read_text("utf-8").replace("[", "[ ").replace("[ [", "[[")
    stuck = re.sub(r"= \[ [\d, ]+\]", "= [99]", stuck)
    game = Chasse(Hunt().game.options, parse_edition(stuck, Numbers))
    state = game.new()
    for text in ("hide a13", "hide a13", "hide a13", "hide a13", "hide a13", "pass", "pass"):
        seat = Seat(1 if text == "pass" and state.passes else 0)
        state, _ = game.apply(state, seat, game.read(text, state, seat))
    assert game.turn(state) == Over((0, 0), (1, 1), "two-passes")


def test_ruling_two_passes_in_a_row() -> None:
    """In a row: with a move of the other side between them, two passes end nothing."""
    hunt = Hunt.at("a13:5", "a11 c13 m3", straight=True)
    hunt.play("1: pass; 2: m3-m4; 1: pass")
    assert (hunt.result, hunt.awaited_seats) == (None, (2,))


@pytest.mark.parametrize("square", ["b13", "a12"])
def test_ruling_start_squares_white(square: str) -> None:
    """On a white square of the last two rows a smuggler can be controlled."""
    customs = {"b13": "b10", "a12": "a11"}[square]
    hunt = Hunt.at(f"{square}:5", customs, moves="customs", straight=True)
    hunt.play(f"{customs}-{square}")
    assert hunt.why == "plates"


def test_ruling_start_squares_open_to_all() -> None:
    """The customs may stand on empty start squares of the smugglers, the smugglers on theirs, where nobody is safe."""
    hunt = Hunt.at("l3:5", "b9 l8", moves="customs", straight=True)
    hunt.play("b9-b12; l3-l2")
    assert (hunt.customs, hunt.smugglers) == ("l8 b12", "l2")
    hunt.play("l8-l2")
    assert (hunt.why, hunt.points) == ("plates", (0, 300))


def test_ruling_found_empty() -> None:
    """A pawn found empty bears no mark on the table; who saw it can remember. It may be controlled again."""
    hunt = Hunt.at("f8 a13:5", "f6 h8", moves="customs", straight=True)
    hunt.play("f6-f8; a13-a11")
    for seat in (1, 2, None):
        assert hunt.knows(seat).now.chalked == ()
        assert hunt.knows(seat).memory.cleared == (0,)
    hunt.play("h8-f8")
    assert hunt.heard_events()[1] == Controlled(square_of(hunt.game.numbers, "f8"), 0)


def test_ruling_found_empty_with_chalk() -> None:
    """With the option `chalk` the table shows it to all."""
    hunt = Hunt.at("f8 a13:5", "f6 h8", moves="customs", chalk=True)
    hunt.play("f6-f8")
    assert all(hunt.knows(seat).now.chalked == (0,) for seat in (1, 2, None))


def test_ruling_own_plates() -> None:
    """The smuggler's screen shows their plates; with the option `memory` it does not, and the seat still knows."""
    shown, kept = Hunt(APART), Hunt(APART, memory=True)
    assert shown.knows(1).now.plates == shown.knows(1).memory.plates == shown.state.plates
    assert kept.knows(1).now.plates is None
    assert kept.knows(1).memory.plates == kept.state.plates
    assert kept.knows(2).memory.plates is None


def test_ruling_own_plates_and_the_log() -> None:
    """With the option `memory` the log does not remember where a plate was hidden; else it does."""
    for memory in (False, True):
        hunt = Hunt("hide c13", memory=memory)
        lasting = [event for event in hunt.heard_events(1) if not event.shown_once]
        assert any(isinstance(event, PlatePlaced) for event in hunt.heard_events(1))
        assert any(isinstance(event, PlatePlaced) for event in lasting) is not memory


def test_ruling_no_customs() -> None:
    """When the last customs man is gone, every plate on the board counts to the smuggler."""
    hunt = Hunt.at("f8 a13:2 k10:2 c1:1", "f6", moves="customs")
    hunt.play("f6-f8")
    assert (hunt.why, hunt.points) == ("no-customs", (50 + 5 * 50, 0))


def test_ruling_points() -> None:
    """At most 500 for the customs, 900 for the smuggler; equal points are a draw."""
    game = Hunt().game
    numbers = game.numbers
    assert numbers.plates * (numbers.plate + numbers.pawn) == 500
    assert numbers.plates * numbers.plate + len(numbers.customs) * numbers.pawn == 900
    hunt = Hunt.at("f8:1 h8 k8 c13", "f6 h6 k6", moves="customs")
    hunt.play("h6-h8; c13-c7; k6-k8; c7-c13; f6-f8")
    assert hunt.result is not None
    assert (hunt.result.scores, hunt.result.places) == ((100, 100), (1, 1))


def test_ruling_what_is_known() -> None:
    """Placements weigh alike; a control clears a pawn; that the game goes on tells of a plate on the way."""
    hunt = Hunt(APART)
    assert count_placements_for_customs(hunt.state, hunt.game.numbers) == 6188
    found = Hunt.at("f8 a1:1 b12 c13:1", "f6 h8", moves="customs")
    before = count_placements_for_customs(found.state, found.game.numbers)
    found.play("f6-f8")
    after = count_placements_for_customs(found.state, found.game.numbers)
    # Two plates under four pawns, not both under the one that arrived; then under three.
    assert (before, after) == (10 - 1, 6 - 1)


def test_ruling_hiding_order() -> None:
    """From left to right, so that every placement comes about in one way; all 6,188 can."""
    hunt = Hunt("hide d12")
    assert hunt.legal_notations[0] == "hide d12"
    assert isinstance(hunt.refusal("hide a13"), Illegal)
    placements: set[tuple[int, ...]] = {()}
    for _ in range(5):
        placements = {(*some, pawn) for some in placements for pawn in range(some[-1] if some else 0, 13)}
    assert len(placements) == 6188
    luck = Luck(1)
    for some in luck.sample(sorted(placements), 50):
        game, state = hunt.game, hunt.game.new()
        for pawn in some:
            assert Hide(pawn) in game.legal(state, Seat(0))
            state, _ = game.apply(state, Seat(0), Hide(pawn))
        assert state.phase == "smuggler"


def test_ruling_straight() -> None:
    """Pawns go straight."""
    assert Hunt.at("h10:5", "a3", straight=True).targets("h10") == "h7 e10 k10 h13"


def test_ruling_deadline() -> None:
    """For whom the time runs out: a pawn by lot hides; the first pawn that can moves, loaded or not; nobody is
    controlled."""
    moved = []
    for pawns in ("a13:5 b10", "a13 b10:5"):
        hunt = Hunt.at(pawns, "m3")
        hunt.play_default_entry()
        moved.append(hunt.smugglers)
    assert moved[0] == moved[1]
    hunt = Hunt.at("f8 a13:5", "f6", moves="customs")
    hunt.play_default_entry()
    assert (hunt.customs != "", hunt.smugglers) == (True, "f8 a13")


def test_ruling_deadline_controls_where_there_is_no_other_move() -> None:
    """Who can move must move: where every move of the customs is a control, the clock makes the first of them."""
    hunt = Hunt.at("a3 b2:5", "a2", moves="customs", straight=True)
    assert hunt.legal_notations == ["a2-b2", "a2-a3"]
    hunt.play_default_entry()
    assert hunt.heard_events()[1] == Controlled(square_of(hunt.game.numbers, "b2"), 5)
    assert (hunt.customs, hunt.smugglers) == ("b2", "a3")


def test_ruling_deadline_hides_in_every_way() -> None:
    """All placements are equally likely when the clock hides the plates, as the customs reckon anyway."""
    game = GAME_INFO.make_tiny_game()
    ways = {game.new(): Fraction(1)}
    while any(state.phase == "hide" for state in ways):
        after: dict[Any, Fraction] = defaultdict(Fraction)
        for state, odds in ways.items():
            for action, share in default_probabilities(game, state, Seat(0)):
                after[game.apply(state, Seat(0), action)[0]] += odds * share
        ways = dict(after)
    assert len(ways) > 5
    assert {*ways.values()} == {Fraction(1, len(ways))}


def test_ruling_match() -> None:
    """The fact sheet says it: two games, the seats moving on by one, points added. The table plays them."""
    assert GAME_INFO.games_per_match == 2


def few(most: int) -> Chasse:
    """The usual edition with so many plates at most under one pawn."""
    text = CLASSIC.read_text("utf-8").replace("most = { rebuilt = 5 }", f"most = {{ rebuilt = {most} }}")
    return Chasse(GAME_INFO.complete_options(2, {}), parse_edition(text, Numbers))


def test_ruling_stacking() -> None:
    """All five plates may lie under one pawn; another edition may allow fewer, and then there is room for all."""
    hunt = Hunt("hide a13 ×5")
    assert hunt.state.plates == (5, *(0,) * 12)
    for most, ways in ((5, 6188), (2, 5005), (1, 1287)):
        game, found = few(most), set()
        ahead = [game.new()]
        while ahead:
            state = ahead.pop()
            if state.phase != "hide":
                found.add(state.plates)
                assert count_placements_for_customs(state, game.numbers) == ways
                continue
            ahead += [game.apply(state, Seat(0), hide)[0] for hide in game.legal(state, Seat(0))]
        assert (len(found), max(max(plates) for plates in found)) == (ways, most)
        drawn = {game.imagine(game.view(state, Seat(1)), Luck(seed)).plates for seed in range(300)}
        assert drawn <= found
        assert len(drawn) > 200


def test_ruling_stacking_that_leaves_no_room_is_refused() -> None:
    """Thirteen pawns with none each hide nothing."""
    text = CLASSIC.read_text("utf-8").replace("plates = { given = 5 }", "plates = { given = 14 }")
    with pytest.raises(Refused, match="cannot be hidden"):
        parse_edition(text.replace("most = { rebuilt = 5 }", "most = { rebuilt = 1 }"), Numbers)
