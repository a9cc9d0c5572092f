"""Devices of people, in the people's database: which person a device belongs to, and which devices were
closed.

Most devices need no row, because a device belongs to the person that its secret yields (`person_of_token`). A
row assigns a device to another person, or marks it as closed. It also holds what its owner is shown: the kind
of device and when it was used.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from malle.storage.connections import Database
from malle.storage.queries import PEOPLE_QUERIES


class Device(Struct, frozen=True):
    """A browser that plays for a person, as its row in the people's database says."""

    digest: bytes
    label: str
    """The browser and the kind of device, such as `firefox phone`; see `malle.web.security.device_label`."""
    added: datetime
    last_used: datetime


class DeviceStore:
    """Reads and writes device rows in the people's database. A device is named by the digest of its
    secret token."""

    def __init__(self, people: Database) -> None:
        self._people = people

    async def owner_of(self, digest: bytes, derived_person: UUID) -> UUID | None:
        """Return the person of a device: the one that its row names, or `derived_person`, the one that its
        secret yields. Return None if the device was closed or its person was erased."""
        row = await self._people.run(PEOPLE_QUERIES.device(self._people.pool, digest=digest, own=derived_person))
        return None if row["closed"] else UUID(bytes=row["person"].bytes)

    async def record_use(self, digest: bytes, person: UUID, label: str) -> None:
        """Record that a device of this person was used, at most once an hour unless its label
        changed. A new device gets a row. Nothing changes if the device was closed or the person
        erased."""
        await self._people.run(PEOPLE_QUERIES.see_device(self._people.pool, digest=digest, person=person, label=label))

    async def is_person_known(self, person: UUID) -> bool:
        """Return whether the database holds a name, a device, a notification channel or a passkey of this
        person."""
        return bool(await self._people.run(PEOPLE_QUERIES.is_known(self._people.pool, person=person)))

    async def list_open(self, person: UUID) -> list[Device]:
        """Return a person's open devices, most recently used first."""
        rows = await self._people.fetch_all(PEOPLE_QUERIES.devices(self._people.pool, person=person))
        return [Device(row["digest"], row["label"], row["made"], row["seen"]) for row in rows]

    async def close(self, digest: bytes, person: UUID) -> bool:
        """Close a device of this person and remove its push channels, in one transaction. Also
        remove push channels of this person that name no device. Return False, without any change,
        if the person has no open device with this digest."""

        async def both() -> bool:
            """Close the device and delete push channels, in one transaction. Return False if there
            is no such open device."""
            async with self._people.transaction() as connection:
                if not await PEOPLE_QUERIES.close_device(connection, digest=digest, person=person):
                    return False
                await PEOPLE_QUERIES.drop_channels_of(connection, digest=digest, person=person)
                return True

        return bool(await self._people.run(both()))

    async def retire_guest_device(self, digest: bytes, person: UUID) -> None:
        """Assign a guest's device to this person and close it: its secret opens nothing any more."""
        await self._people.run(PEOPLE_QUERIES.hand_over_device(self._people.pool, digest=digest, person=person))

    async def recently_closed(self, seconds: float) -> set[bytes]:
        """Return the digests of devices that were closed in the last `seconds`."""
        rows = await self._people.fetch_all(PEOPLE_QUERIES.closed_lately(self._people.pool, seconds=seconds))
        return {row["digest"] for row in rows}

    async def find_erased(self, people: Iterable[UUID]) -> set[UUID]:
        """Return those of `people` who were erased."""
        rows = await self._people.fetch_all(PEOPLE_QUERIES.erased_of(self._people.pool, people=list(people)))
        return {UUID(bytes=row["person"].bytes) for row in rows}
