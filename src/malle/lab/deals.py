"""Play deals: robots of one kind against robots of another. Results are stored in blocks as they come.

A deal is a seed for chance, played once from every seat. The robot under test sits at each seat in turn, and a
given number of draws always brings the same. Deals for choosing among robots and deals for reporting results
have separate numbers. To play the same deals again, or more of them, continues a stored file. Results of other
robots are never mixed with it.
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

from malle.core import Action, AnyGame, Event, Luck, Refused, Seat, contract
from malle.core.mind import AnyMind
from malle.games import sheet
from malle.lab import minds
from malle.lab.minds import game_of, kinds, play_minds

CHOOSING, REPORTING = 0, 1_000_000
"""The first deal number for choosing among robots, and the first for reporting results."""
BLOCK = 5
"""Deals in a task: at least half a second of work, so that handing it to another process costs nothing."""
TIMED = 40
"""Decisions of a task whose time is kept."""
NOWHERE = Path(os.devnull)

Pair = tuple[str, str]
"""The kind of the robot under test, and the kind of all others."""


class Deals(Struct, frozen=True):
    """What to play."""

    game: str
    seats: int
    options: dict[str, bool | int | str]
    pairs: tuple[Pair, ...]
    deals: int
    """The number of deals for each pair. Each is played from every seat."""
    first: int = CHOOSING
    """The number of the first deal. Choose by some deals and report by others."""
    edition: str = ""
    """The path of an edition file; empty for the usual edition."""


class Origin(Struct, frozen=True):
    """What blocks must have in common before they may be put together."""

    game: str
    version: int
    seats: int
    options: dict[str, bool | int | str]
    edition: str
    source: str
    """A digest of the rules, the robots and what they have learned."""


class Task(Struct, frozen=True):
    """A few deals of one pair."""

    deals: Deals
    origin: Origin
    one: str
    others: str
    first: int

    @property
    def number(self) -> int:
        """The number of deals in this task; the last task of a pair may be shorter than `DEALS_PER_TASK`."""
        return min(BLOCK, self.deals.first + self.deals.deals - self.first)


class Block(Struct, frozen=True):
    """The result of a task. For each deal and seat: the share of the win, and the lead over the mean of the
    others."""

    one: str
    others: str
    first: int
    wins: list[list[float]]
    ahead: list[list[float]]
    thinking: list[float]
    """Processor milliseconds of some decisions, including the time for what was heard before each."""


class OtherOrigin(Refused):
    """The stored or requested deals are of another game, or of other robots."""


Run = Callable[[Sequence[Task]], Iterable[Block]]
"""Plays tasks and yields their blocks, in any order."""


def play_deals(plan: Deals, run: Run, progress: Callable[[int], None], kept: Path = NOWHERE) -> list[Block]:
    """Play the deals of a plan that the file `results_file` does not hold yet, append each block to it, and return all
    blocks.

    `progress` is called with the number of deals that the file had, then with the number of each new block. The
    same plan gives the same wins and leads, however often it is interrupted. Raises `OriginMismatch` if the
    file has another origin.
    """
    wanted, origin = tasks_of(plan), origin_of(plan)
    found = {_name(block): block for block in _read(kept, origin)}
    left = [task for task in wanted if _name(task) not in found or len(found[_name(task)].wins) < task.number]
    progress(plan.deals * len(plan.pairs) - sum(task.number for task in left))
    with kept.open("a", encoding="utf-8") as file:
        if not kept.stat().st_size:
            file.write(_json(origin) + "\n")
        for block in run(left):
            found[_name(block)] = block
            file.write(_json(block) + "\n")
            file.flush()
            progress(len(block.wins))
    return [_cut(found[_name(task)], task.number) for task in wanted]


def tasks_of(plan: Deals) -> list[Task]:
    """Return the tasks of a plan. The first deals of every pair come before the next, so that an interrupted
    run is balanced."""
    firsts, origin = range(plan.first, plan.first + plan.deals, BLOCK), origin_of(plan)
    return [Task(plan, origin, one, others, first) for first in firsts for one, others in plan.pairs]


def play(task: Task) -> Block:
    """Play one task, each deal from every seat. `OriginMismatch` if the robots here are not those that were
    asked for."""
    plan = task.deals
    if origin_of(plan) != task.origin:
        raise OtherOrigin
    game, robots = _game(plan), kinds(plan.game)
    found = Block(task.one, task.others, task.first, [], [], [])
    for deal in range(task.first, task.first + task.number):
        found.wins.append([])
        found.ahead.append([])
        for seat in range(plan.seats):
            seed = f"{plan.game} {plan.seats} {deal}"
            seated = [
                Luck(f"{seed} {each} temper").choice(robots[task.one if each == seat else task.others])
                for each in range(plan.seats)
            ]
            seated[seat] = Timed(seated[seat], found.thinking)
            over = play_minds(game, seated, seed)
            own, all_ = over.scores[seat], sum(over.scores)
            found.wins[-1].append(1 / over.places.count(1) if over.places[seat] == 1 else 0.0)
            found.ahead[-1].append(own - (all_ - own) / (plan.seats - 1))
    return msgspec.structs.replace(found, thinking=_some(found.thinking))


class Timed:
    """Wraps a robot and measures the processor time of its decisions. The times go into the list passed in."""

    def __init__(self, mind: AnyMind, milliseconds: list[float]) -> None:
        self._mind = mind
        self._milliseconds = milliseconds
        self._heard = 0.0

    def notes(self, game: AnyGame, seat: Seat) -> Any:
        """Return the wrapped robot's new memory."""
        return self._mind.notes(game, seat)

    def hear(self, game: AnyGame, notes: Any, events: tuple[Event, ...]) -> Any:
        """Return the wrapped robot's memory after one more log entry, and count the time towards its next
        decision."""
        begun = time.process_time()
        notes = self._mind.hear(game, notes, events)
        self._heard += time.process_time() - begun
        return notes

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], notes: Any, luck: Luck) -> Action:
        """Return the wrapped robot's choice, and record its time."""
        begun = time.process_time()
        action = self._mind.choose(game, view, legal, notes, luck)
        self._milliseconds.append(round(1000 * (self._heard + time.process_time() - begun), 3))
        self._heard = 0.0
        return action


