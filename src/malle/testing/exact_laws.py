"""The exact laws of the leak test, checked by full enumeration of a game's tiny edition.

E1 folds        what a viewer heard determines their view
E2 sufficient   worlds have the same odds for a viewer in every history that leads to the same view
E3 imagine      `imagine` draws exactly with those odds
E4 public turn  awaited seats, the viewer's legal actions, default and refusals are the same in all worlds of a view
E5 open is true a secret is marked `is_public` exactly where some viewer who is not
                among its `knowers` can infer it, and all its `knowers` can
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
from malle.core.play import events_for_viewer
from malle.testing.exhaustive_random import default_probabilities, weighted_outcomes
from malle.testing.violations import Violation, Violations

Odds = dict[int, int]
"""By state number: the weight of that state. Weights are in lowest terms, so equal odds are equal
dicts."""
Ratio = tuple[int, int]
"""A probability as (numerator, denominator)."""
PROBES_IF_AWAITED, PROBES_IF_NOT_AWAITED = 40, 4
"""About how many actions are tried on each state, whether legal or not. The first number is for an
awaited viewer; the actions are always the same. The second is for a viewer who is not awaited: each
view gets the next few actions of the alphabet. Few are enough there, because a game refuses a seat
that is not awaited before it reads anything else."""


class Transition(Struct, frozen=True):
    """One possible move with the outcomes of chance that follow it. Made by `StateGraph`."""

    mover: Seat
    """Who acted; `NATURE` for the deal at the start of the game."""
    action: Any
    """The mover's action; `None` for the deal."""
    events_by_entry: tuple[tuple[Event, ...], ...]
    """The events of each log entry: those of the action, then those of each outcome of chance."""
    target: int
    """The number of the state that follows."""
    probability: Ratio
    """The probability of these outcomes of chance, given the action."""


class StateGraph:
    """All rest states that a game can reach (a seat is awaited, or the game is over), numbered,
    with all transitions between them. Building it raises `ValueError` if there are more than
    `max_states`. `progress` receives the number of explored states after every 1,000."""

    def __init__(
        self, game: AnyGame, *, max_states: int = 400_000, progress: Callable[[int], None] | None = None
    ) -> None:
        self.game = game
        self.probes = spread_probes(game, size=PROBES_IF_AWAITED)
        self.all_probes = spread_probes(game, size=10_000)
        self.states: list[Any] = []
        self.transitions: list[tuple[Transition, ...]] = []
        self._number_by_state: dict[Any, int] = {}
        self.start_transitions = tuple(
            Transition(NATURE, None, *step) for step in self._resolve_chance(game.new(), (), (1, 1))
        )
        while len(self.transitions) < len(self.states):
            self.transitions.append(tuple(self._transitions_from(self.states[len(self.transitions)])))
            if len(self.states) > max_states:
                raise ValueError(
                    f"{game.name}: the tiny edition has more than {max_states} rest states; make it smaller"
                )
            if progress is not None and len(self.transitions) % 1000 == 0:
                progress(len(self.transitions))

    def number_of(self, state: Any) -> int | None:
        """Return the number of a state, or `None` if the game cannot reach it."""
        return self._number_by_state.get(state)

    def _add_state(self, state: Any) -> int:
        """Return the number of a state. A new state is appended to `states` and gets the next
        number."""
        number = self._number_by_state.get(state)
        if number is None:
            number = self._number_by_state[state] = len(self.states)
            self.states.append(state)
        return number

    def _transitions_from(self, state: Any) -> Iterator[Transition]:
        """Yield all transitions from a state in which no chance is due: every legal action of every
        awaited seat, with every possible outcome of chance after it. Nothing if the game is
        over."""
        turn = self.game.turn(state)
        if isinstance(turn, Over):
            return
        assert isinstance(turn, Waiting)
        for seat in turn.seats:
            for action in self.game.legal(state, seat):
                after, heard = self.game.apply(state, seat, action)
                for events_by_entry, target, probability in self._resolve_chance(after, (heard,), (1, 1)):
                    yield Transition(seat, action, events_by_entry, target, probability)

    def _resolve_chance(
        self, state: Any, events_by_entry: tuple[tuple[Event, ...], ...], probability: Ratio
    ) -> Iterator[tuple[tuple[tuple[Event, ...], ...], int, Ratio]]:
        """Resolve chance in every possible way until a rest state. Yield for each way the events by
        entry, the number of the rest state, and the probability. `events_by_entry` and
        `probability` are those so far."""
        turn = self.game.turn(state)
        if not isinstance(turn, Chance):
            yield events_by_entry, self._add_state(state), probability
            return
        total = sum(turn.weights)
        for outcome, weight in zip(turn.outcomes, turn.weights, strict=True):
            if weight:
                after, heard = self.game.apply(state, NATURE, outcome)
                yield from self._resolve_chance(
                    after, (*events_by_entry, heard), (probability[0] * weight, probability[1] * total)
                )


