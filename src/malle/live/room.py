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

from malle.core import Say, Seat, Sheet, Viewer, Who
from malle.core.record import TABLE
from malle.live.names import people_first, told_apart
from malle.live.pace import Pace
from malle.live.watcher import Watcher
from malle.table import Kind, Step, Table, TableId
from malle.wire.messages import Player, Presence

if TYPE_CHECKING:  # only for types: rooms are also used where there is no database
    from malle.store.asking import Asked
    from malle.store.store import Sitter

TAIL = 64
"""Lines of the log for a newcomer: the room keeps as many steps that told all viewers something lasting."""
RESTS = 4 * TAIL
"""Tables kept as candidates for a snapshot."""


NOBODY = (0, 0, 0)
"""No presence: no seat is here and none is away, each one bit a seat, and there are no spectators."""
STILL = 5 / 3
"""An awaited player without a sign counts as away after this many times `absent_after_seconds`."""
EXACT, STEP = 20, 10
"""Up to the first number spectators are counted exactly, above it rounded down to a multiple of the second:
each change of the number is sent to all viewers."""


class Knocker(Struct, frozen=True):
    """A seat request as viewers see it: the person's name, and until when it holds, by this process's
    monotonic clock."""

    asked: Asked
    name: str
    until: float


class Missing(Struct, frozen=True):
    """An awaited player whose absence has lasted long enough to ask the others what to do."""

    seat: int
    seq: int
    """The seq since which the player has been awaited."""
    since: float
    """When this process first noticed the absence, by its monotonic clock."""
    yes: int = 0
    """The seats that want a robot to stand in, one bit a seat."""
    nudged: float | None = None
    """When the player was last nudged, by the database's clock; `None` if never."""
    nudged_at: float = 0.0
    """When the player was last nudged, by this process's monotonic clock."""


class Then(Struct):
    """The players of a table at one seq, for spectators who see it later."""

    names: tuple[str, ...]
    """Names by seat, before duplicates are told apart."""
    kinds: tuple[Kind, ...]
    presences: tuple[Presence, ...]
    held: tuple[Kind, ...]
    """Kinds by seat, where a seat that a robot keeps for a person counts as the person's."""
    whose: tuple[UUID | None, ...]
    """Person id behind each name; `None` for robots and empty seats."""

    def players(self) -> tuple[Player, ...]:
        """Return the players as they are shown, with unique names."""
        return tuple(map(Player, told_apart(self.names, people_first(self.kinds)), self.kinds, self.presences))


