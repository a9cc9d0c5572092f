"""What a robot answers to a question: made of the question alone, here or in another process.

A question brings what was heard since the last one to the same robot. Notes are kept between questions, since making
them anew takes as long as the game; a process that has lost them says so, and is told everything.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any

import msgspec
from msgspec import Struct

from malle.bots.ears import Notebook
from malle.core import Luck, Seat
from malle.core.mind import Level, decide
from malle.core.search import Effort
from malle.wire.library import Library

NOTEBOOKS = 1024
"""Robots whose notes are kept."""


class Terms(Struct, frozen=True):
    """What of a table's public part a robot needs to make its game and its mind."""

    game: str
    version: int
    seats: int
    options: dict[str, Any]
    level: Level
    edition: str = ""
    """The digest of the host's own, if it is one."""
    file: str = ""
    """That edition."""


class Question(Struct, frozen=True):
    """A seat has to decide."""

    agreed: Terms
    robot: str
    """Which one it is, for as long as it sits there."""
    seat: int
    view: bytes
    legal: bytes
    heard: tuple[bytes, ...]
    """What was heard since move `since`."""
    since: int
    luck: bytes
    temper: bytes
    """The luck by which its temper was drawn when it sat down."""
    until: float
    """By `time.monotonic`, which all processes of a machine share: no search goes on after it."""
    futures: int | None = None
    """As many as were tried at the table, to think it again."""


class Answer(Struct, frozen=True):
    """What the robot does, in notation, and how many futures it has tried."""

    text: str
    futures: int


class Thinker:
    """Answers questions."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._notebooks: OrderedDict[str, Notebook] = OrderedDict()

    def answer(self, question: Question) -> Answer | None:
        """None: what was heard before `since` is not known here."""
        agreed = question.agreed
        if agreed.edition and agreed.edition not in self._library.boxes:
            self._library.boxes.add(agreed.file)
        game = self._library.game(agreed.game, agreed.version, agreed.seats, agreed.options, agreed.edition)
        mind = self._library.sheet(agreed.game, agreed.version).mind(agreed.level, Luck(question.temper))
        book = self._notebooks.pop(question.robot, None) or Notebook(game, mind, Seat(question.seat))
        if book.moves < question.since:
            return None
        book.note(question.heard[book.moves - question.since :])
        self._notebooks[question.robot] = book
        if len(self._notebooks) > NOTEBOOKS:
            self._notebooks.popitem(last=False)
        legal = tuple(
            game.codec.action(bytes(each)) for each in msgspec.json.decode(question.legal, type=list[msgspec.Raw])
        )
        effort = Effort(question.futures, go_on=lambda: time.monotonic() < question.until)
        view = game.codec.view(question.view)
        action = decide(game, mind, view, legal, book.notes, Luck(question.luck), effort)
        return Answer(game.write(action), effort.futures)
