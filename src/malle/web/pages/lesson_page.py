"""Routes of lessons (tutorials of games): the page that plays a lesson, and the lesson's data. No
table and no secret is involved."""

from __future__ import annotations

import functools

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from malle.runtime.history.lesson_frames import encode_course
from malle.web.assets import Asset, make_asset
from malle.web.layout import AnyRequest, make_asset_response
from malle.web.pages.table_page import SitePages


def handlers(pages: SitePages) -> list[ControllerRouterHandler]:
    """Return the routes of the lesson page and its data."""

    @functools.cache
    def make_lesson_asset(game: str, edition: str) -> Asset:
        """Return a game's lesson as JSON, made once for each edition. `edition` is the digest of a
        custom edition, or empty for the usual one."""
        custom_edition = pages.custom_editions[edition] if edition else None
        return make_asset("course.json", encode_course(pages.find_offered_game(game), custom_edition))

    @get("/games/{game:str}/learn", media_type="text/html")
    async def show_lesson(request: AnyRequest, game: FromPath[str]) -> Response[str]:
        """Show the lesson of a game, played on the page of a table, with the edition that the query
        names. Answer 404 if the game has no lesson."""
        return pages.make_html_response(request, pages.render_lesson(request, pages.find_offered_game(game)))

    @get("/games/{game:str}/learn/course", media_type="application/json")
    async def send_lesson_data(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
        """Return all data of a lesson as JSON, for the edition that the query names. Answer 404 if
        the game has no lesson."""
        game_info = pages.find_offered_game(game)
        if game_info.lesson is None:
            raise NotFoundException
        custom_edition = pages.find_requested_edition(request, game_info)
        return make_asset_response(
            request, make_lesson_asset(game, custom_edition.digest if custom_edition else ""), "no-store"
        )

    return [show_lesson, send_lesson_data]
