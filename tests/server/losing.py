"""`make losses`: a thousand ways to lose frames, each of which must end with the scene that a fresh client has.

Pages play tables in Node with the client's own modules (its socket, store, unpacker and speaker, bundled as for a
browser) against two real servers. Their networks break all the time: connections are cut, frozen, spoilt or led to the
other server, and single states get lost; moves are undone, windows are held back, spectators look late, robots take
seats over, people go on to the next table. In the end every page is compared with a fresh one of the same viewer, byte
for byte, in words. `client/tests/losing.ts` has the ways.

    python -m tests.server.losing --ways 1000
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from malle.config.settings import read_config
from malle.robots.robot_worker import RobotWorker
from malle.testing import dev_services as running
from tests.server.bots import LIBRARY
from tests.server.conftest import drop_databases, make_databases
from tests.server.nursery import Nursery, Zygote, free_port, wait_until_ready

CLIENT = Path(__file__).parents[2] / "client"
KINDS = ("drop", "reconnect", "process", "undo", "curtain", "late", "takeover", "match")
"""As in `losing.ts`: a way's kind is its number's turn."""
SETTINGS = {
    "MALLE_RATE": "10000", "MALLE_HTTP_RATE": "10000", "MALLE_WINDOW": "0.5", "MALLE_SNAPSHOT": "3", "MALLE_PACE": "0",
    "MALLE_TABLES": "1000000", "MALLE_SOCKETS": "100000", "MALLE_EXAMPLES": "1",
}  # fmt: skip
"""Room for fast clients, windows that are held back, snapshots in the middle of everything."""

PATIENCE = 60.0
"""Seconds after which what has not come does not come, on a busy machine too."""

Change = tuple[str, str, str]
"""A file of the client, a text in it, and what is put there instead."""


class Way(msgspec.Struct, frozen=True):
    """How one way ended."""

    number: int
    kind: str
    did: dict[str, int]
    """What was done and lost, by its name, how often."""
    wrong: str
    """Empty: every page showed what a fresh one shows."""


def bundle(folder: Path, changes: Sequence[Change] = ()) -> Path:
    """The ways with the client's modules, as one file for Node; `changes` break them on purpose."""
    for name in ("src", "tests"):
        shutil.copytree(CLIENT / name, folder / name)
    shutil.copy(CLIENT / "tsconfig.json", folder)
    (folder / "node_modules").symlink_to(CLIENT / "node_modules")
    for name, old, new in changes:
        path = folder / "src" / name
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{name} has {text.count(old)} times: {old}"
        path.write_text(text.replace(old, new), "utf-8")
    bundler = CLIENT / "node_modules" / ".bin" / "rolldown"
    made = folder / "losing.mjs"
    command = [
        str(bundler),
        "tests/losing.ts",
        "--format",
        "esm",
        "--platform",
        "node",
        "--no-code-splitting",
        "--file",
    ]
    command += [str(made)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return made


@asynccontextmanager
async def two_servers(nursery: Nursery, environment: Mapping[str, str], plant: str = "") -> AsyncIterator[list[int]]:
    """Their ports, while they run, with robots beside them."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port, plant=plant, pages=True, wait=False)
    for port in ports:
        await asyncio.to_thread(wait_until_ready, port)
    worker = RobotWorker(read_config(environment).worker_config(), f"http://127.0.0.1:{ports[0]}", 0.0, LIBRARY)
    robots = asyncio.create_task(worker.run())
    try:
        yield ports
    finally:
        robots.cancel()
        await asyncio.gather(robots, return_exceptions=True)
        nursery.close()


async def lose(
    made: Path,
    ports: Sequence[int],
    ways: Iterable[int],
    *,
    seed: int = 1,
    beside: int = 4,
    patience: float = PATIENCE,
    settle: float = PATIENCE,
) -> AsyncGenerator[Way, None]:
    """Runs these ways, so many beside each other; each as it ends. Seconds: what has not come within `patience` does
    not come, and a page has `settle` to be like a fresh one in the end."""
    order = {"ports": ports, "ways": list(ways), "seed": seed, "beside": beside}
    order |= {"patience": 1000 * patience, "settle": 1000 * settle}
    command = ["node", str(made), json.dumps(order)]
    node = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, limit=1 << 22)
    assert node.stdout is not None
    try:
        async for line in node.stdout:
            yield msgspec.json.decode(line, type=Way)
        assert await node.wait() == 0, "Node ended early"
    finally:
        if node.returncode is None:
            node.kill()
            await node.wait()


async def _run(ways: int, seed: int, beside: int) -> int:
    services = running.start_services(Path("var/server/alone"))
    name = f"losses_{secrets.token_hex(4)}"
    await make_databases(services, name)
    environment = {**services.environment(name), **SETTINGS}
    did: Counter[str] = Counter()
    wrong: list[Way] = []
    zygote = Zygote()
    with tempfile.TemporaryDirectory() as folder:
        nursery = Nursery(zygote, environment, Path(folder) / "server.log")
        try:
            made = bundle(Path(folder) / "client")
            done = 0
            async with two_servers(nursery, environment) as ports:
                async for way in lose(made, ports, range(ways), seed=seed, beside=beside):
                    done += 1
                    did.update(way.did)
                    if way.wrong:
                        wrong.append(way)
                        print(f"\nway {way.number} ({way.kind}): {way.wrong}", file=sys.stderr)
                    bar = "█" * (30 * done // ways)
                    print(f"\r{bar:<30} {done} of {ways}, {len(wrong)} wrong ", end="", file=sys.stderr, flush=True)
        finally:
            zygote.close()
            await drop_databases(services, name)
    print(file=sys.stderr)
    print(f"{done} ways, {did.pop('compared', 0)} pages compared with a fresh one, {len(wrong)} ways wrong")
    print(", ".join(f"{what} {times}" for what, times in sorted(did.items())))
    return 1 if wrong or done < ways else 0


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Ways to lose frames.")
    parser.add_argument("--ways", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--beside", type=int, default=4, help="ways that go on beside each other")
    options = parser.parse_args()
    sys.exit(asyncio.run(_run(options.ways, options.seed, options.beside)))


if __name__ == "__main__":
    main()
