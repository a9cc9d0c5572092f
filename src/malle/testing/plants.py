"""Planted leaks: a law proves its worth by finding a leak that was put there.

`plant_leaks` plants thirteen leaks in any game, given one bit of a state that some viewers may not know. A game's own
tests require that each is found, and plant others that only make sense in that game:

    @pytest.mark.parametrize("kind", LEAK_KINDS)
    def test_planted_leaks_are_found(kind: str) -> None:
        leaky = fix_setting(plant_leaks(SHEET, lies)[kind], 4)
        assert broken_laws(check_paired_rooms(leaky, stop_at_first=True)) & LEAK_LAWS
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from malle.core import Action, Luck, MalleError, Say, Seat, Sheet, View, Viewer
from malle.core.piece import piece
from malle.core.scene import Animation, Glance, Own, Panel
from malle.testing.faults import Fault

Tell = Callable[[Any], bool]
"""Returns a bit of a state that must stay secret. It is called for every state, also where chance is to act."""

LEAKS = (
    "a panel for all", "a panel for a seat", "a piece kept for another", "the setting", "an animation",
    "a line of the log", "the table in sentences", "a robot that peeks", "a refusal", "the order of what is legal",
    "the answer at the deadline", "an event heard twice", "an event left out",
)  # fmt: skip
"""The kinds of leak that `plant_leaks` plants. The middle ones reveal something only where the awaited seat
may not know the bit."""

LAWS = frozenset({"coupled rooms", "S2 coupled step", "quiet default"})
"""The laws by which `check_paired_rooms` finds planted leaks."""


def leaks(sheet: Sheet, tell: Tell) -> Mapping[str, Sheet]:
    """Return a leaky copy of the game's description for each of `LEAK_KINDS`. All reveal the same bit, that of
    the state reached last."""
    return {kind: _planted(sheet, kind, tell) for kind in LEAKS}


def in_setting(sheet: Sheet, seats: int, **options: Any) -> Sheet:
    """Return the game's description with a single number of seats and a single choice for each option. Checks
    of every setting then check only this one."""
    settled = sheet.settle_options(seats, options)
    fixed = (replace(option, default=settled[option.name], choices=(settled[option.name],)) for option in sheet.options)
    return replace(sheet, seats=(seats,), options=tuple(fixed))


def spoilt(part: Any, **changed: Callable[..., Any]) -> Any:
    """Return a copy of a drawing or of a game's messages with some functions replaced, by name."""
    names = [name for name in dir(part) if not name.startswith("_")]
    same = {name: getattr(part, name) for name in names if name not in changed}
    return type("Spoilt", (), {name: _as_it_is(each) for name, each in (same | changed).items()})()


def _as_it_is(value: Any) -> Any:
    """Return a callable as a static method, and any other value unchanged."""
    return staticmethod(value) if callable(value) else value


def laws(faults: Iterable[Fault]) -> set[str]:
    """Return the laws that these violations name."""
    return {fault.law for fault in faults}


class _Leak:
    """State shared by all game objects of one leaky game: which leak it is, and the last state reached in any
    of them."""

    def __init__(self, sheet: Sheet, kind: str, tell: Tell) -> None:
        self.sheet = sheet
        self.kind = kind
        self.tell = tell
        self.last: Any = None

    @property
    def told(self) -> bool:
        """Whether the secret bit is set in the last state."""
        return self.last is not None and self.tell(self.last)


class _Leaky:
    """A game that remembers the last state it reached. Its methods leak the bit if the leak is of their kind."""

    def __init__(self, leak: _Leak, game: Any) -> None:
        self._leak = leak
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, state: Any, mover: Seat, action: Action) -> Any:
        """Apply an action, and leak by repeating or dropping its first event."""
        after, heard = self._game.apply(state, mover, action)
        leak = self._leak
        leak.last = after
        if heard and leak.told:
            heard = {"an event heard twice": heard[:1] + heard, "an event left out": heard[1:]}.get(leak.kind, heard)
        return after, heard

    def legal(self, state: Any, seat: Seat) -> Any:
        """Return the legal actions, and leak by reversing their order."""
        legal = self._game.legal(state, seat)
        turned = self._leak.kind == "the order of what is legal" and self._leak.tell(state)
        return tuple(reversed(legal)) if turned else legal

    def default(self, state: Any, seat: Seat, luck: Luck) -> Any:
        """Return the default action, and leak by replacing it with the last legal one."""
        knows = self._leak.kind == "the answer at the deadline" and self._leak.tell(state)
        return self._game.legal(state, seat)[-1] if knows else self._game.default(state, seat, luck)

    def read(self, text: str, state: Any, seat: Seat) -> Any:
        """Read a notation, and leak by adding "!" to a refusal."""
        try:
            return self._game.read(text, state, seat)
        except MalleError as error:
            if self._leak.kind == "a refusal" and self._leak.tell(state):
                raise type(error)(f"{error}!") from error
            raise


