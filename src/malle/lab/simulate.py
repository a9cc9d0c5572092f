"""Let robots play many games, and sum up the results."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from math import ceil, floor
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from msgspec import Struct

from malle.core import NATURE, AnyGame, Luck, Over, Refused, Sheet
from malle.core.dealer import Dealer, Draws
from malle.core.play import Ply
from malle.core.record import Record, make_record
from malle.games import load, sheet
from malle.games.records import edition_name
from malle.lab.minds import kind_called, play_out

BATCH = 10
"""Games in a task: enough that handing it to another process costs nothing, few enough for a smooth progress
bar."""


class Played(Struct, frozen=True):
    """One simulated game."""

    entries: int
    decisions: int
    over: Over
    figures: dict[str, tuple[int, int]]
    record: Record | None


class Figures(Struct, frozen=True):
    """The summary of many games."""

    games: int
    seconds: float
    entries: tuple[int, int, int]
    """Log entries of a game: median, fewest and most."""
    decisions: int
    """The median number of decisions of all players in a game."""
    between: tuple[int, int]
    """The 95 % confidence interval of that median."""
    wins: tuple[float, ...]
    """Share of wins by seat. A shared win counts in parts."""
    scores: tuple[float, ...]
    """Mean score by seat."""
    shares: dict[str, tuple[int, int]]
    """The game's own statistics by name, as (times it happened, times it could have happened)."""
    ends: dict[str, int]
    """The number of games by the way they ended (`Over.why`)."""


class Plan(Struct, frozen=True):
    """What to simulate."""

    game: str
    seats: int
    options: dict[str, bool | int | str]
    games: int
    seed: int
    records: bool = False
    """Whether to keep a record of each game."""
    edition: str = ""
    """The path of an edition file; empty for the usual edition."""
    robots: tuple[str, ...] = ()
    """The kinds of robots, as `robot_kinds` names them: one for all seats, or one for each. Empty means
    `robot`."""
    rules: int = 0
    """The version of the rules; 0 means the newest."""


def simulate(
    plan: Plan, *, workers: int = 1, progress: Callable[[int], None] | None = None
) -> tuple[Figures, list[Played]]:
    """Play the plan's games, and return their summary and the games. The result does not depend on the number
    of workers.

    `progress` is called with the number of games of each finished batch.
    """
    began = time.perf_counter()
    played: list[Played] = []
    for batch in _batches(plan, workers):
        played += batch
        if progress is not None:
            progress(len(batch))
    return _sum_up(played, time.perf_counter() - began), played


def play_numbered(facts: Sheet, game: AnyGame, plan: Plan, number: int) -> Played:
    """Play game `number` of a plan, dealt from a seed made of the plan's seed and this number."""
    name = f"simulate-{plan.game}-{plan.seed}-{number}"
    seed = hashlib.sha256(name.encode()).digest()
    luck = Luck(seed)
    tempers = [kind_called(facts, each) for each in seated(plan)]
    minds = [luck.choice(some) if len(some) > 1 else some[0] for some in tempers]
    over, entries = play_out(game, minds, [luck] * game.seats, Draws(Dealer(seed, name)).pick)
    figures = facts.telling.figures(game, tuple(entry.heard for entry in entries))
    called = edition_name(facts, Path(plan.edition) if plan.edition else None) if plan.records else ""
    record = make_record(game, entries, seed=seed, table=name, edition=called) if plan.records else None
    return Played(len(entries), _decisions(entries), over, dict(figures), record)


def seated(plan: Plan) -> tuple[str, ...]:
    """Return the robot of each seat. `Refused` unless the plan names none, one, or as many as there are seats."""
    robots = plan.robots or ("robot",)
    if len(robots) not in (1, plan.seats):
        raise Refused(f"name one robot, or one a seat: {plan.seats}, not {len(robots)}")
    return robots * (plan.seats if len(robots) == 1 else 1)


def of_rules(plan: Plan) -> Sheet:
    """Return the `GameInfo` of the version of the rules that the plan plays."""
    newest = sheet(plan.game)
    return newest.of_version(plan.rules or newest.version)


def _decisions(entries: tuple[Ply, ...]) -> int:
    """Count the entries that were made by seats, not by chance."""
    return sum(entry.mover != NATURE for entry in entries)


def _batches(plan: Plan, workers: int) -> Iterator[list[Played]]:
    """Yield the plan's games in order, batch by batch, played in this process or in `workers` others."""
    tasks = [(plan, first) for first in range(0, plan.games, BATCH)]
    if workers == 1:
        yield from map(_play_batch, tasks)
        return
    with get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(_play_batch, tasks)


def _play_batch(task: tuple[Plan, int]) -> list[Played]:
    """Play the games of one batch. `task` is the plan and the number of its first game."""
    plan, first = task
    edition = Path(plan.edition) if plan.edition else None
    facts = of_rules(plan)
    game = load(plan.game, facts.version)(plan.seats, plan.options, edition)
    return [play_numbered(facts, game, plan, number) for number in range(first, min(first + BATCH, plan.games))]


def _sum_up(played: list[Played], seconds: float) -> Figures:
    """Sum up the games. There must be at least one."""
    seats = range(len(played[0].over.scores))
    shares: dict[str, tuple[int, int]] = {}
    for one in played:
        for name, (times, chances) in one.figures.items():
            before = shares.get(name, (0, 0))
            shares[name] = (before[0] + times, before[1] + chances)
    lengths = sorted(one.entries for one in played)
    decisions = sorted(one.decisions for one in played)
    return Figures(
        games=len(played),
        seconds=seconds,
        entries=(int(median(lengths)), lengths[0], lengths[-1]),
        decisions=int(median(decisions)),
        between=_interval(decisions),
        wins=tuple(sum(_win(one.over, seat) for one in played) / len(played) for seat in seats),
        scores=tuple(sum(one.over.scores[seat] for one in played) / len(played) for seat in seats),
        shares=shares,
        ends=dict(Counter(one.over.why for one in played)),
    )


def _interval(values: list[int]) -> tuple[int, int]:
    """Return the 95 % confidence interval of the median of sorted values, by rank, so that it holds for any
    distribution."""
    middle, reach = len(values) / 2, 0.98 * len(values) ** 0.5
    return values[max(0, floor(middle - reach))], values[min(len(values) - 1, ceil(middle + reach))]


def _win(over: Over, seat: int) -> float:
    """Return the seat's part of the win: 1, a fraction if the win is shared, or 0."""
    return 1 / over.places.count(1) if over.places[seat] == 1 else 0.0
