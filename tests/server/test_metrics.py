"""The counts of a process are for its operator: they have an address of their own, and players' addresses have none."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from malle.core import Refused
from malle.wire.config import read_address
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


def test_an_address_that_cannot_be_read_is_refused() -> None:
    assert read_address("[::1]:9100") == ("::1", 9100)
    for text in ("9100", "localhost", "localhost:x", "localhost:0"):
        with pytest.raises(Refused, match="MALLE_METRICS"):
            read_address(text)
