"""A table in this process's memory, and what is made of it for those who look at it.

A room is a cache: the log has the truth, any process can have a room of any table, and all may be dropped. It holds the
table at one seq, the last steps (so that whoever comes reads the log), and the frames made of that seq, so
that viewers who may see the same share one.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from msgspec import Raw

from malle.core import AnyGame, Event, Say, Sheet, Viewer, encode
from malle.core.part import MARK, Shelf, Speaker, Teller, part
from malle.core.say import Tell
from malle.core.scene import Glance
from malle.core.sheet import Drawing, Telling
from malle.live.watcher import Watcher
from malle.store.store import Sitter, TableId
from malle.table import Step, Table, match_at
from malle.wire import messages
from malle.wire.messages import (
    NO_STEPS,
    NOTHING,
    Player,
    Presence,
    Public,
    Result,
    StateMessage,
    Told,
)

TAIL = 64
"""Lines of the log for whoever comes; so many steps that told everybody something lasting are kept."""
HERE, EVERYWHERE = 128, 5_000
"""Sentences and parts of scenes kept for the next readers, at one table and for all tables of a game."""

Words = Callable[[Sheet, str, tuple[str, ...], Viewer], Speaker]
"""(sheet, language, names by seat, reader) -> what turns a `Say` into his sentence."""


class PlainWords:
    """For games without word files: the name of the message."""

    def say(self, said: Say) -> str:
        """Its key."""
        return said.key

    def whom(self, said: Say) -> None:
        """Nobody."""


def plain_words(sheet: Sheet, language: str, names: tuple[str, ...], viewer: Viewer) -> Speaker:
    """The same for all."""
    return PlainWords()


class Room:
    """One table here."""

    __slots__ = (
        "_frames",
        "_presence",
        "_public",
        "_tellers",
        "_telling",
        "connections",
        "curtain",
        "deadline",
        "elsewhere",
        "gallery",
        "id",
        "lock",
        "names",
        "opened",
        "pending",
        "sheet",
        "sitters",
        "snapshot",
        "table",
        "tail",
        "text",
        "told",
        "words",
    )  # fmt: skip

    def __init__(self, id_: TableId, text: str, table: Table, sheet: Sheet, words: Words) -> None:
        self.id = id_
        self.text = text
        self.table = table
        self.sheet = sheet
        self.words = words
        self.tail: deque[Step] = deque(maxlen=4 * TAIL)
        self._telling = 0
        self.sitters: dict[int, Sitter] | None = None
        """Who sits where; None: to be asked anew."""
        self.names: tuple[str, ...] = ("",) * table.game.seats
        self.deadline: float | None = None
        """When it comes, by this process's own monotonic clock: shown to people, never decided by."""
        self.connections: set[Watcher] = set()
        self.elsewhere: dict[int, tuple[int, int, float]] = {}
        """Who looks through other processes, by process: seats here and away, as bits, and until when to believe it."""
        self.told = (0, 0)
        """What the other processes were told last about who is here."""
        self.lock = asyncio.Lock()
        """Moves of one table in one process stand in line: they would only race each other in the database."""
        self.snapshot = 0
        self.pending = False
        self.opened: float | None = None
        """Since when a window is open, by this process's own monotonic clock."""
        self.curtain: tuple[float, Room] | None = None
        """Until then nobody sees more than that; see `malle.live.lag`."""
        self.gallery: Room | None = None
        """What spectators see, if it is not what players see."""
        self._frames: dict[tuple[object, ...], bytes] = {}
        self._public: tuple[int | None, Raw] | None = None
        self._presence: tuple[Presence, ...] = ()
        self._tellers: dict[str, Teller] = {}

    def advance(self, step: Step) -> bool:
        """Goes on to the table after a step of the log, if it is the next one."""
        if step.table.seq != self.table.seq + 1:
            return False
        self.table = step.table
        self._remember(step)
        self._frames.clear()
        self._public = None
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
        self._public = None

    def set_names(self, names: tuple[str, ...]) -> None:
        """People are called so."""
        self.names = tuple(name.replace(MARK, "") for name in names)
        self._tellers.clear()
        self._frames.clear()
        self._public = None
        for each in self._pictures():
            each.set_names(names)

    # What is shown

    def still(self) -> Room:
        """The table as it is now, for those who look, while this room goes on."""
        made = Room(self.id, self.text, self.table, self.sheet, self.words)
        made.tail.extend(self.tail)
        made._telling = self._telling
        made.names, made.deadline = self.names, self.deadline
        made.connections, made.elsewhere = self.connections, self.elsewhere
        return made

    def shown_to(self, viewer: Viewer) -> Room:
        """The room as this viewer may see it now."""
        shown = self.gallery if viewer is None and self.gallery is not None else self
        if self.curtain is None:
            return shown
        until, still = self.curtain
        if time.monotonic() >= until:
            self.curtain = None
            return shown
        return still if shown.table.seq > still.table.seq else shown

    def _pictures(self) -> tuple[Room, ...]:
        """What is shown in place of this room."""
        return tuple(each for each in (self.gallery, self.curtain and self.curtain[1]) if each is not None)

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
        """The `state` message for a viewer who was shown the table at `since`. In a first one only robots are told what
        happened since: a person could name any seq, and count what has faded."""
        if first and not robot:
            since = -1
        key = (viewer, since, language, robot, first, packed)
        public = self.public()
        found = self._frames.get(key)
        if found is None:
            if robot:
                found = messages.encode(self._robot_state(viewer, since, public))
            else:
                tell = self._teller(language)
                found = tell.fill(messages.encode(self._state(viewer, since, tell, first, build, public)), viewer)
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
                version=table.setup.version,
                options=table.setup.options,
                seats=tuple(map(Player, self.names, table.kinds, self._presences())),
                awaited=table.awaited,
                begun=table.turn is not None,
                paused=table.paused,
                clock=clock,
                seal=table.setup.seal,
                over=None if over is None else Result(over.scores, over.places, over.why),
                late=table.setup.late,
                match=match_at(table, self.sheet.legs) if self.sheet.legs > 1 else None,
                next=table.next,
            )
            self._public = (clock, Raw(messages.encode(whole)))
        return self._public[1]

    def present(self) -> tuple[int, int]:
        """The people at this process's sockets: seats with the page before them, and in the background, as bits."""
        here = away = 0
        for each in self.connections:
            if each.who.seat is not None and not each.who.robot:
                bit = 1 << each.who.seat
                here, away = (here, away | bit) if each.away else (here | bit, away)
        return here, away

    def _presences(self) -> tuple[Presence, ...]:
        """Who is there, as far as this process knows."""
        here, away = self.present()
        now = time.monotonic()
        for one, other, until in self.elsewhere.values():
            if now < until:
                here, away = here | one, away | other
        return tuple(
            "here" if kind != "person" or here >> seat & 1 else "away" if away >> seat & 1 else "gone"
            for seat, kind in enumerate(self.table.kinds)
        )

    def look_round(self) -> None:
        """Somebody came, went, or looked away: if a player's presence changed, everybody is shown."""
        presences = self._presences()
        if presences != self._presence:
            self._presence = presences
            for each in (self, *self._pictures()):
                each._public = None
            for connection in tuple(self.connections):  # whoever turns out to be gone takes himself out
                connection.wake()

    def _state(self, viewer: Viewer, since: int, tell: Teller, first: bool, build: str, public: Raw) -> StateMessage:
        table = self.table
        drawing = self.sheet.drawing
        view = table.view(viewer)
        scene = setting = NOTHING
        tail = self.tail
        heard: tuple[Told, ...] = ()
        missed = table.seq - since
        if since >= 0 and 0 < missed <= len(tail):
            heard = self._lines([tail[place] for place in range(-missed, 0)], viewer, tell)
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
            log = self._lines(tail, viewer, tell, old_steps=False)[-TAIL:]
        return StateMessage(
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

    def _robot_state(self, viewer: Viewer, since: int, public: Raw) -> StateMessage:
        """For robots: the whole view and the legal actions, and nothing that is drawn or said."""
        table = self.table
        view = table.view(viewer)
        heard = tuple(
            Told(step.entry.mover, (), Raw(encode(step.heard_by(viewer))))
            for step in self.tail
            if step.entry.seq > since >= 0
        )
        seen = NOTHING if view is None else Raw(encode(view))
        legal = NOTHING if view is None else Raw(encode(table.legal(viewer)))
        return StateMessage(table.seq, viewer, public, NOTHING, heard, view=seen, legal=legal)

    def _lines(self, steps: Iterable[Step], viewer: Viewer, tell: Tell, *, old_steps: bool = True) -> tuple[Told, ...]:
        """Moves as a viewer heard them; no line for a move of which nothing is left to be told."""
        last = self.tail[-1] if self.tail else None
        found = (self._told(step, viewer, tell, steps=old_steps or step is last) for step in steps)
        return tuple([told for told in found if told.said or bytes(told.steps) != bytes(NO_STEPS)])

    def _told(self, step: Step, viewer: Viewer, tell: Tell, *, steps: bool) -> Told:
        events = step.heard_by(viewer)
        lasting = events if self.table.over else tuple([event for event in events if not event.fades])
        if step is not self.tail[-1]:
            events = lasting
        mover, game = step.entry.mover, self.table.game
        if not events:
            return Told(mover, ())
        said, drawn = _heard(tell, self.sheet.drawing, self.sheet.telling, game, events)
        kept = None
        if len(lasting) != len(events):
            kept, _ = _heard(tell, self.sheet.drawing, self.sheet.telling, game, lasting)
        return Told(mover, said, drawn if steps else NO_STEPS, kept)

    def _teller(self, language: str) -> Teller:
        found = self._tellers.get(language)
        if found is None:
            everywhere = _EVERYWHERE.setdefault((self.sheet.folder, language), Shelf(EVERYWHERE))
            found = Teller(partial(self.words, self.sheet, language, self.names), everywhere)
            self._tellers[language] = found
        found.tidy(HERE)
        return found


def _lasts(step: Step) -> bool:
    """Did everybody hear something that is kept?"""
    return any(each.to is None and not each.event.fades for each in step.heard)


_EVERYWHERE: dict[tuple[Path, str], Shelf] = {}


@part
def _heard(
    tell: Tell, drawing: Drawing | None, telling: Telling, game: AnyGame, events: tuple[Event, ...]
) -> tuple[tuple[str, ...], Raw]:
    """A move in sentences for the log, and what to animate."""
    if drawing is None:
        return tuple(tell(telling.event(game, event)) for event in events), Raw(encode(events))
    return tuple(map(tell, drawing.said(game, events))), Raw(encode(drawing.steps(game, events, tell)))
