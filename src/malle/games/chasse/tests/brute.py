"""The moves of La chasse aux contrebandiers a second time, from the rulebook alone and without a thought for speed.

It shares nothing with the game but the numbers of the edition: pawns are in dictionaries by (column letter, row), and a
pawn walks step by step. `python -m malle.games.chasse.tests.brute` writes the count file anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from malle.core import load_edition
from malle.games.chasse.edition import CLASSIC, Numbers

Place = tuple[str, int]
"""Column letter and row: ("c", 8)."""
Path_ = tuple[Place, ...]
"""The places a pawn walks over, without the first, with the last."""

COUNTS = Path(__file__).parent / "counts.txt"
NUMBERS = load_edition(CLASSIC, Numbers).data
GO = {column.name: (column.smugglers, column.customs) for column in NUMBERS.columns}
LETTERS = "".join(GO)


class Board:
    """Where the pawns are. A smuggler's pawn is the number of plates under it, a customs man is "C"."""

    def __init__(self, smugglers: dict[Place, int], customs: set[Place]) -> None:
        self.smugglers = smugglers
        self.customs = customs

    def moves(self, side: str, bends: bool) -> dict[tuple[Place, Place], list[Path_]]:
        """All moves of a side by first and last place, each with its ways."""
        found: dict[tuple[Place, Place], list[Path_]] = {}
        for start in sorted(self.smugglers if side == "smuggler" else self.customs):
            if side == "smuggler" and start[1] == 1:
                continue
            for steps in GO[start[0]][0 if side == "smuggler" else 1]:
                for walk in walks(start, steps, bends):
                    if self.may(side, walk):
                        found.setdefault((start, walk[-1]), []).append(walk)
        return found

    def may(self, side: str, walk: Path_) -> bool:
        """May a pawn of that side go this way?"""
        *between, last = walk
        if any(place in self.smugglers or place in self.customs for place in between):
            return False
        if side == "smuggler":
            return last not in self.smugglers and last not in self.customs
        if any(row == 1 for _, row in walk) or last in self.customs:
            return False
        return last not in self.smugglers or name(last) not in NUMBERS.smugglers

    def after(self, side: str, start: Place, last: Place) -> Board:
        """The board after a move."""
        smugglers, customs = dict(self.smugglers), set(self.customs)
        if side == "smuggler":
            smugglers[last] = smugglers.pop(start)
        else:
            customs.remove(start)
            if last not in smugglers:
                customs.add(last)
            elif smugglers[last]:
                del smugglers[last]
                customs.add(last)
        return Board(smugglers, customs)

    def over(self) -> bool:
        """Have all plates arrived or been seized, or all customs men gone?"""
        return not self.customs or not any(plates for (_, row), plates in self.smugglers.items() if row > 1)


def walks(start: Place, steps: int, bends: bool) -> Iterator[Path_]:
    """All ways of so many steps, straight or with one right-angle bend, that stay on the board."""
    headings = ((0, -1), (0, 1), (-1, 0), (1, 0))
    for first in headings:
        for second in headings:
            square_on = first[0] * second[0] + first[1] * second[1] == 0
            for before in range(1, steps) if bends and square_on else ():
                yield from walk(start, [first] * before + [second] * (steps - before))
        yield from walk(start, [first] * steps)


def walk(start: Place, headings: list[tuple[int, int]]) -> Iterator[Path_]:
    """The way, if it stays on the board."""
    column, row = LETTERS.index(start[0]), start[1]
    places: list[Place] = []
    for right, down in headings:
        column, row = column + right, row + down
        if not (0 <= column < len(LETTERS) and 1 <= row <= NUMBERS.rows):
            return
        places.append((LETTERS[column], row))
    yield tuple(places)


def count(board: Board, side: str, depth: int, bends: bool) -> tuple[int, int]:
    """How many sequences of so many moves there are: by first and last squares, and by ways."""
    moves = ways = 0
    other = "customs" if side == "smuggler" else "smuggler"
    for (start, last), routes in board.moves(side, bends).items():
        if depth == 1:
            moves, ways = moves + 1, ways + len(routes)
            continue
        after = board.after(side, start, last)
        if not after.over():
            more, more_ways = count(after, other, depth - 1, bends)
            moves, ways = moves + more, ways + len(routes) * more_ways
    return moves, ways


def place(text: str) -> Place:
    """`c8` as a place."""
    return text[0], int(text[1:])


def name(at: Place) -> str:
    """A place as `c8`."""
    return f"{at[0]}{at[1]}"


def board(smugglers: str, customs: str) -> Board:
    """A position, written as in notation.py."""
    pawns = [pawn.partition(":") for pawn in smugglers.split()]
    return Board(
        {place(square): int(plates) if plates.isdigit() else 0 for square, _, plates in pawns},
        {place(square) for square in customs.split()},
    )


Case = tuple[str, str, str, str, bool, int, int, int]
"""Name, smugglers, customs, who moves, bends, depth, moves, ways."""


def cases() -> Iterator[Case]:
    """The count file: a position is three lines, then come its counts."""
    title = smugglers = customs = ""
    for line in COUNTS.read_text("utf-8").splitlines():
        match line.split(maxsplit=1):
            case ["position", title]:
                pass
            case ["smugglers", smugglers]:
                pass
            case ["customs", customs]:
                pass
            case ["count", rest]:
                side, rule, depth, moves, ways = rest.split()
                yield title, smugglers, customs, side, rule == "bends", int(depth), int(moves), int(ways)


def write() -> None:
    """Counts everything anew, slowly."""
    lines = []
    for line in COUNTS.read_text("utf-8").splitlines():
        match line.split(maxsplit=1):
            case ["smugglers", smugglers]:
                pass
            case ["customs", customs]:
                pass
            case ["count", rest]:
                side, rule, depth, *_ = rest.split()
                counted = count(board(smugglers, customs), side, int(depth), rule == "bends")
                line = f"count {side} {rule} {depth} {counted[0]} {counted[1]}"
                print(line)
        lines.append(line)
    COUNTS.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write()
