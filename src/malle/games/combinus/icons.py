"""How the tiles of Combinus look and are called, wherever they are drawn."""

from __future__ import annotations

from malle.core import Message, PlayerRef
from malle.core.fragment_cache import cached_fragment
from malle.core.scene import Item, Placement, Tray, item_id
from malle.games.combinus import event_messages
from malle.games.combinus.edition import rotations
from malle.games.combinus.grid import bit_numbers
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import TileMask
from malle.games.combinus.tile_symbols import symbol_name


def symbol_of_tile(game: Combinus, tile: int) -> str:
    """Return the id of the tile's SVG symbol."""
    return symbol_name(game.numbers.tile_names[tile])


def tile_id(game_number: int, tile: int) -> str:
    """Return the scene id of a tile whose face is seen. The id stays the same wherever the tile lies.
    `game_number` is the number of the game in the match."""
    return item_id("tile", game_number, tile)


def quarter_turns(game: Combinus, pose: int) -> int:
    """Return how many quarter turns clockwise lead from the tile's own picture to the pose."""
    name = game.numbers.tile_names[game.grid.tile_of_pose[pose]]
    return rotations(name).index(game.grid.pose_codes[pose])


@cached_fragment
def tile_item(game: Combinus, game_number: int, tile: int) -> Item:
    """Draw a tile beside the grid, face up."""
    name = game.numbers.tile_names[tile]
    return Item(
        tile_id(game_number, tile),
        event_messages.tile_name(game, tile),
        symbol_of_tile(game, tile),
        "tile",
        detail=name,
    )


@cached_fragment
def placed_tile_item(game: Combinus, game_number: int, cell: int, pose: int, paint: str) -> Item:
    """Draw a tile on the grid. `paint` names the colours of its network."""
    tile = game.grid.tile_of_pose[pose]
    return Item(
        id=tile_id(game_number, tile),
        label=event_messages.tile_name(game, tile),
        symbol=symbol_of_tile(game, tile),
        look="tile",
        at=game.numbers.cell_names[cell],
        turn=quarter_turns(game, pose),
        paint=paint,
        detail=game.grid.pose_codes[pose],
    )


@cached_fragment
def unseen_tile_item(game_number: int, placed_count: int) -> Item:
    """Draw a tile in hand whose face the viewer has not seen. `placed_count` is the number of tiles on the
    grid."""
    return Item(item_id("held", game_number, placed_count), Message("screen-back"), "tile-back", "tile")


@cached_fragment
def face_up_tray(game: Combinus, game_number: int, seat: int | None, pool: TileMask, where: Placement) -> Tray:
    """Draw the tiles that lie face up: those of `seat`, or the common pool if `seat` is `None`."""
    items, args = tuple(tile_item(game, game_number, tile) for tile in bit_numbers(pool)), {"n": pool.bit_count()}
    if seat is None:
        return Tray("up", items, Message("screen-up", args), where=where)
    return Tray(f"own-{seat + 1}", items, Message("screen-own", {"seat": PlayerRef(seat), **args}), where=where)


@cached_fragment
def all_tiles_tray(game: Combinus, game_number: int, unseen: TileMask) -> Tray:
    """Draw all tiles of the box. Those that the viewer has seen are faded; the `unseen` ones may
    still come."""
    items = tuple(
        _tile_in_all_tiles(game, game_number, tile, seen=not unseen >> tile & 1)
        for tile in range(game.lookup.tile_count)
    )
    return Tray("box", items, Message("screen-box", {"n": unseen.bit_count()}), where="aside")


@cached_fragment
def _tile_in_all_tiles(game: Combinus, game_number: int, tile: int, *, seen: bool) -> Item:
    """Draw a tile in the tray of all tiles, faded if the viewer has seen it."""
    return Item(
        item_id("box", game_number, tile),
        event_messages.tile_name(game, tile),
        symbol_of_tile(game, tile),
        "tile",
        dim=seen,
    )