def origin_of(plan: Deals) -> Origin:
    """Return the origin of blocks that this program would play for a plan."""
    game = _game(plan)
    source = source_of(sheet(plan.game).folder)
    return Origin(plan.game, game.version, plan.seats, plan.options, game.edition, source)


@cache
def source_of(folder: Path) -> str:
    """Return a digest of all that decides how a game of this folder is played: its code and data, the core, and
    the modules that play deals. Tests are left out."""
    core, lab, digest = Path(contract.__file__).parent, Path(__file__).parent, sha256()
    dealing = [Path(__file__), Path(minds.__file__)]
    for top, files in ((folder, folder.rglob("*")), (core, core.rglob("*")), (lab, dealing)):
        for file in sorted(files):
            name = file.relative_to(top)
            if file.suffix in {".py", ".json", ".toml"} and "tests" not in name.parts:
                digest.update(name.as_posix().encode() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _game(plan: Deals) -> AnyGame:
    """Return the game that a plan is about."""
    return game_of(plan.game, plan.seats, tuple(plan.options.items()), plan.edition)


def _cut(block: Block, number: int) -> Block:
    """Return the block with its first `number` deals only, if an earlier run stored more."""
    return msgspec.structs.replace(block, wins=block.wins[:number], ahead=block.ahead[:number])


def _some(times: list[float]) -> list[float]:
    """Return at most `TIMED_DECISIONS_PER_TASK` of the times, evenly spaced."""
    step = max(1, len(times) // TIMED)
    return times[::step][:TIMED]


def _name(block: Block | Task) -> tuple[str, str, int]:
    """Return the key by which a task and its block are matched."""
    return block.one, block.others, block.first


def _read(kept: Path, origin: Origin) -> list[Block]:
    """Return the blocks that a file holds. An incomplete last line is cut off the file. `OriginMismatch` if its
    origin differs."""
    if not kept.exists():
        return []
    text = kept.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if len(whole) < len(text):
        os.truncate(kept, len(whole))
    lines = whole.splitlines()
    if lines and lines[0].decode() != _json(origin):
        raise OtherOrigin
    return [msgspec.json.decode(line, type=Block) for line in lines[1:]]


def _json(value: object) -> str:
    """Encode a value as one line of JSON."""
    return msgspec.json.encode(value).decode()
