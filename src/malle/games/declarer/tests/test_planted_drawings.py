"""The drawing suite is proved by planted faults: each drawing is wrong in one way, and is found under its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from malle.core import Message
from malle.core.scene import Button, Choice, ChoiceTree, DrawInput, Panel, Scene, SeatOverlay
from malle.core.scene_checks import decode_drawn
from malle.games.declarer import GAME_INFO, drawing
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import Now
from malle.testing import check_scenes

Drawn = tuple[Scene, SeatOverlay | None]
Spoil = Callable[[Scene, SeatOverlay | None], Drawn]


def with_panel(scene: Scene, own: SeatOverlay | None, panel: Panel) -> Drawn:
    return replace(scene, areas=(*scene.areas, panel)), own


def nobody_asked(scene: Scene, own: SeatOverlay | None) -> Drawn:
    """Nobody is ever asked."""
    return scene, own and replace(own, ask=None)


def everybody_asked(scene: Scene, own: SeatOverlay | None) -> Drawn:
    """The scene of all has a question in it."""
    return replace(scene, ask=ChoiceTree("?", buttons=(Button(Choice("declare nothing"), "?"),))), own


def answer_missing(scene: Scene, own: SeatOverlay | None) -> Drawn:
    """An answer is missing from the question."""
    if own is None or own.ask is None or len(own.ask.buttons) < 2:
        return scene, own
    return scene, replace(own, ask=replace(own.ask, buttons=own.ask.buttons[:1]))


def wrong_notation(scene: Scene, own: SeatOverlay | None) -> Drawn:
    """A button plays what is not legal."""
    if own is None or own.ask is None or not own.ask.buttons:
        return scene, own
    first = own.ask.buttons[0]
    bad = replace(first, act=replace(first.act, text="declare war"))
    return scene, replace(own, ask=replace(own.ask, buttons=(bad, *own.ask.buttons[1:])))


def no_such_symbol(scene: Scene, own: SeatOverlay | None) -> Drawn:
    """A symbol that nobody has drawn."""
    return with_panel(scene, own, Panel("extra", symbol="unicorn"))


def no_such_message(scene: Scene, own: SeatOverlay | None) -> Drawn:
    """A message that no word file has."""
    return with_panel(scene, own, Panel("extra", text=Message("unicorn")))


def argument_missing(scene: Scene, own: SeatOverlay | None) -> Drawn:
    """A message without its argument."""
    return with_panel(scene, own, Panel("extra", text=Message("money")))


def twice(scene: Scene, own: SeatOverlay | None) -> Drawn:
    """An item in two places, under one id."""
    return replace(scene, areas=(*scene.areas, *(replace(area, id=f"{area.id}2") for area in scene.areas))), own


def too_large(scene: Scene, own: SeatOverlay | None) -> Drawn:
    """A text without end."""
    return with_panel(scene, own, Panel("extra", text="no " * 10_000))


looked = iter(range(10**9))


def restless(scene: Scene, own: SeatOverlay | None) -> Drawn:
    """Two drawings of one view differ."""
    return with_panel(scene, own, Panel("extra", text=str(next(looked))))


PLANTED: dict[Spoil, str] = {
    nobody_asked: "ask", everybody_asked: "ask", answer_missing: "ask", wrong_notation: "ask",
    no_such_symbol: "symbols", no_such_message: "words", argument_missing: "words", twice: "scene", too_large: "scene",
    restless: "S1 same scene",
}  # fmt: skip


@pytest.mark.parametrize("spoil", PLANTED, ids=lambda spoil: spoil.__name__)
def test_the_drawing_suite_finds(spoil: Spoil) -> None:
    """A drawing that is wrong is found."""

    class Spoilt:
        COLOURS = drawing.COLOURS
        static_scene = staticmethod(drawing.static_scene)
        animations = staticmethod(drawing.animations)
        log_messages = staticmethod(drawing.log_messages)
        scene: Scene

        def shared_scene(self, game: Declarer, glance: DrawInput[Now]) -> Scene:
            self.scene = decode_drawn(drawing.shared_scene(game, glance), Scene)
            return spoil(self.scene, None)[0]

        def seat_overlay(self, game: Declarer, glance: DrawInput[Now]) -> SeatOverlay | None:
            own = drawing.seat_overlay(game, glance)
            return spoil(self.scene, own and decode_drawn(own, SeatOverlay))[1]

    one = replace(GAME_INFO, seats=(3,), options=tuple(replace(o, choices=(o.default,)) for o in GAME_INFO.options))
    spoilt: Any = Spoilt()
    assert PLANTED[spoil] in {fault.law for fault in check_scenes(replace(one, drawing=spoilt))}


def test_a_game_without_a_drawing_fails() -> None:
    """No picture, no game."""
    assert [fault.law for fault in check_scenes(replace(GAME_INFO, drawing=None))] == ["drawing"]
