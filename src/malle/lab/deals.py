"""Deals that robots play, one of a kind against others of another, in blocks that are kept as they come.

A deal is a seed for chance: the one sits at each seat in turn, and what a number of draws brings does not change. Deals
for choosing among robots and deals for reporting how they fare have numbers of their own. Whoever plays the same deals
again, or more of them, goes on where it was broken off; blocks of other robots are never put beside them.
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
"""The first deals of the two kinds."""
BLOCK = 5
"""Deals a task: half a second of work and more, so that handing it to another process costs nothing."""
TIMED = 40
"""Decisions of a task whose time is kept."""
NOWHERE = Path(os.devnull)

Pair = tuple[str, str]
"""The kind of the one, and the kind of all others."""


class Deals(Struct, frozen=True):
    """What is played."""

    game: str
    seats: int
    options: dict[str, bool | int | str]
    pairs: tuple[Pair, ...]
    deals: int
    """Of each pair, each from every seat."""
    first: int = CHOOSING
    """The number of the first. Whoever chooses by some deals reports by others."""
    edition: str = ""
    """An edition file; empty: the usual one."""


class Origin(Struct, frozen=True):
    """What blocks have in common that may be put together."""

    game: str
    version: int
    seats: int
    options: dict[str, bool | int | str]
    edition: str
    source: str
    """A digest of the rules, the robots and whatever they have learnt."""


class Task(Struct, frozen=True):
    """A few deals of one pair."""

    deals: Deals
    origin: Origin
    one: str
    others: str
    first: int

    @property
    def number(self) -> int:
        """Of deals."""
        return min(BLOCK, self.deals.first + self.deals.deals - self.first)


class Block(Struct, frozen=True):
    """What came of a task: for each deal the one's share of wins and how far ahead it was, seat by seat."""

    one: str
    others: str
    first: int
    wins: list[list[float]]
    ahead: list[list[float]]
    thinking: list[float]
    """Processor milliseconds of some of its decisions, with what was heard before them."""


class OtherOrigin(Refused):
    """What is kept or played there is of another game, or of other robots."""


Run = Callable[[Sequence[Task]], Iterable[Block]]
"""Plays tasks, in any order."""


def play_deals(plan: Deals, run: Run, progress: Callable[[int], None], kept: Path = NOWHERE) -> list[Block]:
    """Plays what is not kept yet, and tells how many deals are done. The same plan gives the same wins and points,
    whoever plays it and however often it is broken off. `OtherOrigin` if something else is kept there."""
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
    """Of all pairs, the first deals of each before the next: what is broken off is even."""
    firsts, origin = range(plan.first, plan.first + plan.deals, BLOCK), origin_of(plan)
    return [Task(plan, origin, one, others, first) for first in firsts for one, others in plan.pairs]


def play(task: Task) -> Block:
    """A few deals, each from every seat. `OtherOrigin` where the robots are not those that were asked for."""
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


def origin_of(plan: Deals) -> Origin:
    """Of what is played here."""
    game = _game(plan)
    source = source_of(sheet(plan.game).folder)
    return Origin(plan.game, game.version, plan.seats, plan.options, game.edition, source)


@cache
def source_of(folder: Path) -> str:
    """A digest of all that decides how a game of this folder goes: its code and data, the core, and how deals are
    dealt."""
    core, lab, digest = Path(contract.__file__).parent, Path(__file__).parent, sha256()
    dealing = [Path(__file__), Path(minds.__file__)]
    for top, files in ((folder, folder.rglob("*")), (core, core.rglob("*")), (lab, dealing)):
        for file in sorted(files):
            name = file.relative_to(top)
            if file.suffix in {".py", ".json", ".toml"} and "tests" not in name.parts:
                digest.update(name.as_posix().encode() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _game(plan: Deals) -> AnyGame:
    return game_of(plan.game, plan.seats, tuple(plan.options.items()), plan.edition)


def _cut(block: Block, number: int) -> Block:
    """Its first deals, where more were played once than are wanted now."""
    return msgspec.structs.replace(block, wins=block.wins[:number], ahead=block.ahead[:number])


def _some(times: list[float]) -> list[float]:
    step = max(1, len(times) // TIMED)
    return times[::step][:TIMED]


def _name(block: Block | Task) -> tuple[str, str, int]:
    return block.one, block.others, block.first


def _read(kept: Path, origin: Origin) -> list[Block]:
    """What was played before; a last line that was broken off counts for nothing, and goes."""
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
    return msgspec.json.encode(value).decode()
