"""The exact laws of the leak test, checked by full enumeration of a game's tiny edition.

E1 folds        what a viewer heard determines their view
E2 sufficient   worlds have the same odds for a viewer in every history that leads to the same view
E3 imagine      `imagine` draws exactly with those odds
E4 public turn  awaited seats, the viewer's legal actions, default and refusals are the same in all worlds of a view
E5 open is true a secret is marked open exactly where a viewer who may not know it is sure of it, and every
                viewer listed as knowing it does
E6 never stuck  from every state, default actions alone can lead to an end

Histories are not listed one by one. By E1 and E2 all histories with one view may be followed as one, so each view is
expanded once, with its odds over worlds. Every arrival at a view, by whatever path, must bring the same view for the
same hearing (E1) and the same odds (E2). By induction this covers every history.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from math import gcd, lcm
from typing import Any

from msgspec import Struct

from malle.core import NATURE, AnyGame, Chance, Event, MalleError, Over, Seat, Viewer, Waiting
from malle.core.play import heard_by
from malle.testing.branches import answers_at_deadline, branches
from malle.testing.faults import Fault, Faults

Odds = dict[int, int]
"""State number -> weight, in lowest terms, so that equal odds are equal dicts."""
Share = tuple[int, int]
"""A probability as (numerator, denominator)."""
ASKED, UNASKED = 40, 4
"""About how many actions are tried on each state: first, when the viewer is awaited, always the same ones.
Second, when not awaited: a few for each view, in rotation through all actions. Those are refused before
anything is read."""


class Way(Struct, frozen=True):
    """One possible move with its chance outcomes: who acted, the events of each entry, the state that follows,
    and the probability of the chance."""

    mover: Seat
    action: Any
    heard: tuple[tuple[Event, ...], ...]
    to: int
    share: Share


class Map:
    """All rest states of a game (a seat is awaited, or the game is over), numbered, with all transitions
    between them. `ValueError` if there are more than `max_states`."""

    def __init__(self, game: AnyGame, *, most: int = 400_000, progress: Callable[[int], None] | None = None) -> None:
        self.game = game
        self.probe = spread(game, most=ASKED)
        self.all = spread(game, most=10_000)
        self.states: list[Any] = []
        self.ways: list[tuple[Way, ...]] = []
        self._numbers: dict[Any, int] = {}
        self.start = tuple(Way(NATURE, None, *step) for step in self._settle(game.new(), (), (1, 1)))
        while len(self.ways) < len(self.states):
            self.ways.append(tuple(self._moves(self.states[len(self.ways)])))
            if len(self.states) > most:
                raise ValueError(f"{game.name}: the tiny edition has more than {most} rest states; make it smaller")
            if progress is not None and len(self.ways) % 1000 == 0:
                progress(len(self.ways))

    def number(self, state: Any) -> int | None:
        """Return the number of a state, or `None` if the game cannot reach it."""
        return self._numbers.get(state)

    def _number(self, state: Any) -> int:
        """Return the number of a state, and append the state if it is new."""
        number = self._numbers.get(state)
        if number is None:
            number = self._numbers[state] = len(self.states)
            self.states.append(state)
        return number

    def _moves(self, state: Any) -> Iterator[Way]:
        """Yield all transitions from a state: every action of every awaited seat, with every chance outcome
        after it."""
        turn = self.game.turn(state)
        if isinstance(turn, Over):
            return
        assert isinstance(turn, Waiting)
        for seat in turn.seats:
            for action in self.game.legal(state, seat):
                after, heard = self.game.apply(state, seat, action)
                for entries, to, share in self._settle(after, (heard,), (1, 1)):
                    yield Way(seat, action, entries, to, share)

    def _settle(
        self, state: Any, entries: tuple[tuple[Event, ...], ...], share: Share
    ) -> Iterator[tuple[tuple[tuple[Event, ...], ...], int, Share]]:
        """Resolve chance in all possible ways. Yield for each the events by entry, the rest state's number,
        and the probability."""
        turn = self.game.turn(state)
        if not isinstance(turn, Chance):
            yield entries, self._number(state), share
            return
        total = sum(turn.weights)
        for outcome, weight in zip(turn.outcomes, turn.weights, strict=True):
            if weight:
                after, heard = self.game.apply(state, NATURE, outcome)
                yield from self._settle(after, (*entries, heard), (share[0] * weight, share[1] * total))


def check_exact(
    game: AnyGame, *, progress: Callable[[int], None] | None = None, stop_at_first: bool = False
) -> list[Fault]:
    """Check laws E1 to E6 and return the violations. `game` is a tiny edition. E1 to E4 are checked for every
    seat and the spectator; E5 and E6 only if nothing was found before. `progress` receives the states explored
    so far."""
    map_ = Map(game, progress=progress)
    faults = Faults()
    sure = _Sure(map_)
    for viewer in (None, *map(Seat, range(game.seats))):
        _Watcher(map_, viewer, faults, sure).watch(stop_at_first)
    if not faults.found:
        sure.judge(faults)
    if not faults.found:
        for state in stuck(map_):
            faults.add("E6 never stuck", f"{game.name}: answers at deadlines lead to no end from {state}")
    return faults.found


def stuck(map_: Map) -> list[Any]:
    """Return the states from which default actions lead to no end. If there are none, a table that all players
    have left ends some day: the states are finite, and from each one a path to an end has a positive
    probability."""
    before: dict[int, list[int]] = defaultdict(list)
    waiting: list[int] = []
    for number, state in enumerate(map_.states):
        turn = map_.game.turn(state)
        if isinstance(turn, Over):
            waiting.append(number)
            continue
        assert isinstance(turn, Waiting)
        answers = {(seat, each) for seat in turn.seats for each, _ in answers_at_deadline(map_.game, state, seat)}
        for way in map_.ways[number]:
            if (way.mover, way.action) in answers:
                before[way.to].append(number)
    ending = set(waiting)
    while waiting:
        new = set(before[waiting.pop()]) - ending
        ending |= new
        waiting.extend(new)
    return [state for number, state in enumerate(map_.states) if number not in ending]


class _Sure:
    """Records, world by world, the secrets that a viewer can infer although they are not listed as knowing
    them."""

    def __init__(self, map_: Map) -> None:
        self.map = map_
        self.secrets = [
            map_.game.secrets(state) if isinstance(map_.game.turn(state), Waiting) else {} for state in map_.states
        ]
        self.found: set[tuple[int, str]] = set()
        self.unsure: dict[str, str] = {}

    def look(self, viewer: Viewer, odds: Odds) -> None:
        """Record what a viewer can infer from a set of worlds that they cannot tell apart. A secret is
        inferred if its value is the same in all of them."""
        worlds = [(world, self.secrets[world]) for world in odds]
        for name, secret in worlds[0][1].items():
            if all(name in each and each[name].value == secret.value for _, each in worlds):
                self.found |= {
                    (world, name) for world, each in worlds if viewer is None or viewer not in each[name].knowers
                }
            elif any(viewer in each[name].knowers for _, each in worlds if name in each):
                self.unsure[name] = f"seat {viewer} should know it in {self.map.states[worlds[0][0]]}, and cannot"

    def judge(self, faults: Faults) -> None:
        """Report each secret whose `open` mark differs from what was recorded, and each listed viewer who
        cannot know it."""
        for name, why in self.unsure.items():
            faults.add("E5 open is true", f"{self.map.game.name}: {name}: {why}")
        for world, secrets in enumerate(self.secrets):
            for name, secret in secrets.items():
                if secret.open != ((world, name) in self.found):
                    what = "open, and nobody is sure of it" if secret.open else "closed, and somebody is sure of it"
                    faults.add("E5 open is true", f"{self.map.game.name}: {name} is {what} in {self.map.states[world]}")


class _Watcher:
    """Follows one viewer through everything that they can hear, and checks E1 to E4."""

    def __init__(self, map_: Map, viewer: Viewer, faults: Faults, sure: _Sure) -> None:
        self.map = map_
        self.game = map_.game
        self.viewer = viewer
        self.who = f"{map_.game.name}, viewer {viewer}"
        self.faults = faults
        self.sure = sure
        self.views: list[Any] = []
        self.known: list[Odds | None] = []
        """By view number: the odds over worlds, or `None` while the view has not been reached."""
        self.waiting: list[int] = []
        self._numbers: dict[Any, int] = {}
        self._view_of: dict[int, int] = {}
        self._others = cycle(map_.all)

    def watch(self, stop_at_first: bool) -> None:
        """Expand views from the first deal until none is left. With `stop_at_first`, stop after a violation."""
        self._arrive([(way, 1) for way in self.map.start])
        while self.waiting and not (stop_at_first and self.faults.found):
            odds = self.known[self.waiting.pop()]
            assert odds is not None
            self._arrive([(way, weight) for world, weight in odds.items() for way in self.map.ways[world]])

    def _arrive(self, ways: list[tuple[Way, int]]) -> None:
        """Group weighted transitions by what the viewer hears, and check each group as one arrival."""
        arrivals: dict[Any, Odds] = {}
        common = lcm(*{way.share[1] for way, _ in ways})
        for way, weight in ways:
            own = way.action if way.mover == self.viewer else None
            hearing = (own, tuple([heard_by(self.viewer, heard) for heard in way.heard]))
            worlds = arrivals.setdefault(hearing, {})
            share, total = way.share
            worlds[way.to] = worlds.get(way.to, 0) + weight * share * (common // total)
        for hearing, worlds in arrivals.items():
            self._settle(hearing, _lowest(worlds))

    def _view(self, world: int) -> int:
        """Return the number of the viewer's view of a world, and append the view if it is new."""
        number = self._view_of.get(world)
        if number is None:
            view = self.game.view(self.map.states[world], self.viewer)
            number = self._numbers.setdefault(view, len(self.views))
            if number == len(self.views):
                self.views.append(view)
                self.known.append(None)
            self._view_of[world] = number
        return number

    def _settle(self, hearing: Any, odds: Odds) -> None:
        """Check E1 and E2 for the worlds that one hearing leaves possible. At a view's first arrival, record
        its odds and check E3 and E4."""
        numbers = {self._view(world) for world in odds}
        if len(numbers) > 1:
            views = [self.views[number] for number in numbers]
            self.faults.add("E1 folds", f"{self.who}: after hearing {hearing} there are {len(views)} views: {views}")
            return
        number = numbers.pop()
        if self.known[number] is None:
            self.known[number] = odds
            self.waiting.append(number)
            self.sure.look(self.viewer, odds)
            self._check_imagine(self.views[number], odds)
            self._check_public(self.views[number], odds)
        elif odds != self.known[number]:
            where = f"hearing {hearing} leads to a view with other odds than another way did: {self.views[number]}"
            self.faults.add("E2 sufficient", f"{self.who}: {where}")

    def _check_imagine(self, view: Any, odds: Odds) -> None:
        """Check E3: enumerate every result of `imagine`, and compare its probabilities with the view's odds."""
        strangers: dict[Any, int] = {}
        made: list[tuple[int, Share]] = []
        try:
            for state, share in branches(lambda luck: self.game.imagine(view, luck)):
                world = self.map.number(state)
                made.append((strangers.setdefault(state, -1 - len(strangers)) if world is None else world, share))
        except Exception as error:
            self.faults.add("E3 imagine", f"{self.who}: imagine failed on {view}: {error!r}")
            return
        drawn: Odds = defaultdict(int)
        common = lcm(*{total for _, (_, total) in made})
        for world, (weight, total) in made:
            drawn[world] += weight * (common // total)
        if _lowest(drawn) != odds:
            missing, wrong = len(odds.keys() - drawn.keys()), len(drawn.keys() - odds.keys())
            where = f"{missing} worlds never imagined, {wrong} impossible ones imagined, of {len(odds)}"
            self.faults.add("E3 imagine", f"{self.who}: {where}, in view {view}")

    def _check_public(self, view: Any, odds: Odds) -> None:
        """Check E4: all worlds of a view answer the viewer alike, and the view names the right turn."""
        states = [self.map.states[world] for world in odds]
        if view.turn != self.game.turn(states[0]):
            said = f"the view says {view.turn}, the game {self.game.turn(states[0])}"
            self.faults.add("E4 public turn", f"{self.who}: {said}")
        if len(states) == 1:  # with one world there is nothing to compare
            return
        asked = isinstance(view.turn, Waiting) and self.viewer in view.turn.seats
        probe = self.map.probe if asked else tuple(islice(self._others, UNASKED))
        first = _public(self.game, states[0], self.viewer, probe)
        for state in states[1:]:
            other = _public(self.game, state, self.viewer, probe)
            if other != first:
                self.faults.add("E4 public turn", f"{self.who}: {first} and {other} in worlds of one view {view}")
                break


def _lowest(weights: Odds) -> Odds:
    """Return the same odds in lowest terms."""
    common = gcd(*weights.values())
    return dict(weights) if common == 1 else {world: weight // common for world, weight in weights.items()}


Probe = tuple[tuple[Any, str], ...]
"""Actions with their notations, to be tried where they may not be legal."""


def spread(game: AnyGame, most: int) -> Probe:
    """Return `size` or more, but less than twice as many, actions spread evenly over the game's alphabet, with
    their notations; all of them if there are fewer."""
    actions = game.alphabet()
    return tuple((action, game.write(action)) for action in actions[:: max(1, len(actions) // most)])


def _public(game: AnyGame, state: Any, viewer: Viewer, probe: Probe) -> Any:
    """Return what a viewer learns without an event: turn, own legal actions, default odds and refusals."""
    turn = game.turn(state)
    if viewer is None:
        return (turn,)
    legal = tuple(game.legal(state, viewer))
    default = tuple(answers_at_deadline(game, state, viewer)) if legal else ()
    return turn, legal, default, refusals(game, state, viewer, probe)


def refusals(game: AnyGame, state: Any, seat: Seat, probe: Probe) -> tuple[str, ...]:
    """Return the game's replies to these actions and notations, and to one meaningless text. Empty without
    probes."""
    if not probe:
        return ()
    said = []
    for action, text in probe:
        said.append(_refusal(game.apply, state, seat, action))
        said.append(_refusal(game.read, text, state, seat))
    return (*said, _refusal(game.read, "no such thing", state, seat))


def _refusal(attempt: Callable[..., Any], *args: Any) -> str:
    """Return the refusal as "slug: sentence", or "taken" if the call succeeds."""
    try:
        attempt(*args)
    except MalleError as error:
        return f"{error.slug}: {error}"
    return "taken"
