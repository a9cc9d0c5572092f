"""Lessons: the page that walks through one, and what it shows. No table is behind it, and nobody's secret."""

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
    """A game's lesson, for games that have one."""

    @functools.cache
    def course_of(game: str, edition: str) -> Asset:
        box = pages.boxes[edition] if edition else None
        return asset("course.json", make_course(pages.sheet(game), box))

    @get("/games/{game:str}/learn", media_type="text/html")
    async def learn(request: Asked, game: FromPath[str]) -> Response[str]:
        """The table's page, walking through the lesson, with the edition that the address names."""
        return pages.answer(request, pages.lesson(request, pages.sheet(game)))

    @get("/games/{game:str}/learn/course", media_type="application/json")
    async def course(request: Asked, game: FromPath[str]) -> Response[bytes]:
        """All that is shown in the lesson; made once for each edition."""
        sheet = pages.sheet(game)
        if sheet.lesson is None:
            raise NotFoundException
        box = pages.box(request, sheet)
        return send_asset(request, course_of(game, box.digest if box else ""), "no-store")

    return [learn, course]
