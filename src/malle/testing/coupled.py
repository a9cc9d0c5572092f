"""Paired rooms: two worlds that a viewer cannot tell apart, each in a room as the server keeps them.

Each room has its own game object; the cache of drawn fragments is the real, shared one. A move is made in the true
room and shown to everybody there. Then a move that the viewer hears alike is made in the twin room and shown to
everybody there. Every byte that reaches the viewer must be the same in both rooms. So a game, a drawing, a robot or a
cached fragment that remembers what it saw last shows something else in the twin. The order in which viewers are shown
changes from pair to pair. Now and then the viewer's first frame is drawn once more, alone, by a new game object and
with an empty cache (*cold*). It must equal the frame that was drawn after everybody else's (*warm*).

Compared are the first frame (scene, setting, log, undo flag), the following frame (events heard, animations), a robot's
frames (view, legal actions, events, all that it heard), the table in sentences, the robot's answer, the time when
robots may move, the default action, and refusals of slightly wrong notations. All of it is compared again after an
undo. Only pairs of different worlds count; where the imagined twin equals the true world, another one is imagined.

Two smaller laws are checked on the way:

- *Quiet default*: what the viewer would hear of another seat's default action is equally likely in both worlds, or is
  news. Where it sounds like other actions, it must not always be the same action. The game may exempt a phase
  (`revealing_default_phases`).
- *Calls*: a move makes the same number of function calls in both worlds, within the game's tolerance
  (`max_call_difference`), and about as many lines. Otherwise its duration would tell the worlds apart.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, repeat
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from malle.core import NATURE, Action, AnyGame, Luck, MalleError, Seat, Sheet, Viewer, Waiting, encode
from malle.core.piece import forget_pieces
from malle.core.play import move, settle
from malle.live.frames import frame, recalled
from malle.live.letters import longest
from malle.live.pace import Pace
from malle.live.room import Room
from malle.table import Entry, Step, Table, TableId
from malle.testing.deadlines import hearings, is_known, is_quiet
from malle.testing.faults import Fault, Faults
from malle.testing.suite import every_setting, mixed_settings
from malle.testing.twins import Coupled, couple, table_at, viewers_of
from malle.testing.work import work_of

LAW = "coupled rooms"
WHILE = 20
"""Moves that one viewer watches before another takes over."""
LATE = 400
"""Half of the games are watched from a random later position, at most this many moves after the deal."""
STAY = 40
"""Pairs compared in one game before the next one begins, perhaps from a later position."""
MIXED = 6
"""Settings with several changed options get one pair for this many pairs of other settings."""
TRIES = 4
"""Worlds imagined in search of one that differs. If none does, the position hides nothing from this viewer."""
COLD = 0.1
"""Share of pairs that are also drawn cold. It is small, because nothing comes from a cache."""
ASKED = 0.3
"""Share of moves on which the two smaller laws are checked."""
LINES = 2000
"""Lines of code by which the same move may differ in two worlds; they take about 50 microseconds."""
UNDONE = 0.2
"""Share of moves that are undone, of those that may be."""
MOST_MOVES = 12
"""Most moves made for each pair wanted."""
OPEN = 400
"""Moves without any pair after which a setting counts as hiding nothing: some options leave all face up."""

Shown = dict[str, bytes | str]
"""What reaches a viewer, by channel."""
Asked = dict[Seat, tuple[Any, tuple[Action, ...]]]
"""By seat: the view and the legal actions of a robot when it was last awaited."""


def check_coupled(
    sheet: Sheet,
    *,
    pairs: int = 60,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
    stop_at_first: bool = False,
) -> list[Fault]:
    """Check paired rooms for every number of seats and every option, and return the violations. `pairs` world
    pairs are compared in each setting, fewer in settings with several changed options. `progress` receives the
    pairs compared so far after each setting. A game with hidden information must yield at least one pair."""
    faults, counted = Faults(), 0
    single, mixed = every_setting(sheet), mixed_settings(sheet)
    for game, wanted in chain(zip(single, repeat(pairs)), zip(mixed, repeat(-(-pairs // MIXED)))):
        rooms = _Rooms(sheet, partial(sheet.make, game.seats, game.options, None), Luck(seed), faults)
        try:
            rooms.play(wanted, stop_at_first)
        except Exception as error:
            faults.add("crash", f"{rooms.where}: a twin cannot be played: {error!r}")
        counted += rooms.pairs
        if progress is not None:
            progress(counted)
        if stop_at_first and faults.found:
            break
    faults.need(bool(counted) or not sheet.hidden, LAW, f"{sheet.name}: nobody ever imagined a world but the true one")
    return faults.found


class _Pair(Struct):
    """A viewer with the room of the true world and the room of its twin."""

    viewer: Viewer
    one: Room
    two: Room
    watched: int = 0
    asked: tuple[Asked, Asked] = msgspec.field(default_factory=lambda: ({}, {}))
    """What the robots of all seats knew when last awaited, in the true room and in the twin room."""


class _Rooms:
    """Plays games of one setting and compares two rooms on the way."""

    def __init__(self, sheet: Sheet, make: Callable[[], AnyGame], luck: Luck, faults: Faults) -> None:
        self.sheet = sheet
        self.make = make
        self.luck = luck
        self.faults = faults
        self.one, self.two = make(), make()
        self.where = f"{sheet.name} with {self.one.seats} seats, {dict(self.one.options)}"
        self.viewers = viewers_of(self.one)
        self.texts = [self.one.write(action) for action in self.one.alphabet()]
        self.pairs = self.moves = self.wanted = 0
        self.length = 0
        """Moves of the longest game so far."""

    def play(self, pairs: int, stop_at_first: bool) -> None:
        """Play games until `pairs` pairs were compared or the move budget is used up. With `stop_at_first`,
        return after the first violation."""
        self.wanted = pairs
        while self._wants(pairs):
            state = self._begin()
            pair: _Pair | None = None
            until = min(pairs, self.pairs + STAY)
            while self._wants(until) and isinstance(turn := self.one.turn(state), Waiting):
                self.moves += 1
                if pair is None or pair.watched >= WHILE or pair.two.table.state == state:
                    pair = self._pair(state)
                state, pair = self._move(state, self.luck.choice(turn.seats), pair)
                if stop_at_first and self.faults.found:
                    return

    def _wants(self, pairs: int) -> bool:
        """Return whether fewer than `pairs` pairs were compared and the move budget still allows more moves."""
        most = MOST_MOVES * self.wanted
        return self.pairs < pairs and self.moves < (most if self.pairs else min(most, OPEN))

    def _begin(self) -> Any:
        """Return a start position: the deal or, in half of the games, a position some random moves later."""
        game, luck = self.one, self.luck
        late = luck.randrange(self.length) if self.length and luck.random() < 0.5 else 0
        begun, _ = settle(game, game.new(), luck.pick)
        state = begun
        for made in range(late if self.length else LATE):
            turn = game.turn(state)
            if not isinstance(turn, Waiting):
                break
            self.length = max(self.length, made + 1)
            seat = luck.choice(turn.seats)
            mild = luck.random() < 0.5
            action = game.default(state, seat, luck) if mild else luck.choice(game.legal(state, seat))
            state, _ = move(game, state, seat, action, luck.pick)
        return state if late and isinstance(game.turn(state), Waiting) else begun

    def _pair(self, state: Any) -> _Pair:
        """Return two rooms for a random viewer: the true world and one that this viewer imagines. If every
        imagined world is the true one, both rooms hold it; later moves may still make them differ."""
        viewer = self.luck.choice(self.viewers)
        view = self.two.view(state, viewer)
        twin = next((each for each in self._imagined(view) if each != state), state)
        pair = _Pair(viewer, _room(self.sheet, self.one, state), _room(self.sheet, self.two, twin))
        for room, asked in zip((pair.one, pair.two), pair.asked, strict=True):
            _ask(room.table, asked)
        return pair

    def _imagined(self, view: Any) -> Iterator[Any]:
        """Yield up to `IMAGINE_ATTEMPTS` worlds that fit this view."""
        for _ in range(TRIES):
            yield self.two.imagine(view, self.luck)

    def _move(self, state: Any, seat: Seat, pair: _Pair) -> tuple[Any, _Pair | None]:
        """Make a move in the true room and one that the viewer hears alike in the twin room, and compare.
        Return the resulting true state, and the pair or `None` if the twin has no such move. Sometimes the
        move is undone in both."""
        game = self.one
        after, plies = move(game, state, seat, self._choose(state, seat), self.luck.pick)
        if self.luck.random() < ASKED:
            self._quiet(pair)
        found = couple(self.two, pair.two.table.state, pair.viewer, plies, self.luck)
        if not isinstance(found, Coupled):
            if not found.news:
                self._fault("S2 coupled step", pair, f"learnt without news: {found.why}")
            return after, None
        pair.watched += 1
        if found.state != after and self.luck.random() < ASKED:
            self._calls(pair, seat, tuple(ply.action for ply in plies), found.actions)
        here = tuple(game.write(ply.action) for ply in plies)
        there = tuple(self.two.write(action) for action in found.actions)
        self._advance(pair, partial(_follow, seat, here), partial(_follow, seat, there))
        if self.luck.random() < UNDONE and all(room.table.may_undo(seat) for room in (pair.one, pair.two)):
            self._advance(pair, partial(_undo, seat), partial(_undo, seat))
            return state, pair
        return after, pair

    def _quiet(self, pair: _Pair) -> None:
        """Check the quiet-default law for every awaited seat other than the viewer, except in
        `revealing_default_phases`."""
        one, two = pair.one.table, pair.two.table
        for seat in one.awaited:
            if seat == pair.viewer or self.one.phase(one.view(seat)) in self.sheet.tells:
                continue
            here, there = (hearings(table.game, table.state, seat, pair.viewer) for table in (one, two))
            if not is_quiet(here, there):
                self._fault("quiet default", pair, f"seat {seat} out of time is heard as {here} and as {there}")
            worlds = chain((one.state, two.state), self._imagined(one.view(pair.viewer)))
            if is_known(self.two, worlds, seat, pair.viewer):
                self._fault("quiet default", pair, f"what seat {seat} does out of time is always the same")

    def _calls(self, pair: _Pair, seat: Seat, first: tuple[Action, ...], second: tuple[Action, ...]) -> None:
        """Check that the same move takes about as many calls and lines in both worlds. Each is measured on a
        second run, when caches are filled."""
        here, there = (
            work_of(partial(_made, room.table, seat, actions))
            for room, actions in ((pair.one, first), (pair.two, second))
        )
        calls, lines = (abs(one - other) for one, other in zip(here, there, strict=True))
        if calls > self.sheet.calls or (lines > LINES and self.sheet.calls < sys.maxsize):
            self._fault("calls", pair, f"{first[0]} takes {here} and {there} calls and lines")

    def _choose(self, state: Any, seat: Seat) -> Any:
        """Choose a move: 35 % by the robot, 20 % the default action, else random. In games of random claims
        only, a claim is hardly ever true."""
        game, mark = self.one, self.luck.random()
        if mark < 0.35:
            return self.sheet.robot(game, game.view(state, seat), tuple(game.legal(state, seat)), self.luck)
        return game.default(state, seat, self.luck) if mark < 0.55 else self.luck.choice(game.legal(state, seat))

    def _advance(self, pair: _Pair, first: Callable[[Table], Step], second: Callable[[Table], Step]) -> None:
        """Make a step in the true room and show it to all, then a step in the twin room and show it to all.
        Report every output to the pair's viewer that differs. If both tables reach the same state, compare
        nothing."""
        one, two = first(pair.one.table), second(pair.two.table)
        if one.table.state == two.table.state:
            _go_on(pair.one, one)
            _go_on(pair.two, two)
            return
        self.pairs += 1
        probes = [text for each in self.luck.sample(self.texts, min(2, len(self.texts))) for text in self._spoilt(each)]
        order = self.viewers[:: self.luck.choice((1, -1))]
        _go_on(pair.one, first(pair.one.table))
        here = self._shown(pair.one, pair, order, probes)
        _go_on(pair.two, second(pair.two.table))
        there = self._shown(pair.two, pair, order[:: self.luck.choice((1, -1))], probes)
        for way, shown in here.items():
            other = there.get(way, "nothing")
            if shown != other:
                self._fault(LAW, pair, f"{way}, {_parting(shown, other)}")
        if self.luck.random() < COLD and (cold := self._cold(pair)) != here["first frame"]:
            self._fault(LAW, pair, f"cold, {_parting(here['first frame'], cold)}")

    def _shown(self, room: Room, pair: _Pair, order: tuple[Viewer, ...], probes: list[str]) -> Shown:
        """Draw the room's frames for all viewers in this order. Return what reaches the pair's viewer, by
        channel."""
        shown: Shown = {}
        seq, viewer = room.table.seq, pair.viewer
        for each in order:
            frames: Shown = {
                "following frame": frame(room, each, seq - 1, robot=False, first=False),
                "first frame": frame(room, each, -1, robot=False, first=True),
            }
            if each == viewer:
                shown = frames
        shown["frame of another process"] = frame(room.still(), viewer, -1, robot=False, first=True)
        shown["robot's frame"] = frame(room, viewer, seq - 1, robot=True, first=False)
        shown["robot's first frame"] = frame(room, viewer, -1, robot=True, first=True)
        shown["robot's memory"] = encode(recalled(room.tail, viewer))
        if room.pace is not None:
            shown["when robots may move"] = f"{room.pace.free:.3f}"
        asked = pair.asked[room is pair.two]
        shown |= self._said(room, viewer, asked) | self._answered(room.table, viewer, probes)
        _ask(room.table, asked)
        return shown

    def _said(self, room: Room, viewer: Viewer, asked: Asked) -> Shown:
        """Return what reaches the viewer outside of frames: sentences of the terminal and the page, the
        default action, the robot's answer. First the robots of other seats decide, so that a robot which
        shares what it knew between seats is found."""
        table, telling, drawing = room.table, self.sheet.telling, self.sheet.drawing
        game, view, legal = table.game, table.view(viewer), table.legal(viewer)
        heard = room.tail[-1].heard_by(viewer)
        shown: Shown = {"table in sentences": encode(telling.table(game, view))}
        shown["log in sentences"] = encode([telling.event(game, event) for event in heard])
        shown["colours"] = b"" if drawing is None else encode(drawing.COLOURS)
        if viewer is not None and legal:
            some = legal[:: -(-len(legal) // 12)]
            shown["answers in words"] = encode([telling.action(game, action) for action in some])
            shown["default"] = game.write(game.default(table.state, viewer, Luck(7)))
            for seat, question in asked.items():
                if seat != viewer:
                    self.sheet.robot(game, *question, Luck(7))
            shown["robot's answer"] = game.write(self.sheet.robot(game, view, legal, Luck(7)))
        return shown

    def _answered(self, table: Table, viewer: Viewer, probes: list[str]) -> Shown:
        """Return the game's reply to each slightly wrong notation; nothing for a spectator."""
        if viewer is None:
            return {}
        return {f"answer to {text!r}": self._answer(table.game, text, table.state, viewer) for text in probes}

    def _answer(self, game: AnyGame, text: str, state: Any, seat: Seat) -> str:
        """Return the refusal as "slug: sentence", or "taken" if the game accepts the text. Report other
        exceptions."""
        try:
            game.read(text, state, seat)
        except MalleError as error:
            return f"{error.slug}: {error}"
        except Exception as error:
            self.faults.add("crash", f"{self.where}: reading {text!r} raised {error!r}")
        return "taken"

    def _cold(self, pair: _Pair) -> bytes:
        """Return the viewer's first frame, drawn by a new game object with an empty fragment cache."""
        room = pair.one.still()
        room.table = replace(room.table, game=self.make())
        forget_pieces()
        return frame(room, pair.viewer, -1, robot=False, first=True)

    def _spoilt(self, text: str) -> list[str]:
        """Return three slightly wrong variants of a notation."""
        last = re.sub(r"[a-z]+$", "zebra", text)
        made = [
            "",
            " ",
            text.upper(),
            f"{text} x",
            f"x{text}",
            text.replace(" ", "  "),
            f"{text} {text}",
            text[:-1],
            last,
        ]
        made += [re.sub(r"\d+", lambda found: f"{found[0]}0", text), re.sub(r"\d+", lambda found: f"1{found[0]}", text)]
        return self.luck.sample(made, 3)

    def _fault(self, law: str, pair: _Pair, detail: str) -> None:
        """Report a violation, with setting, viewer and phase."""
        phase = self.one.phase(self.one.view(pair.one.table.state, pair.viewer))
        self.faults.add(law, f"{self.where}, viewer {pair.viewer}, phase {phase}: {detail}")


