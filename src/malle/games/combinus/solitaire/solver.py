"""A constraint solver for challenges. It says whether a grid is still solvable, what the next step is, and
whether there is any solution.

The model has one variable for each square and pose. Two linear equations describe each inner side; a joker on
either square lifts them. Needs OR-Tools (`malle[puzzles]`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from ortools.sat.python import cp_model

from malle.games.combinus.edition import EAST, JOKER, SOUTH, junction_count, side_of
from malle.games.combinus.grid import EMPTY
from malle.games.combinus.solitaire.challenge import (
    Board,
    Challenge,
    border_patterns,
    classic_edition,
    given_poses,
    mirror_tile,
    side_matches_letter,
)
from malle.games.combinus.solitaire.solutions import Hint, next_step

Verdict = Literal["yes", "no", "unknown"]


class SolverResult(Struct, frozen=True):
    """The result of the solver."""

    solvable: Verdict
    """`unknown` if the time ran out before an answer."""
    board: Board = ()
    """A full grid, or empty if none was found."""
    seconds: float = 0.0
    """Seconds that the solver took."""
    conflicts: int = 0
    """Conflicts that the solver met."""


def solve(
    challenge: Challenge, board: Board | None = None, *, seconds: float = 10.0, seed: int = 1, workers: int = 1
) -> SolverResult:
    """Look for a solution that keeps the tiles already on the board. `seconds` limits the time.
    The same seed with one worker gives the same result, unless the time runs out."""
    model = _ChallengeModel(challenge)
    for cell, pose in enumerate(board or ()):
        if pose != EMPTY:
            model.model.add(model.cell_has_pose[cell][pose] == 1)
    return _solve_model(model, seconds, seed, workers)


def solve_nearest(challenge: Challenge, board: Board, *, seconds: float = 5.0, seed: int = 1) -> SolverResult:
    """Look for the solution that keeps as many of the tiles on the board as possible. If the
    time runs out first, it is the best one found."""
    model = _ChallengeModel(challenge)
    model.model.maximize(sum(model.cell_has_pose[cell][pose] for cell, pose in enumerate(board) if pose != EMPTY))
    return _solve_model(model, seconds, seed, 1)


def find_hint(challenge: Challenge, board: Board, *, seconds: float = 2.0) -> Hint | None:
    """Return the next step towards a solution. If the board is not solvable, the step takes off a
    tile that lies otherwise in a near solution. Return `None` if the grid is full and right, or if
    the time ran out.

    The solver may run twice, for `seconds` each.
    """
    answer = solve(challenge, board, seconds=seconds)
    if answer.solvable == "no":
        answer = solve_nearest(challenge, board, seconds=seconds)
        wrong = [
            cell for cell, pose in enumerate(board) if pose != EMPTY and answer.board and answer.board[cell] != pose
        ]
        return Hint(wrong[-1], EMPTY) if wrong else None
    return next_step(board, answer.board) if answer.board else None


class _ChallengeModel:
    """The constraints of a challenge as a model for the solver."""

    def __init__(self, challenge: Challenge) -> None:
        """Build the whole model."""
        self.numbers, self.grid = classic_edition()
        self.model = cp_model.CpModel()
        cells, poses = range(self.grid.cell_count), range(len(self.grid.pose_codes))
        self.cell_has_pose = [[self.model.new_bool_var(f"{cell} {pose}") for pose in poses] for cell in cells]
        self.joker_tile = self.numbers.tile_names.index(JOKER)
        for cell in cells:
            self.model.add_exactly_one(self.cell_has_pose[cell])
        for mine in self.grid.poses_of_tile:
            self.model.add_exactly_one(self.cell_has_pose[cell][pose] for cell in cells for pose in mine)
        self._add_fit()
        self._add_frames(challenge)
        if challenge.centre:
            centre = self.grid.poses_of_tile[self.numbers.tile_names.index(challenge.centre)]
            self.model.add_exactly_one(self.cell_has_pose[self.grid.centre_cell][pose] for pose in centre)
        for cell, pose in given_poses(challenge).items():
            self.model.add(self.cell_has_pose[cell][pose] == 1)
        if challenge.order == "junctions":
            self._add_order()
        if challenge.order == "diagonal":
            self._add_symmetry()

    def _side_is_one_of(self, cell: int, side_number: int, kinds: str) -> cp_model.LinearExpr:
        """Return an expression that is 1 if side `side_number` of the tile on a square is one of
        the letters in `kinds`, otherwise 0."""
        return cp_model.LinearExpr.sum(
            [self.cell_has_pose[cell][pose] for pose in _poses_with_side(side_number, kinds)]
        )

    def _is_joker(self, cell: int) -> cp_model.IntVar:
        """Return the variable that is 1 if the joker lies on a square."""
        return self.cell_has_pose[cell][self.grid.poses_of_tile[self.joker_tile][0]]

    def _add_fit(self) -> None:
        """Add the constraint that facing sides fit, unless one of the two tiles is the joker."""
        pairs = (("a", "b"), ("b", "a")) if self.numbers.fit == "coincide" else (("a", "a"), ("b", "b"))
        for cell in range(self.grid.cell_count):
            for at, near in self.grid.neighbours[cell]:
                if at in (EAST, SOUTH):
                    jokers = self._is_joker(cell) + self._is_joker(near)
                    for mine, yours in pairs:
                        difference = self._side_is_one_of(cell, at, mine) - self._side_is_one_of(
                            near, (at + 2) % 4, yours
                        )
                        self.model.add(difference <= jokers)
                        self.model.add(-difference <= jokers)

    def _add_frames(self, challenge: Challenge) -> None:
        """Add the constraint that one of the challenge's frames holds: each border has one of
        the patterns that the frame allows there."""
        starts = [sum(at < border for _, at in self.grid.frame_places) for border in range(4)]
        chosen = [self.model.new_bool_var(f"frame {index}") for index in range(len(challenge.frames))]
        self.model.add_exactly_one(chosen)
        for frame, holds in zip(challenge.frames, chosen, strict=True):
            for border, allowed in enumerate(border_patterns(frame)):
                ways = [self.model.new_bool_var(pattern) for pattern in allowed]
                self.model.add(sum(ways) == 1).only_enforce_if(holds)
                for pattern, way in zip(allowed, ways, strict=True):
                    self.model.add_implication(way, holds)
                    for place, wanted in enumerate(pattern):
                        cell, at = self.grid.frame_places[starts[border] + place]
                        good = "".join(has for has in "-abj" if side_matches_letter(wanted, has))
                        if len(good) < 4:
                            self.model.add(self._side_is_one_of(cell, at, good) == 1).only_enforce_if(way)

    def _add_order(self) -> None:
        """Add the constraint that the numbers of junctions never rise, row by row.

        The tiles in this order are runs of equal numbers. The joker may lie anywhere, and shifts
        the tiles after it by one square. So each number may lie only on the squares of its run, or
        one further.
        """
        counts = [
            sum(name != JOKER and junction_count(name) == number for name in self.numbers.tile_names)
            for number in range(5)
        ]
        after = [self.model.new_bool_var(f"after {cell}") for cell in range(self.grid.cell_count)]
        for cell in range(self.grid.cell_count):
            self.model.add(after[cell] == sum(self._is_joker(before) for before in range(cell)))
        runs = [number for number in (4, 3, 2, 1, 0) for _ in range(counts[number])]
        for cell in range(self.grid.cell_count):
            for shifted in (0, 1):
                at = cell - shifted
                allowed = [pose for pose, code in enumerate(self.grid.pose_codes) if code == JOKER]
                if 0 <= at < len(runs):
                    allowed += [
                        p
                        for p, code in enumerate(self.grid.pose_codes)
                        if code != JOKER and junction_count(code) == runs[at]
                    ]
                literal = after[cell] if shifted else after[cell].Not()
                self.model.add(sum(self.cell_has_pose[cell][pose] for pose in allowed) == 1).only_enforce_if(literal)

    def _add_symmetry(self) -> None:
        """Add the constraint that the grid is symmetric about one of the diagonals. One pair of
        squares, or one square on the diagonal, may deviate."""
        size, codes = self.numbers.rows, self.grid.pose_codes
        falling = self.model.new_bool_var("falling")
        for direction, literal in ((True, falling), (False, falling.Not())):
            image = [codes.index(mirror_tile(code, direction)) for code in codes]
            broken = []
            for row in range(size):
                for column in range(size):
                    other = (column, row) if direction else (size - 1 - column, size - 1 - row)
                    if (row, column) <= other:
                        one, two = row * size + column, other[0] * size + other[1]
                        out = self.model.new_bool_var(f"out {one}")
                        broken.append(out)
                        for pose in range(len(codes)):
                            self.model.add(
                                self.cell_has_pose[one][pose] <= self.cell_has_pose[two][image[pose]]
                            ).only_enforce_if(literal, out.Not())
            self.model.add(sum(broken) <= 1)


def _solve_model(model: _ChallengeModel, seconds: float, seed: int, workers: int) -> SolverResult:
    """Run the solver on a model, and return the result. `workers` is its number of threads."""
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed
    status = solver.solve(model.model)
    effort, wall = int(solver.num_conflicts), solver.wall_time
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        board = tuple(
            next(pose for pose, lies in enumerate(row) if solver.boolean_value(lies)) for row in model.cell_has_pose
        )
        return SolverResult("yes", board, wall, effort)
    return SolverResult("no" if status == cp_model.INFEASIBLE else "unknown", (), wall, effort)


@lru_cache(maxsize=256)
def _poses_with_side(side_number: int, kinds: str) -> tuple[int, ...]:
    """Return the poses whose side `side_number` is one of the letters in `kinds`."""
    codes: Iterable[str] = classic_edition()[1].pose_codes
    return tuple(pose for pose, code in enumerate(codes) if side_of(code, side_number) in kinds)
