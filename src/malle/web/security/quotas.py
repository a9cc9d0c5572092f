"""Limits on what one address, and one table, may use of one server process. `docs/host.md` lists the usual figures."""

from __future__ import annotations

from collections import Counter

from malle.config.settings import Config
from malle.web.security.rate_limits import AddressRateLimiter, TooFast, rate_limit_key

HOUR_SECONDS = 3600.0
MAX_COUNTED_SOLVERS_PER_DAY = 20
"""Solutions of daily tasks that are counted from one address in a day."""
SYSTEM_ENTRY_SHARE = 1 / 20
"""System entries (undo, pause and so on) a table may write per second, as a share of the socket's message rate."""
MAX_QUESTIONS_PER_ADDRESS, MAX_QUESTIONS = 3, 12
MAX_STORIES_PER_ADDRESS = MAX_QUESTIONS // 2
"""Finished tables for whose story one address may wait. A story is the game's account of how a
table went (`malle.runtime.history.replay`).

`MAX_QUESTIONS` limits all addresses.
"""
ANSWER_SECONDS = 5
"""Seconds in which a solver program usually answers a question, or a story is made."""


class ConcurrencyLimit:
    """Limits how many things each address may do at the same time, such as open sockets."""

    def __init__(self, max_per_address: int) -> None:
        self._max_per_address = max_per_address
        self._in_use: Counter[str] = Counter()

    def acquire(self, address: str) -> None:
        """Count one more for this address. Raise `TooFast` if it has reached the limit."""
        key = rate_limit_key(address)
        if self._in_use[key] >= self._max_per_address:
            raise TooFast(ANSWER_SECONDS)
        self._in_use[key] += 1

    def release(self, address: str) -> None:
        """Count one less for this address. Call it once for each call of `acquire` that did not
        raise."""
        key = rate_limit_key(address)
        self._in_use[key] -= 1
        if self._in_use[key] <= 0:
            del self._in_use[key]

    @property
    def total_in_use(self) -> int:
        """How many things all addresses together do now."""
        return self._in_use.total()


class Quotas:
    """The rate and concurrency limits of one server process. Limits are by address unless said otherwise."""

    def __init__(self, config: Config) -> None:
        self.request_rate = AddressRateLimiter(config.http_changes_per_second)
        """HTTP requests that change something or cost much."""
        self.table_rate = AddressRateLimiter(
            config.new_tables_per_hour / HOUR_SECONDS, capacity=config.new_tables_per_hour / 4
        )
        """Tables opened."""
        self.connect_rate = AddressRateLimiter(
            config.max_sockets_per_address / 10, capacity=2 * config.max_sockets_per_address
        )
        """Sockets opened."""
        self.open_sockets = ConcurrencyLimit(config.max_sockets_per_address)
        """Sockets open at the same time."""
        self.system_entry_rate = AddressRateLimiter(
            config.socket_messages_per_second * SYSTEM_ENTRY_SHARE,
            capacity=max(20.0, config.socket_messages_per_second),
        )
        """System entries (undo, pause and so on), by table instead of address."""
        self.open_questions = ConcurrencyLimit(MAX_QUESTIONS_PER_ADDRESS)
        """Questions to a solver program at the same time."""
        self.open_stories = ConcurrencyLimit(MAX_STORIES_PER_ADDRESS)
        """Stories of finished tables waited for at the same time."""
        self.solver_rate = AddressRateLimiter(
            MAX_COUNTED_SOLVERS_PER_DAY / (24 * HOUR_SECONDS), capacity=MAX_COUNTED_SOLVERS_PER_DAY
        )
        """Solutions of daily tasks that are counted."""

    def take_question_place(self, address: str) -> None:
        """Take a place in the queue of questions to a solver program. The caller must release it
        from `open_questions`.

        Raise `TooFast` with the seconds to wait if the queue is full, or if this address has its
        share of places.
        """
        if self.open_questions.total_in_use >= MAX_QUESTIONS:
            raise TooFast(ANSWER_SECONDS * MAX_QUESTIONS // 2)
        self.open_questions.acquire(address)

    def take_story_place(self, address: str, queue_length: int) -> None:
        """Take a place in the queue for a story that is not being made yet. The caller must release
        it from `open_stories`.

        Raise `TooFast` with the seconds to wait if `queue_length`, the stories that wait now, or
        the share of this address is at its limit.
        """
        if queue_length >= MAX_QUESTIONS:
            raise TooFast(ANSWER_SECONDS * MAX_QUESTIONS // 2)
        self.open_stories.acquire(address)
