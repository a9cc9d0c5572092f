"""A table in this process's memory, and what is made of it for those who look at it.

A room is a cache: the log has the truth, any process can have a room of any table, and all may be dropped. It holds the
table at one seq, the last steps (so that whoever comes back hears what he missed), and the frames made of that seq, so
that viewers who may see the same share one.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

from malle.core import Event, Say, Sheet, Viewer, Who, encode
from malle.core.scene import Glance, Tell
from malle.store.store import Sitter, TableId
from malle.table import Step, Table
from malle.web import messages
from malle.web.messages import NOTHING, Player, Presence, Public, Result, State, Told

if TYPE_CHECKING:
    from malle.web.socket import Connection

TAIL = 64
"""Steps kept for those who come back."""

Words = Callable[[Sheet, str, tuple[str, ...], Viewer], Tell]
"""(sheet, language, names by seat, reader) -> what turns a `Say` into his sentence."""


def plain_words(sheet: Sheet, language: str, names: tuple[str, ...], viewer: Viewer) -> Tell:
    """For games without word files: the name of the message."""

    def tell(said: Say) -> str:
        return said.key

    return tell


class Room:
    """One table here."""

    __slots__ = (
        "_frames",
        "_presence",
        "_public",
        "_sayings",
        "_tells",
        "connections",
        "deadline",
        "id",
        "lock",
        "names",
        "pending",
        "sheet",
        "shown",
        "sitters",
        "snapshot",
        "table",
        "tail",
        "text",
        "words",
    )  # fmt: skip

    def __init__(self, id_: TableId, text: str, table: Table, sheet: Sheet, words: Words) -> None:
        self.id = id_
        self.text = text
        self.table = table
        self.sheet = sheet
        self.words = words
        self.tail: deque[Step] = deque(maxlen=TAIL)
        self.sitters: dict[int, Sitter] | None = None
        """Who sits where; None: to be asked anew."""
        self.names: tuple[str, ...] = ("",) * table.game.seats
        self.deadline: float | None = None
        """When it comes, by this process's own monotonic clock: shown to people, never decided by."""
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        """Moves of one table in one process stand in line: they would only race each other in the database."""
        self.snapshot = 0
        self.pending = False
        self._frames: dict[tuple[object, ...], bytes] = {}
        self._public: tuple[int | None, Raw] | None = None
        self._presence: tuple[Presence, ...] = ()
        self._tells: dict[tuple[str, Viewer], Tell] = {}
        self._sayings: dict[str, Sayings] = {}

    def advance(self, step: Step) -> bool:
        """Goes on to the table after a step of the log, if it is the next one."""
        if step.table.seq != self.table.seq + 1:
            return False
        self.table = step.table
        self.tail.append(step)
        self._frames.clear()
        self._public = None
        if step.clock is not None:
            self.set_clock(step.clock or None)
        return True

    def set_clock(self, seconds: float | None) -> None:
        """So many seconds are left."""
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self._public = None

    def set_names(self, names: tuple[str, ...]) -> None:
        """People are called so."""
        self.names = names
        self._tells.clear()
        self._sayings.clear()
        self._frames.clear()
        self._public = None

    # Frames

    def frame(
        self,
        viewer: Viewer,
        since: int,
        language: str,
        *,
        robot: bool,
        first: bool,
        build: str = "",
        packed: bool = False,
    ) -> bytes:
        """The `state` message for a viewer who has seen the table at `since`."""
        key = (viewer, since, language, robot, first, packed)
        public = self.public()
        found = self._frames.get(key)
        if found is None:
            found = messages.encode(self._state(viewer, since, language, robot, first, build, public))
            self._frames[key] = found = zlib.compress(found, 6) if packed else found
        return found

    def public(self) -> Raw:
        """What everybody may know, made once."""
        clock = None if self.deadline is None else max(0, round(self.deadline - time.monotonic()))
        if self._public is None or self._public[0] != clock:
            self._frames.clear()
            table, over = self.table, self.table.over
            whole = Public(
                game=table.setup.game,
                options=table.setup.options,
                seats=tuple(map(Player, self.names, table.kinds, self._presences())),
                awaited=table.awaited,
                begun=table.turn is not None,
                paused=table.paused,
                clock=clock,
                seal=table.setup.seal,
                over=None if over is None else Result(over.scores, over.places, over.why),
            )
            self._public = (clock, Raw(messages.encode(whole)))
        return self._public[1]

    def _presences(self) -> tuple[Presence, ...]:
        """Who is there, as far as this process sees."""
        looking = [each for each in self.connections if not each.who.robot]
        here = {each.who.seat for each in looking if not each.away}
        away = {each.who.seat for each in looking}
        return tuple(
            "here" if kind != "person" or seat in here else "away" if seat in away else "gone"
            for seat, kind in enumerate(self.table.kinds)
        )

    def look_round(self) -> None:
        """Somebody came, went, or looked away: if a player's presence changed, everybody is shown."""
        presences = self._presences()
        if presences != self._presence:
            self._presence = presences
            self._public = None
            for connection in self.connections:
                connection.wake()

    def _state(
        self, viewer: Viewer, since: int, language: str, robot: bool, first: bool, build: str, public: Raw
    ) -> State:
        table = self.table
        if robot:
            return self._robot_state(viewer, since, public)
        tell = self._tell(language, viewer)
        drawing = self.sheet.drawing
        view = table.view(viewer)
        scene = setting = NOTHING
        tail = self.tail
        heard: tuple[Told, ...] = ()
        bridged = 0 <= since <= table.seq and (since == table.seq or (bool(tail) and tail[0].entry.seq <= since + 1))
        if bridged:
            heard = tuple(self._told(step, viewer, tell) for step in tail if step.entry.seq > since)
        if view is not None:
            if drawing is None:
                scene = Raw(encode(view.now))
            elif view.turn is not None:
                legal = table.legal(viewer)
                glance = Glance(viewer, view.turn, table.game.phase(view), view.now, legal, tell)
                scene = Raw(encode(drawing.scene(table.game, glance)))
            if first and drawing is not None:
                setting = Raw(encode(drawing.setting(table.game, viewer, tell)))
        log: tuple[Told, ...] = ()
        if first:
            log = tuple(self._told(step, viewer, tell, steps=step is tail[-1]) for step in tail)
        return State(
            seq=table.seq,
            viewer=viewer,
            table=public,
            scene=scene,
            heard=heard,
            setting=setting,
            log=log,
            build=build if first else "",
            undoable=table.may_undo(viewer),
        )

    def _robot_state(self, viewer: Viewer, since: int, public: Raw) -> State:
        """For robots: the whole view and the legal actions, and nothing that is drawn or said."""
        table = self.table
        view = table.view(viewer)
        heard = tuple(
            Told(step.entry.seq, step.entry.mover, (), Raw(encode(step.heard_by(viewer))))
            for step in self.tail
            if step.entry.seq > since >= 0
        )
        seen = NOTHING if view is None else Raw(encode(view))
        legal = NOTHING if view is None else Raw(encode(table.legal(viewer)))
        return State(table.seq, viewer, public, NOTHING, heard, view=seen, legal=legal)

    def _told(self, step: Step, viewer: Viewer, tell: Tell, *, steps: bool = True) -> Told:
        events = step.heard_by(viewer)
        lasting = events if self.table.over else tuple(event for event in events if not event.fades)
        if step is not self.tail[-1]:
            events = lasting
        drawing, game = self.sheet.drawing, self.table.game
        said = self._said(events, tell)
        kept = None if len(lasting) == len(events) else self._said(lasting, tell)
        if not steps or not events:
            return Told(step.entry.seq, step.entry.mover, said, kept=kept)
        if drawing is None:
            return Told(step.entry.seq, step.entry.mover, said, Raw(encode(events)), kept)
        drawn = Raw(encode(drawing.steps(game, events, viewer, tell)))
        return Told(step.entry.seq, step.entry.mover, said, drawn, kept)

    def _said(self, events: tuple[Event, ...], tell: Tell) -> tuple[str, ...]:
        """The log's sentences for a move."""
        telling, drawing, game = self.sheet.telling, self.sheet.drawing, self.table.game
        if drawing is None:
            return tuple(tell(telling.event(game, event)) for event in events)
        return tuple(map(tell, drawing.said(game, events)))

    def _tell(self, language: str, viewer: Viewer) -> Tell:
        key = (language, viewer)
        found = self._tells.get(key)
        if found is None:
            if language not in self._sayings:
                self._sayings[language] = Sayings(_shared(self.sheet.name, language))
            tell = self.words(self.sheet, language, self.names, viewer)
            found = self._tells[key] = self._sayings[language].teller(tell, viewer)
        return found


