"""A robot that looks two plies ahead: its own move, every tile that the opponent may get, and the opponent's
best placement of it.

It searches in another way than the robot at tables, and is kept for research, to measure that robot against
it.
"""

from __future__ import annotations

from malle.core import Action, Luck, Seat
from malle.games.combinus.grid import bit_numbers
from malle.games.combinus.robot_search import MAX_OPTIONS, best_looking_actions
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import CombinusView, State
from malle.games.combinus.valuation import cached_valuation
from malle.games.combinus.view import state_as_seen


def choose(game: Combinus, view: CombinusView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return, of the actions that look best, the one with the best value after the opponent's
    answer. Borders are chosen at random, and a tile to take is the one that looks best."""
    state, seat = state_as_seen(view.now), Seat(view.now.seat)
    if len(legal) == 1 or state.phase == "borders":
        return luck.choice(legal)
    best = best_looking_actions(game, state, legal, MAX_OPTIONS)
    if state.phase == "take":
        return best[0]
    worths = [_value_after_answer(game, game.apply(state, seat, action)[0], state) for action in best]
    return best[worths.index(max(worths))]


def _value_after_answer(game: Combinus, after: State, before: State) -> float:
    """Return the value of the state `after` to the robot, once the opponent has answered with its
    best placement. `after` is what the robot's action made of the state `before`.

    A drawn tile counts by its average; the opponent takes a face-up tile if that is better.
    Exchanges are ignored. If the game is over, return the robot's lead in this game. If the robot
    is in turn again, return the value of the position.
    """
    valuation, seat, position = cached_valuation(game.numbers), before.seat, after.position
    pair = int(seat != before.sides)
    if after.game != before.game or after.phase == "over":
        mine, yours = (after.totals[each] - before.totals[each] for each in (seat, 1 - seat))
        return mine - yours
    position_value = valuation.position_value(position, pair)
    if after.seat == seat:
        return position_value

    def value_after_placement(tile: int) -> float:
        """Return the value after the opponent's best placement of this tile, or that of the position if the
        tile cannot be placed."""
        places = game.lookup.legal_placements(position, tile)
        return -valuation.best_placement(position, places, 1 - pair)[0] if places else position_value

    drawn = [value_after_placement(tile) for tile in bit_numbers(after.down)]
    picked = [value_after_placement(tile) for tile in bit_numbers(after.up[after.seat % len(after.up)])]
    return min([*picked, *([sum(drawn) / len(drawn)] if drawn else [])], default=position_value)
