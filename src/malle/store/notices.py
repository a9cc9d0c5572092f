"""Notification preferences of people, their channels, and notices still to be sent: rows of the people's
database.

Pending rows are claimed with `for update skip locked`, each for one process and for some seconds. If a
process dies, the next one claims its row. See `docs/design.md` for why there is no separate queue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID, uuid4

from msgspec import Struct

from malle.store.away import Unavailable
from malle.store.database import Database
from malle.store.queries import NOTICES
from malle.table.hours import Hours

Way = Literal["push", "mail", "feed"]
KEPT_DAYS = 60
"""Days for which notices are kept for a person's feed."""
LETTER = 1800.0
"""Seconds for which a mailed link is valid."""


class Habits(Struct, frozen=True):
    """Quiet hours of a person, and the language of their notices."""

    hours: Hours = Hours()
    language: str = "fr"


class Channel(Struct, frozen=True):
    """A way to notify a person: a browser's push address, an e-mail address or a feed."""

    id: UUID
    kind: Way
    target: str


class Sending(Struct, frozen=True, kw_only=True):
    """One notice to be sent over one channel, claimed by this process for some seconds."""

    notice: UUID
    channel: UUID
    tries: int
    """Number of attempts, including this one."""
    person: UUID
    tab: int | None
    seat: int | None
    since: int | None
    kind: str
    until: datetime | None
    title: str
    body: str
    by: Way
    target: str
    closed: bool
    now: datetime


class Announced(Struct, frozen=True):
    """A notice as a person's feed shows it."""

    id: UUID
    tab: int | None
    kind: str
    made: datetime
    title: str
    body: str


class Letter(Struct, frozen=True):
    """A link to be mailed to an address, for signing in or proving the address."""

    id: UUID
    mail: str
    person: UUID | None
    language: str


