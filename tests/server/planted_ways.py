"""Leaks planted on one way (`tests.server.worlds.WAYS`), and holes through which a cheat's program looks.

Each leak tells one number made of what is hidden, in one situation alone: a test that never meets the situation does
not find it. Each hole is a mistake by which one program of `tests.server.cheat` wins.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid5

from msgspec.structs import replace

from malle.core import Illegal, MalleError, Message, Seat
from malle.protocol import messages
from malle.protocol.messages import Player
from malle.runtime import table_service as house_module
from malle.runtime.presence import votes
from malle.runtime.presence.emotes import EmoteRelay
from malle.runtime.room import Room, seat_change_message
from malle.runtime.seats import seat_owners, seating
from malle.runtime.seats.identity import Caller
from malle.runtime.table_service import TableService
from malle.runtime.timing import deadlines, reveal_delay
from malle.runtime.views import frames, refusals
from malle.storage.store import TableId
from malle.table import Step, Table, match_of_table
from malle.web import layout, routes
from malle.web.security import rate_limits

WAY_LEAKS: dict[str, tuple[str, Callable[[], None]]] = {}
"""By name: the way on which it shows, and how it comes about."""
HOLES: dict[str, Callable[[], None]] = {}
"""By the name of the program that wins by it."""


def on(way: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Adds a leak to the list, under the name of its function."""

    def add(function: Callable[[], None]) -> Callable[[], None]:
        WAY_LEAKS[function.__name__.replace("_", "-")] = way, function
        return function

    return add


def hole(function: Callable[[], None]) -> Callable[[], None]:
    """Adds a hole to the list."""
    HOLES[function.__name__.removeprefix("hole_in_the_").replace("_", "-")] = function
    return function


def put(owner: Any, name: str, broken: Any) -> None:
    """Breaks this process: whatever has this name there is another thing from now on."""
    setattr(owner, name, broken)


def secret(state: Any) -> int:
    """A number that tells something of a state."""
    return sum(str(state).encode()) % 97


def tell_in_frames(number: Callable[[Room, int, bool], int | None]) -> None:
    """Frames that are not packed have a field more, where there is a number for it: (room, since, first)."""
    frame_as_it_is = frames.build_frame

    def frame(room: Room, viewer: Any, since: int, *, robot: bool, first: bool, **more: Any) -> bytes:
        made = frame_as_it_is(room, viewer, since, robot=robot, first=first, **more)
        told = number(room, since, first)
        return made if told is None or not made.startswith(b"{") else made[:-1] + b',"told":%d}' % told

    put(frames, "build_frame", frame)


@on("plain")
def taken_tells() -> None:
    """The answer to a move says what was drawn after it."""
    act_as_it_is = TableService.act

    async def act(self: TableService, room: Room, *words: Any) -> int:
        seq = await act_as_it_is(self, room, *words)
        return seq + 1000 * secret(room.table.state)

    put(TableService, "act", act)


@on("plain")
def an_emote_is_answered_with_more() -> None:
    """Whoever shows something is told more than where the table is."""
    show_as_it_is = EmoteRelay.show

    def show(self: EmoteRelay, room: Room, *words: Any) -> int:
        return show_as_it_is(self, room, *words) + 1000 * secret(room.table.state)

    put(EmoteRelay, "show", show)


@on("away")
def a_sign_is_answered_with_more() -> None:
    """Whoever gives a sign to somebody is told something of their hand."""
    nudge_as_it_is = votes.nudge_player

    async def nudge(house: TableService, room: Room, *words: Any) -> int:
        return await nudge_as_it_is(house, room, *words) + 1000 * secret(room.table.state)

    put(votes, "nudge_player", nudge)


@on("reload")
def a_page_opened_anew_is_told_more() -> None:
    """Whoever comes in the middle of a game is told what they missed, from the log and not from what they heard."""
    tell_in_frames(
        lambda room, since, first: secret(room.recent_steps[-1].table.state) if first and room.recent_steps else None
    )


@on("processes")
def what_was_followed_is_told() -> None:
    """A process that reads moves from the log keeps what it read, and shows it."""
    follow_as_it_is = TableService._apply_log_update
    followed: set[TableId] = set()

    def follow(self: TableService, room: Room, *words: Any) -> bool:
        followed.add(room.id)
        return follow_as_it_is(self, room, *words)

    put(TableService, "_apply_log_update", follow)
    tell_in_frames(lambda room, since, first: secret(room.table.state) if room.id in followed else None)


@on("undo")
def what_was_undone_is_told() -> None:
    """A move that was taken back is told with the note that it was."""

    def undone(room: Room, since: int, first: bool) -> int | None:
        steps = list(room.recent_steps)
        is_undo = len(steps) > 1 and steps[-1].entry.lines[0].startswith("undo")
        return secret(steps[-2].table.state) if is_undo else None

    tell_in_frames(undone)