class Room:
    """One table in this process's memory: its newest state, what of it viewers may see, and who is connected."""

    __slots__ = (
        "_presence",
        "_telling",
        "_then",
        "asked",
        "called",
        "connections",
        "curtain",
        "deadline",
        "elsewhere",
        "emoted",
        "gallery",
        "id",
        "knocker",
        "leader",
        "lock",
        "made",
        "missing",
        "names",
        "opened",
        "pace",
        "part",
        "patience",
        "pausing",
        "pending",
        "ready",
        "reserve",
        "rests",
        "sheet",
        "sitters",
        "snapshot",
        "table",
        "tail",
        "text",
        "told",
        "unseen",
        "unsure",
        "whose",
    )  # fmt: skip

    def __init__(self, id_: TableId, text: str, table: Table, sheet: Sheet) -> None:
        self.id = id_
        self.text = text
        self.table = table
        self.sheet = sheet
        self.tail: deque[Step] = deque(maxlen=4 * TAIL)
        self._telling = 0
        self.sitters: dict[int, Sitter] | None = None
        """The owners of the seats, by seat; `None` if they have to be read again."""
        self.unsure: frozenset[int] = frozenset()
        """Seats that may have changed hands, while `seat_owners` is `None`."""
        self.names: tuple[str, ...] = ("",) * table.game.seats
        self.called = self.names
        """Names by seat, before duplicates are told apart."""
        self.whose: tuple[UUID | None, ...] = (None,) * len(self.names)
        """Person id behind each name; `None` for robots and empty seats."""
        self.deadline: float | None = None
        """When the decision time ends, by this process's monotonic clock. Only shown to people; the
        database's clock decides."""
        self.reserve = 0
        """At a correspondence table: seconds before the deadline that come out of the time bank."""
        self.connections: set[Watcher] = set()
        self.elsewhere: dict[int, tuple[int, int, int, float]] = {}
        """Viewers at other processes, by process: seats here and seats away (one bit a seat), number of
        spectators, and until when the report is valid."""
        self.told = NOBODY
        """The presence that this process last sent to the others."""
        self.lock = asyncio.Lock()
        """Moves of one table in one process wait for each other; otherwise they would only race in the database."""
        self.snapshot = 0
        """The seq of the latest snapshot."""
        self.rests: deque[Table] = deque(maxlen=RESTS)
        """Tables of which a snapshot may be written, oldest first."""
        self.pending: asyncio.Handle | None = None
        """The scheduled call that notifies the viewers of the newest state; `None` if none is scheduled."""
        self.opened: float | None = None
        """Since when a simultaneous question is open, counted from when viewers see it, by this process's
        monotonic clock; `None` if none is open."""
        self.curtain: tuple[float, Room] | None = None
        """The time until which viewers see no later state than that of the frozen room; see
        `malle.runtime.timing.reveal_delay`."""
        self.part: tuple[Seat, Room] | None = None
        """While one seat acts several times in a row: this seat, and the frozen room that all others see
        meanwhile."""
        self.gallery: Room | None = None
        """The room that delayed spectators see; `None` if they see what players see."""
        self.knocker: Knocker | None = None
        """The open request for a robot's seat."""
        self.pace: Pace | None = None
        """How long robots wait for readers; `None` if they never wait."""
        self.patience = float("inf")
        """Seconds until an awaited player who is not there counts as absent; see
        `malle.runtime.presence.absence`."""
        self.asked: dict[int, tuple[int, float]] = {}
        """For each awaited seat of a person: the seq since which it is awaited, and when this process noticed."""
        self.unseen: dict[int, float] = {}
        """For each awaited seat whose player is not there: since when."""
        self.missing: tuple[Missing, ...] = ()
        """The players for whom the others have waited long enough."""
        self.emoted: dict[int, list[float]] = {}
        """Times of the latest emotes of each seat; see `malle.runtime.presence.emotes`."""
        self.ready = 0
        """Before the start: the seats that are ready, one bit a seat; see `malle.runtime.seats.ready_check`."""
        self.pausing = 0
        """The seats that want a pause, one bit a seat."""
        self.made: dict[object, Any] = {}
        """Frames and parts of frames, made since something visible last changed."""
        self._presence: tuple[tuple[Presence, ...], int] = ((), 0)
        self.leader: Room | None = None
        """In a spectator room: the room of the players."""
        self._then: dict[int, Then] = {}
        """Where spectators are delayed: the players at each seq that spectators have yet to see, by seq."""

    def advance(self, step: Step) -> bool:
        """Go on to the table after this step of the log, if it is the next one, and clear the view cache.
        Return whether it was the next one."""
        if step.table.seq != self.table.seq + 1:
            return False
        self.table = step.table
        if len(self.names) != len(step.table.kinds):  # the number of seats has changed: their owners are read again
            self.names = self.called = ("",) * len(step.table.kinds)
            self.whose = (None,) * len(step.table.kinds)
        self._remember(step)
        self._note_players()
        self.made.clear()
        if step.clock is not None:
            self.set_clock(step.clock or None)
        return True

    def _remember(self, step: Step) -> None:
        """Append a step, and drop the oldest ones beyond `LOG_TAIL_LINES` lasting steps. Steps that told
        nothing lasting do not count: otherwise the start of a newcomer's log would reveal how many there
        were."""
        if len(self.tail) == self.tail.maxlen:
            self._telling -= _lasts(self.tail[0])
        self.tail.append(step)
        self._telling += _lasts(step)
        while self._telling > TAIL:
            self._telling -= _lasts(self.tail.popleft())

    def set_clock(self, seconds: float | None) -> None:
        """Set the deadline to this many seconds from now, and clear the view cache. `None` removes the deadline."""
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.made.clear()

    def set_names(
        self,
        names: tuple[str, ...],
        called: tuple[str, ...] | None = None,
        whose: tuple[UUID | None, ...] | None = None,
    ) -> None:
        """Set the names of the seats, here and in the rooms derived from this one. `raw_names` are the names
        before duplicates were told apart (by default `names`), `owner_ids` the person behind each."""
        for each in (self, *self._pictures()):
            each.names = names
            each.made.clear()
        self.called, self.whose = called or names, whose or (None,) * len(names)
        for seat, (name, person) in enumerate(zip(self.called, self.whose, strict=True)):
            self._call_then(seat, name, person)
        self._note_players()

    def _call_then(self, seat: int, name: str, person: UUID | None) -> None:
        """Change a seat's name in the past seatings, back to the step at which the seat changed hands.
        Earlier seatings keep theirs: otherwise a delayed spectator would learn who took the seat since."""
        held = _held(self.table)[seat]
        for seq in sorted(self._then, reverse=True):
            then = self._then[seq]
            if then.held[seat : seat + 1] != (held,):
                return
            then.names = (*then.names[:seat], name, *then.names[seat + 1 :])
            then.whose = (*then.whose[:seat], person, *then.whose[seat + 1 :])

    def names_then(self) -> dict[UUID, str]:
        """Return the names that delayed spectators still see, by person id, including people who have left
        since."""
        noted = self._then.values()
        return {who: name for then in noted for who, name in zip(then.whose, then.names, strict=True) if who}

    def call_then(self, names: Mapping[UUID, str]) -> None:
        """Change the names of these people in all past seatings. So a name that was erased or removed
        disappears for delayed spectators too."""
        for then in self._then.values():
            pairs = zip(then.whose, then.names, strict=True)
            called = tuple(name if who is None else names.get(who, name) for who, name in pairs)
            if called != then.names:
                then.names = called
                for each in self._pictures():
                    each.made.clear()

    def set_knocker(self, knocker: Knocker | None) -> None:
        """Set the seat request that viewers see; `None` removes it. Delayed spectators do not see it."""
        for each in (self, *self._stills()):
            each.knocker = knocker
            each.made.clear()

    def set_missing(self, missing: tuple[Missing, ...], pausing: int) -> None:
        """Set the absent players and the votes for a pause (seats, one bit each). Delayed spectators do not
        see them."""
        for each in (self, *self._stills()):
            each.missing, each.pausing = missing, pausing
            each.made.clear()

    # What is shown

    def still(self) -> Room:
        """Return a copy of this room that stays at the present seq while this room goes on. It shares viewers
        and presence with this room."""
        made = Room(self.id, self.text, self.table, self.sheet)
        made.tail.extend(self.tail)
        made._telling = self._telling
        made.names, made.deadline, made.knocker = self.names, self.deadline, self.knocker
        made.reserve = self.reserve
        made.missing, made.pausing, made.patience = self.missing, self.pausing, self.patience
        made.connections, made.elsewhere = self.connections, self.elsewhere
        made.pace = self.pace
        return made

    def shown_to(self, viewer: Viewer) -> Room:
        """Return the room that this viewer may see now: this one, the spectators' room, or a frozen one."""
        shown = self.gallery if viewer is None and self.gallery is not None else self
        if self.part is not None and viewer != self.part[0] and shown is self:
            shown = self.part[1]
        if self.curtain is None:
            return shown
        until, still = self.curtain
        if time.monotonic() >= until:
            self.curtain = None
            return shown
        return still if shown.table.seq > still.table.seq else shown

    def see(self, viewer: Viewer, seq: int) -> None:
        """Note that a person has read all that was visible up to `seq`, so that robots need not wait longer.
        A later seq than the visible one is capped."""
        if self.pace is not None and viewer is not None:
            self.pace.see(viewer, min(seq, self.shown_to(viewer).table.seq), self.people())

    def _pictures(self) -> tuple[Room, ...]:
        """Return the rooms that some viewers see in place of this one."""
        return (*(() if self.gallery is None else (self.gallery,)), *self._stills())

    def _stills(self) -> tuple[Room, ...]:
        """Return the frozen copies of this room that are in use."""
        return tuple(each[1] for each in (self.curtain, self.part) if each is not None)

    # Who looks

    def present(self) -> tuple[int, int, int]:
        """Return who is connected to this process: seats of people who look (bits), seats of people who are
        away (bits), number of spectators. Away means that the page is in the background, or that an awaited
        player gave no sign for long."""
        here = away = watching = 0
        asleep, awaited = time.monotonic() - STILL * self.patience, self.shown_to(Seat(0)).table.awaited
        for each in self.connections:
            if each.who.seat is None:
                watching += 1
            elif not each.who.robot:
                bit = 1 << each.who.seat
                absent = each.away or (each.signed < asleep and each.who.seat in awaited)
                here, away = (here, away | bit) if absent else (here | bit, away)
        return here, away, watching

    def presences(self) -> tuple[Presence, ...]:
        """Return the presence of each seat over all processes known here. Robots and open seats count as here."""
        here, away, _ = self.present()
        now = time.monotonic()
        for one, other, _, until in self.elsewhere.values():
            if now < until:
                here, away = here | one, away | other
        return tuple(
            "here" if kind != "person" or here >> seat & 1 else "away" if away >> seat & 1 else "gone"
            for seat, kind in enumerate(self.table.kinds)
        )

    def people(self) -> tuple[int, ...]:
        """Return the seats of people who are here or away, at any process."""
        kinds = zip(self.table.kinds, self.presences(), strict=True)
        return tuple(seat for seat, (kind, presence) in enumerate(kinds) if kind == "person" and presence != "gone")

    def attending(self) -> int:
        """Return the seats of people who are here or away, at any process, one bit a seat."""
        return sum(1 << seat for seat in self.people())

    def attending_here(self) -> int:
        """Return the seats of people who are connected to this process, one bit a seat."""
        here, away, _ = self.present()
        return (here | away) & self.attending()

    def watching(self) -> int:
        """Return the number of spectators over all processes known here. Large numbers are rounded down."""
        now = time.monotonic()
        count = self.present()[2] + sum(each[2] for each in self.elsewhere.values() if now < each[3])
        return count if count <= EXACT else count - count % STEP

    def players(self) -> tuple[Player, ...]:
        """Return the players with their presence. A delayed spectators' room gives those of the seq that it
        shows. If this process did not record that seq, everybody counts as here, and a seat that changed
        hands since has no name."""
        leader, kinds = self.leader, self.table.kinds
        if leader is None or leader.table.seq == self.table.seq:
            return tuple(map(Player, self.names, kinds, self.presences()))
        then = leader._then.get(self.table.seq)
        if then is not None:
            return then.players()
        since = [_held(step.table) for step in leader.tail if step.table.seq > self.table.seq]
        whole = len(since) == leader.table.seq - self.table.seq
        stays = [whole and all(each[seat] == one for each in since) for seat, one in enumerate(_held(self.table))]
        seats = zip(self.names, kinds, stays, strict=True)
        return tuple(Player(name if stay else "", kind) for name, kind, stay in seats)

    def _note_players(self) -> None:
        """Record the present players for delayed spectators, and drop records that these are past."""
        if self.gallery is not None and any(self.names):
            table = self.table
            self._then[table.seq] = Then(self.called, table.kinds, self.presences(), _held(table), self.whose)
            for seq in [seq for seq in self._then if seq < self.gallery.table.seq]:
                del self._then[seq]

    def look_round(self) -> None:
        """Notify all viewers if presence has visibly changed since the last call. Call it after a viewer
        came, went or looked away."""
        presence = self.presences(), self.watching()
        if presence != self._presence:
            self._presence = presence
            self._note_players()
            for each in (self, *self._pictures()):
                each.made.clear()
            self.wake()

    def wake(self) -> None:
        """Notify all viewers of a change beside the game. Delayed spectators are left out while they are
        behind: even an empty frame would tell them something."""
        is_late = self.gallery is not None and self.gallery.table.seq != self.table.seq
        for connection in tuple(self.connections):
            if connection.who.seat is not None or not is_late:
                connection.wake()


