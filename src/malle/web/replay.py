"""The routes of a finished table: its replay page, its moments, its final picture and its story."""

from __future__ import annotations

import contextlib
import gzip

from litestar import Response, get
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from malle.core import Malformed, Seat
from malle.core.story import Story
from malle.live.house import House
from malle.live.mine import note_result
from malle.live.replay import Eyes, Reels, encoded, heard_with, moments, need_end
from malle.live.room import Room
from malle.store.away import Unavailable
from malle.store.store import read_id
from malle.web.api import address_of, browser_of, need_calm, quotas_of, seat_of
from malle.web.page import Asked
from malle.web.pages import Pages
from malle.web.quotas import Quotas

LIGHT = 5
"""Gzip level of a response. A low level is enough because moments repeat themselves."""


def handlers(house: House, pages: Pages) -> list[ControllerRouterHandler]:
    """Return the route handlers of finished tables. Each of them raises `Illegal` while the end is not shown."""
    reels = Reels(house)

    async def ended(table: str, drawn_for: Asked | None = None) -> Room:
        """Return the room of a finished table. If a request is given, it counts against the rate limit, because
        its answer is costly to draw."""
        room = await house.current(read_id(table))
        need_end(room)
        if drawn_for is not None:
            need_calm(drawn_for)
        return room

    @get("/tables/{table:str}/replay", media_type="text/html")
    async def replay(request: Asked, table: FromPath[str]) -> Response[str]:
        """Show the table page in replay mode, without a socket."""
        room = await ended(table)
        return pages.answer(request, pages.replay(request, room, await seat_of(request, room)))

    @get("/tables/{table:str}/moments", media_type="application/json")
    async def see(request: Asked, table: FromPath[str]) -> Response[bytes]:
        """Return the block of moments that holds moment `first` (from 0, also for an unreadable value). The
        query `eyes` is a seat number from 1, `public` or `all`."""
        reel = await reels.of(await ended(table, request))
        eyes = _eyes(request.query_params.get("eyes", "public"), reel.room.table.game.seats)
        first = request.query_params.get("first", "0")
        at = int(first) if first.isdecimal() and len(first) < 7 else 0
        return _json(request, encoded(await moments(reel, eyes, at, house.build)))

    @get("/tables/{table:str}/final", media_type="application/json")
    async def final(request: Asked, table: FromPath[str]) -> Response[bytes]:
        """Return the final picture, a scene that reveals every secret."""
        reel = await reels.of(await ended(table, request))
        return _json(request, encoded(reel.final()))

    @get("/tables/{table:str}/story", media_type="application/json")
    async def story(request: Asked, table: FromPath[str]) -> Response[bytes]:
        """Return the story that the game tells about a finished table. Also store the viewer's result if they
        have a seat. The result includes figures on their risks if they had the seat from the deal to the end."""
        room = await ended(table, request)
        made = await told(reels, room, quotas_of(request), address_of(request))
        who = await browser_of(request, room)
        if who.seat is not None and who.person is not None:
            reel = await reels.of(room)
            with contextlib.suppress(Unavailable):
                heard = heard_with(who.seat, reel.steps, reel.lent)
                await note_result(house, room, who.seat, who.person, heard)
        return _json(request, encoded(made))

    return [replay, see, final, story]


async def told(reels: Reels, room: Room, quotas: Quotas, address: str) -> Story:
    """Return the story of a finished table. The first request for it takes a place in the queue for stories.
    Raise `TooFast` at once if the queue is full."""
    if reels.is_asked(room):
        return await reels.story_of(room)
    quotas.ask_storyteller(address, reels.line)
    try:
        return await reels.story_of(room)
    finally:
        quotas.stories.leave(address)


def _eyes(text: str, seats: int) -> Eyes:
    """Read the query `eyes`: a seat counted from 1, `public` or `all`. Raise `Malformed` for anything else."""
    if text in ("all", "public"):
        return "all" if text == "all" else "public"
    if text.isdecimal() and len(text) < 3 and 1 <= int(text) <= seats:
        return Seat(int(text) - 1)
    raise Malformed(f"eyes are `public`, `all`, or a seat from 1 to {seats}")


def _json(request: Asked, data: bytes) -> Response[bytes]:
    """Return a JSON response that is not cached, gzipped if the browser accepts it."""
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["content-encoding"] = gzip.compress(data, LIGHT, mtime=0), "gzip"
    return Response(data, media_type="application/json", headers=headers)
