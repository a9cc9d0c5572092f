"""A robot that plays moves out before it chooses: flat search over the moves that look best, in the same futures.

At its own decision nothing is hidden from a seat but the order of the tiles lying face down, which is nobody's choice:
a world is that order. So it needs no memory, and reads its seat's view alone.
"""

from __future__ import annotations

from malle.core import Action, Luck, Seat
from malle.core.search import Effort, Thought, halve
from malle.games.combinus.balance import Balance, balance_of
from malle.games.combinus.playout import BREADTH, HOPE, Quick
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import CombinusView, Exchange, Place, State, TakeUp
from malle.games.combinus.view import as_state

WIDTH = 8
"""Moves that are played out."""
LATE = 1000
"""So many tries are enough, however short they are."""


class Searcher:
    """The robot, with so many imagined moves for each decision: a game that is nearly over is tried more often."""

    def __init__(self, moves: int, *, breadth: int = BREADTH, width: int = WIDTH) -> None:
        self._moves = moves
        self._breadth = breadth
        self._width = width

    def __call__(self, game: Combinus, view: CombinusView, legal: tuple[Action, ...], luck: Luck) -> Action:
        """One of the legal actions."""
        return self.think(game, view, legal, luck).choice

    def think(
        self, game: Combinus, view: CombinusView, legal: tuple[Action, ...], luck: Luck, effort: Effort | None = None
    ) -> Thought[Action]:
        """The choice, one of the legal actions, and what the moves that were tried seemed to be worth."""
        state, seat = as_state(view.now), Seat(view.now.seat)
        if len(legal) == 1 or (state.phase == "borders" and not any(state.up)):  # before any tile both pairs are alike
            return Thought(luck.choice(legal), (), ())
        options = promising(game, state, legal, self._width)
        after = {action: game.apply(state, seat, action)[0] for action in options}
        quick = Quick(game, self._breadth)
        tries = min(LATE, self._moves // (game.tables.remaining(state).bit_count() + 1))

        def attempt(action: Action, future: int) -> float:
            return quick.play_out(after[action], seat, future)

        return halve(options, attempt, tries=tries, luck=luck, effort=effort)


def promising(game: Combinus, state: State, legal: tuple[Action, ...], most: int) -> tuple[Action, ...]:
    """Those of the actions after which the position looks best, best first."""
    balance, pair = balance_of(game.numbers), int(state.seat != state.sides)
    places = [action for action in legal if isinstance(action, Place)]
    worths: dict[Action, float] = dict(zip(places, balance.each(state.position, places, pair), strict=True))
    for action in legal:
        if action not in worths:
            worths[action] = _worth(game, balance, state, action, pair)
    return tuple(sorted(legal, key=lambda action: -worths[action])[:most])


def _worth(game: Combinus, balance: Balance, state: State, action: Action, pair: int) -> float:
    """Of an exchange or of taking a tile: the best that can then be laid."""
    grid, position = game.grid, state.position
    if isinstance(action, Exchange):
        removed = grid.tile_of[position.board[action.cell]]
        after = grid.swap(position, action.cell, action.pose)
        return balance.best(after, game.tables.may_place(after, removed), pair)[0]
    if isinstance(action, TakeUp):
        return balance.best(position, game.tables.may_place(position, action.tile), pair)[0]
    return balance.of(position, pair) + HOPE


REGULAR = Searcher(1_000)
WILY = Searcher(4_000)
