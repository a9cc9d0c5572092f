"""Faults of a server by which a page does not get what it should be shown: planted for `tests.server.test_losing`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from malle.runtime.room import Room
from malle.runtime.table_service import TableService
from malle.runtime.views.viewer import ConnectedViewer

LOSSES: dict[str, tuple[str, Callable[[], None]]] = {}
"""By name: the kind of ways that finds it, and what breaks this process so."""


def loss(kind: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Adds a fault to the list, under the name of its function."""

    def add(function: Callable[[], None]) -> Callable[[], None]:
        LOSSES[function.__name__.replace("_", "-")] = kind, function
        return function

    return add


async def never(self: TableService, database: int) -> None:
    """A sweep would make good what is broken here."""
    await asyncio.Event().wait()


@loss("undo")
def an_undo_is_shown_to_nobody() -> None:
    """A move that was taken back stays to be seen."""
    show_as_it_is = TableService._notify_viewers

    def show(self: TableService, room: Room, *first: ConnectedViewer) -> None:
        room.scheduled_show = None
        if not (room.recent_steps and room.recent_steps[-1].entry.lines[0].startswith("undo")):
            show_as_it_is(self, room, *first)

    TableService._notify_viewers = show  # type: ignore[method-assign]
    TableService._sweep = never  # type: ignore[method-assign]


@loss("curtain")
def a_curtain_stays_drawn() -> None:
    """Nobody is shown anything when a window has been open for its time."""

    def show(self: TableService, room: Room, *first: ConnectedViewer) -> None:
        room.scheduled_show = None
        for connection in tuple(room.connections):
            connection.notify_if_changed()

    TableService._notify_viewers = show  # type: ignore[method-assign]
    TableService._sweep = never  # type: ignore[method-assign]


@loss("process")
def the_other_process_is_deaf() -> None:
    """Hints are not heard, and nobody looks for what no hint told."""

    def heard(self: TableService, table_id: int, seq: int) -> None:
        """Nothing."""

    TableService._on_hint = heard  # type: ignore[method-assign]
    TableService._sweep = never  # type: ignore[method-assign]


@loss("takeover")
def a_seat_is_shown_to_whoever_left_it() -> None:
    """Whoever resigned is not sent away, and goes on to get the seat's frames."""

    async def reseat(self: TableService, room: Room) -> None:
        await self.seat_owners.load_owners(room)
        room.notify_all()

    TableService.refresh_seat_owners = reseat  # type: ignore[method-assign]
