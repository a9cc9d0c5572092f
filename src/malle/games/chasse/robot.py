"""A simple robot that values each move by itself. It sees its seat's view and nothing else.

As the smuggler it moves pawns with counters forward first. As customs it keeps a wall of officers, counts the
placements still possible, remembers the pawns found empty, and inspects where it pays. Values are in pawns
(the points for one).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_

from malle.core import Action, Luck
from malle.games.chasse.edition import CUSTOMS, SMUGGLER
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import ChasseView, Hide, Move, Now
from malle.games.chasse.view import count_completions, count_possible_placements, uncleared_pawns

STACK_CHANCE, STAY_APART_CHANCE = 0.5, 0.7
"""Two chances for the next counter.

The first: it goes under the last pawn that hides one. The second, if two or more counters are
hidden and no pawn hides two: it gets a pawn of its own, too.
"""
NOISE = 0.3
"""The most that chance adds to the value of a move, evenly from 0. Values are counted in pawns."""
RISK = 0.07
"""The expected loss for a counter within customs' reach.

It makes the robot too bold: a smuggler with three times this value does better against this robot's
customs.
"""
CLOSED_COLUMN_VALUE = 0.3
"""The value to customs of a column with an officer in the wall, so that nobody can slip through."""

WALL_ROWS = range(1, 4)
"""The rows in which officers form the wall."""

MoveValue = Callable[[Move], float]
"""Returns the value of a move, in pawns."""


def choose(game: Chasse, view: ChasseView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return a legal action.

    While hiding it is drawn at random. Later it is the move with the highest value after random
    noise was added.
    """
    if view.now.phase == "hide":
        return _choose_hide(game, view, legal, luck)
    if len(legal) == 1:
        return legal[0]
    worth = _smuggler_move_value(game, view) if view.viewer == SMUGGLER else _customs_move_value(game, view)
    moves = [action for action in legal if isinstance(action, Move)]
    return max(moves, key=lambda move: worth(move) + NOISE * luck.random())


def _choose_hide(game: Chasse, view: ChasseView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return a `Hide` action, drawn at random.

    `STACK_CHANCE` and `STAY_APART_CHANCE` decide whether it is the first pawn allowed: the last
    pawn that hides a counter, if it has room. Otherwise it is a later pawn if there is one, so that
    all ways to hide the rest are equally likely. For the first counter all pawns are possible.
    """
    hides = [action for action in legal if isinstance(action, Hide)]
    left = game.numbers.plates - view.now.hidden
    apart = view.now.hidden > 1 and max(view.memory.plates or (0,)) == 1
    if view.now.hidden and luck.random() < (1 - STAY_APART_CHANCE if apart else STACK_CHANCE):
        return hides[0]
    # Otherwise all ways to hide the rest are equally likely; the last pawn used is left out if possible.
    hides = hides[1:] if view.now.hidden and len(hides) > 1 else hides
    last = hides[-1].pawn
    return hides[luck.pick([_count_completions_after(game, view, hide, last, left) for hide in hides])]


def _count_completions_after(game: Chasse, view: ChasseView, hide: Hide, last: int, left: int) -> int:
    """Return the number of ways to hide the remaining counters after the counter of `hide`.

    `last` is the last pawn that may be used. `left` is the number of counters not yet hidden, the
    counter of `hide` included.
    """
    here = (view.memory.plates or (0,) * (last + 1))[hide.pawn] + 1
    return count_completions(here, last - hide.pawn, left - 1, game.numbers.max_plates_per_pawn)


def _smuggler_move_value(game: Chasse, view: ChasseView) -> MoveValue:
    """Return the function that values a smuggler's move.

    Coming nearer the finish line counts, more for a pawn with counters. So does arriving, but an
    empty pawn loses by it. A pawn with counters also gains by leaving customs' reach, and loses by
    entering it.
    """
    now, row = view.now, game.numbers.row_of
    plates = dict(zip(now.smugglers, view.memory.plates or (), strict=True))
    seen = squares_in_customs_reach(game, now)

    def risk(load: int, square: int) -> float:
        return RISK * (load + 1) if load and square in seen else 0.0

    def worth(move: Move) -> float:
        load, ahead = plates[move.origin], row(move.origin) - row(move.target)
        home = (1.0 + load if load else -0.3) if row(move.target) == 1 else 0.0
        return home + ahead * (0.2 if load else 0.07) + risk(load, move.origin) - risk(load, move.target)

    return worth


def _customs_move_value(game: Chasse, view: ChasseView) -> MoveValue:
    """Return the function that values a customs move.

    An inspection counts by the odds of finding counters, and more near the finish line. The wall of
    officers counts for every move, half for an inspection. A pawn found empty before is not worth
    inspecting.
    """
    now, row = view.now, game.numbers.row_of
    suspected = [now.smugglers[pawn] for pawn in uncleared_pawns(now.smugglers, view.memory.cleared)]
    near = {square: 1 - (row(square) - 2) / (game.numbers.rows - 2) for square in suspected if row(square) > 1}
    left, arrived_pawns, pawns_on_way = now.hidden - now.seized, len(suspected) - len(near), len(near)
    max_per_pawn = game.numbers.max_plates_per_pawn
    hit = 1 - count_possible_placements(
        arrived_pawns, pawns_on_way - 1, left, True, max_per_pawn
    ) / count_possible_placements(arrived_pawns, pawns_on_way, left, True, max_per_pawn)
    load = left / len(suspected) / hit  # the average number of counters under a pawn that has any
    wall = wall_move_value(game, now)

    def worth(move: Move) -> float:
        if move.target in near:
            saved = 2 * load * near[move.target] ** 2
            return hit * (1 + load + saved) - (1 - hit) + 0.5 * wall(move)
        if move.target in now.smugglers:
            return -9.0  # found empty before
        return wall(move) - 0.1

    return worth


def wall_move_value(game: Chasse, now: Now, rows: range = WALL_ROWS) -> MoveValue:
    """Return the function that values what a customs move does to the wall: the officers in `rows`.

    A column is closed if an officer stands in it within `rows`. The value is positive if the move
    closes a column, negative if it opens one, and 0 if it does neither or both.
    """
    row, width = game.numbers.row_of, game.numbers.width
    guards = [square % width for square in now.customs if square >= 0 and row(square) in rows]

    def wall(move: Move) -> float:
        before, after = move.origin % width, move.target % width
        left_alone = row(move.origin) in rows and guards.count(before) == 1
        closed = row(move.target) in rows and (after not in guards or (before == after and left_alone))
        return (closed - left_alone) * CLOSED_COLUMN_VALUE

    return wall


def squares_in_customs_reach(game: Chasse, now: Now) -> frozenset[int]:
    """Return the squares that an officer's next move reaches without passing over a pawn.

    What stands on the square itself does not matter. Squares on which no pawn may be inspected
    count, too.
    """
    routes = game.routes[CUSTOMS]
    passed = reduce(or_, (routes.barred_by_inspectable[square] for square in (*now.smugglers, *now.customs)))
    moves = routes.open_moves(now.customs, passed)
    return frozenset(move.target for move in moves)
