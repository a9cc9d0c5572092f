"""The services and servers of a test run: each checkout has its own, and nothing stays when a run is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from malle.testing import dev_services as running
from malle.testing.dev_services import Services
from tests.server.conftest import FOLDER
from tests.server.nursery import Nursery, Zygote

pytestmark = pytest.mark.services


def test_a_copied_checkout_does_not_use_the_services_of_the_first(services: Services, tmp_path: Path) -> None:
    """Nor does it stop them, or write over their data."""
    file = FOLDER / "services.json"
    (tmp_path / "services.json").write_bytes(file.read_bytes())
    assert running.load_services(tmp_path) is None
    running.stop_services(tmp_path)
    assert running.load_services(FOLDER) == services
    assert services.is_postgres_up(0)
    # Where PostgreSQL cannot reach the checkout its data lies elsewhere; it is that checkout's all the same.
    elsewhere = msgspec.structs.replace(services, folder="/tmp/somewhere", checkout=str(tmp_path))
    (tmp_path / "services.json").write_bytes(msgspec.json.encode(elsewhere))
    assert running.load_services(tmp_path) == elsewhere


def test_what_these_tests_crash_is_not_what_people_and_browsers_use(services: Services) -> None:
    assert services.checkout == str(FOLDER.resolve())
    assert FOLDER.resolve() != running.DEFAULT_FOLDER.resolve()


def test_two_runs_that_start_at_once_share_one_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Lanes run beside each other: the first makes the services, the others find them."""
    made: list[Path] = []

    def make(folder: Path, clusters: int) -> Services:
        made.append(folder)
        services = Services(str(folder), (), 1, "", "", "", checkout=str(folder))
        (folder / "services.json").write_bytes(msgspec.json.encode(services))
        return services

    monkeypatch.setattr(running, "_create_services", make)
    monkeypatch.setattr(Services, "_nats_pid", lambda self: 1)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: running.start_services(tmp_path / "new"), range(8)))
    assert len(made) == 1


RUN = """
import sys
from pathlib import Path
from tests.server.nursery import Nursery, Zygote, free_port
print(Nursery(Zygote(), {environment}, Path({log!r})).start(free_port()), flush=True)
sys.stdin.read()
"""


def test_a_run_that_is_killed_leaves_no_server(
    environment: dict[str, str], zygote: Zygote, nursery: Nursery, tmp_path: Path
) -> None:
    code = RUN.format(environment=environment, log=str(tmp_path / "server.log"))
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        pid = int(run.stdout.readline())
        nursery.alive.add(pid)  # ended with this test in any case
        assert Path(f"/proc/{pid}").exists()
        os.kill(run.pid, signal.SIGKILL)
    nursery.wait(pid)
