"""A table in this process's memory, and who looks at it.

A room is a cache: the log has the truth, any process can have a room of any table, and all may be dropped. It holds the
table at one seq, the last steps (so that whoever comes reads the log), and what was made of that seq for those who look
(see `malle.live.frames`).
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

if TYPE_CHECKING:  # values that the database gives; a room is made where there is none
    from malle.store.asking import Asked
    from malle.store.store import Sitter

TAIL = 64
"""Lines of the log for whoever comes; so many steps that told everybody something lasting are kept."""
RESTS = 4 * TAIL
"""Tables that are remembered for a snapshot."""


NOBODY = (0, 0, 0)
"""No seat is here, and none away, as bits; and nobody looks on."""
STILL = 5 / 3
"""Somebody who is waited for and gives no sign counts as looking away after so many times the patience."""
EXACT, STEP = 20, 10
"""So many spectators are counted one by one, more of them in steps: everybody is told when the number changes."""


class Knocker(Struct, frozen=True):
    """Somebody asks for a robot's seat: who, and until when, by this process's own monotonic clock."""

    asked: Asked
    name: str
    until: float


class Missing(Struct, frozen=True):
    """Somebody who is waited for and not there."""

    seat: int
    seq: int
    """Since when they are waited for, as the table counts."""
    since: float
    """Since when they are missed, by this process's own monotonic clock."""
    yes: int = 0
    """The seats of those who would have a robot play meanwhile, as bits."""
    nudged: float | None = None
    """The time of the latest sign that was given to them, by the database's clock; None: none."""
    nudged_at: float = 0.0
    """The same by this process's own monotonic clock."""


class Then(Struct):
    """Who was at a table at one seq, for those who look at it later."""

    names: tuple[str, ...]
    """What each is called, before those who are called alike are told apart."""
    kinds: tuple[Kind, ...]
    presences: tuple[Presence, ...]
    held: tuple[Kind, ...]
    """Whose the seats were: a person's, too, where a robot kept one for them."""
    whose: tuple[UUID | None, ...]
    """Whose names these are; None: nobody's."""

    def players(self) -> tuple[Player, ...]:
        """As they are shown."""
        return tuple(map(Player, told_apart(self.names, people_first(self.kinds)), self.kinds, self.presences))


