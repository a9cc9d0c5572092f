"""The drawing suite is proved by faults planted for it: each scene is wrong in one way, and is found under its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from malle.core import AnyGame
from malle.core.scene import Glance, Panel, Scene
from malle.games.declarer import SHEET, drawing
from malle.testing import check_drawn

Spoil = Callable[[Scene, Glance], Scene]


def with_panel(scene: Scene, panel: Panel) -> Scene:
    return replace(scene, areas=(*scene.areas, panel))


def nobody_asked(scene: Scene, glance: Glance) -> Scene:
    """Nobody is ever asked."""
    return replace(scene, ask=None)


def everybody_asked(scene: Scene, glance: Glance) -> Scene:
    """An answer is missing from the question."""
    if scene.ask is None or len(scene.ask.buttons) < 2:
        return scene
    return replace(scene, ask=replace(scene.ask, buttons=scene.ask.buttons[:1]))


def wrong_notation(scene: Scene, glance: Glance) -> Scene:
    """A button plays what is not legal."""
    if scene.ask is None or not scene.ask.buttons:
        return scene
    first = scene.ask.buttons[0]
    bad = replace(first, act=replace(first.act, text="declare war"))
    return replace(scene, ask=replace(scene.ask, buttons=(bad, *scene.ask.buttons[1:])))


def no_such_symbol(scene: Scene, glance: Glance) -> Scene:
    """A symbol that nobody has drawn."""
    return with_panel(scene, Panel("extra", symbol="unicorn"))


def twice(scene: Scene, glance: Glance) -> Scene:
    """Every area twice, under one id."""
    return replace(scene, areas=(*scene.areas, *scene.areas))


def too_long(scene: Scene, glance: Glance) -> Scene:
    """A text without end."""
    return with_panel(scene, Panel("extra", text="no " * 200))


looked = iter(range(10**9))


def restless(scene: Scene, glance: Glance) -> Scene:
    """Two drawings of one view differ."""
    return with_panel(scene, Panel("extra", text=str(next(looked))))


PLANTED: dict[Spoil, str] = {
    nobody_asked: "ask", everybody_asked: "ask", wrong_notation: "ask", no_such_symbol: "symbols", twice: "scene",
    too_long: "scene", restless: "S1 same scene",
}  # fmt: skip


@pytest.mark.parametrize("spoil", PLANTED, ids=lambda spoil: spoil.__name__)
def test_the_drawing_suite_finds(spoil: Spoil) -> None:
    """A scene that is wrong is found."""

    class Spoilt:
        COLOURS = drawing.COLOURS
        setting = staticmethod(drawing.setting)
        steps = staticmethod(drawing.steps)
        said = staticmethod(drawing.said)

        @staticmethod
        def scene(game: AnyGame, glance: Glance) -> Scene:
            return spoil(drawing.scene(game, glance), glance)

    one = replace(SHEET, seats=(3,), options=tuple(replace(o, choices=(o.default,)) for o in SHEET.options))
    spoilt: Any = Spoilt()
    assert PLANTED[spoil] in {fault.law for fault in check_drawn(replace(one, drawing=spoilt))}


def test_a_game_without_a_drawing_fails() -> None:
    """No picture, no game."""
    assert [fault.law for fault in check_drawn(replace(SHEET, drawing=None))] == ["drawing"]