def _room(sheet: Sheet, game: AnyGame, state: Any) -> Room:
    """Return a room whose table is at this state, with names and a reading time."""
    room = Room(TableId(1), "", table_at(game, state), sheet)
    room.set_names(tuple(f"P{seat}" for seat in range(game.seats)))
    room.pace = Pace(longest)
    return room


def _go_on(room: Room, step: Step) -> None:
    """Advance a room as the server does, but count every step as shown at time 0. So `pace.free` depends on
    reading times alone."""
    room.advance(step)
    if room.pace is not None:
        room.pace.follow(room.sheet, step, 0.0)


def _made(table: Table, seat: Seat, actions: tuple[Action, ...]) -> None:
    """Run a move and the chance that follows it through the rules, and discard the result."""
    game, (action, *chance) = table.game, actions
    state, _ = game.apply(table.state, seat, game.read(game.write(action), table.state, seat))
    for outcome in chance:
        game.turn(state)
        state, _ = game.apply(state, NATURE, outcome)
    game.turn(state)


def _ask(table: Table, asked: Asked) -> None:
    """Store in `robot_inputs` the view and legal actions of every awaited seat, replacing earlier ones."""
    for seat in table.awaited:
        asked[seat] = table.view(seat), table.legal(seat)


def _follow(seat: Seat, lines: tuple[str, ...], table: Table) -> Step:
    """Return the step that makes this seat's move from its log lines."""
    return table.follow(Entry(table.seq + 1, seat, lines))


def _undo(seat: Seat, table: Table) -> Step:
    """Return the step by which this seat undoes the latest move."""
    return table.undo(seat, table.seq)


def _parting(one: bytes | str, two: bytes | str) -> str:
    """Describe where two outputs first differ, with 60 characters before and after."""
    at = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    around = slice(max(0, at - 60), at + 60)
    return f"from byte {at} on: {one[around]!r} and {two[around]!r}"
