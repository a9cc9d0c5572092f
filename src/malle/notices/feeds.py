"""A private feed of what somebody was told (Atom), and a calendar of their last moments (iCalendar).

Both are texts of public things only, made anew whenever a reader asks, and the same to the byte as long as nothing has
happened: no time of reading is in them.
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
"""Bytes of a line of a calendar, before it is folded."""


def atom(told: Sequence[Announced], site: str, address: str, language: str) -> bytes:
    """The feed: what somebody was told, the latest first."""
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
    SubElement(parent, name).text = text


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def calendar(waiting: Sequence[tuple[Awaits, Sheet]], person: Habits, site: str, owner: UUID) -> bytes:
    """The calendar: the last moment of each turn that waits for somebody."""
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
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    """A text as a calendar writes it."""
    for plain, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, written)
    return text


def _folded(line: str) -> str:
    """A line in pieces that readers take, none of them cut inside a letter."""
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode()) > _LINE:
            pieces.append(piece)
            piece = ""
        piece += letter
    return "\r\n ".join([*pieces, piece])
