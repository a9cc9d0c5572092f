"""What a browser remembers of its person: a name, and the tables where they sit, so that home can lead back to them.

Two cookies, both bounded, that open nothing: whether somebody sits at a table is asked of their seat's token, as on the
table itself. A ticket says what the table would show to that seat, and nothing else.
"""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import quote, unquote

from litestar.datastructures import Cookie
from msgspec import Struct

from malle.core import MalleError, Seat, Sheet
from malle.live.house import House
from malle.live.names import clean_name
from malle.live.room import Room
from malle.store.store import read_id
from malle.web.api import browser_of
from malle.web.device import KEPT
from malle.web.page import Asked

TABLES = "malle-tables"
NAME = "malle-name"
MOST = 6
"""Tables that are remembered; the oldest is forgotten first."""

State = Literal["yours", "kept", "waiting", "filling", "over"]
ORDER: tuple[State, ...] = ("yours", "kept", "waiting", "filling", "over")
"""What I must do comes first, what is over last."""


class Ticket(Struct, frozen=True):
    """A table to come back to, as its seat may see it."""

    table: str
    sheet: Sheet
    state: State
    awaited: tuple[str, ...]
    """Who is waited for, by name."""
    others: tuple[str, ...]
    """Who else sits there."""


def name_of(request: Asked) -> str:
    """The name that was given last on this device; none: an empty text."""
    return clean_name(unquote(request.cookies.get(NAME, "")[:400]))


def keep_name(name: str) -> list[Cookie]:
    """Remembers a name that was typed."""
    return [_cookie(NAME, quote(name))] if name else []


def tables_of(request: Asked) -> list[str]:
    """The tables that this browser was seated at, the latest first."""
    listed = request.cookies.get(TABLES, "").split(".")
    return list(dict.fromkeys(each for each in listed if re.fullmatch(r"[0-9a-z]{13}", each)))[:MOST]


def keep_table(request: Asked, table: str, *, over: bool = False) -> list[Cookie]:
    """Remembers a table; one whose end was seen is forgotten."""
    known = tables_of(request)
    others = [each for each in known if each != table]
    wanted = others if over else [table, *others][:MOST]
    return [_cookie(TABLES, ".".join(wanted))] if wanted != known else []


async def tickets(request: Asked, house: House) -> list[Ticket]:
    """The tables of this device that somebody can come back to. One that cannot be read now is left out: home opens
    whatever happens to a table."""
    found = []
    for table in tables_of(request):
        try:
            room = await house.room(read_id(table))
            await house.look_again(room)
            who = await browser_of(request, room)
        except MalleError:
            continue
        if who.seat is not None:
            found.append(_ticket(room, who.seat))
        elif who.left in room.table.left and room.shown_to(None).table.over is None:
            found.append(_kept(room, who.left))
    return sorted(found, key=lambda ticket: ORDER.index(ticket.state))


def _ticket(room: Room, seat: Seat) -> Ticket:
    shown = room.shown_to(seat)
    table, names = shown.table, shown.names
    state: State = "waiting"
    if table.turn is None:
        state = "filling"
    elif table.over is not None:
        state = "over"
    elif seat in table.awaited:
        state = "yours"
    others = tuple(name for each, name in enumerate(names) if each != seat and name)
    return Ticket(room.text, room.sheet, state, tuple(names[each] for each in table.awaited), others)


def _kept(room: Room, seat: int | None) -> Ticket:
    """Of somebody whose seat a robot keeps: what a spectator sees."""
    shown = room.shown_to(None)
    others = tuple(name for each, name in enumerate(shown.names) if each != seat and name)
    return Ticket(room.text, room.sheet, "kept", (), others)


def _cookie(name: str, value: str) -> Cookie:
    return Cookie(name, value=value, httponly=True, samesite="lax", max_age=KEPT)
