"""Combinus: how a tile looks and is called, wherever it is drawn."""

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
    """Its picture."""
    return symbol_name(game.numbers.names[tile])


def tile_id(number: int, tile: int) -> str:
    """A tile whose face is seen keeps its id wherever it lies; `number` is the game of the match."""
    return item_id("tile", number, tile)


def quarters(game: Combinus, pose: int) -> int:
    """Quarter turns from the tile's own picture."""
    name = game.numbers.names[game.grid.tile_of[pose]]
    return turns(name).index(game.grid.codes[pose])


@piece
def loose(game: Combinus, number: int, tile: int) -> Item:
    """A tile beside the grid."""
    name = game.numbers.names[tile]
    return Item(tile_id(number, tile), telling.tile(game, tile), symbol(game, tile), "tile", detail=name)


@piece
def laid(game: Combinus, number: int, cell: int, pose: int, paint: str) -> Item:
    """A tile on the grid."""
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
    """A tile in hand that was drawn unseen; `count` tiles were laid before it."""
    return Item(item_id("held", number, count), Say("screen-back"), "tile-back", "tile")


@piece
def tray(game: Combinus, number: int, seat: int | None, pool: Mask, where: Where) -> Tray:
    """Tiles face up: a seat's own, or everybody's."""
    items, args = tuple(loose(game, number, tile) for tile in bits(pool)), {"n": pool.bit_count()}
    if seat is None:
        return Tray("up", items, Say("screen-up", args), where=where)
    return Tray(f"own-{seat + 1}", items, Say("screen-own", {"seat": Who(seat), **args}), where=where)


@piece
def box(game: Combinus, number: int, unseen: Mask) -> Tray:
    """All tiles of the box, those that have been seen faded: what may still come."""
    items = tuple(_boxed(game, number, tile, seen=not unseen >> tile & 1) for tile in range(game.tables.tiles))
    return Tray("box", items, Say("screen-box", {"n": unseen.bit_count()}), where="aside")


@piece
def _boxed(game: Combinus, number: int, tile: int, *, seen: bool) -> Item:
    return Item(item_id("box", number, tile), telling.tile(game, tile), symbol(game, tile), "tile", dim=seen)
