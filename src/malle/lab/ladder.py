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

from malle.lab.deals import NOWHERE, Block, Deals, Pair, Run, play_deals
from malle.lab.runners import here

STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""Half of a 95 % interval in standard errors, for 2 to 10 values (Student's t). For more values a series is
used."""


class Sat(Struct, frozen=True):
    """The result of the robot under test at one seat, for games whose seats differ."""

    wins: float
    wins_within: float
    ahead: float
    ahead_within: float


class Standing(Struct, frozen=True):
    """The result of one kind of robot against another."""

    deals: int
    games: int
    wins: float
    """Its share of wins. A shared win counts in parts."""
    wins_within: float
    """Half of the 95 % interval over deals."""
    ahead: float
    """Its score minus the mean of the others'."""
    ahead_within: float
    matches: float
    """Its share of deals in which it led over all games of the deal together, one from each seat. An even deal
    counts half. This is its share of matches, in games where a match is that many games."""
    matches_within: float
    seats: tuple[Sat, ...]


class Ladder(Struct, frozen=True):
    """The matrix of results, and how long each robot thinks."""

    cells: dict[Pair, Standing]
    thinking: dict[str, float]
    """Processor milliseconds of a decision: 95 % of a robot's decisions take less."""


def every_pair(robots: Sequence[str]) -> tuple[Pair, ...]:
    """Return every ordered pair of different robots: one under test, the other as all its opponents."""
    return tuple((one, others) for one in robots for others in robots if one != others)


def pairs_to_play(plan: Deals) -> tuple[Pair, ...]:
    """Return the pairs of a plan without those whose result follows from their mirror.

    With two players the games of a pair are also those of its mirror, so they are played once. A pair stays if
    it is the last one that times the decisions of its first robot.
    """
    played = list(plan.pairs)
    for one, others in plan.pairs if plan.seats == 2 else ():
        if (others, one) in played and sum(each == one for each, _ in played) > 1:
            played.remove((one, others))
    return tuple(played)


def climb(
    plan: Deals, run: Run = here, kept: Path = NOWHERE, progress: Callable[[int], None] = lambda number: None
) -> Ladder:
    """Play the deals of a plan that the file `results_file` does not hold yet, and return the matrix.

    The same plan gives the same cells, however often it is interrupted. Raises `OriginMismatch` if the file has
    another origin. `progress` is called as in `play_deals`.
    """
    blocks: dict[Pair, list[Block]] = {pair: [] for pair in plan.pairs}
    played = pairs_to_play(plan)
    mirrors = {*plan.pairs} - {*played}
    for block in play_deals(replace(plan, pairs=played), run, progress, kept):
        blocks[block.one, block.others].append(block)
        if (block.others, block.one) in mirrors:
            blocks[block.others, block.one].append(_mirrored(block))
    thinking: dict[str, list[float]] = {one: [] for one, _ in plan.pairs}
    for (one, _), some in blocks.items():
        thinking[one] += [each for block in some for each in block.thinking]
    cells = {pair: _standing(some) for pair, some in blocks.items()}
    return Ladder(cells, {one: sorted(times)[int(0.95 * len(times))] for one, times in thinking.items() if times})


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half of its 95 % interval. The interval is wider for few values (Student's t),
    infinite for one."""
    mean, freedom = sum(values) / len(values), len(values) - 1
    if not freedom:
        return mean, float("inf")
    errors = STUDENT[freedom - 1] if freedom <= len(STUDENT) else 1.96 + 2.3722 / freedom + 2.8225 / freedom**2
    return mean, errors * sqrt(sum((each - mean) ** 2 for each in values) / freedom / len(values))


def share(value: float, within: float) -> str:
    """Format a share and its margin as percentages: `25.0 ± 1.2 %`."""
    return f"{100 * value:.1f} ± {100 * within:.1f} %"


def points(value: float, within: float) -> str:
    """Format points and their margin, such as `+0.51 ± 0.04` or `+1920 ± 310`. Values of 10 or more have no
    decimals."""
    digits = 2 if max(abs(value), within) < 10 else 0
    return f"{value:+.{digits}f} ± {within:.{digits}f}"


def _mirrored(block: Block) -> Block:
    """Return a two-player block from the other robot's side, without times."""
    wins = [[1 - each for each in reversed(deal)] for deal in block.wins]
    ahead = [[-each for each in reversed(deal)] for deal in block.ahead]
    return Block(block.others, block.one, block.first, wins, ahead, [])


def _standing(blocks: Iterable[Block]) -> Standing:
    """Sum up the blocks of one pair."""
    some = list(blocks)
    wins, ahead = [deal for block in some for deal in block.wins], [deal for block in some for deal in block.ahead]
    matches = [(1 + (sum(deal) > 0) - (sum(deal) < 0)) / 2 for deal in ahead]
    return Standing(
        len(wins),
        sum(map(len, wins)),
        *interval([sum(deal) / len(deal) for deal in wins]),
        *interval([sum(deal) / len(deal) for deal in ahead]),
        *interval(matches),
        tuple(
            Sat(*interval([deal[seat] for deal in wins]), *interval([deal[seat] for deal in ahead]))
            for seat in range(len(wins[0]))
        ),
    )
