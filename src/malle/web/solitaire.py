"""The routes of solitaires: their pages, questions to their solvers, counts of people who solved the daily
task, and offline use.

A game has a solitaire if its `GameInfo` says so; nothing here knows which game it is. A question may take
seconds to solve, so few are answered at a time, in threads beside the event loop.
"""

from __future__ import annotations

import asyncio
import functools
import gzip
import json
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from malle.core import Refused, Sheet
from malle.core.solitaire import Solitaire
from malle.live.house import House
from malle.web.api import address_of, quotas_of
from malle.web.assets import Assets
from malle.web.page import HEADERS, Asked, Shell, game_say, language_of
from malle.words import Words

AT_ONCE = 2
"""Questions answered at the same time. Others wait in a queue of limited length (`malle.web.security.quotas`)."""
LONGEST = 4_000


class Solved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to count a solution of the daily task."""

    name: str
    day: date
    answer: str
    solver: UUID
    """A random number that the browser keeps. It identifies nobody and is counted once a day."""
    helped: bool = False
    """True if hints were used. Such solutions are counted apart."""


class People(msgspec.Struct, frozen=True):
    """How many people solved the task of a day."""

    name: str
    people: int
    alone: int
    """People among them who used no hint."""


def handlers(house: House, look: Assets, shell: Shell, sheets: Sequence[Sheet]) -> list[ControllerRouterHandler]:
    """Return the route handlers of all solitaires, the service worker and the web manifest."""
    modes: dict[str, tuple[Sheet, Solitaire]] = {
        sheet.name: (sheet, sheet.solitaire) for sheet in sheets if sheet.solitaire
    }
    free = asyncio.Semaphore(AT_ONCE)

    def mode(game: str) -> tuple[Sheet, Solitaire]:
        """Return a game's `GameInfo` and its solitaire. Raise `NotFoundException` if it has none."""
        if game not in modes:
            raise NotFoundException
        return modes[game]

    @functools.cache
    def made(sheet: Sheet, language: str) -> tuple[bytes, bytes]:
        """Return a game's page in a language, plain and gzipped. It is the same for everybody and is cached."""
        assert sheet.solitaire is not None
        told = msgspec.json.encode(sheet.solitaire.page(Words(sheet.folder, language, marked=True).say)).decode()
        text = _page(shell, language, sheet, told.replace("<", "\\u003c")).encode()
        return text, gzip.compress(text, 9, mtime=0)

    @get("/solo/{game:str}", media_type="text/html")
    async def page(request: Asked, game: FromPath[str]) -> Response[Any]:
        """Show the page of a solitaire."""
        sheet, _ = mode(game)
        answer: Response[Any] = shell.answer(request, "")
        answer.content, packed = made(sheet, language_of(request))
        answer.headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            answer.content, answer.headers["content-encoding"] = packed, "gzip"
        return answer

    @post("/solo/{game:str}/ask", status_code=200)
    async def ask(request: Asked, game: FromPath[str]) -> Response[bytes]:
        """Answer a question of the page by the game's solver, in a thread. Raise `Refused` if it is too long,
        and `TooFast` if the queue is full."""
        _, solitaire = mode(game)
        question = await request.body()
        if len(question) > LONGEST:
            raise Refused(f"a question has at most {LONGEST} bytes")
        quotas, address = quotas_of(request), address_of(request)
        quotas.ask_solver(address)
        try:
            async with free:
                answer = await asyncio.to_thread(solitaire.ask, question)
        finally:
            quotas.questions.leave(address)
        return Response(msgspec.json.encode(answer), media_type="application/json")

    @get("/solo/{game:str}/day/{day:date}")
    async def of_day(game: FromPath[str], day: FromPath[date]) -> People:
        """Return the task of a day and how many people solved it."""
        _, solitaire = mode(game)
        return People(solitaire.of_day(day), *await house.store.count_solvers(game, day))

    @post("/solo/{game:str}/solved", status_code=200)
    async def solved(request: Asked, game: FromPath[str]) -> People:
        """Check a solution of the daily task, count it, and return the counts. Raise `Refused` if it is wrong
        or its day is more than one day off. Above the address's limit it is not counted."""
        _, solitaire = mode(game)
        try:
            told = msgspec.json.decode(await request.body(), type=Solved)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Refused(f"what was solved cannot be read: {error}") from error
        if abs(told.day - datetime.now(UTC).date()) > timedelta(days=1):
            raise Refused("only the task of today counts")
        if told.name != solitaire.of_day(told.day) or not solitaire.is_solved(told.name, told.answer):
            raise Refused("that does not solve the task of that day")
        # Solver ids can be made up, so each address has a limit.
        if quotas_of(request).solvers.take(address_of(request)):
            await house.store.add_solver(game, told.day, told.solver, helped=told.helped)
        return People(told.name, *await house.store.count_solvers(game, told.day))

    @get("/sw.js")
    async def worker() -> Response[bytes]:
        """Serve the service worker. It must be at the root to cache pages of the whole site."""
        headers = {"cache-control": "no-cache", "content-security-policy": HEADERS["content-security-policy"]}
        return Response(look.assets["sw.js"].data, media_type="text/javascript", headers=headers)

    @get("/manifest.webmanifest")
    async def manifest() -> Response[bytes]:
        """Serve the web manifest, by which a phone can install Malle as an application."""
        icons = [
            {"src": look.address(name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in (
                ("favicon.svg", "any", "image/svg+xml", "any"),
                ("icon-192.png", "192x192", "image/png", "any"),
                ("icon-512.png", "512x512", "image/png", "any"),
                ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
            )
        ]
        told = {"name": "Malle", "short_name": "Malle", "start_url": "/", "scope": "/", "display": "standalone"}
        told |= {"background_color": "#FFFDF7", "theme_color": "#1F3A5F"}
        return Response(json.dumps(told | {"icons": icons}).encode(), media_type="application/manifest+json")

    return [page, ask, of_day, solved, worker, manifest]


def _page(shell: Shell, language: str, sheet: Sheet, told: str) -> str:
    """Render the document of a solitaire. It holds everything that the page needs, as JSON."""
    body = f'<div id="app"></div><script type="application/json" id="page">{told}</script>'
    sprite = shell.look.address(f"{sheet.name}.sprite.svg")
    attributes = {"class": "table", "data-game": sheet.name, "data-sprite": sprite}
    title = game_say(sheet, language, "title")
    return shell.page(language, title, body, attributes, script=f"{sheet.name}-solo", game=sheet.name)