def check_exact_laws(
    game: AnyGame, *, progress: Callable[[int], None] | None = None, stop_at_first: bool = False
) -> list[Violation]:
    """Check laws E1 to E6 on `game`, a tiny edition, and return the violations. E1 to E4 are
    checked for every seat and the spectator; E5, and then E6, only if nothing was found before.
    With `stop_at_first`, each viewer's search stops once there is a violation. `progress` receives
    the number of states explored so far. `ValueError` if the edition has more than 400,000
    states."""
    graph = StateGraph(game, progress=progress)
    violations = Violations()
    inferred_secrets = _InferredSecrets(graph)
    for viewer in (None, *map(Seat, range(game.seats))):
        _ViewerSearch(graph, viewer, violations, inferred_secrets).search(stop_at_first)
    if not violations.reported:
        inferred_secrets.report(violations)
    if not violations.reported:
        for state in stuck_states(graph):
            violations.add("E6 never stuck", f"{game.name}: answers at deadlines lead to no end from {state}")
    return violations.reported


def stuck_states(graph: StateGraph) -> list[Any]:
    """Return the states from which default actions cannot lead to an end. If there are none, a
    table that all players have left ends some day: the states are finite, and from each of them
    some path of default actions to an end has a positive probability."""
    predecessors: dict[int, list[int]] = defaultdict(list)
    to_visit: list[int] = []
    for number, state in enumerate(graph.states):
        turn = graph.game.turn(state)
        if isinstance(turn, Over):
            to_visit.append(number)
            continue
        assert isinstance(turn, Waiting)
        answers = {
            (seat, action) for seat in turn.seats for action, _ in default_probabilities(graph.game, state, seat)
        }
        for transition in graph.transitions[number]:
            if (transition.mover, transition.action) in answers:
                predecessors[transition.target].append(number)
    ending = set(to_visit)
    while to_visit:
        new = set(predecessors[to_visit.pop()]) - ending
        ending |= new
        to_visit.extend(new)
    return [state for number, state in enumerate(graph.states) if number not in ending]


class _InferredSecrets:
    """Records which secrets a viewer can infer, world by world, although they are not among its
    `knowers`. Also records which secrets one of the `knowers` cannot infer. One object serves the
    searches of all viewers."""

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph
        self.secrets_by_world = [
            graph.game.secrets(state) if isinstance(graph.game.turn(state), Waiting) else {} for state in graph.states
        ]
        self.inferred: set[tuple[int, str]] = set()
        self.not_inferred: dict[str, str] = {}

    def record_worlds(self, viewer: Viewer, odds: Odds) -> None:
        """Record what a viewer can infer in `odds`, all worlds that they cannot tell apart. A
        secret can be inferred if its value is the same in all these worlds."""
        worlds = [(world, self.secrets_by_world[world]) for world in odds]
        for name, secret in worlds[0][1].items():
            if all(name in secrets and secrets[name].value == secret.value for _, secrets in worlds):
                self.inferred |= {
                    (world, name) for world, secrets in worlds if viewer is None or viewer not in secrets[name].knowers
                }
            elif any(viewer in secrets[name].knowers for _, secrets in worlds if name in secrets):
                self.not_inferred[name] = (
                    f"seat {viewer} should know it in {self.graph.states[worlds[0][0]]}, and cannot"
                )

    def report(self, violations: Violations) -> None:
        """Report each secret that is marked `is_public` although nobody could infer it, or not
        marked although somebody could. Also report each secret that one of its `knowers` could not
        infer."""
        for name, reason in self.not_inferred.items():
            violations.add("E5 open is true", f"{self.graph.game.name}: {name}: {reason}")
        for world, secrets in enumerate(self.secrets_by_world):
            for name, secret in secrets.items():
                if secret.is_public != ((world, name) in self.inferred):
                    problem = (
                        "open, and nobody is sure of it" if secret.is_public else "closed, and somebody is sure of it"
                    )
                    violations.add(
                        "E5 open is true", f"{self.graph.game.name}: {name} is {problem} in {self.graph.states[world]}"
                    )


