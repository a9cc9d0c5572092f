"""Robots are honest: what their seat cannot know makes no difference to what they choose.

At decisions of games that robots of all kinds play, the world is exchanged for one that the seat cannot tell from it:
the same view, the same things heard. With the same luck every robot must choose the same, in the true world, in the
other, and in the true one again, so that one who remembers a world it was shown is found as well.
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
"""A search is tried with so few futures: what it may look at does not depend on how often."""

LONGEST = 60
"""Games that are played for the sake of a phase."""

Read = Callable[[AnyGame, Any, Seat, Any, int], object]
"""(game, state, seat, the seat's notes, luck) -> whatever is made of what the seat knows."""


class Pairs(Struct):
    """What was compared, and what differed."""

    phases: Counter[str]
    """Decisions that were made in two worlds, by phase."""
    alike: Counter[str]
    """Those of which the other world was the true one again: only what a robot remembers shows there."""
    differ: list[str]
    """What was made of the one world and of the other."""


def reading(mind: AnyMind) -> Read:
    """What a mind chooses."""

    def read(game: AnyGame, state: Any, seat: Seat, notes: Any, number: int) -> object:
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
    """So many decisions, each in two worlds, of games in which the players take turns at the seats. Then, for at most
    `LONGEST` games, those of phases named here that have had none. Where twice as many decisions have only one world,
    the seats that decide know all there is."""
    found, number = Pairs(Counter(), Counter(), []), 0
    share = -(-wanted // game.seats)

    def lacks() -> bool:
        return not all(found.phases[phase] for phase in phases)

    while (found.phases.total() < wanted or (lacks() and number < LONGEST)) and (
        found.phases or found.alike.total() < 2 * wanted
    ):
        # Every seat has its share, for they may know other things.
        until = min(wanted, found.phases.total() + share), found.alike.total() + share
        _game(game, reads, players, Quest(found, *until, phases), f"{seed} {number}", Seat(number % game.seats))
        number += 1
    return found


class Quest(Struct):
    """What a game is played for."""

    found: Pairs
    most: int
    """Pairs with which it is enough."""
    most_alike: int
    phases: Collection[str]
    """Those that need one in any case."""

    @property
    def full(self) -> bool:
        """There are as many as were wanted of this game."""
        return self.found.phases.total() >= self.most or self.found.alike.total() >= self.most_alike

    @property
    def over(self) -> bool:
        """Nothing is to be had from this game any more."""
        return self.full and all(self.found.phases[phase] for phase in self.phases)

    def wants(self, phase: str) -> bool:
        """Is a decision of this phase to be compared?"""
        return not self.full or (phase in self.phases and not self.found.phases[phase])


def _game(
    game: AnyGame,
    reads: Mapping[str, tuple[Read, AnyMind]],
    players: Sequence[AnyMind],
    quest: Quest,
    seed: str,
    viewer: Seat,
) -> None:
    luck = Luck(seed)
    minds = [luck.choice(players) for _ in range(game.seats)]
    notes = [mind.notes(game, Seat(seat)) for seat, mind in enumerate(minds)]
    # Notes are made once for each world: they share nothing but what a robot itself keeps.
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
    """The levels of a game with all their tempers, by name."""
    return {
        f"{level}{number or ''}": mind for level in sheet.levels for number, mind in enumerate(sheet.tempers_of(level))
    }


def check_honest(sheet: Sheet, *, pairs: int = 30, seed: int = 1) -> list[Fault]:
    """The levels of a game, with every number of players: no choice depends on what its seat cannot know."""
    faults = Faults()
    levels = minds_of(sheet)
    reads = {name: (reading(mind), mind) for name, mind in levels.items()}
    for seats in sheet.seats if levels else ():
        game = sheet.make(seats, sheet.settle_options(seats, {}), None)
        for each in pairs_of_worlds(game, reads, tuple(levels.values()), pairs, f"{sheet.name} {seats} {seed}").differ:
            faults.add(LAW, f"{sheet.name} with {seats}: {each}")
    return faults.found
