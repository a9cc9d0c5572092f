"""Robots are honest: what their seat cannot know makes no difference to what they choose.

At decisions of games that robots of all kinds play, the world is exchanged for one that the seat cannot tell from it:
the same view, the same things heard. With the same luck every robot must choose the same, in the true world, in the
other, and in the true one again, so that one who remembers a world it was shown is found as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
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

Read = Callable[[AnyGame, Any, Seat, Any, int], object]
"""(game, state, seat, the seat's notes, luck) -> whatever is made of what the seat knows."""


class Pairs(Struct):
    """What was compared, and what differed."""

    phases: Counter[str]
    """Decisions that were made in two worlds, by phase."""
    differ: list[str]
    """What was made of the one world and of the other."""


def reading(mind: AnyMind) -> Read:
    """What a mind chooses."""

    def read(game: AnyGame, state: Any, seat: Seat, notes: Any, number: int) -> object:
        view, legal = game.view(state, seat), tuple(game.legal(state, seat))
        return decide(game, mind, view, legal, notes, Luck(number), Effort(FUTURES))

    return read


def pairs_of_worlds(
    game: AnyGame, reads: Mapping[str, tuple[Read, AnyMind]], players: Sequence[AnyMind], wanted: int, seed: str
) -> Pairs:
    """So many decisions, each in two worlds, of games in which the players take turns at the seats."""
    found, number = Pairs(Counter(), []), 0
    share = -(-wanted // game.seats)
    while found.phases.total() < wanted:
        until = min(wanted, found.phases.total() + share)  # every seat has its share, for they may know other things
        _game(game, reads, players, until, f"{seed} {number}", Seat(number % game.seats), found)
        number += 1
    return found


def _game(
    game: AnyGame,
    reads: Mapping[str, tuple[Read, AnyMind]],
    players: Sequence[AnyMind],
    until: int,
    seed: str,
    viewer: Seat,
    found: Pairs,
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
        if not isinstance(turn, Waiting) or found.phases.total() >= until:
            return
        seat = turn.seats[0]
        legal = tuple(game.legal(state, seat))
        if seat == viewer and len(legal) > 1:
            _compare(game, reads, state, viewer, known, luck, found)
        view = game.view(state, seat)
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
    found.phases[phase] += 1
    for name, (read, _) in reads.items():
        true, other = known[name]
        first = read(game, state, viewer, true, number)
        second = read(game, twin, viewer, other, number)
        third = read(game, state, viewer, true, number)
        if not first == second == third:
            found.differ.append(f"{name}, {phase}: {first} and {second}")


def check_honest(sheet: Sheet, *, pairs: int = 30, seed: int = 1) -> list[Fault]:
    """The levels of a game, with every number of players: no choice depends on what its seat cannot know."""
    faults = Faults()
    levels = {str(level): sheet.mind(level) for level in sheet.levels}
    reads = {name: (reading(mind), mind) for name, mind in levels.items()}
    for seats in sheet.seats if levels else ():
        game = sheet.make(seats, sheet.settle_options(seats, {}), None)
        for each in pairs_of_worlds(game, reads, tuple(levels.values()), pairs, f"{sheet.name} {seats} {seed}").differ:
            faults.add(LAW, f"{sheet.name} with {seats}: {each}")
    return faults.found
