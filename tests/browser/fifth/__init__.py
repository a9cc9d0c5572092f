"""The fair: a made-up fifth game with every kind of area and every way to act, in as few rules as possible.

Three stalls on a board of 4 × 3. Each turn the seat moves its pawn three squares (with one bend at most), a die falls, the
seat names a price, the others say secretly whether they doubt it, the seat lays a tile, counts its goods as it
likes and throws a card away. After three turns the fair is over; the highest prices win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, cast

from msgspec import Struct
from msgspec.structs import replace

from malle.core import (
    Action,
    AnyGame,
    Chance,
    Codec,
    Event,
    Heard,
    Illegal,
    Luck,
    NotYourTurn,
    Over,
    Say,
    Seat,
    Secret,
    Sheet,
    Turn,
    View,
    Viewer,
    Waiting,
    Who,
)  # fmt: skip
from tests.browser.fifth import drawing

SEATS = 3
COLUMNS, ROWS = "abcd", (1, 2, 3)
CELLS = tuple(f"{column}{row}" for row in ROWS for column in COLUMNS)
GOODS = ("wine", "crown")
PHASES = ("move", "roll", "price", "doubt", "tile", "count", "throw")


class Do(Action, frozen=True):
    """Anything a seat does, by its notation."""

    text: str


class Fall(Action, frozen=True):
    """Nature: the die."""

    value: int


class Done(Event, frozen=True):
    """A seat did this."""

    seat: int
    text: str


class Rolled(Event, frozen=True):
    """The die fell."""

    news: ClassVar[bool] = True
    value: int


class Judged(Event, frozen=True):
    """The price was doubted by so many; the seat pays the first of them, or is paid."""

    news: ClassVar[bool] = True
    seat: int
    doubters: tuple[int, ...]
    true: bool


class Fair(Struct, frozen=True):
    """The state, and all of `now` but the hands and answers of others."""

    phase: str = "move"
    turn: int = 0
    pawns: tuple[str, ...] = ("a3", "b3", "d3")
    die: int = 1
    price: int = 0
    answers: tuple[int, ...] = (-1, -1, -1)
    tiles: tuple[tuple[str, int], ...] = ()
    hands: tuple[tuple[str, ...], ...] = (("wine", "crown"),) * SEATS
    money: tuple[int, ...] = (100,) * SEATS
    said: str = ""


class FairView(View, frozen=True):
    """What a seat sees."""

    now: Fair
    memory: None


class FairGame:
    """The game."""

    name, version, seats, edition = "fifth", 1, SEATS, "made-up 0"
    options: Mapping[str, Any] = {}
    codec = Codec(state=Fair, view=FairView, actions=(Do, Fall), events=(Done, Rolled, Judged))

    def new(self) -> Fair:
        return Fair()

    def turn(self, state: Fair) -> Turn:
        if state.turn == SEATS:
            ranks = sorted(state.money, reverse=True)
            return Over(state.money, tuple(1 + ranks.index(each) for each in state.money), "closed")
        if state.phase == "roll":
            return Chance(tuple(map(Fall, range(1, 7))), (1,) * 6)
        if state.phase == "doubt":
            return Waiting(tuple(Seat(s) for s in range(SEATS) if s != state.turn and state.answers[s] < 0))
        return Waiting((Seat(state.turn),))

    def legal(self, state: Fair, seat: Seat) -> Sequence[Action]:
        turn = self.turn(state)
        if not isinstance(turn, Waiting) or seat not in turn.seats:
            return ()
        texts = {
            "move": lambda: [text for text, _ in moves(state, seat)],
            "price": lambda: [f"price {n}" for n in range(1, state.money[seat] + 1)],
            "doubt": lambda: ["trust", "doubt"],
            "tile": lambda: [f"lay {slot} {turn}" for slot in free(state) for turn in range(4)],
            "count": lambda: ["count nothing", "count all", *counts()],
            "throw": lambda: [f"throw {kind}" for kind in dict.fromkeys(state.hands[seat])],
        }[state.phase]()
        return tuple(map(Do, texts))

    def apply(self, state: Fair, mover: Seat, action: Action) -> tuple[Fair, tuple[Heard, ...]]:
        if isinstance(action, Fall):
            return replace(state, phase="price", die=action.value), (Heard(None, Rolled(action.value)),)
        text = cast(Do, action).text
        if action not in self.legal(state, mover):
            raise Illegal
        all_, word = (Heard(None, Done(mover, text)),), text.split()
        match state.phase:
            case "move":
                pawns = (*state.pawns[:mover], word[1].split("-")[1], *state.pawns[mover + 1 :])
                return replace(state, phase="roll", pawns=pawns), all_
            case "price":
                return replace(state, phase="doubt", price=int(word[1]), answers=(-1,) * SEATS), all_
            case "doubt":
                answers = (*state.answers[:mover], int(text == "doubt"), *state.answers[mover + 1 :])
                state = replace(state, answers=answers)
                private = (Heard(frozenset({mover}), Done(mover, text)),)
                if self.turn(state) != Waiting(()):
                    return state, private
                doubters = tuple(seat for seat in range(SEATS) if answers[seat] == 1)
                true = state.price <= 50
                judged = Heard(None, Judged(state.turn, doubters, true))
                money = list(state.money)
                if doubters:
                    money[state.turn] += 10 if true else -10
                    money[doubters[0]] -= 10 if true else -10
                return replace(state, phase="tile", money=tuple(money)), (*private, judged)
            case "tile":
                return replace(state, phase="count", tiles=(*state.tiles, (word[1], int(word[2])))), all_
            case "count":
                return replace(state, phase="throw", said=text), all_
        hand = list(state.hands[mover])
        hand.remove(word[1])
        hands = (*state.hands[:mover], tuple(hand), *state.hands[mover + 1 :])
        return replace(state, phase="move", turn=state.turn + 1, hands=hands, said=""), all_

    def view(self, state: Fair, viewer: Viewer) -> FairView:
        hands = tuple(hand if seat == viewer else ("",) * len(hand) for seat, hand in enumerate(state.hands))
        answers = tuple(each if seat == viewer else min(each, 0) for seat, each in enumerate(state.answers))
        turn = self.turn(state)
        assert not isinstance(turn, Chance)
        return FairView(viewer, turn, replace(state, hands=hands, answers=answers), None)

    def imagine(self, view: FairView, luck: Luck) -> Fair:
        return view.now

    def default(self, state: Fair, seat: Seat) -> Action:
        return self.legal(state, seat)[0]

    def write(self, action: Action) -> str:
        return f"die {action.value}" if isinstance(action, Fall) else cast(Do, action).text

    def read(self, text: str, state: Fair, seat: Seat) -> Action:
        legal = self.legal(state, seat)
        if not legal:
            raise NotYourTurn
        if Do(text) not in legal:
            raise Illegal(f"{text!r} is not possible now")
        return Do(text)

    def phase(self, view: FairView) -> str:
        return view.now.phase

    def secrets(self, state: Fair) -> Mapping[str, Secret]:
        return {f"hand-{seat}": Secret(hand, frozenset({Seat(seat)})) for seat, hand in enumerate(state.hands)}

    def alphabet(self) -> Sequence[Action]:
        return ()


def counts() -> list[str]:
    """Every claim of at most two goods."""
    out = []
    for wine in range(3):
        for crown in range(3 - wine):
            parts = [f"{n} {kind}" for n, kind in ((wine, "wine"), (crown, "crown")) if n]
            out += [f"count {' '.join(parts)}"] if parts else []
    return out


def free(state: Fair) -> list[str]:
    """Squares without a tile and without a pawn."""
    taken = {slot for slot, _ in state.tiles} | set(state.pawns)
    return [cell for cell in CELLS if cell not in taken]


def moves(state: Fair, seat: int) -> list[tuple[str, tuple[str, ...]]]:
    """Three squares, straight or with one bend, onto an empty square: (notation, squares on the way)."""
    start = state.pawns[seat]
    x, y = COLUMNS.index(start[0]), int(start[1])
    found: list[tuple[str, tuple[str, ...]]] = []
    for cell in CELLS:
        dx, dy = COLUMNS.index(cell[0]) - x, int(cell[1]) - y
        if abs(dx) + abs(dy) != 3 or cell in state.pawns:
            continue
        corners = {"x": f"{cell[0]}{y}", "y": f"{COLUMNS[x]}{cell[1]}"}
        if not dx or not dy:
            found.append((f"move {start}-{cell}", (start, cell)))
        else:
            found += [(f"move {start}-{cell} {way}", (start, corner, cell)) for way, corner in corners.items()]
    return found


def event(game: AnyGame, event: Event) -> Say:
    """The log."""
    match event:
        case Done(seat, text):
            return Say("event-done", {"seat": Who(seat), "text": text})
        case Rolled(value):
            return Say("event-rolled", {"value": value})
        case Judged(seat, doubters, true):
            return Say("event-judged", {"seat": Who(seat), "n": len(doubters), "true": "yes" if true else "no"})
    raise AssertionError


class _Telling:
    event = staticmethod(event)

    @staticmethod
    def action(game: AnyGame, action: Action) -> Say:
        return Say("event-done", {"seat": Who(0), "text": game.write(action)})

    @staticmethod
    def table(game: AnyGame, view: View) -> tuple[Say, ...]:
        return ()

    @staticmethod
    def figures(game: AnyGame, heard: tuple[tuple[Event, ...], ...]) -> Mapping[str, tuple[int, int]]:
        return {}


def _robot(game: AnyGame, view: View, legal: tuple[Action, ...], luck: Luck) -> Action:
    return legal[luck.randrange(len(legal))]


SHEET = Sheet(
    name="fifth",
    version=1,
    seats=(SEATS,),
    options=(),
    hidden=True,
    total="general",
    folder=Path(__file__).parent,
    make=lambda seats, options, edition: cast(AnyGame, FairGame()),
    tiny=lambda: cast(AnyGame, FairGame()),
    telling=_Telling,
    robot=_robot,
    drawing=drawing,
)
