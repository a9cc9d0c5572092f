"""A robot that plays moves out before it chooses. It is a flat search over the moves that look best, all
tried in the same futures.

At its own decision nothing is hidden from a seat but the order of the tiles lying face down, which no player
chooses. A world is such an order. So the robot needs no memory, and reads only its seat's view.
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
"""The number of moves that are played out."""
LATE = 1000
"""The most attempts in one decision, however short they are."""


class Searcher:
    """The robot. It has a fixed number of imagined moves for each decision, so it makes more attempts when
    the game is nearly over."""

    def __init__(self, moves: int, *, breadth: int = BREADTH, width: int = WIDTH) -> None:
        """Set the imagined moves for each decision, the placements that playouts look at, and the number of
        moves that are played out."""
        self._moves = moves
        self._breadth = breadth
        self._width = width

    def __call__(self, game: Combinus, view: CombinusView, legal: tuple[Action, ...], luck: Luck) -> Action:
        """Return the action that the search chooses."""
        return self.think(game, view, legal, luck).choice

    def think(
        self, game: Combinus, view: CombinusView, legal: tuple[Action, ...], luck: Luck, effort: Effort | None = None
    ) -> Thought[Action]:
        """Search, and return the choice with its statistics. A single action, or the choice of borders before
        any tile is seen, is made without a search."""
        state, seat = as_state(view.now), Seat(view.now.seat)
        if len(legal) == 1 or (state.phase == "borders" and not any(state.up)):  # before any tile both pairs are alike
            return Thought(luck.choice(legal), (), ())
        options = promising(game, state, legal, self._width)
        after = {action: game.apply(state, seat, action)[0] for action in options}
        quick = Quick(game, self._breadth)
        tries = min(LATE, self._moves // (game.tables.remaining(state).bit_count() + 1))

        def attempt(action: Action, future: int) -> float:
            """Play the action out in a future, and return the result for the robot's seat."""
            return quick.play_out(after[action], seat, future)

        return halve(options, attempt, tries=tries, luck=luck, effort=effort)


def promising(game: Combinus, state: State, legal: tuple[Action, ...], most: int) -> tuple[Action, ...]:
    """Return the actions after which the position looks best, best first, at most `max_actions`."""
    balance, pair = balance_of(game.numbers), int(state.seat != state.sides)
    places = [action for action in legal if isinstance(action, Place)]
    worths: dict[Action, float] = dict(zip(places, balance.each(state.position, places, pair), strict=True))
    for action in legal:
        if action not in worths:
            worths[action] = _worth(game, balance, state, action, pair)
    return tuple(sorted(legal, key=lambda action: -worths[action])[:most])


def _worth(game: Combinus, balance: Balance, state: State, action: Action, pair: int) -> float:
    """Return the value of an exchange or of taking a tile: that of the best placement that can follow. Any
    other action is worth the present position and `UNSEEN_TILE_BONUS`."""
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
