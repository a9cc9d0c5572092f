"""Scene laws: what every game's drawing must satisfy. They need no test code of the game.

Whole games are played. At every position where a seat is awaited, the scene for all is drawn, and the own part of the
awaited seats and of one other viewer. Together they must be sound (sizes, ids, references, symbols), offer exactly the
legal actions to exactly the awaited seats, and have words in every language. In another world that a viewer cannot
tell apart, what this viewer is shown must be the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from malle.core import Action, AnyGame, GameInfo, Luck, Message, Over, Refused, Seat, View, Viewer, Waiting, encode
from malle.core.game_info import draw_final_scene
from malle.core.play import Ply, events_for_viewer, make_move, resolve_chance
from malle.core.scene import (
    Animation,
    ChoiceTree,
    ChooseQuestion,
    ComposeQuestion,
    DrawInput,
    Scene,
    SeatOverlay,
    StaticScene,
)
from malle.core.scene_checks import (
    MAX_ANIMATION_BYTES,
    apply_overlay,
    choices_of,
    decode_drawn,
    find_scene_faults,
    items_of,
    messages_of,
)
from malle.core.story import GameEvents
from malle.i18n.translations import LANGUAGES, Translator
from malle.rendering.sprites import load_symbols
from malle.testing.suite import every_setting
from malle.testing.violations import Violation, Violations

_SCENE_DECODER = msgspec.json.Decoder(Scene)
_SEAT_OVERLAY_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(SeatOverlay | None)


def check_scenes(game_info: GameInfo, *, games: int = 1, seed: int = 1) -> list[Violation]:
    """Check a game's drawing for every number of seats and every option, and return the violations.
    `games` is the number of games played in each setting. A game without a drawing has one
    violation."""
    if game_info.drawing is None:
        return [Violation("drawing", f"{game_info.name} is not drawn")]
    violations, checked_messages = Violations(), set[Message]()
    for game in every_setting(game_info):
        for _ in range(games):
            _SceneChecker(game_info, game, Luck(seed), violations, checked_messages).check_game()
    return violations.reported


class _SceneChecker:
    """Plays games of one setting and checks what every viewer would be shown."""

    def __init__(
        self, game_info: GameInfo, game: AnyGame, luck: Luck, violations: Violations, checked_messages: set[Message]
    ) -> None:
        assert game_info.drawing is not None
        self.game_info = game_info
        self.drawing = game_info.drawing
        self.messages = game_info.messages
        self.game = game
        self.luck = luck
        self.violations = violations
        self.checked_messages = checked_messages
        """Messages already put into words, shared by all settings of a check."""
        self.viewers: tuple[Viewer, ...] = (None, *map(Seat, range(game.seats)))
        self.context = f"{game.name} with {game.seats} seats, {dict(game.options)}"
        names = [f"P{seat}" for seat in range(game.seats)]
        self.translations = tuple(
            Translator(game_info.folder, language, names=names, viewer=Seat(0)) for language in LANGUAGES
        )
        self.static_scenes = {
            viewer: decode_drawn(self.drawing.static_scene(game, viewer), StaticScene) for viewer in self.viewers
        }
        for setting in self.static_scenes.values():
            self._check_messages(setting)
        self.symbol_names = load_symbols(game_info.folder / "symbols").keys()
        self.notations: dict[Action, str] = {}
        self.composable_actions: dict[tuple[Viewer, ComposeQuestion, frozenset[str]], frozenset[str]] = {}
        """By viewer, counters and legal actions: the actions that the counters can express. It is a cache,
        because the same long lists come again and again."""

    def report_unless(self, condition: bool, law: str, detail: str) -> None:
        """Record a violation, with the setting, unless `condition` holds."""
        if not condition:
            self._report(law, detail)

    def _report(self, law: str, detail: str) -> None:
        """Record a violation, with the setting."""
        self.violations.add(law, f"{self.context}: {detail}")

    def check_game(self) -> None:
        """Play one game, with half default and half random actions. Check every position, the
        events of every move, and the final scene."""
        game, luck = self.game, self.luck
        state, entries = resolve_chance(game, game.new(), luck.pick)
        self._check_events(entries)
        entries_by_move = [entries]
        while isinstance(turn := game.turn(state), Waiting):
            self._check_position(state)
            seat = luck.choice(turn.seats)
            use_default = luck.random() < 0.5
            action = game.default(state, seat, luck) if use_default else luck.choice(game.legal(state, seat))
            state, entries = make_move(game, state, seat, action, luck.pick)
            self._check_events(entries)
            entries_by_move.append(entries)
        self._check_position(state)
        self._check_final_scene(
            state, tuple(tuple(e for entry in move_entries for e in entry.events) for move_entries in entries_by_move)
        )

    def _check_final_scene(self, state: Any, heard: GameEvents) -> None:
        """Check that the final scene is sound, not empty, asks nobody, and is the same bytes when
        it is drawn twice. `heard` holds the events of each move."""
        encoded_scenes = [
            encode(draw_final_scene(self.game_info, self.game, self._draw_input(state, None), heard)) for _ in range(2)
        ]
        scene = _SCENE_DECODER.decode(encoded_scenes[0])
        self.report_unless(
            encoded_scenes[0] == encoded_scenes[1],
            "final",
            "the final picture of one game is drawn twice, and not alike",
        )
        self.report_unless(scene.ask is None, "final", "the final picture asks somebody")
        self.report_unless(bool(scene.areas), "final", "there is nothing on the final picture")
        for problem in find_scene_faults(scene, self.static_scenes[None], self.game.seats):
            self._report("final", problem)
        self._check_messages(scene)
        self._check_symbols(scene)

    def _check_position(self, state: Any) -> None:
        """Check one position: the scene for all, and the own part of the awaited seats and of one
        random viewer. After the end, check all viewers. For one of the viewers checked, a twin
        world is drawn and compared."""
        turn = self.game.turn(state)
        awaited = turn.seats if isinstance(turn, Waiting) else self.viewers
        encoded_table = self._encoded_table(state)
        table = _SCENE_DECODER.decode(encoded_table)
        self.report_unless(table.ask is None, "ask", "the scene of all asks somebody: that is a seat's own")
        self._check_messages(table)
        viewers = tuple(dict.fromkeys((*awaited, self.luck.choice(self.viewers))))
        twin_viewer = self.luck.choice(viewers)
        for viewer in viewers:
            encoded_seat_overlay = self._encoded_seat_overlay(state, viewer)
            own: SeatOverlay | None = _SEAT_OVERLAY_DECODER.decode(encoded_seat_overlay)
            self.report_unless(viewer is not None or own is None, "own", "a spectator has nothing of their own")
            scene = apply_overlay(table, own)
            for problem in find_scene_faults(scene, self.static_scenes[viewer], self.game.seats):
                self.violations.add("scene", f"{self.context}, viewer {viewer}: {problem}")
            self._check_messages(own)
            self._check_symbols(scene)
            self._check_prompt(state, viewer, scene.ask)
            if viewer == twin_viewer:
                self._check_twin(state, viewer, (encoded_table, encoded_seat_overlay))
        if isinstance(turn, Waiting) and hasattr(self.game, "forget"):
            self._check_forgotten(state, encoded_table, viewers)

    def _check_twin(self, state: Any, viewer: Viewer, expected: tuple[bytes, bytes]) -> None:
        """Check that another world imagined from this viewer's view is drawn for them with the same
        bytes, `expected` (scene for all, own part)."""
        view = self.game.view(state, viewer)
        twin = self.game.imagine(view, self.luck)
        if (self._encoded_table(twin), self._encoded_seat_overlay(twin, viewer)) != expected:
            self._report("S1 same scene", f"viewer {viewer} sees two worlds of one view apart: {view}")

    def _check_forgotten(self, state: Any, encoded_table: bytes, viewers: Iterable[Viewer]) -> None:
        """Check that nothing shown contains what players must remember. `game.forget` returns
        another state that looks the same on the table. It must give the same scene for all, and to
        each viewer the same `now` and the same sentences."""
        game: Any = self.game
        forgotten_state = game.forget(state, self.luck)
        if self._encoded_table(forgotten_state) != encoded_table:
            self._report("memory", f"on the screen is what must be remembered: {state} and {forgotten_state}")
        for viewer in viewers:
            for place, show in (
                ("before them", game.now),
                ("in sentences", lambda each, seat: self.messages.table_sentences(game, game.view(each, seat))),
            ):
                if encode(show(state, viewer)) != encode(show(forgotten_state, viewer)):
                    self._report(
                        "memory", f"viewer {viewer} has {place} what must be remembered: {state} and {forgotten_state}"
                    )

    def _encoded_table(self, state: Any) -> bytes:
        """Return the scene that everybody sees, encoded as it is sent."""
        return encode(self.drawing.shared_scene(self.game, self._draw_input(state, None)))

    def _encoded_seat_overlay(self, state: Any, viewer: Viewer) -> bytes:
        """Return what this viewer alone sees, encoded as it is sent: `null` for a spectator."""
        return (
            b"null" if viewer is None else encode(self.drawing.seat_overlay(self.game, self._draw_input(state, viewer)))
        )

    def _draw_input(self, state: Any, viewer: Viewer) -> DrawInput[Any]:
        """Return the drawing input for a viewer at this state. A spectator has no legal actions."""
        turn, now = self.game.turn(state), self.game.now(state, viewer)
        assert isinstance(turn, Waiting | Over)
        legal = () if viewer is None else self.game.legal(state, viewer)
        return DrawInput(viewer, turn, self.game.phase(View(viewer, turn, now, None)), now, legal)

    def _check_messages(self, part: object) -> None:
        """Check that every message in a drawn part has non-empty words in every language. Messages
        that were checked before are skipped."""
        new = set(messages_of(part)) - self.checked_messages
        self.checked_messages |= new
        for words in self.translations:
            for message in new:
                try:
                    self.report_unless(bool(words.translate(message)), "words", f"{words.language}: {message} is empty")
                except Refused as error:
                    self.violations.add("words", f"{self.context}: {error}")

    def _check_symbols(self, scene: Scene) -> None:
        """Check that every symbol used in a scene exists in the game's folder or among the shared
        symbols."""
        used = {item.symbol for area in scene.areas for item in items_of(area)} | {
            getattr(area, "symbol", "") for area in scene.areas
        }
        self.report_unless(
            used - {""} <= self.symbol_names, "symbols", f"there is no symbol {sorted(used - self.symbol_names - {''})}"
        )

    def _check_prompt(self, state: Any, viewer: Viewer, ask: ChoiceTree | None) -> None:
        """Check that `ask`, what a scene asks the viewer, offers exactly the viewer's legal
        actions, and is `None` exactly if there are none. Counters and prices may cover legal
        actions that are not offered one by one."""
        legal = frozenset(() if viewer is None else map(self._notation, self.game.legal(state, viewer)))
        self.report_unless(
            (ask is not None) == bool(legal), "ask", f"viewer {viewer}: {len(legal)} actions, asked: {ask is not None}"
        )
        if ask is None:
            return
        offered = {act.text for act in choices_of(ask)}
        if ask.choose is not None and viewer is not None:
            self._check_choose(state, viewer, ask.choose)
            offered -= {candidate.act.text for candidate in ask.choose.of} - legal  # see `_check_choose`
        self.report_unless(offered <= legal, "ask", f"offers what is not legal: {sorted(offered - legal)[:3]}")
        rest = legal - offered - set(_number_notations(ask))
        if rest and ask.compose is not None:
            key = viewer, ask.compose, legal
            if key not in self.composable_actions:
                self.composable_actions[key] = frozenset(
                    _composable_notations(ask.compose, self.static_scenes[viewer], legal)
                )
            rest -= self.composable_actions[key]
        self.report_unless(not rest, "ask", f"does not offer {sorted(rest)[:3]}")

    def _check_choose(self, state: Any, viewer: Seat, choose: ChooseQuestion) -> None:
        """Check that a random choice of `choose.n` candidates can be played one by one, in the
        order of the list. Only the first that cannot be played is reported."""
        game = self.game
        candidates = [index for index, candidate in enumerate(choose.of) for _ in range(candidate.most)]
        for index in sorted(self.luck.sample(candidates, min(choose.n, len(candidates)))):
            turn, text = game.turn(state), choose.of[index].act.text
            if not isinstance(turn, Waiting) or text not in map(self._notation, game.legal(state, viewer)):
                self._report("choose", f"{text} cannot be played with what was chosen before it")
                return
            state, _ = make_move(game, state, viewer, game.read(text, state, viewer), self.luck.pick)

    def _notation(self, action: Action) -> str:
        """Return the notation of an action, from a cache of this object."""
        text = self.notations.get(action)
        if text is None:
            text = self.notations[action] = self.game.write(action)
        return text

    def _check_events(self, entries: tuple[Ply, ...]) -> None:
        """Check the events of one move as each viewer hears them: the log's messages have words,
        animations can be decoded and are not too large."""
        for events in {
            tuple(e for entry in entries for e in events_for_viewer(viewer, entry.events)) for viewer in self.viewers
        }:
            self._check_messages(self.drawing.log_messages(self.game, events))
            motion = self.drawing.animations(self.game, events)
            if (size := len(encode(motion))) > MAX_ANIMATION_BYTES:
                self._report("motion", f"{size} bytes to animate {events}")
            self._check_messages(decode_drawn(motion, tuple[Animation, ...]))


def _number_notations(ask: ChoiceTree) -> Iterator[str]:
    """Yield the notation of every number, from least to most, that the number question of a choice
    tree accepts; nothing if it has none."""
    if ask.price is not None:
        for number in range(ask.price.least, ask.price.most + 1):
            yield ask.price.text.replace("{n}", str(number))


def _composable_notations(compose: ComposeQuestion, setting: StaticScene, legal: Iterable[str]) -> Iterator[str]:
    """Yield those of the notations `legal` that the counters of a question can express. `setting`
    has the composer with the counters."""
    composer = next(each for each in setting.composers if each.id == compose.composer)
    counter_words = {row.word for row in composer.rows}
    for text in legal:
        counted_words = text.removeprefix(composer.prefix).split()
        counted = all(word in counter_words for word in counted_words[1::2]) and all(
            number.isdecimal() for number in counted_words[::2]
        )
        total = sum(int(number) for number in counted_words[::2]) if counted else 0
        if counted_words == [composer.nothing] or (counted and 0 < total <= compose.most):
            yield text
