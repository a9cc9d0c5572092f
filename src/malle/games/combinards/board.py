"""The board as numbers: which square follows which, and where a roll leads."""

from __future__ import annotations

from collections.abc import Iterator

from malle.games.combinards.edition import DUTIES, Numbers

Path = tuple[int, ...]
"""Squares on the way, the last one included, the first one not."""


class Board:
    """Squares are numbered: the inner ring from its start, then each outer circuit from its stop."""

    def __init__(self, numbers: Numbers) -> None:
        squares = numbers.squares()
        self.kinds = tuple(kind for kind, _ in squares)
        self.names = tuple(name for _, name in squares)
        self.ring = _rings(numbers)
        """0 for the inner ring, 1 … for the outer circuits, by square."""
        self._next, self._forks = _links(numbers)
        longest = 2 * numbers.faces
        self.ways = tuple(
            tuple(tuple(self._walk(square, steps)) for steps in range(longest + 1)) for square in range(len(squares))
        )
        """Where a roll leads, by square and roll: one path, or several where a fork is passed; the inner one first."""
        self.airports = tuple(square for square, kind in enumerate(self.kinds) if kind == "airport")
        self.is_place = tuple(kind not in DUTIES for kind in self.kinds)

    def _walk(self, square: int, steps: int) -> Iterator[Path]:
        if steps == 0:
            yield ()
            return
        after = self._next[square]
        yield from ((after, *rest) for rest in self._walk(after, steps - 1))
        if square in self._forks:
            yield (self._forks[square],)  # whoever enters an outer circuit stops there, whatever the dice say


def _rings(numbers: Numbers) -> tuple[int, ...]:
    sizes = (len(numbers.inner), *(len(circuit.squares) for circuit in numbers.circuits))
    return tuple(ring for ring, size in enumerate(sizes) for _ in range(size))


def _links(numbers: Numbers) -> tuple[list[int], dict[int, int]]:
    """The square after each, and the stop that each fork leads to."""
    inner = len(numbers.inner)
    after = [(square + 1) % inner for square in range(inner)]
    forks: dict[int, int] = {}
    for circuit in numbers.circuits:
        stop = len(after)
        after += [stop + 1 + index for index in range(len(circuit.squares) - 1)] + [circuit.merge]
        forks[circuit.fork] = stop
    return after, forks
