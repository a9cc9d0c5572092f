"""Games for one: their pages, their questions, how many people solved the task of the day, and how they open offline.

A game has one if its sheet says so; nothing here knows which game it is. Questions may take seconds of solving: they
run beside the event loop, few at a time.
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
"""Questions answered at the same time; more wait, so many and no more (`malle.web.quotas`)."""
LONGEST = 4_000
"""Bytes of a question."""


class Solved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody solved the task of the day."""

    name: str
    day: date
    answer: str
    solver: UUID
    """A random number that the browser keeps: it stands for nobody, and is counted once a day."""
    helped: bool = False
    """With hints: such solutions are counted apart."""


class People(msgspec.Struct, frozen=True):
    """How many solved the task of a day."""

    name: str
    people: int
    alone: int
    """Those among them who did it without a hint."""


def handlers(house: House, look: Assets, shell: Shell, sheets: Sequence[Sheet]) -> list[ControllerRouterHandler]:
    """The pages of all games for one."""
    modes: dict[str, tuple[Sheet, Solitaire]] = {
        sheet.name: (sheet, sheet.solitaire) for sheet in sheets if sheet.solitaire
    }
    free = asyncio.Semaphore(AT_ONCE)

    def mode(game: str) -> tuple[Sheet, Solitaire]:
        if game not in modes:
            raise NotFoundException
        return modes[game]

    @functools.cache
    def made(sheet: Sheet, language: str) -> tuple[bytes, bytes]:
        """The page of a game in a language, plain and packed: the same for everyone."""
        assert sheet.solitaire is not None
        told = msgspec.json.encode(sheet.solitaire.page(Words(sheet.folder, language, marked=True).say)).decode()
        text = _page(shell, language, sheet, told.replace("<", "\\u003c")).encode()
        return text, gzip.compress(text, 9, mtime=0)

    @get("/solo/{game:str}", media_type="text/html")
    async def page(request: Asked, game: FromPath[str]) -> Response[Any]:
        sheet, _ = mode(game)
        answer: Response[Any] = shell.answer(request, "")
        answer.content, packed = made(sheet, language_of(request))
        answer.headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            answer.content, answer.headers["content-encoding"] = packed, "gzip"
        return answer

    @post("/solo/{game:str}/ask", status_code=200)
    async def ask(request: Asked, game: FromPath[str]) -> Response[bytes]:
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
        _, solitaire = mode(game)
        return People(solitaire.of_day(day), *await house.store.count_solvers(game, day))

    @post("/solo/{game:str}/solved", status_code=200)
    async def solved(request: Asked, game: FromPath[str]) -> People:
        _, solitaire = mode(game)
        try:
            told = msgspec.json.decode(await request.body(), type=Solved)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Refused(f"what was solved cannot be read: {error}") from error
        if abs(told.day - datetime.now(UTC).date()) > timedelta(days=1):
            raise Refused("only the task of today counts")
        if told.name != solitaire.of_day(told.day) or not solitaire.is_solved(told.name, told.answer):
            raise Refused("that does not solve the task of that day")
        if quotas_of(request).solvers.take(address_of(request)):  # anybody can make up who solved it
            await house.store.add_solver(game, told.day, told.solver, helped=told.helped)
        return People(told.name, *await house.store.count_solvers(game, told.day))

    @get("/sw.js")
    async def worker() -> Response[bytes]:
        """The service worker must lie at the root to keep pages of the whole site."""
        headers = {"cache-control": "no-cache", "content-security-policy": HEADERS["content-security-policy"]}
        return Response(look.assets["sw.js"].data, media_type="text/javascript", headers=headers)

    @get("/manifest.webmanifest")
    async def manifest() -> Response[bytes]:
        """What a phone needs to put Malle among its applications."""
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
    """A game for one: the page is the game's own, and has everything it needs in it."""
    body = f'<div id="app"></div><script type="application/json" id="page">{told}</script>'
    sprite = shell.look.address(f"{sheet.name}.sprite.svg")
    attributes = {"class": "table", "data-game": sheet.name, "data-sprite": sprite}
    title = game_say(sheet, language, "title")
    return shell.page(language, title, body, attributes, script=f"{sheet.name}-solo", game=sheet.name)
