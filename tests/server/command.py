"""The `malle` command as an operator starts it, in a session of its own so that nothing of it is left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.error
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.server.player import call


@contextlib.contextmanager
def running(log: Path, *words: str, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """A word of the command, as long as it is needed. The environment has no settings but these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MALLE_")}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "malle", *words],
            stdout=out,
            stderr=out,
            env={**kept, **settings},
            start_new_session=True,
        )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def told(*words: str, **settings: str) -> tuple[int, str]:
    """Runs a word to its end: its exit code, and all that it said."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MALLE_")}
    done = subprocess.run(
        [sys.executable, "-m", "malle", *words], env={**kept, **settings}, capture_output=True, text=True, timeout=200
    )
    return done.returncode, done.stdout + done.stderr


def asked(port: int) -> int:
    """What `/ready` says; 0 if nobody is there."""
    try:
        return int(call(port, "/ready")[0])
    except (urllib.error.URLError, OSError):
        return 0


def wait_for(done: Callable[[], object], seconds: float = 90) -> None:
    """Until it is so."""
    limit = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < limit, "it is not so"
        time.sleep(0.1)
