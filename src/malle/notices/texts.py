"""What a notice says: whose turn it is, at which table, until when. It is shown before everybody, so it tells nothing
of the position; all of it follows from what everybody at the table knows.
"""

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
"""Characters that a telephone shows."""


class Text(Struct, frozen=True):
    """What somebody reads."""

    title: str
    body: str


class Turned(Struct, frozen=True, kw_only=True):
    """Somebody's turn, as a notice tells it."""

    sheet: Sheet
    others: Sequence[str]
    """The names of the people they play with."""
    pace: int
    """Seconds for a decision."""
    until: datetime
    """The end of the time for this one."""
    reserve: bool
    """Is there a reserve after it?"""


def notice_id(person: UUID, tab: int, seat: int, since: int, kind: Kind) -> UUID:
    """The same whoever makes it, however often."""
    return _id(f"{person} {tab} {seat} {since} {kind}")


def digest_id(person: UUID, day: object) -> UUID:
    """Of the one summary of a day."""
    return _id(f"{person} digest {day}")


def _id(text: str) -> UUID:
    return UUID(bytes=hashlib.sha256(f"malle notice\n{text}".encode()).digest()[:16])


def topic_of(notice: UUID) -> str:
    """The id as push services take it: a newer message of the same takes the place of an older one."""
    return base64.urlsafe_b64encode(notice.bytes).decode().rstrip("=")


def text_of(kind: Kind, turned: Turned, hours: Hours, language: str) -> Text:
    """What a notice of one turn says."""
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
    """What a summary says of the tables that wait for somebody; nothing where none does."""
    if not tables:
        return Text("", "")
    title = said(language, "notice-digest", n=len(tables))
    rows = [
        said(language, "notice-digest-row", title=title_of(sheet, language), until=moment(until, hours, language))
        for sheet, until in tables
    ]
    return Text(shorten(title, MOST_TITLE), "\n".join(rows))


def last_moment(turned: Turned, language: str) -> Text:
    """What a calendar says at the end of the time."""
    title = title_of(turned.sheet, language)
    return Text(said(language, "notice-last"), said(language, "notice-turn", title=title))


def title_of(sheet: Sheet, language: str) -> str:
    """The name of a game."""
    return _words(sheet, language).say(Say("title"))


def moment(at: datetime, hours: Hours, language: str) -> str:
    """A moment by somebody's own clock: the day of the week, the day of the month, the time."""
    there = hours.local(at)
    day = said(language, f"weekday-{there.isoweekday()}")
    key = "notice-moment" if there.minute else "notice-moment-sharp"
    return said(language, key, weekday=day, day=there.day, hour=there.hour, minute=f"{there.minute:02}")


def listed(names: Sequence[str], language: str) -> str:
    """`Léa, Paul et Inès`."""
    if len(names) < 2:
        return "".join(names)
    return said(language, "list-last", first=", ".join(names[:-1]), last=names[-1])


def shorten(text: str, most: int) -> str:
    """A text that fits."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def said(language: str, key: str, **told: str | int) -> str:
    """A message of the house."""
    return _house(language).say(Say(key, told))


@lru_cache(4)
def _house(language: str) -> Words:
    return Words(HOUSE, language)


@lru_cache(64)
def _words(sheet: Sheet, language: str) -> Words:
    return Words(sheet.folder, language)
