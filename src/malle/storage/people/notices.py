"""Notification preferences of people, their channels, and notices still to be sent: rows of the people's
database.

Pending rows are claimed with `for update skip locked`, each for one process and for some seconds. If a
process dies, the next one claims its row. See `docs/adr/0050-notices-are-rows.md` for why there
is no separate queue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID, uuid4

from msgspec import Struct

from malle.storage.connections import Database
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.queries import NOTICE_QUERIES
from malle.table.quiet_hours import QuietHours

ChannelKind = Literal["push", "mail", "feed"]
NOTICE_KEPT_DAYS = 60
"""Days for which notices are kept for a person's feed."""
MAIL_LINK_SECONDS = 1800.0
"""Seconds for which a mailed link is valid."""


class NotificationPreferences(Struct, frozen=True):
    """Quiet hours of a person, and the language of their notices."""

    hours: QuietHours = QuietHours()
    language: str = "fr"


class Channel(Struct, frozen=True):
    """A way to notify a person: a browser's push address, an e-mail address or a feed."""

    id: UUID
    kind: ChannelKind
    target: str


class Delivery(Struct, frozen=True, kw_only=True):
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
    by: ChannelKind
    """The kind of the channel."""
    target: str
    closed: bool
    """Whether the channel has been closed meanwhile."""
    now: datetime
    """When the delivery was claimed, by the database's clock."""


class FeedNotice(Struct, frozen=True):
    """A notice as a person's feed shows it."""

    id: UUID
    tab: int | None
    kind: str
    made: datetime
    title: str
    body: str


class MailedLink(Struct, frozen=True):
    """A link to be mailed to an address, which lets its reader sign in or proves the address."""

    id: UUID
    mail: str
    person: UUID | None
    """The person who requested the link."""
    language: str


