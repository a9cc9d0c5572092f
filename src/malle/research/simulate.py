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

from malle.core import NATURE, AnyGame, GameInfo, Luck, Over, Refused
from malle.core.dealer import Dealer, DrawCounter
from malle.core.play import Ply
from malle.core.record import Record, build_record
from malle.games import load_game, load_game_info
from malle.games.golden_records import edition_name_for_record
from malle.research.self_play import play_robots_with_luck, robots_of_kind

GAMES_PER_TASK = 10
"""Games in a task: enough that handing it to another process costs nothing, few enough for a smooth progress
bar."""


class SimulatedGame(Struct, frozen=True):
    """One simulated game, as `play_game_number` returns it."""

    entries: int
    """The number of log entries, chance included."""
    decisions: int
    """The number of log entries that seats made."""
    over: Over
    statistics: dict[str, tuple[int, int]]
    """The game's own statistics by name, as (times it happened, times it could have happened)."""
    record: Record | None
    """The unsigned record; `None` unless the plan keeps records."""


class SimulationSummary(Struct, frozen=True):
    """The results of all games of a simulation, summed up."""

    games: int
    seconds: float
    """How long it took to play all games."""
    entries: tuple[int, int, int]
    """Log entries of a game: median, fewest and most."""
    decisions: int
    """The median number of decisions of all players in a game."""
    decisions_interval: tuple[int, int]
    """The 95 % confidence interval of the median `decisions`."""
    wins: tuple[float, ...]
    """Share of wins by seat. A shared win counts in parts."""
    scores: tuple[float, ...]
    """Mean score by seat."""
    statistics: dict[str, tuple[int, int]]
    """The game's own statistics by name, as (times it happened, times it could have happened)."""
    ends: dict[str, int]
    """The number of games by the way they ended (`Over.why`)."""


class SimulationPlan(Struct, frozen=True):
    """What to simulate: a game with its setting, how many games, the seed and the robots."""

    game: str
    seats: int
    options: dict[str, bool | int | str]
    games: int
    seed: int
    keep_records: bool = False
    """Whether to keep a record of each game."""
    edition: str = ""
    """The path of an edition file; empty for the usual edition."""
    robots: tuple[str, ...] = ()
    """The kinds of robots, as `robot_kinds` names them: one for all seats, or one for each. Empty means
    `robot`."""
    rules_version: int = 0
    """The version of the rules; 0 means the newest."""


def simulate(
    plan: SimulationPlan, *, workers: int = 1, progress: Callable[[int], None] | None = None
) -> tuple[SimulationSummary, list[SimulatedGame]]:
    """Play the plan's games, and return their summary and the games. The result does not depend on the number
    of workers.

    `progress` is called with the number of games of each finished batch.
    """
    began = time.perf_counter()
    played: list[SimulatedGame] = []
    for batch in _play_batches(plan, workers):
        played += batch
        if progress is not None:
            progress(len(batch))
    return _sum_up(played, time.perf_counter() - began), played


def play_game_number(info: GameInfo, game: AnyGame, plan: SimulationPlan, number: int) -> SimulatedGame:
    """Play game `number` of a plan. Chance and the robots' luck come from a seed made of the plan's
    game, the plan's seed and this number."""
    name = f"simulate-{plan.game}-{plan.seed}-{number}"
    seed = hashlib.sha256(name.encode()).digest()
    luck = Luck(seed)
    candidates = [robots_of_kind(info, each) for each in robots_by_seat(plan)]
    robots = [luck.choice(some) if len(some) > 1 else some[0] for some in candidates]
    over, entries = play_robots_with_luck(game, robots, [luck] * game.seats, DrawCounter(Dealer(seed, name)).pick)
    figures = info.messages.statistics(game, tuple(entry.events for entry in entries))
    edition_label = (
        edition_name_for_record(info, Path(plan.edition) if plan.edition else None) if plan.keep_records else ""
    )
    record = build_record(game, entries, seed=seed, table=name, edition=edition_label) if plan.keep_records else None
    return SimulatedGame(len(entries), _count_decisions(entries), over, dict(figures), record)


def robots_by_seat(plan: SimulationPlan) -> tuple[str, ...]:
    """Return the kind of robot at each seat. `Refused` unless the plan names none, one, or as many
    as there are seats."""
    robots = plan.robots or ("robot",)
    if len(robots) not in (1, plan.seats):
        raise Refused(f"name one robot, or one a seat: {plan.seats}, not {len(robots)}")
    return robots * (plan.seats if len(robots) == 1 else 1)


def info_of_plan(plan: SimulationPlan) -> GameInfo:
    """Return the `GameInfo` of the version of the rules that the plan plays. `NoSuchRules` if that
    version is not here."""
    newest = load_game_info(plan.game)
    return newest.for_version(plan.rules_version or newest.version)


def _count_decisions(entries: tuple[Ply, ...]) -> int:
    """Count the entries that were made by seats, not by chance."""
    return sum(entry.mover != NATURE for entry in entries)


def _play_batches(plan: SimulationPlan, workers: int) -> Iterator[list[SimulatedGame]]:
    """Yield the plan's games in order, batch by batch. One worker means this process; more are
    processes of their own."""
    tasks = [(plan, first) for first in range(0, plan.games, GAMES_PER_TASK)]
    if workers == 1:
        yield from map(_play_batch, tasks)
        return
    with get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(_play_batch, tasks)


def _play_batch(task: tuple[SimulationPlan, int]) -> list[SimulatedGame]:
    """Play the games of one batch. `task` is the plan and the number of the batch's first game."""
    plan, first = task
    edition = Path(plan.edition) if plan.edition else None
    facts = info_of_plan(plan)
    game = load_game(plan.game, facts.version)(plan.seats, plan.options, edition)
    return [
        play_game_number(facts, game, plan, number) for number in range(first, min(first + GAMES_PER_TASK, plan.games))
    ]


def _sum_up(played: list[SimulatedGame], seconds: float) -> SimulationSummary:
    """Return the summary of the games `played`, at least one, which took `seconds`."""
    seats = range(len(played[0].over.scores))
    shares: dict[str, tuple[int, int]] = {}
    for one in played:
        for name, (times, chances) in one.statistics.items():
            before = shares.get(name, (0, 0))
            shares[name] = (before[0] + times, before[1] + chances)
    lengths = sorted(one.entries for one in played)
    decisions = sorted(one.decisions for one in played)
    return SimulationSummary(
        games=len(played),
        seconds=seconds,
        entries=(int(median(lengths)), lengths[0], lengths[-1]),
        decisions=int(median(decisions)),
        decisions_interval=_median_interval(decisions),
        wins=tuple(sum(_win_share(one.over, seat) for one in played) / len(played) for seat in seats),
        scores=tuple(sum(one.over.scores[seat] for one in played) / len(played) for seat in seats),
        statistics=shares,
        ends=dict(Counter(one.over.why for one in played)),
    )


def _median_interval(values: list[int]) -> tuple[int, int]:
    """Return the 95 % confidence interval of the median of `values`, which must be sorted. It is
    taken by rank, so that it holds for any distribution."""
    middle, reach = len(values) / 2, 0.98 * len(values) ** 0.5
    return values[max(0, floor(middle - reach))], values[min(len(values) - 1, ceil(middle + reach))]


def _win_share(over: Over, seat: int) -> float:
    """Return the seat's part of the win: 1 if it won alone, a fraction if it shares the win,
    otherwise 0."""
    return 1 / over.places.count(1) if over.places[seat] == 1 else 0.0
