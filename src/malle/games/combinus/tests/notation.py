"""A game of Combinus as a test looks at it. Seats are counted from 1, as in notation."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from malle.games import load_game
from malle.games.combinus.edition import TINY
from malle.games.combinus.grid import bit_numbers
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import CombinusView, Now, State
from malle.testing.script import Script

FIVE = "first 1; borders left-right; "
"""The opening of most scripts: seat 1 begins and has the borders left and right."""


class Tracks(Script):
    """A game of Combinus played from notes."""

    state: State

    def __init__(self, script: str = "", *, edition: Path | None = None, **options: Any) -> None:
        self.rules = cast(Combinus, load_game("combinus")(2, options, edition))
        super().__init__(self.rules, script)

    def now(self, seat: int | None = None) -> Now:
        """What lies before a seat, or before the spectator."""
        return cast(CombinusView, self.view(seat)).now

    @property
    def face_up(self) -> tuple[str, ...]:
        """The tiles lying face up in each pool."""
        return tuple(self.tiles(pool) for pool in self.state.up)

    @property
    def scores(self) -> tuple[int, int]:
        """The points of each seat as the board stands."""
        return self.rules.scores(self.state.position, self.state.sides)

    @property
    def board(self) -> str:
        """The rows of the board, empty squares as dots."""
        codes, columns = self.rules.grid.pose_codes, self.rules.numbers.columns
        squares = ["." if pose < 0 else codes[pose] for pose in self.state.position.board]
        return " / ".join(" ".join(squares[at : at + columns]) for at in range(0, len(squares), columns))

    def tiles(self, tiles: int) -> str:
        """A set of tiles in notation."""
        return " ".join(self.rules.numbers.tile_names[tile] for tile in bit_numbers(tiles))

    def lay(self, text: str) -> None:
        """Draws and places tiles in turn: `aaaa C3, joker A1`."""
        for note in text.split(","):
            code, cell = note.split()
            tile = self.rules.numbers.tile_names[self.rules.grid.tile_of_pose[self.rules.grid.pose_codes.index(code)]]
            self.play(f"draw {tile}; place {code} {cell}")


def tiny(text: str = "", **options: Any) -> Tracks:
    """Two rows of two squares; the tiles aaaa, bbbb, -a-b, ---- and the joker; seat 1 has left and right and begins."""
    return Tracks(FIVE + text, edition=TINY, **options)


def full(text: str = "", **options: Any) -> Tracks:
    """The whole box; seat 1 has left and right and begins."""
    play = Tracks(FIVE, **options)
    if text:
        play.lay(text)
    return play
