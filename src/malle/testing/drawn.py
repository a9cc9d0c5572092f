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

from malle.core import Action, AnyGame, Luck, Over, Refused, Say, Seat, Sheet, View, Viewer, Waiting, encode
from malle.core.play import Ply, heard_by, move, settle
from malle.core.scene import Animation, Ask, Choose, Compose, Glance, Own, Scene, Setting
from malle.core.sheet import final_of
from malle.core.soundness import MOST_STEP_BYTES, acts_of, items_of, laid_over, problems, read_back, texts_of
from malle.core.story import Heard
from malle.look.sprites import symbols_of
from malle.testing.faults import Fault, Faults
from malle.testing.suite import every_setting
from malle.words import LANGUAGES, Words

_SCENES = msgspec.json.Decoder(Scene)
_OWNS: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Own | None)


def check_drawn(sheet: Sheet, *, games: int = 1, seed: int = 1) -> list[Fault]:
    """Check a game's drawing for every number of seats and every option, and return the violations. `games` is
    the number of games in each setting. A game without a drawing has one violation."""
    if sheet.drawing is None:
        return [Fault("drawing", f"{sheet.name} is not drawn")]
    faults, told = Faults(), set[Say]()
    for game in every_setting(sheet):
        for _ in range(games):
            _Critic(sheet, game, Luck(seed), faults, told).watch()
    return faults.found


