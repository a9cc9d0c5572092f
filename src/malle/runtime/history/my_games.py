"""The games of a person, each with no more than its table would show them.

Most games are described from the table's row, so that hundreds cost one query. While a reveal is
delayed (`malle.runtime.timing.reveal_delay`), the row is ahead of what is shown. So every table
with a recent move is described from its room, whether a reveal is delayed or not: neither the
answer nor its time may tell whether the last of several simultaneous answers has come. Tables that
have not begun, are paused, or were left to a robot are described from their rooms, too.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from malle.core import GameInfo, MalleError, Seat
from malle.core.story import GameEvents
from malle.runtime.history.results import result_for_seat
from malle.runtime.room import Room
from malle.runtime.seats.display_names import robot_name
from malle.runtime.seats.seating import MIN_CORRESPONDENCE_SECONDS
from malle.runtime.table_service import TableService
from malle.storage.database_errors import DatabaseUnavailable
from malle.storage.people.game_history import SeatedTable
from malle.storage.store import TableId, format_table_id
from malle.table.quiet_hours import add_awake_seconds

MyGameState = Literal["yours", "kept", "waiting", "paused", "filling", "aside", "over"]
STATE_ORDER: tuple[MyGameState, ...] = ("yours", "kept", "waiting", "paused", "filling", "aside", "over")
"""Order of the list: games on the person's turn first, finished games last."""
RECENT_RESULT_SECONDS = 14 * 86_400.0
"""How long the home page shows a finished game that the person has not opened."""


class MyGame(Struct, frozen=True):
    """One game of a person, as the list of their games shows it."""

    table: str
    sheet: GameInfo | None
    """`None` if its rules are not installed; the table waits for them."""
    game: str
    state: MyGameState
    seat: int
    awaited: tuple[int, ...]
    """The seats that are awaited."""
    names: tuple[tuple[int, str], ...]
    """(seat, name) of each player, robots included."""
    age: float
    """Seconds since the latest visible change at the table."""
    seconds_left: float | None = None
    """Seconds left for the decision, or of the time bank once that is used. `None` without a limit."""
    decision_seconds: int | None = None
    """Decision time in seconds."""
    people: tuple[tuple[int, UUID], ...] = ()
    """(seat, person id) of the people who sit there."""
    time_bank_left: float = 0.0
    """At a slow table, on the person's turn: seconds that their time bank had before this
    decision."""
    uses_time_bank: bool = False
    """Whether the decision time is over and the time bank of an awaited player is running.
    Everybody at the table sees this."""
    time_bank_at_start: float = 0.0
    """Seconds that the time bank had when it began to run; 0 while none runs."""

    def player_name(self, seat: int) -> str:
        """Return the name of the player at a seat; "?" if the seat has none in `names`."""
        return dict(self.names).get(seat, "?")

    @property
    def other_names(self) -> tuple[str, ...]:
        """The names of the other players, without empty names."""
        return tuple(name for seat, name in self.names if seat != self.seat and name)


async def games_of_person(service: TableService, person: UUID) -> list[MyGame]:
    """Return the games of a person, in `STATE_ORDER`. Within a state: those on the person's turn by
    nearest deadline, all others latest first. Left out are tables whose database does not answer,
    and unfinished games in which the person gave the seat up for good. A person whose name cannot
    be read is "?"."""
    rows = await service.store.game_history.tables_of(person)
    try:
        names = await service.store.names_of({each for row in rows for each in row.person_by_seat.values()})
    except DatabaseUnavailable:
        names = {}
    games = [each for row in rows if (each := await _describe_game(service, row, names)) is not None]
    return sorted(games, key=_sort_key)


def _sort_key(game: MyGame) -> tuple[int, float, float, str]:
    """Return the key by which `games_of_person` sorts: state, seconds left (on the person's turn),
    age, table."""
    seconds_left = float("inf") if game.seconds_left is None or game.state != "yours" else game.seconds_left
    return STATE_ORDER.index(game.state), seconds_left, -game.age if game.state == "yours" else game.age, game.table


async def _describe_game(service: TableService, row: SeatedTable, names: dict[UUID, str]) -> MyGame | None:
    """Describe one table, from its row or from its room; the module says when. Returns `None` if
    its database does not answer, or if the person gave the seat up for good. A table that cannot be
    loaded is described from its row, with state "aside"."""
    begun = row.over or bool(row.awaited_seats)
    if row.age >= service.config.min_answer_seconds and begun and row.seat not in row.robot_seats:
        return _game_from_row(service, row, names)
    try:
        room = await service.get_room(TableId(row.tab))
        await service.sync_with_log(room)
    except DatabaseUnavailable:
        return None
    except MalleError:
        return _game_from_row(service, row, names, state="aside")
    if row.age < 0:  # a delayed reveal: the age of the window that is still visible
        row = replace(row, age=service.config.min_answer_seconds + row.age)
    return game_from_room(room, Seat(row.seat), row)


