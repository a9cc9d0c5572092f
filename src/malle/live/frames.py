"""The `state` messages for viewers of a room, each built once for all viewers who may see the same.

The scene is drawn once, from what a spectator sees. Each seat gets its own part besides. Events are reported as
the viewer heard them. Nothing here depends on a language: texts are messages, which the client translates. So
most viewers of a move receive the same bytes, which are encoded and compressed once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, cast

from msgspec import UNSET, Raw, Struct, json
from msgspec.structs import replace

from malle.core import Action, AnyGame, Event, Say, Seat, View, Viewer, encode
from malle.core.piece import MOST, piece
from malle.core.say import Who
from malle.core.scene import Glance
from malle.core.sheet import Drawing, Telling, final_of
from malle.core.story import Heard
from malle.live.packing import pack
from malle.live.room import TAIL, Knocker, Missing, Room, deciding, most_of, noted, without_undone
from malle.table import Step, Table, match_at
from malle.wire import messages
from malle.wire.messages import NO_MOTION, NOTHING, Absent, Asking, Public, Result, StateMessage, Told


def frame(
    room: Room,
    viewer: Viewer,
    since: int,
    *,
    robot: bool,
    first: bool,
    build: str = "",
    dictionary: bytes = b"",
    left: int | None = None,
) -> bytes:
    """Return the encoded `state` message for a viewer who was last shown seq `since_seq`. It is compressed if a
    `dictionary` is given. A `first` message ignores `since_seq` and reports no events: otherwise a client could
    name any seq, and count events that have faded. It also has `build`, the client's version, and `left`, the
    seat that a robot keeps for a spectator. A `robot` gets its view and legal actions instead of a scene."""
    if first:
        since = -1
    now = public(room, whole=first or robot)
    kept = left if first else None
    key = (viewer, since, robot, first, bool(dictionary), kept)
    found: bytes | None = room.made.get(key)
    if found is None:
        if robot:
            found = _written(_robot_state(room, viewer, since, now), dictionary)
        elif first:
            found = _written(_first_state(room, viewer, build, now, kept), dictionary)
        else:
            found = _following(room, viewer, since, now, dictionary)
        room.made[key] = found
    return found


def _written(state: StateMessage, dictionary: bytes) -> bytes:
    """Encode a state message, and compress it if there is a dictionary."""
    made = messages.encode(state)
    return pack(made, dictionary) if dictionary else made


def _following(room: Room, viewer: Viewer, since: int, now: Raw, dictionary: bytes) -> bytes:
    """Return a state message after the first, shared by all viewers for whom nothing differs. If a move that
    the viewer knows was undone, the message is marked `taken_back` and has the whole log."""
    seen, heard, undoable = own(room, viewer), _heard(room, since, viewer), room.table.may_undo(viewer)
    if _takes_back(room, since, viewer):
        state = StateMessage(room.table.seq, now, _scene(room), heard, seen, undoable, taken_back=True)
        return _written(replace(state, log=_log(room, viewer)), dictionary)
    # `id` is a safe key: the room's cache keeps `heard` alive for as long as the message.
    key = ("state", bytes(seen), id(heard), undoable, bool(dictionary))
    found: bytes | None = room.made.get(key)
    if found is None:
        state = StateMessage(room.table.seq, now, _scene(room), heard, seen, undoable)
        found = room.made[key] = _written(state, dictionary)
    return found


def public(room: Room, *, whole: bool = True) -> Raw:
    """Return the JSON of the public part: what everybody may know about the table. It is cached. Without
    `whole`, what never changes during a game is left out. If the clock, the seat request or the absent players
    differ from the cached ones, the whole cache of the room is dropped."""
    clock = asking = None
    absent: tuple[Absent, ...] = ()
    if room.deadline is not None or room.knocker is not None or room.missing:  # these change without a move
        clock = None if room.deadline is None else max(0, round(room.deadline - time.monotonic()))
        asking = None if room.knocker is None else _asking(room.knocker)
        absent = _absent(room)
        now = (clock, asking, absent)
        if room.made.get("clock", now) != now:
            room.made.clear()
        room.made["clock"] = now
    found: Raw | None = room.made.get(whole)
    if found is None:
        found = room.made[whole] = Raw(messages.encode(_public(room, clock, asking, absent, whole)))
    return found


def _absent(room: Room) -> tuple[Absent, ...]:
    """Return the absent players who are awaited at the shown table, without those who have come back."""
    presences = room.presences()
    return tuple(
        _missed(room, each)
        for each in room.missing
        if each.seat in room.table.awaited and presences[each.seat] != "here"
    )


def _missed(room: Room, missing: Missing) -> Absent:
    """Return an absent player in the form that clients receive, with the votes of players who are present."""
    now, voices = time.monotonic(), deciding(room, missing.seat)
    nudged = None if missing.nudged is None else max(0, round(now - missing.nudged_at))
    return Absent(missing.seat, round(now - missing.since), nudged, _seats(missing.yes & voices), most_of(voices))


def _seats(bits: int) -> tuple[int, ...]:
    """Return the numbers of the bits that are set."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def _asking(knocker: Knocker) -> Asking:
    """Return a seat request in the form that clients receive."""
    asked, seconds = knocker.asked, max(0, round(knocker.until - time.monotonic()))
    return Asking(str(asked.id), knocker.name, asked.seat, seconds, _seats(asked.yes))


