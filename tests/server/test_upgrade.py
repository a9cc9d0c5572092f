"""An upgrade in play: tables begun on version 1 are finished on it, while the server that began them gives way."""

from __future__ import annotations

import asyncio
import signal
from collections import defaultdict
from typing import Any, Literal

import pytest
from websockets.asyncio.client import ClientConnection

from malle.bots.worker import Worker
from malle.rehearsing import note_all, rehearse
from malle.replaying import fault_of, kept_tables
from malle.store.store import Store
from malle.testing.services import Services
from malle.wire import messages
from malle.wire.config import read_config
from malle.wire.library import Library
from malle.wire.messages import ActMessage, StateMessage, Taken
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call
from tests.server.test_robots import forget_robots, is_over
from tests.versions import FIRST, SECOND

pytestmark = [pytest.mark.services, pytest.mark.timeout(3000)]
OLD, NEW = Library(lambda name: FIRST), Library(lambda name: SECOND)


class Noted:
    """A robot's socket, which keeps what the server has acknowledged: seq, seat and text of every move taken."""

    def __init__(self, socket: ClientConnection, taken: set[tuple[int, int, str]]) -> None:
        self._socket, self._taken = socket, taken
        self._sent: dict[str, str] = {}
        self._seat = -1

    async def send(self, data: bytes) -> None:
        """As the worker does."""
        message = messages.decode_from_client(data)
        if isinstance(message, ActMessage):
            self._sent[message.key] = message.text
        await self._socket.send(data)

    async def recv(self, *, decode: Literal[False]) -> bytes:
        """The same."""
        data = await self._socket.recv(decode=decode)
        message = messages.decode_from_server(data)
        if isinstance(message, StateMessage) and isinstance(message.viewer, int):
            self._seat = message.viewer
        elif isinstance(message, Taken):
            self._taken.add((message.seq, self._seat, self._sent[message.key]))
        return data


class Witness(Worker):
    """A worker whose robots keep every answer."""

    taken: defaultdict[str, set[tuple[int, int, str]]]

    async def _talk(self, socket: ClientConnection, table: str, token: str) -> None:
        noted: Any = Noted(socket, self.taken[table])
        await super()._talk(noted, table, token)


@pytest.mark.parametrize("tables", [6, pytest.param(200, marks=pytest.mark.long)])
async def test_all_finish_on_their_rules_and_no_move_is_lost(
    tables: int, nursery: Nursery, environment: dict[str, str], services: Services, database: str, store: Store
) -> None:
    """The new server listens beside the old one, which is then told to end; whoever plays goes on at the new one."""
    await forget_robots(services, database)
    config, port = read_config(environment), free_port()
    old = nursery.start(port)
    worker = Witness(config.worker(), f"http://127.0.0.1:{port}", 0.05, NEW)
    worker.taken = defaultdict(set)
    work = asyncio.create_task(worker.run())
    opened = []
    for _ in range(tables):
        body = {"game": "parley", "seats": 3, "robots": 3, "options": {"rounds": 10}}
        opened.append((await asyncio.to_thread(call, port, "/api/tables", body))[1]["table"])
    gate = asyncio.Semaphore(24)
    seen: dict[str, int] = {}
    ended = asyncio.Event()

    async def watch(table: str) -> None:
        async with gate, Player([port], table, "") as watcher:
            await watcher.wait(lambda: watcher.state is not None and watcher.state.seq > 3, 300)
            assert watcher.state is not None
            seen[table] = watcher.state.seq
            await ended.wait()
            await watcher.wait(lambda: is_over(watcher), 600)

    watching = [asyncio.create_task(watch(each)) for each in opened]
    while len(seen) < min(tables, 24) - 1:
        await asyncio.sleep(0.02)
    notes = await note_all(config, OLD)
    sorts = await rehearse(config, NEW, notes)
    assert {sorts[table][0] for table in opened if table in notes.tables.keys() & sorts.keys()} <= {"same"}
    nursery.start(port, parley="SECOND")
    await asyncio.to_thread(nursery.end, old, signal.SIGTERM)
    before = {table: len(worker.taken[table]) for table in opened}
    ended.set()
    await asyncio.gather(*watching)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    found = {}
    for number in config.databases:
        async for kept in kept_tables(config.databases[number]):
            found[kept.setup.table] = kept
    for table in opened:
        kept = found[table]
        assert (kept.setup.version, kept.over) == (1, True)
        assert fault_of(kept, OLD, config.keys.sealer()) == ""
        assert any(line == "keep" for entry in kept.entries for line in entry.lines), "played by the rules of version 2"
        assert kept.seq >= seen[table]
        written = {(entry.seq, entry.mover, entry.lines[0]) for entry in kept.entries}
        assert set() < worker.taken[table] <= written, "lost"
    after = sum(len(taken) for taken in worker.taken.values())
    print(f"{sum(before.values())} moves were acknowledged until the old server ended, {after} in all")
    assert 0 < sum(before.values()) < after
    fresh = call(port, "/api/tables", {"game": "parley", "seats": 2, "robots": 2, "options": {"rounds": 1}})[1]
    assert call(port, f"/api/tables/{fresh['table']}")[1]["version"] == 2


async def test_up_does_not_start_over_tables_it_cannot_serve(
    nursery: Nursery, environment: dict[str, str], services: Services, database: str
) -> None:
    """Their rules are gone, or their key is: it is said before anything starts."""
    from malle.core import Refused
    from malle.rehearsing import need_servable, unservable
    from tests.versions import LOST

    port = free_port()
    nursery.start(port)
    body = {"game": "parley", "seats": 3, "robots": 0, "options": {"rounds": 2}}
    call(port, "/api/tables", body)
    config = read_config(environment)
    lost = Library(lambda name: LOST)
    whys = [await unservable(address, config, lost) for address in config.databases.values()]
    assert any("install the older release" in why for found in whys for _, why in found)
    with pytest.raises(Refused, match="could not go on"):  # parley is no game of a house: its rules are not here
        await asyncio.to_thread(need_servable, config)
    other = read_config({**environment, "MALLE_KEY": "11" * 32})
    whys = [await unservable(address, other, OLD) for address in config.databases.values()]
    assert any("MALLE_KEY" in why for found in whys for _, why in found)
