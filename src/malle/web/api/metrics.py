"""Metrics for Prometheus. Counting costs next to nothing during a move; the text is made only when
it is requested.

On a small site a count can reveal who did what, such as one more missed deadline while one person
plays. So metrics are served at an address of their own, for the operator, and not under the site's
URL.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from functools import partial

from prometheus_client import generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry

from malle.background.loops import jittered
from malle.runtime.table_service import TableService
from malle.storage.database_errors import DatabaseUnavailable

_REQUEST_TIMEOUT_SECONDS = 5.0
"""Limit for reading a request, and again for sending the answer."""
_BACKUP_POLL_SECONDS = 15.0
"""How often the time of the latest backup is read again."""
_BACKUP_TIME_COUNTER = "backed_up"
"""Counter that holds the time of the latest backup, in seconds since 1970; 0 if none is known."""


class _ServiceCollector(Collector):
    """Yields the metrics of one process, read from its table service each time they are
    requested."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    def collect(self) -> Iterable[Metric]:
        """Yield every metric with its current value."""
        service = self._service
        counts = service.counters
        for name, help_text in (
            ("moves", "Moves written by this process."),
            ("followed", "Moves written by other processes, read from the log."),
            ("races", "Moves that another process was faster than, settled again."),
            ("timeouts", "Moves made because a deadline had passed."),
            ("robots_late", "Moves made for robots that did not answer."),
            ("loads", "Tables loaded from the database."),
            ("swept", "Tables found behind by the sweep: hints that did not come."),
        ):
            yield CounterMetricFamily(f"malle_{name}", help_text, counts[name])
        refused = CounterMetricFamily("malle_refused", "Moves refused, by reason.", labels=["slug"])
        for name, count in list(counts.items()):
            if name.startswith("refused_"):
                refused.add_metric([name.removeprefix("refused_")], count)
        yield refused
        failed = CounterMetricFamily("malle_failed", "Errors nobody foresaw, by where they were met.", labels=["where"])
        for name, count in list(service.error_counters.items()):
            failed.add_metric([name], count)
        yield failed
        answer_seconds = HistogramMetricFamily(
            "malle_answer_seconds", "Until the answer: wishes at sockets, requests.", labels=["to"]
        )
        for name, latency in (("wish", service.move_latency), ("request", service.request_latency)):
            answer_seconds.add_metric([name], latency.buckets(), latency.total_seconds)
        yield answer_seconds
        turns = GaugeMetricFamily("malle_loop_seconds", "Since a loop ended a turn without error.", labels=["loop"])
        for name, seconds in service.loop_heartbeats.seconds_since_success().items():
            turns.add_metric([name], seconds)
        yield turns
        yield GaugeMetricFamily(
            "malle_aside", "Tables that could not go on here: `malle aside`.", len(service.quarantine)
        )
        backed_up = "When the latest backup was made (`malle backup`), in seconds since 1970; 0: none is known."
        yield GaugeMetricFamily("malle_backup_time_seconds", backed_up, counts[_BACKUP_TIME_COUNTER])
        yield CounterMetricFamily("malle_hints", "Hints sent.", service.bus.sent)
        yield CounterMetricFamily("malle_hints_dropped", "Hints not sent: NATS was away.", service.bus.dropped)
        yield GaugeMetricFamily("malle_bus_connected", "Is NATS there?", float(service.bus.is_connected))
        yield GaugeMetricFamily("malle_sockets", "Open sockets.", counts["sockets"])
        yield GaugeMetricFamily("malle_rooms", "Tables in memory.", len(service.rooms))
        waiting = GaugeMetricFamily("malle_waiting", "Moves waiting for a database.", labels=["database"])
        flushes = CounterMetricFamily("malle_statements", "Statements that wrote moves.", labels=["database"])
        for shard in service.store.shards:
            waiting.add_metric([str(shard.number)], shard.writer.waiting)
            flushes.add_metric([str(shard.number)], shard.writer.statements_sent)
        answers = GaugeMetricFamily("malle_database_answers", "Did it, last time?", labels=["database"])
        for database in service.store.databases:
            answers.add_metric([database.name], float(database.is_available))
        yield answers
        yield waiting
        yield flushes


def render_metrics(service: TableService) -> bytes:
    """Return the metrics of one process in the text format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(_ServiceCollector(service))
    return generate_latest(registry)


async def _refresh_backup_time(service: TableService) -> None:
    """Read the time of the latest backup from the people database into a counter, then sleep about
    15 seconds. This is one turn of a background loop.

    `malle backup` writes that time there, on any machine. If the database does not answer, the
    counter stays as it is.
    """
    with contextlib.suppress(DatabaseUnavailable):  # the store logs it
        if (latest := await service.store.operators.last_backup()) is not None:
            service.counters[_BACKUP_TIME_COUNTER] = int(latest.at.timestamp())
    await asyncio.sleep(jittered(_BACKUP_POLL_SECONDS))


@contextlib.asynccontextmanager
async def serve_metrics(service: TableService) -> AsyncIterator[None]:
    """Serve `GET /metrics` at `config.metrics_address` while the block runs, and keep the time of
    the latest backup up to date. Without that setting, do nothing."""
    if service.config.metrics_address is None:
        yield
        return

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one HTTP request with the metrics or 404, and close the connection. Slow clients are dropped."""
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(_REQUEST_TIMEOUT_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
            is_metrics = head.startswith((b"GET /metrics ", b"GET /metrics?"))
            status, body = ("200 OK", render_metrics(service)) if is_metrics else ("404 Not Found", b"")
            content_type = "content-type: text/plain; version=0.0.4; charset=utf-8"
            lines = (f"HTTP/1.1 {status}", content_type, f"content-length: {len(body)}", "connection: close", "", "")
            writer.write("\r\n".join(lines).encode() + body)
            async with asyncio.timeout(_REQUEST_TIMEOUT_SECONDS):
                await writer.drain()
        writer.close()

    service.start_loop("backup", partial(_refresh_backup_time, service))
    host, port = service.config.metrics_address
    async with await asyncio.start_server(answer, host, port, limit=8192, reuse_address=True, reuse_port=True):
        yield