class Notices:
    """Reads and writes preferences, channels, notices and mailed links of all people."""

    def __init__(self, people: Database, zone: str = "UTC") -> None:
        self._people = people
        self._usual = Habits(Hours(zone=zone))
        """Preferences of people who have not chosen any."""
        self._known: dict[UUID, Habits] = {}
        """Preferences as last read, for when the database is unavailable."""

    # Preferences and channels

    async def set_habits(self, person: UUID, habits: Habits) -> None:
        """Store the preferences that a person chose."""
        await self._people.ask(NOTICES.put_hours(self._people.pool, person=person, **_row(habits)))

    async def meet_habits(self, person: UUID, habits: Habits) -> None:
        """Store preferences for a person who has none yet; existing ones stay."""
        await self._people.ask(NOTICES.meet_hours(self._people.pool, person=person, **_row(habits)))

    async def habits(self, people: Iterable[UUID]) -> dict[UUID, Habits]:
        """Return the preferences of each person. While the database is unavailable, return the last known or
        default ones."""
        asked = list(people)
        try:
            return await self.habits_now(asked)
        except Unavailable:
            return {each: self._known.get(each, self._usual) for each in asked}

    async def habits_now(self, people: Iterable[UUID]) -> dict[UUID, Habits]:
        """Return the preferences of each person from the database. Raise `DatabaseUnavailable` if it does not
        answer. For results that are written down and not computed again."""
        rows = await self._people.rows(NOTICES.hours(self._people.pool, people=list(people)))
        found = {row["person"]: self._read(row) for row in rows}
        if len(self._known) > 10_000:
            self._known.clear()
        self._known.update(found)
        return found

    async def now(self) -> datetime:
        """Return the present time by the database's clock."""
        found: datetime = await self._people.ask(NOTICES.time(self._people.pool))
        return found

    def _read(self, row: Mapping[str, Any]) -> Habits:
        """Build preferences from a row; missing values are the defaults."""
        hours = self._usual.hours if row["zone"] is None else Hours(row["begins"], row["ends"], row["zone"])
        return Habits(hours, row["language"] or self._usual.language)

    async def open_channel(self, person: UUID, kind: Way, target: str, device: bytes | None = None) -> None:
        """Add a channel for a person. The caller has checked that the target is theirs. A channel of another
        person with the same target becomes this person's. A push channel belongs to one device (its digest)
        and ends when that device is closed. Nothing is added for a closed device."""
        values = {"id": uuid4(), "person": person, "kind": kind, "target": target, "device": device}
        await self._people.ask(NOTICES.open_channel(self._people.pool, **values))

    async def channels(self, person: UUID) -> list[Channel]:
        """Return a person's open channels, oldest first."""
        rows = await self._people.rows(NOTICES.channels(self._people.pool, person=person))
        return [Channel(row["id"], row["kind"], row["target"]) for row in rows]

    async def drop_channels(self, person: UUID, kind: Way, target: str = "") -> None:
        """Delete one channel of a person, or all of this kind if `target` is empty."""
        await self._people.ask(NOTICES.drop_channels(self._people.pool, person=person, kind=kind, target=target))

    async def close_channel(self, channel: UUID) -> None:
        """Close a channel whose receiver is gone, such as an expired push subscription."""
        await self._people.ask(NOTICES.close_channel(self._people.pool, id=channel))

    async def whose(self, kind: Way, target: str) -> UUID | None:
        """Return the person of an open channel, or None."""
        found: UUID | None = await self._people.ask(NOTICES.whose(self._people.pool, kind=kind, target=target))
        return found

    # Notices

    async def add(
        self, id_: UUID, person: UUID, *, day: date, most: int, names: Sequence[UUID] = (), **told: Any
    ) -> bool:
        """Add a notice and queue it for each open channel except feeds. Return False if the person got
        `max_per_day` other notices on that day of theirs; then nothing is added. A repeated call with the
        same id adds nothing and returns True.

        If one of `mentioned_people` was erased, the body is left empty. `columns` are the remaining columns
        of the row."""

        async def all_of_it() -> bool:
            async with self._people.pool.acquire() as connection, connection.transaction():
                await NOTICES.one_at_a_time(connection, person=person)
                if await NOTICES.told_on(connection, person=person, day=day, id=id_) >= most:
                    return False
                if await NOTICES.any_erased(connection, people=list(names)):
                    told["body"] = ""
                await NOTICES.add_notice(connection, id=id_, person=person, day=day, **told)
                return True

        return bool(await self._people.ask(all_of_it()))

    async def add_digest(self, id_: UUID, person: UUID, day: date, due: datetime) -> None:
        """Schedule a daily summary for the time `due`. The row's id makes it one a day; its text is written
        later by `write_digest`."""
        query = NOTICES.add_digest(self._people.pool, id=id_, person=person, day=day, due=due)
        await self._people.ask(query)

    async def due_digests(self, most: int = 20) -> list[tuple[UUID, UUID]]:
        """Return (notice id, person) of summaries that are due and not written yet."""
        rows = await self._people.rows(NOTICES.due_digests(self._people.pool, most=most))
        return [(row["id"], row["person"]) for row in rows]

    async def write_digest(self, id_: UUID, title: str, body: str, until: datetime | None) -> None:
        """Write the text of a summary and queue it for the person's channels. With an empty title there is
        nothing to say, and it is not sent. Does nothing if the summary was written already."""
        query = NOTICES.write_digest(self._people.pool, id=id_, title=title, body=body, until=until)
        await self._people.ask(query)

    async def of(self, person: UUID, most: int = 50) -> list[Announced]:
        """Return the notices of a person, newest first."""
        rows = await self._people.rows(NOTICES.notices_of(self._people.pool, person=person, most=most))
        return [Announced(*[row[name] for name in Announced.__struct_fields__]) for row in rows]

    async def forget(self) -> None:
        """Delete notices that are older than `NOTICE_KEPT_DAYS`, and mailed links older than two days."""
        await self._people.ask(NOTICES.forget_notices(self._people.pool, days=KEPT_DAYS))
        await self._people.ask(NOTICES.forget_letters(self._people.pool, days=2))

    # Deliveries

    async def claim(self, seconds: float) -> Sending | None:
        """Claim one delivery that is due, or return None. No other process gets it for `seconds`."""
        row = await self._people.ask(NOTICES.claim_sending(self._people.pool, seconds=seconds))
        return None if row is None else Sending(**{name: row[name] for name in Sending.__struct_fields__})

    async def end(self, sending: Sending, ended: str) -> None:
        """Mark a delivery as finished, with its outcome: it is not tried again."""
        query = NOTICES.end_sending(self._people.pool, notice=sending.notice, channel=sending.channel, ended=ended)
        await self._people.ask(query)

    async def put_off(self, sending: Sending, until: datetime) -> None:
        """Postpone a delivery to the time `until`."""
        query = NOTICES.put_off_sending(self._people.pool, notice=sending.notice, channel=sending.channel, next=until)
        await self._people.ask(query)

    # Mailed links

    async def write_letter(
        self, mail: str, person: UUID | None, language: str, *, of: UUID | None, seconds: float, most: int
    ) -> None:
        """Queue a link to be mailed to an address.

        Nothing is queued if `limit` links were requested for this address in the last `seconds`. If
        `requester` is given, only the links that this person requested count."""

        async def all_of_it() -> None:
            async with self._people.writing() as connection:
                await NOTICES.one_address_at_a_time(connection, mail=mail)
                if await NOTICES.letters_made(connection, mail=mail, person=of, seconds=seconds) < most:
                    await NOTICES.add_letter(connection, id=uuid4(), mail=mail, person=person, language=language)

        await self._people.ask(all_of_it())

    async def claim_letter(self, seconds: float, most: int) -> Letter | None:
        """Claim one link to be mailed, or return None. No other process gets it for `seconds`; it is claimed
        at most `max_tries` times in all."""
        row = await self._people.ask(NOTICES.claim_letter(self._people.pool, seconds=seconds, most=most))
        return None if row is None else Letter(row["id"], row["mail"], row["person"], row["language"])

    async def end_letter(self, id_: UUID) -> None:
        """Mark a mailed link as sent."""
        await self._people.ask(NOTICES.end_letter(self._people.pool, id=id_))

    async def letter_of(self, id_: UUID, by: UUID | None) -> UUID | None:
        """Return the person of a mailed link that `opened_by` could open now, without using it. Return None
        if they could not."""
        person: UUID | None = await self._people.ask(
            NOTICES.letter_of(self._people.pool, id=id_, seconds=LETTER, by=by)
        )
        return person

    async def give_back_letter(self, id_: UUID) -> None:
        """Make a used mailed link valid again, because a later step has failed."""
        await self._people.ask(NOTICES.give_back_letter(self._people.pool, id=id_))

    async def use_letter(self, id_: UUID, by: UUID | None) -> tuple[str, UUID | None] | None:
        """Open a mailed link, once and in time. Return (address, person who requested it), or None if the
        link is not valid for `opened_by`. Until its address is proved, a link opens only for the person who
        requested it."""
        row = await self._people.ask(NOTICES.use_letter(self._people.pool, id=id_, seconds=LETTER, by=by))
        return None if row is None else (row["mail"], row["person"])


def _row(habits: Habits) -> Mapping[str, Any]:
    """Return preferences as columns of the table `hours`."""
    hours = habits.hours
    return {"begins": hours.begins, "ends": hours.ends, "zone": hours.zone, "language": habits.language}
