"""Limits on what one address, and one table, may use of one server process. `docs/host.md` lists the usual figures."""

from __future__ import annotations

from collections import Counter

from malle.web.limits import Buckets, TooFast, network_of
from malle.wire.config import Config

HOUR = 3600.0
SOLVERS = 20
"""Solvers of daily tasks that are counted from one address in a day."""
NOTES = 1 / 20
"""System entries (undo, pause and so on) a table may write per second, as a share of the socket's message rate."""
QUESTIONS, QUEUE = 3, 12
STORIES = QUEUE // 2
"""Tables whose story (`malle.runtime.history.replay`) one address may wait for. `MAX_QUESTIONS` limits all
addresses."""
THOUGHT = 5
"""Seconds in which a solver usually answers a question, or a story is made."""


class Places:
    """Limits how many things each address may do at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def take(self, address: str) -> None:
        """Count one more for this address. Raise `TooFast` if it has reached the limit."""
        key = network_of(address)
        if self._taken[key] >= self._most:
            raise TooFast(THOUGHT)
        self._taken[key] += 1

    def leave(self, address: str) -> None:
        """Count one less for this address. Call it once for each successful call that counted one more."""
        key = network_of(address)
        self._taken[key] -= 1
        if self._taken[key] <= 0:
            del self._taken[key]

    @property
    def total(self) -> int:
        """Places in use by all addresses together."""
        return self._taken.total()


class Quotas:
    """The rate and concurrency limits of one server process. Limits are by address unless said otherwise."""

    def __init__(self, config: Config) -> None:
        self.requests = Buckets(config.http_rate)
        """HTTP requests that change something or cost much."""
        self.tables = Buckets(config.tables / HOUR, full=config.tables / 4)
        """Tables opened."""
        self.connects = Buckets(config.sockets / 10, full=2 * config.sockets)
        """Sockets opened."""
        self.sockets = Places(config.sockets)
        """Sockets open at the same time."""
        self.notes = Buckets(config.rate * NOTES, full=max(20.0, config.rate))
        """System entries, by table instead of address."""
        self.questions = Places(QUESTIONS)
        """Questions to a solver at the same time."""
        self.stories = Places(STORIES)
        """Stories asked for at the same time."""
        self.solvers = Buckets(SOLVERS / (24 * HOUR), full=SOLVERS)
        """Solutions of daily tasks that are counted."""

    def ask_solver(self, address: str) -> None:
        """Take a place in the queue for a solver. Raise `TooFast` with the seconds to wait if the queue is
        full. The caller gives the place back to `open_questions`."""
        if self.questions.total >= QUEUE:
            raise TooFast(THOUGHT * QUEUE // 2)
        self.questions.take(address)

    def ask_storyteller(self, address: str, line: int) -> None:
        """Take a place in the queue for a story that is not being made yet. Raise `TooFast` with the seconds to
        wait if `queue_length` or the address has reached its limit. The caller gives the place back to
        `open_stories`."""
        if line >= QUEUE:
            raise TooFast(THOUGHT * QUEUE // 2)
        self.stories.take(address)
