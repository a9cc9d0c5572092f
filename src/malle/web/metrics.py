"""Metrics for Prometheus. Counting costs nothing during a move; the text is made only when it is requested.

On a small site a count can reveal who did what, such as one more missed deadline while one person plays. So metrics
are served at an address of their own, for the operator, and not under the site's URL.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from functools import partial

from prometheus_client import generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry

from malle.live.house import House
from malle.loops import about
from malle.store.away import Unavailable

_PATIENCE = 5.0
"""Limit for reading a request, and again for sending the answer."""
_AGAIN = 15.0
"""How often the time of the latest backup is read again."""
_BACKED_UP = "backed_up"


class _House(Collector):
    """Collects the metrics of one process from its table service."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> Iterable[Metric]:
        """Yield every metric with its current value."""
        house = self._house
        counts = house.counts
        for name, what in (
            ("moves", "Moves written by this process."),
            ("followed", "Moves written by other processes, read from the log."),
            ("races", "Moves that another process was faster than, settled again."),
            ("timeouts", "Moves made because a deadline had passed."),
            ("robots_late", "Moves made for robots that did not answer."),
            ("loads", "Tables loaded from the database."),
            ("swept", "Tables found behind by the sweep: hints that did not come."),
        ):
            yield CounterMetricFamily(f"malle_{name}", what, counts[name])
        refused = CounterMetricFamily("malle_refused", "Moves refused, by reason.", labels=["slug"])
        for name, count in list(counts.items()):
            if name.startswith("refused_"):
                refused.add_metric([name.removeprefix("refused_")], count)
        yield refused
        failed = CounterMetricFamily("malle_failed", "Errors nobody foresaw, by where they were met.", labels=["where"])
        for name, count in list(house.failed.items()):
            failed.add_metric([name], count)
        yield failed
        took = HistogramMetricFamily(
            "malle_answer_seconds", "Until the answer: wishes at sockets, requests.", labels=["to"]
        )
        for name, latency in (("wish", house.moved), ("request", house.asked)):
            took.add_metric([name], latency.buckets(), latency.sum)
        yield took
        turns = GaugeMetricFamily("malle_loop_seconds", "Since a loop ended a turn without error.", labels=["loop"])
        for name, seconds in house.turns.seconds().items():
            turns.add_metric([name], seconds)
        yield turns
        yield GaugeMetricFamily("malle_aside", "Tables that could not go on here: `malle aside`.", len(house.aside))
        backed_up = "When the latest backup was made (`malle backup`), in seconds since 1970; 0: none is known."
        yield GaugeMetricFamily("malle_backup_time_seconds", backed_up, counts[_BACKED_UP])
        yield CounterMetricFamily("malle_hints", "Hints sent.", house.bus.sent)
        yield CounterMetricFamily("malle_hints_dropped", "Hints not sent: NATS was away.", house.bus.dropped)
        yield GaugeMetricFamily("malle_bus_connected", "Is NATS there?", float(house.bus.is_connected))
        yield GaugeMetricFamily("malle_sockets", "Open sockets.", counts["sockets"])
        yield GaugeMetricFamily("malle_rooms", "Tables in memory.", len(house.rooms))
        waiting = GaugeMetricFamily("malle_waiting", "Moves waiting for a database.", labels=["database"])
        flushes = CounterMetricFamily("malle_statements", "Statements that wrote moves.", labels=["database"])
        for shard in house.store.shards:
            waiting.add_metric([str(shard.number)], shard.writer.waiting)
            flushes.add_metric([str(shard.number)], shard.writer.flushes)
        answers = GaugeMetricFamily("malle_database_answers", "Did it, last time?", labels=["database"])
        for database in house.store.databases:
            answers.add_metric([database.name], float(database.answers))
        yield answers
        yield waiting
        yield flushes


def exposition(house: House) -> bytes:
    """Return the metrics of one process in the text format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(_House(house))
    return generate_latest(registry)


async def _learn_backup(house: House) -> None:
    """Read the time of the latest backup from the people database into a counter, then sleep about 15 seconds.

    `malle backup` writes it there, on any machine. If the database does not answer, the counter stays as it is.
    """
    with contextlib.suppress(Unavailable):  # the store logs it
        if (latest := await house.store.keepers.last_backup()) is not None:
            house.counts[_BACKED_UP] = int(latest.at.timestamp())
    await asyncio.sleep(about(_AGAIN))


@contextlib.asynccontextmanager
async def metrics_shown(house: House) -> AsyncIterator[None]:
    """Serve `GET /metrics` at the address of the setting while the block runs. Without the setting, do nothing."""
    if house.config.metrics is None:
        yield
        return

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one HTTP request with the metrics or 404, and close the connection. Slow clients are dropped."""
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(_PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
            found = head.startswith((b"GET /metrics ", b"GET /metrics?"))
            status, body = ("200 OK", exposition(house)) if found else ("404 Not Found", b"")
            kind = "content-type: text/plain; version=0.0.4; charset=utf-8"
            head = f"HTTP/1.1 {status}\r\n{kind}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n".encode()
            writer.write(head + body)
            async with asyncio.timeout(_PATIENCE):
                await writer.drain()
        writer.close()

    house.loop("backup", partial(_learn_backup, house))
    host, port = house.config.metrics
    async with await asyncio.start_server(answer, host, port, limit=8192, reuse_address=True, reuse_port=True):
        yield
