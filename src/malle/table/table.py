"""The table: an immutable value, with methods that return the next one.

A *move* is an action of a seat, or of the table itself (a player sits down, an undo, a pause), with all the
chance that follows until a seat is awaited or the game is over. The log has one entry per move, and `seq`
counts them. So `seq` says nothing about how much chance there was, and every seq is a state that can be shown.

Each method returns a `Step`: the table after it, the entry to be written, and who heard what. The caller writes
the entry on the condition that the log is still at the seq where the step began. Only then may anything be
shown. The same code replays a log: `follow` takes an entry in place of a request.

Chance comes from the dealer. Its key is the number of draws ever written to this log, undone ones included. So
a crash between draw and write changes nothing, and an undone draw is never drawn again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NewType

import msgspec
from msgspec import Struct

from malle.core import (
    NATURE,
    Action,
    AnyGame,
    Bug,
    Chance,
    Event,
    Illegal,
    NotYourTurn,
    Over,
    Seat,
    Stale,
    View,
    Viewer,
    Waiting,
)
from malle.core.dealer import Dealer
from malle.core.match import Scores
from malle.core.play import describe_audience_fault, events_for_viewer
from malle.core.record import TABLE_MOVER
from malle.core.robots.robot import Level
from malle.table.seat_changes import host_seat_after, parse_agreed, previous_seats, rearrange

TableId = NewType("TableId", int)
"""A table's number in the database."""
SeatKind = Literal["open", "person", "robot"]
"""Who plays a seat."""
GameFactory = Callable[[int, Mapping[str, Any]], AnyGame]
"""(seats, options) -> the game of this table's name and version."""

ReadingSpeed = Literal["calm", "usual", "quick"]
"""How much time robots leave people to read, as the host chose."""

_KIND_AFTER_NOTE: Mapping[str, SeatKind] = {
    "person": "person",
    "robot": "robot",
    "resign": "robot",
    "away": "robot",
    "give-up": "robot",
    "return": "person",
    "let": "person",
}
"""Who plays a seat after a log entry that begins with this word."""


class Setup(Struct, frozen=True, kw_only=True):
    """What was agreed when the table was opened. It is public. Until the deal, seats and options
    may be changed by log entries; `apply_agreed_options` then makes the new setup."""

    table: str
    game: str
    version: int
    seats: int
    options: Mapping[str, Any]
    seal: str
    """The digest of the sealed seed."""
    edition: str = ""
    """Digest of the custom edition; empty for the usual edition. A table ends with the numbers it
    began with."""
    numbers: str = ""
    """Digest of the edition in use, also the usual one; empty at tables older than this field."""
    pace: int | None = None
    """Decision time in seconds; `None` for no limit."""
    bank: int = 0
    """Each player's time bank for the whole game, in seconds, for decisions that take longer. A table with a
    time bank is slow: an awaited player's clock stops in their quiet hours."""
    late: int = 0
    """How many moves the spectators are behind the players."""
    tempo: ReadingSpeed = "usual"
    """How much time robots leave people to read."""
    level: Level = "novice"
    """How hard the robots are to beat, where the game has several."""
    before: tuple[Scores, ...] = ()
    """Scores of the earlier games of the match, by the seats of this table."""
    turned: int = 0
    """How often the people of this table have moved on by one seat since their first game."""
    hosted: bool = False
    """The game begins when the host starts it; otherwise when the last seat is taken."""


class Entry(Struct, frozen=True):
    """One move as the log stores it."""

    seq: int
    mover: int
    """A seat, or `TABLE_MOVER`."""
    lines: tuple[str, ...]
    """The mover's action or the table's note, then the outcomes of chance, in notation."""

    @property
    def is_undo(self) -> bool:
        """Whether this entry is an undo."""
        return self.mover == TABLE_MOVER and self.lines[0].startswith("undo ")


class Step(Struct, frozen=True):
    """A move that is made but not written. `Table`'s methods make it. Nothing of it may be shown
    before its entry is in the log."""

    table: Table
    entry: Entry
    heard: tuple[Event, ...]
    """The events of the move; each names its audience."""
    deadline_seconds: float | None
    """Seconds until the deadline. 0 removes the deadline; `None` leaves it as it is."""

    def heard_by(self, viewer: Viewer) -> tuple[Event, ...]:
        """Return those of the step's events that this viewer hears."""
        return events_for_viewer(viewer, self.heard)


