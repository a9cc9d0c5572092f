"""The drawing suite: what every game's picture must hold, by being named.

Whole games are played, and at every rest state the scene of those awaited and of one other viewer is drawn, in both
languages in turn. It must be
sound (sizes, ids, references, symbols), offer exactly what is legal to exactly those who are awaited, and, like every
other thing a viewer is shown, be the same bytes in another world that he cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import msgspec

from malle.core import AnyGame, Luck, Over, Seat, Sheet, View, Viewer, Waiting, encode
from malle.core.play import Ply, heard_by, move, settle
from malle.core.scene import MOST_STEP_BYTES, Ask, Glance, Scene, Setting, acts_of, items_of, problems
from malle.look.sprites import symbols_of
from malle.testing.faults import Fault, Faults
from malle.testing.suite import every_setting
from malle.words import LANGUAGES, Words


def check_drawn(sheet: Sheet, *, games: int = 1, seed: int = 1) -> list[Fault]:
    """The drawing of a game, over every number of seats and every option."""
    if sheet.drawing is None:
        return [Fault("drawing", f"{sheet.name} is not drawn")]
    faults = Faults()
    languages = cycle(LANGUAGES)
    for game in every_setting(sheet):
        for _ in range(games):
            _Critic(sheet, game, next(languages), Luck(seed), faults).watch()
    return faults.found


class _Critic:
    """Watches one game from every seat."""

    def __init__(self, sheet: Sheet, game: AnyGame, language: str, luck: Luck, faults: Faults) -> None:
        assert sheet.drawing is not None
        self.drawing = sheet.drawing
        self.game = game
        self.luck = luck
        self.faults = faults
        self.viewers: tuple[Viewer, ...] = (None, *map(Seat, range(game.seats)))
        names = [f"P{seat}" for seat in range(game.seats)]
        self.tell = {viewer: Words(sheet.folder, language, names=names, viewer=viewer).say for viewer in self.viewers}
        self.settings = {viewer: self.drawing.setting(game, viewer, self.tell[viewer]) for viewer in self.viewers}
        self.symbols = symbols_of(sheet.folder / "symbols").keys()
        self.where = f"{game.name} with {game.seats} seats, {dict(game.options)}, {language}"

    def need(self, condition: bool, law: str, detail: str) -> None:
        self.faults.need(condition, law, f"{self.where}: {detail}")

    def watch(self) -> None:
        """A whole game: half harmless moves, half at random."""
        game, luck = self.game, self.luck
        state, entries = settle(game, game.new(), luck.pick)
        self._hear(entries)
        while isinstance(turn := game.turn(state), Waiting):
            self._look(state)
            seat = luck.choice(turn.seats)
            action = game.default(state, seat) if luck.random() < 0.5 else luck.choice(game.legal(state, seat))
            state, entries = move(game, state, seat, action, luck.pick)
            self._hear(entries)
        self._look(state)

    def _look(self, state: Any) -> None:
        turn = self.game.turn(state)
        awaited = turn.seats if isinstance(turn, Waiting) else self.viewers
        for viewer in {*awaited, self.luck.choice(self.viewers)}:
            view = self.game.view(state, viewer)
            scene = self._draw(state, view)
            for problem in problems(scene, self.settings[viewer], self.game.seats):
                self.faults.add("scene", f"{self.where}, viewer {viewer}: {problem}")
            self._symbols(scene)
            self._offers(state, viewer, scene.ask)
            twin = self.game.imagine(view, self.luck)
            same = encode(scene) == encode(self._draw(twin, self.game.view(twin, viewer)))
            self.need(same, "S1 same scene", f"viewer {viewer} sees two worlds of one view apart: {view}")

    def _draw(self, state: Any, view: View) -> Scene:
        viewer: Viewer = None if view.viewer is None else Seat(view.viewer)
        legal = () if viewer is None else self.game.legal(state, viewer)
        assert isinstance(view.turn, Waiting | Over)
        glance = Glance(viewer, view.turn, self.game.phase(view), view.now, legal, self.tell[viewer])
        return self.drawing.scene(self.game, glance)

    def _symbols(self, scene: Scene) -> None:
        used = {item.symbol for area in scene.areas for item in items_of(area)} | {
            getattr(area, "symbol", "") for area in scene.areas
        }
        self.need(used - {""} <= self.symbols, "symbols", f"there is no symbol {sorted(used - self.symbols - {''})}")

    def _offers(self, state: Any, viewer: Viewer, ask: Ask | None) -> None:
        """The tree offers exactly what is legal."""
        legal = set() if viewer is None else {self.game.write(action) for action in self.game.legal(state, viewer)}
        self.need(
            (ask is not None) == bool(legal), "ask", f"viewer {viewer}: {len(legal)} actions, asked: {ask is not None}"
        )
        if ask is None:
            return
        offered = {act.text for act in acts_of(ask)}
        self.need(offered <= legal, "ask", f"offers what is not legal: {sorted(offered - legal)[:3]}")
        rest = legal - offered - set(_prices(ask)) - set(_composed(ask, self.settings[viewer], legal))
        self.need(not rest, "ask", f"does not offer {sorted(rest)[:3]}")

    def _hear(self, entries: tuple[Ply, ...]) -> None:
        for viewer in self.viewers:
            events = tuple(event for entry in entries for event in heard_by(viewer, entry.heard))
            for said in self.drawing.said(self.game, events):
                self.need(bool(self.tell[viewer](said)), "said", f"{said}")
            steps = self.drawing.steps(self.game, events, self.tell[viewer])
            size = len(msgspec.json.encode(steps))
            self.need(size <= MOST_STEP_BYTES, "steps", f"{size} bytes to animate {events}")


def _prices(ask: Ask) -> Iterator[str]:
    """The actions that naming a number can say."""
    if ask.price is not None:
        for number in range(ask.price.least, ask.price.most + 1):
            yield ask.price.text.replace("{n}", str(number))


def _composed(ask: Ask, setting: Setting, legal: set[str]) -> Iterator[str]:
    """The legal actions that the counters can say."""
    if ask.compose is None:
        return
    composer = next(each for each in setting.composers if each.id == ask.compose.composer)
    words = {row.word for row in composer.rows}
    for text in legal:
        said = text.removeprefix(composer.prefix).split()
        counted = all(word in words for word in said[1::2]) and all(number.isdecimal() for number in said[::2])
        total = sum(int(number) for number in said[::2]) if counted else 0
        if said == [composer.nothing] or (counted and 0 < total <= ask.compose.most):
            yield text
