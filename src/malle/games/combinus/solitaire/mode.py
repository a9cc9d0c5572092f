"""The server's side of the solitaire: the data of the page, and answers to its questions."""

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
"""Time limit of one run of the solver. A hint may need two runs."""


class Task(Struct, frozen=True):
    """A challenge as the page receives it."""

    name: str
    title: str
    goal: str
    """The goal in words. Empty for daily challenges whose goal is the one that most of them have."""
    centre: str
    frames: tuple[str, ...]
    order: str
    given: Mapping[str, str]
    stars: int


class Page(Struct, frozen=True, rename={"tile_of": "tileOf"}):
    """All that the page needs: the box, the challenges and the words."""

    poses: tuple[str, ...]
    tile_of: tuple[int, ...]
    tiles: tuple[str, ...]
    names: tuple[str, ...]
    """What each tile is called."""
    symbols: tuple[str, ...]
    turns: tuple[int, ...]
    """For each pose, the quarter turns from the tile's own picture."""
    cells: tuple[str, ...]
    columns: int
    fit: str
    frame: tuple[tuple[int, int], ...]
    twelve: tuple[Task, ...]
    days: tuple[Task, ...]
    first: str
    """The first day, as 2024-01-01. The tasks of later days follow in order, and begin again after the last."""
    words: Mapping[str, str]
    lesson: Task
    steps: tuple[Laid, ...]
    """What the lesson asks for, in order."""


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
"""The messages `solo-...` that the page shows."""


_SLOTS = ("n", "cell", "other", "want", "borders", "name", "time", "streak")
"""The arguments of messages that the page fills in itself."""


def page(tell: Tell) -> Page:
    """Return all that the page needs, in the reader's language."""
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
    """Return what a tile is called, by its name in notation."""
    return tell(Say("tile-joker") if tile == "joker" else Say("tile", {"n": junctions(tile)}))


def _task(challenge: Challenge, tell: Tell) -> Task:
    """Return a challenge as the page receives it. It has no stars if its difficulty was not measured."""
    ours = challenge.name.startswith("day-")
    title = daily_title(challenge, tell) if ours else tell(Say(f"challenge-{challenge.name}"))
    goal = _daily_goal(challenge, tell) if ours else tell(Say(f"challenge-{challenge.name}-goal"))
    return Task(
        challenge.name, title, goal, challenge.centre, challenge.frames, challenge.order, challenge.given,
        stars(challenge.effort) if challenge.effort else 0,
    )  # fmt: skip


def daily_title(challenge: Challenge, tell: Tell) -> str:
    """Return the title of a daily challenge, made from its frame: how many branches lie on which borders.
    Free borders are left out."""
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
    """Return the title which says that every border has `number` branches."""
    return tell(Say("solo-title-each", {"n": number}))


def _both(names: list[str], tell: Tell) -> str:
    """Join names for a sentence, such as `top, left and right`."""
    *first, last = names
    return tell(Say("solo-and", {"one": ", ".join(first), "two": last})) if first else last


def _daily_goal(challenge: Challenge, tell: Tell) -> str:
    """Return a sentence that names the free borders, or an empty string if there are none."""
    free = free_borders(challenge)
    if not free:
        return ""
    return tell(Say("solo-daily-goal-free", {"borders": ", ".join(tell(Say(f"solo-border-{each}")) for each in free)}))


def of_day(day: date) -> str:
    """Return the name of the challenge of a day."""
    return daily.of_day(day).name


def is_solved(name: str, answer: str) -> bool:
    """Return whether a board solves the challenge. `Refused` if either cannot be read."""
    return solved(_challenge(name), read_board(answer))


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """A question of the page."""

    ask: Literal["solvable", "hint"]
    name: str
    board: str


class Answer(Struct, frozen=True, omit_defaults=True):
    """The answer to a question. Fields that do not belong to the question keep their defaults."""

    solvable: str = ""
    cell: int = -1
    pose: int = -1
    """The pose to put on `cell`, or -1 to take the tile off."""


def ask(question: bytes) -> Answer:
    """Answer whether a board is still solvable, or what the next step is. The stored solution answers at once
    if the board leads to it; otherwise the solver does.

    `Refused` if the question cannot be read, or if the solver is needed and not installed.
    """
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
    """Return a hint as an answer. Without a hint, the answer is empty."""
    return Answer(cell=hint.cell, pose=hint.pose) if hint is not None else Answer()


def _challenge(name: str) -> Challenge:
    """Return the challenge with this name. `Refused` if there is none."""
    for challenge in (*twelve(), *daily.year(), lesson()):
        if challenge.name == name:
            return challenge
    raise Refused(f"there is no challenge {name[:40]!r}")
