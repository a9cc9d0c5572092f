"""Play deals: robots of one kind against robots of another. Results are stored in blocks as they
come.

A deal is a seed for chance, played once from every seat: the robot under test sits at each seat in
turn. In all these games the n-th draw of chance uses the same random number. Deals for choosing
among robots and deals for reporting results have separate numbers. To play the same deals again, or
more of them, continues a stored file. Results of other robots are never mixed with it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from malle.core import Action, AnyGame, Event, Luck, Refused, Seat, game
from malle.core.robots.robot import AnyRobot
from malle.games import load_game_info
from malle.research import self_play
from malle.research.self_play import cached_game, play_robots, robot_kinds

FIRST_CHOOSING_DEAL, FIRST_REPORTING_DEAL = 0, 1_000_000
"""The first deal number for choosing among robots, and the first for reporting results."""
DEALS_PER_TASK = 5
"""Deals in a task: at least half a second of work, so that handing it to another process costs nothing."""
TIMED_DECISIONS_PER_TASK = 40
"""The number of decisions in a task whose thinking time is kept."""
NO_FILE = Path(os.devnull)
"""In place of a results file: nothing is stored."""

RobotPair = tuple[str, str]
"""The kind of the robot under test, and the kind of the robots at all other seats."""


class DealPlan(Struct, frozen=True):
    """What to play: a game, pairs of robots, and which deals."""

    game: str
    seats: int
    options: dict[str, bool | int | str]
    pairs: tuple[RobotPair, ...]
    deals_per_pair: int
    """The number of deals for each pair. Each is played from every seat."""
    first_deal: int = FIRST_CHOOSING_DEAL
    """The number of the first deal: `FIRST_CHOOSING_DEAL` for choosing among robots,
    `FIRST_REPORTING_DEAL` for reporting."""
    edition: str = ""
    """The path of an edition file; empty for the usual edition."""


class Origin(Struct, frozen=True):
    """What result blocks must have in common before they may be put together in one file."""

    game: str
    version: int
    seats: int
    options: dict[str, bool | int | str]
    edition: str
    source: str
    """A digest of the rules, the robots and what they have learned."""


class DealTask(Struct, frozen=True):
    """A few deals of one pair, for one worker. `tasks_of` makes it."""

    plan: DealPlan
    origin: Origin
    one: str
    """The kind of the robot under test."""
    others: str
    """The kind of all other robots."""
    first: int
    """The number of the first deal."""

    @property
    def deal_count(self) -> int:
        """The number of deals in this task; the last task of a pair may be shorter than `DEALS_PER_TASK`."""
        return min(DEALS_PER_TASK, self.plan.first_deal + self.plan.deals_per_pair - self.first)


class ResultBlock(Struct, frozen=True):
    """The result of a task: for each of its deals a list with one number for each seat of the robot
    under test."""

    one: str
    others: str
    first: int
    wins: list[list[float]]
    """Share of the win: 1, a fraction if it is shared, or 0."""
    ahead: list[list[float]]
    """Score minus the mean of the others' scores."""
    thinking: list[float]
    """Processor milliseconds of some decisions of the robot under test. Each includes the time for
    what it heard since its decision before."""


class OriginMismatch(Refused):
    """The stored or requested deals are of another game, or of other robots."""


RunTasks = Callable[[Sequence[DealTask]], Iterable[ResultBlock]]
"""Plays tasks and yields their blocks, in any order."""


def play_deals(
    plan: DealPlan, run_tasks: RunTasks, progress: Callable[[int], None], results_file: Path = NO_FILE
) -> list[ResultBlock]:
    """Play the deals of a plan that `results_file` does not hold yet, append each block to the
    file, and return the plan's blocks.

    `progress` is called first with the number of deals that the file had, then with the number in
    each new block. The same plan gives the same wins and leads, however often it is interrupted.
    `OriginMismatch` if the file's origin is not that of the plan.
    """
    wanted, origin = tasks_of(plan), origin_of_plan(plan)
    blocks = {_key_of(block): block for block in _read_blocks(results_file, origin)}
    remaining = [
        task for task in wanted if _key_of(task) not in blocks or len(blocks[_key_of(task)].wins) < task.deal_count
    ]
    progress(plan.deals_per_pair * len(plan.pairs) - sum(task.deal_count for task in remaining))
    with results_file.open("a", encoding="utf-8") as file:
        if not results_file.stat().st_size:
            file.write(_json(origin) + "\n")
        for block in run_tasks(remaining):
            blocks[_key_of(block)] = block
            file.write(_json(block) + "\n")
            file.flush()
            progress(len(block.wins))
    return [_first_deals(blocks[_key_of(task)], task.deal_count) for task in wanted]


def tasks_of(plan: DealPlan) -> list[DealTask]:
    """Return the tasks of a plan. The first few deals of every pair come before the next few of
    any, so that an interrupted run is balanced."""
    firsts, origin = range(plan.first_deal, plan.first_deal + plan.deals_per_pair, DEALS_PER_TASK), origin_of_plan(plan)
    return [DealTask(plan, origin, one, others, first) for first in firsts for one, others in plan.pairs]


