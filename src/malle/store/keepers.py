"""Operators of the site and the settings that they changed: rows of the people's database.

An operator is a person. A person becomes one by a link that is valid once; their devices and passkeys are
those of the person. Actions of operators and commands are written to an audit log. The server may add to this
log and never change it.
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
"""Seconds for which a sign-in link for operators is valid."""
OLD_BACKUP = timedelta(days=2)
"""Age from which on a backup counts as old. One is made every night."""


class Registered(Struct, frozen=True):
    """An action of an operator or a command, from the audit log."""

    at: datetime
    person: UUID | None
    """The operator, or None for a command."""
    what: str
    """Slug of the action."""
    about: str
    """Details of the action, at most 200 characters."""


class BackedUp(Struct, frozen=True):
    """A backup that was made: when, of how many tables, and its size."""

    at: datetime
    tables: int
    megabytes: float


class Totals(Struct, frozen=True):
    """Number of tables that are open and over, and of people."""

    open: int
    over: int
    people: int


class Keepers:
    """Reads and writes operators, site settings and the audit log."""

    def __init__(self, people: Database, shards: Callable[[], Sequence[Shard]]) -> None:
        self._people = people
        self._shards = shards
        self._known: Mapping[str, str] | None = None
        """Cached site settings, or None before the first read."""

    async def make_link(self) -> str:
        """Create a link to the admin page and return its secret. The link is valid once, for
        `OPERATOR_LINK_SECONDS`."""
        secret = secrets.token_urlsafe(24)
        await self._people.ask(PEOPLE.add_way_in(self._people.pool, digest=_digest(secret), seconds=LINK_SECONDS))
        return secret

    async def come_in(self, secret: str, person: UUID) -> bool:
        """Use an operator link: make this person an operator and record it. Return False if the link is not
        valid any more."""

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
        """Return whether this person is an operator."""
        return bool(await self._people.ask(PEOPLE.is_keeper(self._people.pool, person=person)))

    async def first_link(self) -> str:
        """Create an operator link if the site has no operator yet, and return its secret. Return an empty
        string otherwise."""
        return "" if await self._people.ask(PEOPLE.has_keeper(self._people.pool)) else await self.make_link()

    async def leave(self, person: UUID) -> None:
        """Remove this person from the operators, and record it."""
        await self._people.ask(PEOPLE.remove_keeper(self._people.pool, person=person))
        await self.note(person, "left")

    async def settled(self) -> Mapping[str, str]:
        """Return the site settings. While the database is unavailable, return the last known ones. Raise
        `DatabaseUnavailable` if none are known: they decide who may do what, and nobody may do what an
        operator could have forbidden."""
        try:
            rows = await self._people.rows(PEOPLE.settled(self._people.pool))
        except Unavailable:
            if self._known is None:
                raise
            return self._known
        self._known = {row["name"]: row["value"] for row in rows}
        return self._known

    async def settle(self, person: UUID, name: str, value: str) -> None:
        """Change a site setting, and record its name in the audit log, without the value."""
        await self._people.ask(PEOPLE.settle(self._people.pool, name=name, value=value))
        await self.note(person, f"settled-{name}")

    async def note(self, person: UUID | None, what: str, about: str = "") -> None:
        """Add an action to the audit log. `person` is None for a command; `details` is cut at 200 characters."""
        await self._people.ask(PEOPLE.register(self._people.pool, person=person, what=what, about=about[:200]))

    async def register(self, most: int = 20) -> list[Registered]:
        """Return the latest actions, newest first, without backups."""
        rows = await self._people.rows(PEOPLE.registered(self._people.pool, most=most))
        return [Registered(row["at"], row["person"], row["what"], row["about"]) for row in rows]

    async def note_backup(self, tables: int, megabytes: float) -> None:
        """Record that a command made a backup of this many tables and this size."""
        await self.note(None, "backup", f"{tables} {megabytes:.1f}")

    async def last_backup(self) -> BackedUp | None:
        """Return the latest backup, or None if there is none."""
        row = await self._people.ask(PEOPLE.last_backup(self._people.pool))
        if row is None:
            return None
        tables, megabytes = row["about"].split()
        return BackedUp(row["at"], int(tables), float(megabytes))

    async def totals(self) -> Totals:
        """Return how many tables and people the site has. Tables whose end is not shown yet count as open.
        Raise `DatabaseUnavailable` if any database does not answer."""
        counts = [await shard.ask(QUERIES.count_tables(shard.pool)) for shard in self._shards()]
        people = await self._people.ask(PEOPLE.count_people(self._people.pool))
        return Totals(sum(each["open"] for each in counts), sum(each["over"] for each in counts), people)


def _digest(secret: str) -> bytes:
    return sha256(b"malle way in\n" + secret.encode()).digest()