def _game_from_row(
    service: TableService, row: SeatedTable, names: dict[UUID, str], state: MyGameState | None = None
) -> MyGame:
    """Describe a table from its database row. Without `state`, the state is "over", "yours" or
    "waiting"; it is "aside" if the rules of an unfinished game are not installed."""
    if state is None:
        state = "over" if row.over else "yours" if row.seat in row.awaited_seats else "waiting"
    setup = row.setup
    try:
        game_info = service.library.game_info(setup.game, setup.version, setup.edition)
    except MalleError:
        game_info, state = None, "over" if row.over else "aside"
    seats = sorted({*row.person_by_seat, *row.robot_seats})
    named = tuple(
        (
            seat,
            robot_name(setup, len(seats), seat)
            if seat in row.robot_seats
            else names.get(row.person_by_seat[seat], "?"),
        )
        for seat in seats
    )
    seconds, uses_time_bank, time_bank_at_start = row.seconds_to_deadline, False, 0.0
    if row.decision_seconds_left is not None and row.total_seconds_left is not None:
        uses_time_bank = row.decision_seconds_left <= 0
        seconds = row.total_seconds_left if uses_time_bank else row.decision_seconds_left
        time_bank_at_start = row.total_seconds_left - row.decision_seconds_left if uses_time_bank else 0.0
    return MyGame(
        format_table_id(TableId(row.tab)),
        game_info,
        setup.game,
        state,
        row.seat,
        row.awaited_seats,
        named,
        max(0.0, row.age),
        seconds,
        setup.pace,
        tuple(row.person_by_seat.items()),
        _time_bank_left(row, state),
        uses_time_bank,
        time_bank_at_start,
    )


def _time_bank_left(row: SeatedTable, state: MyGameState) -> float:
    """Return the seconds that the person's time bank had before this decision; 0 if it is not their
    turn."""
    return max(0.0, row.setup.bank - row.time_bank_spent) if state == "yours" else 0.0


def game_from_room(room: Room, seat: Seat, row: SeatedTable) -> MyGame | None:
    """Describe a table as its room shows it to the person of this seat. While a robot has the seat,
    that is what spectators see. Returns `None` if a robot has the seat for good and the game is not
    over."""
    table = room.table
    if table.seat_kinds[seat] == "robot":  # this person sees what spectators see
        shown = room.visible_room(None)
        if shown.table.over is None and seat not in table.vacated_seats:
            return None
    else:
        shown = room.visible_room(seat)
    state, awaited = _state_in_room(shown, seat), shown.table.awaited
    seconds = None if state == "kept" or shown.deadline is None else shown.deadline - time.monotonic()
    uses_time_bank = seconds is not None and bool(shown.time_bank_seconds) and seconds <= shown.time_bank_seconds
    if seconds is not None and not uses_time_bank:
        seconds -= shown.time_bank_seconds
    named = tuple((each, player.name) for each, player in enumerate(shown.players()) if player.name)
    return MyGame(
        room.id_text, room.game_info, room.game_info.name, state, seat, () if state == "kept" else awaited, named,
        max(0.0, row.age), seconds, table.setup.pace, tuple(row.person_by_seat.items()), _time_bank_left(row, state),
        uses_time_bank, float(shown.time_bank_seconds) if uses_time_bank else 0.0,
    )  # fmt: skip


def _state_in_room(shown: Room, seat: Seat) -> MyGameState:
    """Return the state of a game for this seat, from the room that its person is shown."""
    table = shown.table
    if table.turn is None:
        return "filling"
    if table.over is not None:
        return "over"
    if shown.table.seat_kinds[seat] == "robot":
        return "kept"
    return "paused" if table.paused else "yours" if seat in table.awaited else "waiting"


async def seconds_until_awake(service: TableService, games: Sequence[MyGame]) -> dict[str, float]:
    """Return the slow tables at which only people in quiet hours are awaited, with the seconds
    until the first of these people is awake. The keys are table ids as text. Empty if the people's
    database does not answer."""
    waiting = [
        game for game in games if game.state == "waiting" and (game.decision_seconds or 0) >= MIN_CORRESPONDENCE_SECONDS
    ]
    awaited = {game.table: [person for seat, person in game.people if seat in game.awaited] for game in waiting}
    if not any(awaited.values()):
        return {}
    try:
        database_now = await service.store.notices.database_time()
    except DatabaseUnavailable:
        return {}
    habits = await service.store.notices.preferences({each for people in awaited.values() for each in people})
    wakes = {
        table: [add_awake_seconds(database_now, 0, habits[each].hours) for each in people]
        for table, people in awaited.items()
    }
    return {
        table: (min(found) - database_now).total_seconds()
        for table, found in wakes.items()
        if found and min(found) > database_now
    }


async def store_result(
    service: TableService, room: Room, seat: Seat, person: UUID, all_events: GameEvents | None = None
) -> None:
    """Store for this person how the game ended, once the end is visible to their seat; do nothing
    before. With all events of the game in `all_events`, how often the person's bold moves succeeded
    is stored too. Pass the events only if this person had the seat from the deal to the end (see
    `malle.runtime.history.replay`)."""
    result = result_for_seat(room.game_info, room.visible_room(seat).table, room.id, seat, all_events)
    if result is None:
        return
    await service.store.game_history.add_result(person, result, await service.store.seconds_since_shown(room.id))