def _public(room: Room, clock: int | None, asking: Asking | None, absent: tuple[Absent, ...], whole: bool) -> Public:
    """Build the public part of the state. Without `whole`, what never changes during a game is left out."""
    table, over = room.table, room.table.over
    setup = table.setup
    return Public(
        game=setup.game if whole else UNSET,
        version=setup.version if whole else UNSET,
        options=setup.options if whole else UNSET,
        seal=setup.seal if whole else UNSET,
        edition=setup.edition if whole and setup.edition else UNSET,
        late=setup.late if whole else UNSET,
        tempo=setup.tempo if whole else UNSET,
        level=setup.level if whole and room.sheet.levels else UNSET,
        seats=room.players(),
        awaited=table.awaited,
        begun=table.turn is not None,
        paused=table.paused,
        clock=clock,
        reserve=0 if clock is None else room.reserve,
        over=None if over is None else Result(over.scores, over.places, over.why),
        match=match_at(table, room.sheet.legs) if room.sheet.legs > 1 else None,
        next=table.next,
        asking=asking,
        absent=absent,
        pausing=_seats(room.pausing),
        ready=_seats(room.ready) if table.turn is None else (),
        host=table.host,
        watching=room.watching() if room.leader is None else room.leader.watching(),
    )


# ---- for people


def _first_state(room: Room, viewer: Viewer, build: str, now: Raw, left: int | None) -> StateMessage:
    """Build a person's first state message: the scene, the setting, and the log. `left`: see `build_frame`."""
    table, drawing = room.table, room.sheet.drawing
    begun = drawing is not None and table.turn is not None
    return StateMessage(
        seq=table.seq,
        viewer=viewer,
        left=UNSET if left is None else left,
        table=now,
        scene=_scene(room),
        own=own(room, viewer),
        setting=Raw(encode(drawing.setting(table.game, viewer))) if drawing and begun else NOTHING,
        log=_log(room, viewer),
        build=build,
        undoable=table.may_undo(viewer),
    )


def _scene(room: Room) -> Raw:
    """Return the JSON of the scene, cached per room. A game without a drawing gives what a spectator sees."""
    found = room.made.get("scene")
    if found is None:
        drawing, table = room.sheet.drawing, room.table
        if table.turn is None:
            found = NOTHING
        elif drawing is None:
            found = Raw(encode(table.game.now(table.state, None)))
        else:
            found = Raw(encode(drawing.table(room.table.game, _glance(room, None))))
        room.made["scene"] = found
    return found


def final(room: Room, heard: Heard) -> Raw:
    """Return the JSON of the final scene of a finished game, drawn from all its events. This is the last scene
    if the game has no final scene of its own, and `NOTHING` if the game has no drawing."""
    if room.sheet.drawing is None:
        return NOTHING
    return Raw(encode(final_of(room.sheet, room.table.game, _glance(room, None), heard)))


