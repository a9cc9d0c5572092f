"""The routes of solitaires (games for one person): their pages, questions to their solver programs,
counts of solved daily tasks, and offline use.

A game has a solitaire if its `GameInfo` says so; nothing here knows which game it is. A question
may take seconds to answer, so few are answered at a time, in threads beside the event loop.
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

from malle.core import GameInfo, Refused
from malle.core.solitaire import Solitaire
from malle.i18n.translations import Translator
from malle.runtime.table_service import TableService
from malle.web.api.tables import get_client_address, get_quotas
from malle.web.assets import Assets
from malle.web.layout import PAGE_HEADERS, AnyRequest, Layout, get_language, translate_for_game

MAX_PARALLEL_QUESTIONS = 2
"""Questions answered at the same time. Others wait in a queue of limited length (`malle.web.security.quotas`)."""
MAX_QUESTION_BYTES = 4_000
"""The longest question to a solver program."""


class SolvedTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request to count a person's solution of the daily task."""

    name: str
    """Name of the task."""
    day: date
    answer: str
    """The solution, as the solitaire writes it."""
    solver: UUID
    """A random number that the browser keeps. It identifies nobody and is counted once a day."""
    helped: bool = False
    """Whether hints were used. Solutions with hints are counted apart."""


class SolverCounts(msgspec.Struct, frozen=True):
    """The task of a day, and how many people solved it."""

    name: str
    people: int
    alone: int
    """How many of `people` used no hint."""


def handlers(
    service: TableService, assets: Assets, layout: Layout, games: Sequence[GameInfo]
) -> list[ControllerRouterHandler]:
    """Return the routes of all solitaires, and those of the service worker and the web manifest."""
    solitaires: dict[str, tuple[GameInfo, Solitaire]] = {
        sheet.name: (sheet, sheet.solitaire) for sheet in games if sheet.solitaire
    }
    question_slots = asyncio.Semaphore(MAX_PARALLEL_QUESTIONS)

    def find_solitaire(game: str) -> tuple[GameInfo, Solitaire]:
        """Return a game's `GameInfo` and its solitaire. Raise `NotFoundException` if no offered
        game of this name has one."""
        if game not in solitaires:
            raise NotFoundException
        return solitaires[game]

    @functools.cache
    def cached_page(game_info: GameInfo, language: str) -> tuple[bytes, bytes]:
        """Return a game's solitaire page in a language, plain and gzipped. It is the same for
        everybody, so it is made once."""
        assert game_info.solitaire is not None
        page_json = msgspec.json.encode(
            game_info.solitaire.page_data(Translator(game_info.folder, language, for_screen=True).translate)
        ).decode()
        text = _render_page(layout, language, game_info, page_json.replace("<", "\\u003c")).encode()
        return text, gzip.compress(text, 9, mtime=0)

    @get("/solo/{game:str}", media_type="text/html")
    async def show_page(request: AnyRequest, game: FromPath[str]) -> Response[Any]:
        """Show the page of a solitaire. Answer 404 if the game has none."""
        game_info, _ = find_solitaire(game)
        answer: Response[Any] = layout.make_html_response(request, "")
        answer.content, compressed = cached_page(game_info, get_language(request))
        answer.headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            answer.content, answer.headers["content-encoding"] = compressed, "gzip"
        return answer

    @post("/solo/{game:str}/ask", status_code=200)
    async def answer_question(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
        """Answer a question of the page by the game's solver program, in a thread.

        Raise `Refused` if the question is too long, and `TooFast` if the queue is full or the
        address has its share of places.
        """
        _, solitaire = find_solitaire(game)
        question = await request.body()
        if len(question) > MAX_QUESTION_BYTES:
            raise Refused(f"a question has at most {MAX_QUESTION_BYTES} bytes")
        quotas, address = get_quotas(request), get_client_address(request)
        quotas.take_question_place(address)
        try:
            async with question_slots:
                answer = await asyncio.to_thread(solitaire.answer_question, question)
        finally:
            quotas.open_questions.release(address)
        return Response(msgspec.json.encode(answer), media_type="application/json")

    @get("/solo/{game:str}/day/{day:date}")
    async def show_daily_task(game: FromPath[str], day: FromPath[date]) -> SolverCounts:
        """Return the name of the task of a day and how many people solved it."""
        _, solitaire = find_solitaire(game)
        return SolverCounts(solitaire.task_of_day(day), *await service.store.count_solvers(game, day))

    @post("/solo/{game:str}/solved", status_code=200)
    async def count_solution(request: AnyRequest, game: FromPath[str]) -> SolverCounts:
        """Check a solution of the daily task, count it, and return the counts.

        Raise `Refused` if it cannot be read or is wrong, or if its day is more than one day off. A
        correct solution above the limit of its address is not counted.
        """
        _, solitaire = find_solitaire(game)
        try:
            solution = msgspec.json.decode(await request.body(), type=SolvedTask)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Refused(f"what was solved cannot be read: {error}") from error
        if abs(solution.day - datetime.now(UTC).date()) > timedelta(days=1):
            raise Refused("only the task of today counts")
        if solution.name != solitaire.task_of_day(solution.day) or not solitaire.is_solved(
            solution.name, solution.answer
        ):
            raise Refused("that does not solve the task of that day")
        # Solver ids can be made up, so each address has a limit.
        if get_quotas(request).solver_rate.try_take(get_client_address(request)):
            await service.store.add_solver(game, solution.day, solution.solver, helped=solution.helped)
        return SolverCounts(solution.name, *await service.store.count_solvers(game, solution.day))

    @get("/sw.js")
    async def serve_service_worker() -> Response[bytes]:
        """Serve the service worker. It must be at the root to cache pages of the whole site."""
        headers = {"cache-control": "no-cache", "content-security-policy": PAGE_HEADERS["content-security-policy"]}
        return Response(assets.by_name["sw.js"].data, media_type="text/javascript", headers=headers)

    @get("/manifest.webmanifest")
    async def serve_manifest() -> Response[bytes]:
        """Serve the web manifest, by which a phone can install Malle as an application."""
        icons = [
            {"src": assets.get_url(name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in (
                ("favicon.svg", "any", "image/svg+xml", "any"),
                ("icon-192.png", "192x192", "image/png", "any"),
                ("icon-512.png", "512x512", "image/png", "any"),
                ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
            )
        ]
        manifest_fields = {
            "name": "Malle",
            "short_name": "Malle",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
        }
        manifest_fields |= {"background_color": "#FFFDF7", "theme_color": "#1F3A5F"}
        return Response(json.dumps(manifest_fields | {"icons": icons}).encode(), media_type="application/manifest+json")

    return [show_page, answer_question, show_daily_task, count_solution, serve_service_worker, serve_manifest]


def _render_page(layout: Layout, language: str, game_info: GameInfo, page_json: str) -> str:
    """Return the document of a solitaire as HTML. `page_json` is everything that the page's script
    needs."""
    body = f'<div id="app"></div><script type="application/json" id="page">{page_json}</script>'
    sprite = layout.assets.get_url(f"{game_info.name}.sprite.svg")
    attributes = {"class": "table", "data-game": game_info.name, "data-sprite": sprite}
    title = translate_for_game(game_info, language, "title")
    return layout.render_document(
        language, title, body, attributes, script=f"{game_info.name}-solo", game=game_info.name
    )
