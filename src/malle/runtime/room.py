"""A table in this process's memory, and the viewers that are connected to it here.

A room is a cache: the log has the truth, any process may have a room of any table, and every room may be
dropped. It holds the table at one seq, the last steps (for the log of a newcomer), and the frames made for
viewers at that seq (see `malle.runtime.views.frames`).
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any
from uuid import UUID

from msgspec import Struct

from malle.core import GameInfo, Message, PlayerRef, Seat, Viewer
from malle.core.record import TABLE_MOVER
from malle.protocol.messages import Player, Presence
from malle.runtime.seats.display_names import disambiguate_names, seats_people_first
from malle.runtime.timing.reading_time import ReadingTimer
from malle.runtime.views.viewer import ConnectedViewer
from malle.table import SeatKind, Step, Table, TableId

if TYPE_CHECKING:  # only for types: rooms are also used where there is no database
    from malle.storage.store import SeatOwner
    from malle.storage.tables.seat_request_store import SeatRequest

LOG_TAIL_LINES = 64
"""Most lines of the log for a newcomer. The room keeps as many steps that told all viewers
something that stays in the log."""
MAX_SNAPSHOT_CANDIDATES = 4 * LOG_TAIL_LINES
"""Tables kept as candidates for a snapshot."""


NO_PRESENCE = (0, 0, 0)
"""No presence: no seat is here and none is away, each one bit a seat, and there are no spectators."""
IDLE_FACTOR = 5 / 3
"""An awaited player without a sign counts as away after this many times `absent_after_seconds`."""
MAX_EXACT_SPECTATORS, SPECTATOR_COUNT_STEP = 20, 10
"""Up to the first number spectators are counted exactly, above it rounded down to a multiple of the second:
each change of the number is sent to all viewers."""


class SeatRequestShown(Struct, frozen=True):
    """A request for a robot's seat as viewers see it: the person's name, and until when it holds.
    The time is by this process's monotonic clock."""

    request: SeatRequest
    name: str
    ends_at: float


class AbsentPlayer(Struct, frozen=True):
    """An awaited player who has been away for so long that the others may vote for a robot."""

    seat: int
    awaited_since_seq: int
    """The seq since which the player has been awaited."""
    absent_since: float
    """When this process first noticed the absence, by its monotonic clock."""
    stand_in_votes: int = 0
    """The seats that want a robot to stand in, one bit a seat."""
    nudge_database_time: float | None = None
    """When the player was last nudged, by the database's clock; `None` if never."""
    nudge_monotonic_time: float = 0.0
    """When the player was last nudged, by this process's monotonic clock."""


class PastSeating(Struct):
    """The players of a table at one seq, for delayed spectators who see that seq later."""

    raw_names: tuple[str, ...]
    """Names by seat, before duplicates are told apart."""
    kinds: tuple[SeatKind, ...]
    presences: tuple[Presence, ...]
    owner_kinds: tuple[SeatKind, ...]
    """Kinds by seat, where a seat that a robot keeps for a person counts as the person's."""
    owner_ids: tuple[UUID | None, ...]
    """Person id behind each name; `None` for robots and empty seats."""

    def players(self) -> tuple[Player, ...]:
        """Return the players as they are shown, with names that are made unique."""
        return tuple(
            map(Player, disambiguate_names(self.raw_names, seats_people_first(self.kinds)), self.kinds, self.presences)
        )


