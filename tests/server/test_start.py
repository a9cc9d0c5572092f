"""`malle serve` as an operator starts it, with PostgreSQL away."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.error
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.nursery import free_port
from tests.server.player import call


@contextlib.contextmanager
def serve(log: Path, *words: str, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """The command itself, in a session of its own so that nothing of it is left behind."""
    command = [sys.executable, "-m", "malle", "serve", *words]
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, stdout=out, stderr=out, env={**os.environ, **settings}, start_new_session=True
        )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.mark.timeout(120)
@pytest.mark.parametrize("robots", ["0", "1"])
def test_without_postgres_it_says_so_and_ends_when_told(tmp_path: Path, robots: str) -> None:
    """One sentence with the address and what to do, no password, not again and again; and SIGTERM ends it."""
    port, nowhere = free_port(), free_port()
    address = f"postgresql://somebody:hidden-word@127.0.0.1:{nowhere}/malle"
    settings = {"MALLE_DATABASES": f"1={address}", "MALLE_NATS": f"nats://127.0.0.1:{nowhere}", "MALLE_KEY": "00" * 32}
    log = tmp_path / "log"
    with serve(log, "--port", str(port), "--robots", robots, **settings) as process:
        wait_for(lambda: asked(port) == 503)
        for _ in range(30):
            assert asked(port) == 503
        told = [line for line in log.read_text().splitlines() if "cannot be used" in line and '"database": "1"' in line]
        assert len(told) == 1, log.read_text()
        assert f"127.0.0.1:{nowhere}/malle" in told[0]
        assert "start PostgreSQL there" in told[0]
        assert "hidden-word" not in log.read_text()
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)


def asked(port: int) -> int:
    """What `/ready` says; 0 if nobody is there."""
    try:
        return int(call(port, "/ready")[0])
    except (urllib.error.URLError, OSError):
        return 0


def wait_for(done: object, seconds: float = 60) -> None:
    """Until it is so."""
    assert callable(done)
    limit = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < limit, "it is not so"
        time.sleep(0.1)
