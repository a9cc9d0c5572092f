"""A lesson: three minutes on a real board, with opponents who play from a script.

A game has a lesson if its folder has a `lesson.toml`: one or more boards. A board has the names at its
seats, with the learner's left empty, and steps:

    [[boards]]
    names = ["", "Basile"]

    [[boards.steps]]
    played = "roll 5 ×3; roll 2; roll 1"   # what chance and the others do first, in notation
    do = "bid 3 5"                         # what the learner is asked to do; without it they only read on

The bubble of step n, counted through the whole lesson, is the message `lesson-<n>` of the game's word
files. In `played` a number before an entry is the seat that makes it; an entry without one belongs to
chance. Entries are separated by `;` or a new line, and ×3 plays one three times. Chance that no step
scripts is drawn, always alike.

Numbers and things of an edition are arguments of a bubble's message, so that a custom edition has its own
lesson. `numbers = { duty = "articles.wine.duty + articles.watch.duty" }` is a sum of numbers that the
rulebook may name. `names = { cards = "1 wine 2 luggage" }` is a list of counted things, or one thing by its
title alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from malle.core.editions.printed_numbers import MarkedNumber
from malle.core.editions.titles import TitledThing
from malle.core.errors import Refused
from malle.core.game import NATURE, Seat
from malle.core.message import Message, MessageArg

_ENTRY = re.compile(r"(?:(\d+):\s*)?(.+?)(?:\s*×\s*(\d+))?")


class ScriptedAction(Struct, frozen=True):
    """One scripted action of a seat or of chance, in notation."""

    mover: Seat
    """A seat, or `NATURE`."""
    text: str


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a lesson: what happens first, then a bubble with text, then what the learner
    does."""

    played: str = ""
    """Scripted actions before the bubble."""
    do: str = ""
    """The learner's actions, one after the other. If empty, the learner reads and goes on."""
    lit: str = ""
    """A thing, a seat or a square that the bubble is about, as scenes name it: the client highlights it.
    What the learner has to touch is highlighted without being listed here."""
    numbers: Mapping[str, str] = {}
    """Arguments of the bubble that are numbers of the edition: each a sum of entries of `rulebook_numbers`."""
    names: Mapping[str, str] = {}
    """Arguments of the bubble that are things of the edition, by their names in notation."""


class LessonBoard(Struct, frozen=True, forbid_unknown_fields=True):
    """One board of a lesson: one game, played from its first deal."""

    names: tuple[str, ...]
    """Names of the players, by seat; empty for the learner."""
    steps: tuple[LessonStep, ...]

    @property
    def learner(self) -> Seat:
        """The learner's seat: the one without a name."""
        return Seat(self.names.index(""))


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's tutorial: boards that are played from a script, with a bubble for each step.
    `load_lesson` reads it from the game's `lesson.toml`."""

    boards: tuple[LessonBoard, ...]

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        """The steps of all boards, in the order in which they are counted."""
        return tuple(step for board in self.boards for step in board.steps)


def parse_script(text: str) -> list[ScriptedAction]:
    """Parse the scripted actions of a step (`played` or `do`), in order. An action with ×3 is
    listed three times. An action without a seat gets `NATURE`."""
    found = []
    for note in filter(None, (each.strip() for each in re.split(r"[;\n]", text))):
        entry = _ENTRY.fullmatch(note)
        assert entry is not None
        mover = NATURE if entry[1] is None else Seat(int(entry[1]) - 1)
        found += [ScriptedAction(mover, entry[2])] * int(entry[3] or 1)
    return found


def resolve_number(known: Mapping[str, MarkedNumber], text: str) -> int:
    """Return the sum that `text` asks for, as in `articles.wine.duty + articles.watch.duty`.
    `known` has the edition's numbers by path. `Refused` names a number that is not among them."""
    return sum(_number_at(known, name) for name in text.split(" + "))


def _number_at(known: Mapping[str, MarkedNumber], name: str) -> int:
    """Return the number at the path `name`. If the path's last part is a key of a table that is one
    value, it is looked up there. `Refused` if the edition has no such whole number."""
    table, _, key = name.rpartition(".")
    inside = known[table].value if table in known else None
    value = known[name].value if name in known else inside.get(key) if isinstance(inside, Mapping) else None
    if not isinstance(value, int):
        raise Refused(f"a lesson tells {name}, and this edition has no such number")
    return value


def resolve_things(names: Mapping[str, TitledThing], text: str) -> MessageArg:
    """Return the things that `text` names as a message argument: one title for `wine`, a counted
    list for `1 wine 2 luggage`. `names` has the edition's things by name in notation. `Refused`
    names a thing that is not among them."""
    words = text.split(" ")
    if strange := next((word for word in words if not word.isdigit() and word not in names), None):
        raise Refused(f"a lesson tells of {strange}, and this edition has no such thing")
    if len(words) == 1:
        return Message(names[text].titles[0])
    pairs = zip(words[::2], words[1::2], strict=True)
    return tuple(Message(names[name].counted, {"n": int(many)}) for many, name in pairs)


@cache
def load_lesson(path: Path) -> Lesson | None:
    """Read a lesson file. Return `None` if there is no such file. `Refused` says what is wrong with
    it, also if a board has not exactly one seat without a name. Results are cached."""
    if not path.is_file():
        return None
    try:
        lesson = msgspec.toml.decode(path.read_bytes(), type=Lesson)
    except msgspec.DecodeError as error:
        raise Refused(f"{path.name}: {error}") from error
    for board in lesson.boards:
        if board.names.count("") != 1:
            raise Refused(f"{path.name}: one seat of each board has no name, the learner's: {board.names}")
    return lesson
