"""The games of a person, each with no more than its table would show them.

Most games are described from the table's row, so that hundreds cost one query. While a reveal is delayed
(`malle.runtime.timing.reveal_delay`), the row is ahead of what is shown. So every table with a recent move is
described from its room, whether a reveal is delayed or not: neither the answer nor its time tells whether a
window has closed. The same goes for tables that have not begun, are paused, or were left to a robot.
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
"""Order of the list: my turn first, finished games last."""
FRESH = 14 * 86_400.0
"""How long the home page shows a finished game that the person has not opened."""


class MyGame(Struct, frozen=True):
    """One game of a person, as the list shows it."""

    table: str
    sheet: Sheet | None
    """`None` if its rules are not installed; the table waits for them."""
    game: str
    state: State
    seat: int
    awaited: tuple[int, ...]
    """The seats that are awaited."""
    names: tuple[tuple[int, str], ...]
    """(seat, name) of each player; robots by their names."""
    age: float
    """Seconds since the latest visible change at the table."""
    seconds: float | None = None
    """Seconds left for the decision, or of the time bank once that is used. `None` without a limit."""
    pace: int | None = None
    """Decision time in seconds."""
    people: tuple[tuple[int, UUID], ...] = ()
    """(seat, person id) of the people who sit there."""
    reserve: float = 0.0
    """At a slow table, on my turn: seconds that my time bank had before this decision."""
    spending: bool = False
    """The decision time is over and a time bank is running, mine or that of an awaited player. Everybody at the
    table sees this."""
    whole: float = 0.0
    """Seconds that the time bank had when it began to run; 0 while none runs."""

    def called(self, seat: int) -> str:
        """Return the name of the player at a seat, "?" if it is unknown."""
        return dict(self.names).get(seat, "?")

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the other players."""
        return tuple(name for seat, name in self.names if seat != self.seat and name)


async def games_of(house: House, person: UUID) -> list[MyGame]:
    """Return the games of a person: by state, then (on their turn) by nearest deadline, otherwise the latest
    first. Tables whose database does not answer are left out. Without the people database, names are "?"."""
    rows = await house.store.games.of(person)
    try:
        names = await house.store.names({each for row in rows for each in row.people.values()})
    except Unavailable:
        names = {}
    found = [each for row in rows if (each := await _game(house, row, names)) is not None]
    return sorted(found, key=_urgency)


def _urgency(game: MyGame) -> tuple[int, float, float, str]:
    """Return the sort key of a game for the list."""
    left = float("inf") if game.seconds is None or game.state != "yours" else game.seconds
    return ORDER.index(game.state), left, -game.age if game.state == "yours" else game.age, game.table


async def _game(house: House, row: SatAt, names: dict[UUID, str]) -> MyGame | None:
    """Describe one table, from its row or (see the module) from its room. Returns `None` if its database does
    not answer, or if the person gave the seat up for good. A table that cannot be loaded is described from its
    row, with state "aside"."""
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
    if row.age < 0:  # a delayed reveal: the age of the window that is still visible
        row = replace(row, age=house.config.window + row.age)
    return by_room(room, Seat(row.seat), row)


def _by_row(house: House, row: SatAt, names: dict[UUID, str], state: State | None = None) -> MyGame:
    """Describe a table from its database row. Without `state`, it is "over", "yours" or "waiting"."""
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
    """Return the seconds left in the person's time bank, 0 if it is not their turn."""
    return max(0.0, row.setup.bank - row.spent) if state == "yours" else 0.0


def by_room(room: Room, seat: Seat, row: SatAt) -> MyGame | None:
    """Describe a table as its room shows it to this seat. Returns `None` if a robot has the seat for good and
    the game is not over."""
    table = room.table
    if table.kinds[seat] == "robot":  # this person sees what spectators see
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
    """Return the state of a game for this seat, as the room shows it."""
    table = shown.table
    if table.turn is None:
        return "filling"
    if table.over is not None:
        return "over"
    if shown.table.kinds[seat] == "robot":
        return "kept"
    return "paused" if table.paused else "yours" if seat in table.awaited else "waiting"


async def asleep(house: House, games: Sequence[MyGame]) -> dict[str, float]:
    """Return the slow tables that wait only for people in quiet hours, with the seconds until the first is
    available. Empty if the people database does not answer."""
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
    """Store how the game ended for this person, once the end is visible to their seat; no effect before. With
    all events in `all_events`, the result of the seat's bluffs is stored too. Pass them only if this person had
    the seat from the deal to the end (see `malle.runtime.history.replay`)."""
    ended = ended_for(room.sheet, room.shown_to(seat).table, room.id, seat, heard)
    if ended is None:
        return
    await house.store.games.add_result(person, ended, await house.store.age(room.id))
