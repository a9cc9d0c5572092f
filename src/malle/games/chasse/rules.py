"""La chasse aux contrebandiers: the rules.

Edition and rulings: README.md beside this file; numbers: data/classic.toml. A comment "#control" cites a section
of the rulebook in `rulebook/`. Where the booklet is silent the rulings of the README hold, and nothing else.
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
    """The option without bends."""

    def __init__(self, options: Mapping[str, Any], edition: Edition[Numbers]) -> None:
        self.options = options
        self.edition = edition.digest
        self.numbers = numbers = edition.data
        bends = not options[self.straight]
        self.routes = tuple(routes(numbers, side, bends) for side in (SMUGGLER, CUSTOMS))
        self.starts = numbers.starts(SMUGGLER)
        smuggling, guarding = self.routes
        # #control: none on the squares the smugglers started from, nor on the finish row.
        haven = {*self.starts, *range(numbers.width), OFF}
        shielded = [(guarding.bars if at in haven else guarding.passing)[at] for at in (*range(numbers.squares), OFF)]
        self._bars = ((smuggling.bars, smuggling.bars), (tuple(shielded), guarding.bars))
        """What a smuggler's and what a customs pawn bars to the smuggler, and to the customs, by its square."""
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
        """#board: the pawns on their squares. #hide: the plates are still to be hidden."""
        rows = tuple(self.numbers.row(square) for square in self.starts)
        none = (0,) * len(self.starts)
        return State("hide", self.starts, self.numbers.starts(CUSTOMS), none, 0, (), rows, 0, 0, "")

    def turn(self, state: State) -> Turn:
        """Who acts."""
        return self._waiting.get(state.phase) or self._over(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """That seat's actions: pawn by pawn, then square by square."""
        phase = state.phase
        if _MOVER[phase] != seat:
            return ()
        if phase == "hide":
            return self._hidable(state)
        pawns = state.smugglers if phase == "smuggler" else state.customs
        return self.routes[seat].moves(pawns, self.blocked(seat, state)) or _PASS

    def blocked(self, side: int, board: State | Now) -> int:
        """#moving: nobody passes over a pawn, and only the customs end on one: a smuggler's that may be controlled.
        What stands in the way of a side, as routes.py reads it."""
        asked, by, blocked = self._asked
        if asked is board and by == side:  # who moves asks again what was asked when the moves were listed
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
        """A pawn by lot, so that all ways to hide the plates are equally likely; the first pawn that can move,
        whatever it hides; a control only where there is no other move."""
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
        """The next state, and who heard what."""
        if _MOVER[state.phase] != mover:
            raise NotYourTurn
        return self._apply[type(action)](state, mover, action)

    def _hide(self, state: State, mover: Seat, action: Hide) -> Step:
        # #hide: under any pawns, several under one if wished.
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
        # #own-plates: who plays from memory has no log that remembers.
        placed = (PlateForgotten if self.options["memory"] else PlatePlaced)(mover, self.starts[action.pawn])
        return after, (PlateHidden(hidden), placed)

    def _hidable(self, state: State) -> Sequence[Hide]:
        """#hide: the pawns, from the last one that hides a plate on, that have room for one and, with those after them,
        for all that are left. In the same steps whatever is hidden, and no walk over them: how many is a secret."""
        pile, last = self.numbers.pile, _last_hidden(state)
        first = last + (state.plates[last] >= pile)
        needed = -(-(self.numbers.plates - sum(state.plates)) // pile)  # pawns that the rest takes at the least
        return self._hides[first : len(self._hides) + 1 - needed]

    def _move(self, state: State, mover: Seat, action: Move) -> Step:
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
        """#moving: what is heard of the move if it is allowed."""
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
        # #arrival: on the finish row the pawn has arrived, for good.
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
        # #control: plates leave the board with the pawn that hid them; else the customs pawn leaves it.
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
        # #moving: only who cannot move passes; two passes in a row end the game.
        if self.legal(state, mover) is not _PASS:
            raise Illegal("who can move must move")
        after = State(
            "customs" if mover == SMUGGLER else "smuggler", state.smugglers, state.customs, state.plates, state.seized,
            state.cleared, state.nearest, state.quiet + 1, state.passes + 1, "",
        )  # fmt: skip
        return self._settle(after, (Passed(mover),))

    # -- the end

    def _settle(self, state: State, heard: tuple[Event, ...]) -> Step:
        """#over: the state itself, or the end and all that was hidden."""
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
        if state.quiet == 0:  # a control, an arrival or an advance: nothing else settles a plate or removes a pawn
            on_way, width = 0, self.numbers.width
            for square, plates in zip(state.smugglers, state.plates, strict=True):  # to the last, whatever is found
                on_way += plates * (square >= width)
            if not on_way:
                return "plates"
            return "no-customs" if max(state.customs) < 0 else ""
        if state.passes == 2:
            return "two-passes"
        return "standstill" if state.quiet >= self.numbers.standstill else ""

    def _over(self, state: State) -> Over:
        """#points: they decide; equal points are a draw."""
        scores = self.points(state)
        places = places_by(scores)
        return Over(scores, places, state.why)

    def points(self, state: State) -> tuple[int, int]:
        """#points: what each side has, by the way the game ended or, before, by what is settled already."""
        numbers = self.numbers
        across, back = 0, state.seized
        for square, plates in zip(state.smugglers, state.plates, strict=True):
            row = numbers.row(square)
            if not plates:
                continue
            if row == 1 or state.why == "no-customs":
                across += plates
            elif state.why == "standstill":
                # Beyond the middle row for the smuggler, short of it for the customs, on it for nobody.
                across += plates if 2 * row < numbers.rows + 1 else 0
                back += plates if 2 * row > numbers.rows + 1 else 0
        return (
            across * numbers.plate + state.customs.count(OFF) * numbers.pawn,
            back * numbers.plate + state.smugglers.count(OFF) * numbers.pawn,
        )

    # -- what is known

    def view(self, state: State, viewer: Viewer) -> ChasseView:
        """What a viewer knows: see view.py."""
        turn = self.turn(state)
        assert not isinstance(turn, Chance), "nothing is left to chance here"
        return sight.view(state, viewer, turn, self.options)

    def now(self, state: State, viewer: Viewer) -> Now:
        """What lies before a viewer: see view.py."""
        return sight.now(state, viewer, self.options)

    def forget(self, state: State, luck: Luck) -> State:
        """Another state that lies alike on the table: other pawns were found empty, unless they are chalked; and, where
        the smuggler must remember, the plates are under others."""
        pawns = range(len(self.starts))
        cleared = state.cleared if self.options["chalk"] else tuple(pawn for pawn in pawns if pawn not in state.cleared)
        hidden = self.options["memory"] and state.phase != "hide"
        plates = state.plates[1:] + state.plates[:1] if hidden else state.plates
        return replace(state, cleared=cleared, plates=plates, nearest=state.nearest[::-1])

    def imagine(self, view: ChasseView, luck: Luck) -> State:
        """A state with this view: see view.py."""
        return sight.imagine(view, luck, self.numbers)

    def secrets(self, state: State) -> Mapping[str, Secret]:
        """Where the plates are."""
        return sight.secrets(state, self.numbers)

    def phase(self, view: ChasseView) -> str:
        """What is being decided."""
        return view.now.phase

    # -- notation

    def alphabet(self) -> Sequence[Action]:
        """All actions that can ever occur."""
        moves = {
            move: None for side in self.routes for ways in side.ways for way in ways.values() for move in way.moves
        }
        return (*self._hides, *moves, *_PASS)

    def write(self, action: Action) -> str:
        """`hide c13`, `c3-c8`, `e10-g10-g7` (by that corner, where another way is open too), `pass`."""
        name = self.numbers.name
        match action:
            case Hide(pawn):
                return f"hide {name(self.starts[pawn])}"
            case Move(origin, target, corner):
                return "-".join(name(square) for square in (origin, corner, target) if square >= 0)
        return "pass"

    def read(self, text: str, state: State, seat: Seat) -> Action:
        """Notation back, in small or capital letters. A corner may be named even where it says nothing."""
        action = self._read(" ".join(text.lower().split()), state, seat)
        if _MOVER[state.phase] != seat:
            raise NotYourTurn
        if not self._allows(state, seat, action):
            raise Illegal(f"{text!r} is not possible now")
        return action

    def _allows(self, state: State, seat: Seat, action: Action) -> bool:
        if not isinstance(action, Move):
            return action in self.legal(state, seat)
        try:
            self._way(state, seat, action)
        except Illegal:
            return False
        return True

    def _read(self, text: str, state: State, seat: Seat) -> Action:
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
        """The legal move that goes this way; if there is none, one that is not legal."""
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
    """The last pawn that hides a plate. Plates are hidden in the order of the pawns, so that each placement comes about
    in one way only, and all placements weigh alike to those who did not see them hidden."""
    last = 0
    for pawn, plates in enumerate(state.plates):  # every pawn, in as many steps whatever it hides
        last = pawn if plates else last
    return last


def _with(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The tuple with one value changed."""
    after = list(values)
    after[index] = value
    return tuple(after)
