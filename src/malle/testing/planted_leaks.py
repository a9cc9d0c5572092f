"""Planted leaks: a law proves its worth by finding a leak that was put there.

`plant_leaks` plants thirteen leaks in any game, given one bit of a state that some viewers may not know. A game's own
tests require that each is found, and plant others that only make sense in that game:

    @pytest.mark.parametrize("kind", LEAK_KINDS)
    def test_planted_leaks_are_found(kind: str) -> None:
        leaky = fix_setting(plant_leaks(GAME_INFO, lies)[kind], 4)
        assert broken_laws(check_paired_rooms(leaky, stop_at_first=True)) & LEAK_LAWS
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from malle.core import Action, GameInfo, Luck, MalleError, Message, Seat, View, Viewer
from malle.core.fragment_cache import cached_fragment
from malle.core.scene import Animation, DrawInput, Panel, SeatOverlay
from malle.testing.violations import Violation

SecretBit = Callable[[Any], bool]
"""Returns one bit of a state, which must stay secret. It is called for every state, also where
chance is to act."""

LEAK_KINDS = (
    "a panel for all", "a panel for a seat", "a piece kept for another", "the setting", "an animation",
    "a line of the log", "the table in sentences", "a robot that peeks", "a refusal", "the order of what is legal",
    "the answer at the deadline", "an event heard twice", "an event left out",
)  # fmt: skip
"""The kinds of leak that `plant_leaks` plants. The robot, a refusal and the order of the legal
actions reach only the awaited seat. So these leaks reveal something only where that seat may not
know the bit."""

LEAK_LAWS = frozenset({"coupled rooms", "S2 coupled step", "quiet default"})
"""The laws under which `check_paired_rooms` reports planted leaks."""


def plant_leaks(game_info: GameInfo, secret_bit: SecretBit) -> Mapping[str, GameInfo]:
    """Return a leaky copy of the game's description for each of `LEAK_KINDS`. Each leaks
    `secret_bit`: of the state in question where a method gets the state, otherwise of the last
    state that any game object of the copy reached."""
    return {kind: _plant_leak(game_info, kind, secret_bit) for kind in LEAK_KINDS}


def fix_setting(game_info: GameInfo, seats: int, **options: Any) -> GameInfo:
    """Return the game's description with `seats` as the only number of seats and a single choice
    for each option. Options not given have their default. Checks of every setting then check only
    this one."""
    settled_options = game_info.complete_options(seats, options)
    fixed_options = (
        replace(option, default=settled_options[option.name], choices=(settled_options[option.name],))
        for option in game_info.options
    )
    return replace(game_info, seats=(seats,), options=tuple(fixed_options))


def with_replaced_functions(part: Any, **replacements: Callable[..., Any]) -> Any:
    """Return a copy of a drawing, or of a game's messages, with the functions of these names
    replaced."""
    names = [name for name in dir(part) if not name.startswith("_")]
    unchanged = {name: getattr(part, name) for name in names if name not in replacements}
    return type(
        "Spoilt", (), {name: _as_class_attribute(value) for name, value in (unchanged | replacements).items()}
    )()


def _as_class_attribute(value: Any) -> Any:
    """Return a callable as a static method, and any other value unchanged."""
    return staticmethod(value) if callable(value) else value


def broken_laws(violations: Iterable[Violation]) -> set[str]:
    """Return the laws that these violations name."""
    return {fault.law for fault in violations}


class _Leak:
    """What all game objects of one leaky game share: the kind of the leak, the secret bit, and the
    last state that any of them reached."""

    def __init__(self, game_info: GameInfo, kind: str, secret_bit: SecretBit) -> None:
        self.game_info = game_info
        self.kind = kind
        self.secret_bit = secret_bit
        self.last_state: Any = None

    @property
    def is_bit_set(self) -> bool:
        """Whether the secret bit is set in the last state that was reached; false before the
        first."""
        return self.last_state is not None and self.secret_bit(self.last_state)


class _LeakyGame:
    """A game that remembers the last state it reached. A method leaks the secret bit if the leak is
    of the method's kind; everything else is passed to the original game."""

    def __init__(self, leak: _Leak, game: Any) -> None:
        self._leak = leak
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, state: Any, mover: Seat, action: Action) -> Any:
        """Apply an action and remember the next state. Leak by repeating or dropping the first
        event."""
        after, heard = self._game.apply(state, mover, action)
        leak = self._leak
        leak.last_state = after
        if heard and leak.is_bit_set:
            heard = {"an event heard twice": heard[:1] + heard, "an event left out": heard[1:]}.get(leak.kind, heard)
        return after, heard

    def legal(self, state: Any, seat: Seat) -> Any:
        """Return the legal actions. Leak by reversing their order."""
        legal = self._game.legal(state, seat)
        is_reversed = self._leak.kind == "the order of what is legal" and self._leak.secret_bit(state)
        return tuple(reversed(legal)) if is_reversed else legal

    def default(self, state: Any, seat: Seat, luck: Luck) -> Any:
        """Return the game's default action. But if the leak is "the answer at the deadline" and the
        secret bit of `state` is set, return the last legal action."""
        is_leaking = self._leak.kind == "the answer at the deadline" and self._leak.secret_bit(state)
        return self._game.legal(state, seat)[-1] if is_leaking else self._game.default(state, seat, luck)

    def read(self, text: str, state: Any, seat: Seat) -> Any:
        """Return the action written as `text`. Leak by adding "!" to a refusal."""
        try:
            return self._game.read(text, state, seat)
        except MalleError as error:
            if self._leak.kind == "a refusal" and self._leak.secret_bit(state):
                raise type(error)(f"{error}!") from error
            raise