class _ViewerSearch:
    """Follows one viewer through everything that they can hear, and checks laws E1 to E4."""

    def __init__(
        self, graph: StateGraph, viewer: Viewer, violations: Violations, inferred_secrets: _InferredSecrets
    ) -> None:
        self.graph = graph
        self.game = graph.game
        self.viewer = viewer
        self.context = f"{graph.game.name}, viewer {viewer}"
        self.violations = violations
        self.inferred_secrets = inferred_secrets
        self.views: list[Any] = []
        self.odds_by_view: list[Odds | None] = []
        """By view number: the odds over worlds, or `None` while the view has not been reached."""
        self.views_to_expand: list[int] = []
        self._number_by_view: dict[Any, int] = {}
        self._view_by_world: dict[int, int] = {}
        self._probe_cycle = cycle(graph.all_probes)

    def search(self, stop_at_first: bool) -> None:
        """Follow everything that the viewer can hear, from the first deal until no new view
        appears, and check E1 to E4. Faults go to `self.violations`. With `stop_at_first`, stop once
        it contains any violation."""
        self._group_by_hearing([(transition, 1) for transition in self.graph.start_transitions])
        while self.views_to_expand and not (stop_at_first and self.violations.reported):
            odds = self.odds_by_view[self.views_to_expand.pop()]
            assert odds is not None
            self._group_by_hearing(
                [(transition, weight) for world, weight in odds.items() for transition in self.graph.transitions[world]]
            )

    def _group_by_hearing(self, transitions: list[tuple[Transition, int]]) -> None:
        """Group transitions by what the viewer hears, their own action included, and check each
        group as one arrival at a view. Each transition comes with the weight of the world where it
        begins."""
        arrivals: dict[Any, Odds] = {}
        common = lcm(*{transition.probability[1] for transition, _ in transitions})
        for transition, weight in transitions:
            own_action = transition.action if transition.mover == self.viewer else None
            hearing = (
                own_action,
                tuple([events_for_viewer(self.viewer, heard) for heard in transition.events_by_entry]),
            )
            worlds = arrivals.setdefault(hearing, {})
            numerator, denominator = transition.probability
            worlds[transition.target] = worlds.get(transition.target, 0) + weight * numerator * (common // denominator)
        for hearing, worlds in arrivals.items():
            self._check_arrival(hearing, _lowest_terms(worlds))

    def _view_number(self, world: int) -> int:
        """Return the number of the viewer's view of a world. A new view is appended to `views` and
        gets the next number."""
        number = self._view_by_world.get(world)
        if number is None:
            view = self.game.view(self.graph.states[world], self.viewer)
            number = self._number_by_view.setdefault(view, len(self.views))
            if number == len(self.views):
                self.views.append(view)
                self.odds_by_view.append(None)
            self._view_by_world[world] = number
        return number

    def _check_arrival(self, hearing: Any, odds: Odds) -> None:
        """Check E1 and E2 for `odds`, the worlds that remain possible after the viewer heard
        `hearing`. At the first arrival at a view, record its odds, schedule its expansion, and
        check E3 and E4."""
        numbers = {self._view_number(world) for world in odds}
        if len(numbers) > 1:
            views = [self.views[number] for number in numbers]
            self.violations.add(
                "E1 folds", f"{self.context}: after hearing {hearing} there are {len(views)} views: {views}"
            )
            return
        number = numbers.pop()
        if self.odds_by_view[number] is None:
            self.odds_by_view[number] = odds
            self.views_to_expand.append(number)
            self.inferred_secrets.record_worlds(self.viewer, odds)
            self._check_imagine(self.views[number], odds)
            self._check_public(self.views[number], odds)
        elif odds != self.odds_by_view[number]:
            where = f"hearing {hearing} leads to a view with other odds than another way did: {self.views[number]}"
            self.violations.add("E2 sufficient", f"{self.context}: {where}")

    def _check_imagine(self, view: Any, odds: Odds) -> None:
        """Check E3: enumerate every result of `imagine`, and compare its probabilities with the
        odds of the view. An exception in `imagine` is a violation."""
        unknown_states: dict[Any, int] = {}
        imagined: list[tuple[int, Ratio]] = []
        try:
            for state, share in weighted_outcomes(lambda luck: self.game.imagine(view, luck)):
                world = self.graph.number_of(state)
                imagined.append(
                    (unknown_states.setdefault(state, -1 - len(unknown_states)) if world is None else world, share)
                )
        except Exception as error:
            self.violations.add("E3 imagine", f"{self.context}: imagine failed on {view}: {error!r}")
            return
        drawn: Odds = defaultdict(int)
        common = lcm(*{total for _, (_, total) in imagined})
        for world, (weight, total) in imagined:
            drawn[world] += weight * (common // total)
        if _lowest_terms(drawn) != odds:
            missing, wrong = len(odds.keys() - drawn.keys()), len(drawn.keys() - odds.keys())
            where = f"{missing} worlds never imagined, {wrong} impossible ones imagined, of {len(odds)}"
            self.violations.add("E3 imagine", f"{self.context}: {where}, in view {view}")

    def _check_public(self, view: Any, odds: Odds) -> None:
        """Check E4: the turn that the view names is the game's, and all worlds of the view answer
        the viewer alike. Only the first world that answers otherwise is reported."""
        states = [self.graph.states[world] for world in odds]
        if view.turn != self.game.turn(states[0]):
            difference = f"the view says {view.turn}, the game {self.game.turn(states[0])}"
            self.violations.add("E4 public turn", f"{self.context}: {difference}")
        if len(states) == 1:  # with one world there is nothing to compare
            return
        is_awaited = isinstance(view.turn, Waiting) and self.viewer in view.turn.seats
        probes = self.graph.probes if is_awaited else tuple(islice(self._probe_cycle, PROBES_IF_NOT_AWAITED))
        first = _public_answers(self.game, states[0], self.viewer, probes)
        for state in states[1:]:
            other = _public_answers(self.game, state, self.viewer, probes)
            if other != first:
                self.violations.add(
                    "E4 public turn", f"{self.context}: {first} and {other} in worlds of one view {view}"
                )
                break


def _lowest_terms(weights: Odds) -> Odds:
    """Return the same odds with all weights divided by their greatest common divisor."""
    common = gcd(*weights.values())
    return dict(weights) if common == 1 else {world: weight // common for world, weight in weights.items()}


Probes = tuple[tuple[Any, str], ...]
"""Actions with their notations, which are tried on a state whether they are legal or not."""


def spread_probes(game: AnyGame, size: int) -> Probes:
    """Return actions spread evenly over the game's alphabet, with their notations: at least `size`,
    but less than twice as many. If the alphabet is smaller than `size`, return all of it."""
    actions = game.alphabet()
    return tuple((action, game.write(action)) for action in actions[:: max(1, len(actions) // size)])


def _public_answers(game: AnyGame, state: Any, viewer: Viewer, probes: Probes) -> Any:
    """Return what a viewer learns without an event: turn, own legal actions, probabilities of the
    own default action, and refusals. For the spectator only the turn."""
    turn = game.turn(state)
    if viewer is None:
        return (turn,)
    legal = tuple(game.legal(state, viewer))
    default = tuple(default_probabilities(game, state, viewer)) if legal else ()
    return turn, legal, default, refusal_texts(game, state, viewer, probes)


def refusal_texts(game: AnyGame, state: Any, seat: Seat, probes: Probes) -> tuple[str, ...]:
    """Return the game's replies to the actions and notations of `probes`, and to one meaningless
    text. A reply is "slug: sentence" of the refusal, or "taken". Return an empty tuple if `probes`
    is empty."""
    if not probes:
        return ()
    replies = []
    for action, text in probes:
        replies.append(_refusal_text(game.apply, state, seat, action))
        replies.append(_refusal_text(game.read, text, state, seat))
    return (*replies, _refusal_text(game.read, "no such thing", state, seat))


def _refusal_text(call: Callable[..., Any], *args: Any) -> str:
    """Call the function. Return "slug: sentence" of the `MalleError` that it raises, or "taken" if
    it raises none. Other exceptions are not caught."""
    try:
        call(*args)
    except MalleError as error:
        return f"{error.slug}: {error}"
    return "taken"
