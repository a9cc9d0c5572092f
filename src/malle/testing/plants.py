"""Planting leaks: a law is worth its time if it finds one.

`leaks` plants a dozen of them in any game, given one bit of a state that somebody may not know; a game's own tests want
each to be found, and plant others that are of that game alone:

    @pytest.mark.parametrize("leak", LEAKS)
    def test_planted_leaks_are_found(leak: str) -> None:
        leaky = in_setting(leaks(SHEET, lies)[leak], 4)
        assert laws(check_coupled(leaky, stop_at_first=True)) & LAWS
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
"""A bit of a state that must not be told. It is asked of every state, also where nature is to act."""

LEAKS = (
    "a panel for all", "a panel for a seat", "a piece kept for another", "the setting", "an animation",
    "a line of the log", "the table in sentences", "a robot that peeks", "a refusal", "the order of what is legal",
    "the answer at the deadline", "an event heard twice", "an event left out",
)  # fmt: skip
"""The kinds of leak that `leaks` plants. The middle ones tell only where somebody is asked who may not know."""

LAWS = frozenset({"coupled rooms", "S2 coupled step", "quiet default"})
"""What `check_coupled` finds them by."""


def leaks(sheet: Sheet, tell: Tell) -> Mapping[str, Sheet]:
    """The sheet with each of `LEAKS` planted in it: all tell the same bit of the state that was reached last."""
    return {kind: _planted(sheet, kind, tell) for kind in LEAKS}


def in_setting(sheet: Sheet, seats: int, **options: Any) -> Sheet:
    """The sheet with one number of seats and no choice of options: what checks every setting checks this one."""
    settled = sheet.settle_options(seats, options)
    fixed = (replace(option, default=settled[option.name], choices=(settled[option.name],)) for option in sheet.options)
    return replace(sheet, seats=(seats,), options=tuple(fixed))


def spoilt(part: Any, **changed: Callable[..., Any]) -> Any:
    """A drawing or a telling with some of its functions changed."""
    names = [name for name in dir(part) if not name.startswith("_")]
    same = {name: getattr(part, name) for name in names if name not in changed}
    return type("Spoilt", (), {name: _as_it_is(each) for name, each in (same | changed).items()})()


def _as_it_is(value: Any) -> Any:
    return staticmethod(value) if callable(value) else value


def laws(faults: Iterable[Fault]) -> set[str]:
    """The laws that were broken."""
    return {fault.law for fault in faults}


class _Leak:
    """What the leaks of one sheet know: the bit in the state reached last, by whichever game object."""

    def __init__(self, sheet: Sheet, kind: str, tell: Tell) -> None:
        self.sheet = sheet
        self.kind = kind
        self.tell = tell
        self.last: Any = None

    @property
    def told(self) -> bool:
        return self.last is not None and self.tell(self.last)


class _Leaky:
    """A game that remembers the last state it reached, and leaks by its verbs if its leak is of such a kind."""

    def __init__(self, leak: _Leak, game: Any) -> None:
        self._leak = leak
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, state: Any, mover: Seat, action: Action) -> Any:
        after, heard = self._game.apply(state, mover, action)
        leak = self._leak
        leak.last = after
        if heard and leak.told:
            heard = {"an event heard twice": heard[:1] + heard, "an event left out": heard[1:]}.get(leak.kind, heard)
        return after, heard

    def legal(self, state: Any, seat: Seat) -> Any:
        legal = self._game.legal(state, seat)
        turned = self._leak.kind == "the order of what is legal" and self._leak.tell(state)
        return tuple(reversed(legal)) if turned else legal

    def default(self, state: Any, seat: Seat, luck: Luck) -> Any:
        knows = self._leak.kind == "the answer at the deadline" and self._leak.tell(state)
        return self._game.legal(state, seat)[-1] if knows else self._game.default(state, seat, luck)

    def read(self, text: str, state: Any, seat: Seat) -> Any:
        try:
            return self._game.read(text, state, seat)
        except MalleError as error:
            if self._leak.kind == "a refusal" and self._leak.tell(state):
                raise type(error)(f"{error}!") from error
            raise


def _make(leak: _Leak, seats: int, options: Mapping[str, Any], edition: Path | None) -> Any:
    return _Leaky(leak, leak.sheet.make(seats, options, edition))


def _planted(sheet: Sheet, kind: str, tell: Tell) -> Sheet:
    leak, drawing = _Leak(sheet, kind, tell), sheet.drawing
    # What plants the leak asks for the bit, and takes more calls for it: that is not to be found.
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
    """A piece that depends on more than its arguments: it is kept for the first who looks, and shown to all."""
    return Panel("more", text="!" if _Kept.told else "…")


class _Kept:
    told = False


def _table(leak: _Leak, table: Any, game: Any, glance: Glance[Any]) -> Any:
    scene = table(game, glance)
    return replace(scene, areas=(*scene.areas, _MORE)) if leak.told else scene


def _own(leak: _Leak, own: Any, game: Any, glance: Glance[Any]) -> Any:
    made = own(game, glance) or Own()
    return replace(made, areas=(*made.areas, _MORE)) if leak.told else made


def _own_piece(leak: _Leak, own: Any, game: Any, glance: Glance[Any]) -> Any:
    made = own(game, glance) or Own()
    _Kept.told = leak.told
    return replace(made, areas=(*made.areas, _kept(game, glance.now)))


def _setting(leak: _Leak, setting: Any, game: Any, viewer: Viewer) -> Any:
    made = setting(game, viewer)
    return replace(made, table=(*made.table, "…")) if leak.told else made


def _motion(leak: _Leak, motion: Any, game: Any, events: Any) -> Any:
    made = motion(game, events)
    return (*made, Animation()) if leak.told else made


def _said(leak: _Leak, said: Any, game: Any, events: Any) -> Any:
    made = said(game, events)
    return (*made, *made[:1]) if leak.told else made


def _sentences(leak: _Leak, game: Any, view: View) -> tuple[Say, ...]:
    made = leak.sheet.telling.table(game, view)
    return (*made, *made[:1]) if leak.told else made


def _peek(leak: _Leak, game: Any, view: View, legal: tuple[Action, ...], luck: Luck) -> Action:
    return legal[-1] if leak.told else legal[0]


_DRAWN: Mapping[str, tuple[str, Callable[..., Any]]] = {
    "a panel for all": ("table", _table),
    "a panel for a seat": ("own", _own),
    "a piece kept for another": ("own", _own_piece),
    "the setting": ("setting", _setting),
    "an animation": ("motion", _motion),
    "a line of the log": ("said", _said),
}
