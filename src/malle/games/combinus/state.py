"""The values of Combinus: state, actions, events, view."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from malle.core import Action, Event, View
from malle.games.combinus.grid import Position

Phase = Literal["lot", "deal", "borders", "take", "draw", "place", "again", "over"]
"""What happens next: the lot for the first player, tiles being dealt, the choice of borders, the choice of a tile, a
tile drawn face down, the tile laid or exchanged, the tile taken off by an exchange laid again, nothing more."""

NO_TILE = -1

Mask = int
"""A set of tiles: bit n is tile n of the edition."""


class State(Struct, frozen=True, gc=False):
    """Where the game stands."""

    phase: Phase
    game: int
    """1 … : the game of the match."""
    totals: tuple[int, int]
    """Points of the games that are over, by seat."""
    first: int
    """Who began this game; -1 before the lot."""
    sides: int
    """Who has the borders left and right; -1 before the choice."""
    seat: int
    """Whose turn it is."""
    position: Position
    down: Mask
    """Tiles lying face down. Nobody has ordered them: they are one bag."""
    up: tuple[Mask, ...]
    """Tiles lying face up: one pool for both, or each seat's own."""
    tile: int
    """The tile in hand, or NO_TILE."""
    shown: bool
    """Has everybody seen the tile in hand?"""


# Actions


class First(Action, frozen=True):
    """Nature: this seat begins."""

    seat: int


class Deal(Action, frozen=True):
    """Nature: the tile that the first player takes before the game."""

    tile: int


class Draw(Action, frozen=True):
    """Nature: the tile taken face down."""

    tile: int


class Choose(Action, frozen=True):
    """The first player takes this pair of borders: 0 left and right, 1 top and bottom."""

    pair: int


class TakeDown(Action, frozen=True):
    """A tile is to be taken face down."""


class TakeUp(Action, frozen=True):
    """A tile lying face up is taken."""

    tile: int


class Place(Action, frozen=True):
    """The tile in hand is laid on an empty square, turned so."""

    pose: int
    cell: int


class Exchange(Action, frozen=True):
    """The tile in hand takes the place of the one on this square, which is then laid again."""

    pose: int
    cell: int


ACTIONS = (First, Deal, Draw, Choose, TakeDown, TakeUp, Place, Exchange)


# Events


class FirstDrawn(Event, frozen=True):
    """The lot fell on the player who begins."""

    news: ClassVar[bool] = True
    seat: int


class TileDealt(Event, frozen=True):
    """A tile was dealt, face up."""

    news: ClassVar[bool] = True
    seat: int
    tile: int


class RestDealt(Event, frozen=True):
    """The tiles not taken by the one are the other's."""

    seat: int


class BordersChosen(Event, frozen=True):
    """The first player chose their borders."""

    seat: int
    pair: int


class TileTaken(Event, frozen=True):
    """A tile was taken face down."""

    seat: int


class TileSeen(Event, frozen=True):
    """To its taker alone: the tile."""

    news: ClassVar[bool] = True
    hears: ClassVar[str] = "seat"
    seat: int
    tile: int


class TileTurnedUp(Event, frozen=True):
    """It cannot be played and lies face up from now on."""

    news: ClassVar[bool] = True
    seat: int
    tile: int


class TilePicked(Event, frozen=True):
    """A tile lying face up was taken."""

    seat: int
    tile: int


class TileShown(Event, frozen=True):
    """A tile drawn unseen comes to the board: everybody sees it."""

    news: ClassVar[bool] = True
    seat: int
    tile: int


class TilePlaced(Event, frozen=True):
    """A tile was laid on an empty square."""

    seat: int
    pose: int
    cell: int


class TileExchanged(Event, frozen=True):
    """A tile took the place of another, which is now in hand."""

    seat: int
    pose: int
    cell: int
    removed: int


class PathMade(Event, frozen=True):
    """This seat's borders are linked."""

    stands: ClassVar[bool] = True
    seat: int


class PathCut(Event, frozen=True):
    """This seat's borders are linked no more."""

    stands: ClassVar[bool] = True
    seat: int


class GameBlocked(Event, frozen=True):
    """Nothing fits, and nobody has a path: both may exchange."""


class TurnMissed(Event, frozen=True):
    """This seat can neither draw nor play a tile lying face up."""

    seat: int


class GameEnded(Event, frozen=True):
    """Nobody can play any of the remaining tiles."""

    game: int
    scores: tuple[int, int]


EVENTS = (
    FirstDrawn, TileDealt, RestDealt, BordersChosen, TileTaken, TileSeen, TileTurnedUp, TilePicked, TileShown,
    TilePlaced, TileExchanged, PathMade, PathCut, GameBlocked, TurnMissed, GameEnded,
)  # fmt: skip


# The view


class Now(Struct, frozen=True):
    """What lies on the table before a viewer."""

    phase: Phase
    game: int
    totals: tuple[int, int]
    first: int
    sides: int
    seat: int
    position: Position
    up: tuple[Mask, ...]
    tile: int
    """The tile in hand, if the viewer has seen it; else NO_TILE."""
    shown: bool
    unseen: Mask
    """The tiles that the viewer has not seen: those face down, and the one in the other's hand. All tiles differ, so
    they are the ones that lie nowhere else."""


class Memory(Struct, frozen=True):
    """Nothing seen is ever covered again, so there is nothing to remember."""


class CombinusView(View, frozen=True):
    """A viewer's knowledge."""

    now: Now
    memory: Memory
