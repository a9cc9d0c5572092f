"""A tournament between kinds of robots: a matrix of results with confidence intervals, for every pair that was
played.

The value of a deal is the mean over the seats of the robot under test. Intervals are taken over deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from malle.research.deals import NO_FILE, DealPlan, ResultBlock, RobotPair, RunTasks, play_deals
from malle.research.runners import run_here

STUDENT_T_95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""Half of a 95 % interval in standard errors, for 2 to 10 values (Student's t). For more values a series is
used."""


class SeatResult(Struct, frozen=True):
    """The result of the robot under test at one seat, for games whose seats differ. The fields mean
    the same as in `PairResult`."""

    wins: float
    wins_margin: float
    lead: float
    lead_margin: float


class PairResult(Struct, frozen=True):
    """The result of the robot under test against robots of another kind at all other seats."""

    deals: int
    games: int
    wins: float
    """The tested robot's share of wins. A shared win counts in parts."""
    wins_margin: float
    """Half of the 95 % interval over deals."""
    lead: float
    """The tested robot's score minus the mean of the others' scores."""
    lead_margin: float
    match_wins: float
    """The share of deals in which the tested robot led over all games of the deal together, one
    from each seat. A deal that ends even counts half. In games where a match is that many games,
    this is the share of matches won."""
    match_wins_margin: float
    seats: tuple[SeatResult, ...]


class Tournament(Struct, frozen=True):
    """The matrix of results by pair of robots, and how long each robot thinks. `play_tournament`
    makes it."""

    cells: dict[RobotPair, PairResult]
    thinking_ms: dict[str, float]
    """Processor milliseconds of a decision: 95 % of a robot's decisions take less."""


def all_pairs(robots: Sequence[str]) -> tuple[RobotPair, ...]:
    """Return every ordered pair of different robots: one under test, the other as all its opponents."""
    return tuple((one, others) for one in robots for others in robots if one != others)


def pairs_to_play(plan: DealPlan) -> tuple[RobotPair, ...]:
    """Return the pairs of a plan without those whose result follows from their mirror, the same two
    robots with roles exchanged.

    Only with two players are the games of a pair also those of its mirror. A pair stays if its
    first robot is timed in no other pair that is played.
    """
    played = list(plan.pairs)
    for one, others in plan.pairs if plan.seats == 2 else ():
        if (others, one) in played and sum(each == one for each, _ in played) > 1:
            played.remove((one, others))
    return tuple(played)


def play_tournament(
    plan: DealPlan,
    run_tasks: RunTasks = run_here,
    results_file: Path = NO_FILE,
    progress: Callable[[int], None] = lambda number: None,
) -> Tournament:
    """Play the deals of a plan that `results_file` does not hold yet, and return the results of all
    pairs.

    The same plan gives the same cells, however often it is interrupted. `OriginMismatch` if the
    file has another origin. `progress` is called as in `play_deals`.
    """
    blocks: dict[RobotPair, list[ResultBlock]] = {pair: [] for pair in plan.pairs}
    played = pairs_to_play(plan)
    mirrors = {*plan.pairs} - {*played}
    for block in play_deals(replace(plan, pairs=played), run_tasks, progress, results_file):
        blocks[block.one, block.others].append(block)
        if (block.others, block.one) in mirrors:
            blocks[block.others, block.one].append(_mirror_block(block))
    thinking: dict[str, list[float]] = {one: [] for one, _ in plan.pairs}
    for (one, _), some in blocks.items():
        thinking[one] += [each for block in some for each in block.thinking]
    cells = {pair: _sum_up_pair(some) for pair, some in blocks.items()}
    return Tournament(cells, {one: sorted(times)[int(0.95 * len(times))] for one, times in thinking.items() if times})


def mean_and_margin(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half of its 95 % interval. The interval is wider for few values
    (Student's t), and infinite for one. There must be at least one value."""
    mean, freedom = sum(values) / len(values), len(values) - 1
    if not freedom:
        return mean, float("inf")
    errors = (
        STUDENT_T_95[freedom - 1] if freedom <= len(STUDENT_T_95) else 1.96 + 2.3722 / freedom + 2.8225 / freedom**2
    )
    return mean, errors * sqrt(sum((each - mean) ** 2 for each in values) / freedom / len(values))


def format_share(value: float, margin: float) -> str:
    """Format a share and its margin as percentages: `25.0 ± 1.2 %`."""
    return f"{100 * value:.1f} ± {100 * margin:.1f} %"


def format_points(value: float, margin: float) -> str:
    """Format points and their margin, such as `+0.51 ± 0.04` or `+1920 ± 310`. Values of 10 or more have no
    decimals."""
    digits = 2 if max(abs(value), margin) < 10 else 0
    return f"{value:+.{digits}f} ± {margin:.{digits}f}"


def _mirror_block(block: ResultBlock) -> ResultBlock:
    """Return the block of a two-player game from the other robot's side, without thinking times."""
    wins = [[1 - each for each in reversed(deal)] for deal in block.wins]
    ahead = [[-each for each in reversed(deal)] for deal in block.ahead]
    return ResultBlock(block.others, block.one, block.first, wins, ahead, [])


def _sum_up_pair(blocks: Iterable[ResultBlock]) -> PairResult:
    """Sum up the blocks of one pair. There must be at least one deal."""
    some = list(blocks)
    wins, ahead = [deal for block in some for deal in block.wins], [deal for block in some for deal in block.ahead]
    matches = [(1 + (sum(deal) > 0) - (sum(deal) < 0)) / 2 for deal in ahead]
    return PairResult(
        len(wins),
        sum(map(len, wins)),
        *mean_and_margin([sum(deal) / len(deal) for deal in wins]),
        *mean_and_margin([sum(deal) / len(deal) for deal in ahead]),
        *mean_and_margin(matches),
        tuple(
            SeatResult(
                *mean_and_margin([deal[seat] for deal in wins]), *mean_and_margin([deal[seat] for deal in ahead])
            )
            for seat in range(len(wins[0]))
        ),
    )
