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
from malle.games.combinus.grid import Position, bit_numbers
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import Exchange, Place, State, TakeUp
from malle.games.combinus.valuation import cached_valuation

T = TypeVar("T")

MAX_PLACEMENTS = 8
"""The most placements that the policy looks at for a tile in hand."""
EXCHANGE_PROBABILITY = 0.5
"""How often the policy looks at exchanges if it can also place its tile."""
MAX_EXCHANGES = 2
"""The most exchanges that the policy looks at."""
MAX_SECOND_LOOKS = 4
"""The most placements looked at for a tile that an exchange takes off or that lies face up. Also
the most face-up tiles looked at."""
UNSEEN_TILE_BONUS = 0.5
"""How much more an unseen tile is worth than the present position."""
WIN_BONUS = 1.5
"""The value of winning the match, in branches."""
END_PHASES = ("over", "deal", "borders")
"""The phases in which a game has ended: the match with it, or the next game begins."""


class PlayoutPolicy:
    """The quick policy that chooses the moves of both seats in playouts of one game."""

    def __init__(self, game: Combinus, max_placements: int = MAX_PLACEMENTS) -> None:
        """Set the most placements that the policy looks at for a tile in hand."""
        self._game = game
        self._lookup = game.lookup
        self._valuation = cached_valuation(game.numbers)
        self._max_placements = max_placements

    def play_out(self, state: State, seat: Seat, future: int) -> float:
        """Play the state to the end of its game and return the seat's lead in points of the
        match. If the match is over, a win adds `WIN_BONUS` and a defeat subtracts it. `future`
        is the seed of all that chance decides."""
        luck, apply, draws = Luck(future), self._game.apply, self._lookup.draw_actions
        order = bit_numbers(state.down)
        luck.shuffle(order)
        while state.phase not in END_PHASES:
            if state.phase == "draw":
                state, _ = apply(state, NATURE, draws[order.pop()])
            else:
                state, _ = apply(state, Seat(state.seat), self.choose_action(state, luck))
        ahead = state.totals[seat] - state.totals[1 - seat]
        if state.phase == "over" and ahead:
            return ahead + (WIN_BONUS if ahead > 0 else -WIN_BONUS)
        return ahead

    def choose_action(self, state: State, luck: Luck) -> Action:
        """Return an action for the seat in turn, which has a tile to take or to place."""
        if state.phase == "take":
            return self._choose_tile_to_take(state, luck)
        position, tile, pair = state.position, state.tile, int(state.seat != state.sides)
        places = self._lookup.legal_placements(position, tile)
        worth, place = self._valuation.best_placement(
            position, _sample_at_most(places, self._max_placements, luck), pair
        )
        considers_exchanges = place is None or luck.random() < EXCHANGE_PROBABILITY
        if considers_exchanges and state.phase == "place" and self._lookup.may_exchange(state):
            swap = self._best_exchange(position, tile, pair, luck, worth)
            return swap or place or self._game.legal(state, Seat(state.seat))[0]
        assert place is not None
        return place

    def _best_exchange(self, position: Position, tile: int, pair: int, luck: Luck, min_value: float) -> Exchange | None:
        """Return the best of at most `MAX_EXCHANGES` exchanges of the tile in hand, drawn at
        random, or `None` if none is worth more than `min_value`. The worth of an exchange is the
        best position after the removed tile is placed."""
        grid, best = self._game.grid, None
        for cell, pose in _sample_at_most(grid.possible_exchanges(position, tile), MAX_EXCHANGES, luck):
            after, removed = grid.exchange_tile(position, cell, pose), grid.tile_of_pose[position.board[cell]]
            worth = self._best_placement_value(after, removed, pair, luck)
            if worth > min_value:
                min_value, best = worth, self._lookup.exchange_actions[cell][pose]
        return best

    def _choose_tile_to_take(self, state: State, luck: Luck) -> Action:
        """Return drawing an unseen tile, or the best of a few face-up tiles if that is worth
        more. A single legal action is returned at once."""
        legal = self._game.legal(state, Seat(state.seat))
        if len(legal) == 1:
            return legal[0]
        position, pair = state.position, int(state.seat != state.sides)
        position_value = self._valuation.position_value(position, pair)
        unseen = not isinstance(legal[0], TakeUp)
        best_value, best = (position_value + UNSEEN_TILE_BONUS, legal[0]) if unseen else (-inf, legal[0])
        for action in _sample_at_most(legal[1:] if unseen else legal, MAX_SECOND_LOOKS, luck):
            assert isinstance(action, TakeUp)
            worth = max(
                position_value - UNSEEN_TILE_BONUS, self._best_placement_value(position, action.tile, pair, luck)
            )
            if worth > best_value:
                best_value, best = worth, action
        return best

    def _best_placement_value(self, position: Position, tile: int, pair: int, luck: Luck) -> float:
        """Return the value of the position after the best of a few placements of this tile, to
        the owner of this pair of borders; minus infinity if there is none."""
        places: Sequence[Place] = _sample_at_most(self._lookup.legal_placements(position, tile), MAX_SECOND_LOOKS, luck)
        return self._valuation.best_placement(position, places, pair)[0]


def _sample_at_most(things: Sequence[T], max_count: int, luck: Luck) -> Sequence[T]:
    """Return all things if there are at most `max_count`, otherwise `max_count` of them drawn at random,
    perhaps one of them twice."""
    number = len(things)
    if number <= max_count:
        return things
    random = luck.random
    return [things[int(random() * number)] for _ in range(max_count)]
