"""The server's side of the solitaire: the data of the page, and answers to its questions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from malle.core import Message, Refused
from malle.core.message import Translate
from malle.games.combinus.edition import junction_count, rotations
from malle.games.combinus.solitaire import daily, solutions
from malle.games.combinus.solitaire.challenge import (
    Challenge,
    border_patterns,
    classic_edition,
    free_borders,
    read_board,
    solves_challenge,
    twelve_challenges,
)
from malle.games.combinus.solitaire.difficulty import star_rating
from malle.games.combinus.solitaire.lesson import LESSON_STEPS, LessonStep, lesson_challenge
from malle.games.combinus.tile_symbols import symbol_name

SOLVER_SECONDS = 4.0
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


class PageData(Struct, frozen=True, rename={"tile_of": "tileOf"}):
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
    steps: tuple[LessonStep, ...]
    """What the lesson asks for, in order."""


_MESSAGE_NAMES = (
    "lesson", "lesson-step", *(f"lesson-{step}" for step in range(1, len(LESSON_STEPS) + 1)),
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


_PAGE_ARGUMENTS = ("n", "cell", "other", "want", "borders", "name", "time", "streak")
"""The arguments of messages that the page fills in itself."""


def page_data(translate: Translate) -> PageData:
    """Return all that the page needs, with its words in the reader's language."""
    numbers, grid = classic_edition()
    words = {
        name: translate(
            Message(
                f"solo-{name}",
                {name: f"{{{name}}}" for name in _PAGE_ARGUMENTS},
            )
        )
        for name in _MESSAGE_NAMES
    }
    return PageData(
        poses=grid.pose_codes,
        tile_of=grid.tile_of_pose,
        tiles=numbers.tile_names,
        names=tuple(_tile_name(name, translate) for name in numbers.tile_names),
        symbols=tuple(symbol_name(name) for name in numbers.tile_names),
        turns=tuple(
            rotations(numbers.tile_names[tile]).index(code)
            for code, tile in zip(grid.pose_codes, grid.tile_of_pose, strict=True)
        ),
        cells=numbers.cell_names,
        columns=numbers.columns,
        fit=numbers.fit,
        frame=grid.frame_places,
        twelve=tuple(_task_of_challenge(challenge, translate) for challenge in twelve_challenges()),
        days=tuple(_task_of_challenge(challenge, translate) for challenge in daily.daily_challenges()),
        first=daily.FIRST_DAY.isoformat(),
        words=words,
        lesson=replace(
            _task_of_challenge(twelve_challenges()[0], translate),
            name=lesson_challenge().name,
            given=lesson_challenge().given,
        ),
        steps=LESSON_STEPS,
    )


def _tile_name(tile: str, translate: Translate) -> str:
    """Return what a tile is called, by its name in notation."""
    return translate(Message("tile-joker") if tile == "joker" else Message("tile", {"n": junction_count(tile)}))


def _task_of_challenge(challenge: Challenge, translate: Translate) -> Task:
    """Return a challenge as the page receives it. It has 0 stars if its difficulty was not
    measured."""
    is_daily = challenge.name.startswith("day-")
    title = daily_title(challenge, translate) if is_daily else translate(Message(f"challenge-{challenge.name}"))
    goal = _daily_goal(challenge, translate) if is_daily else translate(Message(f"challenge-{challenge.name}-goal"))
    return Task(
        challenge.name, title, goal, challenge.centre, challenge.frames, challenge.order, challenge.given,
        star_rating(challenge.effort) if challenge.effort else 0,
    )  # fmt: skip


def daily_title(challenge: Challenge, translate: Translate) -> str:
    """Return the title of a daily challenge, made from its only frame: how many branches lie on
    which borders. Free borders are left out."""
    (frame,) = challenge.frames
    counts: dict[int, list[int]] = {}
    for border, (pattern, *_) in enumerate(border_patterns(frame)):
        if border not in free_borders(challenge):
            counts.setdefault(pattern.count("#"), []).append(border)
    if [len(borders) for borders in counts.values()] == [4]:
        return same_count_title(next(iter(counts)), translate)
    parts = [
        translate(
            Message(
                "solo-title-part",
                {
                    "borders": _join_names([translate(Message(f"solo-at-{each}")) for each in borders], translate),
                    "n": n,
                },
            )
        )
        for n, borders in counts.items()
    ]
    title = ", ".join(parts)
    return title[:1].upper() + title[1:]


def same_count_title(number: int, translate: Translate) -> str:
    """Return the title which says that every border has `number` branches."""
    return translate(Message("solo-title-each", {"n": number}))


def _join_names(names: list[str], translate: Translate) -> str:
    """Join names for a sentence, such as `top, left and right`."""
    *first, last = names
    return translate(Message("solo-and", {"one": ", ".join(first), "two": last})) if first else last


def _daily_goal(challenge: Challenge, translate: Translate) -> str:
    """Return a sentence that names the free borders, or an empty string if there are none."""
    free = free_borders(challenge)
    if not free:
        return ""
    return translate(
        Message(
            "solo-daily-goal-free", {"borders": ", ".join(translate(Message(f"solo-border-{each}")) for each in free)}
        )
    )


def task_of_day(day: date) -> str:
    """Return the name of the challenge of a day, such as `day-1`."""
    return daily.challenge_of_day(day).name


def is_solved(name: str, answer: str) -> bool:
    """Return whether a board, given as text, solves the challenge with this name. Raise
    `Refused` if there is no such challenge, or if the board cannot be read."""
    return solves_challenge(_challenge_named(name), read_board(answer))


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """A question of the page, about a board of the challenge `name`."""

    ask: Literal["solvable", "hint"]
    name: str
    board: str


class Answer(Struct, frozen=True, omit_defaults=True):
    """The answer to a question. Fields that do not belong to the question keep their defaults."""

    solvable: str = ""
    cell: int = -1
    pose: int = -1
    """The pose to put on `cell`, or -1 to take the tile off."""


def answer_question(question: bytes) -> Answer:
    """Answer whether a board is still solvable, or what the next step is. The stored solution
    answers at once if the board leads to it; otherwise the solver runs, for some seconds.

    Raise `Refused` if the question cannot be read, or if the solver is needed and not installed.
    """
    try:
        request = msgspec.json.decode(question, type=Question)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Refused(f"a question is {{ask, name, board}}: {error}") from error
    challenge, board = _challenge_named(request.name), read_board(request.board)
    solution = solutions.load_solutions().get(request.name, ())
    if solution and solutions.is_part_of_solution(board, solution):
        return Answer("yes") if request.ask == "solvable" else _hint_answer(solutions.next_step(board, solution))
    try:
        from malle.games.combinus.solitaire import solver
    except ImportError as error:
        raise Refused("this server has no solver: install malle[puzzles]") from error
    if request.ask == "solvable":
        return Answer(solver.solve(challenge, board, seconds=SOLVER_SECONDS).solvable)
    return _hint_answer(solver.find_hint(challenge, board, seconds=SOLVER_SECONDS))


def _hint_answer(hint: solutions.Hint | None) -> Answer:
    """Return a hint as an answer. Without a hint, all fields of the answer keep their defaults."""
    return Answer(cell=hint.cell, pose=hint.pose) if hint is not None else Answer()


def _challenge_named(name: str) -> Challenge:
    """Return the challenge with this name: one of the twelve, a daily one or the lesson. Raise
    `Refused` if there is none."""
    for challenge in (*twelve_challenges(), *daily.daily_challenges(), lesson_challenge()):
        if challenge.name == name:
            return challenge
    raise Refused(f"there is no challenge {name[:40]!r}")