def _held(table: Table) -> tuple[Kind, ...]:
    """Return the kinds of the seats, where a seat that a robot keeps for a person counts as the person's. A
    seat never passes from one person to another in one step: a robot has it in between."""
    return tuple("person" if seat in table.left else kind for seat, kind in enumerate(table.kinds))


_NOTES = {
    "let": "seat-let",
    "resign": "seat-left",
    "away": "seat-kept",
    "give-up": "seat-given-up",
    "return": "seat-back",
}


def noted(step: Step) -> Say | None:
    """Return the log's message about a seat that changed hands in this step, or `None` if none did."""
    what, _, seat = step.entry.lines[0].partition(" ")
    if step.entry.mover != TABLE or what not in _NOTES:
        return None
    return Say(_NOTES[what], {"seat": Who(int(seat) - 1), "number": int(seat)})


def without_undone(steps: Iterable[Step]) -> list[Step]:
    """Return these consecutive steps without undos and without the moves that they took back. Messages about
    seats stay."""
    found: list[Step] = []
    before: Step | None = None
    for step in steps:
        back = None if before is None else before.table.taken_back(step.entry)
        if back is None:
            found.append(step)
        else:
            found = [each for each in found if each.table.seq <= back.seq or noted(each) is not None]
        before = step
    return found


def _lasts(step: Step) -> bool:
    """Return whether this step told all viewers something that stays in the log."""
    return noted(step) is not None or any(not event.hears and not event.fades for event in step.heard)


def deciding(room: Room, seat: int) -> int:
    """Return the seats that vote about `seat`, one bit a seat: other people who are here. A player who is
    absent too, or whose page is in the background, has no vote. So the vote need not wait for them."""
    people = zip(room.table.kinds, room.presences(), strict=True)
    return sum(1 << each for each, who in enumerate(people) if each != seat and who == ("person", "here"))


def most_of(deciding: int) -> int:
    """Return how many of these seats (one bit each) are a majority."""
    return deciding.bit_count() // 2 + 1
