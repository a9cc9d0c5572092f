"""How hard a challenge is, measured: the squares a patient player fills before the last one fits.

The player looks for the empty square with the fewest tiles to choose from, lays one of them at random, and takes back
what led nowhere. They know the frame, and see no further. The measure is the middle of several tries.
"""

from __future__ import annotations

from statistics import median

from malle.core import Luck
from malle.games.combinus.edition import side
from malle.games.combinus.grid import EMPTY, Grid
from malle.games.combinus.solitaire.challenge import Challenge, box, given, patterns, wants

MOST = 4_000
"""Squares after which a try is given up."""

STARS = (60, 200, 700, 2_000)
"""More squares than this are worth a second star, a third, …"""


def measure(challenge: Challenge, *, tries: int = 25, seed: int = 1, most: int = MOST) -> int:
    """The middle number of squares filled; `most` where half of the tries were given up."""
    return int(median(_Player(challenge, Luck(seed * 1000 + number), most).play() for number in range(tries)))


def stars(squares: int) -> int:
    """1 to 5."""
    return 1 + sum(squares > limit for limit in STARS)


class _Player:
    def __init__(self, challenge: Challenge, luck: Luck, most: int) -> None:
        self.numbers, self.grid = box()
        self.luck = luck
        self.left = most
        self.filled = 0
        self.allowed = poses_allowed(challenge, self.grid, luck)
        if challenge.centre:
            self.allowed[self.grid.centre] &= set(self.grid.poses_of[self.numbers.names.index(challenge.centre)])
        self.start = given(challenge)

    def play(self) -> int:
        """Squares filled until the grid was full, or until giving up."""
        position = self.grid.start
        unused = (1 << len(self.numbers.names)) - 1
        for cell, pose in self.start.items():
            position = self.grid.place(position, cell, pose)
            unused ^= 1 << self.grid.tile_of[pose]
        self._fill(position.board, position.wishes, unused)
        return self.filled

    def _fill(self, board: tuple[int, ...], wishes: tuple[int, ...], unused: int) -> bool:
        choices = self._choices(board, wishes, unused)
        if choices is None:
            return True
        cell, poses = choices
        self.luck.shuffle(poses)
        for pose in poses:
            if self.left <= 0:
                return False
            self.left -= 1
            self.filled += 1
            after = list(wishes)
            for near, ask in self.grid.asks[cell][pose]:
                after[near] += ask
            laid = (*board[:cell], pose, *board[cell + 1 :])
            if self._fill(laid, tuple(after), unused ^ 1 << self.grid.tile_of[pose]):
                return True
        return False

    def _choices(self, board: tuple[int, ...], wishes: tuple[int, ...], unused: int) -> tuple[int, list[int]] | None:
        """The empty square with the fewest poses to choose from; None if no square is empty."""
        best: tuple[int, list[int]] | None = None
        for cell, laid in enumerate(board):
            if laid == EMPTY:
                poses = [
                    pose
                    for pose in self.grid.fitting_poses[wishes[cell]]
                    if unused >> self.grid.tile_of[pose] & 1 and pose in self.allowed[cell]
                ]
                if best is None or len(poses) < len(best[1]):
                    best = (cell, poses)
                    if not poses:
                        break
        return best


def poses_allowed(challenge: Challenge, grid: Grid, luck: Luck) -> list[set[int]]:
    """The poses that each square may carry under one frame and one pattern a border, chosen at random."""
    allowed = [set(range(len(grid.codes))) for _ in range(grid.size)]
    wanted = "".join(luck.choice(each) for each in patterns(luck.choice(challenge.frames)))
    for (cell, at), want in zip(grid.frame, wanted, strict=True):
        allowed[cell] &= {pose for pose, code in enumerate(grid.codes) if wants(want, side(code, at))}
    return allowed
