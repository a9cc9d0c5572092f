"""What pages know about the person who loads them: the last name used, and the games to return to.

A cookie remembers the name that was typed last, so that no form asks twice. The games are read from the databases, for
the person of the browser's device. A list in the browser would be lost with it, and would grow with every game.
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
"""The cookie in which browsers used to keep a list of tables."""


def name_of(request: Asked) -> str:
    """Return the name that was typed last on this device, cleaned, or "" if there is none."""
    return clean_name(unquote(request.cookies.get(NAME, "")[:400]))


def keep_name(name: str) -> list[Cookie]:
    """Return the cookie that remembers a typed name, as a list; an empty list if the name is empty."""
    return [Cookie(NAME, value=quote(name), httponly=True, samesite="lax", max_age=KEPT)] if name else []


def without_old(request: Asked) -> list[Cookie]:
    """Return a cookie that deletes the legacy list of tables, as a list; an empty list if the browser has none."""
    if OLD not in request.cookies:
        return []
    return [Cookie(OLD, value="", httponly=True, samesite="lax", max_age=0)]


async def tickets(request: Asked, house: House) -> list[MyGame]:
    """Return the games that the person of this browser can return to, or an empty list if it has no person.

    Games whose database does not answer are left out, so that the home page always opens.
    """
    visit = await visit_of(request, house)
    return [] if visit is None else await to_come_back_to(visit)


async def to_come_back_to(visit: Visit) -> list[MyGame]:
    """Return the games that a visitor can return to.

    These are games that are not over, and games that ended in the last 14 days and whose result the person has not
    seen. If results cannot be read, all games of these 14 days are included.
    """
    found = await games_of(visit.house, visit.person)
    try:
        seen = await visit.house.store.games.results(visit.person)
    except Unavailable:
        seen = {}
    return [each for each in found if each.state != "over" or (each.age < FRESH and read_id(each.table) not in seen)]
