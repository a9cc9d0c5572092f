"""The counts of a process are for its operator: they have an address of their own, and players' addresses have none."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from malle.config.settings import parse_host_and_port
from malle.core import Refused
from tests.server.command import told, wait_for
from tests.server.nursery import METRICS, Nursery, free_port
from tests.server.player import call, metrics

pytestmark = pytest.mark.services


def test_players_do_not_see_the_counts(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port)
    status, answer = call(port, "/metrics")
    assert (status, "malle_timeouts" in str(answer)) == (404, False)
    assert "malle_timeouts_total 0.0" in metrics(port)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://{METRICS}:{port}/", timeout=15)


def test_how_long_answers_took_is_counted(nursery: Nursery) -> None:
    """In steps, as Prometheus reads them: each counts those that took no longer."""
    port = free_port()
    nursery.start(port)
    for _ in range(3):
        call(port, "/health")
    lines = [line for line in metrics(port).splitlines() if line.startswith("malle_answer_seconds")]
    counts = [float(line.split()[1]) for line in lines if "_bucket{" in line and 'to="request"' in line]
    assert counts == sorted(counts)
    assert counts[-1] >= 3
    assert any(line.startswith('malle_answer_seconds_sum{to="wish"} 0.0') for line in lines)


def test_the_time_of_the_latest_backup_is_shown(nursery: Nursery, environment: dict[str, str], tmp_path: Path) -> None:
    """So that somebody is told when no more are made. The command notes it, and a server that starts later knows it."""
    before, port = time.time(), free_port()
    code, said = told("backup", str(tmp_path / "kept.malle"), **environment)
    assert code == 0, said
    nursery.start(port)
    wait_for(lambda: before - 2 < _backed_up(port) < time.time() + 2)


def _backed_up(port: int) -> float:
    return next(
        float(line.split()[1]) for line in metrics(port).splitlines() if line.startswith("malle_backup_time_seconds ")
    )


def test_an_address_that_cannot_be_read_is_refused() -> None:
    assert parse_host_and_port("[::1]:9100") == ("::1", 9100)
    for text in ("9100", "localhost", "localhost:x", "localhost:0"):
        with pytest.raises(Refused, match="MALLE_METRICS"):
            parse_host_and_port(text)