class Sayings:
    """Sentences said once are kept, each for as many readers as it is the same for.

    One that names nobody is the same at every table that plays this game in this language; one that does not name the
    reader is the same for everybody else at this table; only what says "you" is a reader's own.
    """

    def __init__(self, shared: dict[bytes, str]) -> None:
        self._shared = shared
        self._table: dict[bytes, str] = {}

    def teller(self, tell: Tell, viewer: Viewer) -> Tell:
        """`tell` for one reader, remembering."""
        shared, table, own = self._shared, self._table, dict[bytes, str]()
        words: dict[str, str] = {}
        me = b"" if viewer is None else _KEY(Who(viewer))

        def say(said: Say) -> str:
            if not said.args:
                word = words.get(said.key)
                if word is None:
                    word = words[said.key] = tell(said)
                return word
            key = _KEY(said)
            kept = shared if _WHO not in key else own if me and me in key else table
            found = kept.get(key)
            if found is None:
                if len(kept) >= _MOST:
                    kept.clear()
                found = kept[key] = tell(said)
            return found

        return say


_MOST = 5000
_WHO = b"Who"
_KEY = msgspec.msgpack.Encoder().encode
_SHARED: dict[tuple[str, str], dict[bytes, str]] = {}


def _shared(game: str, language: str) -> dict[bytes, str]:
    return _SHARED.setdefault((game, language), {})
