"""How hard a challenge is, measured: the squares a patient player fills before the last one fits.

The player looks for the empty square with the fewest tiles to choose from, lays one of them at random, and takes back
what led nowhere. They know the frame, and see no further. Tries differ by factors, so the measure is their geometric
mean, and they go on until it is sure: two measurements of one challenge agree within a fifth.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import exp, log, sqrt

from malle.core import Luck
from malle.games.combinus.edition import side
from malle.games.combinus.grid import EMPTY, Grid, bits
from malle.games.combinus.solitaire.challenge import Challenge, box, given, patterns, wants

MOST = 4_000
"""Squares after which a try is given up."""

STARS = (60, 200, 700, 2_000)
"""More squares than this are worth a second star, a third, …"""

SURE = 0.04
"""The standard error of the mean logarithm that is good enough: two measurements then differ by less than a fifth in
all but one of a thousand challenges."""
FEWEST, MANY = 100, 4_000
"""Tries that are made in any case, and at the most."""


def measure(challenge: Challenge, *, tries: int | None = None, seed: int = 1, most: int = MOST) -> int:
    """The usual number of squares filled, by so many tries, or by as many as it takes to be sure."""
    found: list[float] = []
    for number in range(tries or MANY):
        found.append(log(_Player(challenge, Luck(seed * 100_000 + number), most).play()))
        if not tries and len(found) >= FEWEST and len(found) % 20 == 0 and error(found) < SURE:
            break
    return round(exp(sum(found) / len(found)))


def error(found: list[float]) -> float:
    """The standard error of a mean."""
    mean = sum(found) / len(found)
    return sqrt(sum((each - mean) ** 2 for each in found) / (len(found) - 1) / len(found))


def stars(squares: int) -> int:
    """1 to 5."""
    return 1 + sum(squares > limit for limit in STARS)


class _Player:
    """One try. Poses are bits of a mask, so that a square's choices are one `and`."""

    def __init__(self, challenge: Challenge, luck: Luck, most: int) -> None:
        numbers, self.grid = box()
        self.luck = luck
        self.left = most
        self.filled = 0
        self.fits, self.others = _masks()
        self.allowed = [_mask(poses) for poses in poses_allowed(challenge, self.grid, luck)]
        if challenge.centre:
            self.allowed[self.grid.centre] &= _mask(self.grid.poses_of[numbers.names.index(challenge.centre)])
        self.start = given(challenge)

    def play(self) -> int:
        """Squares filled until the grid was full, or until giving up."""
        grid = self.grid
        wishes = [0] * grid.size
        unused = (1 << len(grid.codes)) - 1
        for cell, pose in self.start.items():
            for near, ask in grid.asks[cell][pose]:
                wishes[near] += ask
            unused &= self.others[pose]
        self._fill([cell for cell in range(grid.size) if cell not in self.start], wishes, unused)
        return self.filled

    def _fill(self, empties: list[int], wishes: list[int], unused: int) -> bool:
        if not empties:
            return True
        cell, choices = self._choices(empties, wishes, unused)
        poses = bits(choices)
        self.luck.shuffle(poses)
        rest = [each for each in empties if each != cell]
        for pose in poses:
            if self.left <= 0:
                return False
            self.left -= 1
            self.filled += 1
            asks = self.grid.asks[cell][pose]
            for near, ask in asks:
                wishes[near] += ask
            if self._fill(rest, wishes, unused & self.others[pose]):
                return True
            for near, ask in asks:
                wishes[near] -= ask
        return False

    def _choices(self, empties: list[int], wishes: list[int], unused: int) -> tuple[int, int]:
        """The empty square with the fewest poses to choose from, and their mask."""
        fits, allowed = self.fits, self.allowed
        best, fewest, found = EMPTY, len(self.grid.codes) + 1, 0
        for cell in empties:
            poses = fits[wishes[cell]] & allowed[cell] & unused
            count = poses.bit_count()
            if count < fewest:
                best, fewest, found = cell, count, poses
                if not count:
                    break
        return best, found


def _mask(poses: Iterable[int]) -> int:
    return sum(1 << pose for pose in poses)


@lru_cache(maxsize=1)
def _masks() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By wish: the poses that fit. By pose: those of all other tiles."""
    _, grid = box()
    others = tuple(~_mask(grid.poses_of[tile]) for tile in grid.tile_of)
    return tuple(map(_mask, grid.fitting_poses)), others


def poses_allowed(challenge: Challenge, grid: Grid, luck: Luck) -> list[set[int]]:
    """The poses that each square may carry under one frame and one pattern a border, chosen at random."""
    allowed = [set(range(len(grid.codes))) for _ in range(grid.size)]
    wanted = "".join(luck.choice(each) for each in patterns(luck.choice(challenge.frames)))
    for (cell, at), want in zip(grid.frame, wanted, strict=True):
        allowed[cell] &= _poses_with(want, at)
    return allowed


@lru_cache(maxsize=64)
def _poses_with(want: str, at: int) -> frozenset[int]:
    """The poses whose side there is what a frame wants."""
    return frozenset(pose for pose, code in enumerate(box()[1].codes) if wants(want, side(code, at)))
