"""The table: an immutable value, and the verbs that make the next one.

A *move* is what a seat did (or the table itself: somebody sat down, an undo, a pause) and all the chance that followed,
until a seat is awaited again or the game is over. The log has one entry a move, and `seq` counts them: so it tells
nothing about how much chance there was, and every seq is a state that can be shown.

Each verb returns a `Step`: the table after, the entry to be written, and who heard what. The caller writes the entry
under the condition that the log is still at the seq the step began from, and only then shows anything to anybody. The
same verbs replay a log: `follow` takes an entry instead of a wish.

Chance comes from the dealer, keyed by the number of draws ever written to this log, undone ones included: a crash
between the draw and the write changes nothing, and an undone draw is never drawn again.
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
from malle.core.mind import Level
from malle.core.play import audience_fault, heard_by
from malle.core.record import TABLE
from malle.table.filling import host_at, placed, places_after, read_agreed

TableId = NewType("TableId", int)
"""Under which number databases keep a table."""
Kind = Literal["open", "person", "robot"]
"""Who plays a seat."""
Maker = Callable[[int, Mapping[str, Any]], AnyGame]
"""(seats, options) -> the game of this table's name and version."""

Tempo = Literal["calm", "usual", "quick"]
"""How fast a table goes on, as its host chose."""

_KINDS: Mapping[str, Kind] = {
    "person": "person",
    "robot": "robot",
    "resign": "robot",
    "away": "robot",
    "give-up": "robot",
    "return": "person",
    "let": "person",
}


class Setup(Struct, frozen=True, kw_only=True):
    """What was agreed when the table was opened. Public; until the deal, seats and options may be agreed anew, and the
    log says so."""

    table: str
    game: str
    version: int
    seats: int
    options: Mapping[str, Any]
    seal: str
    """The digest of the sealed seed."""
    edition: str = ""
    """Digest of the edition, where it is not the usual one: a table ends on the numbers it began with."""
    numbers: str = ""
    """Digest of the edition it is played with, the usual one too; empty at tables older than this field."""
    pace: int | None = None
    """Seconds for each decision; None: no limit."""
    bank: int = 0
    """Seconds that each has besides for the whole game, when a decision takes longer. A table with a bank is slow: its
    clock stands still while those it waits for have their quiet hours."""
    late: int = 0
    """Moves that spectators are behind the players."""
    tempo: Tempo = "usual"
    """How much time robots leave to read."""
    level: Level = "novice"
    """How hard the robots are to beat, where the game has several."""
    before: tuple[Scores, ...] = ()
    """The scores of the match's games before this one, by the seats of this table."""
    turned: int = 0
    """How many times the people of this table have moved on by one seat since they met."""
    hosted: bool = False
    """It begins when its host says so; else as soon as the last seat is taken."""


class Entry(Struct, frozen=True):
    """One move as the log keeps it."""

    seq: int
    mover: int
    """A seat, or `TABLE`."""
    lines: tuple[str, ...]
    """What the mover did, then the outcomes of chance, in notation."""

    @property
    def undoes(self) -> bool:
        """Does this entry take a move back?"""
        return self.mover == TABLE and self.lines[0].startswith("undo ")


class Step(Struct, frozen=True):
    """A move made: nothing of it may be shown before its entry is in the log."""

    table: Table
    entry: Entry
    heard: tuple[Event, ...]
    clock: float | None
    """Seconds until the deadline; 0: no deadline; None: the deadline stays as it is."""

    def heard_by(self, viewer: Viewer) -> tuple[Event, ...]:
        """The events that reach a viewer."""
        return heard_by(viewer, self.heard)