class Room:
    """One table in this process's memory: its newest state, the parts of it that viewers may see,
    and who is connected."""

    __slots__ = (
        "_lasting_step_count",
        "_past_seatings",
        "_shown_presence",
        "absent_after_seconds",
        "absent_players",
        "absent_since",
        "awaited_seats",
        "connections",
        "deadline",
        "emote_times",
        "game_info",
        "hidden_acts",
        "id",
        "id_text",
        "last_broadcast",
        "lock",
        "names",
        "owner_ids",
        "pause_votes",
        "pending_reveal",
        "raw_names",
        "reading_timer",
        "ready_bits",
        "recent_steps",
        "remote_presence",
        "scheduled_show",
        "seat_owners",
        "seat_request",
        "snapshot_candidates",
        "snapshot_seq",
        "source_room",
        "spectator_room",
        "table",
        "time_bank_seconds",
        "uncertain_seats",
        "view_cache",
        "window_opened_at",
    )  # fmt: skip

    def __init__(self, table_id: TableId, id_text: str, table: Table, game_info: GameInfo) -> None:
        self.id = table_id
        self.id_text = id_text
        self.table = table
        self.game_info = game_info
        self.recent_steps: deque[Step] = deque(maxlen=4 * LOG_TAIL_LINES)
        self._lasting_step_count = 0
        self.seat_owners: dict[int, SeatOwner] | None = None
        """The owners of the seats, by seat; `None` if they have to be read again."""
        self.uncertain_seats: frozenset[int] = frozenset()
        """Seats that may have changed hands, while `seat_owners` is `None`."""
        self.names: tuple[str, ...] = ("",) * table.game.seats
        self.raw_names = self.names
        """Names by seat, before duplicates are told apart."""
        self.owner_ids: tuple[UUID | None, ...] = (None,) * len(self.names)
        """Person id behind each name; `None` for robots and empty seats."""
        self.deadline: float | None = None
        """When the decision time ends, by this process's monotonic clock. Only shown to people; the
        database's clock decides."""
        self.time_bank_seconds = 0
        """At a correspondence table: seconds before the deadline that come out of the time bank."""
        self.connections: set[ConnectedViewer] = set()
        self.remote_presence: dict[int, tuple[int, int, int, float]] = {}
        """Viewers at other processes, by process: seats here and seats away (one bit a seat), number of
        spectators, and until when the report is valid."""
        self.last_broadcast = NO_PRESENCE
        """The presence that this process last sent to the others."""
        self.lock = asyncio.Lock()
        """Moves of one table in one process wait for each other; otherwise they would only race in the database."""
        self.snapshot_seq = 0
        """The seq of the latest snapshot."""
        self.snapshot_candidates: deque[Table] = deque(maxlen=MAX_SNAPSHOT_CANDIDATES)
        """Tables of which a snapshot may be written, oldest first."""
        self.scheduled_show: asyncio.Handle | None = None
        """The scheduled call that notifies the viewers of the newest state; `None` if none is scheduled."""
        self.window_opened_at: float | None = None
        """Since when a simultaneous question is open, counted from when viewers see it, by this process's
        monotonic clock; `None` if none is open."""
        self.pending_reveal: tuple[float, Room] | None = None
        """The time until which viewers see no later state than that of the frozen room; see
        `malle.runtime.timing.reveal_delay`."""
        self.hidden_acts: tuple[Seat, Room] | None = None
        """While one seat acts several times in a row: this seat, and the frozen room that all others see
        meanwhile."""
        self.spectator_room: Room | None = None
        """The room that delayed spectators see; `None` if they see what players see."""
        self.seat_request: SeatRequestShown | None = None
        """The open request for a robot's seat."""
        self.reading_timer: ReadingTimer | None = None
        """How long robots wait for readers; `None` if they never wait."""
        self.absent_after_seconds = float("inf")
        """Seconds until an awaited player who is not there counts as absent; see
        `malle.runtime.presence.absence`."""
        self.awaited_seats: dict[int, tuple[int, float]] = {}
        """For each awaited seat of a person: the seq since which it is awaited, and when this process noticed."""
        self.absent_since: dict[int, float] = {}
        """For each awaited seat whose player is not there: since when, by this process's monotonic
        clock."""
        self.absent_players: tuple[AbsentPlayer, ...] = ()
        """The awaited players who have been away so long that the others may vote for a robot."""
        self.emote_times: dict[int, list[float]] = {}
        """Times of the latest emotes of each seat; see `malle.runtime.presence.emotes`."""
        self.ready_bits = 0
        """Before the start: the seats that are ready, one bit a seat; see `malle.runtime.seats.ready_check`."""
        self.pause_votes = 0
        """The seats that want a pause, one bit a seat."""
        self.view_cache: dict[object, Any] = {}
        """Frames and parts of frames that were made since something visible last changed."""
        self._shown_presence: tuple[tuple[Presence, ...], int] = ((), 0)
        self.source_room: Room | None = None
        """In a spectator room: the room of the players; otherwise `None`."""
        self._past_seatings: dict[int, PastSeating] = {}
        """Where spectators are delayed: the players at each seq that spectators have yet to see, by seq."""

    def advance(self, step: Step) -> bool:
        """Go on to the table after this step of the log, if it is the next one, and clear the view
        cache. Return whether it was the next one; if not, nothing changes."""
        if step.table.seq != self.table.seq + 1:
            return False
        self.table = step.table
        if len(self.names) != len(
            step.table.seat_kinds
        ):  # the number of seats has changed: their owners are read again
            self.names = self.raw_names = ("",) * len(step.table.seat_kinds)
            self.owner_ids = (None,) * len(step.table.seat_kinds)
        self._append_recent_step(step)
        self._record_past_seating()
        self.view_cache.clear()
        if step.deadline_seconds is not None:
            self.set_seconds_left(step.deadline_seconds or None)
        return True

    def _append_recent_step(self, step: Step) -> None:
        """Append a step, and drop the oldest until at most `LOG_TAIL_LINES` lasting steps are left.
        A step lasts if all viewers heard something that stays in the log. Other steps do not count:
        else where a newcomer's log begins would reveal how many of them there were. At most four
        times as many steps are kept in all."""
        if len(self.recent_steps) == self.recent_steps.maxlen:
            self._lasting_step_count -= _is_lasting(self.recent_steps[0])
        self.recent_steps.append(step)
        self._lasting_step_count += _is_lasting(step)
        while self._lasting_step_count > LOG_TAIL_LINES:
            self._lasting_step_count -= _is_lasting(self.recent_steps.popleft())

    def set_seconds_left(self, seconds: float | None) -> None:
        """Set the deadline to this many seconds from now, and clear the view cache. `None` removes the deadline."""
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.view_cache.clear()

    def set_names(
        self,
        names: tuple[str, ...],
        raw_names: tuple[str, ...] | None = None,
        owner_ids: tuple[UUID | None, ...] | None = None,
    ) -> None:
        """Set the names of the seats, here and in the rooms that some viewers see in place of this
        one. `raw_names` are the names before equal ones were told apart (by default `names`).
        `owner_ids` are the people whose names they are."""
        for room in (self, *self._derived_rooms()):
            room.names = names
            room.view_cache.clear()
        self.raw_names, self.owner_ids = raw_names or names, owner_ids or (None,) * len(names)
        for seat, (name, person) in enumerate(zip(self.raw_names, self.owner_ids, strict=True)):
            self._rename_past_seat(seat, name, person)
        self._record_past_seating()

    def _rename_past_seat(self, seat: int, name: str, person: UUID | None) -> None:
        """Change the name and person of a seat in the past seatings, from the newest back to when
        the seat last changed hands (open, person or robot). Older seatings keep the former name:
        with the new one, a delayed spectator would learn of the change too early."""
        owner_kind = _owner_kinds(self.table)[seat]
        for seq in sorted(self._past_seatings, reverse=True):
            seating = self._past_seatings[seq]
            if seating.owner_kinds[seat : seat + 1] != (owner_kind,):
                return
            seating.raw_names = (*seating.raw_names[:seat], name, *seating.raw_names[seat + 1 :])
            seating.owner_ids = (*seating.owner_ids[:seat], person, *seating.owner_ids[seat + 1 :])

    def past_names(self) -> dict[UUID, str]:
        """Return the names in the past seatings, which delayed spectators still see, by person id.
        People who have left since are included."""
        seatings = self._past_seatings.values()
        return {
            person: name
            for seating in seatings
            for person, name in zip(seating.owner_ids, seating.raw_names, strict=True)
            if person
        }

    def update_past_names(self, names: Mapping[UUID, str]) -> None:
        """Change the names of these people in all past seatings. So an erased or removed name
        disappears for delayed spectators too."""
        for seating in self._past_seatings.values():
            pairs = zip(seating.owner_ids, seating.raw_names, strict=True)
            raw_names = tuple(name if person is None else names.get(person, name) for person, name in pairs)
            if raw_names != seating.raw_names:
                seating.raw_names = raw_names
                for room in self._derived_rooms():
                    room.view_cache.clear()

    def set_seat_request(self, request: SeatRequestShown | None) -> None:
        """Set the seat request that viewers see; `None` removes it. Delayed spectators do not see
        it."""
        for room in (self, *self._frozen_rooms()):
            room.seat_request = request
            room.view_cache.clear()

    def set_absent_players(self, absent_players: tuple[AbsentPlayer, ...], pause_votes: int) -> None:
        """Set the absent players that viewers see, and the seats that want a pause (one bit each).
        Delayed spectators see neither."""
        for room in (self, *self._frozen_rooms()):
            room.absent_players, room.pause_votes = absent_players, pause_votes
            room.view_cache.clear()

    # What is shown

    def freeze(self) -> Room:
        """Return a copy of this room that stays at the present seq while this room goes on. The
        copy shares viewers, their reported presence and the reading timer with this room."""
        copy = Room(self.id, self.id_text, self.table, self.game_info)
        copy.recent_steps.extend(self.recent_steps)
        copy._lasting_step_count = self._lasting_step_count
        copy.names, copy.deadline, copy.seat_request = self.names, self.deadline, self.seat_request
        copy.time_bank_seconds = self.time_bank_seconds
        copy.absent_players, copy.pause_votes, copy.absent_after_seconds = (
            self.absent_players,
            self.pause_votes,
            self.absent_after_seconds,
        )
        copy.connections, copy.remote_presence = self.connections, self.remote_presence
        copy.reading_timer = self.reading_timer
        return copy

    def visible_room(self, viewer: Viewer) -> Room:
        """Return the room that this viewer may see now: this room, the spectators' room, or a
        frozen one. A held-back state whose time has come is let go."""
        room = self.spectator_room if viewer is None and self.spectator_room is not None else self
        if self.hidden_acts is not None and viewer != self.hidden_acts[0] and room is self:
            room = self.hidden_acts[1]
        if self.pending_reveal is None:
            return room
        until, frozen = self.pending_reveal
        if time.monotonic() >= until:
            self.pending_reveal = None
            return room
        return frozen if room.table.seq > frozen.table.seq else room

    def mark_read(self, viewer: Viewer, seq: int) -> None:
        """Note that the person of seat `viewer` has read all that was visible up to `seq`, so that
        robots need not wait longer for them. Spectators (`None`) do not count. `seq` is capped at
        the visible one."""
        if self.reading_timer is not None and viewer is not None:
            self.reading_timer.mark_read(viewer, min(seq, self.visible_room(viewer).table.seq), self.present_people())

    def _derived_rooms(self) -> tuple[Room, ...]:
        """Return the rooms that some viewers see in place of this one."""
        return (*(() if self.spectator_room is None else (self.spectator_room,)), *self._frozen_rooms())

    def _frozen_rooms(self) -> tuple[Room, ...]:
        """Return the frozen copies of this room that are in use."""
        return tuple(each[1] for each in (self.pending_reveal, self.hidden_acts) if each is not None)

    # Who looks

    def local_presence(self) -> tuple[int, int, int]:
        """Return who is connected to this process: seats of people who look (bits), seats of people
        who are away (bits), number of spectators. A page is away if it is in the background, or if
        an awaited player gave no sign for `IDLE_FACTOR` times `absent_after_seconds`. A seat with
        several pages may be in both sets."""
        here = away = watching = 0
        asleep, awaited = (
            time.monotonic() - IDLE_FACTOR * self.absent_after_seconds,
            self.visible_room(Seat(0)).table.awaited,
        )
        for connection in self.connections:
            if connection.caller.seat is None:
                watching += 1
            elif not connection.caller.is_robot:
                bit = 1 << connection.caller.seat
                is_away = connection.in_background or (
                    connection.last_sign_at < asleep and connection.caller.seat in awaited
                )
                here, away = (here, away | bit) if is_away else (here | bit, away)
        return here, away, watching

    def presences(self) -> tuple[Presence, ...]:
        """Return the presence of each seat, at this process and those whose reports are valid.
        Robots and open seats count as here."""
        here, away, _ = self.local_presence()
        now = time.monotonic()
        for remote_here, remote_away, _, until in self.remote_presence.values():
            if now < until:
                here, away = here | remote_here, away | remote_away
        return tuple(
            "here" if kind != "person" or here >> seat & 1 else "away" if away >> seat & 1 else "gone"
            for seat, kind in enumerate(self.table.seat_kinds)
        )

    def present_people(self) -> tuple[int, ...]:
        """Return the seats of people who are connected, even if away from the page, at any
        process."""
        kinds = zip(self.table.seat_kinds, self.presences(), strict=True)
        return tuple(seat for seat, (kind, presence) in enumerate(kinds) if kind == "person" and presence != "gone")

    def present_people_bits(self) -> int:
        """Return the seats of people who are connected, even if away from the page, at any process;
        one bit a seat."""
        return sum(1 << seat for seat in self.present_people())

    def local_people_bits(self) -> int:
        """Return the seats of people who are connected to this process, one bit a seat."""
        here, away, _ = self.local_presence()
        return (here | away) & self.present_people_bits()

    def spectator_count(self) -> int:
        """Return the number of spectators, at this process and those whose reports are valid. Above
        `MAX_EXACT_SPECTATORS` it is rounded down to a multiple of `SPECTATOR_COUNT_STEP`."""
        now = time.monotonic()
        count = self.local_presence()[2] + sum(report[2] for report in self.remote_presence.values() if now < report[3])
        return count if count <= MAX_EXACT_SPECTATORS else count - count % SPECTATOR_COUNT_STEP

    def players(self) -> tuple[Player, ...]:
        """Return the players with their presence. A delayed spectators' room gives the players of
        the seq that it shows, as recorded then. If this process has no record of that seq,
        everybody counts as here, and a seat that may have changed hands since has no name."""
        leader, kinds = self.source_room, self.table.seat_kinds
        if leader is None or leader.table.seq == self.table.seq:
            return tuple(map(Player, self.names, kinds, self.presences()))
        seating = leader._past_seatings.get(self.table.seq)
        if seating is not None:
            return seating.players()
        since = [_owner_kinds(step.table) for step in leader.recent_steps if step.table.seq > self.table.seq]
        whole = len(since) == leader.table.seq - self.table.seq
        stays = [
            whole and all(owner_kinds[seat] == owner_kind for owner_kinds in since)
            for seat, owner_kind in enumerate(_owner_kinds(self.table))
        ]
        seats = zip(self.names, kinds, stays, strict=True)
        return tuple(Player(name if stay else "", kind) for name, kind, stay in seats)

    def _record_past_seating(self) -> None:
        """Record who sits at the table now, if spectators are delayed, and drop the records of
        steps that the spectators have already been shown."""
        if self.spectator_room is not None and any(self.names):
            table = self.table
            self._past_seatings[table.seq] = PastSeating(
                self.raw_names, table.seat_kinds, self.presences(), _owner_kinds(table), self.owner_ids
            )
            for seq in [seq for seq in self._past_seatings if seq < self.spectator_room.table.seq]:
                del self._past_seatings[seq]

    def refresh_presence(self) -> None:
        """Notify all viewers if presence has visibly changed since the last call. Call it after a
        viewer connected, disconnected or looked away."""
        presence = self.presences(), self.spectator_count()
        if presence != self._shown_presence:
            self._shown_presence = presence
            self._record_past_seating()
            for room in (self, *self._derived_rooms()):
                room.view_cache.clear()
            self.notify_all()

    def notify_all(self) -> None:
        """Send all viewers a new frame after a change beside the game. Delayed spectators are left
        out while they are behind: even a frame without news would tell them something."""
        is_late = self.spectator_room is not None and self.spectator_room.table.seq != self.table.seq
        for connection in tuple(self.connections):
            if connection.caller.seat is not None or not is_late:
                connection.notify()


