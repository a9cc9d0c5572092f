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

from malle.core import Sheet
from malle.notices.texts import Turned, last_moment, moment, notice_id, said
from malle.store.notices import Announced, Habits
from malle.store.slow import Awaits
from malle.store.store import TableId, write_id

ATOM = "http://www.w3.org/2005/Atom"
_LINE = 73
"""Longest line of a calendar in bytes; longer ones are folded."""


def atom(told: Sequence[Announced], site: str, address: str, language: str) -> bytes:
    """Return the Atom feed of a person's notices, in the order given, newest first. `address` is the feed's
    own, `site` the site's."""
    feed = Element("feed", {"xmlns": ATOM, "xml:lang": language})
    _add(feed, "title", said(language, "notice-feed"))
    _add(feed, "id", address)
    _add(feed, "updated", _stamp(max((each.made for each in told), default=datetime(2026, 1, 1, tzinfo=UTC))))
    SubElement(feed, "link", {"rel": "self", "href": address})
    for each in told:
        entry = SubElement(feed, "entry")
        _add(entry, "title", each.title)
        _add(entry, "id", f"urn:uuid:{each.id}")
        _add(entry, "updated", _stamp(each.made))
        where = "/mine" if each.tab is None else f"/tables/{write_id(TableId(each.tab))}"
        SubElement(entry, "link", {"href": f"{site}{where}"})
        SubElement(SubElement(entry, "author"), "name").text = "Malle"
        _add(entry, "summary", each.body)
    made: bytes = ElementTree.tostring(feed, "utf-8", xml_declaration=True)
    return made


def _add(parent: Element, name: str, text: str) -> None:
    """Append a child element with this text."""
    SubElement(parent, name).text = text


def _stamp(at: datetime) -> str:
    """Return a time as Atom writes it."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def calendar(waiting: Sequence[tuple[Awaits, Sheet]], person: Habits, site: str, owner: UUID) -> bytes:
    """Return the iCalendar with one event for each turn that waits for the person `owner`, at its deadline.
    `preferences` are the person's language and quiet hours."""
    language = person.language
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Malle//notices//EN", f"X-WR-CALNAME:{_text('Malle')}"]
    for each, sheet in waiting:
        turned = Turned(sheet=sheet, others=(), pace=0, until=each.until, reserve=each.ends > each.until)
        text, until = last_moment(turned, language), moment(each.until, person.hours, language)
        note = said(language, "notice-until-reserve" if turned.reserve else "notice-until", until=until)
        id_ = notice_id(owner, each.tab, each.seat, each.since, "turn")
        lines += [
            "BEGIN:VEVENT",
            f"UID:{id_}",
            f"DTSTAMP:{_when(each.asked)}",
            f"DTSTART:{_when(each.until)}",
            f"SUMMARY:{_text(f'{text.title} · {text.body}')}",
            f"DESCRIPTION:{_text(note)}",
            f"URL:{site}/tables/{write_id(TableId(each.tab))}",
            "END:VEVENT",
        ]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"]).encode()


def _when(at: datetime) -> str:
    """Return a time as iCalendar writes it."""
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    """Escape a text for iCalendar."""
    for plain, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, written)
    return text


def _folded(line: str) -> str:
    """Split a line into pieces as iCalendar requires, and never inside a character."""
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode()) > _LINE:
            pieces.append(piece)
            piece = ""
        piece += letter
    return "\r\n ".join([*pieces, piece])