class _Critic:
    """Checks the drawings of one setting's games, for every viewer."""

    def __init__(self, sheet: Sheet, game: AnyGame, luck: Luck, faults: Faults, told: set[Say]) -> None:
        assert sheet.drawing is not None
        self.sheet = sheet
        self.drawing = sheet.drawing
        self.telling = sheet.telling
        self.game = game
        self.luck = luck
        self.faults = faults
        self.told = told
        """Messages already put into words, shared by all settings of a check."""
        self.viewers: tuple[Viewer, ...] = (None, *map(Seat, range(game.seats)))
        self.where = f"{game.name} with {game.seats} seats, {dict(game.options)}"
        names = [f"P{seat}" for seat in range(game.seats)]
        self.words = tuple(Words(sheet.folder, language, names=names, viewer=Seat(0)) for language in LANGUAGES)
        self.settings = {viewer: read_back(self.drawing.setting(game, viewer), Setting) for viewer in self.viewers}
        for setting in self.settings.values():
            self._say(setting)
        self.symbols = symbols_of(sheet.folder / "symbols").keys()
        self.written: dict[Action, str] = {}
        self.composed: dict[tuple[Viewer, Compose, frozenset[str]], frozenset[str]] = {}
        """By viewer, counters and legal actions: the actions that the counters can express. It is a cache,
        because the same long lists come again and again."""

    def need(self, condition: bool, law: str, detail: str) -> None:
        """Report a violation unless `condition` holds."""
        if not condition:
            self._fault(law, detail)

    def _fault(self, law: str, detail: str) -> None:
        """Report a violation, with the setting."""
        self.faults.add(law, f"{self.where}: {detail}")

    def watch(self) -> None:
        """Play one game, half default and half random moves, and check every position and every move on the
        way."""
        game, luck = self.game, self.luck
        state, entries = settle(game, game.new(), luck.pick)
        self._hear(entries)
        moves = [entries]
        while isinstance(turn := game.turn(state), Waiting):
            self._look(state)
            seat = luck.choice(turn.seats)
            mild = luck.random() < 0.5
            action = game.default(state, seat, luck) if mild else luck.choice(game.legal(state, seat))
            state, entries = move(game, state, seat, action, luck.pick)
            self._hear(entries)
            moves.append(entries)
        self._look(state)
        self._final(state, tuple(tuple(e for entry in each for e in entry.heard) for each in moves))

    def _final(self, state: Any, heard: Heard) -> None:
        """Check that the final scene is sound, asks nobody, and is the same bytes when it is drawn twice."""
        drawn = [encode(final_of(self.sheet, self.game, self._glance(state, None), heard)) for _ in range(2)]
        scene = _SCENES.decode(drawn[0])
        self.need(drawn[0] == drawn[1], "final", "the final picture of one game is drawn twice, and not alike")
        self.need(scene.ask is None, "final", "the final picture asks somebody")
        self.need(bool(scene.areas), "final", "there is nothing on the final picture")
        for problem in problems(scene, self.settings[None], self.game.seats):
            self._fault("final", problem)
        self._say(scene)
        self._symbols(scene)

    def _look(self, state: Any) -> None:
        """Check one position: the scene for all, and the own part of the awaited seats and of one random
        viewer. After the end, check all viewers. One of them is also compared with a twin world."""
        turn = self.game.turn(state)
        awaited = turn.seats if isinstance(turn, Waiting) else self.viewers
        for_all = self._table(state)
        table = _SCENES.decode(for_all)
        self.need(table.ask is None, "ask", "the scene of all asks somebody: that is a seat's own")
        self._say(table)
        viewers = tuple(dict.fromkeys((*awaited, self.luck.choice(self.viewers))))
        looker = self.luck.choice(viewers)
        for viewer in viewers:
            for_one = self._own(state, viewer)
            own: Own | None = _OWNS.decode(for_one)
            self.need(viewer is not None or own is None, "own", "a spectator has nothing of their own")
            scene = laid_over(table, own)
            for problem in problems(scene, self.settings[viewer], self.game.seats):
                self.faults.add("scene", f"{self.where}, viewer {viewer}: {problem}")
            self._say(own)
            self._symbols(scene)
            self._offers(state, viewer, scene.ask)
            if viewer == looker:
                self._twin(state, viewer, (for_all, for_one))
        if isinstance(turn, Waiting) and hasattr(self.game, "forget"):
            self._forgotten(state, for_all, viewers)

    def _twin(self, state: Any, viewer: Viewer, drawn: tuple[bytes, bytes]) -> None:
        """Check that a world imagined by this viewer is drawn for them with the same bytes."""
        view = self.game.view(state, viewer)
        twin = self.game.imagine(view, self.luck)
        if (self._table(twin), self._own(twin, viewer)) != drawn:
            self._fault("S1 same scene", f"viewer {viewer} sees two worlds of one view apart: {view}")

    def _forgotten(self, state: Any, for_all: bytes, viewers: Iterable[Viewer]) -> None:
        """Check that nothing shown contains what players must remember. `game.forget` returns another state
        that looks the same on the table; it must give the same scene, `now` and sentences."""
        game: Any = self.game
        other = game.forget(state, self.luck)
        if self._table(other) != for_all:
            self._fault("memory", f"on the screen is what must be remembered: {state} and {other}")
        for viewer in viewers:
            for what, shown in (
                ("before them", game.now),
                ("in sentences", lambda each, seat: self.telling.table(game, game.view(each, seat))),
            ):
                if encode(shown(state, viewer)) != encode(shown(other, viewer)):
                    self._fault("memory", f"viewer {viewer} has {what} what must be remembered: {state} and {other}")

    def _table(self, state: Any) -> bytes:
        """Return the scene that everybody sees, encoded as it is sent."""
        return encode(self.drawing.table(self.game, self._glance(state, None)))

    def _own(self, state: Any, viewer: Viewer) -> bytes:
        """Return what this viewer alone sees, encoded as it is sent: `null` for a spectator."""
        return b"null" if viewer is None else encode(self.drawing.own(self.game, self._glance(state, viewer)))

    def _glance(self, state: Any, viewer: Viewer) -> Glance[Any]:
        """Return the drawing input for a viewer at this state. A spectator has no legal actions."""
        turn, now = self.game.turn(state), self.game.now(state, viewer)
        assert isinstance(turn, Waiting | Over)
        legal = () if viewer is None else self.game.legal(state, viewer)
        return Glance(viewer, turn, self.game.phase(View(viewer, turn, now, None)), now, legal)

    def _say(self, drawn: object) -> None:
        """Check that every new message in a drawn part has non-empty words in every language."""
        new = set(texts_of(drawn)) - self.told
        self.told |= new
        for words in self.words:
            for said in new:
                try:
                    self.need(bool(words.say(said)), "words", f"{words.language}: {said} is empty")
                except Refused as error:
                    self.faults.add("words", f"{self.where}: {error}")

    def _symbols(self, scene: Scene) -> None:
        """Check that every symbol of a scene has a file in the game's folder."""
        used = {item.symbol for area in scene.areas for item in items_of(area)} | {
            getattr(area, "symbol", "") for area in scene.areas
        }
        self.need(used - {""} <= self.symbols, "symbols", f"there is no symbol {sorted(used - self.symbols - {''})}")

    def _offers(self, state: Any, viewer: Viewer, ask: Ask | None) -> None:
        """Check that the choices of a scene offer exactly the legal actions, and ask a viewer only if there
        are any. Counters and prices may cover actions that are not offered one by one."""
        legal = frozenset(() if viewer is None else map(self._write, self.game.legal(state, viewer)))
        self.need(
            (ask is not None) == bool(legal), "ask", f"viewer {viewer}: {len(legal)} actions, asked: {ask is not None}"
        )
        if ask is None:
            return
        offered = {act.text for act in acts_of(ask)}
        if ask.choose is not None and viewer is not None:
            self._choose(state, viewer, ask.choose)
            offered -= {candidate.act.text for candidate in ask.choose.of} - legal  # see `_check_choose`
        self.need(offered <= legal, "ask", f"offers what is not legal: {sorted(offered - legal)[:3]}")
        rest = legal - offered - set(_prices(ask))
        if rest and ask.compose is not None:
            key = viewer, ask.compose, legal
            if key not in self.composed:
                self.composed[key] = frozenset(_composed(ask.compose, self.settings[viewer], legal))
            rest -= self.composed[key]
        self.need(not rest, "ask", f"does not offer {sorted(rest)[:3]}")

    def _choose(self, state: Any, viewer: Seat, choose: Choose) -> None:
        """Check that a random choice of `n` candidates can be played one by one, in the order of the list."""
        game = self.game
        bag = [at for at, candidate in enumerate(choose.of) for _ in range(candidate.most)]
        for at in sorted(self.luck.sample(bag, min(choose.n, len(bag)))):
            turn, text = game.turn(state), choose.of[at].act.text
            if not isinstance(turn, Waiting) or text not in map(self._write, game.legal(state, viewer)):
                self._fault("choose", f"{text} cannot be played with what was chosen before it")
                return
            state, _ = move(game, state, viewer, game.read(text, state, viewer), self.luck.pick)

    def _write(self, action: Action) -> str:
        """Return the notation of an action, from a cache."""
        text = self.written.get(action)
        if text is None:
            text = self.written[action] = self.game.write(action)
        return text

    def _hear(self, entries: tuple[Ply, ...]) -> None:
        """Check words, animations and animation size for the events of one move, as each viewer hears them."""
        for events in {tuple(e for entry in entries for e in heard_by(viewer, entry.heard)) for viewer in self.viewers}:
            self._say(self.drawing.said(self.game, events))
            motion = self.drawing.motion(self.game, events)
            if (size := len(encode(motion))) > MOST_STEP_BYTES:
                self._fault("motion", f"{size} bytes to animate {events}")
            self._say(read_back(motion, tuple[Animation, ...]))


def _prices(ask: Ask) -> Iterator[str]:
    """Yield the notations that the price field of a question can express."""
    if ask.price is not None:
        for number in range(ask.price.least, ask.price.most + 1):
            yield ask.price.text.replace("{n}", str(number))


def _composed(compose: Compose, setting: Setting, legal: Iterable[str]) -> Iterator[str]:
    """Yield those of the legal notations that the counters of a question can express."""
    composer = next(each for each in setting.composers if each.id == compose.composer)
    words = {row.word for row in composer.rows}
    for text in legal:
        said = text.removeprefix(composer.prefix).split()
        counted = all(word in words for word in said[1::2]) and all(number.isdecimal() for number in said[::2])
        total = sum(int(number) for number in said[::2]) if counted else 0
        if said == [composer.nothing] or (counted and 0 < total <= compose.most):
            yield text
