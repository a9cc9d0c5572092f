"""The devices of people, in the people's database: whose each is, and which were closed.

Most devices have no row that matters: a device is the person that its secret makes (`person_of`). A row says so of one
that was led to somebody else's person, or that was closed; and for the person's own eyes what it is, and when it came.
"""

from __future__ import annotations

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

    async def whose(self, digest: bytes) -> tuple[UUID, bool] | None:
        """The person that a device was led to, and whether it was closed; None: nothing is written about it."""
        row = await self._people.ask(PEOPLE.device(self._people.pool, digest=digest))
        return None if row is None else (row["person"], row["closed"])

    async def see(self, digest: bytes, person: UUID, label: str) -> None:
        """A device of this person is here. One that was closed stays so."""
        await self._people.ask(PEOPLE.see_device(self._people.pool, digest=digest, person=person, label=label))

    async def of(self, person: UUID) -> list[Device]:
        """Those of a person that are open, the latest first."""
        rows = await self._people.rows(PEOPLE.devices(self._people.pool, person=person))
        return [Device(row["digest"], row["label"], row["made"], row["seen"]) for row in rows]

    async def close(self, digest: bytes, person: UUID) -> bool:
        """A device of this person opens nothing any more. Was it one, and open?"""
        return bool(await self._people.ask(PEOPLE.close_device(self._people.pool, digest=digest, person=person)))

    async def hand_over(self, digest: bytes, person: UUID) -> None:
        """The device of a guest is this person's, and opens nothing any more."""
        await self._people.ask(PEOPLE.hand_over_device(self._people.pool, digest=digest, person=person))

    async def closed_lately(self, seconds: float) -> set[bytes]:
        """Those that were closed since."""
        rows = await self._people.rows(PEOPLE.closed_lately(self._people.pool, seconds=seconds))
        return {row["digest"] for row in rows}