class NoticeStore:
    """Reads and writes preferences, channels, notices and mailed links of all people. Each `Store`
    has one instance. `time_zone` is that of people who have chosen none."""

    def __init__(self, people: Database, time_zone: str = "UTC") -> None:
        self._people = people
        self._default_preferences = NotificationPreferences(QuietHours(zone=time_zone))
        """Preferences of people who have not chosen any."""
        self._cached_preferences: dict[UUID, NotificationPreferences] = {}
        """Preferences as last read, for when the database is unavailable."""

    # Preferences and channels

    async def set_preferences(self, person: UUID, preferences: NotificationPreferences) -> None:
        """Store the preferences that a person chose."""
        await self._people.run(
            NOTICE_QUERIES.put_hours(self._people.pool, person=person, **_preference_columns(preferences))
        )

    async def set_preferences_if_unset(self, person: UUID, preferences: NotificationPreferences) -> None:
        """Store preferences for a person who has none yet; existing ones stay."""
        await self._people.run(
            NOTICE_QUERIES.meet_hours(self._people.pool, person=person, **_preference_columns(preferences))
        )

    async def preferences(self, people: Iterable[UUID]) -> dict[UUID, NotificationPreferences]:
        """Return the preferences of each person. While the database is unavailable, return those
        last read, or the defaults."""
        asked = list(people)
        try:
            return await self.current_preferences(asked)
        except DatabaseUnavailable:
            return {each: self._cached_preferences.get(each, self._default_preferences) for each in asked}

    async def current_preferences(self, people: Iterable[UUID]) -> dict[UUID, NotificationPreferences]:
        """Return the preferences of each person from the database. Raise `DatabaseUnavailable` if
        it does not answer. Use this for results that are stored and not computed again."""
        rows = await self._people.fetch_all(NOTICE_QUERIES.hours(self._people.pool, people=list(people)))
        found = {row["person"]: self._preferences_from_row(row) for row in rows}
        if len(self._cached_preferences) > 10_000:
            self._cached_preferences.clear()
        self._cached_preferences.update(found)
        return found

    async def database_time(self) -> datetime:
        """Return the present time by the database's clock."""
        found: datetime = await self._people.run(NOTICE_QUERIES.time(self._people.pool))
        return found

    def _preferences_from_row(self, row: Mapping[str, Any]) -> NotificationPreferences:
        """Build preferences from a row; missing values are the defaults."""
        hours = (
            self._default_preferences.hours
            if row["zone"] is None
            else QuietHours(row["begins"], row["ends"], row["zone"])
        )
        return NotificationPreferences(hours, row["language"] or self._default_preferences.language)

    async def add_channel(self, person: UUID, kind: ChannelKind, target: str, device: bytes | None = None) -> None:
        """Add a channel for a person. The caller has checked that the target belongs to the person.
        A channel of another person with the same target becomes this person's.

        A push channel belongs to one device (a digest), and ends when that device is closed.
        Nothing is added for a closed device."""
        values = {"id": uuid4(), "person": person, "kind": kind, "target": target, "device": device}
        await self._people.run(NOTICE_QUERIES.open_channel(self._people.pool, **values))

    async def list_channels(self, person: UUID) -> list[Channel]:
        """Return a person's open channels, oldest first."""
        rows = await self._people.fetch_all(NOTICE_QUERIES.channels(self._people.pool, person=person))
        return [Channel(row["id"], row["kind"], row["target"]) for row in rows]

    async def remove_channels(self, person: UUID, kind: ChannelKind, target: str = "") -> None:
        """Delete one channel of a person, or all of this kind if `target` is empty."""
        await self._people.run(NOTICE_QUERIES.drop_channels(self._people.pool, person=person, kind=kind, target=target))

    async def close_channel(self, channel_id: UUID) -> None:
        """Mark a channel as closed because its receiver is gone, for example an expired push
        subscription."""
        await self._people.run(NOTICE_QUERIES.close_channel(self._people.pool, id=channel_id))

    async def channel_owner(self, kind: ChannelKind, target: str) -> UUID | None:
        """Return the person to whom the open channel with this target belongs, or None if there is
        none."""
        found: UUID | None = await self._people.run(NOTICE_QUERIES.whose(self._people.pool, kind=kind, target=target))
        return found

    # Notices

    async def add_notice(
        self,
        notice_id: UUID,
        person: UUID,
        *,
        day: date,
        max_per_day: int,
        mentioned_people: Sequence[UUID] = (),
        **columns: Any,
    ) -> bool:
        """Add a notice and queue it for each open channel except feeds. If the person got
        `max_per_day` other notices on `day`, the date where the person lives, add nothing and
        return False. Otherwise return True. Daily summaries do not count, and a repeated call with
        the same id adds nothing.

        If one of `mentioned_people` was erased, the body is left empty. `columns` are the remaining
        columns of the row. One call for a person waits for another."""

        async def all_of_it() -> bool:
            """Count the day's notices and add this one, in one transaction; see `add_notice`."""
            async with self._people.pool.acquire() as connection, connection.transaction():
                await NOTICE_QUERIES.one_at_a_time(connection, person=person)
                if await NOTICE_QUERIES.told_on(connection, person=person, day=day, id=notice_id) >= max_per_day:
                    return False
                if await NOTICE_QUERIES.any_erased(connection, people=list(mentioned_people)):
                    columns["body"] = ""
                await NOTICE_QUERIES.add_notice(connection, id=notice_id, person=person, day=day, **columns)
                return True

        return bool(await self._people.run(all_of_it()))

    async def add_digest(self, notice_id: UUID, person: UUID, day: date, due: datetime) -> None:
        """Schedule a daily summary for the time `due`. A repeated call with the same id changes
        nothing, so a person gets one a day. The text is written later by `write_digest`."""
        query = NOTICE_QUERIES.add_digest(self._people.pool, id=notice_id, person=person, day=day, due=due)
        await self._people.run(query)

    async def due_digests(self, limit: int = 20) -> list[tuple[UUID, UUID]]:
        """Return (notice id, person) of at most `limit` summaries that are due and not written yet,
        the longest due first."""
        rows = await self._people.fetch_all(NOTICE_QUERIES.due_digests(self._people.pool, most=limit))
        return [(row["id"], row["person"]) for row in rows]

    async def write_digest(self, notice_id: UUID, title: str, body: str, until: datetime | None) -> None:
        """Write the text of a summary and queue it for the person's open channels except feeds. A
        summary with an empty title has nothing to say, and is not sent. Does nothing if the summary
        was written already."""
        query = NOTICE_QUERIES.write_digest(self._people.pool, id=notice_id, title=title, body=body, until=until)
        await self._people.run(query)

    async def recent_notices(self, person: UUID, limit: int = 50) -> list[FeedNotice]:
        """Return the latest `limit` notices of a person, newest first. Summaries that are not
        written yet or had nothing to say are left out."""
        rows = await self._people.fetch_all(NOTICE_QUERIES.notices_of(self._people.pool, person=person, most=limit))
        return [FeedNotice(*[row[name] for name in FeedNotice.__struct_fields__]) for row in rows]

    async def delete_old(self) -> None:
        """Delete notices that were due more than `NOTICE_KEPT_DAYS` ago, and mailed links older
        than two days."""
        await self._people.run(NOTICE_QUERIES.forget_notices(self._people.pool, days=NOTICE_KEPT_DAYS))
        await self._people.run(NOTICE_QUERIES.forget_letters(self._people.pool, days=2))

    # Deliveries

    async def claim_delivery(self, seconds: float) -> Delivery | None:
        """Claim one delivery that is due, the longest due first, or return None. No other process
        gets it for `seconds`."""
        row = await self._people.run(NOTICE_QUERIES.claim_sending(self._people.pool, seconds=seconds))
        return None if row is None else Delivery(**{name: row[name] for name in Delivery.__struct_fields__})

    async def finish_delivery(self, delivery: Delivery, outcome: str) -> None:
        """Mark a delivery as finished, with an outcome such as `sent` or `gone`: it is not tried
        again."""
        query = NOTICE_QUERIES.end_sending(
            self._people.pool, notice=delivery.notice, channel=delivery.channel, ended=outcome
        )
        await self._people.run(query)

    async def postpone_delivery(self, delivery: Delivery, until: datetime) -> None:
        """Postpone a delivery to the time `until`."""
        query = NOTICE_QUERIES.put_off_sending(
            self._people.pool, notice=delivery.notice, channel=delivery.channel, next=until
        )
        await self._people.run(query)

    # Mailed links

    async def queue_mailed_link(
        self, address: str, person: UUID | None, language: str, *, requester: UUID | None, seconds: float, limit: int
    ) -> None:
        """Queue a link, requested by `person`, to be mailed to an address.

        Nothing is queued if `limit` links were requested for this address in the last `seconds`. If
        `requester` is given, only the links that this person requested count."""

        async def all_of_it() -> None:
            """Count the links for the address and queue this one, in one transaction."""
            async with self._people.transaction() as connection:
                await NOTICE_QUERIES.one_address_at_a_time(connection, mail=address)
                if (
                    await NOTICE_QUERIES.letters_made(connection, mail=address, person=requester, seconds=seconds)
                    < limit
                ):
                    await NOTICE_QUERIES.add_letter(
                        connection, id=uuid4(), mail=address, person=person, language=language
                    )

        await self._people.run(all_of_it())

    async def claim_mailed_link(self, seconds: float, max_tries: int) -> MailedLink | None:
        """Claim one link to be mailed, or return None. No other process gets it for `seconds`; it is claimed
        at most `max_tries` times in all."""
        row = await self._people.run(NOTICE_QUERIES.claim_letter(self._people.pool, seconds=seconds, most=max_tries))
        return None if row is None else MailedLink(row["id"], row["mail"], row["person"], row["language"])

    async def finish_mailed_link(self, link_id: UUID) -> None:
        """Mark a link as mailed: it is not claimed again."""
        await self._people.run(NOTICE_QUERIES.end_letter(self._people.pool, id=link_id))

    async def mailed_link_owner(self, link_id: UUID, opened_by: UUID | None) -> UUID | None:
        """Return the person who requested a mailed link, if `opened_by` could open the link now.
        The link stays unused. Return None if `opened_by` could not."""
        person: UUID | None = await self._people.run(
            NOTICE_QUERIES.letter_of(self._people.pool, id=link_id, seconds=MAIL_LINK_SECONDS, by=opened_by)
        )
        return person

    async def restore_mailed_link(self, link_id: UUID) -> None:
        """Make a used mailed link valid again, because a later step has failed."""
        await self._people.run(NOTICE_QUERIES.give_back_letter(self._people.pool, id=link_id))

    async def use_mailed_link(self, link_id: UUID, opened_by: UUID | None) -> tuple[str, UUID | None] | None:
        """Open a mailed link, once and within `MAIL_LINK_SECONDS`. Return (address, person who
        requested it), or None if `opened_by` cannot open it. Anybody who has the link can, once the
        address is a mail channel of the requester; until then only the requester can."""
        row = await self._people.run(
            NOTICE_QUERIES.use_letter(self._people.pool, id=link_id, seconds=MAIL_LINK_SECONDS, by=opened_by)
        )
        return None if row is None else (row["mail"], row["person"])


def _preference_columns(preferences: NotificationPreferences) -> Mapping[str, Any]:
    """Return preferences as columns of the table `hours`."""
    hours = preferences.hours
    return {"begins": hours.begins, "ends": hours.ends, "zone": hours.zone, "language": preferences.language}
