"""A table that one process plays alone: it deals, lets robots move, and answers its one page as a server
would. The browser runs it in a worker.

The page sends the messages of the table's socket and receives the same frames. `keep` gets each line of the
log before anything of it is shown, and the page calls `shown` once the line is stored. A session made from
these lines continues the game. Frames are made for the viewer who sent the last `hello`; what the other seats
hold stays here.

`client/src/local.worker.ts` calls `TableSession` by these names, and passes `thinking` and `followed` by
keyword.
"""

from __future__ import annotations

import hmac
import math
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from malle.config.game_library import GameLibrary
from malle.core import Illegal, Luck, MalleError, Message, NotYourTurn, Seat, Viewer, encode
from malle.core.dealer import Dealer, new_seed, seal_of_seed
from malle.core.game import NATURE
from malle.core.match import Scores, rotate_one_seat
from malle.core.record import TABLE_MOVER, RecordLine, format_record, is_verified, parse_record, verify_record
from malle.core.robots.robot import Level, choose_action
from malle.core.robots.search import SearchEffort
from malle.protocol import messages
from malle.protocol.messages import ActMessage, HelloMessage, SeenMessage, TableCommandMessage
from malle.runtime.history import replay
from malle.runtime.history.log_record import build_record_from_log
from malle.runtime.room import Room
from malle.runtime.seats.display_names import ROBOT_NAMES, disambiguate_names, seats_people_first
from malle.runtime.timing import reveal_delay
from malle.runtime.timing.reading_time import ReadingTimer, events_to_read, sole_person_mover
from malle.runtime.views.frames import build_frame, missed_moves
from malle.table import Entry, ReadingSpeed, Setup, Step, Table, next_table_setup, open_table

MIN_ROBOT_ANSWER_SECONDS = 0.5
"""Least seconds between the question to a robot and its move, so that the delay reveals nothing about its hand."""
DEALT_HERE_NOTE = "dealt on the device that played"
"""A note in the record."""
NO_ID: Any = 0


