"""The writer alone against pgbench: 64 movers, the same statement, the same database, in turns."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import subprocess
import tempfile
import time
from uuid import uuid4

import asyncpg
import uvloop

from bench.moves.bare import LINES
from bench.moves.measure import is_void, ratios, spread
from malle.storage.failover import PrimaryFinder
from malle.storage.log_writer import LogWrite, LogWriter
from malle.storage.private_postgres import find_tool
from malle.storage.queries import TABLE_QUERIES, parameter_order
from malle.testing.dev_services import Services

MOVERS = 64
_VALUES = {
    "tab": ":tab",
    "expected": ":seq",
    "key": "gen_random_uuid()",
    "hash": "'\\x30313233343536373839616263646566'",
    "mover": "0",
    "lines": "E'" + LINES.replace("\n", "\\n") + "'",
    "seconds": "null",
    "waits": "1",
    "robots": "0",
    "over": "false",
}


def pgbench_script() -> str:
    """Return a pgbench script with the writer's own statement, in which every client moves at its own table."""
    sql = TABLE_QUERIES.move.sql
    for number, name in reversed(list(enumerate(parameter_order("move"), 1))):
        sql = re.sub(rf"\${number}\b", lambda _, name=name: _VALUES[name], sql)  # type: ignore[misc]
    # gen_random_uuid() would differ at each place it is used, and a move has one key.
    sql = sql.replace("gen_random_uuid()::uuid", "(select key from fresh)")
    sql = sql.replace(
        "with prior as materialized",
        "with fresh as materialized (select gen_random_uuid() as key), prior as materialized",
        1,
    )
    return f"\\set tab :base + :client_id\n{sql}\n\\set seq :seq + 1\n"


async def new_tables(owner: str, count: int) -> int:
    """Insert `count` tables with consecutive numbers and return the first number."""
    base = (1 << 48) + secrets.randbits(40) * 1024
    connection = await asyncpg.connect(owner)
    rows = (
        "insert into malle.tab (id, setup, seed) select $1::bigint + n, '{}', '' from generate_series(0, $2::int - 1) n"
    )
    await connection.execute(rows, base, count)
    await connection.close()
    return base


def run_pgbench(owner: str, base: int, seconds: float) -> float:
    """Return the moves a second of pgbench."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(pgbench_script())
        script.flush()
        command = [find_tool("pgbench"), "-n", "-M", "prepared", "-c", str(MOVERS), "-j", "2", "-T", str(int(seconds))]
        command += ["-D", f"base={base}", "-D", "seq=0", "-f", script.name, owner]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"tps = ([\d.]+) \(without", output)
    assert found is not None, output
    return float(found[1])


async def run_writer(address: str, base: int, seconds: float, movers: int = MOVERS) -> tuple[float, float]:
    """Return the writer's moves a second and its moves a statement."""
    writer = LogWriter(PrimaryFinder(address))
    await writer.open()
    count = 0
    end = time.monotonic() + seconds

    async def mover(tab: int) -> None:
        """Make moves at one table until the time is over."""
        nonlocal count
        seq = 0
        while time.monotonic() < end:
            written = await writer.write(
                LogWrite(tab, seq, uuid4(), b"0123456789abcdef", 0, LINES, None, 1, 0, False)
            )  # fmt: skip
            assert written.status == 0
            seq = written.seq
            count += 1

    began = time.monotonic()
    await asyncio.gather(*(mover(base + number) for number in range(movers)))
    took = time.monotonic() - began
    await writer.close()
    return count / took, count / max(1, writer.statements_sent)


def compare(services: Services, database: str, turns: int, seconds: float) -> bool:
    """Print both rates and their ratio. Return False if the run is void."""
    owner, app = services.owner_url(0, database), services.app_url(0, database)
    bare: list[float] = []
    again: list[float] = []
    ours: list[float] = []
    batch = 0.0
    for _ in range(turns):
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            for figures in (bare, again):
                figures.append(run_pgbench(owner, runner.run(new_tables(owner, MOVERS)), seconds))
            rate, batch = runner.run(run_writer(app, runner.run(new_tables(owner, MOVERS)), seconds))
            ours.append(rate)
    print(f"  pgbench -c {MOVERS}: {spread(bare)} moves/s")
    print(f"  the writer with {MOVERS} movers: {spread(ours)} moves/s, {batch:.0f} a statement")
    control = ratios(again, bare)
    print(f"  the same twice: {spread(control)}; writer / pgbench: {spread(ratios(ours, bare))} (goal 3, at least 1.5)")
    print(f"  load average {os.getloadavg()[0]:.1f}")
    return not is_void(control)
