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

from malle.games.combinus.edition import EAST, JOKER, SOUTH, junctions, side
from malle.games.combinus.grid import EMPTY
from malle.games.combinus.solitaire.challenge import Board, Challenge, box, given, mirrored, patterns, wants
from malle.games.combinus.solitaire.known import Hint, step

Verdict = Literal["yes", "no", "unknown"]


class Answer(Struct, frozen=True):
    """The result of the solver."""

    solvable: Verdict
    """`unknown` if the time ran out first."""
    board: Board = ()
    """A full grid, or empty if none was found."""
    seconds: float = 0.0
    """Seconds that the solver took."""
    effort: int = 0
    """Conflicts that the solver met."""


def solve(
    challenge: Challenge, board: Board | None = None, *, seconds: float = 10.0, seed: int = 1, workers: int = 1
) -> Answer:
    """Look for a solution that keeps the tiles already on the board. The same seed with one worker gives the
    same result, unless the time runs out."""
    model = _Model(challenge)
    for cell, pose in enumerate(board or ()):
        if pose != EMPTY:
            model.model.add(model.lies[cell][pose] == 1)
    return _run(model, seconds, seed, workers)


def nearest(challenge: Challenge, board: Board, *, seconds: float = 5.0, seed: int = 1) -> Answer:
    """Look for a solution that keeps as many of the tiles on the board as possible, or as many as can be
    found in the time."""
    model = _Model(challenge)
    model.model.maximize(sum(model.lies[cell][pose] for cell, pose in enumerate(board) if pose != EMPTY))
    return _run(model, seconds, seed, 1)


def hint(challenge: Challenge, board: Board, *, seconds: float = 2.0) -> Hint | None:
    """Return the next step towards a solution. If the board is not solvable, the step takes off a tile that
    lies elsewhere in a near solution. `None` if the grid is full and right, or if the time ran out.

    The solver may run twice, for `seconds` each.
    """
    answer = solve(challenge, board, seconds=seconds)
    if answer.solvable == "no":
        answer = nearest(challenge, board, seconds=seconds)
        wrong = [
            cell for cell, pose in enumerate(board) if pose != EMPTY and answer.board and answer.board[cell] != pose
        ]
        return Hint(wrong[-1], EMPTY) if wrong else None
    return step(board, answer.board) if answer.board else None


