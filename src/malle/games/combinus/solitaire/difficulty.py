"""The difficulty of a challenge: the number of squares that a patient player fills before the last
one fits.

The simulated player looks for the empty square with the fewest poses to choose from, places one of
them at random, and takes back what led nowhere. It knows the frame, and looks no further. Attempts
differ by large factors, so the measure is their geometric mean. They go on until it is precise
enough: two measurements of a challenge agree within a fifth.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import exp, log, sqrt

from malle.core import Luck
from malle.games.combinus.edition import side_of
from malle.games.combinus.grid import EMPTY, Grid, bit_numbers
from malle.games.combinus.solitaire.challenge import (
    Challenge,
    border_patterns,
    classic_edition,
    given_poses,
    side_matches_letter,
)

MAX_SQUARES_PER_ATTEMPT = 4_000
"""The number of squares filled after which an attempt is given up."""

STAR_LIMITS = (60, 200, 700, 2_000)
"""A difficulty above the first limit earns a second star, above the second a third, and so on."""

MAX_STANDARD_ERROR = 0.04
"""The standard error of the mean logarithm that is precise enough. Two measurements then differ by less than
a fifth in all but one of a thousand challenges."""
MIN_ATTEMPTS, MAX_ATTEMPTS = 100, 4_000
"""The fewest and the most attempts of a measurement."""


def measure_difficulty(
    challenge: Challenge, *, tries: int | None = None, seed: int = 1, max_squares: int = MAX_SQUARES_PER_ATTEMPT
) -> int:
    """Return the difficulty: the geometric mean of the squares filled in `tries` attempts.
    Without `tries`, make attempts until the result is precise enough. An attempt is given up
    after `max_squares`. The same seed gives the same result."""
    logarithms: list[float] = []
    for number in range(tries or MAX_ATTEMPTS):
        logarithms.append(log(_Attempt(challenge, Luck(seed * 100_000 + number), max_squares).play()))
        if (
            not tries
            and len(logarithms) >= MIN_ATTEMPTS
            and len(logarithms) % 20 == 0
            and standard_error(logarithms) < MAX_STANDARD_ERROR
        ):
            break
    return round(exp(sum(logarithms) / len(logarithms)))


def standard_error(values: list[float]) -> float:
    """Return the standard error of the mean of these values."""
    mean = sum(values) / len(values)
    return sqrt(sum((each - mean) ** 2 for each in values) / (len(values) - 1) / len(values))


def star_rating(squares: int) -> int:
    """Return the number of stars for a difficulty, 1 to 5."""
    return 1 + sum(squares > limit for limit in STAR_LIMITS)


class _Attempt:
    """One attempt of the simulated player to fill the grid. Sets of poses are bit masks, so that
    the choices for a square are a single `and`."""

    def __init__(self, challenge: Challenge, luck: Luck, max_squares: int) -> None:
        """Draw one of the frames and its patterns for this attempt, and compute which poses each
        square may carry."""
        numbers, self.grid = classic_edition()
        self.luck = luck
        self.squares_left = max_squares
        self.squares_filled = 0
        self.poses_by_wish, self.poses_of_other_tiles = _pose_mask_tables()
        self.allowed_poses = [_pose_mask(poses) for poses in draw_allowed_poses(challenge, self.grid, luck)]
        if challenge.centre:
            self.allowed_poses[self.grid.centre_cell] &= _pose_mask(
                self.grid.poses_of_tile[numbers.tile_names.index(challenge.centre)]
            )
        self.start_poses = given_poses(challenge)

    def play(self) -> int:
        """Return how many squares were filled until the grid was full or the attempt ended
        without success. Squares filled again count again. Call it once."""
        grid = self.grid
        wishes = [0] * grid.cell_count
        unused = (1 << len(grid.pose_codes)) - 1
        for cell, pose in self.start_poses.items():
            for near, ask in grid.wish_changes[cell][pose]:
                wishes[near] += ask
            unused &= self.poses_of_other_tiles[pose]
        self._fill_cells([cell for cell in range(grid.cell_count) if cell not in self.start_poses], wishes, unused)
        return self.squares_filled

    def _fill_cells(self, empties: list[int], wishes: list[int], unused: int) -> bool:
        """Fill the empty squares with unused tiles, and return whether that succeeded. It fails
        if nothing fits or the attempt is given up; `wishes` is then as before. `unused` is the
        mask of the poses of tiles not on the grid."""
        if not empties:
            return True
        cell, choices = self._most_constrained_cell(empties, wishes, unused)
        poses = bit_numbers(choices)
        self.luck.shuffle(poses)
        other_cells = [each for each in empties if each != cell]
        for pose in poses:
            if self.squares_left <= 0:
                return False
            self.squares_left -= 1
            self.squares_filled += 1
            asks = self.grid.wish_changes[cell][pose]
            for near, ask in asks:
                wishes[near] += ask
            if self._fill_cells(other_cells, wishes, unused & self.poses_of_other_tiles[pose]):
                return True
            for near, ask in asks:
                wishes[near] -= ask
        return False

    def _most_constrained_cell(self, empties: list[int], wishes: list[int], unused: int) -> tuple[int, int]:
        """Return the empty square with the fewest poses to choose from, and the mask of these
        poses (0 if none fits)."""
        fits, allowed = self.poses_by_wish, self.allowed_poses
        best, fewest, found = EMPTY, len(self.grid.pose_codes) + 1, 0
        for cell in empties:
            poses = fits[wishes[cell]] & allowed[cell] & unused
            count = poses.bit_count()
            if count < fewest:
                best, fewest, found = cell, count, poses
                if not count:
                    break
        return best, found


def _pose_mask(poses: Iterable[int]) -> int:
    """Return a mask with the bits of these poses."""
    return sum(1 << pose for pose in poses)


@lru_cache(maxsize=1)
def _pose_mask_tables() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return two tables: by wish, the mask of the poses that fit; by pose, the mask of the poses of all other
    tiles."""
    _, grid = classic_edition()
    others = tuple(~_pose_mask(grid.poses_of_tile[tile]) for tile in grid.tile_of_pose)
    return tuple(map(_pose_mask, grid.poses_by_wish)), others


def draw_allowed_poses(challenge: Challenge, grid: Grid, luck: Luck) -> list[set[int]]:
    """Return, for each square, the poses that the frame allows there. One of the challenge's
    frames is drawn, and one of its patterns for each border."""
    allowed = [set(range(len(grid.pose_codes))) for _ in range(grid.cell_count)]
    wanted = "".join(luck.choice(each) for each in border_patterns(luck.choice(challenge.frames)))
    for (cell, at), want in zip(grid.frame_places, wanted, strict=True):
        allowed[cell] &= _poses_matching_letter(want, at)
    return allowed


@lru_cache(maxsize=64)
def _poses_matching_letter(letter: str, side_number: int) -> frozenset[int]:
    """Return the poses whose side `side_number` is what the letter of a frame wants."""
    return frozenset(
        pose
        for pose, code in enumerate(classic_edition()[1].pose_codes)
        if side_matches_letter(letter, side_of(code, side_number))
    )
