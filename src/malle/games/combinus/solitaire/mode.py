"""Combinus alone, as the server sees it: what the page is told, and what it may ask."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from malle.core import Refused, Say
from malle.core.say import Tell
from malle.games.combinus.edition import junctions, turns
from malle.games.combinus.pictures import symbol_name
from malle.games.combinus.solitaire import daily, known
from malle.games.combinus.solitaire.challenge import (
    Challenge,
    box,
    free_borders,
    patterns,
    read_board,
    solved,
    twelve,
)
from malle.games.combinus.solitaire.effort import stars
from malle.games.combinus.solitaire.lesson import STEPS, Laid, lesson

SECONDS = 4.0
"""How long a question may take."""


class Task(Struct, frozen=True):
    """A challenge as the page has it."""

    name: str
    title: str
    goal: str
    """Empty for the challenges of the days that say what most of them say."""
    centre: str
    frames: tuple[str, ...]
    order: str
    given: Mapping[str, str]
    stars: int


class Page(Struct, frozen=True, rename={"tile_of": "tileOf"}):
    """The box, the challenges and the words."""

    poses: tuple[str, ...]
    tile_of: tuple[int, ...]
    tiles: tuple[str, ...]
    names: tuple[str, ...]
    """What each tile is called."""
    symbols: tuple[str, ...]
    turns: tuple[int, ...]
    """By pose: quarter turns from the tile's own picture."""
    cells: tuple[str, ...]
    columns: int
    fit: str
    frame: tuple[tuple[int, int], ...]
    twelve: tuple[Task, ...]
    days: tuple[Task, ...]
    first: str
    """The first day, as 2024-01-01: the task of any other day is as many further, round and round."""
    words: Mapping[str, str]
    lesson: Task
    steps: tuple[Laid, ...]
    """What the lesson asks for, one after the other."""


_WORDS = (
    "lesson", "lesson-step", *(f"lesson-{step}" for step in range(1, len(STEPS) + 1)),
    "alone", "twelve", "daily", "daily-goal", "goal", "left", "undo", "hint", "turn", "remove", "solvable", "yes",
    "no", "unknown", "asking", "offline", "offline-note", "refused", "solved", "clash-blank", "clash-junctions",
    "centre-joker", "centre-blank", "point-branches", "point-fits", "point-junctions", "point-diagonal", "time",
    "hints", "none", "tabs", "rules", "back", "people", "people-0", "people-1", "people-alone", "today", "keys",
    "hint-place", "hint-remove", "board", "tray", "given", "empty-square", "border-0", "border-1", "border-2",
    "border-3", "free-borders", "place-branch", "place-none", "place-free", "which", "solved-alone",
    "solved-helped", "solved-helped-1", "streak", "streak-days", "streak-days-1", "week", "share", "share-note",
    "share-text", "share-helped", "shared", "again", "next", "counted-later", "spot-0a", "spot-0b", "spot-1a",
    "spot-1b", "spot-2a", "spot-2b", "spot-3a", "spot-3b",
)  # fmt: skip


_SLOTS = ("n", "cell", "other", "want", "borders", "name", "time", "streak")
"""What the page puts into a sentence itself."""


def page(tell: Tell) -> Page:
    """All that the page needs, in the reader's language."""
    numbers, grid = box()
    words = {
        name: tell(
            Say(
                f"solo-{name}",
                {name: f"{{{name}}}" for name in _SLOTS},
            )
        )
        for name in _WORDS
    }
    return Page(
        poses=grid.codes,
        tile_of=grid.tile_of,
        tiles=numbers.names,
        names=tuple(_name(name, tell) for name in numbers.names),
        symbols=tuple(symbol_name(name) for name in numbers.names),
        turns=tuple(
            turns(numbers.names[tile]).index(code) for code, tile in zip(grid.codes, grid.tile_of, strict=True)
        ),
        cells=numbers.cells,
        columns=numbers.columns,
        fit=numbers.fit,
        frame=grid.frame,
        twelve=tuple(_task(challenge, tell) for challenge in twelve()),
        days=tuple(_task(challenge, tell) for challenge in daily.year()),
        first=daily.FIRST.isoformat(),
        words=words,
        lesson=replace(_task(twelve()[0], tell), name=lesson().name, given=lesson().given),
        steps=STEPS,
    )