class Table(Struct, frozen=True):
    """A table at one seq."""

    setup: Setup
    game: AnyGame
    dealer: Dealer
    seq: int
    state: Any
    """The game's state; None before everybody sits."""
    turn: Waiting | Over | None
    """None before everybody sits."""
    kinds: tuple[Kind, ...]
    since: tuple[int, ...]
    """For each seat, the seq since which it has been awaited without a break; -1: not awaited."""
    drawn: int = 0
    """Chance outcomes ever written to the log."""
    paused: bool = False
    back: Table | None = None
    """The table before the latest move, if that told nobody anything; it has the one before it in turn, as long as the
    moves are of one seat."""
    undoer: int = -1
    """The seat that made them."""
    next: str = ""
    """The table where these people went on after the end."""
    left: tuple[int, ...] = ()
    """The seats that a person left to a robot: theirs to come back to, and nobody else's."""
    host: int = -1
    """The seat of whoever sat down first, or has it from them; -1: no person has sat down."""
    removed: int = 0
    """How many people the host has sent away: invitations from before are void."""
    agreed: str = ""
    """Seats and options as they were agreed last; empty: as the table was opened."""
    make: Maker | None = None
    """Until the deal: makes the game anew."""

    # Asking

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that may act."""
        return self.turn.seats if isinstance(self.turn, Waiting) and not self.paused else ()

    @property
    def over(self) -> Over | None:
        """How it ended, if it has."""
        return self.turn if isinstance(self.turn, Over) else None

    def view(self, viewer: Viewer) -> View | None:
        """What the viewer knows; None before everybody sits."""
        return None if self.state is None else self.game.view(self.state, viewer)

    def legal(self, viewer: Viewer) -> tuple[Action, ...]:
        """What the viewer may do now."""
        if viewer is None or viewer not in self.awaited:
            return ()
        return tuple(self.game.legal(self.state, viewer))

    def may_undo(self, viewer: Viewer) -> bool:
        """Was the latest move this seat's, did nobody learn anything by it, and is nobody asked who was not before it?
        What was said to somebody who has to answer is said: who hesitates must not be a reason to say it anew. And what
        was drawn is drawn, whatever the game calls it: taken back, another card would come."""
        if self.back is None or viewer != self.undoer or self.paused or self.over:
            return False
        return self.drawn == self.back.drawn and set(self.awaited) <= set(self.back.awaited)

    def is_fresh(self, seat: Seat, seen: int) -> bool:
        """Has this seat been awaited without a break since the seq it saw, so that its answer still stands?"""
        return seat in self.awaited and self.since[seat] <= seen <= self.seq

    # Playing

    def act(self, seat: Seat, text: str, seen: int) -> Step:
        """A seat's action, in notation. `Stale`, `NotYourTurn`, `Illegal` or `Malformed` if it cannot be."""
        if seen > self.seq:
            raise Stale()
        if self.paused:
            raise Illegal("the table is paused")
        if seat not in self.awaited:
            raise Stale() if seen < self.seq else NotYourTurn()
        if not self.is_fresh(seat, seen):
            raise Stale()
        action = self.game.read(text, self.state, seat)
        return self._move(seat, self.game.write(action), action)  # however it was typed, the log has it in notation

    def time_out(self, seat: Seat) -> Step:
        """The harmless answer for a seat whose time has run out. Where it is drawn, the dealer's secret decides: the
        log has it like any other action, and nobody can tell beforehand what it will be."""
        if seat not in self.awaited:
            raise NotYourTurn()
        action = self.game.default(self.state, seat, self.dealer.luck(self.seq, seat))
        return self._move(seat, self.game.write(action), action)

    def sit(self, seat: Seat, kind: Kind) -> Step:
        """A person or a robot takes an open seat; a person may take a robot's too, as long as nothing is dealt: after
        that it would be a look into its hand. The last one to sit starts the deal."""
        if not 0 <= seat < self.game.seats:
            raise Illegal(f"this table has seats 1 to {self.game.seats}")
        if self.kinds[seat] == "robot" and kind == "person" and self.state is not None:
            raise Illegal("a robot plays this seat: ask those at the table to let you have it")
        if self.kinds[seat] != "open" and (self.kinds[seat], kind) != ("robot", "person"):
            raise Illegal("this seat is taken")
        return self._note(f"{kind} {seat + 1}")

    def come_back(self, seat: Seat) -> Step:
        """The person who left this seat to a robot has it again. Whether it is that person, the caller knows."""
        if seat not in self.left or self.over:
            raise Illegal("there is no seat to come back to")
        return self._note(f"return {seat + 1}")

    def let_in(self, seat: Seat) -> Step:
        """Somebody takes a robot's seat in play. That everybody at the table agrees, the caller knows. A seat that a
        robot keeps for whoever left it is given to nobody else."""
        if self.state is None or self.over or not 0 <= seat < self.game.seats or self.kinds[seat] != "robot":
            raise Illegal("there is no robot's seat to be given here")
        if seat in self.left:
            raise Illegal("a robot keeps this seat for whoever left it")
        return self._note(f"let {seat + 1}")

    def resign(self, seat: Seat) -> Step:
        """The seat's person leaves; a robot plays on."""
        if self.kinds[seat] != "person" or self.over:
            raise Illegal("there is nothing to resign")
        return self._note(f"resign {seat + 1}")

    def stand_in(self, seat: Seat) -> Step:
        """A robot plays for somebody who is away, and keeps the seat for them. That those who wait chose it, the caller
        knows."""
        if self.kinds[seat] != "person" or self.state is None or self.over:
            raise Illegal("nobody is waited for at this seat")
        return self._note(f"away {seat + 1}")

    def give_up(self, seat: Seat) -> Step:
        """The seat's person leaves for good: a robot plays on for the others, and anybody may ask for the seat."""
        if self.kinds[seat] != "person" or self.over:
            raise Illegal("there is nothing to give up")
        return self._note(f"give-up {seat + 1}")

    def undo(self, seat: Seat, seen: int) -> Step:
        """Takes back the seat's latest move, see `may_undo`."""
        if seen != self.seq:
            raise Stale()
        if not self.may_undo(seat):
            raise Illegal("nothing can be undone")
        return self._note(f"undo {seat + 1} once")

    def undone(self, note: str) -> Table | None:
        """Where an undo in the log leads: to before the latest move. In older logs, where it does not say `once`, to
        before the first move of the seat, though others had been asked meanwhile."""
        back = self.back
        while back is not None and back.back is not None and not note.endswith(" once"):
            back = back.back
        return back

    def taken_back(self, entry: Entry) -> Table | None:
        """Where the next entry of the log leads back to, if it is an undo."""
        return self.undone(entry.lines[0]) if entry.undoes else None

    def pause(self, *, on: bool) -> Step:
        """Stops or restarts the clock; nobody can act meanwhile, and it restarts with the full time."""
        if self.paused == on or not isinstance(self.turn, Waiting):
            raise Illegal("there is nothing to pause" if on else "the table is not paused")
        return self._note("pause" if on else "resume")

    def go_on(self, table: str) -> Step:
        """After the end the people go on at another table; at one only."""
        if self.over is None:
            raise Illegal("the game is not over")
        if self.next:
            raise Illegal("the table has gone on")
        return self._note(f"next {table}")

    def follow(self, entry: Entry) -> Step:
        """The step that an entry of the log tells. `Bug` if it does not follow from this table."""
        if entry.seq != self.seq + 1:
            raise Bug(f"table {self.setup.table}: entry {entry.seq} cannot follow {self.seq}")
        text, *chance = entry.lines
        if entry.mover == TABLE:
            return self._note(text, chance)
        action = self.game.read(text, self.state, Seat(entry.mover))
        return self._move(Seat(entry.mover), text, action, chance)

    def replay(self, entries: Iterable[Entry]) -> Table:
        """The table after these entries."""
        table = self
        for entry in entries:
            table = table.follow(entry).table
        return table

    # Inside

    def _move(self, seat: Seat, text: str, action: Action, chance: Iterable[str] | None = None) -> Step:
        state, heard = self.game.apply(self.state, seat, action)
        state, turn, lines, told, drawn = self._settle(state, chance)
        told = (*heard, *told)
        news = any(event.news for event in told)
        if news:
            back, undoer = None, -1
        elif self.back is not None and self.undoer == seat:
            back, undoer = self, seat
        else:
            back, undoer = msgspec.structs.replace(self, back=None, undoer=-1), int(seat)
        after = Table(
            self.setup, self.game, self.dealer, self.seq + 1, state, turn, self.kinds, self._since(turn, seat), drawn,
            False, back, undoer, left=self.left, host=self.host, removed=self.removed, agreed=self.agreed,
        )  # fmt: skip
        return Step(after, Entry(after.seq, seat, (text, *lines)), self._heard(told), self._clock(after))

    def _note(self, text: str, chance: Iterable[str] | None = None) -> Step:
        what, _, about = text.partition(" ")
        seq = self.seq + 1
        lines: tuple[str, ...] = ()
        told: tuple[Event, ...] = ()
        if what in _KINDS:
            seat = int(about) - 1
            kinds = (*self.kinds[:seat], _KINDS[what], *self.kinds[seat + 1 :])
            kept = (seat,) if what in ("resign", "away") else ()
            left = tuple(each for each in self.left if each != seat) + kept
            host = seat if self.host < 0 and what == "person" else self.host
            after = msgspec.structs.replace(self, seq=seq, kinds=kinds, left=left, host=host)
        elif what in ("leave", "remove", "swap", "agree"):
            after = self._rearranged(text)
        elif what == "key":
            after = msgspec.structs.replace(self, seq=seq, host=int(about) - 1)
        elif what == "start":
            after = msgspec.structs.replace(self, seq=seq)
        elif what == "undo" and (back := self.undone(text)) is not None:
            since = tuple(seq if each >= 0 else -1 for each in back.since)
            after = msgspec.structs.replace(
                back, seq=seq, since=since, drawn=self.drawn, kinds=self.kinds, left=self.left
            )
        elif what in ("pause", "resume"):
            after = msgspec.structs.replace(self, seq=seq, paused=what == "pause")
        elif what == "next":
            after = msgspec.structs.replace(self, seq=seq, next=about)
        else:
            raise Bug(f"table {self.setup.table}: the log has a note {text!r} at {seq}")
        full = what in _KINDS and "open" not in after.kinds and not self.setup.hosted
        if self.state is None and (full or what == "start"):
            state, turn, lines, told, drawn = self._settle(self.game.new(), chance)
            since = tuple(seq if Seat(each) in _seats(turn) else -1 for each in range(self.game.seats))
            after = msgspec.structs.replace(after, state=state, turn=turn, since=since, drawn=drawn)
        return Step(after, Entry(seq, TABLE, (text, *lines)), self._heard(told), self._clock(after))

    def _rearranged(self, note: str) -> Table:
        """The table after a note that changes the seats before the deal."""
        what, _, about = note.partition(" ")
        places = places_after(self.kinds, note)
        kinds = placed(self.kinds, places, "open")
        setup, game, agreed = self.setup, self.game, self.agreed
        if what == "agree":
            setup, game = agree_anew(self.setup, about, self.make)
            agreed = about
        return msgspec.structs.replace(
            self,
            seq=self.seq + 1,
            setup=setup,
            game=game,
            agreed=agreed,
            kinds=kinds,
            since=(-1,) * len(kinds),
            host=host_at(places, kinds, self.host),
            removed=self.removed + (what == "remove"),
        )

    def _heard(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """What happened, if it is known who may hear it. If not, it is our fault: the move is not made, and nobody is
        shown anything, not even what it was."""
        for event in events:
            if fault := audience_fault(self.game, event):
                raise Bug from TypeError(fault)
        return events

    def _settle(
        self, state: Any, chance: Iterable[str] | None
    ) -> tuple[Any, Waiting | Over, tuple[str, ...], tuple[Event, ...], int]:
        """Lets nature act until a seat is awaited: by the dealer, and in a replay as the log says."""
        game = self.game
        lines: list[str] = []
        told: list[Event] = []
        drawn = self.drawn
        written = None if chance is None else iter(chance)
        while isinstance(turn := game.turn(state), Chance):
            outcome = turn.outcomes[self.dealer.pick(drawn, turn.weights)]
            text = game.write(outcome)
            if written is not None and (logged := next(written, text)) != text:
                text = logged
                found = [each for each in turn.outcomes if game.write(each) == text]
                if not found:
                    raise ValueError(f"chance cannot come out as {text!r} here")
                outcome = found[0]
            state, heard = game.apply(state, NATURE, outcome)
            lines.append(text)
            told.extend(heard)
            drawn += 1
        return state, turn, tuple(lines), tuple(told), drawn

    def _since(self, turn: Waiting | Over, mover: Seat) -> tuple[int, ...]:
        seats = _seats(turn)
        seq = self.seq + 1
        return tuple(
            -1 if seat not in seats else since if since >= 0 and seat != mover else seq
            for seat, since in enumerate(self.since)
        )

    def _clock(self, after: Table) -> float | None:
        """A window's clock runs on while its seats answer; whoever is asked anew has the full time."""
        if not after.awaited or self.setup.pace is None:
            return 0
        anew = after.paused != self.paused or any(each == after.seq for each in after.since)
        return self.setup.pace if anew else None


def agree_anew(setup: Setup, agreed: str, make: Maker | None) -> tuple[Setup, AnyGame]:
    """What a table is from then on."""
    if make is None:
        raise Bug(f"table {setup.table}: nothing makes its game anew")
    found = read_agreed(agreed)
    return msgspec.structs.replace(setup, seats=found.seats, options=found.options), make(found.seats, found.options)


def open_table(setup: Setup, game: AnyGame, dealer: Dealer, make: Maker | None = None) -> Table:
    """A table at seq 0: every seat is open. `make` is needed where seats and options may be agreed anew."""
    kinds: tuple[Kind, ...] = tuple("open" for _ in range(game.seats))
    return Table(setup, game, dealer, 0, None, None, kinds, (-1,) * game.seats, make=make)


def _seats(turn: Waiting | Over) -> tuple[Seat, ...]:
    return turn.seats if isinstance(turn, Waiting) else ()
