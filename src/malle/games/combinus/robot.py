"""A simple robot: takes the points, links its borders, and gets in the other's way.

It sees a seat's view and nothing else. It looks one move ahead, and through both halves of an exchange.
"""

from __future__ import annotations

from malle.core import Action, Luck
from malle.games.combinus.grid import Position
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import CombinusView, Exchange, Place, TakeUp

LINK = 3.0
"""What a path is worth beside its branches: the right to exchange."""
SPAN = 0.4
"""What each row or column covered by one's widest network is worth before there is a path."""
NOISE = 0.2
"""Moves nearer than this are the same to it."""


def choose(game: Combinus, view: CombinusView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """One of the legal actions."""
    worths = [_worth(game, view, action) + NOISE * luck.random() for action in legal]
    return legal[worths.index(max(worths))]


def _worth(game: Combinus, view: CombinusView, action: Action) -> float:
    now, grid = view.now, game.grid
    pair = int(now.seat != now.sides)
    match action:
        case Place(pose, cell):
            return _balance(game, grid.place(now.position, cell, pose), pair)
        case Exchange(pose, cell):
            removed = grid.tile_of[now.position.board[cell]]
            return _best(game, grid.swap(now.position, cell, pose), removed, pair)
        case TakeUp(tile):
            return _best(game, now.position, tile, pair)
    return _balance(game, now.position, pair) + 0.5  # a tile unseen: as good as standing still, and a little hope


def _best(game: Combinus, position: Position, tile: int, pair: int) -> float:
    """The best that laying this tile can do; very bad if it cannot be laid."""
    return max(
        (
            _balance(game, game.grid.place(position, cell, pose), pair)
            for cell, laid in enumerate(position.board)
            if laid < 0
            for pose in game.grid.options_at(position, cell, tile)
        ),
        default=-100.0,
    )


def _balance(game: Combinus, position: Position, pair: int) -> float:
    return _side(game, position, pair) - _side(game, position, 1 - pair)


def _side(game: Combinus, position: Position, pair: int) -> float:
    """Points, a path, and on the way to one the widest network and the branches that wait for it."""
    good, bad = game.grid.branches(position, pair)
    worth = good.bit_count() + 0.25 * bad.bit_count()
    if position.linked >> pair & 1:
        return worth + LINK
    return worth + SPAN * max((_span(game, network, pair) for network in position.networks), default=0)


def _span(game: Combinus, network: int, pair: int) -> int:
    """How many columns (or rows) a network covers that begins on one of the two borders."""
    columns, cells = game.numbers.columns, range(game.grid.size)
    one, other = game.grid.ends[pair]
    if not network & (one | other):
        return 0
    return len({cell % columns if pair == 0 else cell // columns for cell in cells if network >> cell & 1})
