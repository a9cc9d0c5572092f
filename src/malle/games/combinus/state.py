"""The values of Combinus: state, actions, events and view."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from malle.core import Action, Event, View
from malle.games.combinus.grid import Position

Phase = Literal["lot", "deal", "borders", "take", "draw", "place", "again", "over"]
"""What happens next. `lot`: a seat is drawn that begins. `deal`: tiles are dealt. `borders`: the first player
chooses borders. `take`: a player chooses a tile to take. `draw`: a tile is drawn face down. `place`: the tile
in hand is placed or exchanged. `again`: the tile that an exchange took off is placed. `over`: the match has
ended."""

NO_TILE = -1
"""The value of `tile` if no tile is in hand."""

TileMask = int
"""A set of tiles: bit n is tile n of the edition."""


class State(Struct, frozen=True, gc=False):
    """The whole state of a match."""

    phase: Phase
    game: int
    """The number of this game in the match, from 1."""
    totals: tuple[int, int]
    """Points of the finished games of the match, by seat."""
    first: int
    """The seat that began this game, or -1 before the lot."""
    sides: int
    """The seat that has the borders left and right, or -1 before the choice."""
    seat: int
    """The seat whose turn it is, or -1 after the end of the match and before the lot."""
    position: Position
    down: TileMask
    """Tiles lying face down. They have no order."""
    up: tuple[TileMask, ...]
    """Tiles lying face up: one pool for both players, or one for each seat."""
    tile: int
    """The tile in hand, or `NO_TILE`."""
    shown: bool
    """True if everybody has seen the tile in hand."""


# Actions


class First(Action, frozen=True):
    """Chance: the seat that begins."""

    seat: int


class Deal(Action, frozen=True):
    """Chance: a tile that the first player is dealt before the game."""

    tile: int


class Draw(Action, frozen=True):
    """Chance: the tile that is drawn face down."""

    tile: int


class Choose(Action, frozen=True):
    """The first player takes a pair of borders: 0 is left and right, 1 is top and bottom."""

    pair: int


class TakeDown(Action, frozen=True):
    """Draw a tile that lies face down."""


class TakeUp(Action, frozen=True):
    """Take this tile, which lies face up."""

    tile: int


class Place(Action, frozen=True):
    """Place the tile in hand on an empty square in this pose (a tile in one rotation)."""

    pose: int
    cell: int


class Exchange(Action, frozen=True):
    """Put the tile in hand, in this pose, in place of the tile on this square. The replaced tile is then
    placed again."""

    pose: int
    cell: int


ACTIONS = (First, Deal, Draw, Choose, TakeDown, TakeUp, Place, Exchange)


# Events


class FirstDrawn(Event, frozen=True):
    """The lot decided which seat begins."""

    reveals_secret: ClassVar[bool] = True
    seat: int


class TileDealt(Event, frozen=True):
    """A tile was dealt to this seat, face up."""

    reveals_secret: ClassVar[bool] = True
    seat: int
    tile: int


class RestDealt(Event, frozen=True):
    """All tiles that were not dealt to the first player went to this seat."""

    seat: int


class BordersChosen(Event, frozen=True):
    """The first player chose a pair of borders."""

    seat: int
    pair: int


class TileTaken(Event, frozen=True):
    """A tile was drawn face down. Everybody hears this; only the taker hears which tile
    (`TileSeen`)."""

    seat: int


class TileSeen(Event, frozen=True):
    """The tile that was drawn. Only the seat that drew it hears this."""

    reveals_secret: ClassVar[bool] = True
    audience_field: ClassVar[str] = "seat"
    seat: int
    tile: int


class TileTurnedUp(Event, frozen=True):
    """The tile that this seat drew cannot be played, and now lies face up."""

    reveals_secret: ClassVar[bool] = True
    seat: int
    tile: int


class TilePicked(Event, frozen=True):
    """A tile lying face up was taken."""

    seat: int
    tile: int


class TileShown(Event, frozen=True):
    """A tile drawn face down is about to be placed or exchanged, so everybody sees it now."""

    reveals_secret: ClassVar[bool] = True
    seat: int
    tile: int


class TilePlaced(Event, frozen=True):
    """A tile was placed on an empty square."""

    seat: int
    pose: int
    cell: int


class TileExchanged(Event, frozen=True):
    """The tile in hand replaced the tile `removed` on the board, which is now in hand."""

    seat: int
    pose: int
    cell: int
    removed: int


class PathMade(Event, frozen=True):
    """This seat's borders are now linked by a path."""

    needs_reading_time: ClassVar[bool] = True
    seat: int


class PathCut(Event, frozen=True):
    """This seat's borders are no longer linked."""

    needs_reading_time: ClassVar[bool] = True
    seat: int


class GameBlocked(Event, frozen=True):
    """No remaining tile fits and neither player has a path, so both may exchange."""


class TurnMissed(Event, frozen=True):
    """This seat misses its turn: no tile is left to draw, and it can play none lying face up."""

    seat: int


class GameEnded(Event, frozen=True):
    """This game of the match ended, because neither player can play any of the remaining tiles."""

    game: int
    scores: tuple[int, int]


EVENTS = (
    FirstDrawn, TileDealt, RestDealt, BordersChosen, TileTaken, TileSeen, TileTurnedUp, TilePicked, TileShown,
    TilePlaced, TileExchanged, PathMade, PathCut, GameBlocked, TurnMissed, GameEnded,
)  # fmt: skip


# The view


class Now(Struct, frozen=True):
    """What lies on the table before a viewer. Fields that are not described mean the same as in `State`."""

    phase: Phase
    game: int
    totals: tuple[int, int]
    first: int
    sides: int
    seat: int
    position: Position
    up: tuple[TileMask, ...]
    tile: int
    """The tile in hand if the viewer has seen it, otherwise `NO_TILE`."""
    shown: bool
    unseen: TileMask
    """The tiles that the viewer has not seen: those face down, and one in the opponent's hand that was drawn
    unseen. All tiles differ, so they are the ones that lie nowhere else."""


class Memory(Struct, frozen=True):
    """The viewer's memory. It is empty, because nothing that was seen is ever covered again."""


class CombinusView(View, frozen=True):
    """What a viewer knows."""

    now: Now
    memory: Memory