def own(room: Room, viewer: Viewer) -> Raw:
    """Return the JSON of what a seat sees besides the public scene. This is `NOTHING` for spectators, before
    the deal, or if the drawing gives the seat nothing."""
    drawing, table = room.sheet.drawing, room.table
    if viewer is None or table.turn is None:
        return NOTHING
    if drawing is None:
        return Raw(encode(table.game.now(table.state, viewer)))
    drawn = drawing.own(table.game, _glance(room, viewer))
    return NOTHING if drawn is None else Raw(encode(drawn))


def _glance(room: Room, viewer: Viewer) -> Glance[Any]:
    """Return what a drawing may look at for this viewer. The legal actions are listed only if it asks for them."""
    table = room.table
    game, turn = table.game, table.turn
    assert turn is not None
    view = View(viewer, turn, game.now(table.state, viewer), None)
    awaited = viewer is not None and viewer in table.awaited
    return Glance(viewer, turn, game.phase(view), view.now, _Offers(table, viewer) if awaited else ())


class _Offers(Sequence[Action]):
    """The legal actions of an awaited seat, listed when a drawing first reads them. Always true: there is at
    least one."""

    __slots__ = ("_listed", "_seat", "_table")

    def __init__(self, table: Table, seat: Viewer) -> None:
        self._table, self._seat = table, seat
        self._listed: Sequence[Action] | None = None

    def _all(self) -> Sequence[Action]:
        """Return the legal actions, listed at the first call."""
        if self._listed is None:
            self._listed = self._table.legal(self._seat)
        return self._listed

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all())

    def __getitem__(self, at: Any) -> Any:
        return self._all()[at]


def _heard(room: Room, since: int, viewer: Viewer) -> tuple[Told, ...]:
    """Return what a viewer heard since the shown seq `since_seq`, cached for all who heard the same events.
    Empty if `since_seq` is negative, or too old for the steps that the room keeps."""
    table, tail = room.table, room.tail
    missed = table.seq - since
    if since < 0 or not 0 < missed <= len(tail):
        return ()
    steps = without_undone([tail[place] for place in range(-missed, 0)])
    key = ("heard", *[step.heard_by(viewer) for step in steps])
    found: tuple[Told, ...] | None = room.made.get(key)
    if found is None:
        found = room.made[key] = _lines(room, steps, viewer)
    return found


class _Stopping(Struct):
    """The seats that one animation of a move affects."""

    stops: tuple[int, ...] = ()


def told_meanwhile(room: Room, since: int, seat: Seat) -> tuple[Told, ...]:
    """Return moves after `since_seq` for a player who takes the device back from others. These are the latest
    move, and earlier ones that told this seat more than spectators or whose animation affects it. Fading events
    are included, since this player has not heard them yet."""
    sheet, game = room.sheet, room.table.game
    found = []
    for step in without_undone(room.tail):
        events, public = step.heard_by(seat), step.heard_by(None)
        if step.table.seq <= since or not events:
            continue
        motion = encode(() if sheet.drawing is None else sheet.drawing.motion(game, events))
        stops = (seat in each.stops for each in json.decode(motion, type=tuple[_Stopping, ...]))
        if step is room.tail[-1] or events != public or any(stops):
            lasting = tuple([event for event in events if not event.fades])
            found.append(_told(sheet.drawing, sheet.telling, game, events, lasting, public, True, 0))
    return tuple(found)


def _log(room: Room, viewer: Viewer) -> tuple[Told, ...]:
    """Return the latest 64 lines of the log for this viewer, without undone moves."""
    return _lines(room, without_undone(room.tail), viewer, old_motion=False)[-TAIL:]


def _takes_back(room: Room, since: int, viewer: Viewer) -> bool:
    """Return whether a move that this viewer knew at `since_seq` has been undone after it."""
    tail = room.tail
    missed = room.table.seq - since
    if since < 0 or not any(tail[place].entry.undoes for place in range(-min(missed, len(tail)), 0)):
        return False
    left = {step.table.seq for step in without_undone(tail)}
    return any(step.table.seq <= since and step.table.seq not in left and step.heard_by(viewer) for step in tail)


