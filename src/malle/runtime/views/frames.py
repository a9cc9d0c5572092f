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

from malle.core import Action, AnyGame, Event, Message, Seat, View, Viewer, encode
from malle.core.fragment_cache import MAX_FRAGMENTS_PER_FUNCTION, cached_fragment
from malle.core.game_info import EventMessages, SceneBuilder, draw_final_scene
from malle.core.message import PlayerRef
from malle.core.scene import DrawInput
from malle.core.story import GameEvents
from malle.protocol import messages
from malle.protocol.messages import (
    EMPTY_JSON_LIST,
    JSON_NULL,
    AbsentPlayerInfo,
    HeardMove,
    OpenSeatRequest,
    Public,
    Result,
    StateMessage,
)
from malle.runtime.room import (
    LOG_TAIL_LINES,
    AbsentPlayer,
    Room,
    SeatRequestShown,
    drop_undone_steps,
    majority_of,
    seat_change_message,
    voter_bits,
)
from malle.runtime.views.compression import compress_frame
from malle.table import Step, Table, match_of_table


def build_frame(
    room: Room,
    viewer: Viewer,
    since_seq: int,
    *,
    robot: bool,
    first: bool,
    build: str = "",
    dictionary: bytes = b"",
    left: int | None = None,
) -> bytes:
    """Return the encoded `state` message for a viewer who was last shown seq `since_seq`. It is
    compressed if a `dictionary` is given. A `first` message ignores `since_seq` and reports no
    events: otherwise a client could name any seq, and count events that a memory game no longer
    tells. A first message also has `build`, the client's version, and `left`, the seat that a robot
    keeps for a spectator. A `robot` gets its view and legal actions instead of a scene."""
    if first:
        since_seq = -1
    now = public_part(room, whole=first or robot)
    kept = left if first else None
    key = (viewer, since_seq, robot, first, bool(dictionary), kept)
    encoded: bytes | None = room.view_cache.get(key)
    if encoded is None:
        if robot:
            encoded = _encode_state(_build_robot_state(room, viewer, since_seq, now), dictionary)
        elif first:
            encoded = _encode_state(_build_first_state(room, viewer, build, now, kept), dictionary)
        else:
            encoded = _build_following_frame(room, viewer, since_seq, now, dictionary)
        room.view_cache[key] = encoded
    return encoded


def _encode_state(state: StateMessage, dictionary: bytes) -> bytes:
    """Encode a state message, and compress it if there is a dictionary."""
    encoded = messages.encode(state)
    return compress_frame(encoded, dictionary) if dictionary else encoded


def _build_following_frame(room: Room, viewer: Viewer, since_seq: int, public_json: Raw, dictionary: bytes) -> bytes:
    """Return an encoded state message after the first. Viewers for whom nothing differs share one.
    If a move that the viewer knows was undone, the message is marked `taken_back` and has the whole
    log."""
    seen, heard, undoable = seat_part(room, viewer), _told_since(room, since_seq, viewer), room.table.may_undo(viewer)
    if _has_undone_since(room, since_seq, viewer):
        state = StateMessage(room.table.seq, public_json, _scene_part(room), heard, seen, undoable, taken_back=True)
        return _encode_state(replace(state, log=_log_lines(room, viewer)), dictionary)
    # `id` is a safe key: the room's cache keeps `heard` alive for as long as the message.
    key = ("state", bytes(seen), id(heard), undoable, bool(dictionary))
    encoded: bytes | None = room.view_cache.get(key)
    if encoded is None:
        state = StateMessage(room.table.seq, public_json, _scene_part(room), heard, seen, undoable)
        encoded = room.view_cache[key] = _encode_state(state, dictionary)
    return encoded


def public_part(room: Room, *, whole: bool = True) -> Raw:
    """Return the JSON of the public part: what everybody may know about the table. It is cached in
    the room. Without `whole`, what never changes during a game is left out. If the clock, the seat
    request or the absent players differ from the cached ones, the whole view cache of the room is
    cleared."""
    clock = asking = None
    absent: tuple[AbsentPlayerInfo, ...] = ()
    if room.deadline is not None or room.seat_request is not None or room.absent_players:  # these change without a move
        clock = None if room.deadline is None else max(0, round(room.deadline - time.monotonic()))
        asking = None if room.seat_request is None else _seat_request(room.seat_request)
        absent = _absent_players(room)
        now = (clock, asking, absent)
        if room.view_cache.get("clock", now) != now:
            room.view_cache.clear()
        room.view_cache["clock"] = now
    found: Raw | None = room.view_cache.get(whole)
    if found is None:
        found = room.view_cache[whole] = Raw(messages.encode(_build_public_part(room, clock, asking, absent, whole)))
    return found


