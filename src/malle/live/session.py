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

from malle.core import Illegal, Luck, MalleError, NotYourTurn, Say, Seat, Viewer, encode
from malle.core.contract import NATURE
from malle.core.dealer import Dealer, new_seed, seal
from malle.core.match import Scores, moved_on
from malle.core.mind import Level, decide
from malle.core.record import TABLE, RecordLine, is_verified, read_record, verify, write_record
from malle.core.search import Effort
from malle.live import lag, replay
from malle.live.frames import frame, told_meanwhile
from malle.live.names import ROBOTS, people_first, told_apart
from malle.live.pace import Pace, events_to_read, only_person
from malle.live.room import Room
from malle.live.scribe import record_of_log
from malle.table import Entry, Setup, Step, Table, Tempo, following_setup, open_table
from malle.wire import messages
from malle.wire.library import Library
from malle.wire.messages import ActMessage, AskMessage, Hello, SeenMessage

THINK_SECONDS = 0.5
"""Least seconds between the question to a robot and its move, so that the delay reveals nothing about its hand."""
DEALT_HERE = "dealt on the device that played"
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
    tempo: Tempo = "usual"
    version: int | None = None
    """Version of the rules; `None` for the newest."""
    seed: str = ""
    """Seed in hexadecimal; if it is empty, one is drawn. An empty `table` draws the table's name likewise."""
    table: str = ""
    before: tuple[Scores, ...] = ()
    turned: int = 0


class KeptLine(Struct, frozen=True, omit_defaults=True):
    """Any later line of a log: one entry."""

    mover: int
    lines: tuple[str, ...]
    key: str = ""
    """Key of the message that asked for the move. A message with a key already used does nothing more."""


