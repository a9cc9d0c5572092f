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

from malle.config.game_library import GameLibrary
from malle.core import Luck, Seat
from malle.core.robots.robot import Level, choose_action
from malle.core.robots.search import SearchEffort
from malle.robots.heard_log import RobotMemory

MAX_KEPT_MEMORIES = 1024
"""Robots whose memories are kept. The least recently used is dropped first."""


class GameTerms(Struct, frozen=True):
    """The public facts of a table from which its game and the robot at a seat are built."""

    game: str
    version: int
    seats: int
    options: dict[str, Any]
    level: Level
    edition: str = ""
    """Digest of the site's own edition, or an empty string for the standard one."""
    edition_file: str = ""
    """Text of that edition's file."""


class DecisionRequest(Struct, frozen=True):
    """A request to choose a move for one robot whose seat is to act."""

    terms: GameTerms
    robot_id: str
    """Id of the robot, the same for as long as it sits at the table."""
    seat: int
    view: bytes
    """The seat's view, encoded as JSON."""
    legal: bytes
    """The seat's legal actions, as a JSON list."""
    heard: tuple[bytes, ...]
    """Encoded events that the seat heard: one entry for each move after the first `heard_since`
    moves, oldest first."""
    heard_since: int
    """Number of moves whose events are left out, because the deciding process has them already."""
    decision_seed: bytes
    """Seed of the random choices for this decision."""
    style_seed: bytes
    """Seed by which the robot's style was drawn when it sat down."""
    deadline: float
    """Deadline by `time.monotonic`, which all processes of a machine share. The search stops then."""
    futures: int | None = None
    """Number of imagined futures to search, to repeat an earlier decision; `None` to search until the
    deadline."""


class Decision(Struct, frozen=True):
    """The answer to a `DecisionRequest`: the chosen move in the game's notation, and how many
    imagined futures were searched."""

    move_text: str
    futures: int


class Decider:
    """Chooses moves for robots in one process, and keeps the robots' memories between requests."""

    def __init__(self, library: GameLibrary) -> None:
        self._library = library
        self._memories: OrderedDict[str, RobotMemory] = OrderedDict()

    def decide_request(self, request: DecisionRequest) -> Decision | None:
        """Return the robot's decision. Return `None` if the memory kept here lacks events of
        moves before `request.heard_since`; the memory is dropped then, and all events must be
        sent. The site's own edition is loaded first if it is not known here."""
        terms = request.terms
        if terms.edition and terms.edition not in self._library.custom_editions:
            self._library.custom_editions.add_text(terms.edition_file)
        game = self._library.game(terms.game, terms.version, terms.seats, terms.options, terms.edition)
        robot = self._library.game_info(terms.game, terms.version).robot_of_level(terms.level, Luck(request.style_seed))
        memory = self._memories.pop(request.robot_id, None) or RobotMemory(game, robot, Seat(request.seat))
        if memory.move_count < request.heard_since:
            return None
        memory.observe_moves(request.heard[memory.move_count - request.heard_since :])
        self._memories[request.robot_id] = memory
        if len(self._memories) > MAX_KEPT_MEMORIES:
            self._memories.popitem(last=False)
        legal = tuple(
            game.codec.action(bytes(encoded_action))
            for encoded_action in msgspec.json.decode(request.legal, type=list[msgspec.Raw])
        )
        effort = SearchEffort(request.futures, may_continue=lambda: time.monotonic() < request.deadline)
        view = game.codec.view(request.view)
        action = choose_action(game, robot, view, legal, memory.memory, Luck(request.decision_seed), effort)
        return Decision(game.write(action), effort.futures)
