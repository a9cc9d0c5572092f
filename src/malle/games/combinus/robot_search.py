"""A robot that plays moves out before it chooses. It is a flat search over the moves that look
best, all tried in the same futures.

At its own decision nothing is hidden from a seat but the order of the tiles lying face down, which
no player chooses. A future is such an order. So the robot needs no memory, and reads only its
seat's view.
"""

from __future__ import annotations

from malle.core import Action, Luck, Seat
from malle.core.robots.search import SearchEffort, SearchResult, sequential_halving
from malle.games.combinus.playout import MAX_PLACEMENTS, UNSEEN_TILE_BONUS, PlayoutPolicy
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import CombinusView, Exchange, Place, State, TakeUp
from malle.games.combinus.valuation import Valuation, cached_valuation
from malle.games.combinus.view import state_as_seen

MAX_OPTIONS = 8
"""The most moves of one decision that are played out."""
MAX_ATTEMPTS = 1000
"""The most playouts in one decision, however short they are."""


class PlayoutSearcher:
    """The robot that plays moves out. Each decision has a fixed budget of imagined moves, so it
    makes more attempts (playouts) when the game is nearly over."""

    def __init__(
        self, imagined_moves: int, *, playout_placements: int = MAX_PLACEMENTS, max_options: int = MAX_OPTIONS
    ) -> None:
        """Set the budget of imagined moves for each decision, the most placements that the
        policy in a playout looks at, and the most moves that are played out."""
        self._imagined_moves = imagined_moves
        self._playout_placements = playout_placements
        self._max_options = max_options

    def __call__(self, game: Combinus, view: CombinusView, legal: tuple[Action, ...], luck: Luck) -> Action:
        """Return the action that the search chooses."""
        return self.think(game, view, legal, luck).choice

    def think(
        self,
        game: Combinus,
        view: CombinusView,
        legal: tuple[Action, ...],
        luck: Luck,
        effort: SearchEffort | None = None,
    ) -> SearchResult[Action]:
        """Search, and return the choice with its statistics. A single legal action is returned
        without a search. Before any tile is seen, borders are chosen at random."""
        state, seat = state_as_seen(view.now), Seat(view.now.seat)
        if len(legal) == 1 or (state.phase == "borders" and not any(state.up)):  # before any tile both pairs are alike
            return SearchResult(luck.choice(legal), (), ())
        options = best_looking_actions(game, state, legal, self._max_options)
        after = {action: game.apply(state, seat, action)[0] for action in options}
        policy = PlayoutPolicy(game, self._playout_placements)
        tries = min(MAX_ATTEMPTS, self._imagined_moves // (game.lookup.remaining_tiles(state).bit_count() + 1))

        def attempt(action: Action, future: int) -> float:
            """Play the action out in a future, and return the result for the robot's seat."""
            return policy.play_out(after[action], seat, future)

        return sequential_halving(options, attempt, total_attempts=tries, luck=luck, effort=effort)


def best_looking_actions(
    game: Combinus, state: State, legal: tuple[Action, ...], max_actions: int
) -> tuple[Action, ...]:
    """Return the actions after which the position looks best to the seat in turn, best first, at
    most `max_actions`."""
    valuation, pair = cached_valuation(game.numbers), int(state.seat != state.sides)
    places = [action for action in legal if isinstance(action, Place)]
    worths: dict[Action, float] = dict(
        zip(places, valuation.placement_values(state.position, places, pair), strict=True)
    )
    for action in legal:
        if action not in worths:
            worths[action] = _action_value(game, valuation, state, action, pair)
    return tuple(sorted(legal, key=lambda action: -worths[action])[:max_actions])


def _action_value(game: Combinus, valuation: Valuation, state: State, action: Action, pair: int) -> float:
    """Return the value of an exchange or of taking a face-up tile: that of the best placement
    that can follow. Drawing or choosing borders is worth the present position and
    `UNSEEN_TILE_BONUS`."""
    grid, position = game.grid, state.position
    if isinstance(action, Exchange):
        removed = grid.tile_of_pose[position.board[action.cell]]
        after = grid.exchange_tile(position, action.cell, action.pose)
        return valuation.best_placement(after, game.lookup.legal_placements(after, removed), pair)[0]
    if isinstance(action, TakeUp):
        return valuation.best_placement(position, game.lookup.legal_placements(position, action.tile), pair)[0]
    return valuation.position_value(position, pair) + UNSEEN_TILE_BONUS


REGULAR = PlayoutSearcher(1_000)
WILY = PlayoutSearcher(4_000)