def _lines(room: Room, steps: Iterable[Step], viewer: Viewer, *, old_motion: bool = True) -> tuple[Told, ...]:
    """Return moves as a viewer heard them, one `Told` each. Until the game is over, faded events of all but the
    latest move are left out. A move of which nothing is left has no line. Without `animate_old`, older moves
    have no animation, and no line if they have no sentence."""
    last = room.tail[-1] if room.tail else None
    found = []
    for step in steps:
        events = step.heard_by(viewer)
        lasting = events if room.table.over else tuple([event for event in events if not event.fades])
        if step is not last:
            events = lasting
        if note := noted(step):
            found.append(Told((note,), mark=_mark((note,))))
        elif events:
            moves = old_motion or step is last
            sheet, game = room.sheet, room.table.game
            if moves or _is_said(sheet.drawing, game, events):
                reads = _reading(room, step) if old_motion and step is last else 0
                public = step.heard_by(None)
                if step is not last and not room.table.over:
                    public = tuple([event for event in public if not event.fades])
                found.append(_told(sheet.drawing, sheet.telling, game, events, lasting, public, moves, reads))
    return tuple(found)


def _has_words(drawing: Drawing[Any, Any] | None, game: AnyGame, events: tuple[Event, ...]) -> bool:
    """Return whether the log has a sentence for these events. Always true for a game without a drawing."""
    return drawing is None or bool(drawing.said(game, events))


_is_said = cast(Callable[[Drawing[Any, Any] | None, AnyGame, tuple[Event, ...]], bool], lru_cache(MOST)(_has_words))


def _mark(said: tuple[Say, ...]) -> int:
    """Return the first seat that these messages name, or -1 if they name none."""
    return next((each.seat for say in said for each in say.args.values() if isinstance(each, Who)), -1)


@piece
def _told(
    drawing: Drawing[Any, Any] | None,
    telling: Telling[Any, Any],
    game: AnyGame,
    events: tuple[Event, ...],
    lasting: tuple[Event, ...],
    public: tuple[Event, ...],
    moves: bool,
    reads: int,
) -> Told:
    """Build the `Told` for a move: its messages for the log, and its animation if `is_animated`. `lasting` are
    the events that stay in the log, `public` those that spectators heard. `reading_ms` is the reading time in
    milliseconds."""
    if drawing is None:
        plain = tuple(telling.event(game, event) for event in events)
        return Told(plain, Raw(encode(events)), mark=_mark(plain), reading=reads)
    said = drawing.said(game, events)
    kept = drawing.said(game, lasting) if len(lasting) != len(events) else None
    motion = Raw(encode(drawing.motion(game, events))) if moves else NO_MOTION
    shown = said if public == events else drawing.said(game, public)
    private = tuple(place for place, each in enumerate(said) if each not in shown)
    return Told(said, motion, kept, _mark(kept or said), reads, private)


def _reading(room: Room, step: Step) -> int:
    """Return the reading time of a move in milliseconds, 0 if robots do not wait. Used for the latest move
    only: that of an older move would tell of events that have faded."""
    return 0 if room.pace is None else round(1000 * room.pace.readings.get(step.entry.seq, 0.0))


# ---- for robots


def recalled(steps: Iterable[Step], viewer: Viewer) -> tuple[Told, ...]:
    """Return the moves as a robot's seat heard them: every move, with faded events."""
    return tuple(Told((), Raw(encode(step.heard_by(viewer)))) for step in steps)


def _robot_state(room: Room, viewer: Viewer, since: int, now: Raw) -> StateMessage:
    """Build a robot's state message: its view and legal actions, without scene and texts."""
    table = room.table
    view = table.view(viewer)
    heard = recalled((step for step in room.tail if step.entry.seq > since >= 0), viewer)
    seen = NOTHING if view is None else Raw(encode(view))
    legal = NOTHING if view is None else Raw(encode(table.legal(viewer)))
    return StateMessage(table.seq, now, NOTHING, heard, viewer=viewer, view=seen, legal=legal)
