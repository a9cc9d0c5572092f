"""Who keeps the house, and what they settled: rows of the people's database.

A keeper is a person. They become one by a link that is good once; a keeper's devices and passkeys are those of the
person. What keepers and commands do is written into a register, which the server can add to and never change.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from msgspec import Struct

from malle.store.away import Unavailable
from malle.store.database import Database, Shard
from malle.store.queries import PEOPLE, QUERIES

LINK_SECONDS = 15 * 60.0
"""How long a link is good."""
OLD_BACKUP = timedelta(days=2)
"""After this a backup is old: one is made every night."""


class Registered(Struct, frozen=True):
    """Something that a keeper or a command did."""

    at: datetime
    person: UUID | None
    """None: a command."""
    what: str
    """Slug of the deed."""
    about: str


class BackedUp(Struct, frozen=True):
    """A backup that was made."""

    at: datetime
    tables: int
    megabytes: float


class Totals(Struct, frozen=True):
    """How much there is."""

    open: int
    over: int
    people: int


class Keepers:
    """Those of a house."""

    def __init__(self, people: Database, shards: Callable[[], Sequence[Shard]]) -> None:
        self._people = people
        self._shards = shards
        self._known: Mapping[str, str] | None = None
        """What was settled, when it was last read; None: it never was."""

    async def make_link(self) -> str:
        """The secret of a link to the page of the house: good once, for a quarter of an hour."""
        secret = secrets.token_urlsafe(24)
        await self._people.ask(PEOPLE.add_way_in(self._people.pool, digest=_digest(secret), seconds=LINK_SECONDS))
        return secret

    async def come_in(self, secret: str, person: UUID) -> bool:
        """Somebody came by a link: from now on they keep the house. False: it is not good any more."""

        async def both() -> bool:
            async with self._people.writing() as connection:
                if not await PEOPLE.use_way_in(connection, digest=_digest(secret)):
                    return False
                await PEOPLE.add_keeper(connection, person=person)
                return True

        if not await self._people.ask(both()):
            return False
        await self.note(person, "came-in")
        return True

    async def keeps(self, person: UUID) -> bool:
        """Does this person keep the house?"""
        return bool(await self._people.ask(PEOPLE.is_keeper(self._people.pool, person=person)))

    async def first_link(self) -> str:
        """A link for a house that nobody keeps yet; empty where somebody does."""
        return "" if await self._people.ask(PEOPLE.has_keeper(self._people.pool)) else await self.make_link()

    async def leave(self, person: UUID) -> None:
        """They do not any more."""
        await self._people.ask(PEOPLE.remove_keeper(self._people.pool, person=person))
        await self.note(person, "left")

    async def settled(self) -> Mapping[str, str]:
        """What keepers settled; as it was last known while the database is away. `Unavailable` if nothing is known:
        who may do something hangs on it, and nobody is let do what a keeper may have forbidden."""
        try:
            rows = await self._people.rows(PEOPLE.settled(self._people.pool))
        except Unavailable:
            if self._known is None:
                raise
            return self._known
        self._known = {row["name"]: row["value"] for row in rows}
        return self._known

    async def settle(self, person: UUID, name: str, value: str) -> None:
        """A keeper settles something; the register says what, not the value."""
        await self._people.ask(PEOPLE.settle(self._people.pool, name=name, value=value))
        await self.note(person, f"settled-{name}")

    async def note(self, person: UUID | None, what: str, about: str = "") -> None:
        """Writes down what was done."""
        await self._people.ask(PEOPLE.register(self._people.pool, person=person, what=what, about=about[:200]))

    async def register(self, most: int = 20) -> list[Registered]:
        """What was done, the latest first."""
        rows = await self._people.rows(PEOPLE.registered(self._people.pool, most=most))
        return [Registered(row["at"], row["person"], row["what"], row["about"]) for row in rows]

    async def note_backup(self, tables: int, megabytes: float) -> None:
        """A command made a backup with so many tables."""
        await self.note(None, "backup", f"{tables} {megabytes:.1f}")

    async def last_backup(self) -> BackedUp | None:
        """The latest one; None: there was none."""
        row = await self._people.ask(PEOPLE.last_backup(self._people.pool))
        if row is None:
            return None
        tables, megabytes = row["about"].split()
        return BackedUp(row["at"], int(tables), float(megabytes))

    async def totals(self) -> Totals:
        """How many tables and people there are, by number only."""
        counts = [await shard.ask(QUERIES.count_tables(shard.pool)) for shard in self._shards()]
        people = await self._people.ask(PEOPLE.count_people(self._people.pool))
        return Totals(sum(each["open"] for each in counts), sum(each["over"] for each in counts), people)


def _digest(secret: str) -> bytes:
    return sha256(b"malle way in\n" + secret.encode()).digest()
