"""Ten thousand tables that nobody looks at cost a process nothing: ready at once, and no memory for them."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from uuid import uuid4

import asyncpg
import msgspec
import pytest

from malle.config.settings import read_config
from malle.core.dealer import seal_of_seed
from malle.storage.store import TableId, format_table_id
from malle.table import Setup
from malle.table.snapshot import encode_snapshot
from malle.testing.timing import Timing
from tests.server.bots import LIBRARY
from tests.server.nursery import Nursery, free_port
from tests.server.player import call
from tests.server.worlds import opened

pytestmark = pytest.mark.services

SEED = bytes(32)


def memory(pid: int) -> int:
    """Kilobytes of a process's own."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(next(line for line in rollup.splitlines() if line.startswith("Pss:")).split()[1])


async def open_slow_tables(environment: dict[str, str], count: int) -> list[TableId]:
    """Tables in the middle of a game over days, half of them with a deadline tomorrow, put there at once."""
    config = read_config(environment)
    sealer = config.keyring.seed_cipher()
    options = {"rounds": 10}
    game = LIBRARY.game("parley", 1, 4, options)
    ids = [TableId((1 << 48) | (uuid4().int & (1 << 48) - 1)) for _ in range(count)]
    tabs, snapshots, seats = [], [], []
    for id_ in ids:
        text = format_table_id(id_)
        setup = Setup(
            table=text, game="parley", version=1, seats=4, options=options, seal=seal_of_seed(SEED, text), pace=86400
        )  # fmt: skip
        table, _ = opened(game, setup, SEED, ["robot"] * 4)
        tabs.append((id_, msgspec.json.encode(setup).decode(), sealer.encrypt(SEED, text), table.seq, 15, 0))
        snapshots.append((id_, table.seq, encode_snapshot(table)))
        seats.append((id_, 0, bytes(32), uuid4()))
    connection = await asyncpg.connect(environment["MALLE_OWNER_PEOPLE"])
    await connection.copy_records_to_table(
        "tab", schema_name="malle", records=tabs, columns=["id", "setup", "seed", "seq", "waits", "robots"]
    )
    await connection.copy_records_to_table("snapshot", schema_name="malle", records=snapshots)
    await connection.copy_records_to_table("seat", schema_name="malle", records=seats)
    await connection.execute("update malle.tab set deadline = now() + interval '1 day' where id % 2 = 0")
    await connection.execute("analyze malle.tab")
    await connection.close()
    return ids


@pytest.mark.timeout(300)
@pytest.mark.parametrize("count", [500, pytest.param(10_000, marks=pytest.mark.long)])
async def test_thousands_of_slow_tables(
    nursery: Nursery, environment: dict[str, str], timing: Timing, count: int
) -> None:
    """They cost a server no memory while nobody looks, and little when each is looked at once."""
    alone = nursery.start(free_port())
    await asyncio.sleep(2)
    before = memory(alone)
    nursery.end(alone)
    ids = await open_slow_tables(environment, count)
    port = free_port()
    began = time.monotonic()
    pid = nursery.start(port)
    ready = time.monotonic() - began
    await asyncio.sleep(2)
    idle = memory(pid)
    # Each is looked at once, and moved on once: what stays is bounded by the number of rooms, not of tables.
    config = read_config(environment)
    sizes = []
    for number, id_ in enumerate(ids[:1500]):
        text = format_table_id(id_)
        body = {"type": "act", "seq": 4, "text": "bid 1", "key": str(uuid4())}
        token = config.worker_config().robot_key.seat_token(text, 0)
        assert (await asyncio.to_thread(call, port, f"/api/tables/{text}/acts", body, token=token))[0] == 200
        if number % 250 == 249:
            sizes.append(memory(pid))
    timing(f"ready with {count} tables", ready, 10)
    print(f"{before} kB alone, {idle} kB with {count} tables; while 1500 were played {sizes}")
    connection = await asyncpg.connect(environment["MALLE_OWNER_PEOPLE"])
    # Or robots are awaited there for ever, and every later worker goes to all of them.
    await connection.execute("update malle.tab set over = true, deadline = null where id = any($1)", ids)
    await connection.close()
    assert idle - before < 3000
    assert sizes[-1] - sizes[1] < 4000
