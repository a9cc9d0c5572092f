"""The games of a person, each as its table would show it to them, and no more.

Most are told by the row of the table, so that hundreds cost one query. A row is ahead of what is shown while a curtain
hangs (`malle.live.lag`). So a table that moved so lately that one may is told by its room, whether one does or not:
neither the answer nor its time tells whether a window has closed. So is one that has not begun, is paused, or was left.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from malle.core import MalleError, Seat, Sheet
from malle.core.story import Heard
from malle.live.ending import ended_for
from malle.live.house import House
from malle.live.names import robot_name
from malle.live.room import Room
from malle.live.seating import SLOWEST_LIVE
from malle.store.away import Unavailable
from malle.store.played import SatAt
from malle.store.store import TableId, write_id
from malle.table.hours import later

State = Literal["yours", "kept", "waiting", "paused", "filling", "aside", "over"]
ORDER: tuple[State, ...] = ("yours", "kept", "waiting", "paused", "filling", "aside", "over")
"""What I must do comes first, what is over last."""
FRESH = 14 * 86_400.0
"""Seconds for which home says that a game has ended that nobody has looked at."""


class MyGame(Struct, frozen=True):
    """A table of mine."""

    table: str
    sheet: Sheet | None
    """None: its rules are not here; it waits for them."""
    game: str
    state: State
    seat: int
    awaited: tuple[int, ...]
    """The seats that are waited for."""
    names: tuple[tuple[int, str], ...]
    """Who sits where; a robot by its name."""
    age: float
    """Seconds since then."""
    seconds: float | None = None
    """Left for the decision, and then of the reserve; None: as many as they like."""
    pace: int | None = None
    """Seconds that a decision has."""
    people: tuple[tuple[int, UUID], ...] = ()
    """The persons who sit there."""
    reserve: float = 0.0
    """At a slow table where it is my turn: seconds of my reserve."""
    spending: bool = False
    """The time for the decision is over, and the reserve is being used, mine or that of whoever is awaited: as
    everybody sees at the table."""
    whole: float = 0.0
    """Seconds that the reserve had when it began to be used, as `seconds` counts it; 0: it is not being used."""

    def called(self, seat: int) -> str:
        """What whoever sits there is called."""
        return dict(self.names).get(seat, "?")

    @property
    def others(self) -> tuple[str, ...]:
        """What the others are called."""
        return tuple(name for seat, name in self.names if seat != self.seat and name)


async def games_of(house: House, person: UUID) -> list[MyGame]:
    """Those of a person: mine to move first, the nearest deadline on top; then the latest first."""
    rows = await house.store.games.of(person)
    try:
        names = await house.store.names({each for row in rows for each in row.people.values()})
    except Unavailable:
        names = {}
    found = [each for row in rows if (each := await _game(house, row, names)) is not None]
    return sorted(found, key=_urgency)


def _urgency(game: MyGame) -> tuple[int, float, float, str]:
    left = float("inf") if game.seconds is None or game.state != "yours" else game.seconds
    return ORDER.index(game.state), left, -game.age if game.state == "yours" else game.age, game.table


async def _game(house: House, row: SatAt, names: dict[UUID, str]) -> MyGame | None:
    begun = row.over or bool(row.waits)
    if row.age >= house.config.window and begun and row.seat not in row.robots:
        return _by_row(house, row, names)
    try:
        room = await house.room(TableId(row.tab))
        await house.look_again(room)
    except Unavailable:
        return None
    except MalleError:
        return _by_row(house, row, names, state="aside")
    if row.age < 0:  # behind a curtain: since when the window is open that is still shown
        row = replace(row, age=house.config.window + row.age)
    return by_room(room, Seat(row.seat), row)


def _by_row(house: House, row: SatAt, names: dict[UUID, str], state: State | None = None) -> MyGame:
    if state is None:
        state = "over" if row.over else "yours" if row.seat in row.waits else "waiting"
    setup = row.setup
    try:
        sheet = house.library.sheet(setup.game, setup.version, setup.edition)
    except MalleError:
        sheet, state = None, "over" if row.over else "aside"
    seats = sorted({*row.people, *row.robots})
    called = tuple(
        (seat, robot_name(setup, len(seats), seat) if seat in row.robots else names.get(row.people[seat], "?"))
        for seat in seats
    )
    seconds, spending, whole = row.seconds, False, 0.0
    if row.until is not None and row.ends is not None:
        spending = row.until <= 0
        seconds = row.ends if spending else row.until
        whole = row.ends - row.until if spending else 0.0
    return MyGame(
        write_id(TableId(row.tab)), sheet, setup.game, state, row.seat, row.waits, called, max(0.0, row.age),
        seconds, setup.pace, tuple(row.people.items()), _reserve(row, state), spending, whole,
    )  # fmt: skip


def _reserve(row: SatAt, state: State) -> float:
    return max(0.0, row.setup.bank - row.spent) if state == "yours" else 0.0


def by_room(room: Room, seat: Seat, row: SatAt) -> MyGame | None:
    """As the room shows it to this seat; None if it was given up for good."""
    table = room.table
    if table.kinds[seat] == "robot":  # they look on like anybody
        shown = room.shown_to(None)
        if shown.table.over is None and seat not in table.left:
            return None
    else:
        shown = room.shown_to(seat)
    state, awaited = _state(shown, seat), shown.table.awaited
    seconds = None if state == "kept" or shown.deadline is None else shown.deadline - time.monotonic()
    spending = seconds is not None and bool(shown.reserve) and seconds <= shown.reserve
    if seconds is not None and not spending:
        seconds -= shown.reserve
    named = tuple((each, player.name) for each, player in enumerate(shown.players()) if player.name)
    return MyGame(
        room.text, room.sheet, room.sheet.name, state, seat, () if state == "kept" else awaited, named,
        max(0.0, row.age), seconds, table.setup.pace, tuple(row.people.items()), _reserve(row, state),
        spending, float(shown.reserve) if spending else 0.0,
    )  # fmt: skip


def _state(shown: Room, seat: Seat) -> State:
    table = shown.table
    if table.turn is None:
        return "filling"
    if table.over is not None:
        return "over"
    if shown.table.kinds[seat] == "robot":
        return "kept"
    return "paused" if table.paused else "yours" if seat in table.awaited else "waiting"


async def asleep(house: House, games: Sequence[MyGame]) -> dict[str, float]:
    """The slow tables that wait for people who all have quiet hours: seconds until one of them has not."""
    waiting = [game for game in games if game.state == "waiting" and (game.pace or 0) >= SLOWEST_LIVE]
    awaited = {game.table: [who for seat, who in game.people if seat in game.awaited] for game in waiting}
    if not any(awaited.values()):
        return {}
    try:
        now = await house.store.notices.now()
    except Unavailable:
        return {}
    habits = await house.store.notices.habits({each for people in awaited.values() for each in people})
    wakes = {table: [later(now, 0, habits[each].hours) for each in people] for table, people in awaited.items()}
    return {table: (min(found) - now).total_seconds() for table, found in wakes.items() if found and min(found) > now}


async def note_result(house: House, room: Room, seat: Seat, person: UUID, heard: Heard | None = None) -> None:
    """Somebody has seen how their game ended: it is written down, with all events also what the seat dared, which is to
    be theirs alone (`malle.live.replay.heard_with`). Nothing before the end is shown."""
    ended = ended_for(room.sheet, room.shown_to(seat).table, room.id, seat, heard)
    if ended is None:
        return
    await house.store.games.add_result(person, ended, await house.store.age(room.id))