class Room:
    """One table here."""

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
        """Who sits where; None: to be asked anew."""
        self.unsure: frozenset[int] = frozenset()
        """Until then: the seats that may have changed hands."""
        self.names: tuple[str, ...] = ("",) * table.game.seats
        self.called = self.names
        """The same before those who are called alike were told apart."""
        self.whose: tuple[UUID | None, ...] = (None,) * len(self.names)
        """Whose names these are; None: nobody's."""
        self.deadline: float | None = None
        """When it comes, by this process's own monotonic clock: shown to people, never decided by."""
        self.reserve = 0
        """At a slow table: seconds of it before the deadline that are of the reserve."""
        self.connections: set[Watcher] = set()
        self.elsewhere: dict[int, tuple[int, int, int, float]] = {}
        """Who looks through other processes, by process: seats here and away, as bits, how many only look, and until
        when to believe it."""
        self.told = NOBODY
        """What the other processes were told last about who is here."""
        self.lock = asyncio.Lock()
        """Moves of one table in one process stand in line: they would only race each other in the database."""
        self.snapshot = 0
        """The seq of the latest snapshot."""
        self.rests: deque[Table] = deque(maxlen=RESTS)
        """Tables of which there may be one."""
        self.pending: asyncio.Handle | None = None
        """Those who look are about to be shown where it is now."""
        self.opened: float | None = None
        """Since when a window is open, by this process's own monotonic clock."""
        self.curtain: tuple[float, Room] | None = None
        """Until then nobody sees more than that; see `malle.live.lag`."""
        self.part: tuple[Seat, Room] | None = None
        """A seat is in the midst of acts that the others are shown together: which seat, and what the others see."""
        self.gallery: Room | None = None
        """What spectators see, if it is not what players see."""
        self.knocker: Knocker | None = None
        """Who asks for a robot's seat."""
        self.pace: Pace | None = None
        """Until when robots wait; None: they do not."""
        self.patience = float("inf")
        """Seconds for somebody who is waited for and not there; see `malle.live.absence`."""
        self.asked: dict[int, tuple[int, float]] = {}
        """The seats that are waited for: since which seq, and when this process noticed."""
        self.unseen: dict[int, float] = {}
        """Those of them whose people are not there, and since when."""
        self.missing: tuple[Missing, ...] = ()
        """Those for whom the others have waited long enough."""
        self.emoted: dict[int, list[float]] = {}
        """When each seat showed something lately; see `malle.live.emotes`."""
        self.ready = 0
        """Before the start: the seats of those who say that it may be, as bits; see `malle.live.readiness`."""
        self.pausing = 0
        """The seats of those who want a pause, as bits."""
        self.made: dict[object, Any] = {}
        """Frames and parts of them, made since something that is shown changed."""
        self._presence: tuple[tuple[Presence, ...], int] = ((), 0)
        self.leader: Room | None = None
        """The room that a gallery follows."""
        self._then: dict[int, Then] = {}
        """Where there is a gallery: who was there, by the seq at which the table was then."""

    def advance(self, step: Step) -> bool:
        """Goes on to the table after a step of the log, if it is the next one."""
        if step.table.seq != self.table.seq + 1:
            return False
        self.table = step.table
        if len(self.names) != len(step.table.kinds):  # seats were agreed anew: whose they are is asked
            self.names = self.called = ("",) * len(step.table.kinds)
            self.whose = (None,) * len(step.table.kinds)
        self._remember(step)
        self._note_players()
        self.made.clear()
        if step.clock is not None:
            self.set_clock(step.clock or None)
        return True

    def _remember(self, step: Step) -> None:
        """Keeps as many steps as have `TAIL` lines. Steps that told nothing lasting do not count: the log of a newcomer
        would begin later for each of them, and so tell how many there were, and where."""
        if len(self.tail) == self.tail.maxlen:
            self._telling -= _lasts(self.tail[0])
        self.tail.append(step)
        self._telling += _lasts(step)
        while self._telling > TAIL:
            self._telling -= _lasts(self.tail.popleft())

    def set_clock(self, seconds: float | None) -> None:
        """So many seconds are left."""
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.made.clear()

    def set_names(
        self,
        names: tuple[str, ...],
        called: tuple[str, ...] | None = None,
        whose: tuple[UUID | None, ...] | None = None,
    ) -> None:
        """People are called so; `called` are they before those who are called alike were told apart, and these names
        belong to `whose`."""
        for each in (self, *self._pictures()):
            each.names = names
            each.made.clear()
        self.called, self.whose = called or names, whose or (None,) * len(names)
        for seat, (name, person) in enumerate(zip(self.called, self.whose, strict=True)):
            self._call_then(seat, name, person)
        self._note_players()

    def _call_then(self, seat: int, name: str, person: UUID | None) -> None:
        """What was noted for late spectators has the new name as far back as the seat was the same person's. Whose it
        was before them stays: that it is theirs now would tell."""
        held = _held(self.table)[seat]
        for seq in sorted(self._then, reverse=True):
            then = self._then[seq]
            if then.held[seat : seat + 1] != (held,):
                return
            then.names = (*then.names[:seat], name, *then.names[seat + 1 :])
            then.whose = (*then.whose[:seat], person, *then.whose[seat + 1 :])

    def names_then(self) -> dict[UUID, str]:
        """What late spectators are shown of people, of those too who have left since."""
        noted = self._then.values()
        return {who: name for then in noted for who, name in zip(then.whose, then.names, strict=True) if who}

    def call_then(self, names: Mapping[UUID, str]) -> None:
        """Late spectators, too, are not shown a name that was erased or taken away: these people are called so now."""
        for then in self._then.values():
            pairs = zip(then.whose, then.names, strict=True)
            called = tuple(name if who is None else names.get(who, name) for who, name in pairs)
            if called != then.names:
                then.names = called
                for each in self._pictures():
                    each.made.clear()

    def set_knocker(self, knocker: Knocker | None) -> None:
        """Somebody asks for a seat, or no more. Late spectators do not see it."""
        for each in (self, *self._stills()):
            each.knocker = knocker
            each.made.clear()

    def set_missing(self, missing: tuple[Missing, ...], pausing: int) -> None:
        """So many are waited for in vain, and these want a pause. Late spectators do not see it."""
        for each in (self, *self._stills()):
            each.missing, each.pausing = missing, pausing
            each.made.clear()

    # What is shown

    def still(self) -> Room:
        """The table as it is now, for those who look, while this room goes on."""
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
        """The room as this viewer may see it now."""
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
        """A person has gone on from what they were shown at this seq, or earlier: nobody has seen what is to come."""
        if self.pace is not None and viewer is not None:
            self.pace.see(viewer, min(seq, self.shown_to(viewer).table.seq), self.people())

    def _pictures(self) -> tuple[Room, ...]:
        """What is shown in place of this room."""
        return (*(() if self.gallery is None else (self.gallery,)), *self._stills())

    def _stills(self) -> tuple[Room, ...]:
        """Those of them that are a moment of this room."""
        return tuple(each[1] for each in (self.curtain, self.part) if each is not None)

    # Who looks

    def present(self) -> tuple[int, int, int]:
        """The people at this process's sockets: seats with the page before them, and in the background, as bits; and
        how many only look. Somebody who is waited for and gives no sign looks elsewhere."""
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
        """Who is there, as far as this process knows."""
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
        """The seats of the people who are there, at whichever process."""
        kinds = zip(self.table.kinds, self.presences(), strict=True)
        return tuple(seat for seat, (kind, presence) in enumerate(kinds) if kind == "person" and presence != "gone")

    def attending(self) -> int:
        """The seats of the people who are there, at whichever process, as bits."""
        return sum(1 << seat for seat in self.people())

    def attending_here(self) -> int:
        """Those of them who are at this process's sockets, as bits."""
        here, away, _ = self.present()
        return (here | away) & self.attending()

    def watching(self) -> int:
        """How many look on who have no seat, as far as this process knows; many of them in round numbers."""
        now = time.monotonic()
        count = self.present()[2] + sum(each[2] for each in self.elsewhere.values() if now < each[3])
        return count if count <= EXACT else count - count % STEP

    def players(self) -> tuple[Player, ...]:
        """Who sits at the seats, and who of them is there. Late spectators see it as late as the rest: as it was when
        the table left the seq that they look at. Where this process was not there then, everybody was, and whose seat
        has changed hands since has no name yet."""
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
        if self.gallery is not None and any(self.names):
            table = self.table
            self._then[table.seq] = Then(self.called, table.kinds, self.presences(), _held(table), self.whose)
            for seq in [seq for seq in self._then if seq < self.gallery.table.seq]:
                del self._then[seq]

    def look_round(self) -> None:
        """Somebody came, went, or looked away: if that can be seen, everybody is shown."""
        presence = self.presences(), self.watching()
        if presence != self._presence:
            self._presence = presence
            self._note_players()
            for each in (self, *self._pictures()):
                each.made.clear()
            self.wake()

    def wake(self) -> None:
        """Something beside the game has changed: everybody is shown, but late spectators; to them even an empty frame
        would tell."""
        is_late = self.gallery is not None and self.gallery.table.seq != self.table.seq
        for connection in tuple(self.connections):
            if connection.who.seat is not None or not is_late:
                connection.wake()


