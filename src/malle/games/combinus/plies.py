"""A robot that looks two plies ahead: its own move, every tile that the opponent may get, and the opponent's
best placement of it.

It searches in another way than the robot at tables, and is kept for research, to measure that robot against
it.
"""

from __future__ import annotations

from malle.core import Action, Luck, Seat
from malle.games.combinus.balance import balance_of
from malle.games.combinus.grid import bits
from malle.games.combinus.rules import Combinus
from malle.games.combinus.searcher import WIDTH, promising
from malle.games.combinus.state import CombinusView, State
from malle.games.combinus.view import as_state


def choose(game: Combinus, view: CombinusView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return the action with the best value after the opponent's answer, among those that look best. Borders
    are chosen at random, and a tile to take by its first look."""
    state, seat = as_state(view.now), Seat(view.now.seat)
    if len(legal) == 1 or state.phase == "borders":
        return luck.choice(legal)
    best = promising(game, state, legal, WIDTH)
    if state.phase == "take":
        return best[0]
    worths = [_answered(game, game.apply(state, seat, action)[0], state) for action in best]
    return best[worths.index(max(worths))]


def _answered(game: Combinus, after: State, before: State) -> float:
    """Return the value of the state `after` the robot's action, taken in `before`, once the opponent has
    answered with its best placement.

    A drawn tile counts by its average; the opponent takes a face-up tile if that is better. Exchanges are
    ignored. If the game is over, return the robot's lead in this game. If the robot is in turn again, return
    the value of the position.
    """
    balance, seat, position = balance_of(game.numbers), before.seat, after.position
    pair = int(seat != before.sides)
    if after.game != before.game or after.phase == "over":
        mine, yours = (after.totals[each] - before.totals[each] for each in (seat, 1 - seat))
        return mine - yours
    still = balance.of(position, pair)
    if after.seat == seat:
        return still

    def answer(tile: int) -> float:
        """Return the value after the opponent's best placement of this tile, or that of the position if the
        tile cannot be placed."""
        places = game.tables.may_place(position, tile)
        return -balance.best(position, places, 1 - pair)[0] if places else still

    drawn = [answer(tile) for tile in bits(after.down)]
    picked = [answer(tile) for tile in bits(after.up[after.seat % len(after.up)])]
    return min([*picked, *([sum(drawn) / len(drawn)] if drawn else [])], default=still)
