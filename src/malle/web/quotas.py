"""How much one address, and one table, may have of one process. `docs/host.md` lists the usual figures."""

from __future__ import annotations

from collections import Counter

from malle.web.limits import Buckets, TooFast, network_of
from malle.wire.config import Config

HOUR = 3600.0
SOLVERS = 20
"""Solvers of tasks of the day that are counted of one address, a day."""
NOTES = 1 / 20
"""Notes a second in a table's log that are no moves (undo, pause and so on), for each message a socket may send."""
QUESTIONS, QUEUE = 3, 12
"""Questions to a solver that wait or are thought about: of one address, and of all."""
STORIES = QUEUE // 2
"""Tables that wait for their story (`malle.live.replay`), asked for by one address; of all as many as questions."""
THOUGHT = 5
"""Seconds after which a solver has answered one, or a story is told."""


class Places:
    """So many at a time for each address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def take(self, address: str) -> None:
        """One more. `TooFast` if there is no place."""
        key = network_of(address)
        if self._taken[key] >= self._most:
            raise TooFast(THOUGHT)
        self._taken[key] += 1

    def leave(self, address: str) -> None:
        """One less."""
        key = network_of(address)
        self._taken[key] -= 1
        if self._taken[key] <= 0:
            del self._taken[key]

    @property
    def total(self) -> int:
        """Places that are taken."""
        return self._taken.total()


class Quotas:
    """Those of one process."""

    def __init__(self, config: Config) -> None:
        self.requests = Buckets(config.http_rate)
        """That change something."""
        self.tables = Buckets(config.tables / HOUR, full=config.tables / 4)
        """That are opened."""
        self.connects = Buckets(config.sockets / 10, full=2 * config.sockets)
        """Sockets that are opened."""
        self.sockets = Places(config.sockets)
        """Sockets that are open."""
        self.notes = Buckets(config.rate * NOTES, full=max(20.0, config.rate))
        """By table."""
        self.questions = Places(QUESTIONS)
        self.stories = Places(STORIES)
        self.solvers = Buckets(SOLVERS / (24 * HOUR), full=SOLVERS)
        """That are counted."""

    def ask_solver(self, address: str) -> None:
        """A place in the line for a solver. `TooFast` says when to come back."""
        if self.questions.total >= QUEUE:
            raise TooFast(THOUGHT * QUEUE // 2)
        self.questions.take(address)

    def ask_storyteller(self, address: str, line: int) -> None:
        """A place for a story that nobody has asked for, where so many tables wait for theirs. `TooFast` says when to
        come back."""
        if line >= QUEUE:
            raise TooFast(THOUGHT * QUEUE // 2)
        self.stories.take(address)
