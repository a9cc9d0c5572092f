"""The board as numbers: which square follows which, and where a roll leads."""

from __future__ import annotations

from collections.abc import Iterator

from malle.games.combinards.edition import KINDS_WITH_RULE, Numbers

SquarePath = tuple[int, ...]
"""The squares that a pawn goes along: without the square it leaves, and with the one where it stops."""


class Board:
    """The board of an edition. Squares are numbered: the inner ring from its start, then each circuit
    from its stop."""

    def __init__(self, numbers: Numbers) -> None:
        """Compute the board of an edition."""
        squares = numbers.squares()
        self.square_kinds = tuple(kind for kind, _ in squares)
        self.square_names = tuple(name for _, name in squares)
        self.ring_of_square = _ring_of_each_square(numbers)
        """The ring of each square: 0 is the inner ring, 1 and above are the outer circuits."""
        self._square_after, self._stop_of_fork = _link_squares(numbers)
        longest = 2 * numbers.faces
        self.paths_by_roll = tuple(
            tuple(tuple(self._paths_from(square, steps)) for steps in range(longest + 1))
            for square in range(len(squares))
        )
        """Where a roll leads, by square and roll: one path, or several if the pawn leaves or
        passes a fork. The path that enters no outer circuit comes first. The path of roll 0 is
        empty."""
        self.airports = tuple(square for square, kind in enumerate(self.square_kinds) if kind == "airport")
        self.is_sale_place = tuple(kind not in KINDS_WITH_RULE for kind in self.square_kinds)

    def _paths_from(self, square: int, steps: int) -> Iterator[SquarePath]:
        """Yield every path of `steps` steps from a square, first the one that enters no outer
        circuit. A path that enters one ends at its stop, even if steps are left."""
        if steps == 0:
            yield ()
            return
        after = self._square_after[square]
        yield from ((after, *rest) for rest in self._paths_from(after, steps - 1))
        if square in self._stop_of_fork:
            yield (self._stop_of_fork[square],)  # a pawn that enters a circuit stops there, whatever the dice say


def _ring_of_each_square(numbers: Numbers) -> tuple[int, ...]:
    """Return the ring of each square: 0 for the inner ring, 1 and above for the outer circuits."""
    sizes = (len(numbers.inner), *(len(circuit.squares) for circuit in numbers.circuits))
    return tuple(ring for ring, size in enumerate(sizes) for _ in range(size))


def _link_squares(numbers: Numbers) -> tuple[list[int], dict[int, int]]:
    """Return the square that follows each square, and for each fork the stop that it leads to."""
    inner = len(numbers.inner)
    square_after = [(square + 1) % inner for square in range(inner)]
    forks: dict[int, int] = {}
    for circuit in numbers.circuits:
        stop = len(square_after)
        square_after += [stop + 1 + index for index in range(len(circuit.squares) - 1)] + [circuit.merge]
        forks[circuit.fork] = stop
    return square_after, forks
