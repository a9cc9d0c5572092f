"""Decides a robot's move from a request alone, in the worker or in a process of its own.

A request brings the events since the last request for the same robot. The robot's memory is kept between
requests, because building it again takes as long as replaying the game. A process that has lost a memory
reports that, and receives all events.
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
"""Robots whose memories are kept. The least recently used is dropped first."""


class Terms(Struct, frozen=True):
    """The public facts of a table from which its game and its robot are built."""

    game: str
    version: int
    seats: int
    options: dict[str, Any]
    level: Level
    edition: str = ""
    """Digest of the site's own edition, or an empty string for the standard one."""
    file: str = ""
    """Text of that edition's file."""


class Question(Struct, frozen=True):
    """A request to decide for one awaited seat."""

    agreed: Terms
    robot: str
    """Id of the robot, the same for as long as it sits at the table."""
    seat: int
    view: bytes
    legal: bytes
    heard: tuple[bytes, ...]
    """Encoded events of each move since move `heard_since`."""
    since: int
    luck: bytes
    """Seed of the random choices for this decision."""
    temper: bytes
    """Seed by which the robot's style was drawn when it sat down."""
    until: float
    """Deadline by `time.monotonic`, which all processes of a machine share. The search stops then."""
    futures: int | None = None
    """Number of imagined futures to search, to repeat an earlier decision; `None` to search until the
    deadline."""


class Answer(Struct, frozen=True):
    """The chosen move in the game's notation, and how many imagined futures were searched."""

    text: str
    futures: int


class Thinker:
    """Decides for robots and keeps their memories between requests."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._notebooks: OrderedDict[str, Notebook] = OrderedDict()

    def answer(self, question: Question) -> Answer | None:
        """Return the robot's decision. Return `None` if its memory here lacks events before
        `request.heard_since`; the memory is dropped then."""
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