class Table(Struct, frozen=True):
    """The whole value of one table after move `seq` of its log. It is immutable: a method that
    makes a move returns a `Step` with the next table."""

    setup: Setup
    game: AnyGame
    dealer: Dealer
    seq: int
    state: Any
    """The game's state; `None` before the deal."""
    turn: Waiting | Over | None
    """`None` before the deal."""
    seat_kinds: tuple[SeatKind, ...]
    awaited_since: tuple[int, ...]
    """For each seat, the seq since which it has been awaited without a break; -1 if the game does
    not await it."""
    draws_written: int = 0
    """Number of chance outcomes ever written to the log."""
    paused: bool = False
    undo_to: Table | None = None
    """The table before the latest move of a seat, if that move revealed no secret; otherwise
    `None`. While the same seat moves, that earlier table has an `undo_to` of its own."""
    undo_seat: int = -1
    """The seat whose moves `undo_to` leads back through; -1 if there is none."""
    next_table: str = ""
    """The table where these people continued after the end; empty if there is none."""
    vacated_seats: tuple[int, ...] = ()
    """Seats that a robot keeps for a person who left or is away. Only that person may have them back."""
    host: int = -1
    """The host's seat; -1 if no person has sat down."""
    removed_count: int = 0
    """How many people the host has removed; each time, earlier invitations become void."""
    agreed_json: str = ""
    """Seats and options as they were last changed, in JSON; empty if the table is as it was opened."""
    make_game: GameFactory | None = None
    """Makes the game again when seats or options change before the deal."""

    # Queries

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that may act now; none while the table is paused."""
        return self.turn.seats if isinstance(self.turn, Waiting) and not self.paused else ()

    @property
    def over(self) -> Over | None:
        """How the game ended, or `None` if it has not ended."""
        return self.turn if isinstance(self.turn, Over) else None

    def view(self, viewer: Viewer) -> View | None:
        """Return what the viewer (a seat, or `None` for a spectator) knows, or `None` before the
        deal."""
        return None if self.state is None else self.game.view(self.state, viewer)

    def legal(self, viewer: Viewer) -> tuple[Action, ...]:
        """Return the actions that the viewer may choose now; empty for a spectator and for a seat
        that is not awaited."""
        if viewer is None or viewer not in self.awaited:
            return ()
        return tuple(self.game.legal(self.state, viewer))

    def may_undo(self, viewer: Viewer) -> bool:
        """Return whether this seat may take back the latest move. The move must be the seat's own
        and must have revealed no secret. It must have drawn no chance: otherwise another card would
        come. It must not have asked a further seat, since that player's hesitation must not become
        a reason to undo. Never during a pause or after the end."""
        if self.undo_to is None or viewer != self.undo_seat or self.paused or self.over:
            return False
        return self.draws_written == self.undo_to.draws_written and set(self.awaited) <= set(self.undo_to.awaited)

    def is_fresh(self, seat: Seat, seen_seq: int) -> bool:
        """Return whether this seat has been awaited without a break since `seen_seq`, so that its answer is
        still valid."""
        return seat in self.awaited and self.awaited_since[seat] <= seen_seq <= self.seq

    # Moves

    def act(self, seat: Seat, text: str, seen_seq: int) -> Step:
        """Make a seat's action, given in notation. `seen_seq` is the seq that the player saw.

        Raises `Stale` if the seat has not been awaited ever since, or if `seen_seq` is in the
        future. Raises `NotYourTurn` if the seat is not awaited at the seq that the player saw.
        Raises `Illegal` during a pause or for a forbidden action, and `Malformed` for bad notation.
        """
        if seen_seq > self.seq:
            raise Stale()
        if self.paused:
            raise Illegal("the table is paused")
        if seat not in self.awaited:
            raise Stale() if seen_seq < self.seq else NotYourTurn()
        if not self.is_fresh(seat, seen_seq):
            raise Stale()
        action = self.game.read(text, self.state, seat)
        return self._move(seat, self.game.write(action), action)  # the log has canonical notation, however it was typed

    def play_default(self, seat: Seat) -> Step:
        """Make the game's default action for a seat whose time has run out. `NotYourTurn` if the
        seat is not awaited. If the action is random, the dealer's secret seed decides, so nobody
        can predict it. The log has it like any other action."""
        if seat not in self.awaited:
            raise NotYourTurn()
        action = self.game.default(self.state, seat, self.dealer.deadline_luck(self.seq, seat))
        return self._move(seat, self.game.write(action), action)

    def sit(self, seat: Seat, kind: SeatKind) -> Step:
        """Seat a person or a robot at an open seat. The last one to sit starts the deal, unless the
        host starts it.

        Until the deal a person may also take a robot's seat; later the person would see the robot's
        hand. `Illegal` if the seat is taken or does not exist.
        """
        if not 0 <= seat < self.game.seats:
            raise Illegal(f"this table has seats 1 to {self.game.seats}")
        if self.seat_kinds[seat] == "robot" and kind == "person" and self.state is not None:
            raise Illegal("a robot plays this seat: ask those at the table to let you have it")
        if self.seat_kinds[seat] != "open" and (self.seat_kinds[seat], kind) != ("robot", "person"):
            raise Illegal("this seat is taken")
        return self._apply_note(f"{kind} {seat + 1}")

    def return_to_seat(self, seat: Seat) -> Step:
        """Give a seat back to the person for whom a robot keeps it. The caller checks who they are.
        `Illegal` if no robot keeps this seat for a person, or after the end."""
        if seat not in self.vacated_seats or self.over:
            raise Illegal("there is no seat to come back to")
        return self._apply_note(f"return {seat + 1}")

    def give_robot_seat(self, seat: Seat) -> Step:
        """Give a robot's seat to a person during play. The caller checks that all people at the table agree.
        `Illegal` if it is no robot's seat, if the robot keeps it for another person, before the deal, or after
        the end."""
        if self.state is None or self.over or not 0 <= seat < self.game.seats or self.seat_kinds[seat] != "robot":
            raise Illegal("there is no robot's seat to be given here")
        if seat in self.vacated_seats:
            raise Illegal("a robot keeps this seat for whoever left it")
        return self._apply_note(f"let {seat + 1}")

    def resign(self, seat: Seat) -> Step:
        """Replace the person of this seat by a robot, which keeps the seat for that person.
        `Illegal` if no person has it, or after the end."""
        if self.seat_kinds[seat] != "person" or self.over:
            raise Illegal("there is nothing to resign")
        return self._apply_note(f"resign {seat + 1}")

    def start_stand_in(self, seat: Seat) -> Step:
        """Let a robot play for an absent person and keep the seat for them. The caller checks that
        the others voted for it. `Illegal` if no person has the seat, before the deal, or after the
        end."""
        if self.seat_kinds[seat] != "person" or self.state is None or self.over:
            raise Illegal("nobody is waited for at this seat")
        return self._apply_note(f"away {seat + 1}")

    def give_up(self, seat: Seat) -> Step:
        """Replace the person of this seat by a robot for good. Others may request the seat.
        `Illegal` if no person has it, or after the end."""
        if self.seat_kinds[seat] != "person" or self.over:
            raise Illegal("there is nothing to give up")
        return self._apply_note(f"give-up {seat + 1}")

    def undo(self, seat: Seat, seen_seq: int) -> Step:
        """Take back the seat's latest move. `Stale` unless `seen_seq` is the current seq; `Illegal` unless
        `may_undo`."""
        if seen_seq != self.seq:
            raise Stale()
        if not self.may_undo(seat):
            raise Illegal("nothing can be undone")
        return self._apply_note(f"undo {seat + 1} once")

    def undo_target(self, note: str) -> Table | None:
        """Return the table that an undo entry with this text leads back to, or `None` if nothing
        can be undone. This is the table before the latest move. For a text of older logs, which
        does not end in `once`, it is the table before the first of the seat's moves."""
        target = self.undo_to
        while target is not None and target.undo_to is not None and not note.endswith(" once"):
            target = target.undo_to
        return target

    def undo_target_of_entry(self, next_entry: Entry) -> Table | None:
        """Return the table that the next entry of the log leads back to, or `None` if it is no undo."""
        return self.undo_target(next_entry.lines[0]) if next_entry.is_undo else None

    def pause(self, *, on: bool) -> Step:
        """Pause the table, or resume it. Nobody can act during a pause. After it, the decision time
        begins again in full. `Illegal` if the table is so already, before the deal, or after the
        end."""
        if self.paused == on or not isinstance(self.turn, Waiting):
            raise Illegal("there is nothing to pause" if on else "the table is not paused")
        return self._apply_note("pause" if on else "resume")

    def continue_at(self, next_table: str) -> Step:
        """Record the name of the table at which the people continue after the end. `Illegal` before
        the end, or if a table is recorded already."""
        if self.over is None:
            raise Illegal("the game is not over")
        if self.next_table:
            raise Illegal("the table has gone on")
        return self._apply_note(f"next {next_table}")

    def follow(self, entry: Entry) -> Step:
        """Return the step of the next log entry, with the outcomes of chance that the entry has.
        `Bug` if its seq is not the next after this table's."""
        if entry.seq != self.seq + 1:
            raise Bug(f"table {self.setup.table}: entry {entry.seq} cannot follow {self.seq}")
        text, *chance = entry.lines
        if entry.mover == TABLE_MOVER:
            return self._apply_note(text, chance)
        action = self.game.read(text, self.state, Seat(entry.mover))
        return self._move(Seat(entry.mover), text, action, chance)

    def replay(self, entries: Iterable[Entry]) -> Table:
        """Return the table after these entries, which must follow this table's seq without a
        gap."""
        table = self
        for entry in entries:
            table = table.follow(entry).table
        return table

    # Internals

    def _move(self, seat: Seat, text: str, action: Action, logged_chance: Iterable[str] | None = None) -> Step:
        """Return the step of a seat's action and the outcomes of chance that follow; this table
        does not change. The dealer draws the outcomes, unless `logged_chance` gives those of the
        log. The move can be undone only if it revealed no secret."""
        state, heard = self.game.apply(self.state, seat, action)
        state, turn, lines, events, drawn = self._play_chance(state, logged_chance)
        events = (*heard, *events)
        news = any(event.reveals_secret for event in events)
        if news:
            back, undoer = None, -1
        elif self.undo_to is not None and self.undo_seat == seat:
            back, undoer = self, seat
        else:
            back, undoer = msgspec.structs.replace(self, undo_to=None, undo_seat=-1), int(seat)
        after = Table(
            self.setup,
            self.game,
            self.dealer,
            self.seq + 1,
            state,
            turn,
            self.seat_kinds,
            self._awaited_since_after(turn, seat),
            drawn,
            False,
            back,
            undoer,
            vacated_seats=self.vacated_seats,
            host=self.host,
            removed_count=self.removed_count,
            agreed_json=self.agreed_json,
        )
        return Step(
            after, Entry(after.seq, seat, (text, *lines)), self._check_audience(events), self._deadline_seconds(after)
        )

    def _apply_note(self, text: str, logged_chance: Iterable[str] | None = None) -> Step:
        """Return the step of an entry that the table itself makes (a note), such as `person 1` or
        `pause`. The deal follows if the note starts the game. The dealer draws its outcomes, unless
        `logged_chance` gives those of the log. `Bug` for an unknown note."""
        verb, _, argument = text.partition(" ")
        seq = self.seq + 1
        lines: tuple[str, ...] = ()
        events: tuple[Event, ...] = ()
        if verb in _KIND_AFTER_NOTE:
            seat = int(argument) - 1
            kinds = (*self.seat_kinds[:seat], _KIND_AFTER_NOTE[verb], *self.seat_kinds[seat + 1 :])
            kept = (seat,) if verb in ("resign", "away") else ()
            left = tuple(each for each in self.vacated_seats if each != seat) + kept
            host = seat if self.host < 0 and verb == "person" else self.host
            after = msgspec.structs.replace(self, seq=seq, seat_kinds=kinds, vacated_seats=left, host=host)
        elif verb in ("leave", "remove", "swap", "agree"):
            after = self._rearrange_seats(text)
        elif verb == "key":
            after = msgspec.structs.replace(self, seq=seq, host=int(argument) - 1)
        elif verb == "start":
            after = msgspec.structs.replace(self, seq=seq)
        elif verb == "undo" and (back := self.undo_target(text)) is not None:
            since = tuple(seq if each >= 0 else -1 for each in back.awaited_since)
            after = msgspec.structs.replace(
                back,
                seq=seq,
                awaited_since=since,
                draws_written=self.draws_written,
                seat_kinds=self.seat_kinds,
                vacated_seats=self.vacated_seats,
            )
        elif verb in ("pause", "resume"):
            after = msgspec.structs.replace(self, seq=seq, paused=verb == "pause")
        elif verb == "next":
            after = msgspec.structs.replace(self, seq=seq, next_table=argument)
        else:
            raise Bug(f"table {self.setup.table}: the log has a note {text!r} at {seq}")
        full = verb in _KIND_AFTER_NOTE and "open" not in after.seat_kinds and not self.setup.hosted
        if self.state is None and (full or verb == "start"):
            state, turn, lines, events, drawn = self._play_chance(self.game.new(), logged_chance)
            since = tuple(seq if Seat(each) in _awaited_seats(turn) else -1 for each in range(self.game.seats))
            after = msgspec.structs.replace(after, state=state, turn=turn, awaited_since=since, draws_written=drawn)
        return Step(
            after, Entry(seq, TABLE_MOVER, (text, *lines)), self._check_audience(events), self._deadline_seconds(after)
        )

    def _rearrange_seats(self, note: str) -> Table:
        """Return the table after a note that changes the seats before the deal: `leave`, `remove`,
        `swap` or `agree`."""
        verb, _, argument = note.partition(" ")
        previous = previous_seats(self.seat_kinds, note)
        kinds = rearrange(self.seat_kinds, previous, "open")
        setup, game, agreed = self.setup, self.game, self.agreed_json
        if verb == "agree":
            setup, game = apply_agreed_options(self.setup, argument, self.make_game)
            agreed = argument
        return msgspec.structs.replace(
            self,
            seq=self.seq + 1,
            setup=setup,
            game=game,
            agreed_json=agreed,
            seat_kinds=kinds,
            awaited_since=(-1,) * len(kinds),
            host=host_seat_after(previous, kinds, self.host),
            removed_count=self.removed_count + (verb == "remove"),
        )

    def _check_audience(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return the events, if each has a valid audience; otherwise raise `Bug`, so that nothing is written or
        shown."""
        for event in events:
            if fault := describe_audience_fault(self.game, event):
                raise Bug from TypeError(fault)
        return events

    def _play_chance(
        self, state: Any, logged_chance: Iterable[str] | None
    ) -> tuple[Any, Waiting | Over, tuple[str, ...], tuple[Event, ...], int]:
        """Let chance act until a seat is awaited or the game is over. The dealer draws the
        outcomes, unless `logged_chance` gives those of the log.

        Return the state, the turn, the outcomes in notation, the events, and the new number of
        draws. `ValueError` if an outcome in the log is impossible.
        """
        game = self.game
        lines: list[str] = []
        events: list[Event] = []
        drawn = self.draws_written
        written = None if logged_chance is None else iter(logged_chance)
        while isinstance(turn := game.turn(state), Chance):
            outcome = turn.outcomes[self.dealer.pick(drawn, turn.weights)]
            text = game.write(outcome)
            if written is not None and (logged := next(written, text)) != text:
                text = logged
                matching = [each for each in turn.outcomes if game.write(each) == text]
                if not matching:
                    raise ValueError(f"chance cannot come out as {text!r} here")
                outcome = matching[0]
            state, heard = game.apply(state, NATURE, outcome)
            lines.append(text)
            events.extend(heard)
            drawn += 1
        return state, turn, tuple(lines), tuple(events), drawn

    def _awaited_since_after(self, turn: Waiting | Over, mover: Seat) -> tuple[int, ...]:
        """Return `awaited_since` after a move of `mover`: -1 for seats that are not awaited. A seat
        that is newly awaited, or that has just moved, gets the new seq. The others keep theirs."""
        seats = _awaited_seats(turn)
        seq = self.seq + 1
        return tuple(
            -1 if seat not in seats else since if since >= 0 and seat != mover else seq
            for seat, since in enumerate(self.awaited_since)
        )

    def _deadline_seconds(self, after: Table) -> float | None:
        """Return `Step.deadline_seconds` for the step from this table to `after`. It is the full
        decision time if a seat is newly asked or a pause began or ended. It is 0 if nobody is
        awaited or there is no decision time, otherwise `None`."""
        if not after.awaited or self.setup.pace is None:
            return 0
        is_asked_again = after.paused != self.paused or any(each == after.seq for each in after.awaited_since)
        return self.setup.pace if is_asked_again else None


def apply_agreed_options(setup: Setup, agreed: str, make_game: GameFactory | None) -> tuple[Setup, AnyGame]:
    """Return the setup and the game for changed seats and options; `agreed` is `AgreedOptions` in
    JSON. `Bug` if `make_game` is `None`."""
    if make_game is None:
        raise Bug(f"table {setup.table}: nothing makes its game anew")
    options = parse_agreed(agreed)
    return msgspec.structs.replace(setup, seats=options.seats, options=options.options), make_game(
        options.seats, options.options
    )


def open_table(setup: Setup, game: AnyGame, dealer: Dealer, make_game: GameFactory | None = None) -> Table:
    """Return a table at seq 0 with every seat open. `make_game` is needed if seats and options may be changed
    before the deal."""
    kinds: tuple[SeatKind, ...] = tuple("open" for _ in range(game.seats))
    return Table(setup, game, dealer, 0, None, None, kinds, (-1,) * game.seats, make_game=make_game)


def _awaited_seats(turn: Waiting | Over) -> tuple[Seat, ...]:
    """Return the seats that may act; empty if the game is over."""
    return turn.seats if isinstance(turn, Waiting) else ()
