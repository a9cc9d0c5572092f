"""A private Atom feed of a person's notices, and an iCalendar of the deadlines of their turns.

Both contain public facts only and are built for each request. They are equal to the byte as long as nothing
has happened, because they contain no time of reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from malle.core import GameInfo
from malle.notifications.texts import AwaitedTurn, deadline_text, format_moment, notice_id, translate_shared
from malle.storage.people.notices import FeedNotice, NotificationPreferences
from malle.storage.store import TableId, format_table_id
from malle.storage.tables.correspondence_store import PersonTurn

ATOM_NAMESPACE = "http://www.w3.org/2005/Atom"
_MAX_LINE_BYTES = 73
"""Longest line of a calendar in bytes; longer ones are folded."""


def atom_feed(notices: Sequence[FeedNotice], site: str, address: str, language: str) -> bytes:
    """Return the Atom feed of a person's notices, which must come newest first. `address` is the
    feed's own address, `site` that of the site."""
    feed = Element("feed", {"xmlns": ATOM_NAMESPACE, "xml:lang": language})
    _add_element(feed, "title", translate_shared(language, "notice-feed"))
    _add_element(feed, "id", address)
    _add_element(
        feed, "updated", _atom_time(max((notice.made for notice in notices), default=datetime(2026, 1, 1, tzinfo=UTC)))
    )
    SubElement(feed, "link", {"rel": "self", "href": address})
    for notice in notices:
        entry = SubElement(feed, "entry")
        _add_element(entry, "title", notice.title)
        _add_element(entry, "id", f"urn:uuid:{notice.id}")
        _add_element(entry, "updated", _atom_time(notice.made))
        where = "/mine" if notice.tab is None else f"/tables/{format_table_id(TableId(notice.tab))}"
        SubElement(entry, "link", {"href": f"{site}{where}"})
        SubElement(SubElement(entry, "author"), "name").text = "Malle"
        _add_element(entry, "summary", notice.body)
    document: bytes = ElementTree.tostring(feed, "utf-8", xml_declaration=True)
    return document


def _add_element(parent: Element, name: str, text: str) -> None:
    """Append a child element with this text."""
    SubElement(parent, name).text = text


def _atom_time(at: datetime) -> str:
    """Return a time as Atom writes it, in UTC."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def turns_calendar(
    waiting: Sequence[tuple[PersonTurn, GameInfo]], preferences: NotificationPreferences, site: str, owner: UUID
) -> bytes:
    """Return the iCalendar with one event for each turn that waits for the person `owner`, at
    the end of its decision time (before the time bank). `preferences` gives the language, and
    the time zone for the text."""
    language = preferences.language
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Malle//notices//EN",
        f"X-WR-CALNAME:{_escape_calendar_text('Malle')}",
    ]
    for awaited, sheet in waiting:
        turned = AwaitedTurn(
            game_info=sheet,
            others=(),
            decision_seconds=0,
            until=awaited.until,
            has_time_bank=awaited.ends > awaited.until,
        )
        text, until = deadline_text(turned, language), format_moment(awaited.until, preferences.hours, language)
        note = translate_shared(
            language, "notice-until-reserve" if turned.has_time_bank else "notice-until", until=until
        )
        event_id = notice_id(owner, awaited.tab, awaited.seat, awaited.since, "turn")
        lines += [
            "BEGIN:VEVENT",
            f"UID:{event_id}",
            f"DTSTAMP:{_calendar_time(awaited.asked)}",
            f"DTSTART:{_calendar_time(awaited.until)}",
            f"SUMMARY:{_escape_calendar_text(f'{text.title} · {text.body}')}",
            f"DESCRIPTION:{_escape_calendar_text(note)}",
            f"URL:{site}/tables/{format_table_id(TableId(awaited.tab))}",
            "END:VEVENT",
        ]
    return "".join(f"{_fold_line(line)}\r\n" for line in [*lines, "END:VCALENDAR"]).encode()


def _calendar_time(at: datetime) -> str:
    """Return a time as iCalendar writes it, in UTC."""
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escape_calendar_text(text: str) -> str:
    """Return a text with the characters escaped that mean something in iCalendar."""
    for plain, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, written)
    return text


def _fold_line(line: str) -> str:
    """Return a line broken into pieces of at most `_MAX_LINE_BYTES`, as iCalendar requires, but
    never inside a character."""
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode()) > _MAX_LINE_BYTES:
            pieces.append(piece)
            piece = ""
        piece += letter
    return "\r\n ".join([*pieces, piece])
