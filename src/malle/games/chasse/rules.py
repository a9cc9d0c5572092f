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

from malle.core import (  # fmt: skip
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
    places_from_scores,
)
from malle.games.chasse import view as sight
from malle.games.chasse.edition import CUSTOMS, OFF_BOARD, SMUGGLER, Numbers
from malle.games.chasse.routes import routes_of_side
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

ApplyResult = tuple[State, tuple[Event, ...]]
"""The state after an action, and the events that it caused."""

_SEAT_OF_PHASE = {"hide": SMUGGLER, "smuggler": SMUGGLER, "customs": CUSTOMS, "over": OFF_BOARD}
_MOVE_PATTERN = re.compile(r"([a-z][1-9][0-9]?)-([a-z][1-9][0-9]?)(?:-([a-z][1-9][0-9]?))?")
_ONLY_PASS = (Pass(),)


class Chasse:
    """The rules of the smuggler hunt, for one choice of options and one edition.

    It holds no state of play.
    """

    name = "chasse"
    version = 2
    seats = 2
    codec = Codec(state=State, view=ChasseView, actions=ACTIONS, events=EVENTS)
    straight_option: ClassVar[str] = "straight"
    """The name of the option that allows only moves in a straight line."""

    def __init__(self, options: Mapping[str, Any], edition: Edition[Numbers]) -> None:
        self.options = options
        self.edition = edition.digest
        self.numbers = numbers = edition.data
        bends = not options[self.straight_option]
        self.routes = tuple(routes_of_side(numbers, side, bends) for side in (SMUGGLER, CUSTOMS))
        self.smuggler_starts = numbers.start_squares(SMUGGLER)
        smuggling, guarding = self.routes
        # #control: no inspection on the squares the smugglers started from, nor on the finish line.
        safe_squares = {*self.smuggler_starts, *range(numbers.width), OFF_BOARD}
        shielded = [
            (guarding.barred_by_other if at in safe_squares else guarding.barred_by_inspectable)[at]
            for at in (*range(numbers.square_count), OFF_BOARD)
        ]
        self._barred_by_side = (
            (smuggling.barred_by_other, smuggling.barred_by_other),
            (tuple(shielded), guarding.barred_by_other),
        )
        """By side that moves: the routes that a smuggler's pawn bars to this side, and those that
        an officer bars, each by the square of the barring pawn."""
        self._last_blocked: tuple[State | Now | None, int, int] = (None, OFF_BOARD, 0)

        self._row_of_square = tuple(numbers.row_of(square) for square in range(numbers.square_count))
        self._standstill = numbers.standstill
        self._waiting_by_phase = {"smuggler": Waiting((Seat(SMUGGLER),)), "customs": Waiting((Seat(CUSTOMS),))}
        self._waiting_by_phase["hide"] = self._waiting_by_phase["smuggler"]
        self._hide_actions = tuple(Hide(pawn) for pawn in range(len(self.smuggler_starts)))
        self._apply_by_type: dict[type[Action], Callable[[State, Seat, Any], ApplyResult]] = {
            Hide: self._apply_hide, Move: self._apply_move, Pass: self._apply_pass,
        }  # fmt: skip

    # -- new, turn, legal, default

    def new(self) -> State:
        """Return the first state: #board, all pawns on their start squares; #hide, no counter hidden yet."""
        rows = tuple(self.numbers.row_of(square) for square in self.smuggler_starts)
        none = (0,) * len(self.smuggler_starts)
        return State("hide", self.smuggler_starts, self.numbers.start_squares(CUSTOMS), none, 0, (), rows, 0, 0, "")

    def turn(self, state: State) -> Turn:
        """Return who acts next, or the result if the game is over. Chance never acts."""
        return self._waiting_by_phase.get(state.phase) or self._result(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the seat's legal actions, pawn by pawn; empty if it is not the seat's turn.

        The only action is `Pass` if no pawn can move.
        """
        phase = state.phase
        if _SEAT_OF_PHASE[phase] != seat:
            return ()
        if phase == "hide":
            return self._legal_hides(state)
        pawns = state.smugglers if phase == "smuggler" else state.customs
        return self.routes[seat].open_moves(pawns, self.blocked_routes(seat, state)) or _ONLY_PASS

    def blocked_routes(self, side: int, board: State | Now) -> int:
        """Return the routes of a side that the pawns on the board bar, as bits (see routes.py).

        #moving: no pawn passes over another pawn, and none ends on another. The only exception is
        an officer, who may end on a smuggler's pawn that may be inspected. The latest result is
        kept: the same board object and side get it again.
        """
        last_board, last_side, blocked = self._last_blocked
        if (
            last_board is board and last_side == side
        ):  # a move asks again for what was computed when the moves were listed
            return blocked
        by_smugglers, by_customs = self._barred_by_side[side]
        blocked = 0
        for square in board.smugglers:
            blocked |= by_smugglers[square]
        for square in board.customs:
            blocked |= by_customs[square]
        self._last_blocked = board, side, blocked
        return blocked

    def default(self, state: State, seat: Seat, luck: Luck) -> Action:
        """Return the action that is played when the seat's time runs out.

        In the phase `hide` it hides a counter, drawn so that all ways to hide the rest are equally
        likely. Later it is the first legal move that is no inspection, or the first legal action if
        there is none. The seat must be the one that acts.
        """
        legal = self.legal(state, seat)
        if state.phase == "hide":
            left, pile, last = (
                self.numbers.plates - sum(state.plates) - 1,
                self.numbers.max_plates_per_pawn,
                len(self.smuggler_starts) - 1,
            )
            pawns = [hide.pawn for hide in legal if isinstance(hide, Hide)]
            weights = [sight.count_completions(state.plates[pawn] + 1, last - pawn, left, pile) for pawn in pawns]
            return legal[luck.pick(weights)]
        no_inspections = (move for move in legal if isinstance(move, Move) and move.target not in state.smugglers)
        return next(no_inspections, legal[0])

    # -- apply

    def apply(self, state: State, mover: Seat, action: Action) -> ApplyResult:
        """Return the next state and the events.

        Raise `NotYourTurn` or `Illegal` if the action is not allowed.
        """
        if _SEAT_OF_PHASE[state.phase] != mover:
            raise NotYourTurn
        return self._apply_by_type[type(action)](state, mover, action)

    def _apply_hide(self, state: State, mover: Seat, action: Hide) -> ApplyResult:
        """Hide one counter under a pawn, or raise `Illegal`.

        Pawns get their counters in order, from left to right. After the last counter it is the
        smuggler's move.
        """
        # #hide: under any pawns, several under one if the smuggler wishes.
        if state.phase != "hide":
            raise Illegal("the plates are hidden already")
        if not _last_pawn_with_plates(state) <= action.pawn < len(self.smuggler_starts):
            raise Illegal("plates are hidden from left to right")
        if action not in self._legal_hides(state):
            raise Illegal(
                f"a pawn hides at most {self.numbers.max_plates_per_pawn}, and there must be room for the rest"
            )
        plates = _replace_at(state.plates, action.pawn, state.plates[action.pawn] + 1)
        hidden = sum(plates)
        phase: Phase = "hide" if hidden < self.numbers.plates else "smuggler"
        after = State(phase, state.smugglers, state.customs, plates, 0, (), state.nearest, 0, 0, "")
        # #own-plates: with the option `memory` the log does not remember for the smuggler.
        placed = (PlateForgotten if self.options["memory"] else PlatePlaced)(mover, self.smuggler_starts[action.pawn])
        return after, (PlateHidden(hidden), placed)

    def _legal_hides(self, state: State) -> Sequence[Hide]:
        """Return the legal `Hide` actions: #hide, from the last pawn that hides a counter onwards.

        The pawn must have room for one more counter, and together with the pawns after it for all
        counters left. The result is a slice, without a loop over the legal pawns: their number is
        secret, and the time must not reveal it.
        """
        pile, last = self.numbers.max_plates_per_pawn, _last_pawn_with_plates(state)
        first = last + (state.plates[last] >= pile)
        needed = -(-(self.numbers.plates - sum(state.plates)) // pile)  # the fewest pawns that can hold the rest
        return self._hide_actions[first : len(self._hide_actions) + 1 - needed]

    def _apply_move(self, state: State, mover: Seat, action: Move) -> ApplyResult:
        """Apply `Move` for either side, or raise `Illegal`.

        An officer that ends on a smuggler's pawn inspects it.
        """
        moved = self._event_of_legal_move(state, mover, action)
        if mover == SMUGGLER:
            return self._move_smuggler(state, action, moved)
        if action.target in state.smugglers:
            return self._inspect(state, action, moved)
        quiet, customs = state.quiet + 1, _replace_at(state.customs, state.customs.index(action.origin), action.target)
        after = State(
            "smuggler", state.smugglers, customs, state.plates, state.seized, state.cleared, state.nearest, quiet, 0,
            "",
        )  # fmt: skip
        return self._end_if_decided(after, (moved,)) if quiet >= self._standstill else (after, (moved,))

    def _event_of_legal_move(self, state: State, mover: Seat, action: Move) -> Event:
        """Return the `Moved` event of a move if it is allowed (#moving); raise `Illegal` otherwise.

        It must be the turn of `mover`. Without a corner, the event shows the first of the open
        routes.
        """
        origin = action.origin
        if state.phase == "hide":
            raise Illegal("the plates must be hidden first")
        if origin < 0 or origin not in (state.smugglers if mover == SMUGGLER else state.customs):
            raise Illegal("none of your pawns stands there")
        way = self.routes[mover].between[origin].get(action.target)
        if way is None:
            raise Illegal("no number of its column leads the pawn there")
        blocked = self.blocked_routes(mover, state)
        corner, masks = action.corner, way.masks
        if corner < 0:
            if not blocked & masks[0]:
                return way.events[0]
            if len(masks) == 2 and not blocked & masks[1]:
                return way.events[1]
        elif len(masks) == 2 and corner == way.moves[1].corner and not blocked & (masks[0] | masks[1]):
            return way.events[1]
        raise Illegal("that way is not open")

    def _move_smuggler(self, state: State, action: Move, moved: Event) -> ApplyResult:
        """Apply a smuggler's legal move; `moved` is its event.

        A pawn that reaches the finish line has arrived.
        """
        # #arrival: on the finish line the pawn has arrived, and never moves again.
        pawn = state.smugglers.index(action.origin)
        smugglers, nearest, quiet = _replace_at(state.smugglers, pawn, action.target), state.nearest, state.quiet + 1
        row = self._row_of_square[action.target]
        if row < nearest[pawn]:
            nearest, quiet = _replace_at(nearest, pawn, row), 0
        after = State(
            "customs", smugglers, state.customs, state.plates, state.seized, state.cleared, nearest, quiet, 0, "",
        )  # fmt: skip
        if row == 1:
            return self._end_if_decided(after, (moved, Arrived(action.target)))
        return self._end_if_decided(after, (moved,)) if quiet >= self._standstill else (after, (moved,))

    def _inspect(self, state: State, action: Move, moved: Event) -> ApplyResult:
        """Apply a legal move of an officer onto a smuggler's pawn: an inspection. `moved` is its
        event.

        If the pawn hides counters, they are seized, the pawn leaves the board, and the officer
        takes its square. If it hides none, the officer leaves the board, and the pawn counts as
        cleared.
        """
        # #control: counters leave the board with the pawn that hid them; if there are none, the officer leaves it.
        pawn, officer = state.smugglers.index(action.target), state.customs.index(action.origin)
        found, cleared, smugglers = state.plates[pawn], state.cleared, state.smugglers
        if found:
            smugglers = _replace_at(smugglers, pawn, OFF_BOARD)
        elif pawn not in cleared:
            cleared = tuple(sorted((*cleared, pawn)))
        after = State(
            "smuggler", smugglers, _replace_at(state.customs, officer, action.target if found else OFF_BOARD),
            _replace_at(state.plates, pawn, 0), state.seized + found, cleared, state.nearest, 0, 0, "",
        )  # fmt: skip
        return self._end_if_decided(after, (moved, Controlled(action.target, found)))

    def _apply_pass(self, state: State, mover: Seat, action: Pass) -> ApplyResult:
        """Apply `Pass`, or raise `Illegal` if the side can move."""
        # #moving: only a side that cannot move passes; two passes in a row end the game.
        if self.legal(state, mover) is not _ONLY_PASS:
            raise Illegal("who can move must move")
        after = State(
            "customs" if mover == SMUGGLER else "smuggler", state.smugglers, state.customs, state.plates, state.seized,
            state.cleared, state.nearest, state.quiet + 1, state.passes + 1, "",
        )  # fmt: skip
        return self._end_if_decided(after, (Passed(mover),))

    # -- the end

    def _end_if_decided(self, state: State, events: tuple[Event, ...]) -> ApplyResult:
        """Check whether the game has ended (#over) with this state.

        If so, return the state with phase `over` and the reason, and the events with `Shown` added.
        Otherwise return state and events unchanged.
        """
        why = self._reason_of_end(state)
        if not why:
            return state, events
        pairs = zip(state.smugglers, state.plates, strict=True)
        shown = Shown(tuple(sorted((square, plates) for square, plates in pairs if plates)))
        over = State(
            "over", state.smugglers, state.customs, state.plates, state.seized, state.cleared, state.nearest,
            state.quiet, state.passes, why,
        )  # fmt: skip
        return over, (*events, shown)

    def _reason_of_end(self, state: State) -> Why:
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

    def _result(self, state: State) -> Over:
        """Return the result of a finished game: #points decide, equal points are a draw."""
        scores = self.points_by_side(state)
        places = places_from_scores(scores)
        return Over(scores, places, state.why)

    def points_by_side(self, state: State) -> tuple[int, int]:
        """Return the points of the smuggler and of customs (#points).

        How the game ended decides for whom the counters on the way count. Before the end they count
        for nobody.
        """
        numbers = self.numbers
        across, kept_back = 0, state.seized
        for square, plates in zip(state.smugglers, state.plates, strict=True):
            row = numbers.row_of(square)
            if not plates:
                continue
            if row == 1 or state.why == "no-customs":
                across += plates
            elif state.why == "standstill":
                # Beyond the middle row for the smuggler, short of it for customs, on it for nobody.
                across += plates if 2 * row < numbers.rows + 1 else 0
                kept_back += plates if 2 * row > numbers.rows + 1 else 0
        return (
            across * numbers.plate + state.customs.count(OFF_BOARD) * numbers.pawn,
            kept_back * numbers.plate + state.smugglers.count(OFF_BOARD) * numbers.pawn,
        )

    # -- what is known

    def view(self, state: State, viewer: Viewer) -> ChasseView:
        """Return what a viewer (a seat, or `None` for a spectator) knows: see view.py."""
        turn = self.turn(state)
        assert not isinstance(turn, Chance), "nothing is left to chance here"
        return sight.view(state, viewer, turn, self.options)

    def now(self, state: State, viewer: Viewer) -> Now:
        """Return what a viewer sees on the table: see view.py."""
        return sight.now(state, viewer, self.options)

    def forget(self, state: State, luck: Luck) -> State:
        """Return another state that must look the same on the table, but differs in what players
        must remember.

        Unless chalk marks the pawns found empty, exactly the other pawns were found empty. With the
        option `memory`, each pawn gets the counters of the next one, except in the phase `hide`.
        The order of `nearest` is reversed. The state need not be reachable; tests compare the
        pictures of both.
        """
        pawns = range(len(self.smuggler_starts))
        cleared = state.cleared if self.options["chalk"] else tuple(pawn for pawn in pawns if pawn not in state.cleared)
        hidden = self.options["memory"] and state.phase != "hide"
        plates = state.plates[1:] + state.plates[:1] if hidden else state.plates
        return replace(state, cleared=cleared, plates=plates, nearest=state.nearest[::-1])

    def imagine(self, view: ChasseView, luck: Luck) -> State:
        """Return a random state that has this view: see view.py."""
        return sight.imagine(view, luck, self.numbers)

    def secrets(self, state: State) -> Mapping[str, Secret]:
        """Return the only secret, `plates`: how many counters each pawn hides. See view.py."""
        return sight.secrets(state, self.numbers)

    def phase(self, view: ChasseView) -> str:
        """Return the phase: `hide`, `smuggler`, `customs` or `over`."""
        return view.now.phase

    # -- notation

    def alphabet(self) -> Sequence[Action]:
        """Return all actions that can ever occur: hides, then moves, then the pass."""
        moves = {
            move: None for side in self.routes for ways in side.between for way in ways.values() for move in way.moves
        }
        return (*self._hide_actions, *moves, *_ONLY_PASS)

    def write(self, action: Action) -> str:
        """Return the notation: `hide c13`, `c3-c8`, `e10-g10-g7` (with its corner) or `pass`."""
        name = self.numbers.name_of
        match action:
            case Hide(pawn):
                return f"hide {name(self.smuggler_starts[pawn])}"
            case Move(origin, target, corner):
                return "-".join(name(square) for square in (origin, corner, target) if square >= 0)
        return "pass"

    def read(self, text: str, state: State, seat: Seat) -> Action:
        """Return the legal action that a line of notation means, in small or capital letters.

        A move with a bend may name its corner even if only that route is open. Raise `Malformed` if
        the line is unreadable, `NotYourTurn` or `Illegal` if the action is not allowed.
        """
        action = self._parse_action(" ".join(text.lower().split()), state, seat)
        if _SEAT_OF_PHASE[state.phase] != seat:
            raise NotYourTurn
        if not self._is_legal(state, seat, action):
            raise Illegal(f"{text!r} is not possible now")
        return action

    def _is_legal(self, state: State, seat: Seat, action: Action) -> bool:
        """Return whether the action is legal for the seat whose turn it is.

        A move is checked without listing all moves.
        """
        if not isinstance(action, Move):
            return action in self.legal(state, seat)
        try:
            self._event_of_legal_move(state, seat, action)
        except Illegal:
            return False
        return True

    def _parse_action(self, text: str, state: State, seat: Seat) -> Action:
        """Return the action that a line in small letters means, legal or not; raise `Malformed` if there is none."""
        if text == "pass":
            return _ONLY_PASS[0]
        if text.startswith("hide "):
            square = self.numbers.square_named(text[5:])
            if square in self.smuggler_starts:
                return self._hide_actions[self.smuggler_starts.index(square)]
        elif found := _MOVE_PATTERN.fullmatch(text):
            squares = [self.numbers.square_named(name) for name in found.groups() if name]
            if None not in squares:
                first, *corner, last = (square for square in squares if square is not None)
                return self._move_by_corner(state, seat, first, last, *corner)
        raise Malformed(f"{text!r} is not an action; try `hide c13`, `c13-c7`, `e10-g10-g7` or `pass`")

    def _move_by_corner(self, state: State, seat: Seat, origin: int, target: int, corner: int = OFF_BOARD) -> Move:
        """Return the move from `origin` to `target`, by `corner` if one is named.

        The result names a corner only as `Move` requires: for the second of two open routes. If no
        legal move goes by `corner`, the result is an illegal move that names it.
        """
        way = self.routes[seat].between[origin].get(target)
        if corner < 0 or way is None or len(way.masks) == 1:
            return Move(origin, target, corner)
        corners = [route[1] for route in way.routes]
        if corner not in corners:
            return Move(origin, target, corner)
        blocked = self.blocked_routes(seat, state)
        open_ = [not blocked & mask for mask in way.masks]
        if not open_[corners.index(corner)]:
            return Move(origin, target, corner)
        return way.moves[1] if all(open_) and corner == corners[1] else way.moves[0]


def _last_pawn_with_plates(state: State) -> int:
    """Return the last pawn that hides a counter, or 0 if none does.

    Counters are hidden in the order of the pawns. So each placement comes about in one way only, and all
    placements are equally likely to a viewer who did not see them hidden.
    """
    last = 0
    for pawn, plates in enumerate(state.plates):  # every pawn, in the same number of steps whatever it hides
        last = pawn if plates else last
    return last


def _replace_at(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """Return the tuple with the value at `index` replaced by `value`."""
    after = list(values)
    after[index] = value
    return tuple(after)
