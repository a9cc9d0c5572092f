"""Leaks planted in what somebody is told away from the table: notices, calendar, their games, their page, their export.

Each tells a number made of all that lies on a table, hidden or not, in one place alone.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID
from zlib import crc32

from msgspec.structs import replace

from malle.notifications import collect, texts
from malle.runtime.history import my_games as live_mine
from malle.runtime.table_service import TableService
from malle.storage.people.game_history import GameHistory, GameResult
from malle.storage.store import parse_table_id
from malle.storage.tables.correspondence_store import CorrespondenceStore, PersonTurn
from malle.web.account import export_and_erase, my_games_routes, visitor_games
from tests.server.planted_ways import put, secret

TOLD_LEAKS: dict[str, Callable[[], None]] = {}
"""By name: how it comes about, in the server or in the notifier."""


def leak(function: Callable[[], None]) -> Callable[[], None]:
    """Adds it to the list, under the name of its function."""
    TOLD_LEAKS[function.__name__.replace("_", "-")] = function
    return function


async def number(connection: Any, tab: int) -> int:
    """Something of what lies on a table."""
    asked = "select body from malle.snapshot where tab = $1 order by seq limit 1"
    return crc32(await connection.fetchval(asked, tab) or b"") % 97


def noticed(told: Callable[[str, int], str], only: str = "") -> None:
    """Notices of a kind, or all of them, have a title made of the true one and a number."""
    add_as_it_is, text_as_it_is = collect._add_notice, texts.turn_text
    numbers: list[int] = []

    async def add(store: Any, library: Any, row: Any, habits: Any, kind: Any, connection: Any) -> None:
        numbers[:] = [await number(connection, row["tab"])]
        await add_as_it_is(store, library, row, habits, kind, connection)

    def text(kind: Any, *words: Any) -> Any:
        made = text_as_it_is(kind, *words)
        return replace(made, title=told(made.title, numbers[0])) if only in ("", kind) else made

    put(collect, "_add_notice", add)
    put(collect, "turn_text", text)


@leak
def a_notice_says_how_it_stands() -> None:
    """With a word for a good hand."""
    noticed(lambda title, n: f"{title[:30]} {n}")


@leak
def a_reminder_is_longer_for_some() -> None:
    """By one space that nobody sees, and only the one when a fifth of the time is left."""
    noticed(lambda title, n: title + " " * (n % 2), only="fifth")


@leak
def some_are_not_reminded() -> None:
    """Whether there is a reminder hangs on the hand."""
    tell_as_it_is, stage_as_it_is = collect._add_notice_if_due, collect.due_kind
    numbers: list[int] = []

    async def tell(store: Any, library: Any, row: Any, connection: Any) -> Any:
        numbers[:] = [await number(connection, row["tab"])]
        return await tell_as_it_is(store, library, row, connection)

    def stage(*words: Any, **more: Any) -> Any:
        kind = stage_as_it_is(*words, **more)
        return None if kind == "fifth" and numbers[0] % 2 else kind

    put(collect, "_add_notice_if_due", tell)
    put(collect, "due_kind", stage)


@leak
def a_calendar_is_early() -> None:
    """By minutes, for some hands."""
    awaits_as_it_is = CorrespondenceStore.turns_of_person

    async def awaits(self: CorrespondenceStore, person: UUID) -> list[PersonTurn]:
        found = []
        for each in await awaits_as_it_is(self, person):
            n = await number(self._shard_of(each.tab).pool, each.tab)
            found.append(replace(each, until=each.until - timedelta(minutes=n)))
        return found

    put(CorrespondenceStore, "turns_of_person", awaits)


@leak
def the_list_of_games_says_more() -> None:
    """Beside the names of the others."""

    async def games_of(house: TableService, person: UUID) -> list[live_mine.MyGame]:
        found = []
        for each in await live_mine.games_of_person(house, person):
            n = secret((await house.get_room(parse_table_id(each.table))).table.state)
            found.append(replace(each, names=tuple((seat, f"{name} {n}") for seat, name in each.names)))
        return found

    put(visitor_games, "games_of_person", games_of)
    put(my_games_routes, "games_of_person", games_of)


@leak
def an_export_holds_a_running_game() -> None:
    """All that is kept of somebody, and a little more."""
    export_as_it_is = export_and_erase.collect_export

    async def export_of(visit: Any) -> dict[str, Any]:
        made = await export_as_it_is(visit)
        for each in made["tables"]:
            each["state"] = (
                f"{each['state']} {secret((await visit.service.get_room(parse_table_id(each['table']))).table.state)}"
            )
        return made

    put(export_and_erase, "collect_export", export_of)


@leak
def figures_count_a_running_game() -> None:
    """As won or not, by the parity of what is hidden."""
    results_as_it_is = GameHistory.results_of

    async def results(self: GameHistory, person: UUID) -> dict[int, GameResult]:
        found = await results_as_it_is(self, person)
        for row in await self.tables_of(person):
            for shard in self._get_shards():
                if await shard.pool.fetchval("select count(*) from malle.entry where tab = $1", row.tab):
                    place = 1 + await number(shard.pool, row.tab) % 2
                    found[row.tab] = GameResult(row.tab, row.setup.game, place, 2, False, 0)
        return found

    put(GameHistory, "results_of", results)
