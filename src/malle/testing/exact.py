"""The exact laws of the leak test, by full enumeration of a game's tiny edition.

E1 folds        what a viewer heard determines their view
E2 sufficient   whatever a viewer heard on the way, the same view leaves them the same odds over worlds
E3 imagine      `imagine` draws exactly with those odds
E4 public turn  who is awaited, the viewer's legal actions, default and refusals are the same in all worlds of a view
E5 open is true a secret is called open exactly where somebody who may not know it is sure of it, and whoever is said to
                know it does

Histories are not listed one by one: by E1 and E2 all histories with one view may be followed as one, so each view is
expanded once, with the odds over worlds that belong to it. Every arrival at a view, by whatever way, must bring the
same view from the same hearing (E1) and the same odds (E2); by induction this covers every history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from malle.core import NATURE, AnyGame, Chance, Event, MalleError, Over, Seat, Viewer, Waiting
from malle.core.play import heard_by
from malle.testing.branches import answers_at_deadline, every_way
from malle.testing.faults import Fault, Faults

Odds = dict[int, Fraction]
"""World (its number in the map) -> probability."""


class Way(Struct, frozen=True):
    """One way a move can go: who moved what, what was heard, where it leads, how likely nature makes it."""

    mover: Seat
    action: Any
    heard: tuple[tuple[Event, ...], ...]
    to: int
    odds: Fraction


class Map:
    """All rest states of a game, numbered, with every way from each to the next."""

    def __init__(self, game: AnyGame, *, most: int = 400_000, progress: Callable[[int], None] | None = None) -> None:
        self.game = game
        self.probe = spread(game, most=40)
        self.states: list[Any] = []
        self.ways: list[tuple[Way, ...]] = []
        self._numbers: dict[Any, int] = {}
        self.start = tuple(Way(NATURE, None, *step) for step in self._settle(game.new(), (), Fraction(1)))
        while len(self.ways) < len(self.states):
            self.ways.append(tuple(self._moves(self.states[len(self.ways)])))
            if len(self.states) > most:
                raise ValueError(f"{game.name}: the tiny edition has more than {most} rest states; make it smaller")
            if progress is not None and len(self.ways) % 1000 == 0:
                progress(len(self.ways))

    def _number(self, state: Any) -> int:
        number = self._numbers.get(state)
        if number is None:
            number = self._numbers[state] = len(self.states)
            self.states.append(state)
        return number

    def _moves(self, state: Any) -> Iterator[Way]:
        turn = self.game.turn(state)
        if isinstance(turn, Over):
            return
        assert isinstance(turn, Waiting)
        for seat in turn.seats:
            for action in self.game.legal(state, seat):
                after, heard = self.game.apply(state, seat, action)
                for entries, to, odds in self._settle(after, (heard,), Fraction(1)):
                    yield Way(seat, action, entries, to, odds)

    def _settle(
        self, state: Any, entries: tuple[tuple[Event, ...], ...], odds: Fraction
    ) -> Iterator[tuple[tuple[tuple[Event, ...], ...], int, Fraction]]:
        turn = self.game.turn(state)
        if not isinstance(turn, Chance):
            yield entries, self._number(state), odds
            return
        total = sum(turn.weights)
        for outcome, weight in zip(turn.outcomes, turn.weights, strict=True):
            if weight:
                after, heard = self.game.apply(state, NATURE, outcome)
                yield from self._settle(after, (*entries, heard), odds * Fraction(weight, total))


def check_exact(
    game: AnyGame, *, progress: Callable[[int], None] | None = None, stop_at_first: bool = False
) -> list[Fault]:
    """E1 to E5 for every seat and the spectator. `game` is a tiny edition."""
    map_ = Map(game, progress=progress)
    faults = Faults()
    sure = _Sure(map_)
    for viewer in (None, *map(Seat, range(game.seats))):
        _Watcher(map_, viewer, faults, sure).watch(stop_at_first)
    if not faults.found:
        sure.judge(faults)
    return faults.found


class _Sure:
    """Of which secrets somebody is sure who may not know them, world by world."""

    def __init__(self, map_: Map) -> None:
        self.map = map_
        self.secrets = [
            map_.game.secrets(state) if isinstance(map_.game.turn(state), Waiting) else {} for state in map_.states
        ]
        self.found: set[tuple[int, str]] = set()
        self.unsure: dict[str, str] = {}

    def look(self, viewer: Viewer, odds: Odds) -> None:
        """A viewer cannot tell these worlds apart."""
        worlds = [(world, self.secrets[world]) for world in odds]
        for name, secret in worlds[0][1].items():
            if all(name in each and each[name].value == secret.value for _, each in worlds):
                self.found |= {
                    (world, name) for world, each in worlds if viewer is None or viewer not in each[name].knowers
                }
            elif any(viewer in each[name].knowers for _, each in worlds if name in each):
                self.unsure[name] = f"seat {viewer} should know it in {self.map.states[worlds[0][0]]}, and cannot"

    def judge(self, faults: Faults) -> None:
        """Compares with what the game says."""
        for name, why in self.unsure.items():
            faults.add("E5 open is true", f"{self.map.game.name}: {name}: {why}")
        for world, secrets in enumerate(self.secrets):
            for name, secret in secrets.items():
                if secret.open != ((world, name) in self.found):
                    what = "open, and nobody is sure of it" if secret.open else "closed, and somebody is sure of it"
                    faults.add("E5 open is true", f"{self.map.game.name}: {name} is {what} in {self.map.states[world]}")


class _Watcher:
    """Follows one viewer through everything they can hear."""

    def __init__(self, map_: Map, viewer: Viewer, faults: Faults, sure: _Sure) -> None:
        self.map = map_
        self.game = map_.game
        self.viewer = viewer
        self.faults = faults
        self.sure = sure
        self.known: dict[Any, Odds] = {}
        self.waiting: list[Any] = []

    def watch(self, stop_at_first: bool) -> None:
        """From the first deal to the last view."""
        self._arrive((way, way.odds) for way in self.map.start)
        while self.waiting and not (stop_at_first and self.faults.found):
            odds = self.known[self.waiting.pop()]
            self._arrive((way, share * way.odds) for world, share in odds.items() for way in self.map.ways[world])

    def _arrive(self, ways: Iterator[tuple[Way, Fraction]]) -> None:
        """Sorts the ways by what the viewer hears; each hearing is one arrival."""
        arrivals: dict[Any, Odds] = {}
        for way, share in ways:
            own = way.action if way.mover == self.viewer else None
            hearing = (own, tuple(heard_by(self.viewer, heard) for heard in way.heard))
            worlds = arrivals.setdefault(hearing, {})
            worlds[way.to] = worlds.get(way.to, Fraction(0)) + share
        for hearing, worlds in arrivals.items():
            self._settle(hearing, worlds)

    def _settle(self, hearing: Any, worlds: Odds) -> None:
        who = f"{self.game.name}, viewer {self.viewer}"
        views = {self.game.view(self.map.states[world], self.viewer) for world in worlds}
        if len(views) > 1:
            self.faults.add("E1 folds", f"{who}: after hearing {hearing} there are {len(views)} views, such as {views}")
            return
        view = views.pop()
        total = sum(worlds.values())
        odds = {world: share / total for world, share in worlds.items()}
        if view not in self.known:
            self.known[view] = odds
            self.waiting.append(view)
            self.sure.look(self.viewer, odds)
            self._check_imagine(view, odds, who)
            self._check_public(view, odds, who)
        elif odds != self.known[view]:
            where = f"{who}: hearing {hearing} leads to a view with other odds than another way did: {view}"
            self.faults.add("E2 sufficient", where)

    def _check_imagine(self, view: Any, odds: Odds, who: str) -> None:
        drawn: dict[Any, Fraction] = {}
        try:
            for state, share in every_way(lambda luck: self.game.imagine(view, luck)):
                drawn[state] = drawn.get(state, Fraction(0)) + share
        except Exception as error:
            self.faults.add("E3 imagine", f"{who}: imagine failed on {view}: {error!r}")
            return
        true = {self.map.states[world]: share for world, share in odds.items()}
        if drawn != true:
            missing, wrong = len(true.keys() - drawn.keys()), len(drawn.keys() - true.keys())
            where = f"{missing} worlds never imagined, {wrong} impossible ones imagined, of {len(true)}"
            self.faults.add("E3 imagine", f"{who}: {where}, in view {view}")

    def _check_public(self, view: Any, odds: Odds, who: str) -> None:
        probe = self.map.probe if len(odds) > 1 else ()  # with one world there is nothing that a refusal could tell
        shown = {_public(self.game, self.map.states[world], self.viewer, probe) for world in odds}
        if len(shown) > 1:
            self.faults.add("E4 public turn", f"{who}: {shown} in worlds of one view {view}")
        elif next(iter(shown))[0] != view.turn:
            self.faults.add("E4 public turn", f"{who}: the view says {view.turn}, the game {next(iter(shown))[0]}")


Probe = tuple[tuple[Any, str], ...]
"""Actions and their notation, to be tried where they are not possible."""


def spread(game: AnyGame, most: int) -> Probe:
    """A spread of the actions that can ever occur."""
    actions = game.alphabet()
    return tuple((action, game.write(action)) for action in actions[:: max(1, len(actions) // most)])


def _public(game: AnyGame, state: Any, viewer: Viewer, probe: Probe) -> Any:
    """Everything a viewer is told without an event: turn, own actions, default, refusals."""
    turn = game.turn(state)
    if viewer is None:
        return (turn,)
    legal = tuple(game.legal(state, viewer))
    default = tuple(answers_at_deadline(game, state, viewer)) if legal else ()
    return turn, legal, default, refusals(game, state, viewer, probe)


def refusals(game: AnyGame, state: Any, seat: Seat, probe: Probe) -> tuple[str, ...]:
    """What the game says to these actions and texts, and to one that means nothing."""
    if not probe:
        return ()
    said = []
    for action, text in probe:
        said.append(_refusal(game.apply, state, seat, action))
        said.append(_refusal(game.read, text, state, seat))
    return (*said, _refusal(game.read, "no such thing", state, seat))


def _refusal(attempt: Callable[..., Any], *args: Any) -> str:
    try:
        attempt(*args)
    except MalleError as error:
        return f"{error.slug}: {error}"
    return "taken"