class SessionOpening(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a log: what is agreed before the deal."""

    game: str
    seats: int
    people: tuple[int, ...] = (0,)
    """Seats of people; robots have the others."""
    names: tuple[str, ...] = ()
    """Names by seat; a robot with an empty name gets a usual one."""
    options: dict[str, bool | int | str] = {}
    level: Level = "novice"
    tempo: ReadingSpeed = "usual"
    version: int | None = None
    """Version of the rules; `None` for the newest."""
    seed: str = ""
    """Seed in hexadecimal; if it is empty, one is drawn. An empty `table` draws the table's name likewise."""
    table: str = ""
    before: tuple[Scores, ...] = ()
    turned: int = 0


class LogLine(Struct, frozen=True, omit_defaults=True):
    """Any line of a log after the first: one entry of the table."""

    mover: int
    lines: tuple[str, ...]
    key: str = ""
    """Key of the message that asked for the move. A message with a key already used does nothing more."""


class TableSession:
    """One table that a device plays by itself, from its deal to its end. The browser's worker makes
    it."""

    def __init__(
        self,
        log: Sequence[str],
        keep: Callable[[int, str, str], None],
        send: Callable[[str], None],
        *,
        thinking: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
        followed: Callable[[int, int], None] = lambda *_: None,
    ) -> None:
        """`log` holds the stored lines, or an opening alone. `keep` gets the line's number, the
        line, and the messages (as JSON) whose lengths `shown` needs. Number 0 is an opening, which
        begins a new log. `send` gets each frame and answer. `thinking` is the most seconds for a
        robot's search. `followed` is called for each stored move that is replayed, with its number
        and the number of all."""
        self._keep, self._send, self._clock, self._thinking = keep, send, clock, thinking
        library, opening = GameLibrary(), msgspec.json.decode(log[0], type=SessionOpening)
        game_info = library.game_info(opening.game, opening.version)
        options = game_info.complete_options(opening.seats, opening.options)
        seed, name = opening.seed or new_seed().hex(), opening.table or secrets.token_hex(6)
        self._opening = replace(opening, version=game_info.version, options=options, seed=seed, table=name)
        self._seed = bytes.fromhex(seed)
        setup = Setup(
            table=name,
            game=opening.game,
            version=game_info.version,
            seats=opening.seats,
            options=options,
            seal=seal_of_seed(self._seed, name),
            tempo=opening.tempo,
            level=opening.level,
            before=opening.before,
            turned=opening.turned,
        )
        game = library.game(opening.game, game_info.version, opening.seats, options)
        self._initial_table = open_table(setup, game, Dealer(self._seed, name))
        self._sentence_lengths: Iterable[int] = ()
        self._reading_timer = ReadingTimer(lambda *_: self._sentence_lengths)
        self._room = Room(NO_ID, name, self._initial_table, game_info)
        self._room.reading_timer = self._reading_timer
        self._room.remote_presence[0] = ((1 << opening.seats) - 1, 0, 0, math.inf)  # all players count as here
        kinds = ["person" if seat in opening.people else "robot" for seat in range(opening.seats)]
        given = (*opening.names, *[""] * opening.seats)[: opening.seats]
        spare = [name for name in ROBOT_NAMES if name not in given]
        robot_name_indexes = [(seat - setup.turned) % opening.seats for seat in range(opening.seats)]
        names = [
            given_name or spare[robot_index] for given_name, robot_index in zip(given, robot_name_indexes, strict=True)
        ]
        self._room.set_names(disambiguate_names(names, seats_people_first(kinds)))
        robots = [seat for seat, kind in enumerate(kinds) if kind == "robot"]
        self._robots = {
            seat: game_info.robot_of_level(opening.level, self._derive_luck("temper", seat)) for seat in robots
        }
        self._robot_memories = {seat: mind.new_memory(game, Seat(seat)) for seat, mind in self._robots.items()}
        self._entries: list[Entry] = []
        self._seq_by_key: dict[str, int] = {}
        """The seq after each requested move, by the key of its message."""
        self._unstored_step: tuple[Step, str] | None = None
        """A step whose line is not known to be stored, and its key."""
        self._robot_choice: tuple[int, Seat, str] | None = None
        """The move that a robot has chosen: (seq, seat, action in notation)."""
        self._robot_asked_at = -math.inf
        """When a robot was last asked."""
        self.viewer: Viewer = None
        self._last_sent_seq = -1
        """The seq of the latest frame; -1 before the first."""
        self._last_seen_seq: dict[int, int] = {}
        """For each person's seat, the seq at which its player last saw the table."""
        for number, text in enumerate(log[1:], 1):
            line = msgspec.json.decode(text, type=LogLine)
            self._apply_step(self._room.table.follow(Entry(number, line.mover, line.lines)), line.key)
            followed(number, len(log) - 1)
        if len(log) == 1:
            keep(0, encode(self._opening).decode(), "[]")
        while "open" in (now := self._room.table).seat_kinds:
            seat = now.seat_kinds.index("open")
            self._begin_step(now.sit(Seat(seat), "robot" if seat in robots else "person"))
            self.shown()

    def _derive_luck(self, purpose: str, seat: int, seq: int = 0) -> Luck:
        """Return random numbers for one purpose and seat, and one seq, derived from the seed. A
        session continued from its log draws the same numbers. They reveal no card."""
        return Luck(hmac.digest(self._seed, f"{purpose} {seat} {seq}".encode(), "sha256"))

    def hear(self, viewer: int | None, data: str) -> None:
        """Handle a socket message that comes from a seat, or from a spectator (`viewer` is `None`).
        Do not call it between `keep` and `shown`. A refused request is answered, not raised."""
        message, seat = messages.decode_from_client(data.encode()), None if viewer is None else Seat(viewer)
        key: str = getattr(message, "key", "")
        if isinstance(message, HelloMessage):
            self.viewer = seat
            self._send_frame(first=True)
        elif isinstance(message, SeenMessage) and seat is not None:
            self._reading_timer.mark_read(seat, min(message.seq, self._room.table.seq), ())
        elif key in self._seq_by_key:
            self._send_answer(messages.TakenMessage(key, self._seq_by_key[key]))
        elif key:
            try:
                self._handle_request(seat, message, key)
            except MalleError as error:
                self._send_answer(messages.RefusedMessage(key, error.slug, str(error)))

    def _handle_request(self, seat: Viewer, message: messages.FromClient, key: str) -> None:
        """Carry out a request that has a key: a move, an undo, or the next game. Raises a
        `MalleError` if it is refused."""
        table = self._room.table
        if isinstance(message, TableCommandMessage) and message.what == "next":  # anybody at the device may ask for it
            next_opening = self._next_opening(table)
            self._begin_step(table.continue_at(next_opening.table), key)
            self._keep(0, encode(next_opening).decode(), "[]")
            return
        if seat is None or seat != self.viewer or table.seat_kinds[seat] != "person":
            raise NotYourTurn("only whoever is shown the table may play")
        match message:
            case ActMessage(seq=seq, text=text):
                self._begin_step(table.act(seat, text, seq), key)
            case TableCommandMessage(what="undo", seq=seq):
                self._begin_step(table.undo(seat, seq), key)
            case _:
                raise Illegal("this cannot be asked of a table on one device")

    def _next_opening(self, table: Table) -> SessionOpening:
        """Return the opening of the next table: the same people and robots, moved on by one seat,
        and a new seed."""
        setup = next_table_setup(table, legs=self._room.game_info.games_per_match, name=secrets.token_hex(6), seal="")
        people = tuple(seat for seat, kind in enumerate(rotate_one_seat(table.seat_kinds)) if kind == "person")
        given = (*self._opening.names, *[""] * setup.seats)[: setup.seats]
        return replace(
            self._opening, table=setup.table, seed=new_seed().hex(), before=setup.before, turned=setup.turned,
            people=people, names=rotate_one_seat(given),
        )  # fmt: skip

    def turn(self) -> float | None:
        """Let an awaited robot move if people could read what came before. Return the seconds until
        it may move. Return `None` if it has moved now, if no robot is awaited, or if a move waits
        for `shown`."""
        table = self._room.table
        seat = next((seat for seat in table.awaited if seat in self._robots), None)
        if self._unstored_step is not None or seat is None:
            return None
        if self._robot_choice is None or self._robot_choice[:2] != (table.seq, seat):
            self._robot_choice = table.seq, seat, self._choose_robot_action(table, seat)
        seconds = (
            max(self._robot_asked_at + MIN_ROBOT_ANSWER_SECONDS, self._reading_timer.robots_may_move_at) - self._clock()
        )
        if seconds <= 0:
            self._begin_step(table.act(seat, self._robot_choice[2], table.seq))
        return seconds if seconds > 0 else None

    def _choose_robot_action(self, table: Table, seat: Seat) -> str:
        """Return the action that a robot chooses, in notation. The robot gets its seat's view and
        what its seat has heard."""
        search_ends_at = self._clock() + self._thinking
        luck, effort = (
            self._derive_luck("robot", seat, table.seq),
            SearchEffort(may_continue=lambda: self._clock() < search_ends_at),
        )
        robot, memory, legal = self._robots[seat], self._robot_memories[seat], table.legal(seat)
        return table.game.write(choose_action(table.game, robot, table.view(seat), legal, memory, luck, effort))

    def _begin_step(self, step: Step, key: str = "") -> None:
        """Pass the log line of a step to `keep`, with the key of the message that asked for the
        step. The step takes effect in `shown`."""
        self._unstored_step = step, key
        scene_builder, heard = (
            self._room.game_info.drawing,
            events_to_read(step.heard_by(None), sole_person_mover(step)),
        )
        messages_to_measure: Sequence[Message] = ()
        if scene_builder is not None and heard and not reveal_delay.is_incomplete_group(self._room, step):
            messages_to_measure = scene_builder.log_messages(step.table.game, heard)
        line = LogLine(step.entry.mover, step.entry.lines, key)
        self._keep(step.entry.seq, encode(line).decode(), encode(messages_to_measure).decode())

    def shown(self, lengths: Iterable[int] = ()) -> None:
        """Apply the step whose line the page has now stored, and send its answer and frame.
        `lengths` are the numbers of letters of the messages that `keep` was given, in order.
        Nothing happens if no step waits."""
        if self._unstored_step is None:
            return
        (step, key), self._unstored_step, self._sentence_lengths = self._unstored_step, None, lengths
        self._apply_step(step, key)
        if self._room.hidden_acts is None:
            self._reading_timer.add_step(self._room.game_info, step, self._clock())
        if key:
            self._send_answer(messages.TakenMessage(key, step.table.seq))
        if self._last_sent_seq >= 0:
            self._send_frame(first=False)

    def _apply_step(self, step: Step, key: str) -> None:
        """Apply a step of the log to all that the session keeps. These are the entries, the room,
        the robots' memories, the seqs that people last saw, and the time at which robots were
        asked. Also the seqs by request key, by which a repeated message is recognised."""
        table = step.table
        self._entries.append(step.entry)
        reveal_delay.group_acts(self._room, step)
        self._room.advance(step)
        self._seq_by_key |= {key: table.seq} if key else {}
        if step.entry.mover in self._opening.people:
            self._last_seen_seq[step.entry.mover] = table.seq
        for seat, robot in self._robots.items():
            self._robot_memories[seat] = robot.observe(
                table.game, self._robot_memories[seat], step.heard_by(Seat(seat))
            )
        if any(table.awaited_since[seat] == table.seq for seat in self._robots):
            self._robot_asked_at = self._clock()

    def _send_frame(self, *, first: bool) -> None:
        """Send the viewer a frame: always if it is the first, otherwise only if the visible seq has
        changed. A first frame for a player who has seen the table before contains what their seat
        heard since."""
        visible, viewer = self._room.visible_room(self.viewer), self.viewer
        seq = visible.table.seq
        if first or seq != self._last_sent_seq:
            data = build_frame(visible, viewer, self._last_sent_seq, robot=False, first=first)
            if first and viewer is not None and (last_seen := self._last_seen_seq.get(viewer, seq)) < seq:
                heard = Raw(encode(missed_moves(visible, last_seen, viewer)))
                data = encode(msgspec.json.decode(data, type=dict[str, Raw]) | {"heard": heard})
            self._send(data.decode())
        self._last_sent_seq = seq
        if viewer is not None:
            self._last_seen_seq[viewer] = seq

    def _send_answer(self, answer: messages.TakenMessage | messages.RefusedMessage) -> None:
        """Send the answer to a request: taken or refused."""
        self._send(encode(answer).decode())

    def about(self) -> str:
        """Return the session's opening as JSON, with an empty seed."""
        return encode(replace(self._opening, seed="")).decode()

    def story(self) -> str:
        """Return the JSON of the game's story, as a site answers under `story`. Raises `Illegal`
        before the end."""
        return encode(self._build_replay().make_story()).decode()

    def final(self) -> str:
        """Return the JSON of the final scene, as a site answers under `final`. Raises `Illegal`
        before the end."""
        return encode(self._build_replay().final_scene()).decode()

    def moments(self, eyes: replay.Perspective, first: int) -> str:
        """Return the JSON of a block of the replay, as a site answers under `moments`. `eyes` is
        the perspective, `first` a moment in the block. Raises `Illegal` before the end."""
        work = replay.build_moments(self._build_replay(), eyes, first, "")
        while True:  # it yields to other tasks now and then; here are none
            try:
                work.send(None)
            except StopIteration as done:
                return encode(done.value).decode()

    def record(self) -> str:
        """Return the text of the game's record, with a note that this device dealt. Raises
        `Illegal` before the end."""
        replay.require_end_shown(self._room)
        record = build_record_from_log(self._initial_table, self._entries, self._seed)
        return format_record(replace(record, lines=(RecordLine(TABLE_MOVER, DEALT_HERE_NOTE), *record.lines)))

    def verified(self) -> str:
        """Check the game's record as `malle record verify` does. Return JSON: `verified`, and the
        number of `decisions` in the record (0 if it is not verified). Raises `Illegal` before the
        end."""
        text, library = self.record(), GameLibrary()
        checks = verify_record(text, lambda head: library.game(head.game, head.version, head.seats, head.options))
        is_good = is_verified(checks)
        lines = parse_record(text).lines if is_good else ()
        decisions = sum(line.mover not in (TABLE_MOVER, NATURE) for line in lines)
        return encode({"verified": is_good, "decisions": decisions}).decode()

    def _build_replay(self) -> replay.Replay:
        """Build the replay from the log. Raises `Illegal` before the end."""
        replay.require_end_shown(self._room)
        builder = replay.ReplayBuilder(self._initial_table)
        for entry in self._entries:
            builder.add_entry(entry)
        return replay.Replay(self._room, tuple(builder.steps), frozenset(builder.robot_seats))
