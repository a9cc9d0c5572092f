"""Routes of lessons: the page that walks through one, and its data. No table and no secret is involved."""

from __future__ import annotations

import functools

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from malle.live.lesson import make_course
from malle.web.assets import Asset, asset
from malle.web.page import Asked, send_asset
from malle.web.pages import Pages


def handlers(pages: Pages) -> list[ControllerRouterHandler]:
    """Return the routes of the lesson page and its data."""

    @functools.cache
    def course_of(game: str, edition: str) -> Asset:
        """Return a game's lesson as JSON, made once for each edition. An empty `edition` is the usual one."""
        box = pages.boxes[edition] if edition else None
        return asset("course.json", make_course(pages.sheet(game), box))

    @get("/games/{game:str}/learn", media_type="text/html")
    async def learn(request: Asked, game: FromPath[str]) -> Response[str]:
        """Show the table page in lesson mode, for the edition in the query. 404 if the game has no lesson."""
        return pages.answer(request, pages.lesson(request, pages.sheet(game)))

    @get("/games/{game:str}/learn/course", media_type="application/json")
    async def course(request: Asked, game: FromPath[str]) -> Response[bytes]:
        """Return everything the lesson shows, for the edition in the query. 404 if the game has no lesson."""
        sheet = pages.sheet(game)
        if sheet.lesson is None:
            raise NotFoundException
        box = pages.box(request, sheet)
        return send_asset(request, course_of(game, box.digest if box else ""), "no-store")

    return [learn, course]
