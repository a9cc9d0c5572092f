"""A simple robot that weighs each move by itself. The smuggler hurries forward what is loaded; the customs keep their
wall, reckon with the placements still possible, remember who was found empty, and control where it pays.

It sees a seat's view and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_

from malle.core import Action, Luck
from malle.games.chasse.edition import CUSTOMS, SMUGGLER
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import ChasseView, Hide, Move, Now
from malle.games.chasse.view import suspects, ways, ways_on

TOGETHER, APART = 0.5, 0.7
"""How often the second plate goes where the first one is, and how often a hiding that began apart goes on so."""
MOOD = 0.3
"""How much chance there is in a choice. Worth is counted in pawns."""
RISK = 0.07
"""What a plate within the customs' reach is thought to lose. Bolder than wise: three times this beats these customs."""
WALL = 0.3
"""What it is worth to the customs that nobody can slip through a column."""

HOME = range(1, 4)
"""The rows on which that wall stands."""

Worth = Callable[[Move], float]


def choose(game: Chasse, view: ChasseView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """One of the legal actions."""
    if view.now.phase == "hide":
        return _hide(game, view, legal, luck)
    if len(legal) == 1:
        return legal[0]
    worth = _smuggling(game, view) if view.viewer == SMUGGLER else _guarding(game, view)
    moves = [action for action in legal if isinstance(action, Move)]
    return max(moves, key=lambda move: worth(move) + MOOD * luck.random())


def _hide(game: Chasse, view: ChasseView, legal: tuple[Action, ...], luck: Luck) -> Action:
    hides = [action for action in legal if isinstance(action, Hide)]
    left = game.numbers.plates - view.now.hidden
    apart = view.now.hidden > 1 and max(view.memory.plates or (0,)) == 1
    if view.now.hidden and luck.random() < (1 - APART if apart else TOGETHER):
        return hides[0]
    # Else all ways to hide the rest weigh alike, the last pawn left alone if it can be.
    hides = hides[1:] if view.now.hidden and len(hides) > 1 else hides
    last = hides[-1].pawn
    return hides[luck.pick([_weight(game, view, hide, last, left) for hide in hides])]


def _weight(game: Chasse, view: ChasseView, hide: Hide, last: int, left: int) -> int:
    """In how many ways the rest can be hidden, after this one."""
    here = (view.memory.plates or (0,) * (last + 1))[hide.pawn] + 1
    return ways_on(here, last - hide.pawn, left - 1, game.numbers.pile)


def _smuggling(game: Chasse, view: ChasseView) -> Worth:
    """Forward, with the plates first and rather not where the customs can reach them."""
    now, row = view.now, game.numbers.row
    plates = dict(zip(now.smugglers, view.memory.plates or (), strict=True))
    seen = watched(game, now)

    def risk(load: int, square: int) -> float:
        return RISK * (load + 1) if load and square in seen else 0.0

    def worth(move: Move) -> float:
        load, ahead = plates[move.origin], row(move.origin) - row(move.target)
        home = (1.0 + load if load else -0.3) if row(move.target) == 1 else 0.0
        return home + ahead * (0.2 if load else 0.07) + risk(load, move.origin) - risk(load, move.target)

    return worth


def _guarding(game: Chasse, view: ChasseView) -> Worth:
    """Control when the odds are good, sooner near the finish; else keep the wall closed."""
    now, row = view.now, game.numbers.row
    suspected = [now.smugglers[pawn] for pawn in suspects(now.smugglers, view.memory.cleared)]
    near = {square: 1 - (row(square) - 2) / (game.numbers.rows - 2) for square in suspected if row(square) > 1}
    left, home, away = now.hidden - now.seized, len(suspected) - len(near), len(near)
    pile = game.numbers.pile
    hit = 1 - ways(home, away - 1, left, True, pile) / ways(home, away, left, True, pile)
    load = left / len(suspected) / hit  # on average, where there is anything
    wall = walling(game, now)

    def worth(move: Move) -> float:
        if move.target in near:
            saved = 2 * load * near[move.target] ** 2
            return hit * (1 + load + saved) - (1 - hit) + 0.5 * wall(move)
        if move.target in now.smugglers:
            return -9.0  # found empty before
        return wall(move) - 0.1

    return worth


def walling(game: Chasse, now: Now, rows: range = HOME) -> Worth:
    """What a move does to the customs' wall on these rows: gained by closing a column, lost by opening one."""
    row, width = game.numbers.row, game.numbers.width
    guards = [square % width for square in now.customs if square >= 0 and row(square) in rows]

    def wall(move: Move) -> float:
        before, after = move.origin % width, move.target % width
        left_alone = row(move.origin) in rows and guards.count(before) == 1
        closed = row(move.target) in rows and (after not in guards or (before == after and left_alone))
        return (closed - left_alone) * WALL

    return wall


def watched(game: Chasse, now: Now) -> frozenset[int]:
    """The squares on which a customs pawn could end, if a smuggler stood there."""
    routes = game.routes[CUSTOMS]
    passed = reduce(or_, (routes.passing[square] for square in (*now.smugglers, *now.customs)))
    moves = routes.moves(now.customs, passed)
    return frozenset(move.target for move in moves)