@on("pause")
def a_paused_table_is_told() -> None:
    """While nobody can act the whole table may as well be shown."""
    tell_in_frames(lambda room, since, first: secret(room.table.state) if room.table.paused else None)


@on("let")
def whoever_was_let_in_is_told_with_more() -> None:
    """The log says which hand they took over."""

    def told(step: Step) -> Message | None:
        said = seat_change_message(step)
        told = {"number": secret(step.table.state)} if said is not None and said.key == "seat-let" else {}
        return said if said is None else replace(said, args={**said.args, **told})

    put(frames, "seat_change_message", told)


@on("leave")
def a_robot_is_called_after_what_it_holds() -> None:
    """The robot that keeps a seat for somebody takes its name from the hand."""
    name_as_it_is = seat_owners._raw_name

    def name(table: Table, seat: int, *words: Any) -> str:
        usual = name_as_it_is(table, seat, *words)
        return f"{usual} {secret(table.state)}" if seat in table.vacated_seats else usual

    put(seat_owners, "_raw_name", name)


@on("match")
def a_match_counts_what_is_hidden() -> None:
    """How the match stands counts the game that is being played."""

    def standing(table: Any, legs: int) -> Any:
        found = match_of_table(table, legs)
        return replace(found, sums=tuple(each + secret(table.state) for each in found.sums))

    put(frames, "match_of_table", standing)


@on("late")
def late_spectators_are_not_late() -> None:
    """What they see goes on with the table."""

    def follow(room: Room) -> None:
        for step in room.recent_steps:
            if room.spectator_room is not None:
                room.spectator_room.advance(step)

    put(reveal_delay, "advance_spectators", follow)


# Holes


@hole
def hole_in_the_doors() -> None:
    """The record that is not to be had yet says how far it is."""

    async def record_of(house: TableService, room: Room) -> str:
        raise Illegal(f"the record leaves the table after the end, {secret(room.table.state)} lines from now")

    put(routes, "export_record", record_of)


@hole
def hole_in_the_tokens() -> None:
    """Whoever left a seat is shown what the robot sees that keeps it."""
    caller_as_it_is = seating.identify_caller

    async def caller(*words: Any) -> Caller:
        who = await caller_as_it_is(*words)
        return who if who.left_seat is None else Caller(who.left_seat, is_robot=True)

    put(seating, "identify_caller", caller)


@hole
def hole_in_the_window() -> None:
    """A refusal is made from the table as it is."""

    def refusal(room: Room, seat: Seat, make: Any, error: MalleError) -> MalleError:
        return error

    put(house_module, "visible_refusal", refusal)


@hole
def hole_in_the_gallery() -> None:
    """What late spectators see goes on while the curtain hangs."""
    left_as_it_is, follow_as_it_is = reveal_delay.remaining_delay_seconds, reveal_delay.advance_spectators

    def follow(room: Room) -> None:
        put(reveal_delay, "remaining_delay_seconds", lambda room: 0.0)
        follow_as_it_is(room)
        put(reveal_delay, "remaining_delay_seconds", left_as_it_is)

    put(reveal_delay, "advance_spectators", follow)


@hole
def hole_in_the_together() -> None:
    """Each of several acts is shown as soon as it is in the log."""
    put(reveal_delay, "is_incomplete_group", lambda room, step: False)


@hole
def hole_in_the_clock() -> None:
    """The keys of the clock are made of what everybody knows."""
    space = UUID("5d0f4b1e-9a55-4a3c-8f2a-6d1c6e2f7a10")
    put(deadlines, "deadline_key", lambda _, table, seq, seat: uuid5(space, f"{table} {seq} {seat}"))


@hole
def hole_in_the_limiter() -> None:
    """One bucket for all addresses."""
    as_it_is = rate_limits.AddressRateLimiter._get_bucket
    put(rate_limits.AddressRateLimiter, "_get_bucket", lambda self, address: as_it_is(self, ""))


@hole
def hole_in_the_presence() -> None:
    """Late spectators see who is there now."""

    def players(self: Room) -> tuple[Player, ...]:
        return tuple(map(Player, self.names, self.table.seat_kinds, (self.source_room or self).presences()))

    put(Room, "players", players)


@hole
def hole_in_the_cache() -> None:
    """Pages may be kept by whoever stands between."""
    layout.PAGE_HEADERS["cache-control"] = "public, max-age=60"


@hole
def hole_in_the_lengths() -> None:
    """Frames are as long as what is in them."""
    put(messages, "pad", lambda data: data)


@hole
def hole_in_the_times() -> None:
    """A refusal from behind the curtain takes a little longer."""
    refusal_as_it_is = refusals.visible_refusal

    def refusal(room: Room, *words: Any) -> MalleError:
        if reveal_delay.remaining_delay_seconds(room):
            time.sleep(0.003)
        return refusal_as_it_is(room, *words)

    put(house_module, "visible_refusal", refusal)
