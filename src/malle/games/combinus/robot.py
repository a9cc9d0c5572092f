"""A simple robot. It takes points, links its borders, and gets in its opponent's way.

It sees a seat's view and nothing else. It looks one move ahead, through both halves of an exchange.
"""

from __future__ import annotations

from malle.core import Action, Luck
from malle.games.combinus.grid import Position
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import CombinusView, Exchange, Place, TakeUp

PATH_VALUE = 3.0
"""The value of a path beside its branches, because it gives the right to exchange."""
LINE_VALUE = 0.4
"""The value of each column or row that the widest network of a pair covers, while the pair has no path."""
NOISE = 0.2
"""The most that is added at random to the value of an action."""


def choose(game: Combinus, view: CombinusView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return the action with the highest value, after at most `NOISE` is added to each at
    random."""
    values = [_action_value(game, view, action) + NOISE * luck.random() for action in legal]
    return legal[values.index(max(values))]


def _action_value(game: Combinus, view: CombinusView, action: Action) -> float:
    """Return the value of an action to the seat in turn: the value of the best position that it
    leads to. Drawing or choosing borders is worth the present position and 0.5."""
    now, grid = view.now, game.grid
    pair = int(now.seat != now.sides)
    match action:
        case Place(pose, cell):
            return _position_value(game, grid.place_tile(now.position, cell, pose), pair)
        case Exchange(pose, cell):
            removed = grid.tile_of_pose[now.position.board[cell]]
            return _best_placement_value(game, grid.exchange_tile(now.position, cell, pose), removed, pair)
        case TakeUp(tile):
            return _best_placement_value(game, now.position, tile, pair)
    return _position_value(game, now.position, pair) + 0.5  # an unseen tile is worth a little more than no move


def _best_placement_value(game: Combinus, position: Position, tile: int, pair: int) -> float:
    """Return the value of the best position after this tile is placed, to the owner of this pair
    of borders; -100 if it cannot be placed."""
    return max(
        (
            _position_value(game, game.grid.place_tile(position, cell, pose), pair)
            for cell, laid in enumerate(position.board)
            if laid < 0
            for pose in game.grid.fitting_poses_at(position, cell, tile)
        ),
        default=-100.0,
    )


def _position_value(game: Combinus, position: Position, pair: int) -> float:
    """Return the value of a position to the owner of this pair of borders, less its value to the opponent."""
    return _pair_value(game, position, pair) - _pair_value(game, position, 1 - pair)


def _pair_value(game: Combinus, position: Position, pair: int) -> float:
    """Return the value of a position for one pair of borders, without the opponent's. A branch linked to the
    opposite border counts 1, any other 0.25. A path adds `PATH_VALUE`; without one, the widest network of the
    pair adds `LINE_VALUE` for each line it covers."""
    good, bad = game.grid.branch_masks(position, pair)
    worth = good.bit_count() + 0.25 * bad.bit_count()
    if position.linked >> pair & 1:
        return worth + PATH_VALUE
    return worth + LINE_VALUE * max((_lines_covered(game, network, pair) for network in position.networks), default=0)


def _lines_covered(game: Combinus, network: int, pair: int) -> int:
    """Return how many columns (left and right) or rows (top and bottom) a network covers. 0 if it has no
    branch on either border of the pair."""
    columns, cells = game.numbers.columns, range(game.grid.cell_count)
    one, other = game.grid.pair_border_masks[pair]
    if not network & (one | other):
        return 0
    return len({cell % columns if pair == 0 else cell // columns for cell in cells if network >> cell & 1})
