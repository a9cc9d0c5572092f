"""The texts of notices: whose turn it is, at which game, and until when. Others may see them on a screen,
so they contain public facts of the table only."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Literal
from uuid import UUID

from msgspec import Struct

from malle.core import Say, Sheet
from malle.table.hours import Hours
from malle.words import HOUSE, Words

Kind = Literal["turn", "fifth", "hour", "digest"]
MOST_TITLE, MOST_BODY = 40, 90
"""Characters that a phone shows of a title and of a body."""


class Text(Struct, frozen=True):
    """Title and body of a notice; both are empty if there is nothing to say."""

    title: str
    body: str


class Turned(Struct, frozen=True, kw_only=True):
    """The facts about a turn that its notice needs."""

    sheet: Sheet
    others: Sequence[str]
    """The names of the other people at the table."""
    pace: int
    """Seconds for one decision."""
    until: datetime
    """End of the decision time of this turn."""
    reserve: bool
    """True if a time bank follows the decision time."""


def notice_id(person: UUID, tab: int, seat: int, since: int, kind: Kind) -> UUID:
    """Return the id of the notice of this kind about this turn. It is always the same for the same
    arguments."""
    return _id(f"{person} {tab} {seat} {since} {kind}")


def digest_id(person: UUID, day: object) -> UUID:
    """Return the id of a person's summary of one day."""
    return _id(f"{person} digest {day}")


def _id(text: str) -> UUID:
    """Return a UUID computed from a text."""
    return UUID(bytes=hashlib.sha256(f"malle notice\n{text}".encode()).digest()[:16])


def topic_of(notice: UUID) -> str:
    """Return the notice's id as a push topic. The push service replaces an undelivered message by a later
    one with the same topic."""
    return base64.urlsafe_b64encode(notice.bytes).decode().rstrip("=")


def text_of(kind: Kind, turned: Turned, hours: Hours, language: str) -> Text:
    """Return the text of a notice about one turn."""
    title = title_of(turned.sheet, language)
    until = moment(turned.until, hours, language)
    after = round(turned.pace / 5 / 3600)
    if kind == "turn":
        head = said(language, "notice-turn", title=title)
        body = said(language, "notice-until", until=until)
        if turned.others:
            body = f"{said(language, 'notice-with', names=listed(turned.others, language))} {body}"
    elif kind == "fifth":
        head = said(language, "notice-fifth", title=title, hours=after)
        body = said(language, "notice-until-reserve" if turned.reserve else "notice-until", until=until)
    else:
        head, body = said(language, "notice-hour", title=title), said(language, "notice-hour-then")
    return Text(shorten(head, MOST_TITLE), shorten(body, MOST_BODY))


def summary(tables: Sequence[tuple[Sheet, datetime]], hours: Hours, language: str) -> Text:
    """Return the text of a daily summary over these tables and deadlines, or an empty text if there are
    none."""
    if not tables:
        return Text("", "")
    title = said(language, "notice-digest", n=len(tables))
    rows = [
        said(language, "notice-digest-row", title=title_of(sheet, language), until=moment(until, hours, language))
        for sheet, until in tables
    ]
    return Text(shorten(title, MOST_TITLE), "\n".join(rows))


def last_moment(turned: Turned, language: str) -> Text:
    """Return the text of a calendar event at the end of the decision time."""
    title = title_of(turned.sheet, language)
    return Text(said(language, "notice-last"), said(language, "notice-turn", title=title))


def title_of(sheet: Sheet, language: str) -> str:
    """Return the translated title of a game."""
    return _words(sheet, language).say(Say("title"))


def moment(at: datetime, hours: Hours, language: str) -> str:
    """Return a moment in a person's local time: weekday, day of the month and time."""
    there = hours.local(at)
    day = said(language, f"weekday-{there.isoweekday()}")
    key = "notice-moment" if there.minute else "notice-moment-sharp"
    return said(language, key, weekday=day, day=there.day, hour=there.hour, minute=f"{there.minute:02}")


def listed(names: Sequence[str], language: str) -> str:
    """Return the names as a list in words, such as `Léa, Paul et Inès`."""
    if len(names) < 2:
        return "".join(names)
    return said(language, "list-last", first=", ".join(names[:-1]), last=names[-1])


def shorten(text: str, most: int) -> str:
    """Return the text cut to at most `max_chars` characters, with an ellipsis if it was cut."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def said(language: str, key: str, **told: str | int) -> str:
    """Return a translated message of those that all games share. `arguments` are the message's arguments."""
    return _house(language).say(Say(key, told))


@lru_cache(4)
def _house(language: str) -> Words:
    """Return the cached translator of the shared messages."""
    return Words(HOUSE, language)


@lru_cache(64)
def _words(sheet: Sheet, language: str) -> Words:
    """Return the cached translator of a game's messages."""
    return Words(sheet.folder, language)
