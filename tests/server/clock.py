"""The time that all code asks for, shifted: one function of each database says what time it is."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import asyncpg

from malle.testing.dev_services import Services


class Clock:
    """The clock of a pair of databases."""

    def __init__(self, services: Services, database: str) -> None:
        self._owners = [services.owner_url(cluster, database) for cluster in range(2)]
        self._shift = timedelta()

    async def _say(self, expression: str) -> None:
        for number, owner in enumerate(self._owners):
            connection = await asyncpg.connect(owner)
            try:
                for schema in ("malle", "people") if number == 0 else ("malle",):
                    await connection.execute(
                        f"create or replace function {schema}.now() returns timestamptz language sql volatile"
                        f" parallel safe as $$ select {expression} $$"
                    )
            finally:
                await connection.close()

    async def shift(self, by: timedelta) -> None:
        """So much later than it is."""
        self._shift = by
        await self._say(f"clock_timestamp() + interval '{by.total_seconds()} s'")

    async def stand(self, at: datetime) -> None:
        """It is that moment, and stays it."""
        await self._say(f"'{at.isoformat()}'::timestamptz")

    async def right(self) -> None:
        """As it is."""
        self._shift = timedelta()
        await self._say("clock_timestamp()")

    async def forget(self) -> None:
        """Nobody is awaited at a slow table any more, and nothing is left to be sent: for the next test."""
        slow = ["malle.awaited", "malle.slow"]
        for number, owner in enumerate(self._owners):
            connection = await asyncpg.connect(owner)
            try:
                for name in [*slow, "people.notice", "people.channel"] if number == 0 else slow:
                    await connection.execute(f"delete from {name}")
            finally:
                await connection.close()


@asynccontextmanager
async def shifted(services: Services, database: str) -> AsyncIterator[Clock]:
    """A clock that is right again at the end."""
    clock = Clock(services, database)
    try:
        yield clock
    finally:
        await clock.right()
        await clock.forget()
