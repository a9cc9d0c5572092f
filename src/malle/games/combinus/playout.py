"""Playouts: a position is played to the end of its game by a quick policy for both seats. The policy looks at
a few moves and takes the best.

It plays by the rules themselves, through `Combinus.apply`. The number of the future decides the order of the
tiles lying face down, so two moves tried in the same future meet the same tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TypeVar

from malle.core import NATURE, Action, Luck, Seat
from malle.games.combinus.balance import balance_of
from malle.games.combinus.grid import Position, bits
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import Exchange, Place, State, TakeUp

T = TypeVar("T")

BREADTH = 8
"""The number of placements that the policy looks at."""
EXCHANGES = 0.5
"""How often the policy looks at exchanges if it can also place its tile."""
SWAPS = 2
"""The number of exchanges that the policy looks at."""
AGAIN = 4
"""The number of placements looked at for a tile that an exchange takes off or that lies face up. Also the
number of face-up tiles looked at."""
HOPE = 0.5
"""How much more an unseen tile is worth than the present position."""
WIN = 1.5
"""The value of winning the match, in branches."""
ENDED = ("over", "deal", "borders")
"""The phases in which a game has ended: the match with it, or the next game begins."""


class Quick:
    """The quick policy for one game."""

    def __init__(self, game: Combinus, breadth: int = BREADTH) -> None:
        """Set the number of placements that the policy looks at."""
        self._game = game
        self._tables = game.tables
        self._balance = balance_of(game.numbers)
        self._breadth = breadth

    def play_out(self, state: State, seat: Seat, future: int) -> float:
        """Play the state to the end of its game and return the seat's lead in points of the match. If the
        match is over, a win adds `WIN_BONUS` and a defeat subtracts it."""
        luck, apply, draws = Luck(future), self._game.apply, self._tables.draws
        order = bits(state.down)
        luck.shuffle(order)
        while state.phase not in ENDED:
            if state.phase == "draw":
                state, _ = apply(state, NATURE, draws[order.pop()])
            else:
                state, _ = apply(state, Seat(state.seat), self.choose(state, luck))
        ahead = state.totals[seat] - state.totals[1 - seat]
        if state.phase == "over" and ahead:
            return ahead + (WIN if ahead > 0 else -WIN)
        return ahead

    def choose(self, state: State, luck: Luck) -> Action:
        """Return an action for the seat in turn, which has a tile to take or to place."""
        if state.phase == "take":
            return self._take(state, luck)
        position, tile, pair = state.position, state.tile, int(state.seat != state.sides)
        places = self._tables.may_place(position, tile)
        worth, place = self._balance.best(position, _few(places, self._breadth, luck), pair)
        looks = place is None or luck.random() < EXCHANGES
        if looks and state.phase == "place" and self._tables.may_exchange(state):
            swap = self._exchange(position, tile, pair, luck, worth)
            return swap or place or self._game.legal(state, Seat(state.seat))[0]
        assert place is not None
        return place

    def _exchange(self, position: Position, tile: int, pair: int, luck: Luck, least: float) -> Exchange | None:
        """Return the best of a few exchanges, or `None` if none is worth more than `min_value`."""
        grid, best = self._game.grid, None
        for cell, pose in _few(grid.exchanges(position, tile), SWAPS, luck):
            after, removed = grid.swap(position, cell, pose), grid.tile_of[position.board[cell]]
            worth = self._laid(after, removed, pair, luck)
            if worth > least:
                least, best = worth, self._tables.exchanges[cell][pose]
        return best

    def _take(self, state: State, luck: Luck) -> Action:
        """Return the action that draws, or the best of a few that take a face-up tile, if it is worth more."""
        legal = self._game.legal(state, Seat(state.seat))
        if len(legal) == 1:
            return legal[0]
        position, pair = state.position, int(state.seat != state.sides)
        still = self._balance.of(position, pair)
        unseen = not isinstance(legal[0], TakeUp)
        least, best = (still + HOPE, legal[0]) if unseen else (-inf, legal[0])
        for action in _few(legal[1:] if unseen else legal, AGAIN, luck):
            assert isinstance(action, TakeUp)
            worth = max(still - HOPE, self._laid(position, action.tile, pair, luck))
            if worth > least:
                least, best = worth, action
        return best

    def _laid(self, position: Position, tile: int, pair: int, luck: Luck) -> float:
        """Return the value of the position after the best of a few placements of this tile, minus infinity if
        there is none."""
        places: Sequence[Place] = _few(self._tables.may_place(position, tile), AGAIN, luck)
        return self._balance.best(position, places, pair)[0]


def _few(things: Sequence[T], most: int, luck: Luck) -> Sequence[T]:
    """Return all things if there are at most `max_count`, otherwise `max_count` of them drawn at random,
    perhaps one of them twice."""
    number = len(things)
    if number <= most:
        return things
    random = luck.random
    return [things[int(random() * number)] for _ in range(most)]
