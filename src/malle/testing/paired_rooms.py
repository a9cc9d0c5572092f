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

from malle.core import NATURE, Action, AnyGame, GameInfo, Luck, MalleError, Seat, Viewer, Waiting, encode
from malle.core.fragment_cache import clear_fragment_caches
from malle.core.play import make_move, resolve_chance
from malle.runtime.room import Room
from malle.runtime.timing.reading_time import ReadingTimer
from malle.runtime.timing.sentence_lengths import longest_sentence_lengths
from malle.runtime.views.frames import build_frame, robot_history
from malle.table import Entry, Step, Table, TableId
from malle.testing.deadline_laws import hearing_odds, is_default_known, is_quiet_default
from malle.testing.imagined_twins import MovedTwin, all_viewers, move_twin, table_at
from malle.testing.operation_counter import count_operations
from malle.testing.suite import every_setting, mixed_settings
from malle.testing.violations import Violation, Violations

LAW = "coupled rooms"
MOVES_PER_VIEWER = 20
"""Moves that one viewer watches before another takes over."""
MAX_SKIPPED_MOVES = 400
"""Most moves of the first game, which is only played to learn how long games are. Half of the later
games are watched from a random move of the longest game so far."""
PAIRS_PER_GAME = 40
"""Pairs compared in one game before the next one begins, perhaps from a later position."""
PAIRS_PER_MIXED_PAIR = 6
"""Settings with several changed options get one pair for this many pairs of other settings."""
IMAGINE_ATTEMPTS = 4
"""Worlds imagined in search of one that differs from the true one. If none does, the position hides
nothing from this viewer."""
COLD_DRAW_SHARE = 0.1
"""Share of pairs whose first frame is also drawn cold: by a new game object, with an empty fragment
cache. It is small, because drawing without the cache is slow."""
SMALL_LAW_SHARE = 0.3
"""Share of moves on which the two smaller laws (quiet default, calls) are checked."""
MAX_LINE_DIFFERENCE = 2000
"""Executed lines of code by which the same move may differ in two worlds; so many take about 50
microseconds."""
UNDO_SHARE = 0.2
"""Share of the undoable moves that are undone."""
MAX_MOVES_PER_PAIR = 12
"""Most moves made for each pair wanted."""
MAX_MOVES_WITHOUT_PAIR = 400
"""Moves without any pair of different worlds after which a setting counts as hiding nothing: with
some options everything lies face up."""

OutputByChannel = dict[str, bytes | str]
"""What reaches a viewer, by the name of the way it reaches them, such as "first frame" or
"default"."""
RobotInputs = dict[Seat, tuple[Any, tuple[Action, ...]]]
"""By seat: the view and the legal actions of the seat's robot when the seat was last awaited."""