def _make_leaky_game(leak: _Leak, seats: int, options: Mapping[str, Any], edition: Path | None) -> Any:
    """Return a new game object that shares this leak with the others."""
    return _LeakyGame(leak, leak.game_info.make_game(seats, options, edition))


def _plant_leak(game_info: GameInfo, kind: str, secret_bit: SecretBit) -> GameInfo:
    """Return the game's description with one leak planted in its game, drawing, messages or robot.
    A leak in the drawing is left out if the game has no drawing."""
    leak, drawing = _Leak(game_info, kind, secret_bit), game_info.drawing
    # The leak itself makes more calls when it reads the bit. The calls law must not find that, so it is turned off.
    leaky = replace(
        game_info,
        make_game=partial(_make_leaky_game, leak),
        make_tiny_game=lambda: _LeakyGame(leak, game_info.make_tiny_game()),
        max_call_difference=sys.maxsize,
    )
    if kind == "the table in sentences":
        return replace(
            leaky, messages=with_replaced_functions(game_info.messages, table_sentences=partial(_leaky_sentences, leak))
        )
    if kind == "a robot that peeks":
        return replace(leaky, robot=partial(_peeking_robot, leak))
    part = _DRAWING_LEAKS.get(kind)
    if part is None or drawing is None:
        return leaky
    return replace(
        leaky, drawing=with_replaced_functions(drawing, **{part[0]: partial(part[1], leak, getattr(drawing, part[0]))})
    )


_EXTRA_PANEL = Panel("more", text="…")


@cached_fragment
def _leaky_fragment(game: Any, now: Any) -> Panel:
    """Return a panel from the fragment cache. It depends on `_FragmentBit`, which is not among its
    arguments; so the cache shows everybody what the first viewer got."""
    return Panel("more", text="!" if _FragmentBit.is_set else "…")


class _FragmentBit:
    """Holds the secret bit for `_leaky_fragment`. It is a class attribute, never an instance."""

    is_set = False


def _leaky_table(leak: _Leak, draw_table: Any, game: Any, glance: DrawInput[Any]) -> Any:
    """Return the scene for all, with an extra panel if the secret bit is set."""
    scene = draw_table(game, glance)
    return replace(scene, areas=(*scene.areas, _EXTRA_PANEL)) if leak.is_bit_set else scene


def _leaky_seat_overlay(leak: _Leak, draw_overlay: Any, game: Any, glance: DrawInput[Any]) -> Any:
    """Return the seat's own part of the scene, with an extra panel if the secret bit is set."""
    overlay = draw_overlay(game, glance) or SeatOverlay()
    return replace(overlay, areas=(*overlay.areas, _EXTRA_PANEL)) if leak.is_bit_set else overlay


def _leaky_overlay_fragment(leak: _Leak, draw_overlay: Any, game: Any, glance: DrawInput[Any]) -> Any:
    """Return the seat's own part of the scene, with a panel from the fragment cache. The panel
    shows the secret bit of the world that was drawn first."""
    overlay = draw_overlay(game, glance) or SeatOverlay()
    _FragmentBit.is_set = leak.is_bit_set
    return replace(overlay, areas=(*overlay.areas, _leaky_fragment(game, glance.now)))


def _leaky_static_scene(leak: _Leak, draw_static_scene: Any, game: Any, viewer: Viewer) -> Any:
    """Return the static scene, with an extra sentence if the secret bit is set."""
    static_scene = draw_static_scene(game, viewer)
    return replace(static_scene, table=(*static_scene.table, "…")) if leak.is_bit_set else static_scene


def _leaky_motion(leak: _Leak, animate: Any, game: Any, events: Any) -> Any:
    """Return the animations, with an extra one if the secret bit is set."""
    animations = animate(game, events)
    return (*animations, Animation()) if leak.is_bit_set else animations


def _leaky_log(leak: _Leak, log_messages: Any, game: Any, events: Any) -> Any:
    """Return the log's messages, with the first repeated if the secret bit is set."""
    messages = log_messages(game, events)
    return (*messages, *messages[:1]) if leak.is_bit_set else messages


def _leaky_sentences(leak: _Leak, game: Any, view: View) -> tuple[Message, ...]:
    """Return the table's messages, with the first repeated if the secret bit is set."""
    messages = leak.game_info.messages.table_sentences(game, view)
    return (*messages, *messages[:1]) if leak.is_bit_set else messages


def _peeking_robot(leak: _Leak, game: Any, view: View, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return the last legal action if the secret bit is set, else the first: a robot that peeks at
    the state."""
    return legal[-1] if leak.is_bit_set else legal[0]


_DRAWING_LEAKS: Mapping[str, tuple[str, Callable[..., Any]]] = {
    "a panel for all": ("shared_scene", _leaky_table),
    "a panel for a seat": ("seat_overlay", _leaky_seat_overlay),
    "a piece kept for another": ("seat_overlay", _leaky_overlay_fragment),
    "the setting": ("static_scene", _leaky_static_scene),
    "an animation": ("animations", _leaky_motion),
    "a line of the log": ("log_messages", _leaky_log),
}
"""By kind of leak: the name of the drawing's function that is replaced, and its replacement."""