def _name(tile: str, tell: Tell) -> str:
    return tell(Say("tile-joker") if tile == "joker" else Say("tile", {"n": junctions(tile)}))


def _task(challenge: Challenge, tell: Tell) -> Task:
    ours = challenge.name.startswith("day-")
    title = daily_title(challenge, tell) if ours else tell(Say(f"challenge-{challenge.name}"))
    goal = _daily_goal(challenge, tell) if ours else tell(Say(f"challenge-{challenge.name}-goal"))
    return Task(
        challenge.name, title, goal, challenge.centre, challenge.frames, challenge.order, challenge.given,
        stars(challenge.effort) if challenge.effort else 0,
    )  # fmt: skip


def daily_title(challenge: Challenge, tell: Tell) -> str:
    """The task in words, made from its frame: how many branches on which borders, free ones left out."""
    (frame,) = challenge.frames
    counts: dict[int, list[int]] = {}
    for border, (pattern, *_) in enumerate(patterns(frame)):
        if border not in free_borders(challenge):
            counts.setdefault(pattern.count("#"), []).append(border)
    if [len(borders) for borders in counts.values()] == [4]:
        return tell_each(next(iter(counts)), tell)
    parts = [
        tell(
            Say("solo-title-part", {"borders": _both([tell(Say(f"solo-at-{each}")) for each in borders], tell), "n": n})
        )
        for n, borders in counts.items()
    ]
    title = ", ".join(parts)
    return title[:1].upper() + title[1:]


def tell_each(number: int, tell: Tell) -> str:
    """So many branches on every border."""
    return tell(Say("solo-title-each", {"n": number}))


def _both(names: list[str], tell: Tell) -> str:
    """`top, left and right`."""
    *first, last = names
    return tell(Say("solo-and", {"one": ", ".join(first), "two": last})) if first else last


def _daily_goal(challenge: Challenge, tell: Tell) -> str:
    free = free_borders(challenge)
    if not free:
        return ""
    return tell(Say("solo-daily-goal-free", {"borders": ", ".join(tell(Say(f"solo-border-{each}")) for each in free)}))


def of_day(day: date) -> str:
    """The name of the challenge of a day."""
    return daily.of_day(day).name


def is_solved(name: str, answer: str) -> bool:
    """Does this board solve the challenge?"""
    return solved(_challenge(name), read_board(answer))


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """What the page asks."""

    ask: Literal["solvable", "hint"]
    name: str
    board: str


class Answer(Struct, frozen=True, omit_defaults=True):
    """What it is told."""

    solvable: str = ""
    cell: int = -1
    pose: int = -1
    """-1: take the tile off that square."""


def ask(question: bytes) -> Answer:
    """Is this board still solvable; or, what is the next step?"""
    try:
        asked = msgspec.json.decode(question, type=Question)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Refused(f"a question is {{ask, name, board}}: {error}") from error
    challenge, board = _challenge(asked.name), read_board(asked.board)
    solution = known.solutions().get(asked.name, ())
    if solution and known.leads_to(board, solution):
        return Answer("yes") if asked.ask == "solvable" else _answer(known.step(board, solution))
    try:
        from malle.games.combinus.solitaire import solver
    except ImportError as error:
        raise Refused("this server has no solver: install malle[puzzles]") from error
    if asked.ask == "solvable":
        return Answer(solver.solve(challenge, board, seconds=SECONDS).solvable)
    return _answer(solver.hint(challenge, board, seconds=SECONDS))


def _answer(hint: known.Hint | None) -> Answer:
    return Answer(cell=hint.cell, pose=hint.pose) if hint is not None else Answer()


def _challenge(name: str) -> Challenge:
    for challenge in (*twelve(), *daily.year(), lesson()):
        if challenge.name == name:
            return challenge
    raise Refused(f"there is no challenge {name[:40]!r}")