def play_task(task: DealTask) -> ResultBlock:
    """Play each deal of a task once with the tested robot at each seat. `OriginMismatch` if the
    game or robots of this program are not those of the task's origin."""
    plan = task.plan
    if origin_of_plan(plan) != task.origin:
        raise OriginMismatch
    game, robots = _game_of_plan(plan), robot_kinds(plan.game)
    result = ResultBlock(task.one, task.others, task.first, [], [], [])
    for deal in range(task.first, task.first + task.deal_count):
        result.wins.append([])
        result.ahead.append([])
        for seat in range(plan.seats):
            seed = f"{plan.game} {plan.seats} {deal}"
            seated = [
                Luck(f"{seed} {each} temper").choice(robots[task.one if each == seat else task.others])
                for each in range(plan.seats)
            ]
            seated[seat] = TimedRobot(seated[seat], result.thinking)
            over = play_robots(game, seated, seed)
            own, all_ = over.scores[seat], sum(over.scores)
            result.wins[-1].append(1 / over.places.count(1) if over.places[seat] == 1 else 0.0)
            result.ahead[-1].append(own - (all_ - own) / (plan.seats - 1))
    return msgspec.structs.replace(result, thinking=_sample_times(result.thinking))


class TimedRobot:
    """Wraps a robot and measures the processor time of its decisions. Milliseconds are appended to
    the list passed in."""

    def __init__(self, robot: AnyRobot, milliseconds: list[float]) -> None:
        """Wrap `robot`. The time of each decision is appended to `milliseconds`."""
        self._robot = robot
        self._milliseconds = milliseconds
        self._seconds_observing = 0.0

    def new_memory(self, game: AnyGame, seat: Seat) -> Any:
        """Return the wrapped robot's new memory."""
        return self._robot.new_memory(game, seat)

    def observe(self, game: AnyGame, memory: Any, events: tuple[Event, ...]) -> Any:
        """Return the wrapped robot's memory after one more log entry, and count the time towards its next
        decision."""
        begun = time.process_time()
        memory = self._robot.observe(game, memory, events)
        self._seconds_observing += time.process_time() - begun
        return memory

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], memory: Any, luck: Luck) -> Action:
        """Return the wrapped robot's choice, and record the time it took, that of observing since
        the last choice included."""
        begun = time.process_time()
        action = self._robot.choose(game, view, legal, memory, luck)
        self._milliseconds.append(round(1000 * (self._seconds_observing + time.process_time() - begun), 3))
        self._seconds_observing = 0.0
        return action


def origin_of_plan(plan: DealPlan) -> Origin:
    """Return the origin that blocks have if this program plays them for a plan."""
    game = _game_of_plan(plan)
    source = source_digest(load_game_info(plan.game).folder)
    return Origin(plan.game, game.version, plan.seats, plan.options, game.edition, source)


@cache
def source_digest(folder: Path) -> str:
    """Return a digest of all that decides how a game of this folder is played: its code and data, the core, and
    the modules that play deals. Tests are left out."""
    core, lab, digest = Path(game.__file__).parent, Path(__file__).parent, sha256()
    dealing = [Path(__file__), Path(self_play.__file__)]
    for top, files in ((folder, folder.rglob("*")), (core, core.rglob("*")), (lab, dealing)):
        for file in sorted(files):
            name = file.relative_to(top)
            if file.suffix in {".py", ".json", ".toml"} and "tests" not in name.parts:
                digest.update(name.as_posix().encode() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _game_of_plan(plan: DealPlan) -> AnyGame:
    """Return the game that a plan plays, from a cache."""
    return cached_game(plan.game, plan.seats, tuple(plan.options.items()), plan.edition)


def _first_deals(block: ResultBlock, number: int) -> ResultBlock:
    """Return the block with at most its first `number` deals. An earlier run may have stored more
    of them."""
    return msgspec.structs.replace(block, wins=block.wins[:number], ahead=block.ahead[:number])


def _sample_times(times: list[float]) -> list[float]:
    """Return at most `TIMED_DECISIONS_PER_TASK` of the times, evenly spaced from the first on."""
    step = max(1, len(times) // TIMED_DECISIONS_PER_TASK)
    return times[::step][:TIMED_DECISIONS_PER_TASK]


def _key_of(block: ResultBlock | DealTask) -> tuple[str, str, int]:
    """Return the key by which a task and its block are matched: the pair and the first deal."""
    return block.one, block.others, block.first


def _read_blocks(results_file: Path, origin: Origin) -> list[ResultBlock]:
    """Return the blocks that a file holds, none if it does not exist. An incomplete last line is
    cut off the file. `OriginMismatch` if the file's origin is not `origin`."""
    if not results_file.exists():
        return []
    text = results_file.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if len(whole) < len(text):
        os.truncate(results_file, len(whole))
    lines = whole.splitlines()
    if lines and lines[0].decode() != _json(origin):
        raise OriginMismatch
    return [msgspec.json.decode(line, type=ResultBlock) for line in lines[1:]]


def _json(value: object) -> str:
    """Encode a value as one line of JSON."""
    return msgspec.json.encode(value).decode()
