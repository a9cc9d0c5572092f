"""The difficulty of a challenge: the number of squares that a patient player fills before the last one fits.

The simulated player looks for the empty square with the fewest poses to choose from, places one of them at
random, and takes back what led nowhere. It knows the frame, and looks no further. Attempts differ by large
factors, so the measure is their geometric mean. They go on until it is precise enough: two measurements of a
challenge agree within a fifth.
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
"""The number of squares after which an attempt is given up."""

STARS = (60, 200, 700, 2_000)
"""A difficulty above the first limit earns a second star, above the second a third, and so on."""

SURE = 0.04
"""The standard error of the mean logarithm that is precise enough. Two measurements then differ by less than
a fifth in all but one of a thousand challenges."""
FEWEST, MANY = 100, 4_000
"""The fewest and the most attempts of a measurement."""


def measure(challenge: Challenge, *, tries: int | None = None, seed: int = 1, most: int = MOST) -> int:
    """Return the difficulty: the geometric mean of the squares filled in `tries` attempts. Without `tries`,
    make attempts until the result is precise enough. The same seed gives the same result."""
    found: list[float] = []
    for number in range(tries or MANY):
        found.append(log(_Player(challenge, Luck(seed * 100_000 + number), most).play()))
        if not tries and len(found) >= FEWEST and len(found) % 20 == 0 and error(found) < SURE:
            break
    return round(exp(sum(found) / len(found)))


def error(found: list[float]) -> float:
    """Return the standard error of the mean of these values."""
    mean = sum(found) / len(found)
    return sqrt(sum((each - mean) ** 2 for each in found) / (len(found) - 1) / len(found))


def stars(squares: int) -> int:
    """Return the number of stars for a difficulty, 1 to 5."""
    return 1 + sum(squares > limit for limit in STARS)


class _Player:
    """One attempt. Poses are bits of a mask, so that the choices for a square are a single `and`."""

    def __init__(self, challenge: Challenge, luck: Luck, most: int) -> None:
        """Draw the frame and the patterns for this attempt, and compute which poses each square may carry."""
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
        """Return how many squares were filled until the grid was full or the attempt was given up. Call it
        once."""
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
        """Fill the empty squares, and return whether that succeeded. If not, because nothing fits or the
        attempt is given up, `wishes` is as before."""
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
        """Return the empty square with the fewest poses to choose from, and their mask."""
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
    """Return a mask with the bits of these poses."""
    return sum(1 << pose for pose in poses)


@lru_cache(maxsize=1)
def _masks() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return two tables: by wish, the mask of the poses that fit; by pose, the mask of the poses of all other
    tiles."""
    _, grid = box()
    others = tuple(~_mask(grid.poses_of[tile]) for tile in grid.tile_of)
    return tuple(map(_mask, grid.fitting_poses)), others


def poses_allowed(challenge: Challenge, grid: Grid, luck: Luck) -> list[set[int]]:
    """Return, for each square, the poses that the frame allows there. One of the challenge's frames is drawn,
    and one pattern for each border."""
    allowed = [set(range(len(grid.codes))) for _ in range(grid.size)]
    wanted = "".join(luck.choice(each) for each in patterns(luck.choice(challenge.frames)))
    for (cell, at), want in zip(grid.frame, wanted, strict=True):
        allowed[cell] &= _poses_with(want, at)
    return allowed


@lru_cache(maxsize=64)
def _poses_with(want: str, at: int) -> frozenset[int]:
    """Return the poses whose side `side_number` is what the letter of a frame wants."""
    return frozenset(pose for pose, code in enumerate(box()[1].codes) if wants(want, side(code, at)))
