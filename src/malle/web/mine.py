"""What home and the other pages know of whoever looks: a name, and the tables to come back to.

A cookie remembers the name that was typed last, so that no form asks twice. The tables are asked of their databases, by
the person of the browser's device: a list in the browser would be forgotten with it, and grow with every game.
"""

from __future__ import annotations

from urllib.parse import quote, unquote

from litestar.datastructures import Cookie

from malle.live.house import House
from malle.live.mine import FRESH, MyGame, games_of
from malle.live.names import clean_name
from malle.store.away import Unavailable
from malle.store.store import read_id
from malle.web.device import KEPT
from malle.web.page import Asked
from malle.web.visit import Visit, visit_of

NAME = "malle-name"
OLD = "malle-tables"
"""Where browsers kept the tables before."""


def name_of(request: Asked) -> str:
    """The name that was given last on this device; none: an empty text."""
    return clean_name(unquote(request.cookies.get(NAME, "")[:400]))


def keep_name(name: str) -> list[Cookie]:
    """Remembers a name that was typed."""
    return [Cookie(NAME, value=quote(name), httponly=True, samesite="lax", max_age=KEPT)] if name else []


def without_old(request: Asked) -> list[Cookie]:
    """Takes back the list of tables that a browser kept before."""
    if OLD not in request.cookies:
        return []
    return [Cookie(OLD, value="", httponly=True, samesite="lax", max_age=0)]


async def tickets(request: Asked, house: House) -> list[MyGame]:
    """The tables that somebody can come back to from home: those that go on, and those whose end they have not seen.
    None while nothing can be asked: home opens whatever happens to a table."""
    visit = await visit_of(request, house)
    return [] if visit is None else await to_come_back_to(visit)


async def to_come_back_to(visit: Visit) -> list[MyGame]:
    """The same for somebody who is known."""
    found = await games_of(visit.house, visit.person)
    try:
        seen = await visit.house.store.games.results(visit.person)
    except Unavailable:
        seen = {}
    return [each for each in found if each.state != "over" or (each.age < FRESH and read_id(each.table) not in seen)]