class TableSession:
    """One table on one device, from its deal to its end."""

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
        """`log` holds the stored lines, or an opening alone. `keep` gets the line's number, the line, and the
        messages (as JSON) whose lengths `shown` needs; number 0 begins a new log. `send` gets each frame.
        `thinking` is the seconds for a robot's search. `followed` is called after each stored move with its
        number and the number of all."""
        self._keep, self._send, self._clock, self._thinking = keep, send, clock, thinking
        library, wish = Library(), msgspec.json.decode(log[0], type=SessionOpening)
        sheet = library.sheet(wish.game, wish.version)
        options = sheet.settle_options(wish.seats, wish.options)
        seed, name = wish.seed or new_seed().hex(), wish.table or secrets.token_hex(6)
        self._opening = replace(wish, version=sheet.version, options=options, seed=seed, table=name)
        self._seed = bytes.fromhex(seed)
        setup = Setup(
            table=name, game=wish.game, version=sheet.version, seats=wish.seats, options=options,
            seal=seal(self._seed, name), tempo=wish.tempo, level=wish.level, before=wish.before, turned=wish.turned,
        )  # fmt: skip
        game = library.game(wish.game, sheet.version, wish.seats, options)
        self._first = open_table(setup, game, Dealer(self._seed, name))
        self._lengths: Iterable[int] = ()
        self._pace = Pace(lambda *_: self._lengths)
        self._room = Room(NO_ID, name, self._first, sheet)
        self._room.pace = self._pace
        self._room.elsewhere[0] = ((1 << wish.seats) - 1, 0, 0, math.inf)  # all players count as here
        kinds = ["person" if seat in wish.people else "robot" for seat in range(wish.seats)]
        given = (*wish.names, *[""] * wish.seats)[: wish.seats]
        spare = [name for name in ROBOTS if name not in given]
        turned = [(seat - setup.turned) % wish.seats for seat in range(wish.seats)]
        names = [each or spare[at] for each, at in zip(given, turned, strict=True)]
        self._room.set_names(told_apart(names, people_first(kinds)))
        robots = [seat for seat, kind in enumerate(kinds) if kind == "robot"]
        self._minds = {seat: sheet.mind(wish.level, self._luck("temper", seat)) for seat in robots}
        self._notes = {seat: mind.notes(game, Seat(seat)) for seat, mind in self._minds.items()}
        self._entries: list[Entry] = []
        self._keys: dict[str, int] = {}
        """The seq after each requested move, by the key of its message."""
        self._unsafe: tuple[Step, str] | None = None
        """A step whose line is not known to be stored, and its key."""
        self._choice: tuple[int, Seat, str] | None = None
        """The move that a robot has chosen: (seq, seat, action in notation)."""
        self._asked = -math.inf
        """When a robot was last asked."""
        self.viewer: Viewer = None
        self._sent = -1
        """The seq of the latest frame; -1 before the first."""
        self._shown: dict[int, int] = {}
        """For each person's seat, the seq at which its player last saw the table."""
        for number, text in enumerate(log[1:], 1):
            line = msgspec.json.decode(text, type=KeptLine)
            self._follow(self._room.table.follow(Entry(number, line.mover, line.lines)), line.key)
            followed(number, len(log) - 1)
        if len(log) == 1:
            keep(0, encode(self._opening).decode(), "[]")
        while "open" in (now := self._room.table).kinds:
            seat = now.kinds.index("open")
            self._write(now.sit(Seat(seat), "robot" if seat in robots else "person"))
            self.shown()

    def _luck(self, what: str, seat: int, seq: int = 0) -> Luck:
        """Return random numbers for one purpose, derived from the seed. A session continued from its log
        draws the same ones. They reveal no card."""
        return Luck(hmac.digest(self._seed, f"{what} {seat} {seq}".encode(), "sha256"))

    def hear(self, viewer: int | None, data: str) -> None:
        """Handle a socket message from a seat, or from a spectator (`None`). Do not call it between `keep`
        and `shown`. A refused request is answered, not raised."""
        message, seat = messages.decode_from_client(data.encode()), None if viewer is None else Seat(viewer)
        key: str = getattr(message, "key", "")
        if isinstance(message, Hello):
            self.viewer = seat
            self._show(first=True)
        elif isinstance(message, SeenMessage) and seat is not None:
            self._pace.see(seat, min(message.seq, self._room.table.seq), ())
        elif key in self._keys:
            self._answer(messages.Taken(key, self._keys[key]))
        elif key:
            try:
                self._do(seat, message, key)
            except MalleError as error:
                self._answer(messages.Refusal(key, error.slug, str(error)))

    def _do(self, seat: Viewer, message: messages.FromClient, key: str) -> None:
        """Carry out a request with a key: a move, an undo, or the next game. Raises a `MalleError` if it is
        refused."""
        table = self._room.table
        if isinstance(message, AskMessage) and message.what == "next":  # anybody at the device may ask for it
            following = self._following(table)
            self._write(table.go_on(following.table), key)
            self._keep(0, encode(following).decode(), "[]")
            return
        if seat is None or seat != self.viewer or table.kinds[seat] != "person":
            raise NotYourTurn("only whoever is shown the table may play")
        match message:
            case ActMessage(seq=seq, text=text):
                self._write(table.act(seat, text, seq), key)
            case AskMessage(what="undo", seq=seq):
                self._write(table.undo(seat, seq), key)
            case _:
                raise Illegal("this cannot be asked of a table on one device")

    def _following(self, table: Table) -> SessionOpening:
        """Return the opening of the next table: the same people and robots, moved on by one seat."""
        setup = following_setup(table, legs=self._room.sheet.legs, name=secrets.token_hex(6), seal="")
        people = tuple(seat for seat, kind in enumerate(moved_on(table.kinds)) if kind == "person")
        given = (*self._opening.names, *[""] * setup.seats)[: setup.seats]
        return replace(
            self._opening, table=setup.table, seed=new_seed().hex(), before=setup.before, turned=setup.turned,
            people=people, names=moved_on(given),
        )  # fmt: skip

    def turn(self) -> float | None:
        """Let a robot move if people could read what came before. Return the seconds until one may move.
        `None` if it has just moved, no robot is awaited, or a move waits for `shown`."""
        table = self._room.table
        seat = next((seat for seat in table.awaited if seat in self._minds), None)
        if self._unsafe is not None or seat is None:
            return None
        if self._choice is None or self._choice[:2] != (table.seq, seat):
            self._choice = table.seq, seat, self._think(table, seat)
        left = max(self._asked + THINK_SECONDS, self._pace.free) - self._clock()
        if left <= 0:
            self._write(table.act(seat, self._choice[2], table.seq))
        return left if left > 0 else None

    def _think(self, table: Table, seat: Seat) -> str:
        """Return a robot's choice in notation. The robot gets its seat's view and what its seat has heard."""
        until = self._clock() + self._thinking
        luck, effort = self._luck("robot", seat, table.seq), Effort(go_on=lambda: self._clock() < until)
        mind, notes, legal = self._minds[seat], self._notes[seat], table.legal(seat)
        return table.game.write(decide(table.game, mind, table.view(seat), legal, notes, luck, effort))

    def _write(self, step: Step, key: str = "") -> None:
        """Pass the line of a step to `keep`. The step takes effect in `shown`."""
        self._unsafe = step, key
        drawing, heard = self._room.sheet.drawing, events_to_read(step.heard_by(None), only_person(step))
        said: Sequence[Say] = ()
        if drawing is not None and heard and not lag.is_part(self._room, step):
            said = drawing.said(step.table.game, heard)
        line = KeptLine(step.entry.mover, step.entry.lines, key)
        self._keep(step.entry.seq, encode(line).decode(), encode(said).decode())

    def shown(self, lengths: Iterable[int] = ()) -> None:
        """Apply the step whose line is stored now, and send its answer and frame. `lengths` are the letters
        of each message that `keep` was given. Nothing happens if no step waits."""
        if self._unsafe is None:
            return
        (step, key), self._unsafe, self._lengths = self._unsafe, None, lengths
        self._follow(step, key)
        if self._room.part is None:
            self._pace.follow(self._room.sheet, step, self._clock())
        if key:
            self._answer(messages.Taken(key, step.table.seq))
        if self._sent >= 0:
            self._show(first=False)

    def _follow(self, step: Step, key: str) -> None:
        """Apply a step of the log: to the room, the robots' memories, and the keys."""
        table = step.table
        self._entries.append(step.entry)
        lag.gather(self._room, step)
        self._room.advance(step)
        self._keys |= {key: table.seq} if key else {}
        if step.entry.mover in self._opening.people:
            self._shown[step.entry.mover] = table.seq
        for seat, mind in self._minds.items():
            self._notes[seat] = mind.hear(table.game, self._notes[seat], step.heard_by(Seat(seat)))
        if any(table.since[seat] == table.seq for seat in self._minds):
            self._asked = self._clock()

    def _show(self, *, first: bool) -> None:
        """Send the viewer a frame: always if it is the first, else only if the visible seq has changed. A
        first frame for a player who has seen the table before contains what their seat heard since."""
        shown, viewer = self._room.shown_to(self.viewer), self.viewer
        seq = shown.table.seq
        if first or seq != self._sent:
            made = frame(shown, viewer, self._sent, robot=False, first=first)
            if first and viewer is not None and (since := self._shown.get(viewer, seq)) < seq:
                heard = Raw(encode(told_meanwhile(shown, since, viewer)))
                made = encode(msgspec.json.decode(made, type=dict[str, Raw]) | {"heard": heard})
            self._send(made.decode())
        self._sent = seq
        if viewer is not None:
            self._shown[viewer] = seq

    def _answer(self, answer: messages.Taken | messages.Refusal) -> None:
        """Send an answer to a request."""
        self._send(encode(answer).decode())

    def about(self) -> str:
        """Return the opening as JSON, without the seed."""
        return encode(replace(self._opening, seed="")).decode()

    def story(self) -> str:
        """Return the JSON that a site answers under `story`. Raises `Illegal` before the end."""
        return encode(self._reel().story()).decode()

    def final(self) -> str:
        """Return the JSON that a site answers under `final`. Raises `Illegal` before the end."""
        return encode(self._reel().final()).decode()

    def moments(self, eyes: replay.Eyes, first: int) -> str:
        """Return the JSON that a site answers under `moments`. Raises `Illegal` before the end."""
        work = replay.moments(self._reel(), eyes, first, "")
        while True:  # it yields to other tasks now and then; here are none
            try:
                work.send(None)
            except StopIteration as done:
                return encode(done.value).decode()

    def record(self) -> str:
        """Return the record, with a note that this device dealt. Raises `Illegal` before the end."""
        replay.need_end(self._room)
        made = record_of_log(self._first, self._entries, self._seed)
        return write_record(replace(made, lines=(RecordLine(TABLE, DEALT_HERE), *made.lines)))

    def verified(self) -> str:
        """Check the record as `malle record verify` does. Return JSON: `verified`, and the number of
        `decisions` in it (0 if it is not verified). Raises `Illegal` before the end."""
        text, library = self.record(), Library()
        checks = verify(text, lambda head: library.game(head.game, head.version, head.seats, head.options))
        good = is_verified(checks)
        lines = read_record(text).lines if good else ()
        decisions = sum(line.mover not in (TABLE, NATURE) for line in lines)
        return encode({"verified": good, "decisions": decisions}).decode()

    def _reel(self) -> replay.Reel:
        """Build the replay from the log. Raises `Illegal` before the end."""
        replay.need_end(self._room)
        winder = replay.Winder(self._first)
        for entry in self._entries:
            winder.add(entry)
        return replay.Reel(self._room, tuple(winder.steps), frozenset(winder.lent))
