"""States of Rien à déclarer ? worth a picture: how they come about, and who looks at them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from malle.core import Luck, Over, Waiting
from malle.core.play import move as play_move
from malle.core.play import settle
from malle.games import load
from malle.games.declarer.edition import BAG
from malle.games.declarer.state import State

NAMES = ("Camille", "Léa", "Paul", "Inès")


class Picture(Struct, frozen=True):
    """A state, by the moves that lead there with the stage's seed, and the seat that looks."""

    name: str
    seed: int
    moves: tuple[str, ...]
    seat: int
    last: str = ""
    """Played while the page looks on: what is to be seen is what it shows."""
    counts: tuple[int, ...] = ()
    """Pressed on the composer's plus buttons."""
