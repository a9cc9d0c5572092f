"""A robot that looks two plies ahead: its move, every tile that the other may get, and the best that they can do with
it.

It is another kind of search than the one that plays at tables, kept for the lab to measure that one against.
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
    """One of the legal actions."""
    state, seat = as_state(view.now), Seat(view.now.seat)
    if len(legal) == 1 or state.phase == "borders":
        return luck.choice(legal)
    best = promising(game, state, legal, WIDTH)
    if state.phase == "take":
        return best[0]
    worths = [_answered(game, game.apply(state, seat, action)[0], state) for action in best]
    return best[worths.index(max(worths))]


def _answered(game: Combinus, after: State, before: State) -> float:
    """What is left of a position after the other's best answer, on average over the tiles that they may draw."""
    balance, seat, position = balance_of(game.numbers), before.seat, after.position
    pair = int(seat != before.sides)
    if after.game != before.game or after.phase == "over":
        mine, yours = (after.totals[each] - before.totals[each] for each in (seat, 1 - seat))
        return mine - yours
    still = balance.of(position, pair)
    if after.seat == seat:
        return still

    def answer(tile: int) -> float:
        places = game.tables.may_place(position, tile)
        return -balance.best(position, places, 1 - pair)[0] if places else still

    drawn = [answer(tile) for tile in bits(after.down)]
    picked = [answer(tile) for tile in bits(after.up[after.seat % len(after.up)])]
    return min([*picked, *([sum(drawn) / len(drawn)] if drawn else [])], default=still)