def _make(leak: _Leak, seats: int, options: Mapping[str, Any], edition: Path | None) -> Any:
    """Return a leaky game object that shares this leak."""
    return _Leaky(leak, leak.sheet.make(seats, options, edition))


def _planted(sheet: Sheet, kind: str, tell: Tell) -> Sheet:
    """Return the game's description with one leak planted in its game, drawing, messages or robot."""
    leak, drawing = _Leak(sheet, kind, tell), sheet.drawing
    # The leak itself makes more calls when it reads the bit. The calls law must not find that, so it is turned off.
    made = replace(sheet, make=partial(_make, leak), tiny=lambda: _Leaky(leak, sheet.tiny()), calls=sys.maxsize)
    if kind == "the table in sentences":
        return replace(made, telling=spoilt(sheet.telling, table=partial(_sentences, leak)))
    if kind == "a robot that peeks":
        return replace(made, robot=partial(_peek, leak))
    part = _DRAWN.get(kind)
    if part is None or drawing is None:
        return made
    return replace(made, drawing=spoilt(drawing, **{part[0]: partial(part[1], leak, getattr(drawing, part[0]))}))


_MORE = Panel("more", text="…")


@piece
def _kept(game: Any, now: Any) -> Panel:
    """Return a panel that depends on more than its arguments, so the cache shows everybody what the first
    viewer got."""
    return Panel("more", text="!" if _Kept.told else "…")


class _Kept:
    """Holds the secret bit for `_leaky_fragment`."""

    told = False


def _table(leak: _Leak, table: Any, game: Any, glance: Glance[Any]) -> Any:
    """Return the scene for all, with an extra panel if the bit is set."""
    scene = table(game, glance)
    return replace(scene, areas=(*scene.areas, _MORE)) if leak.told else scene


def _own(leak: _Leak, own: Any, game: Any, glance: Glance[Any]) -> Any:
    """Return the seat's own part, with an extra panel if the bit is set."""
    made = own(game, glance) or Own()
    return replace(made, areas=(*made.areas, _MORE)) if leak.told else made


def _own_piece(leak: _Leak, own: Any, game: Any, glance: Glance[Any]) -> Any:
    """Return the seat's own part with a panel from the fragment cache, computed with the bit of the world
    drawn first."""
    made = own(game, glance) or Own()
    _Kept.told = leak.told
    return replace(made, areas=(*made.areas, _kept(game, glance.now)))


def _setting(leak: _Leak, setting: Any, game: Any, viewer: Viewer) -> Any:
    """Return the setting, with an extra sentence if the bit is set."""
    made = setting(game, viewer)
    return replace(made, table=(*made.table, "…")) if leak.told else made


def _motion(leak: _Leak, motion: Any, game: Any, events: Any) -> Any:
    """Return the animations, with an extra one if the bit is set."""
    made = motion(game, events)
    return (*made, Animation()) if leak.told else made


def _said(leak: _Leak, said: Any, game: Any, events: Any) -> Any:
    """Return the log's messages, with the first repeated if the bit is set."""
    made = said(game, events)
    return (*made, *made[:1]) if leak.told else made


def _sentences(leak: _Leak, game: Any, view: View) -> tuple[Say, ...]:
    """Return the table's messages, with the first repeated if the bit is set."""
    made = leak.sheet.telling.table(game, view)
    return (*made, *made[:1]) if leak.told else made


def _peek(leak: _Leak, game: Any, view: View, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Choose the last legal action if the bit is set, else the first: a robot that peeks at the state."""
    return legal[-1] if leak.told else legal[0]


_DRAWN: Mapping[str, tuple[str, Callable[..., Any]]] = {
    "a panel for all": ("table", _table),
    "a panel for a seat": ("own", _own),
    "a piece kept for another": ("own", _own_piece),
    "the setting": ("setting", _setting),
    "an animation": ("motion", _motion),
    "a line of the log": ("said", _said),
}
"""By leak: the function of the drawing that is replaced, and its replacement."""
