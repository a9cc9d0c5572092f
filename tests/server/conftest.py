"""Real services for every test, and a pair of databases for each run of them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest

from malle.storage.migrate import migrate_async
from malle.storage.store import Store
from malle.testing import dev_services as running
from malle.testing.dev_services import Services
from tests.server.nursery import Nursery, Zygote
from tests.server.town import clock as clock
from tests.server.town import post as post
from tests.server.town import push as push
from tests.server.town import quiet as quiet
from tests.server.town import town as town

FOLDER = Path("var/server") / os.environ.get("PYTEST_XDIST_WORKER", "alone")


@pytest.fixture(scope="session")
def services() -> Services:
    """Private services of this worker, started if they are not; they stay for the next run. Some tests crash them, so
    they are neither those of `make serve` and of the browsers' lane nor another worker's."""
    return running.start_services(FOLDER)


@pytest.fixture(scope="session")
def database(services: Services) -> Iterator[str]:
    """A migrated database of the same name in both clusters. Tests share it: each opens tables of its own."""
    name = f"test_{secrets.token_hex(4)}"

    asyncio.run(make_databases(services, name))
    yield name
    asyncio.run(drop_databases(services, name))


@pytest.fixture
async def store(services: Services, database: str) -> AsyncIterator[Store]:
    """A store over two databases."""
    async with opened_store(services, database) as store:
        yield store


@contextlib.asynccontextmanager
async def opened_store(services: Services, database: str) -> AsyncIterator[Store]:
    """The store of one process, as long as the block runs."""
    store = Store({1: services.app_url(0, database), 2: services.app_url(1, database)}, services.app_url(0, database))
    await store.open()
    yield store
    await store.close()


async def make_databases(services: Services, name: str) -> None:
    """A migrated database of this name in both clusters."""
    for cluster in range(2):
        await execute(services, cluster, f"create database {name}")
        await migrate_async(services.owner_url(cluster, name), "tables")
    await migrate_async(services.owner_url(0, name), "people")


async def drop_databases(services: Services, name: str) -> None:
    """Away with both, whoever is still connected."""
    for cluster in range(2):
        await execute(services, cluster, f"drop database if exists {name} with (force)")


async def execute(services: Services, cluster: int, statement: str) -> None:
    """As the owner of a cluster."""
    connection = await asyncpg.connect(services.owner_url(cluster, "postgres"))
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@pytest.fixture
async def no_clock_left_running(services: Services, database: str) -> AsyncIterator[None]:
    """Other tests count deadlines."""
    yield
    for cluster in range(2):
        connection = await asyncpg.connect(services.owner_url(cluster, database))
        await connection.execute("update malle.tab set deadline = null")
        await connection.close()


@pytest.fixture
def environment(services: Services, database: str) -> dict[str, str]:
    """The settings of a server for tests, with room for fast clients."""
    fast = {"MALLE_RATE": "10000", "MALLE_HTTP_RATE": "10000", "MALLE_WINDOW": "0", "MALLE_PACE": "0"}
    fast |= {"MALLE_ROBOT_PATIENCE": "3600"}  # a robot without a worker waits
    fast |= {"MALLE_TABLES": "1000000", "MALLE_SOCKETS": "100000"}
    fast |= {"MALLE_EXAMPLES": "1"}
    return {**services.environment(database), **fast}


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    """The process that forks servers."""
    zygote = Zygote()
    yield zygote
    zygote.close()


@pytest.fixture
def nursery(zygote: Zygote, environment: dict[str, str], tmp_path: Path) -> Iterator[Nursery]:
    """Servers, as many as a test wants, at any time."""
    nursery = Nursery(zygote, environment, tmp_path / "server.log")
    yield nursery
    nursery.close()
