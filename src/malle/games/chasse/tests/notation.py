"""Games of La chasse aux contrebandiers in notes: from the start, or from a position that is written down.

A position lists pawns by their squares: `e10` a pawn, `e10:2` one that hides two plates, `e10:x` one that was
controlled and found empty.
"""

from __future__ import annotations

import re
from typing import cast

from malle.core import Seat
from malle.games import load_game
from malle.games.chasse.edition import Numbers
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import ChasseView, Move, Phase, State
from malle.testing.script import Script

APART = "hide a13; hide c13; hide e13; hide g13; hide i13"
"""Five plates under five pawns."""

_PAWN = re.compile(r"([a-z]\d+)(?::(\d|x))?")


class Hunt(Script):
    """A game of two: seat 1 is the smuggler, seat 2 the customs."""

    game: Chasse
    state: State

    def __init__(self, script: str = "", *, straight: bool = False, memory: bool = False, chalk: bool = False) -> None:
        super().__init__(load_game("chasse")(2, {"straight": straight, "memory": memory, "chalk": chalk}), script)

    @classmethod
    def at(
        cls,
        smugglers: str,
        customs: str,
        *,
        moves: Phase = "smuggler",
        quiet: int = 0,
        seized: int = 0,
        straight: bool = False,
        chalk: bool = False,
    ) -> Hunt:
        """A position. Only the pawns named are in the game; none has been lost."""
        hunt = cls(straight=straight, chalk=chalk)
        numbers = hunt.game.numbers
        pawns = [found for found in map(_PAWN.fullmatch, smugglers.split()) if found]
        squares = tuple(square_of(numbers, found[1]) for found in pawns)
        hunt.state = State(
            phase=moves,
            smugglers=squares,
            customs=tuple(square_of(numbers, name) for name in customs.split()),
            plates=tuple(int(found[2]) if found[2] not in (None, "x") else 0 for found in pawns),
            seized=seized,
            cleared=tuple(pawn for pawn, found in enumerate(pawns) if found[2] == "x"),
            nearest=tuple(numbers.row_of(square) for square in squares),
            quiet=quiet,
            passes=0,
            why="",
        )
        return hunt

    # -- where it stands

    @property
    def smugglers(self) -> str:
        """The smuggler's pawns that are on the board, in the order of the squares."""
        return self._names(self.state.smugglers)

    @property
    def customs(self) -> str:
        """The customs pawns that are on the board, in the order of the squares."""
        return self._names(self.state.customs)

    @property
    def points(self) -> tuple[int, int]:
        """Smuggler and customs."""
        return self.game.points_by_side(self.state)

    @property
    def why(self) -> str:
        """How it ended; empty while it goes on."""
        return self.result.why if self.result else ""

    def targets(self, origin: str) -> str:
        """Where the pawn on that square may go, each square once, in the order of the squares."""
        numbers = self.game.numbers
        first = square_of(numbers, origin)
        moves = self.game.legal(self.state, self._seat)
        return self._names({move.target for move in moves if isinstance(move, Move) and move.origin == first})

    def pairs(self) -> int:
        """How many moves there are, counted by first and last square."""
        moves = self.game.legal(self.state, self._seat)
        return len({(move.origin, move.target) for move in moves if isinstance(move, Move)})

    def knows(self, seat: int | None) -> ChasseView:
        """What a seat, counted from 1, or the spectator knows."""
        return cast(ChasseView, self.view(seat))

    @property
    def _seat(self) -> Seat:
        return Seat(self.awaited_seats[0] - 1)

    def _names(self, squares: set[int] | tuple[int, ...]) -> str:
        return " ".join(self.game.numbers.name_of(square) for square in sorted(squares) if square >= 0)


def square_of(numbers: Numbers, name: str) -> int:
    """The square of that name, which is there."""
    square = numbers.square_named(name)
    assert square is not None, name
    return square
