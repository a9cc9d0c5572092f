"""Sequences of moves counted: by the rules, and by a second implementation that shares nothing with them."""

from __future__ import annotations

from collections import Counter

import pytest

from malle.core import AnyGame, Luck, Over, Seat, Waiting
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Move, Phase, State
from malle.games.chasse.tests.brute import Case, board, cases, count, name, place
from malle.games.chasse.tests.notation import APART, Hunt

CASES = tuple(cases())


def ident(case: Case) -> str:
    """A name for the test: position, who moves, rule, depth."""
    return f"{case[0]}, {case[3]}, {'bends' if case[4] else 'straight'}, {case[5]}"


def hunt_at(case: Case) -> Hunt:
    """The position of a case."""
    _, smugglers, customs, side, bends, *_ = case
    phase: Phase = "smuggler" if side == "smuggler" else "customs"
    return Hunt.at(smugglers, customs, moves=phase, straight=not bends)


def count_ours(game: AnyGame, state: State, depth: int) -> tuple[int, int]:
    """The same count through the contract's verbs: by first and last squares, and by ways."""
    turn = game.turn(state)
    if isinstance(turn, Over):
        return 0, 0
    assert isinstance(turn, Waiting)
    seat = turn.seats[0]
    moves = [move for move in game.legal(state, seat) if isinstance(move, Move)]
    if depth == 1:
        return sum(move.corner < 0 for move in moves), len(moves)
    by_squares = by_ways = 0
    for move in moves:
        more, more_ways = count_ours(game, game.apply(state, seat, move)[0], depth - 1)
        by_squares += more if move.corner < 0 else 0
        by_ways += more_ways
    return by_squares, by_ways


@pytest.mark.parametrize("case", [case for case in CASES if case[5] < 3 or not case[4]], ids=ident)
def test_the_rules_count_as_the_file_says(case: Case) -> None:
    """To depth 2 with bends, to depth 3 without."""
    hunt = hunt_at(case)
    assert count_ours(hunt.game, hunt.state, case[5]) == case[6:], split(case)


@pytest.mark.long
@pytest.mark.parametrize("case", [case for case in CASES if case[5] == 3 and case[4]], ids=ident)
def test_the_rules_count_as_the_file_says_three_deep(case: Case) -> None:
    """To depth 3 with bends: up to two million sequences."""
    hunt = hunt_at(case)
    assert count_ours(hunt.game, hunt.state, case[5]) == case[6:], split(case)


@pytest.mark.parametrize("case", [case for case in CASES if case[5] == 1 or not case[4]][::3], ids=ident)
def test_the_file_is_what_the_second_implementation_counts(case: Case) -> None:
    """Some of it; `python -m malle.games.chasse.tests.brute` counts it all anew."""
    _, smugglers, customs, side, bends, depth, *counted = case
    assert list(count(board(smugglers, customs), side, depth, bends)) == counted


def test_the_file_has_three_positions_both_options_and_three_depths() -> None:
    """Nothing was left out of it."""
    assert len({(case[0], case[3], case[4], case[5]) for case in CASES}) == len(CASES) == 3 * 2 * 2 * 3


@pytest.mark.parametrize("bends", [True, False])
def test_along_random_games_the_moves_are_those_of_the_second_implementation(bends: bool) -> None:
    """Move by move, with one way or two; and in the order that is promised, which the counts do not see."""
    game, luck = Hunt(straight=not bends).game, Luck(3)
    for _ in range(4):
        state, seen = game.new(), 0
        while isinstance(turn := game.turn(state), Waiting):
            seat = turn.seats[0]
            legal = game.legal(state, seat)
            moves = [move for move in legal if isinstance(move, Move)]
            if moves and seen % 7 == 0:
                ways = Counter((move.origin, move.target) for move in moves)
                assert ways == brute_moves(game, state, bends)
                assert moves == sorted(moves, key=lambda move: promised(game, state, move))
            state, seen = game.apply(state, seat, luck.choice(legal))[0], seen + 1


def brute_moves(game: Chasse, state: State, bends: bool) -> dict[tuple[int, int], int]:
    """First and last squares with their number of open ways, as the second implementation finds them."""
    square = game.numbers.square_named
    there = [game.numbers.name_of(at) if at >= 0 else "" for at in (*state.smugglers, *state.customs)]
    found = board(" ".join(there[:13]), " ".join(there[13:])).moves(state.phase, bends)
    return {(square(name(first)) or 0, square(name(last)) or 0): len(ways) for (first, last), ways in found.items()}


def promised(game: Chasse, state: State, move: Move) -> tuple[int, int, int, int]:
    """Pawn by pawn, quarter by quarter (clockwise from the one ahead on the right), square by square, corners last."""
    pawns, width = state.smugglers if state.phase == "smuggler" else state.customs, game.numbers.width
    down, right = move.target // width - move.origin // width, move.target % width - move.origin % width
    ahead_right, behind_right, behind_left = down < 0 <= right, right > 0 <= down, down > 0 >= right
    quarter = [ahead_right, behind_right, behind_left, True].index(True)
    return pawns.index(move.origin), quarter, move.target, move.corner


@pytest.mark.parametrize(("bends", "smuggler", "customs"), [(True, 77, 135), (False, 21, 35)])
def test_first_moves(bends: bool, smuggler: int, customs: int) -> None:
    """Counted by first and last square; the customs as if they began."""
    hunt = Hunt(APART, straight=not bends)
    assert hunt.pairs() == smuggler
    first = Hunt.at(hunt.smugglers + ":5", hunt.customs, moves="customs", straight=not bends)
    assert first.pairs() == customs


def test_every_square_can_reach_the_finish_and_how_fast() -> None:
    """On an empty board a lone pawn needs two moves from the outer columns of three numbers, three from the others."""
    game = Hunt().game
    numbers = game.numbers
    ways = game.routes[0].between
    away = dict.fromkeys(range(numbers.width), 0)
    while len(away) < numbers.square_count:
        others = set(range(numbers.square_count)) - away.keys()
        nearer = {at: 1 + max(away.values()) for at in others if away.keys() & ways[at].keys()}
        assert nearer, "a square from which nobody arrives"
        away |= nearer
    fast = {"c", "g", "k"}
    for start in numbers.smugglers:
        assert away[numbers.square_named(start) or 0] == (2 if start[0] in fast else 3), start


def split(case: Case) -> str:
    """Where the counts part: the moves whose numbers differ."""
    hunt = hunt_at(case)
    _, smugglers, customs, side, bends, depth, *_ = case
    other = "customs" if side == "smuggler" else "smuggler"
    theirs, lines = board(smugglers, customs), []
    found = theirs.moves(side, bends)
    for move in hunt.game.legal(hunt.state, Seat(hunt.awaited_seats[0] - 1)):
        if not isinstance(move, Move) or move.corner >= 0:
            continue
        text = hunt.game.write(move)
        first, last = map(place, text.split("-"))
        pair = (first, last)
        if pair not in found:
            lines.append(f"{text} is not in the second implementation")
        elif depth > 1:
            ours = count_ours(
                hunt.game, hunt.game.apply(hunt.state, Seat(hunt.awaited_seats[0] - 1), move)[0], depth - 1
            )
            after = theirs.after(side, first, last)
            brute = (0, 0) if after.over() else count(after, other, depth - 1, bends)
            lines += [f"{text}: {ours} and {brute}"] if ours != brute else []
        found.pop(pair, None)
    return "; ".join([*lines, *(f"{pair} is only in the second implementation" for pair in found)])