def _held(table: Table) -> tuple[Kind, ...]:
    """Whose each seat is: a person's, too, where a robot keeps it for them. No seat goes from one person to another in
    one step of a game: a robot has it between them."""
    return tuple("person" if seat in table.left else kind for seat, kind in enumerate(table.kinds))


_NOTES = {
    "let": "seat-let",
    "resign": "seat-left",
    "away": "seat-kept",
    "give-up": "seat-given-up",
    "return": "seat-back",
}


def noted(step: Step) -> Say | None:
    """What the table itself tells in the log: whose a seat is from now on."""
    what, _, seat = step.entry.lines[0].partition(" ")
    if step.entry.mover != TABLE or what not in _NOTES:
        return None
    return Say(_NOTES[what], {"seat": Who(int(seat) - 1), "number": int(seat)})


def without_undone(steps: Iterable[Step]) -> list[Step]:
    """Steps of the log one after the other, without undos and the moves that these took back. What the table itself
    tells stays."""
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
    """Did everybody hear something that is kept?"""
    return noted(step) is not None or any(not event.hears and not event.fades for event in step.heard)


def deciding(room: Room, seat: int) -> int:
    """The seats of those who decide about this one, as bits: people who have the page before them. A page that lies in
    the background, or somebody who is missed as well, keeps nobody waiting."""
    people = zip(room.table.kinds, room.presences(), strict=True)
    return sum(1 << each for each, who in enumerate(people) if each != seat and who == ("person", "here"))


def most_of(deciding: int) -> int:
    """How many of these seats, as bits, have to want it."""
    return deciding.bit_count() // 2 + 1