def _owner_kinds(table: Table) -> tuple[SeatKind, ...]:
    """Return who has each seat (open, person, robot). A seat that a robot keeps for a person counts
    as the person's. A seat never passes from one person to another in one step: a robot has it in
    between."""
    return tuple("person" if seat in table.vacated_seats else kind for seat, kind in enumerate(table.seat_kinds))


_SEAT_CHANGE_MESSAGES = {
    "let": "seat-let",
    "resign": "seat-left",
    "away": "seat-kept",
    "give-up": "seat-given-up",
    "return": "seat-back",
}


def seat_change_message(step: Step) -> Message | None:
    """Return the log's message about the seat that changed hands in this step, or `None` if no seat
    did."""
    note, _, seat = step.entry.lines[0].partition(" ")
    if step.entry.mover != TABLE_MOVER or note not in _SEAT_CHANGE_MESSAGES:
        return None
    return Message(_SEAT_CHANGE_MESSAGES[note], {"seat": PlayerRef(int(seat) - 1), "number": int(seat)})


def drop_undone_steps(steps: Iterable[Step]) -> list[Step]:
    """Return these consecutive steps without undos and without the moves that were undone. Steps by
    which a seat changed hands stay."""
    kept: list[Step] = []
    before: Step | None = None
    for step in steps:
        back = None if before is None else before.table.undo_target_of_entry(step.entry)
        if back is None:
            kept.append(step)
        else:
            kept = [
                kept_step
                for kept_step in kept
                if kept_step.table.seq <= back.seq or seat_change_message(kept_step) is not None
            ]
        before = step
    return kept


def _is_lasting(step: Step) -> bool:
    """Return whether this step told all viewers something that stays in the log."""
    return seat_change_message(step) is not None or any(
        not event.audience_field and not event.shown_once for event in step.heard
    )


def voter_bits(room: Room, seat: int) -> int:
    """Return the seats that vote about the absent player of `seat`, one bit a seat: other people
    who are here. A player who is absent too, or whose page is in the background, has no vote, so
    that the vote need not wait for them."""
    people = zip(room.table.seat_kinds, room.presences(), strict=True)
    return sum(
        1 << other_seat
        for other_seat, kind_and_presence in enumerate(people)
        if other_seat != seat and kind_and_presence == ("person", "here")
    )


def majority_of(voters: int) -> int:
    """Return how many of these seats (one bit each) are a majority: more than half."""
    return voters.bit_count() // 2 + 1
