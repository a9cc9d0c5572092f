"""How somebody comes in on another device: by a link on paper, a square on a screen, or a passkey. Each secret is kept
as its digest, and a link or a question counts once."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from msgspec import Struct

from malle.store.database import Database
from malle.store.queries import ENTERING

YEARS = 20 * 365 * 86400.0
"""Seconds for which a link on paper opens, until it is used or another is printed."""


class Passkey(Struct, frozen=True):
    """A key that a browser or a phone holds."""

    id: bytes
    label: str
    made: datetime


class WaysIn:
    """Those of everybody."""

    def __init__(self, people: Database) -> None:
        self._people = people

    async def add_link(self, digest: bytes, person: UUID, kind: str, seconds: float, device: bytes) -> None:
        """Another link of this kind leads to a person, and none of before."""
        values = {"digest": digest, "person": person, "kind": kind, "seconds": seconds, "device": device}

        async def both() -> None:
            async with self._people.writing() as connection:
                await ENTERING.drop_links(connection, person=person, kind=kind)
                await ENTERING.add_link(connection, **values)

        await self._people.ask(both())

    async def look(self, digest: bytes) -> tuple[UUID, str, str] | None:
        """(person, kind, label of the device that shows it) of a link that opens, without using it."""
        row = await self._people.ask(ENTERING.look_at_link(self._people.pool, digest=digest))
        return None if row is None else (row["person"], row["kind"], row["label"] or "")

    async def use(self, digest: bytes, device: bytes, label: str) -> UUID | None:
        """A device is led in by a link, which opens nothing then. None: it did not open any more."""
        row = await self._people.ask(ENTERING.use_link(self._people.pool, digest=digest, device=device, label=label))
        return None if row is None else UUID(bytes=row["person"].bytes)

    async def give_back(self, digest: bytes, device: bytes) -> None:
        """What came after a link was used has failed: it opens again, and the device is nobody's."""
        await self._people.ask(ENTERING.give_back_link(self._people.pool, digest=digest, device=device))

    async def lead(self, device: bytes, person: UUID, label: str) -> None:
        """A new device plays for this person."""
        await self._people.ask(ENTERING.lead_device(self._people.pool, digest=device, person=person, label=label))

    async def paper(self, person: UUID) -> datetime | None:
        """When the link on paper was made that still opens."""
        found: datetime | None = await self._people.ask(ENTERING.paper(self._people.pool, person=person))
        return found

    async def add_challenge(self, digest: bytes, person: UUID | None, seconds: float) -> None:
        """A question for a passkey."""
        values = {"digest": digest, "person": person, "seconds": seconds}
        await self._people.ask(ENTERING.add_challenge(self._people.pool, **values))

    async def use_challenge(self, digest: bytes) -> tuple[UUID | None] | None:
        """Who was asked; None: there is no such question, or not any more."""
        row = await self._people.ask(ENTERING.use_challenge(self._people.pool, digest=digest))
        return None if row is None else (row["person"],)

    async def add_passkey(self, id_: bytes, person: UUID, public: bytes, count: int, label: str) -> bool:
        """A key was made for this person. False: it is there already, or they were erased."""
        values = {"id": id_, "person": person, "public": public, "count": count, "label": label}
        return bool(await self._people.ask(ENTERING.add_passkey(self._people.pool, **values)))

    async def passkey(self, id_: bytes) -> tuple[UUID, bytes, int] | None:
        """(person, public key, how often it was used) of a key."""
        row = await self._people.ask(ENTERING.passkey(self._people.pool, id=id_))
        return None if row is None else (row["person"], row["public"], row["count"])

    async def use_passkey(self, id_: bytes, count: int) -> None:
        """It was used."""
        await self._people.ask(ENTERING.use_passkey(self._people.pool, id=id_, count=count))

    async def passkeys(self, person: UUID) -> list[Passkey]:
        """Those of a person."""
        rows = await self._people.rows(ENTERING.passkeys(self._people.pool, person=person))
        return [Passkey(row["id"], row["label"], row["made"]) for row in rows]

    async def drop_passkeys(self, person: UUID) -> None:
        """None of them opens anything any more."""
        await self._people.ask(ENTERING.drop_passkeys(self._people.pool, person=person))
