"""A ladder: every kind of robot against every other, all on the same deals, in pieces that can be broken off and gone
on with.

One of a kind sits at each seat in turn, the others are of the other kind, and chance is the same for all. Deals for
choosing among robots and deals for reporting how they fare have numbers of their own and never meet. What was played is
kept line by line; whoever begins the same ladder again goes on where it ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from malle.core import Action, AnyGame, Event, Luck, Refused, Seat
from malle.core.mind import AnyMind
from malle.lab.match import game_of, interval, kinds, play_minds

CHOOSING, REPORTING = 0, 1_000_000
"""The first deals of the two kinds."""
BLOCK = 5
"""Deals a task: half a second of work and more, so that handing it to another process costs nothing."""
TIMED = 40
"""Decisions of a task whose time is kept."""


class Rungs(Struct, frozen=True):
    """What is played."""

    game: str
    seats: int
    options: dict[str, bool | int | str]
    robots: tuple[str, ...]
    deals: int
    first: int = REPORTING


class Task(Struct, frozen=True):
    """A few deals of one pair."""

    rungs: Rungs
    one: str
    others: str
    first: int


class Block(Struct, frozen=True):
    """What came of a task: for each deal the one's share of wins and how far ahead it was, seat by seat."""

    one: str
    others: str
    first: int
    wins: list[list[float]]
    ahead: list[list[float]]
    thinking: list[float]
    """Processor milliseconds of some of its decisions, with what was heard before them."""


class Faring(Struct, frozen=True):
    """One against others, with half-widths of 95 % intervals over deals."""

    games: int
    wins: float
    wins_within: float
    ahead: float
    ahead_within: float


class Ladder(Struct, frozen=True):
    """The whole matrix, and how long each robot thinks: all but one of twenty decisions take less."""

    cells: dict[tuple[str, str], Faring]
    thinking: dict[str, float]


Run = Callable[[Sequence[Task]], Iterable[Block]]
"""Plays tasks, in any order."""


def climb(rungs: Rungs, kept: Path, run: Run, progress: Callable[[int], None]) -> Ladder:
    """Plays what is not played yet. The same rungs give the same cells, whoever plays them and however often they are
    broken off. `Refused` if something else is kept there."""
    wanted = tasks_of(rungs)
    known = _read(kept, rungs)
    progress(len(known))
    left = [task for task in wanted if _name(task) not in known]
    with kept.open("a", encoding="utf-8") as file:
        if not kept.stat().st_size:
            file.write(_json(rungs) + "\n")
        for block in run(left):
            known[_name(block)] = block
            file.write(_json(block) + "\n")
            file.flush()
            progress(1)
    return standing(known[_name(task)] for task in wanted)


def tasks_of(rungs: Rungs) -> list[Task]:
    """Of all pairs, the first deals of each before the next: a ladder that is broken off is even."""
    pairs = [(one, others) for one in rungs.robots for others in rungs.robots if one != others]
    firsts = range(rungs.first, rungs.first + rungs.deals, BLOCK)
    return [Task(rungs, one, others, first) for first in firsts for one, others in pairs]


def here(tasks: Sequence[Task]) -> Iterator[Block]:
    """In this process."""
    return map(play, tasks)


def beside(workers: int, tasks: Sequence[Task]) -> Iterator[Block]:
    """In processes of this machine."""
    with get_context("spawn").Pool(workers) as pool:
        yield from pool.imap_unordered(play, tasks)


def runner(workers: int) -> Run:
    """As asked for on the command line."""
    return here if workers == 1 else partial(beside, workers)


def play(task: Task) -> Block:
    """A few deals, each from every seat."""
    rungs = task.rungs
    game, robots = game_of(rungs.game, rungs.seats, tuple(rungs.options.items())), kinds(rungs.game)
    found = Block(task.one, task.others, task.first, [], [], [])
    for deal in range(task.first, min(task.first + BLOCK, rungs.first + rungs.deals)):
        found.wins.append([])
        found.ahead.append([])
        for seat in range(rungs.seats):
            timed = Timed(robots[task.one], found.thinking)
            minds = [timed if each == seat else robots[task.others] for each in range(rungs.seats)]
            over = play_minds(game, minds, f"{rungs.game} {rungs.seats} {deal}")
            own, all_ = over.scores[seat], sum(over.scores)
            found.wins[-1].append(1 / over.places.count(1) if over.places[seat] == 1 else 0.0)
            found.ahead[-1].append(own - (all_ - own) / (rungs.seats - 1))
    return msgspec.structs.replace(found, thinking=_some(found.thinking))


class Timed:
    """A mind with a stopwatch that runs while this process does."""

    def __init__(self, mind: AnyMind, milliseconds: list[float]) -> None:
        self._mind = mind
        self._milliseconds = milliseconds
        self._heard = 0.0

    def notes(self, game: AnyGame, seat: Seat) -> Any:
        """The mind's."""
        return self._mind.notes(game, seat)

    def hear(self, game: AnyGame, notes: Any, events: tuple[Event, ...]) -> Any:
        """The mind's."""
        begun = time.process_time()
        notes = self._mind.hear(game, notes, events)
        self._heard += time.process_time() - begun
        return notes

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], notes: Any, luck: Luck) -> Action:
        """The mind's."""
        begun = time.process_time()
        action = self._mind.choose(game, view, legal, notes, luck)
        self._milliseconds.append(round(1000 * (self._heard + time.process_time() - begun), 3))
        self._heard = 0.0
        return action


def standing(blocks: Iterable[Block]) -> Ladder:
    """What was played, as a matrix."""
    wins: dict[tuple[str, str], list[list[float]]] = {}
    ahead: dict[tuple[str, str], list[list[float]]] = {}
    thinking: dict[str, list[float]] = {}
    for block in blocks:
        pair = block.one, block.others
        wins.setdefault(pair, []).extend(block.wins)
        ahead.setdefault(pair, []).extend(block.ahead)
        thinking.setdefault(block.one, []).extend(block.thinking)
    cells = {
        pair: Faring(sum(map(len, deals)), *interval(_means(deals)), *interval(_means(ahead[pair])))
        for pair, deals in wins.items()
    }
    return Ladder(cells, {one: sorted(times)[int(0.95 * len(times))] for one, times in thinking.items() if times})


def _means(deals: Sequence[Sequence[float]]) -> list[float]:
    return [sum(deal) / len(deal) for deal in deals]


def _some(times: list[float]) -> list[float]:
    step = max(1, len(times) // TIMED)
    return times[::step][:TIMED]


def _name(block: Block | Task) -> tuple[str, str, int]:
    return block.one, block.others, block.first


def _read(kept: Path, rungs: Rungs) -> dict[tuple[str, str, int], Block]:
    """What was played before; a last line that was broken off counts for nothing, and goes."""
    if not kept.exists():
        return {}
    whole = [line for line in kept.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    kept.write_bytes(b"".join(whole))
    if not whole:
        return {}
    if whole[0].decode() != _json(rungs) + "\n":
        raise Refused(f"{kept.name} is of another ladder: move it aside, or name another file")
    blocks = [msgspec.json.decode(line, type=Block) for line in whole[1:]]
    return {_name(block): block for block in blocks}


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
