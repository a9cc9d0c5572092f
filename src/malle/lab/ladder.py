"""How kinds of robots fare against each other: a matrix with intervals, of every pair that was played.

What a deal gives is the mean over the seats of the one; intervals are over deals.
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
"""Half of a 95 % interval in standard errors, of 2 to 10 values; of more by a series."""


class Sat(Struct, frozen=True):
    """What the one kind had of one seat, where seats differ."""

    wins: float
    wins_within: float
    ahead: float
    ahead_within: float


class Standing(Struct, frozen=True):
    """What the one kind had of it."""

    deals: int
    games: int
    wins: float
    """Its share of wins; a shared win counts in parts."""
    wins_within: float
    """Half of the 95 % interval over deals."""
    ahead: float
    """Its score less the mean of the others'."""
    ahead_within: float
    matches: float
    """Its share of deals in which it was ahead by all games together, one from each seat: a match, where a match is so
    many games. An even one counts half."""
    matches_within: float
    seats: tuple[Sat, ...]


class Ladder(Struct, frozen=True):
    """The matrix, and how long each robot thinks: all but one of twenty decisions take less."""

    cells: dict[Pair, Standing]
    thinking: dict[str, float]


def every_pair(robots: Sequence[str]) -> tuple[Pair, ...]:
    """Each as the one, against all others."""
    return tuple((one, others) for one in robots for others in robots if one != others)


def pairs_to_play(plan: Deals) -> tuple[Pair, ...]:
    """With two players the games of a pair are also those of its mirror, and are played once, as long as each robot is
    the one somewhere: only its decisions are timed."""
    played = list(plan.pairs)
    for one, others in plan.pairs if plan.seats == 2 else ():
        if (others, one) in played and sum(each == one for each, _ in played) > 1:
            played.remove((one, others))
    return tuple(played)


def climb(
    plan: Deals, run: Run = here, kept: Path = NOWHERE, progress: Callable[[int], None] = lambda number: None
) -> Ladder:
    """Plays what is not kept yet. The same plan gives the same cells, whoever plays it and however often it is broken
    off. `OtherOrigin` if something else is kept there."""
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
    """Mean, and half of its 95 % interval, which is wider where values are few (Student's)."""
    mean, freedom = sum(values) / len(values), len(values) - 1
    if not freedom:
        return mean, float("inf")
    errors = STUDENT[freedom - 1] if freedom <= len(STUDENT) else 1.96 + 2.3722 / freedom + 2.8225 / freedom**2
    return mean, errors * sqrt(sum((each - mean) ** 2 for each in values) / freedom / len(values))


def share(value: float, within: float) -> str:
    """`25.0 ± 1.2 %`."""
    return f"{100 * value:.1f} ± {100 * within:.1f} %"


def points(value: float, within: float) -> str:
    """`+0.51 ± 0.04`, `+1920 ± 310`: no more digits than say something, and no fewer."""
    digits = 2 if max(abs(value), within) < 10 else 0
    return f"{value:+.{digits}f} ± {within:.{digits}f}"


def _mirrored(block: Block) -> Block:
    """What the other of two had of it, seat by seat."""
    wins = [[1 - each for each in reversed(deal)] for deal in block.wins]
    ahead = [[-each for each in reversed(deal)] for deal in block.ahead]
    return Block(block.others, block.one, block.first, wins, ahead, [])


def _standing(blocks: Iterable[Block]) -> Standing:
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
