"""A process that has everything imported and forks a server whenever it is asked: a restart takes milliseconds.

    nursery = Nursery(Zygote(), environment, log)
    pid = nursery.start(port, kill_at="committed:3", plant="answer-before-commit")

`kill_at` arms a kill point in the child, `plant` breaks it on purpose (see `planted`).
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from functools import partial
from pathlib import Path

METRICS = "127.0.0.2"
"""Where a server shows its counts, on the same port as its pages elsewhere."""
_DIE_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux."""


class Zygote:
    """The process that forks; importing everything takes seconds, so a whole test session shares one."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.nursery"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, what: Mapping[str, object]) -> int:
        """Forks a server: its pid."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """Ends it; servers must have been ended before."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()


class Nursery:
    """Servers with one configuration."""

    def __init__(self, zygote: Zygote, environment: Mapping[str, str], log: Path) -> None:
        self.log = log
        self.alive: set[int] = set()
        self._zygote = zygote
        self.environment = dict(environment)

    def start(
        self,
        port: int,
        *,
        kill_at: str = "",
        plant: str = "",
        parley: str = "FIRST",
        pages: bool = False,
        wait: bool = True,
    ) -> int:
        """A server on a port; its pid. Waits until it is ready, unless told not to. `parley` names a sheet of
        `tests.versions`; with `pages` it has those of the site."""
        order = {"port": port, "kill_at": kill_at, "plant": plant, "parley": parley, "pages": pages}
        counts = {"MALLE_METRICS": f"{METRICS}:{port}"}
        order |= {"env": {**self.environment, **counts}, "log": str(self.log)}
        pid = self._zygote.ask(order)
        self.alive.add(pid)
        if wait:
            wait_until_ready(port)
        return pid

    def end(self, pid: int, number: signal.Signals = signal.SIGKILL) -> None:
        """Ends a server and waits until it is gone."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        self.wait(pid)

    def wait(self, pid: int, seconds: float = 90) -> None:
        """Waits until a server is gone."""
        limit = time.monotonic() + seconds
        while Path(f"/proc/{pid}").exists():
            if time.monotonic() > limit:
                raise TimeoutError(f"server {pid} does not end")
            time.sleep(0.005)
        self.alive.discard(pid)

    def close(self) -> None:
        """Ends them all."""
        for pid in list(self.alive):
            self.end(pid)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return int(each.getsockname()[1])


def wait_until_ready(port: int, seconds: float = 240) -> None:
    """Waits until a server can take moves, however busy the machine is: no time is judged here."""
    limit = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=5).close()
        except (OSError, urllib.error.URLError):
            if time.monotonic() > limit:
                raise
            time.sleep(0.01)
        else:
            return


def die_with_parent() -> None:
    """In a child: whoever ends its parent ends it."""
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)


def _main() -> None:
    """The nursery's side."""
    import gc

    from malle import games
    from malle.cli.operator.serve import open_listening_socket, run_server_process
    from malle.config.edition_folder import CustomEditions
    from malle.config.game_library import GameLibrary
    from malle.config.settings import read_config
    from malle.core import GameInfo
    from malle.i18n import translations
    from malle.runtime.table_service import TableService
    from malle.storage import crash_points
    from malle.web.assets import Assets
    from malle.web.routes import make_site_routes
    from tests import versions
    from tests.server import planted

    def sheet_of(parley: GameInfo, name: str) -> GameInfo:
        return parley if name == "parley" else games.load_game_info(name)

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What each server would make for itself: the games' tables, what frames lean on, what pages are made of.
    Assets(lambda: tuple(games.load_game_info(name) for name in games.game_names()))
    translations.preload_messages(games.load_game_info(name).folder for name in games.game_names())
    gc.freeze()
    for line in sys.stdin:
        order = json.loads(line)
        pid = os.fork()
        if pid:
            print(pid, flush=True)
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        die_with_parent()  # a killed run ends this process's parent, and so it
        log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        null = os.open(os.devnull, os.O_RDWR)
        for source, target in ((null, 0), (log, 1), (log, 2)):
            os.dup2(source, target)
        name, _, count = order["kill_at"].partition(":")
        crash_points.arm(name, int(count or 1))
        planted.plant(order["plant"])
        config = read_config(order["env"])
        known = partial(sheet_of, getattr(versions, order["parley"]))
        library = GameLibrary(known, CustomEditions(known, config.editions_folder))
        run_server_process(
            config,
            open_listening_socket("127.0.0.1", order["port"]),
            table_service=TableService(config, library),
            site=make_site_routes if order["pages"] else None,
        )
        os._exit(0)


if __name__ == "__main__":
    _main()