def _absent_players(room: Room) -> tuple[AbsentPlayerInfo, ...]:
    """Return the absent players who are awaited at the shown table, without those who have come
    back. They are in the form that clients receive."""
    presences = room.presences()
    return tuple(
        _absent_player(room, missing)
        for missing in room.absent_players
        if missing.seat in room.table.awaited and presences[missing.seat] != "here"
    )


def _absent_player(room: Room, missing: AbsentPlayer) -> AbsentPlayerInfo:
    """Return an absent player in the form that clients receive, with the votes of players who are present."""
    now, voters = time.monotonic(), voter_bits(room, missing.seat)
    nudged = None if missing.nudge_database_time is None else max(0, round(now - missing.nudge_monotonic_time))
    return AbsentPlayerInfo(
        missing.seat,
        round(now - missing.absent_since),
        nudged,
        _seats_of_bits(missing.stand_in_votes & voters),
        majority_of(voters),
    )


def _seats_of_bits(bits: int) -> tuple[int, ...]:
    """Return the seats whose bit is set, in ascending order."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def _seat_request(shown_request: SeatRequestShown) -> OpenSeatRequest:
    """Return a seat request in the form that clients receive."""
    request, seconds = shown_request.request, max(0, round(shown_request.ends_at - time.monotonic()))
    return OpenSeatRequest(str(request.id), shown_request.name, request.seat, seconds, _seats_of_bits(request.yes))


def _build_public_part(
    room: Room, clock: int | None, asking: OpenSeatRequest | None, absent: tuple[AbsentPlayerInfo, ...], whole: bool
) -> Public:
    """Build the public part of the state. `clock` is the seconds left, `asking` the open seat
    request, `absent` the absent players. Without `whole`, what never changes during a game is left
    out."""
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
        level=setup.level if whole and room.game_info.levels else UNSET,
        seats=room.players(),
        awaited=table.awaited,
        begun=table.turn is not None,
        paused=table.paused,
        clock=clock,
        reserve=0 if clock is None else room.time_bank_seconds,
        over=None if over is None else Result(over.scores, over.places, over.why),
        match=match_of_table(table, room.game_info.games_per_match) if room.game_info.games_per_match > 1 else None,
        next=table.next_table,
        asking=asking,
        absent=absent,
        pausing=_seats_of_bits(room.pause_votes),
        ready=_seats_of_bits(room.ready_bits) if table.turn is None else (),
        host=table.host,
        watching=room.spectator_count() if room.source_room is None else room.source_room.spectator_count(),
    )


# ---- for people


def _build_first_state(room: Room, viewer: Viewer, build: str, public_json: Raw, left: int | None) -> StateMessage:
    """Build a person's first state message: the scene, the static scene (`setting`), and the log.
    `left` is the seat that a robot keeps for this person, if any."""
    table, drawing = room.table, room.game_info.drawing
    begun = drawing is not None and table.turn is not None
    return StateMessage(
        seq=table.seq,
        viewer=viewer,
        left=UNSET if left is None else left,
        table=public_json,
        scene=_scene_part(room),
        own=seat_part(room, viewer),
        setting=Raw(encode(drawing.static_scene(table.game, viewer))) if drawing and begun else JSON_NULL,
        log=_log_lines(room, viewer),
        build=build,
        undoable=table.may_undo(viewer),
    )


def _scene_part(room: Room) -> Raw:
    """Return the JSON of the scene that everybody sees, cached in the room; null before the deal.
    For a game without a drawing it is what a spectator knows."""
    found = room.view_cache.get("scene")
    if found is None:
        drawing, table = room.game_info.drawing, room.table
        if table.turn is None:
            found = JSON_NULL
        elif drawing is None:
            found = Raw(encode(table.game.now(table.state, None)))
        else:
            found = Raw(encode(drawing.shared_scene(room.table.game, _draw_input(room, None))))
        room.view_cache["scene"] = found
    return found


def final_scene(room: Room, heard: GameEvents) -> Raw:
    """Return the JSON of the final scene of a finished game, drawn from `heard`, all its events. It
    is the last scene if the game has no final scene of its own, and null if the game has no
    drawing."""
    if room.game_info.drawing is None:
        return JSON_NULL
    return Raw(encode(draw_final_scene(room.game_info, room.table.game, _draw_input(room, None), heard)))


def seat_part(room: Room, viewer: Viewer) -> Raw:
    """Return the JSON of what a seat sees besides the scene that everybody sees. It is null for
    spectators, before the deal, or if the drawing gives the seat nothing. For a game without a
    drawing it is what the seat knows."""
    drawing, table = room.game_info.drawing, room.table
    if viewer is None or table.turn is None:
        return JSON_NULL
    if drawing is None:
        return Raw(encode(table.game.now(table.state, viewer)))
    drawn = drawing.seat_overlay(table.game, _draw_input(room, viewer))
    return JSON_NULL if drawn is None else Raw(encode(drawn))


def _draw_input(room: Room, viewer: Viewer) -> DrawInput[Any]:
    """Return what a drawing may look at for this viewer. The game must have begun. The legal
    actions are empty unless the viewer is awaited; they are computed only when the drawing reads
    them."""
    table = room.table
    game, turn = table.game, table.turn
    assert turn is not None
    view = View(viewer, turn, game.now(table.state, viewer), None)
    awaited = viewer is not None and viewer in table.awaited
    return DrawInput(viewer, turn, game.phase(view), view.now, _LazyLegalActions(table, viewer) if awaited else ())


class _LazyLegalActions(Sequence[Action]):
    """The legal actions of an awaited seat, computed when a drawing first reads them. Its truth
    value needs no computing: an awaited seat has at least one action."""

    __slots__ = ("_actions", "_seat", "_table")

    def __init__(self, table: Table, seat: Viewer) -> None:
        self._table, self._seat = table, seat
        self._actions: Sequence[Action] | None = None

    def _list_actions(self) -> Sequence[Action]:
        """Return the legal actions, computed at the first call."""
        if self._actions is None:
            self._actions = self._table.legal(self._seat)
        return self._actions

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return len(self._list_actions())

    def __iter__(self) -> Iterator[Action]:
        return iter(self._list_actions())

    def __getitem__(self, at: Any) -> Any:
        return self._list_actions()[at]


def _told_since(room: Room, since_seq: int, viewer: Viewer) -> tuple[HeardMove, ...]:
    """Return what a viewer heard after seq `since_seq`, without undone moves. It is cached for all
    who heard the same events. Empty if `since_seq` is negative, or too old for the steps that the
    room keeps."""
    table, tail = room.table, room.recent_steps
    missed = table.seq - since_seq
    if since_seq < 0 or not 0 < missed <= len(tail):
        return ()
    steps = drop_undone_steps([tail[place] for place in range(-missed, 0)])
    key = ("heard", *[step.heard_by(viewer) for step in steps])
    told: tuple[HeardMove, ...] | None = room.view_cache.get(key)
    if told is None:
        told = room.view_cache[key] = _told_lines(room, steps, viewer)
    return told


class _AnimationStops(Struct):
    """The seats that one animation of a move affects."""

    stops: tuple[int, ...] = ()


def missed_moves(room: Room, since_seq: int, seat: Seat) -> tuple[HeardMove, ...]:
    """Return the moves after `since_seq` to show to a player who takes the shared device back from
    others. These are the latest move, and earlier ones of two sorts: this seat heard something
    else than spectators did, or the animation stays until this player dismisses it. Moves of
    which the seat heard nothing are left out. Events that are shown only once are included,
    since this player has not heard them yet."""
    game_info, game = room.game_info, room.table.game
    found = []
    for step in drop_undone_steps(room.recent_steps):
        events, public = step.heard_by(seat), step.heard_by(None)
        if step.table.seq <= since_seq or not events:
            continue
        motion = encode(() if game_info.drawing is None else game_info.drawing.animations(game, events))
        stops = (seat in each.stops for each in json.decode(motion, type=tuple[_AnimationStops, ...]))
        if step is room.recent_steps[-1] or events != public or any(stops):
            lasting = tuple([event for event in events if not event.shown_once])
            found.append(_build_told(game_info.drawing, game_info.messages, game, events, lasting, public, True, 0))
    return tuple(found)


def _log_lines(room: Room, viewer: Viewer) -> tuple[HeardMove, ...]:
    """Return the latest `LOG_TAIL_LINES` lines of the log for this viewer, without undone moves."""
    return _told_lines(room, drop_undone_steps(room.recent_steps), viewer, animate_old=False)[-LOG_TAIL_LINES:]


def _has_undone_since(room: Room, since_seq: int, viewer: Viewer) -> bool:
    """Return whether a move that this viewer had heard by seq `since_seq` was undone after it.
    False if `since_seq` is negative."""
    tail = room.recent_steps
    missed = room.table.seq - since_seq
    if since_seq < 0 or not any(tail[place].entry.is_undo for place in range(-min(missed, len(tail)), 0)):
        return False
    standing_seqs = {step.table.seq for step in drop_undone_steps(tail)}
    return any(
        step.table.seq <= since_seq and step.table.seq not in standing_seqs and step.heard_by(viewer) for step in tail
    )


def _told_lines(
    room: Room, steps: Iterable[Step], viewer: Viewer, *, animate_old: bool = True
) -> tuple[HeardMove, ...]:
    """Return moves as a viewer heard them, one `HeardMove` for each. Until the game is over, events
    that are shown only once are told for the latest move alone. A move of which nothing is left to
    tell is omitted. Without `animate_old`, older moves have no animation, and are omitted if they
    have no sentence."""
    last = room.recent_steps[-1] if room.recent_steps else None
    told = []
    for step in steps:
        events = step.heard_by(viewer)
        lasting = events if room.table.over else tuple([event for event in events if not event.shown_once])
        if step is not last:
            events = lasting
        if note := seat_change_message(step):
            told.append(HeardMove((note,), mark=_first_named_seat((note,))))
        elif events:
            moves = animate_old or step is last
            game_info, game = room.game_info, room.table.game
            if moves or _has_sentence_cached(game_info.drawing, game, events):
                reading_ms = _reading_milliseconds(room, step) if animate_old and step is last else 0
                public = step.heard_by(None)
                if step is not last and not room.table.over:
                    public = tuple([event for event in public if not event.shown_once])
                told.append(
                    _build_told(game_info.drawing, game_info.messages, game, events, lasting, public, moves, reading_ms)
                )
    return tuple(told)


def _has_sentence(drawing: SceneBuilder[Any, Any] | None, game: AnyGame, events: tuple[Event, ...]) -> bool:
    """Return whether the game's drawing puts these events into a sentence for the log. Always true
    for a game without a drawing."""
    return drawing is None or bool(drawing.log_messages(game, events))


_has_sentence_cached = cast(
    Callable[[SceneBuilder[Any, Any] | None, AnyGame, tuple[Event, ...]], bool],
    lru_cache(MAX_FRAGMENTS_PER_FUNCTION)(_has_sentence),
)


def _first_named_seat(log_messages: tuple[Message, ...]) -> int:
    """Return the first seat that these messages name, for the mark beside the log line; -1 if they
    name none."""
    return next((each.seat for say in log_messages for each in say.args.values() if isinstance(each, PlayerRef)), -1)


@cached_fragment
def _build_told(
    drawing: SceneBuilder[Any, Any] | None,
    telling: EventMessages[Any, Any],
    game: AnyGame,
    events: tuple[Event, ...],
    lasting: tuple[Event, ...],
    public: tuple[Event, ...],
    is_animated: bool,
    reading_ms: int,
) -> HeardMove:
    """Build the `HeardMove` of a move: its messages for the log, and its animation if
    `is_animated`. `events` are those that the viewer heard, `lasting` those of them that stay in
    the log, `public` those that spectators heard. `reading_ms` is the reading time in
    milliseconds."""
    if drawing is None:
        plain = tuple(telling.event_message(game, event) for event in events)
        return HeardMove(plain, Raw(encode(events)), mark=_first_named_seat(plain), reading=reading_ms)
    said = drawing.log_messages(game, events)
    kept = drawing.log_messages(game, lasting) if len(lasting) != len(events) else None
    motion = Raw(encode(drawing.animations(game, events))) if is_animated else EMPTY_JSON_LIST
    shown = said if public == events else drawing.log_messages(game, public)
    private = tuple(place for place, each in enumerate(said) if each not in shown)
    return HeardMove(said, motion, kept, _first_named_seat(kept or said), reading_ms, private)


def _reading_milliseconds(room: Room, step: Step) -> int:
    """Return the reading time of a move in milliseconds; 0 if it has none, or if robots do not wait
    for readers. Only for the latest move: the time of an older one would tell of events that are
    shown only once."""
    return (
        0
        if room.reading_timer is None
        else round(1000 * room.reading_timer.reading_seconds_by_seq.get(step.entry.seq, 0.0))
    )


# ---- for robots


def robot_history(steps: Iterable[Step], viewer: Viewer) -> tuple[HeardMove, ...]:
    """Return all these steps as a robot's seat heard them, one `HeardMove` for each. Events that
    people are shown only once are included."""
    return tuple(HeardMove((), Raw(encode(step.heard_by(viewer)))) for step in steps)


def _build_robot_state(room: Room, viewer: Viewer, since_seq: int, public_json: Raw) -> StateMessage:
    """Build a robot's state message: its view, its legal actions and what it heard after seq
    `since_seq`, without scene and texts."""
    table = room.table
    view = table.view(viewer)
    heard = robot_history((step for step in room.recent_steps if step.entry.seq > since_seq >= 0), viewer)
    seen = JSON_NULL if view is None else Raw(encode(view))
    legal = JSON_NULL if view is None else Raw(encode(table.legal(viewer)))
    return StateMessage(table.seq, public_json, JSON_NULL, heard, viewer=viewer, view=seen, legal=legal)
