"""What pages know about the person who loads them: the last name used, and the games to return to.

A cookie remembers the name that was typed last, so that no form asks twice. The games are read from the databases, for
the person of the browser's device. A list in the browser would be lost with it, and would grow with every game.
"""

from __future__ import annotations

from urllib.parse import quote, unquote

from litestar.datastructures import Cookie

from malle.runtime.history.my_games import RECENT_RESULT_SECONDS, MyGame, games_of_person
from malle.runtime.seats.display_names import clean_name
from malle.runtime.table_service import TableService
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.store import parse_table_id
from malle.web.layout import AnyRequest
from malle.web.security.device_cookie import COOKIE_LIFETIME_SECONDS
from malle.web.security.visitor import Visitor, find_visitor

NAME_COOKIE = "malle-name"
LEGACY_TABLES_COOKIE = "malle-tables"
"""The cookie in which browsers used to keep a list of tables."""


def read_name_cookie(request: AnyRequest) -> str:
    """Return the name that was typed last on this device, cleaned, or "" if there is none."""
    return clean_name(unquote(request.cookies.get(NAME_COOKIE, "")[:400]))


def make_name_cookies(name: str) -> list[Cookie]:
    """Return a list with the cookie that remembers a typed name, or an empty list if the name is
    empty."""
    return (
        [Cookie(NAME_COOKIE, value=quote(name), httponly=True, samesite="lax", max_age=COOKIE_LIFETIME_SECONDS)]
        if name
        else []
    )


def expire_legacy_tables_cookie(request: AnyRequest) -> list[Cookie]:
    """Return a list with a cookie that deletes the list of tables which browsers used to keep. The
    list is empty if the browser has no such cookie."""
    if LEGACY_TABLES_COOKIE not in request.cookies:
        return []
    return [Cookie(LEGACY_TABLES_COOKIE, value="", httponly=True, samesite="lax", max_age=0)]


async def load_resumable_games_for_request(request: AnyRequest, service: TableService) -> list[MyGame]:
    """Return the games that the person of this browser can return to, or an empty list if it has no person.

    Games whose database does not answer are left out, so that the home page always opens.
    """
    visitor = await find_visitor(request, service)
    return [] if visitor is None else await load_resumable_games(visitor)


async def load_resumable_games(visitor: Visitor) -> list[MyGame]:
    """Return the games that a visitor can return to.

    A game counts until it is over. A game that ended in the last 14 days counts unless the person's
    result is stored, as it is once they saw the end. If results cannot be read, all games of these
    14 days are included.
    """
    games = await games_of_person(visitor.service, visitor.person)
    try:
        seen = await visitor.service.store.game_history.results_of(visitor.person)
    except DatabaseUnavailable:
        seen = {}
    return [
        game
        for game in games
        if game.state != "over" or (game.age < RECENT_RESULT_SECONDS and parse_table_id(game.table) not in seen)
    ]
