"""The rules of the smuggler hunt.

README.md has the edition and the rulings, data/classic.toml the numbers. A comment such as "#control" cites a
section of the rulebook in `rulebook/`. Where the booklet is silent, the rulings of the README decide, and
nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from malle.core import (
    Action,
    Chance,
    Codec,
    Edition,
    Event,
    Illegal,
    Luck,
    Malformed,
    NotYourTurn,
    Over,
    Seat,
    Secret,
    Turn,
    Viewer,
    Waiting,
    places_by,
)  # fmt: skip
from malle.games.chasse import view as sight
from malle.games.chasse.edition import CUSTOMS, OFF, SMUGGLER, Numbers
from malle.games.chasse.routes import routes
from malle.games.chasse.state import (
    ACTIONS,
    EVENTS,
    Arrived,
    ChasseView,
    Controlled,
    Hide,
    Move,
    Now,
    Pass,
    Passed,
    Phase,
    PlateForgotten,
    PlateHidden,
    PlatePlaced,
    Shown,
    State,
    Why,
)  # fmt: skip

Step = tuple[State, tuple[Event, ...]]
"""The state after an action, and the events that it caused."""

_MOVER = {"hide": SMUGGLER, "smuggler": SMUGGLER, "customs": CUSTOMS, "over": OFF}
_NOTATION = re.compile(r"([a-z][1-9][0-9]?)-([a-z][1-9][0-9]?)(?:-([a-z][1-9][0-9]?))?")
_PASS = (Pass(),)


class Chasse:
    """The game, bound to options and an edition."""

    name = "chasse"
    version = 2
    seats = 2
    codec = Codec(state=State, view=ChasseView, actions=ACTIONS, events=EVENTS)
    straight: ClassVar[str] = "straight"
    """The name of the option without bends."""

    def __init__(self, options: Mapping[str, Any], edition: Edition[Numbers]) -> None:
        self.options = options
        self.edition = edition.digest
        self.numbers = numbers = edition.data
        bends = not options[self.straight]
        self.routes = tuple(routes(numbers, side, bends) for side in (SMUGGLER, CUSTOMS))
        self.starts = numbers.starts(SMUGGLER)
        smuggling, guarding = self.routes
        # #control: no inspection on the squares the smugglers started from, nor on the finish line.
        haven = {*self.starts, *range(numbers.width), OFF}
        shielded = [(guarding.bars if at in haven else guarding.passing)[at] for at in (*range(numbers.squares), OFF)]
        self._bars = ((smuggling.bars, smuggling.bars), (tuple(shielded), guarding.bars))
        """By side that moves: the routes that a smuggler's pawn and an officer bar to it, each by the pawn's
        square."""
        self._asked: tuple[State | Now | None, int, int] = (None, OFF, 0)

        self._rows = tuple(numbers.row(square) for square in range(numbers.squares))
        self._standstill = numbers.standstill
        self._waiting = {"smuggler": Waiting((Seat(SMUGGLER),)), "customs": Waiting((Seat(CUSTOMS),))}
        self._waiting["hide"] = self._waiting["smuggler"]
        self._hides = tuple(Hide(pawn) for pawn in range(len(self.starts)))
        self._apply: dict[type[Action], Callable[[State, Seat, Any], Step]] = {
            Hide: self._hide, Move: self._move, Pass: self._pass,
        }  # fmt: skip

    # -- new, turn, legal, default

    def new(self) -> State:
        """Return the first state: #board, all pawns on their start squares; #hide, no counter hidden yet."""
        rows = tuple(self.numbers.row(square) for square in self.starts)
        none = (0,) * len(self.starts)
        return State("hide", self.starts, self.numbers.starts(CUSTOMS), none, 0, (), rows, 0, 0, "")

    def turn(self, state: State) -> Turn:
        """Return who acts next, or the result if the game is over. Chance never acts."""
        return self._waiting.get(state.phase) or self._over(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the seat's legal actions, pawn by pawn; empty if it is not the seat's turn.

        The only action is `Pass` if no pawn can move.
        """
        phase = state.phase
        if _MOVER[phase] != seat:
            return ()
        if phase == "hide":
            return self._hidable(state)
        pawns = state.smugglers if phase == "smuggler" else state.customs
        return self.routes[seat].moves(pawns, self.blocked(seat, state)) or _PASS

    def blocked(self, side: int, board: State | Now) -> int:
        """Return the routes of a side that the pawns on the board bar, as bits (see routes.py).

        #moving: no pawn passes over another. Only an officer may end on one: a smuggler's pawn that may be
        inspected. The result for the last board and side is kept.
        """
        asked, by, blocked = self._asked
        if asked is board and by == side:  # a move asks again for what was computed when the moves were listed
            return blocked
        by_smugglers, by_customs = self._bars[side]
        blocked = 0
        for square in board.smugglers:
            blocked |= by_smugglers[square]
        for square in board.customs:
            blocked |= by_customs[square]
        self._asked = board, side, blocked
        return blocked

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        """Return the action that is played when the seat's time runs out.

        While hiding, a pawn is drawn so that all ways to hide the counters are equally likely. Later it is
        the first legal move that is no inspection, or the first legal action if there is no such move.
        """
        legal = self.legal(state, seat)
        if state.phase == "hide":
            left, pile, last = self.numbers.plates - sum(state.plates) - 1, self.numbers.pile, len(self.starts) - 1
            pawns = [hide.pawn for hide in legal if isinstance(hide, Hide)]
            weights = [sight.ways_on(state.plates[pawn] + 1, last - pawn, left, pile) for pawn in pawns]
            return legal[luck.pick(weights)]
        quiet = (each for each in legal if isinstance(each, Move) and each.target not in state.smugglers)
        return next(quiet, legal[0])

    # -- apply

    def apply(self, state: State, mover: Seat, action: Action) -> Step:
        """Return the next state and the events. Raises `NotYourTurn` or `Illegal` if the action is not allowed."""
        if _MOVER[state.phase] != mover:
            raise NotYourTurn
        return self._apply[type(action)](state, mover, action)

    def _hide(self, state: State, mover: Seat, action: Hide) -> Step:
        """Apply `Hide`, or raise `Illegal`. After the last counter the smuggler moves."""
        # #hide: under any pawns, several under one if the smuggler wishes.
        if state.phase != "hide":
            raise Illegal("the plates are hidden already")
        if not _last_hidden(state) <= action.pawn < len(self.starts):
            raise Illegal("plates are hidden from left to right")
        if action not in self._hidable(state):
            raise Illegal(f"a pawn hides at most {self.numbers.pile}, and there must be room for the rest")
        plates = _with(state.plates, action.pawn, state.plates[action.pawn] + 1)
        hidden = sum(plates)
        phase: Phase = "hide" if hidden < self.numbers.plates else "smuggler"
        after = State(phase, state.smugglers, state.customs, plates, 0, (), state.nearest, 0, 0, "")
        # #own-plates: with the option `memory` the log does not remember for the smuggler.
        placed = (PlateForgotten if self.options["memory"] else PlatePlaced)(mover, self.starts[action.pawn])
        return after, (PlateHidden(hidden), placed)

    def _hidable(self, state: State) -> Sequence[Hide]:
        """Return the legal `Hide` actions: #hide, from the last pawn that hides a counter onwards.

        The pawn must have room for one more, and with the pawns after it room for all that are left. The
        result is a slice, not a loop over the pawns: how many there are is secret, and the time must not
        reveal it.
        """
        pile, last = self.numbers.pile, _last_hidden(state)
        first = last + (state.plates[last] >= pile)
        needed = -(-(self.numbers.plates - sum(state.plates)) // pile)  # the fewest pawns that can hold the rest
        return self._hides[first : len(self._hides) + 1 - needed]

    def _move(self, state: State, mover: Seat, action: Move) -> Step:
        """Apply `Move` for either side, or raise `Illegal`.

        An officer that ends on a smuggler's pawn inspects it.
        """
        moved = self._way(state, mover, action)
        if mover == SMUGGLER:
            return self._smuggle(state, action, moved)
        if action.target in state.smugglers:
            return self._control(state, action, moved)
        quiet, customs = state.quiet + 1, _with(state.customs, state.customs.index(action.origin), action.target)
        after = State(
            "smuggler", state.smugglers, customs, state.plates, state.seized, state.cleared, state.nearest, quiet, 0,
            "",
        )  # fmt: skip
        return self._settle(after, (moved,)) if quiet >= self._standstill else (after, (moved,))

    def _way(self, state: State, mover: Seat, action: Move) -> Event:
        """Return the `Moved` event of a move if it is allowed (#moving); raise `Illegal` otherwise."""
        origin = action.origin
        if state.phase == "hide":
            raise Illegal("the plates must be hidden first")
        if origin < 0 or origin not in (state.smugglers if mover == SMUGGLER else state.customs):
            raise Illegal("none of your pawns stands there")
        way = self.routes[mover].ways[origin].get(action.target)
        if way is None:
            raise Illegal("no number of its column leads the pawn there")
        blocked = self.blocked(mover, state)
        corner, masks = action.corner, way.masks
        if corner < 0:
            if not blocked & masks[0]:
                return way.heard[0]
            if len(masks) == 2 and not blocked & masks[1]:
                return way.heard[1]
        elif len(masks) == 2 and corner == way.moves[1].corner and not blocked & (masks[0] | masks[1]):
            return way.heard[1]
        raise Illegal("that way is not open")

    def _smuggle(self, state: State, action: Move, moved: Event) -> Step:
        """Apply a smuggler's move that is known to be legal."""
        # #arrival: on the finish line the pawn has arrived, and never moves again.
        pawn = state.smugglers.index(action.origin)
        smugglers, nearest, quiet = _with(state.smugglers, pawn, action.target), state.nearest, state.quiet + 1
        row = self._rows[action.target]
        if row < nearest[pawn]:
            nearest, quiet = _with(nearest, pawn, row), 0
        after = State(
            "customs", smugglers, state.customs, state.plates, state.seized, state.cleared, nearest, quiet, 0, "",
        )  # fmt: skip
        if row == 1:
            return self._settle(after, (moved, Arrived(action.target)))
        return self._settle(after, (moved,)) if quiet >= self._standstill else (after, (moved,))

    def _control(self, state: State, action: Move, moved: Event) -> Step:
        """Apply a legal move of an officer that ends on a smuggler's pawn: an inspection."""
        # #control: counters leave the board with the pawn that hid them; if there are none, the officer leaves it.
        pawn, officer = state.smugglers.index(action.target), state.customs.index(action.origin)
        found, cleared, smugglers = state.plates[pawn], state.cleared, state.smugglers
        if found:
            smugglers = _with(smugglers, pawn, OFF)
        elif pawn not in cleared:
            cleared = tuple(sorted((*cleared, pawn)))
        after = State(
            "smuggler", smugglers, _with(state.customs, officer, action.target if found else OFF),
            _with(state.plates, pawn, 0), state.seized + found, cleared, state.nearest, 0, 0, "",
        )  # fmt: skip
        return self._settle(after, (moved, Controlled(action.target, found)))

    def _pass(self, state: State, mover: Seat, action: Pass) -> Step:
        """Apply `Pass`, or raise `Illegal` if the side can move."""
        # #moving: only a side that cannot move passes; two passes in a row end the game.
        if self.legal(state, mover) is not _PASS:
            raise Illegal("who can move must move")
        after = State(
            "customs" if mover == SMUGGLER else "smuggler", state.smugglers, state.customs, state.plates, state.seized,
            state.cleared, state.nearest, state.quiet + 1, state.passes + 1, "",
        )  # fmt: skip
        return self._settle(after, (Passed(mover),))

    # -- the end

    def _settle(self, state: State, heard: tuple[Event, ...]) -> Step:
        """Check whether the game has ended (#over), and return the state and the events unchanged if not.

        At the end, return the final state, and the events with `Shown` added.
        """
        why = self._ended(state)
        if not why:
            return state, heard
        pairs = zip(state.smugglers, state.plates, strict=True)
        shown = Shown(tuple(sorted((square, plates) for square, plates in pairs if plates)))
        over = State(
            "over", state.smugglers, state.customs, state.plates, state.seized, state.cleared, state.nearest,
            state.quiet, state.passes, why,
        )  # fmt: skip
        return over, (*heard, shown)

    def _ended(self, state: State) -> Why:
        """Return how the game has ended, or an empty string if it goes on."""
        if state.quiet == 0:  # an inspection, arrival or advance: nothing else settles a counter or removes a pawn
            on_way, width = 0, self.numbers.width
            for square, plates in zip(state.smugglers, state.plates, strict=True):  # all: equal time
                on_way += plates * (square >= width)
            if not on_way:
                return "plates"
            return "no-customs" if max(state.customs) < 0 else ""
        if state.passes == 2:
            return "two-passes"
        return "standstill" if state.quiet >= self.numbers.standstill else ""

    def _over(self, state: State) -> Over:
        """Return the result: #points decide, equal points are a draw."""
        scores = self.points(state)
        places = places_by(scores)
        return Over(scores, places, state.why)

    def points(self, state: State) -> tuple[int, int]:
        """Return the points of the smuggler and of customs (#points).

        How the game ended decides what the counters on the way count. Before the end they count for nobody.
        """
        numbers = self.numbers
        across, back = 0, state.seized
        for square, plates in zip(state.smugglers, state.plates, strict=True):
            row = numbers.row(square)
            if not plates:
                continue
            if row == 1 or state.why == "no-customs":
                across += plates
            elif state.why == "standstill":
                # Beyond the middle row for the smuggler, short of it for customs, on it for nobody.
                across += plates if 2 * row < numbers.rows + 1 else 0
                back += plates if 2 * row > numbers.rows + 1 else 0
        return (
            across * numbers.plate + state.customs.count(OFF) * numbers.pawn,
            back * numbers.plate + state.smugglers.count(OFF) * numbers.pawn,
        )

    # -- what is known

    def view(self, state: State, viewer: Viewer) -> ChasseView:
        """Return what a viewer knows: see view.py."""
        turn = self.turn(state)
        assert not isinstance(turn, Chance), "nothing is left to chance here"
        return sight.view(state, viewer, turn, self.options)

    def now(self, state: State, viewer: Viewer) -> Now:
        """Return what a viewer sees on the table: see view.py."""
        return sight.now(state, viewer, self.options)

    def forget(self, state: State, luck: Luck) -> State:
        """Return another state that looks the same on the table but differs in what players must remember.

        Other pawns were found empty, unless chalk marks them. With the option `memory` the counters are under
        other pawns. The tests of drawings use it.
        """
        pawns = range(len(self.starts))
        cleared = state.cleared if self.options["chalk"] else tuple(pawn for pawn in pawns if pawn not in state.cleared)
        hidden = self.options["memory"] and state.phase != "hide"
        plates = state.plates[1:] + state.plates[:1] if hidden else state.plates
        return replace(state, cleared=cleared, plates=plates, nearest=state.nearest[::-1])

    def imagine(self, view: ChasseView, luck: Luck) -> State:
        """Return a random state that has this view: see view.py."""
        return sight.imagine(view, luck, self.numbers)

    def secrets(self, state: State) -> Mapping[str, Secret]:
        """Return where the counters are, as the only secret."""
        return sight.secrets(state, self.numbers)

    def phase(self, view: ChasseView) -> str:
        """Return the phase: `hide`, `smuggler`, `customs` or `over`."""
        return view.now.phase

    # -- notation

    def alphabet(self) -> Sequence[Action]:
        """Return all actions that can ever occur: hides, then moves, then the pass."""
        moves = {
            move: None for side in self.routes for ways in side.ways for way in ways.values() for move in way.moves
        }
        return (*self._hides, *moves, *_PASS)

    def write(self, action: Action) -> str:
        """Return the notation: `hide c13`, `c3-c8`, `e10-g10-g7` (with its corner) or `pass`."""
        name = self.numbers.name
        match action:
            case Hide(pawn):
                return f"hide {name(self.starts[pawn])}"
            case Move(origin, target, corner):
                return "-".join(name(square) for square in (origin, corner, target) if square >= 0)
        return "pass"

    def read(self, text: str, state: State, seat: Seat) -> Action:
        """Return the legal action that a line of notation means, in small or capital letters.

        A move with a bend may name its corner even if only that route is open. Raises `Malformed` if the line
        is unreadable, `NotYourTurn` or `Illegal` if the action is not allowed.
        """
        action = self._read(" ".join(text.lower().split()), state, seat)
        if _MOVER[state.phase] != seat:
            raise NotYourTurn
        if not self._allows(state, seat, action):
            raise Illegal(f"{text!r} is not possible now")
        return action

    def _allows(self, state: State, seat: Seat, action: Action) -> bool:
        """Return whether the action is legal for the seat whose turn it is.

        Moves are checked without listing all moves.
        """
        if not isinstance(action, Move):
            return action in self.legal(state, seat)
        try:
            self._way(state, seat, action)
        except Illegal:
            return False
        return True

    def _read(self, text: str, state: State, seat: Seat) -> Action:
        """Return the action that a line in small letters means, legal or not; raise `Malformed` if there is none."""
        if text == "pass":
            return _PASS[0]
        if text.startswith("hide "):
            square = self.numbers.square(text[5:])
            if square in self.starts:
                return self._hides[self.starts.index(square)]
        elif found := _NOTATION.fullmatch(text):
            squares = [self.numbers.square(name) for name in found.groups() if name]
            if None not in squares:
                first, *corner, last = (square for square in squares if square is not None)
                return self._by_corner(state, seat, first, last, *corner)
        raise Malformed(f"{text!r} is not an action; try `hide c13`, `c13-c7`, `e10-g10-g7` or `pass`")

    def _by_corner(self, state: State, seat: Seat, origin: int, target: int, corner: int = OFF) -> Move:
        """Return the move from `origin` to `target`, by `corner` if one is named.

        A legal move carries its corner only for the second of two open routes. If no legal move goes that way, the
        result is an illegal move with the given corner.
        """
        way = self.routes[seat].ways[origin].get(target)
        if corner < 0 or way is None or len(way.masks) == 1:
            return Move(origin, target, corner)
        corners = [route[1] for route in way.routes]
        if corner not in corners:
            return Move(origin, target, corner)
        blocked = self.blocked(seat, state)
        open_ = [not blocked & mask for mask in way.masks]
        if not open_[corners.index(corner)]:
            return Move(origin, target, corner)
        return way.moves[1] if all(open_) and corner == corners[1] else way.moves[0]


def _last_hidden(state: State) -> int:
    """Return the last pawn that hides a counter, or 0 if none does.

    Counters are hidden in the order of the pawns. So each placement comes about in one way only, and all
    placements are equally likely to a viewer who did not see them hidden.
    """
    last = 0
    for pawn, plates in enumerate(state.plates):  # every pawn, in the same number of steps whatever it hides
        last = pawn if plates else last
    return last


def _with(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """Return the tuple with the value at `index` replaced."""
    after = list(values)
    after[index] = value
    return tuple(after)
