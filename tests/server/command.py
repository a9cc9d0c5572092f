"""The `malle` command as an operator starts it, in a session of its own so that nothing of it is left behind."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
from collections.abc import Callable, Iterator, Mapping
from multiprocessing.context import ForkProcess
from pathlib import Path

from malle.cli.main import main
from malle.cli.operator import backup, doctor, moderate, restore, serve, up
from malle.notifications import notifier
from tests.server import planted
from tests.server.nursery import die_with_parent
from tests.server.player import call

WARM = (backup, serve, doctor, moderate, restore, up, notifier)
"""What the words of a host need."""


@contextlib.contextmanager
def running(log: Path, *words: str, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """A word of the command, as long as it is needed. The environment has no settings but these, and is English."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MALLE_")}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "malle", *words],
            stdout=out,
            stderr=out,
            env={**kept, "LANG": "en", **settings},
            start_new_session=True,
        )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def told(*words: str, **settings: str) -> tuple[int, str]:
    """Runs a word to its end: its exit code, and all that it said. In a process that is forked from this one, which has
    imported everything already: starting anew would take most of the time."""
    with tempfile.TemporaryFile("w+") as out:
        process = begun(words, settings, out.fileno())
        process.join(200)
        assert process.exitcode is not None, "it does not end"
        out.seek(0)
        return process.exitcode, out.read()


def begun(words: tuple[str, ...], settings: Mapping[str, str], out: int, plant: str = "") -> ForkProcess:
    """A word that runs in a forked process and says everything to a file. It ends with this process. `plant` breaks it
    on purpose."""
    process = multiprocessing.get_context("fork").Process(target=_run, args=(words, settings, out, plant))
    process.start()
    return process


def _run(words: tuple[str, ...], settings: Mapping[str, str], out: int, plant: str = "") -> None:
    die_with_parent()
    planted.plant(plant)
    sys.stdin = open(os.devnull)  # noqa: SIM115 (until the process ends)
    for each in (1, 2):
        os.dup2(out, each)
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
    for name in [name for name in os.environ if name.startswith("MALLE_")]:
        del os.environ[name]
    os.environ.update({"LANG": "en", **settings})
    code = main(words)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


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
