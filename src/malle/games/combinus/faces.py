"""How the tiles of Combinus look and are called, wherever they are drawn."""

from __future__ import annotations

from malle.core import Say, Who
from malle.core.piece import piece
from malle.core.scene import Item, Tray, Where, item_id
from malle.games.combinus import telling
from malle.games.combinus.edition import turns
from malle.games.combinus.grid import bits
from malle.games.combinus.pictures import symbol_name
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import Mask


def symbol(game: Combinus, tile: int) -> str:
    """Return the id of the tile's SVG symbol."""
    return symbol_name(game.numbers.names[tile])


def tile_id(number: int, tile: int) -> str:
    """Return the scene id of a tile whose face is seen. The id stays the same wherever the tile lies.
    `game_number` is the number of the game in the match."""
    return item_id("tile", number, tile)


def quarters(game: Combinus, pose: int) -> int:
    """Return how many quarter turns clockwise lead from the tile's own picture to the pose."""
    name = game.numbers.names[game.grid.tile_of[pose]]
    return turns(name).index(game.grid.codes[pose])


@piece
def loose(game: Combinus, number: int, tile: int) -> Item:
    """Draw a tile beside the grid, face up."""
    name = game.numbers.names[tile]
    return Item(tile_id(number, tile), telling.tile(game, tile), symbol(game, tile), "tile", detail=name)


@piece
def laid(game: Combinus, number: int, cell: int, pose: int, paint: str) -> Item:
    """Draw a tile on the grid. `paint` names the colours of its network."""
    tile = game.grid.tile_of[pose]
    return Item(
        id=tile_id(number, tile),
        label=telling.tile(game, tile),
        symbol=symbol(game, tile),
        look="tile",
        at=game.numbers.cells[cell],
        turn=quarters(game, pose),
        paint=paint,
        detail=game.grid.codes[pose],
    )


@piece
def back(number: int, count: int) -> Item:
    """Draw a tile in hand whose face the viewer has not seen. `placed_count` is the number of tiles on the
    grid."""
    return Item(item_id("held", number, count), Say("screen-back"), "tile-back", "tile")


@piece
def tray(game: Combinus, number: int, seat: int | None, pool: Mask, where: Where) -> Tray:
    """Draw the tiles that lie face up: those of `seat`, or the common pool if `seat` is `None`."""
    items, args = tuple(loose(game, number, tile) for tile in bits(pool)), {"n": pool.bit_count()}
    if seat is None:
        return Tray("up", items, Say("screen-up", args), where=where)
    return Tray(f"own-{seat + 1}", items, Say("screen-own", {"seat": Who(seat), **args}), where=where)


@piece
def box(game: Combinus, number: int, unseen: Mask) -> Tray:
    """Draw all tiles of the box, faded where the viewer has seen them. The others may still come."""
    items = tuple(_boxed(game, number, tile, seen=not unseen >> tile & 1) for tile in range(game.tables.tiles))
    return Tray("box", items, Say("screen-box", {"n": unseen.bit_count()}), where="aside")


@piece
def _boxed(game: Combinus, number: int, tile: int, *, seen: bool) -> Item:
    """Draw a tile in the tray of all tiles, faded if the viewer has seen it."""
    return Item(item_id("box", number, tile), telling.tile(game, tile), symbol(game, tile), "tile", dim=seen)
