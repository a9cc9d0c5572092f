"""The devices of people, in the people's database: whose each is, and which were closed.

Most devices have no row that matters: a device is the person that its secret makes (`person_of`). A row says so of one
that was led to somebody else's person, or that was closed; and for the person's own eyes what it is, and when it came.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from malle.store.database import Database
from malle.store.queries import PEOPLE


class Device(Struct, frozen=True):
    """A browser that plays for somebody."""

    digest: bytes
    label: str
    """What it is, as `malle.web.agent` says it."""
    made: datetime
    seen: datetime


class Devices:
    """Those of everybody."""

    def __init__(self, people: Database) -> None:
        self._people = people

    async def whose(self, digest: bytes, own: UUID) -> UUID | None:
        """The person of a device: the one that it was led to, or that its secret makes (`own`). None: it was closed,
        or they were erased."""
        row = await self._people.ask(PEOPLE.device(self._people.pool, digest=digest, own=own))
        return None if row["closed"] else UUID(bytes=row["person"].bytes)

    async def see(self, digest: bytes, person: UUID, label: str) -> None:
        """A device of this person is here. One that was closed stays so."""
        await self._people.ask(PEOPLE.see_device(self._people.pool, digest=digest, person=person, label=label))

    async def is_known(self, person: UUID) -> bool:
        """Is anything written about this person that says who they are, or how to reach them?"""
        return bool(await self._people.ask(PEOPLE.is_known(self._people.pool, person=person)))

    async def of(self, person: UUID) -> list[Device]:
        """Those of a person that are open, the latest first."""
        rows = await self._people.rows(PEOPLE.devices(self._people.pool, person=person))
        return [Device(row["digest"], row["label"], row["made"], row["seen"]) for row in rows]

    async def close(self, digest: bytes, person: UUID) -> bool:
        """A device of this person opens nothing any more, and is told nothing. Was it one, and open?"""

        async def both() -> bool:
            async with self._people.writing() as connection:
                if not await PEOPLE.close_device(connection, digest=digest, person=person):
                    return False
                await PEOPLE.drop_channels_of(connection, digest=digest, person=person)
                return True

        return bool(await self._people.ask(both()))

    async def hand_over(self, digest: bytes, person: UUID) -> None:
        """The device of a guest is this person's, and opens nothing any more."""
        await self._people.ask(PEOPLE.hand_over_device(self._people.pool, digest=digest, person=person))

    async def closed_lately(self, seconds: float) -> set[bytes]:
        """Those that were closed since."""
        rows = await self._people.rows(PEOPLE.closed_lately(self._people.pool, seconds=seconds))
        return {row["digest"] for row in rows}

    async def erased_of(self, people: Iterable[UUID]) -> set[UUID]:
        """Those of these people who were erased."""
        rows = await self._people.rows(PEOPLE.erased_of(self._people.pool, people=list(people)))
        return {UUID(bytes=row["person"].bytes) for row in rows}
