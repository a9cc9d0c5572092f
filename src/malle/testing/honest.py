"""Robots are honest: what their seat cannot know makes no difference to what they choose.

At decisions of games between robots, the world is exchanged for another that the seat cannot tell from it: the same
view, the same things heard. With the same luck every robot must choose the same in the true world, in the other, and
in the true one again. The third choice finds robots that remember a world they were shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct

from malle.core import AnyGame, Luck, Seat, Sheet, Waiting
from malle.core.mind import AnyMind, decide
from malle.core.play import heard_by, move, settle
from malle.core.search import Effort
from malle.testing.faults import Fault, Faults

LAW = "honest"
FUTURES = 2
"""Futures given to a searching robot. Few are enough: what it may look at does not depend on their number."""

LONGEST = 60
"""Most games played in search of decisions in the required phases."""

Read = Callable[[AnyGame, Any, Seat, Any, int], object]
"""(game, state, seat, the seat's memory, seed) -> what a robot makes of what the seat knows, to be compared."""


class Pairs(Struct):
    """What was compared, and what differed."""

    phases: Counter[str]
    """Decisions compared in two different worlds, by phase."""
    alike: Counter[str]
    """Decisions where the imagined world was the true one, by phase. Only what a robot remembers can differ
    there."""
    differ: list[str]
    """A sentence for each difference."""


def reading(mind: AnyMind) -> Read:
    """Return a reader whose result is the action that this robot chooses."""

    def read(game: AnyGame, state: Any, seat: Seat, notes: Any, number: int) -> object:
        """Return the action that the robot chooses in this state."""
        view, legal = game.view(state, seat), tuple(game.legal(state, seat))
        return decide(game, mind, view, legal, notes, Luck(number), Effort(FUTURES))

    return read


def pairs_of_worlds(
    game: AnyGame,
    reads: Mapping[str, tuple[Read, AnyMind]],
    players: Sequence[AnyMind],
    wanted: int,
    seed: str,
    *,
    phases: Collection[str] = (),
) -> Pairs:
    """Compare `wanted` decisions, each in two worlds, and return what was compared and what differed.

    Robots drawn from `playing_robots` play the games; `readers` are compared, by name. Required phases without
    a comparison are sought for up to `MAX_GAMES` games. The search ends early if the deciding seats know
    everything: after `2 * wanted` decisions with only one possible world."""
    found, number = Pairs(Counter(), Counter(), []), 0
    share = -(-wanted // game.seats)

    def lacks() -> bool:
        """Return whether a required phase has no comparison yet."""
        return not all(found.phases[phase] for phase in phases)

    while (found.phases.total() < wanted or (lacks() and number < LONGEST)) and (
        found.phases or found.alike.total() < 2 * wanted
    ):
        # Each seat gets an equal share of the comparisons, because seats may know different things.
        until = min(wanted, found.phases.total() + share), found.alike.total() + share
        _game(game, reads, players, Quest(found, *until, phases), f"{seed} {number}", Seat(number % game.seats))
        number += 1
    return found


class Quest(Struct):
    """What is still to be compared in one game."""

    found: Pairs
    most: int
    """Total of comparisons at which this game is stopped."""
    most_alike: int
    """Total of decisions with only one world at which this game is stopped."""
    phases: Collection[str]
    """Phases that need at least one comparison in any case."""

    @property
    def full(self) -> bool:
        """Whether this game has given as many comparisons as were wanted of it."""
        return self.found.phases.total() >= self.most or self.found.alike.total() >= self.most_alike

    @property
    def over(self) -> bool:
        """Whether the game can be stopped: it is full, and no required phase lacks a comparison."""
        return self.full and all(self.found.phases[phase] for phase in self.phases)

    def wants(self, phase: str) -> bool:
        """Return whether a decision of this phase should be compared."""
        return not self.full or (phase in self.phases and not self.found.phases[phase])


def _game(
    game: AnyGame,
    reads: Mapping[str, tuple[Read, AnyMind]],
    players: Sequence[AnyMind],
    quest: Quest,
    seed: str,
    viewer: Seat,
) -> None:
    """Play one game between robots, and compare the readers at the decisions of one seat, `viewer`."""
    luck = Luck(seed)
    minds = [luck.choice(players) for _ in range(game.seats)]
    notes = [mind.notes(game, Seat(seat)) for seat, mind in enumerate(minds)]
    # Each world has its own memory for a reader, so the two share only what the robot object itself keeps.
    known = {name: [mind.notes(game, viewer) for _ in range(2)] for name, (_, mind) in reads.items()}
    state, entries = settle(game, game.new(), luck.pick)
    while True:
        for entry in entries:
            for seat, mind in enumerate(minds):
                notes[seat] = mind.hear(game, notes[seat], heard_by(Seat(seat), entry.heard))
            told = heard_by(viewer, entry.heard)
            for name, (_, mind) in reads.items():
                known[name] = [mind.hear(game, each, told) for each in known[name]]
        turn = game.turn(state)
        if not isinstance(turn, Waiting) or quest.over:
            return
        seat = turn.seats[0]
        legal = tuple(game.legal(state, seat))
        view = game.view(state, seat)
        if seat == viewer and len(legal) > 1 and quest.wants(game.phase(view)):
            _compare(game, reads, state, viewer, known, luck, quest.found)
        action = decide(game, minds[seat], view, legal, notes[seat], luck, Effort(FUTURES))
        state, entries = move(game, state, seat, action, luck.pick)


def _compare(
    game: AnyGame,
    reads: Mapping[str, tuple[Read, AnyMind]],
    state: Any,
    viewer: Seat,
    known: Mapping[str, list[Any]],
    luck: Luck,
    found: Pairs,
) -> None:
    """Imagine another world at this decision, run every reader on both, and record the result in
    `comparisons`."""
    view, number = game.view(state, viewer), luck.getrandbits(64)
    twin, phase = game.imagine(view, luck), game.phase(view)
    (found.alike if twin == state else found.phases)[phase] += 1
    for name, (read, _) in reads.items():
        true, other = known[name]
        first = read(game, state, viewer, true, number)
        second = read(game, twin, viewer, other, number)
        third = read(game, state, viewer, true, number)
        if not first == second == third:
            found.differ.append(f"{name}, {phase}: {first} and {second}")


def minds_of(sheet: Sheet) -> dict[str, AnyMind]:
    """Return a game's robots by name: each level, and its variants of other tempers as level and number."""
    return {
        f"{level}{number or ''}": mind for level in sheet.levels for number, mind in enumerate(sheet.tempers_of(level))
    }


def check_honest(sheet: Sheet, *, pairs: int = 30, seed: int = 1) -> list[Fault]:
    """Check the robots of all levels for every number of players, and return the violations. `pairs` is the
    number of decisions compared for each number of players."""
    faults = Faults()
    levels = minds_of(sheet)
    reads = {name: (reading(mind), mind) for name, mind in levels.items()}
    for seats in sheet.seats if levels else ():
        game = sheet.make(seats, sheet.settle_options(seats, {}), None)
        for each in pairs_of_worlds(game, reads, tuple(levels.values()), pairs, f"{sheet.name} {seats} {seed}").differ:
            faults.add(LAW, f"{sheet.name} with {seats}: {each}")
    return faults.found
