"""What people want to be told, by which ways, and what is still to be sent: rows of the people's database.

Plain rows that are claimed with `for update skip locked`, each for one process and for some seconds: whoever dies over
one leaves it to the next. See `docs/design.md` for why there is no queue besides.
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
"""What somebody was told is kept for their feed so long."""
LETTER = 1800.0
"""Seconds for which a mailed link opens."""


class Habits(Struct, frozen=True):
    """When somebody is not to be disturbed, and the language in which they are told things."""

    hours: Hours = Hours()
    language: str = "fr"


class Channel(Struct, frozen=True):
    """A way to tell somebody something."""

    id: UUID
    kind: Way
    target: str


class Sending(Struct, frozen=True, kw_only=True):
    """One thing to be sent by one way, claimed for a while."""

    notice: UUID
    channel: UUID
    tries: int
    """Including this one."""
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
    """What somebody was told, for their feed."""

    id: UUID
    tab: int | None
    kind: str
    made: datetime
    title: str
    body: str


class Letter(Struct, frozen=True):
    """A mail with a link in it, to be sent."""

    id: UUID
    mail: str
    person: UUID | None
    language: str


class Notices:
    """The notices of all people."""

    def __init__(self, people: Database, zone: str = "UTC") -> None:
        self._people = people
        self._usual = Habits(Hours(zone=zone))
        """Of whoever has not said anything."""
        self._known: dict[UUID, Habits] = {}
        """As they were when the database answered last."""

    # What people want

    async def set_habits(self, person: UUID, habits: Habits) -> None:
        """They chose these."""
        await self._people.ask(NOTICES.put_hours(self._people.pool, person=person, **_row(habits)))

    async def meet_habits(self, person: UUID, habits: Habits) -> None:
        """The same, unless they have chosen already."""
        await self._people.ask(NOTICES.meet_hours(self._people.pool, person=person, **_row(habits)))

    async def habits(self, people: Iterable[UUID]) -> dict[UUID, Habits]:
        """Of each of them. While the database is away, as they were, or as is usual."""
        asked = list(people)
        try:
            return await self.habits_now(asked)
        except Unavailable:
            return {each: self._known.get(each, self._usual) for each in asked}

    async def habits_now(self, people: Iterable[UUID]) -> dict[UUID, Habits]:
        """The same, for what is written and not looked at again: `Unavailable` while the database is away."""
        rows = await self._people.rows(NOTICES.hours(self._people.pool, people=list(people)))
        found = {row["person"]: self._read(row) for row in rows}
        if len(self._known) > 10_000:
            self._known.clear()
        self._known.update(found)
        return found

    async def now(self) -> datetime:
        """The time, as the database says."""
        found: datetime = await self._people.ask(NOTICES.time(self._people.pool))
        return found

    def _read(self, row: Mapping[str, Any]) -> Habits:
        hours = self._usual.hours if row["zone"] is None else Hours(row["begins"], row["ends"], row["zone"])
        return Habits(hours, row["language"] or self._usual.language)

    async def open_channel(self, person: UUID, kind: Way, target: str, device: bytes | None = None) -> None:
        """They want to be told things this way too. That the target is theirs, the caller knows. A push goes to one
        device, and ends when it is closed."""
        values = {"id": uuid4(), "person": person, "kind": kind, "target": target, "device": device}
        await self._people.ask(NOTICES.open_channel(self._people.pool, **values))

    async def channels(self, person: UUID) -> list[Channel]:
        """The ways by which somebody is told things."""
        rows = await self._people.rows(NOTICES.channels(self._people.pool, person=person))
        return [Channel(row["id"], row["kind"], row["target"]) for row in rows]

    async def drop_channels(self, person: UUID, kind: Way, target: str = "") -> None:
        """One way no more, or none of a kind."""
        await self._people.ask(NOTICES.drop_channels(self._people.pool, person=person, kind=kind, target=target))

    async def close_channel(self, channel: UUID) -> None:
        """Nobody is there any more."""
        await self._people.ask(NOTICES.close_channel(self._people.pool, id=channel))

    async def whose(self, kind: Way, target: str) -> UUID | None:
        """Who is told things this way."""
        found: UUID | None = await self._people.ask(NOTICES.whose(self._people.pool, kind=kind, target=target))
        return found

    # What they are told

    async def add(
        self, id_: UUID, person: UUID, *, day: date, most: int, names: Sequence[UUID] = (), **told: Any
    ) -> bool:
        """A notice, by all ways that are open; again with the same id it is the same one, and nothing is done. Not if
        they had so many on that day of theirs: is it one? Its body `names` these people, and says nothing if one of
        them was erased meanwhile."""

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
        """A summary at that time; one a day."""
        query = NOTICES.add_digest(self._people.pool, id=id_, person=person, day=day, due=due)
        await self._people.ask(query)

    async def due_digests(self, most: int = 20) -> list[tuple[UUID, UUID]]:
        """(notice, person) of summaries that are to be written."""
        rows = await self._people.rows(NOTICES.due_digests(self._people.pool, most=most))
        return [(row["id"], row["person"]) for row in rows]

    async def write_digest(self, id_: UUID, title: str, body: str, until: datetime | None) -> None:
        """What a summary says; without a title there is nothing to say, and it is not sent."""
        query = NOTICES.write_digest(self._people.pool, id=id_, title=title, body=body, until=until)
        await self._people.ask(query)

    async def of(self, person: UUID, most: int = 50) -> list[Announced]:
        """What somebody was told, the latest first."""
        rows = await self._people.rows(NOTICES.notices_of(self._people.pool, person=person, most=most))
        return [Announced(*[row[name] for name in Announced.__struct_fields__]) for row in rows]

    async def forget(self) -> None:
        """Away with what is old."""
        await self._people.ask(NOTICES.forget_notices(self._people.pool, days=KEPT_DAYS))
        await self._people.ask(NOTICES.forget_letters(self._people.pool, days=2))

    # What is to be sent

    async def claim(self, seconds: float) -> Sending | None:
        """One thing to be sent; nobody else has it for so many seconds."""
        row = await self._people.ask(NOTICES.claim_sending(self._people.pool, seconds=seconds))
        return None if row is None else Sending(**{name: row[name] for name in Sending.__struct_fields__})

    async def end(self, sending: Sending, ended: str) -> None:
        """It was sent, or will not be."""
        query = NOTICES.end_sending(self._people.pool, notice=sending.notice, channel=sending.channel, ended=ended)
        await self._people.ask(query)

    async def put_off(self, sending: Sending, until: datetime) -> None:
        """It is tried again then."""
        query = NOTICES.put_off_sending(self._people.pool, notice=sending.notice, channel=sending.channel, next=until)
        await self._people.ask(query)

    # Letters

    async def write_letter(
        self, mail: str, person: UUID | None, language: str, *, of: UUID | None, seconds: float, most: int
    ) -> None:
        """A link is to be mailed, unless so many were asked for in the last seconds for the address, or `of` one
        person for it."""

        async def all_of_it() -> None:
            async with self._people.writing() as connection:
                await NOTICES.one_address_at_a_time(connection, mail=mail)
                if await NOTICES.letters_made(connection, mail=mail, person=of, seconds=seconds) < most:
                    await NOTICES.add_letter(connection, id=uuid4(), mail=mail, person=person, language=language)

        await self._people.ask(all_of_it())

    async def claim_letter(self, seconds: float, most: int) -> Letter | None:
        """One letter to be sent, at most so many times."""
        row = await self._people.ask(NOTICES.claim_letter(self._people.pool, seconds=seconds, most=most))
        return None if row is None else Letter(row["id"], row["mail"], row["person"], row["language"])

    async def end_letter(self, id_: UUID) -> None:
        """It was sent."""
        await self._people.ask(NOTICES.end_letter(self._people.pool, id=id_))

    async def letter_of(self, id_: UUID, by: UUID | None) -> UUID | None:
        """Whose a link is that would open now for `by`; None: it would not."""
        person: UUID | None = await self._people.ask(
            NOTICES.letter_of(self._people.pool, id=id_, seconds=LETTER, by=by)
        )
        return person

    async def give_back_letter(self, id_: UUID) -> None:
        """What came after it was used has failed: it opens again."""
        await self._people.ask(NOTICES.give_back_letter(self._people.pool, id=id_))

    async def use_letter(self, id_: UUID, by: UUID | None) -> tuple[str, UUID | None] | None:
        """(address, who asked) of a link that somebody opens now, for the first time and in time; None: it does not
        open, or not for them."""
        row = await self._people.ask(NOTICES.use_letter(self._people.pool, id=id_, seconds=LETTER, by=by))
        return None if row is None else (row["mail"], row["person"])


def _row(habits: Habits) -> Mapping[str, Any]:
    hours = habits.hours
    return {"begins": hours.begins, "ends": hours.ends, "zone": hours.zone, "language": habits.language}