class _Model:
    """The constraints of a challenge as a model for the solver."""

    def __init__(self, challenge: Challenge) -> None:
        """Build the whole model."""
        self.numbers, self.grid = box()
        self.model = cp_model.CpModel()
        cells, poses = range(self.grid.size), range(len(self.grid.codes))
        self.lies = [[self.model.new_bool_var(f"{cell} {pose}") for pose in poses] for cell in cells]
        self.joker = self.numbers.names.index(JOKER)
        for cell in cells:
            self.model.add_exactly_one(self.lies[cell])
        for mine in self.grid.poses_of:
            self.model.add_exactly_one(self.lies[cell][pose] for cell in cells for pose in mine)
        self._fit()
        self._frame(challenge)
        if challenge.centre:
            centre = self.grid.poses_of[self.numbers.names.index(challenge.centre)]
            self.model.add_exactly_one(self.lies[self.grid.centre][pose] for pose in centre)
        for cell, pose in given(challenge).items():
            self.model.add(self.lies[cell][pose] == 1)
        if challenge.order == "junctions":
            self._in_order()
        if challenge.order == "diagonal":
            self._mirror()

    def _having(self, cell: int, at: int, kinds: str) -> cp_model.LinearExpr:
        """Return an expression that is 1 if the tile on a square has one of the sides `kinds` at side
        `side_number`, otherwise 0."""
        return cp_model.LinearExpr.sum([self.lies[cell][pose] for pose in _poses_with(at, kinds)])

    def _is_joker(self, cell: int) -> cp_model.IntVar:
        """Return the variable that is 1 if the joker lies on a square."""
        return self.lies[cell][self.grid.poses_of[self.joker][0]]

    def _fit(self) -> None:
        """Add the constraint that facing sides fit, unless one of the two tiles is the joker."""
        pairs = (("a", "b"), ("b", "a")) if self.numbers.fit == "coincide" else (("a", "a"), ("b", "b"))
        for cell in range(self.grid.size):
            for at, near in self.grid.neighbours[cell]:
                if at in (EAST, SOUTH):
                    jokers = self._is_joker(cell) + self._is_joker(near)
                    for mine, yours in pairs:
                        difference = self._having(cell, at, mine) - self._having(near, (at + 2) % 4, yours)
                        self.model.add(difference <= jokers)
                        self.model.add(-difference <= jokers)

    def _frame(self, challenge: Challenge) -> None:
        """Add the constraint that one of the frames holds, and of each of its borders one pattern holds."""
        starts = [sum(at < border for _, at in self.grid.frame) for border in range(4)]
        chosen = [self.model.new_bool_var(f"frame {index}") for index in range(len(challenge.frames))]
        self.model.add_exactly_one(chosen)
        for frame, holds in zip(challenge.frames, chosen, strict=True):
            for border, allowed in enumerate(patterns(frame)):
                ways = [self.model.new_bool_var(pattern) for pattern in allowed]
                self.model.add(sum(ways) == 1).only_enforce_if(holds)
                for pattern, way in zip(allowed, ways, strict=True):
                    self.model.add_implication(way, holds)
                    for place, wanted in enumerate(pattern):
                        cell, at = self.grid.frame[starts[border] + place]
                        good = "".join(has for has in "-abj" if wants(wanted, has))
                        if len(good) < 4:
                            self.model.add(self._having(cell, at, good) == 1).only_enforce_if(way)

    def _in_order(self) -> None:
        """Add the constraint that the numbers of junctions never rise, row by row.

        The tiles in this order are runs of equal numbers, and the joker shifts those after it by one. So each
        number may lie only on the squares of its run, or one further.
        """
        counts = [
            sum(name != JOKER and junctions(name) == number for name in self.numbers.names) for number in range(5)
        ]
        after = [self.model.new_bool_var(f"after {cell}") for cell in range(self.grid.size)]
        for cell in range(self.grid.size):
            self.model.add(after[cell] == sum(self._is_joker(before) for before in range(cell)))
        runs = [number for number in (4, 3, 2, 1, 0) for _ in range(counts[number])]
        for cell in range(self.grid.size):
            for shifted in (0, 1):
                at = cell - shifted
                allowed = [pose for pose, code in enumerate(self.grid.codes) if code == JOKER]
                if 0 <= at < len(runs):
                    allowed += [
                        p for p, code in enumerate(self.grid.codes) if code != JOKER and junctions(code) == runs[at]
                    ]
                literal = after[cell] if shifted else after[cell].Not()
                self.model.add(sum(self.lies[cell][pose] for pose in allowed) == 1).only_enforce_if(literal)

    def _mirror(self) -> None:
        """Add the constraint that about one of the diagonals the grid is symmetric, but for one pair of
        squares or one square on the diagonal."""
        size, codes = self.numbers.rows, self.grid.codes
        falling = self.model.new_bool_var("falling")
        for direction, literal in ((True, falling), (False, falling.Not())):
            image = [codes.index(mirrored(code, direction)) for code in codes]
            broken = []
            for row in range(size):
                for column in range(size):
                    other = (column, row) if direction else (size - 1 - column, size - 1 - row)
                    if (row, column) <= other:
                        one, two = row * size + column, other[0] * size + other[1]
                        out = self.model.new_bool_var(f"out {one}")
                        broken.append(out)
                        for pose in range(len(codes)):
                            self.model.add(self.lies[one][pose] <= self.lies[two][image[pose]]).only_enforce_if(
                                literal, out.Not()
                            )
            self.model.add(sum(broken) <= 1)


def _run(model: _Model, seconds: float, seed: int, workers: int) -> Answer:
    """Run the solver on a model, and return the result."""
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed
    status = solver.solve(model.model)
    effort, wall = int(solver.num_conflicts), solver.wall_time
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        board = tuple(next(pose for pose, lies in enumerate(row) if solver.boolean_value(lies)) for row in model.lies)
        return Answer("yes", board, wall, effort)
    return Answer("no" if status == cp_model.INFEASIBLE else "unknown", (), wall, effort)


@lru_cache(maxsize=256)
def _poses_with(at: int, kinds: str) -> tuple[int, ...]:
    """Return the poses whose side `side_number` is one of the letters in `kinds`."""
    codes: Iterable[str] = box()[1].codes
    return tuple(pose for pose, code in enumerate(codes) if side(code, at) in kinds)