def check_paired_rooms(
    game_info: GameInfo,
    *,
    pairs: int = 60,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
    stop_at_first: bool = False,
) -> list[Violation]:
    """Check paired rooms for every number of seats and every option, and return the violations. In
    each setting `pairs` pairs of worlds are compared; a sixth of that in settings with several
    changed options. `progress` receives the number of pairs so far, after each setting. With
    `stop_at_first`, stop after the first violation. A game with hidden information must yield at
    least one pair."""
    violations, pairs_compared = Violations(), 0
    single, mixed = every_setting(game_info), mixed_settings(game_info)
    for game, pairs_wanted in chain(zip(single, repeat(pairs)), zip(mixed, repeat(-(-pairs // PAIRS_PER_MIXED_PAIR)))):
        paired_games = _PairedGames(
            game_info, partial(game_info.make_game, game.seats, game.options, None), Luck(seed), violations
        )
        try:
            paired_games.play_pairs(pairs_wanted, stop_at_first)
        except Exception as error:
            violations.add("crash", f"{paired_games.context}: a twin cannot be played: {error!r}")
        pairs_compared += paired_games.pairs_compared
        if progress is not None:
            progress(pairs_compared)
        if stop_at_first and violations.reported:
            break
    violations.add_unless(
        bool(pairs_compared) or not game_info.has_hidden_information,
        LAW,
        f"{game_info.name}: nobody ever imagined a world but the true one",
    )
    return violations.reported


class _WorldPair(Struct):
    """A viewer with two rooms that they cannot tell apart: that of the true world and that of its
    twin. Made by `_PairedGames._pair_worlds`."""

    viewer: Viewer
    true_room: Room
    twin_room: Room
    moves_watched: int = 0
    """Moves made in both rooms so far."""
    robot_inputs: tuple[RobotInputs, RobotInputs] = msgspec.field(default_factory=lambda: ({}, {}))
    """What the robots of all seats knew when last awaited, in the true room and in the twin room."""


class _PairedGames:
    """Plays games of one setting in two rooms whose worlds one viewer cannot tell apart, and
    reports whatever this viewer is sent differently."""

    def __init__(
        self, game_info: GameInfo, make_game: Callable[[], AnyGame], luck: Luck, violations: Violations
    ) -> None:
        self.game_info = game_info
        self.make_game = make_game
        self.luck = luck
        self.violations = violations
        self.true_game, self.twin_game = make_game(), make_game()
        self.context = f"{game_info.name} with {self.true_game.seats} seats, {dict(self.true_game.options)}"
        self.viewers = all_viewers(self.true_game)
        self.notations = [self.true_game.write(action) for action in self.true_game.alphabet()]
        self.pairs_compared = self.moves_made = self.pairs_wanted = 0
        self.longest_game_moves = 0
        """Moves of the longest game so far."""

    def play_pairs(self, pairs: int, stop_at_first: bool) -> None:
        """Play games until `pairs` pairs of different worlds were compared or the limit on moves is
        reached. With `stop_at_first`, return after the first violation."""
        self.pairs_wanted = pairs
        while self._should_continue(pairs):
            state = self._start_position()
            pair: _WorldPair | None = None
            until = min(pairs, self.pairs_compared + PAIRS_PER_GAME)
            while self._should_continue(until) and isinstance(turn := self.true_game.turn(state), Waiting):
                self.moves_made += 1
                if pair is None or pair.moves_watched >= MOVES_PER_VIEWER or pair.twin_room.table.state == state:
                    pair = self._pair_worlds(state)
                state, pair = self._move_both(state, self.luck.choice(turn.seats), pair)
                if stop_at_first and self.violations.reported:
                    return

    def _should_continue(self, pairs: int) -> bool:
        """Return whether fewer than `pairs` pairs were compared and more moves are allowed. Allowed
        are `MAX_MOVES_PER_PAIR` for each pair wanted, and at most `MAX_MOVES_WITHOUT_PAIR` as long
        as there is no pair."""
        max_moves = MAX_MOVES_PER_PAIR * self.pairs_wanted
        return self.pairs_compared < pairs and self.moves_made < (
            max_moves if self.pairs_compared else min(max_moves, MAX_MOVES_WITHOUT_PAIR)
        )

    def _start_position(self) -> Any:
        """Return a start position: the deal or, in half of the games, a position some random moves
        later. The first call plays a whole game only to learn how long games are, and returns its
        deal."""
        game, luck = self.true_game, self.luck
        skipped_moves = (
            luck.randrange(self.longest_game_moves) if self.longest_game_moves and luck.random() < 0.5 else 0
        )
        deal, _ = resolve_chance(game, game.new(), luck.pick)
        state = deal
        for moves_made in range(skipped_moves if self.longest_game_moves else MAX_SKIPPED_MOVES):
            turn = game.turn(state)
            if not isinstance(turn, Waiting):
                break
            self.longest_game_moves = max(self.longest_game_moves, moves_made + 1)
            seat = luck.choice(turn.seats)
            use_default = luck.random() < 0.5
            action = game.default(state, seat, luck) if use_default else luck.choice(game.legal(state, seat))
            state, _ = make_move(game, state, seat, action, luck.pick)
        return state if skipped_moves and isinstance(game.turn(state), Waiting) else deal

    def _pair_worlds(self, state: Any) -> _WorldPair:
        """Return two new rooms for a random viewer: the true world and another that this viewer
        imagines. If every imagined world is the true one, both rooms hold the true world; later
        moves may still make them differ."""
        viewer = self.luck.choice(self.viewers)
        view = self.twin_game.view(state, viewer)
        twin = next((world for world in self._imagine_worlds(view) if world != state), state)
        pair = _WorldPair(
            viewer, _make_room(self.game_info, self.true_game, state), _make_room(self.game_info, self.twin_game, twin)
        )
        for room, inputs in zip((pair.true_room, pair.twin_room), pair.robot_inputs, strict=True):
            _record_robot_inputs(room.table, inputs)
        return pair

    def _imagine_worlds(self, view: Any) -> Iterator[Any]:
        """Yield `IMAGINE_ATTEMPTS` random worlds that fit this view. The true world may be among
        them."""
        for _ in range(IMAGINE_ATTEMPTS):
            yield self.twin_game.imagine(view, self.luck)

    def _move_both(self, state: Any, seat: Seat, pair: _WorldPair) -> tuple[Any, _WorldPair | None]:
        """Make a move of `seat` in the true room and, in the twin room, a move that the viewer
        hears alike. Compare what the viewer is sent. Return the true state that follows and the
        pair, or `None` for the pair if the twin has no such move. Its lack is a violation unless
        the viewer heard news. Sometimes the move is undone in both rooms; then return the state
        before it."""
        game = self.true_game
        after, plies = make_move(game, state, seat, self._choose_action(state, seat), self.luck.pick)
        if self.luck.random() < SMALL_LAW_SHARE:
            self._check_quiet_default(pair)
        moved_twin = move_twin(self.twin_game, pair.twin_room.table.state, pair.viewer, plies, self.luck)
        if not isinstance(moved_twin, MovedTwin):
            if not moved_twin.heard_news:
                self._report("S2 coupled step", pair, f"learnt without news: {moved_twin.reason}")
            return after, None
        pair.moves_watched += 1
        if moved_twin.state != after and self.luck.random() < SMALL_LAW_SHARE:
            self._check_calls(pair, seat, tuple(ply.action for ply in plies), moved_twin.actions)
        true_lines = tuple(game.write(ply.action) for ply in plies)
        twin_lines = tuple(self.twin_game.write(action) for action in moved_twin.actions)
        self._advance_and_compare(
            pair, partial(_follow_lines, seat, true_lines), partial(_follow_lines, seat, twin_lines)
        )
        if self.luck.random() < UNDO_SHARE and all(
            room.table.may_undo(seat) for room in (pair.true_room, pair.twin_room)
        ):
            self._advance_and_compare(pair, partial(_undo_move, seat), partial(_undo_move, seat))
            return state, pair
        return after, pair

    def _check_quiet_default(self, pair: _WorldPair) -> None:
        """Check the quiet-default law (see the module) for every awaited seat other than the
        viewer's, except in the phases `revealing_default_phases`."""
        true_table, twin_table = pair.true_room.table, pair.twin_room.table
        for seat in true_table.awaited:
            if (
                seat == pair.viewer
                or self.true_game.phase(true_table.view(seat)) in self.game_info.revealing_default_phases
            ):
                continue
            true_odds, twin_odds = (
                hearing_odds(table.game, table.state, seat, pair.viewer) for table in (true_table, twin_table)
            )
            if not is_quiet_default(true_odds, twin_odds):
                self._report(
                    "quiet default", pair, f"seat {seat} out of time is heard as {true_odds} and as {twin_odds}"
                )
            worlds = chain((true_table.state, twin_table.state), self._imagine_worlds(true_table.view(pair.viewer)))
            if is_default_known(self.twin_game, worlds, seat, pair.viewer):
                self._report("quiet default", pair, f"what seat {seat} does out of time is always the same")

    def _check_calls(
        self, pair: _WorldPair, seat: Seat, true_actions: tuple[Action, ...], twin_actions: tuple[Action, ...]
    ) -> None:
        """Check that the same move takes about as many function calls and executed lines in both
        worlds. Each world is measured on a second run, when caches are filled. The limits are the
        game's `max_call_difference` and `MAX_LINE_DIFFERENCE`."""
        true_work, twin_work = (
            count_operations(partial(_apply_move, room.table, seat, actions))
            for room, actions in ((pair.true_room, true_actions), (pair.twin_room, twin_actions))
        )
        calls, lines = (abs(one - other) for one, other in zip(true_work, twin_work, strict=True))
        if calls > self.game_info.max_call_difference or (
            lines > MAX_LINE_DIFFERENCE and self.game_info.max_call_difference < sys.maxsize
        ):
            self._report("calls", pair, f"{true_actions[0]} takes {true_work} and {twin_work} calls and lines")

    def _choose_action(self, state: Any, seat: Seat) -> Any:
        """Return an action of the seat: 35 % the robot's choice, 20 % the default, else random. In
        games of random claims only, a claim would hardly ever be true."""
        game, mark = self.true_game, self.luck.random()
        if mark < 0.35:
            return self.game_info.robot(game, game.view(state, seat), tuple(game.legal(state, seat)), self.luck)
        return game.default(state, seat, self.luck) if mark < 0.55 else self.luck.choice(game.legal(state, seat))

    def _advance_and_compare(
        self, pair: _WorldPair, true_step: Callable[[Table], Step], twin_step: Callable[[Table], Step]
    ) -> None:
        """Make a step in the true room and show it to all, then a step in the twin room and show it
        to all. Report every output that reaches the pair's viewer and differs. If both tables reach
        the same state, only make the steps."""
        true_result, twin_result = true_step(pair.true_room.table), twin_step(pair.twin_room.table)
        if true_result.table.state == twin_result.table.state:
            _advance_room(pair.true_room, true_result)
            _advance_room(pair.twin_room, twin_result)
            return
        self.pairs_compared += 1
        probes = [
            text
            for each in self.luck.sample(self.notations, min(2, len(self.notations)))
            for text in self._misspell(each)
        ]
        order = self.viewers[:: self.luck.choice((1, -1))]
        _advance_room(pair.true_room, true_step(pair.true_room.table))
        true_output = self._show_to_all(pair.true_room, pair, order, probes)
        _advance_room(pair.twin_room, twin_step(pair.twin_room.table))
        twin_output = self._show_to_all(pair.twin_room, pair, order[:: self.luck.choice((1, -1))], probes)
        for channel, expected in true_output.items():
            actual = twin_output.get(channel, "nothing")
            if expected != actual:
                self._report(LAW, pair, f"{channel}, {_first_difference(expected, actual)}")
        if (
            self.luck.random() < COLD_DRAW_SHARE
            and (cold_frame := self._draw_cold_frame(pair)) != true_output["first frame"]
        ):
            self._report(LAW, pair, f"cold, {_first_difference(true_output['first frame'], cold_frame)}")

    def _show_to_all(
        self, room: Room, pair: _WorldPair, viewer_order: tuple[Viewer, ...], probes: list[str]
    ) -> OutputByChannel:
        """Draw a room's frames for all viewers in this order. Return everything that reaches the
        pair's viewer, including replies to `probes` (slightly wrong notations). Record the robots'
        inputs for the next call."""
        output: OutputByChannel = {}
        seq, viewer = room.table.seq, pair.viewer
        for other_viewer in viewer_order:
            frames: OutputByChannel = {
                "following frame": build_frame(room, other_viewer, seq - 1, robot=False, first=False),
                "first frame": build_frame(room, other_viewer, -1, robot=False, first=True),
            }
            if other_viewer == viewer:
                output = frames
        output["frame of another process"] = build_frame(room.freeze(), viewer, -1, robot=False, first=True)
        output["robot's frame"] = build_frame(room, viewer, seq - 1, robot=True, first=False)
        output["robot's first frame"] = build_frame(room, viewer, -1, robot=True, first=True)
        output["robot's memory"] = encode(robot_history(room.recent_steps, viewer))
        if room.reading_timer is not None:
            output["when robots may move"] = f"{room.reading_timer.robots_may_move_at:.3f}"
        robot_inputs = pair.robot_inputs[room is pair.twin_room]
        output |= self._output_without_frame(room, viewer, robot_inputs) | self._replies_to_probes(
            room.table, viewer, probes
        )
        _record_robot_inputs(room.table, robot_inputs)
        return output

    def _output_without_frame(self, room: Room, viewer: Viewer, robot_inputs: RobotInputs) -> OutputByChannel:
        """Return what reaches the viewer outside of frames: the table and the log in sentences,
        colours, labels of actions, the default action, the robot's choice. Before that choice the
        robots of the other seats decide on `robot_inputs`; so a robot that carries knowledge from
        one seat to another is found."""
        table, telling, drawing = room.table, self.game_info.messages, self.game_info.drawing
        game, view, legal = table.game, table.view(viewer), table.legal(viewer)
        heard = room.recent_steps[-1].heard_by(viewer)
        output: OutputByChannel = {"table in sentences": encode(telling.table_sentences(game, view))}
        output["log in sentences"] = encode([telling.event_message(game, event) for event in heard])
        output["colours"] = b"" if drawing is None else encode(drawing.COLOURS)
        if viewer is not None and legal:
            sample = legal[:: -(-len(legal) // 12)]
            output["answers in words"] = encode([telling.action_label(game, action) for action in sample])
            output["default"] = game.write(game.default(table.state, viewer, Luck(7)))
            for seat, question in robot_inputs.items():
                if seat != viewer:
                    self.game_info.robot(game, *question, Luck(7))
            output["robot's answer"] = game.write(self.game_info.robot(game, view, legal, Luck(7)))
        return output

    def _replies_to_probes(self, table: Table, viewer: Viewer, probes: list[str]) -> OutputByChannel:
        """Return the game's reply to each of `probes`, which are slightly wrong notations. Empty
        for a spectator."""
        if viewer is None:
            return {}
        return {
            f"answer to {text!r}": self._reply_to_notation(table.game, text, table.state, viewer) for text in probes
        }

    def _reply_to_notation(self, game: AnyGame, text: str, state: Any, seat: Seat) -> str:
        """Return the refusal of a notation as "slug: sentence", or "taken" if the game accepts it.
        Another exception than `MalleError` is reported as a violation, and also gives "taken"."""
        try:
            game.read(text, state, seat)
        except MalleError as error:
            return f"{error.slug}: {error}"
        except Exception as error:
            self.violations.add("crash", f"{self.context}: reading {text!r} raised {error!r}")
        return "taken"

    def _draw_cold_frame(self, pair: _WorldPair) -> bytes:
        """Return the viewer's first frame of the true room, drawn by a new game object. The
        fragment cache is emptied before."""
        room = pair.true_room.freeze()
        room.table = replace(room.table, game=self.make_game())
        clear_fragment_caches()
        return build_frame(room, pair.viewer, -1, robot=False, first=True)

    def _misspell(self, text: str) -> list[str]:
        """Return three random variants of a notation, such as a wrong ending, another number or an
        empty text. Some may equal the notation."""
        wrong_ending = re.sub(r"[a-z]+$", "zebra", text)
        variants = [
            "",
            " ",
            text.upper(),
            f"{text} x",
            f"x{text}",
            text.replace(" ", "  "),
            f"{text} {text}",
            text[:-1],
            wrong_ending,
        ]
        variants += [
            re.sub(r"\d+", lambda found: f"{found[0]}0", text),
            re.sub(r"\d+", lambda found: f"1{found[0]}", text),
        ]
        return self.luck.sample(variants, 3)

    def _report(self, law: str, pair: _WorldPair, detail: str) -> None:
        """Record a violation, with the setting, the pair's viewer and the phase."""
        phase = self.true_game.phase(self.true_game.view(pair.true_room.table.state, pair.viewer))
        self.violations.add(law, f"{self.context}, viewer {pair.viewer}, phase {phase}: {detail}")


def _make_room(game_info: GameInfo, game: AnyGame, state: Any) -> Room:
    """Return a room whose table is at this state, with players' names and a reading timer."""
    room = Room(TableId(1), "", table_at(game, state), game_info)
    room.set_names(tuple(f"P{seat}" for seat in range(game.seats)))
    room.reading_timer = ReadingTimer(longest_sentence_lengths)
    return room


def _advance_room(room: Room, step: Step) -> None:
    """Advance a room as the server does, but count every step as shown at time 0. So the timer's
    `robots_may_move_at` depends on reading times alone."""
    room.advance(step)
    if room.reading_timer is not None:
        room.reading_timer.add_step(room.game_info, step, 0.0)


def _apply_move(table: Table, seat: Seat, actions: tuple[Action, ...]) -> None:
    """Let the rules carry out an action and the outcomes of chance that follow it; the table does
    not change. Only its work is measured. `actions` are the seat's action, then the outcomes."""
    game, (action, *chance) = table.game, actions
    state, _ = game.apply(table.state, seat, game.read(game.write(action), table.state, seat))
    for outcome in chance:
        game.turn(state)
        state, _ = game.apply(state, NATURE, outcome)
    game.turn(state)


def _record_robot_inputs(table: Table, robot_inputs: RobotInputs) -> None:
    """Store in `robot_inputs` the view and legal actions of every awaited seat, replacing earlier
    ones of that seat."""
    for seat in table.awaited:
        robot_inputs[seat] = table.view(seat), table.legal(seat)


def _follow_lines(seat: Seat, lines: tuple[str, ...], table: Table) -> Step:
    """Return the step by which the table carries out this seat's move, given as the lines of a log
    entry."""
    return table.follow(Entry(table.seq + 1, seat, lines))


def _undo_move(seat: Seat, table: Table) -> Step:
    """Return the step by which this seat undoes the table's latest move."""
    return table.undo(seat, table.seq)


def _first_difference(first: bytes | str, second: bytes | str) -> str:
    """Describe where two outputs first differ, with 60 bytes or characters before and after of
    each."""
    at = next(
        (at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second))
    )
    around = slice(max(0, at - 60), at + 60)
    return f"from byte {at} on: {first[around]!r} and {second[around]!r}"
