"""Behind a front: nginx sends all of a table to one process, and a wrong way costs nothing but time."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path

import pytest

from malle.cli.main import main
from malle.cli.operator.reverse_proxy import caddy_file, nginx_file, nginx_http_lines
from malle.cli.operator.serve import KEEP_ALIVE_SECONDS
from malle.core import Refused
from malle.protocol.messages import TakenMessage
from malle.testing.tcp_proxy import running_nginx
from tests.server.command import asked, running, wait_for
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call, metrics

DEPLOY = Path(__file__).parents[2] / "deploy"


def sockets(port: int) -> int:
    """How many sockets a process has."""
    found = re.search(r"^malle_sockets ([\d.]+)$", metrics(port), re.MULTILINE)
    assert found
    return int(float(found[1]))


@pytest.fixture
def fronted(nursery: Nursery, tmp_path: Path) -> Iterator[tuple[int, list[int], dict[int, int]]]:
    """(the front's port, the processes' ports, their process ids)."""
    front, ports = free_port(), [free_port(), free_port(), free_port()]
    pids = {port: nursery.start(port) for port in ports}
    with running_nginx(tmp_path, nginx_http_lines(f"127.0.0.1:{front}", ports), front):
        yield front, ports, pids


async def test_all_of_a_table_goes_to_one_process(fronted: tuple[int, list[int], dict[int, int]]) -> None:
    """Four sockets of a table, twelve times: always at one process, and not always at the same."""
    front, ports, _ = fronted
    homes = []
    for _ in range(12):
        opened = call(front, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})[1]
        before = {port: sockets(port) for port in ports}
        async with AsyncExitStack() as stack:
            players = [
                await stack.enter_async_context(Player([front], opened["table"], token))
                for token in (opened["token"], "", "", "")
            ]
            for each in players:
                await each.until(1)
            home = [port for port in ports if sockets(port) - before[port]]
            assert len(home) == 1
            assert sockets(home[0]) - before[home[0]] == 4
        homes += home
        while any(sockets(port) != before[port] for port in ports):
            await asyncio.sleep(0.02)
    assert len(set(homes)) > 1


async def test_a_process_that_dies_takes_nobody_with_it(
    fronted: tuple[int, list[int], dict[int, int]], nursery: Nursery
) -> None:
    """The front finds another process for its tables, and the game goes on where it was."""
    front, ports, pids = fronted
    opened = call(front, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "options": {"rounds": 1000}})[1]
    seat = {"name": "Bob", "invite": opened["invite"]}
    sat = call(front, f"/api/tables/{opened['table']}/seats", seat)[1]
    async with (
        Player([front], opened["table"], opened["token"]) as ann,
        Player([front], opened["table"], sat["token"]) as bob,
    ):
        for each in (ann, bob):
            await each.until(2)
        (home,) = [port for port in ports if sockets(port)]
        assert isinstance(await ann.act("bid 1"), TakenMessage)
        await asyncio.to_thread(nursery.end, pids[home], signal.SIGKILL)
        taken = await bob.act("bid 0", seq=2)
        assert isinstance(taken, TakenMessage)
        for each in (ann, bob):
            await each.until(taken.seq)
        assert json.loads(bytes((await ann.until(taken.seq)).table))["awaited"]


@pytest.mark.timeout(240)
async def test_processes_have_a_port_each_and_say_what_the_front_needs(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """`malle serve --processes 2`, with the lines that it prints put into nginx; one that is killed comes back,
    and one that is told to end says so before it does."""
    front, log = free_ports(3), tmp_path / "log"
    ports = [front + 1, front + 2]
    words = ("serve", "--port", str(front), "--processes", "2", "--robots", "0", "--notices", "0", "--drain", "8")
    with running(log, *words, **environment):
        await asyncio.to_thread(wait_for, lambda: [asked(port) for port in ports] == [200, 200])
        assert asked(front) == 0
        told = log.read_text().splitlines()
        lines = "".join(f"{line}\n" for line in told if not line.startswith("{"))
        assert told[0].startswith("# ")
        with running_nginx(tmp_path / "nginx", lines, front):
            opened = call(front, "/api/tables", {"game": "chasse", "seats": 2, "name": "Ann"})[1]
            async with Player([front], opened["table"], opened["token"]) as ann:
                await ann.until(1)
            (killed,) = listening(ports[0])
            os.kill(killed, signal.SIGKILL)
            await asyncio.to_thread(wait_for, lambda: asked(ports[0]) == 200 and listening(ports[0]) != {killed})
            assert asked(front) == 200
            (ended,) = listening(ports[1])
            os.kill(ended, signal.SIGTERM)
            await asyncio.to_thread(wait_for, lambda: asked(ports[1]) == 503)
            assert call(ports[1], f"/api/tables/{opened['table']}")[0] == 200  # it serves on, until the front knows
            await asyncio.to_thread(wait_for, lambda: asked(ports[1]) == 200 and listening(ports[1]) != {ended})


def free_ports(count: int) -> int:
    """The first of so many free ports in a row, below those that the system gives to whoever connects."""
    while True:
        first = random.randrange(20_000, 32_000)
        with ExitStack() as stack, suppress(OSError):
            for port in range(first, first + count):
                stack.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return first


def listening(port: int) -> set[int]:
    """The processes that listen on a port."""
    table = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inodes = {f"socket:[{row[9]}]" for row in table if row[1].endswith(f":{port:04X}") and row[3] == "0A"}
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            if inodes & {os.readlink(each) for each in (process / "fd").iterdir()}:
                found.add(int(process.name))
    return found


async def test_a_wrong_way_costs_nothing_but_time(fronted: tuple[int, list[int], dict[int, int]]) -> None:
    """One player by the front, the other straight at another process: both see every move."""
    front, ports, _ = fronted
    opened = call(front, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "options": {"rounds": 1000}})[1]
    sat = call(front, f"/api/tables/{opened['table']}/seats", {"name": "Bob", "invite": opened["invite"]})[1]
    async with Player([front], opened["table"], opened["token"]) as ann:
        await ann.until(2)
        wrong = next(port for port in ports if not sockets(port))
        async with Player([wrong], opened["table"], sat["token"]) as bob:
            for player, text in ((ann, "bid 1"), (bob, "bid 0"), (ann, "keep")):
                taken = await player.act(text, seq=2 if text == "bid 0" else None)
                assert isinstance(taken, TakenMessage)
                for each in (ann, bob):
                    await each.until(taken.seq)


def test_a_front_lets_go_of_a_connection_before_the_server_does() -> None:
    """Otherwise a request goes out on one that is being closed: it fails, and the process counts as dead."""
    files = (nginx_http_lines("127.0.0.1:80", [8001]), caddy_file("https://malle.example", [8001]))
    kept = [int(seconds) for file in files for seconds in re.findall(r"keepalive(?:_timeout)? (\d+)s", file)]
    assert len(kept) == 3
    assert max(kept) <= KEEP_ALIVE_SECONDS - 5


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
def test_the_files_to_begin_from_are_those_that_the_command_prints(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = DEPLOY / {"nginx": "nginx.conf", "caddy": "Caddyfile"}[kind]
    main(["front", kind, "--address", "https://malle.example", "--ports", "8001,8002"])
    printed = capsys.readouterr().out
    kept = file.read_text("utf-8")
    assert kept.endswith(printed)
    assert all(line.startswith("#") for line in kept.removesuffix(printed).splitlines())


@pytest.mark.parametrize("address", ["games.example", "http://games.example", "https://", "https://a.example/b"])
def test_an_address_without_tls_is_refused_with_what_is_meant(address: str) -> None:
    for make in (nginx_file, caddy_file):
        with pytest.raises(Refused, match=r"https://games\.example"):
            make(address, (8000,))
