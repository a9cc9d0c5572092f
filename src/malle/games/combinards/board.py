"""The board as numbers: which square follows which, and where a roll leads."""

from __future__ import annotations

from collections.abc import Iterator

from malle.games.combinards.edition import DUTIES, Numbers

Path = tuple[int, ...]
"""The squares that a pawn goes along: without the square it leaves, and with the one where it stops."""


class Board:
    """The board of an edition. Squares are numbered: the inner ring from its start, then each circuit
    from its stop."""

    def __init__(self, numbers: Numbers) -> None:
        squares = numbers.squares()
        self.kinds = tuple(kind for kind, _ in squares)
        self.names = tuple(name for _, name in squares)
        self.ring = _rings(numbers)
        """The ring of each square: 0 is the inner ring, 1 and above are the outer circuits."""
        self._next, self._forks = _links(numbers)
        longest = 2 * numbers.faces
        self.ways = tuple(
            tuple(tuple(self._walk(square, steps)) for steps in range(longest + 1)) for square in range(len(squares))
        )
        """Where a roll leads, by square and roll: one path, or several if a fork is passed. The path
        that stays on its ring comes first."""
        self.airports = tuple(square for square, kind in enumerate(self.kinds) if kind == "airport")
        self.is_place = tuple(kind not in DUTIES for kind in self.kinds)

    def _walk(self, square: int, steps: int) -> Iterator[Path]:
        """Yield every path of `steps` steps from a square, first the one that enters no circuit. A path
        that enters a circuit is shorter if it must be: it ends at the stop."""
        if steps == 0:
            yield ()
            return
        after = self._next[square]
        yield from ((after, *rest) for rest in self._walk(after, steps - 1))
        if square in self._forks:
            yield (self._forks[square],)  # a pawn that enters a circuit stops there, whatever the dice say


def _rings(numbers: Numbers) -> tuple[int, ...]:
    """Return the ring of each square: 0 for the inner ring, 1 and above for the outer circuits."""
    sizes = (len(numbers.inner), *(len(circuit.squares) for circuit in numbers.circuits))
    return tuple(ring for ring, size in enumerate(sizes) for _ in range(size))


def _links(numbers: Numbers) -> tuple[list[int], dict[int, int]]:
    """Return the square that follows each square, and for each fork the stop that it leads to."""
    inner = len(numbers.inner)
    after = [(square + 1) % inner for square in range(inner)]
    forks: dict[int, int] = {}
    for circuit in numbers.circuits:
        stop = len(after)
        after += [stop + 1 + index for index in range(len(circuit.squares) - 1)] + [circuit.merge]
        forks[circuit.fork] = stop
    return after, forks
