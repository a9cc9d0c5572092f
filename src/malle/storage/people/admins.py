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

from malle.storage.connections import Database, Shard
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.queries import PEOPLE_QUERIES, TABLE_QUERIES

OPERATOR_LINK_SECONDS = 15 * 60.0
"""Seconds for which a sign-in link for operators is valid."""
BACKUP_OLD_AFTER = timedelta(days=2)
"""Age from which on a backup counts as old. One is made every night."""


class AuditEntry(Struct, frozen=True):
    """An action of an operator or a command, from the audit log."""

    at: datetime
    person: UUID | None
    """The operator, or None for a command."""
    what: str
    """Slug of the action."""
    about: str
    """Details of the action, at most 200 characters."""


class BackupInfo(Struct, frozen=True):
    """A backup that was made: when, of how many tables, and its size."""

    at: datetime
    tables: int
    megabytes: float


class SiteTotals(Struct, frozen=True):
    """Number of tables that are open and over, and of people."""

    open_tables: int
    finished_tables: int
    people: int


class OperatorStore:
    """Reads and writes operators, site settings and the audit log. Each `Store` has one
    instance."""

    def __init__(self, people: Database, get_shards: Callable[[], Sequence[Shard]]) -> None:
        self._people = people
        self._get_shards = get_shards
        self._cached_settings: Mapping[str, str] | None = None
        """Cached site settings, or None before the first read."""

    async def create_link(self) -> str:
        """Create a link to the admin page and return its secret. The link is valid once, for
        `OPERATOR_LINK_SECONDS`."""
        secret = secrets.token_urlsafe(24)
        await self._people.run(
            PEOPLE_QUERIES.add_way_in(self._people.pool, digest=_digest(secret), seconds=OPERATOR_LINK_SECONDS)
        )
        return secret

    async def accept_link(self, secret: str, person: UUID) -> bool:
        """Use an operator link: make this person an operator, and record that in the audit log.
        Return False, without any change, if the link was used already or has expired."""

        async def both() -> bool:
            """Delete the link and add the operator, in one transaction. Return False if the link is
            not valid."""
            async with self._people.transaction() as connection:
                if not await PEOPLE_QUERIES.use_way_in(connection, digest=_digest(secret)):
                    return False
                await PEOPLE_QUERIES.add_keeper(connection, person=person)
                return True

        if not await self._people.run(both()):
            return False
        await self.record_action(person, "came-in")
        return True

    async def is_operator(self, person: UUID) -> bool:
        """Return whether this person is an operator."""
        return bool(await self._people.run(PEOPLE_QUERIES.is_keeper(self._people.pool, person=person)))

    async def create_first_link(self) -> str:
        """Create an operator link if the site has no operator yet, and return its secret. Return an empty
        string otherwise."""
        return "" if await self._people.run(PEOPLE_QUERIES.has_keeper(self._people.pool)) else await self.create_link()

    async def remove_operator(self, person: UUID) -> None:
        """Remove this person from the operators, and record that in the audit log."""
        await self._people.run(PEOPLE_QUERIES.remove_keeper(self._people.pool, person=person))
        await self.record_action(person, "left")

    async def site_settings(self) -> Mapping[str, str]:
        """Return the site settings by name. While the database is unavailable, return the last
        known ones. Raise `DatabaseUnavailable` if none are known: settings decide who may do what,
        and nobody may do what an operator could have forbidden."""
        try:
            rows = await self._people.fetch_all(PEOPLE_QUERIES.settled(self._people.pool))
        except DatabaseUnavailable:
            if self._cached_settings is None:
                raise
            return self._cached_settings
        self._cached_settings = {row["name"]: row["value"] for row in rows}
        return self._cached_settings

    async def change_setting(self, person: UUID, name: str, value: str) -> None:
        """Change a site setting, and record its name in the audit log, without the value."""
        await self._people.run(PEOPLE_QUERIES.settle(self._people.pool, name=name, value=value))
        await self.record_action(person, f"settled-{name}")

    async def record_action(self, person: UUID | None, action: str, details: str = "") -> None:
        """Add an action to the audit log. `person` is None for a command; `details` is cut at 200 characters."""
        await self._people.run(
            PEOPLE_QUERIES.register(self._people.pool, person=person, what=action, about=details[:200])
        )

    async def recent_actions(self, limit: int = 20) -> list[AuditEntry]:
        """Return the latest `limit` actions of the audit log, newest first. Backups are left
        out."""
        rows = await self._people.fetch_all(PEOPLE_QUERIES.registered(self._people.pool, most=limit))
        return [AuditEntry(row["at"], row["person"], row["what"], row["about"]) for row in rows]

    async def record_backup(self, tables: int, megabytes: float) -> None:
        """Record that a command made a backup of this many tables and this size."""
        await self.record_action(None, "backup", f"{tables} {megabytes:.1f}")

    async def last_backup(self) -> BackupInfo | None:
        """Return the latest backup, or None if there is none."""
        row = await self._people.run(PEOPLE_QUERIES.last_backup(self._people.pool))
        if row is None:
            return None
        tables, megabytes = row["about"].split()
        return BackupInfo(row["at"], int(tables), float(megabytes))

    async def count_all(self) -> SiteTotals:
        """Return how many tables and people the site has. Tables whose end is not shown yet count as open.
        Raise `DatabaseUnavailable` if any database does not answer."""
        counts = [await shard.run(TABLE_QUERIES.count_tables(shard.pool)) for shard in self._get_shards()]
        people = await self._people.run(PEOPLE_QUERIES.count_people(self._people.pool))
        return SiteTotals(sum(each["open"] for each in counts), sum(each["over"] for each in counts), people)


def _digest(secret: str) -> bytes:
    return sha256(b"malle way in\n" + secret.encode()).digest()
