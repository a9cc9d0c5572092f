"""The routes of a finished table: its replay page, its moments, its final picture and its story.

A moment is one picture of the replay. The story is the game's account of how the table went.
"""

from __future__ import annotations

import contextlib
import gzip

from litestar import Response, get
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from malle.core import Malformed, Seat
from malle.core.story import Story
from malle.runtime.history.my_games import store_result
from malle.runtime.history.replay import (
    Perspective,
    ReplayCache,
    build_moments,
    encode_answer,
    events_of_person,
    require_end_shown,
)
from malle.runtime.room import Room
from malle.runtime.table_service import TableService
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.store import parse_table_id
from malle.web.api.tables import (
    get_browser_seat,
    get_client_address,
    get_quotas,
    identify_browser_or_spectator,
    require_under_rate_limit,
)
from malle.web.layout import AnyRequest
from malle.web.pages.table_page import SitePages
from malle.web.security.quotas import Quotas

GZIP_LEVEL = 5
"""Gzip level of a response. A low level is enough because moments repeat themselves."""


def handlers(service: TableService, pages: SitePages) -> list[ControllerRouterHandler]:
    """Return the routes of finished tables. Each of them raises `Illegal` while the end is not
    shown."""
    reels = ReplayCache(service)

    async def finished_room(table: str, rate_limited_request: AnyRequest | None = None) -> Room:
        """Return the room of a finished table. Raise `Illegal` while the end is not shown.

        If a request is given, it counts against the rate limit, because its answer is costly to
        draw.
        """
        room = await service.get_fresh_room(parse_table_id(table))
        require_end_shown(room)
        if rate_limited_request is not None:
            require_under_rate_limit(rate_limited_request)
        return room

    @get("/tables/{table:str}/replay", media_type="text/html")
    async def show_replay(request: AnyRequest, table: FromPath[str]) -> Response[str]:
        """Show the table page in replay mode, without a socket."""
        room = await finished_room(table)
        return pages.make_html_response(
            request, pages.render_replay(request, room, await get_browser_seat(request, room))
        )

    @get("/tables/{table:str}/moments", media_type="application/json")
    async def show_moments(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
        """Return a block of moments of the replay: the block that holds the moment with the number
        `first` in the query.

        Numbers start at 0; an unreadable one counts as 0. The query `eyes` says who sees the
        pictures: a seat from 1, `public` or `all`.
        """
        reel = await reels.get_replay(await finished_room(table, request))
        perspective = _parse_perspective(request.query_params.get("eyes", "public"), reel.room.table.game.seats)
        first = request.query_params.get("first", "0")
        first_moment = int(first) if first.isdecimal() and len(first) < 7 else 0
        return _json_response(
            request, encode_answer(await build_moments(reel, perspective, first_moment, service.client_build))
        )

    @get("/tables/{table:str}/final", media_type="application/json")
    async def show_final_picture(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
        """Return the final picture of a finished table, which reveals every secret."""
        reel = await reels.get_replay(await finished_room(table, request))
        return _json_response(request, encode_answer(reel.final_scene()))

    @get("/tables/{table:str}/story", media_type="application/json")
    async def show_story(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
        """Return the story that the game tells about a finished table.

        If the viewer has a seat, their result is stored too. It includes counts of their risks if
        they had the seat from the deal to the end.
        """
        room = await finished_room(table, request)
        story = await load_story(reels, room, get_quotas(request), get_client_address(request))
        caller = await identify_browser_or_spectator(request, room)
        if caller.seat is not None and caller.person is not None:
            reel = await reels.get_replay(room)
            with contextlib.suppress(DatabaseUnavailable):
                heard = events_of_person(caller.seat, reel.steps, reel.robot_seats)
                await store_result(service, room, caller.seat, caller.person, heard)
        return _json_response(request, encode_answer(story))

    return [show_replay, show_moments, show_final_picture, show_story]


async def load_story(reels: ReplayCache, room: Room, quotas: Quotas, address: str) -> Story:
    """Return the story of a finished table, made on the first request for it. That request takes a
    place of `address` in the queue for stories; later ones share the result.

    Raise `TooFast` at once if the queue is full, or if the address has its share of places.
    """
    if reels.is_story_requested(room):
        return await reels.get_story(room)
    quotas.take_story_place(address, reels.story_queue_length)
    try:
        return await reels.get_story(room)
    finally:
        quotas.open_stories.release(address)


def _parse_perspective(text: str, seats: int) -> Perspective:
    """Parse the query `eyes`: a seat counted from 1, `public` or `all`. Raise `Malformed` for
    anything else."""
    if text in ("all", "public"):
        return "all" if text == "all" else "public"
    if text.isdecimal() and len(text) < 3 and 1 <= int(text) <= seats:
        return Seat(int(text) - 1)
    raise Malformed(f"eyes are `public`, `all`, or a seat from 1 to {seats}")


def _json_response(request: AnyRequest, data: bytes) -> Response[bytes]:
    """Return a JSON response that is not cached, gzipped if the browser accepts it."""
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["content-encoding"] = gzip.compress(data, GZIP_LEVEL, mtime=0), "gzip"
    return Response(data, media_type="application/json", headers=headers)
