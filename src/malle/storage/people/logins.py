"""Ways to sign in on another device: a printed link, a QR code on a screen, or a passkey. Each secret is
stored as a digest; links and passkey challenges are valid once.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from msgspec import Struct

from malle.storage.connections import Database
from malle.storage.queries import LOGIN_QUERIES

PRINTED_LINK_SECONDS = 20 * 365 * 86400.0
"""Seconds for which a printed link is valid, until it is used or another one is printed."""


class Passkey(Struct, frozen=True):
    """A key that a browser or a phone holds."""

    id: bytes
    label: str
    added: datetime


class LoginStore:
    """Reads and writes login links, passkeys and passkey challenges in the people's database. Each
    `Store` has one instance."""

    def __init__(self, people: Database) -> None:
        self._people = people

    async def replace_link(self, digest: bytes, person: UUID, kind: str, seconds: float, device: bytes) -> None:
        """Store a login link for a person, valid for `seconds`, and delete the person's earlier
        links of this kind. `kind` is `paper` (printed) or `square` (a QR code). `digest` is that of
        the link's secret, `device` that of the device that shows the link. No link is stored for an
        erased person."""
        values = {"digest": digest, "person": person, "kind": kind, "seconds": seconds, "device": device}

        async def both() -> None:
            """Delete the earlier links and add the new one, in one transaction."""
            async with self._people.transaction() as connection:
                await LOGIN_QUERIES.drop_links(connection, person=person, kind=kind)
                await LOGIN_QUERIES.add_link(connection, **values)

        await self._people.run(both())

    async def peek_link(self, digest: bytes) -> tuple[UUID, str, str] | None:
        """Return (person, kind, label of the device that shows the link) for a valid link,
        without using it. The label is empty if the device has no row. Return None if the link is
        not valid."""
        row = await self._people.run(LOGIN_QUERIES.look_at_link(self._people.pool, digest=digest))
        return None if row is None else (row["person"], row["kind"], row["label"] or "")

    async def use_link(self, digest: bytes, device: bytes, label: str) -> UUID | None:
        """Use a link: assign the new device (a digest) to the link's person, and return the person.
        Return None, without any change, if the link is not valid any more."""
        row = await self._people.run(
            LOGIN_QUERIES.use_link(self._people.pool, digest=digest, device=device, label=label)
        )
        return None if row is None else UUID(bytes=row["person"].bytes)

    async def restore_link(self, digest: bytes, device: bytes) -> None:
        """Undo `use_link` after a later step has failed: the link is valid again, and the row of
        `device` is deleted."""
        await self._people.run(LOGIN_QUERIES.give_back_link(self._people.pool, digest=digest, device=device))

    async def add_device(self, device: bytes, person: UUID, label: str) -> None:
        """Add a new device, given by its digest, that plays for this person."""
        await self._people.run(LOGIN_QUERIES.lead_device(self._people.pool, digest=device, person=person, label=label))

    async def printed_link_made_at(self, person: UUID) -> datetime | None:
        """Return when the person's unused printed link was made, or None if there is none."""
        found: datetime | None = await self._people.run(LOGIN_QUERIES.paper(self._people.pool, person=person))
        return found

    async def add_challenge(self, digest: bytes, person: UUID | None, seconds: float) -> None:
        """Store a passkey challenge that is valid for `seconds`, and delete expired ones. `person` is None if
        the challenge is not for a known person."""
        values = {"digest": digest, "person": person, "seconds": seconds}
        await self._people.run(LOGIN_QUERIES.add_challenge(self._people.pool, **values))

    async def use_challenge(self, digest: bytes) -> tuple[UUID | None] | None:
        """Consume a challenge and return its person, in a tuple: `(None,)` if it was made for no known
        person. Return None if the challenge is unknown, used or expired."""
        row = await self._people.run(LOGIN_QUERIES.use_challenge(self._people.pool, digest=digest))
        return None if row is None else (row["person"],)

    async def add_passkey(
        self, passkey_id: bytes, person: UUID, public_key: bytes, sign_count: int, label: str
    ) -> bool:
        """Store a passkey for a person. Return False if its id is stored already, or if the person was
        erased."""
        values = {"id": passkey_id, "person": person, "public": public_key, "count": sign_count, "label": label}
        return bool(await self._people.run(LOGIN_QUERIES.add_passkey(self._people.pool, **values)))

    async def find_passkey(self, passkey_id: bytes) -> tuple[UUID, bytes, int] | None:
        """Return (person, public key, signature counter) of a passkey, or None if it is unknown."""
        row = await self._people.run(LOGIN_QUERIES.passkey(self._people.pool, id=passkey_id))
        return None if row is None else (row["person"], row["public"], row["count"])

    async def use_passkey(self, passkey_id: bytes, sign_count: int) -> None:
        """Record that a passkey was used, with its new signature counter."""
        await self._people.run(LOGIN_QUERIES.use_passkey(self._people.pool, id=passkey_id, count=sign_count))

    async def list_passkeys(self, person: UUID) -> list[Passkey]:
        """Return the passkeys of a person, oldest first."""
        rows = await self._people.fetch_all(LOGIN_QUERIES.passkeys(self._people.pool, person=person))
        return [Passkey(row["id"], row["label"], row["made"]) for row in rows]

    async def drop_passkeys(self, person: UUID) -> None:
        """Delete all passkeys of a person."""
        await self._people.run(LOGIN_QUERIES.drop_passkeys(self._people.pool, person=person))
