"""Train smugglers against a robot that plays customs.

Profiles are varied at random. The better half goes on, with twice as many games, until three are left.

`python -m malle.games.chasse.training CUSTOMS --candidates 24 --games 16 --seed 1` prints the best profiles,
the very best last. They are then written into `smuggler_profiles.py` by hand, as the next generation.
Training plays deals from the seed; published results must use other deals.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import exp, sqrt

from msgspec import Struct

from malle.core import Luck, Over, Seat
from malle.core.mind import AnyMind
from malle.core.play import heard_by
from malle.games import load
from malle.games.chasse import SHEET, manners
from malle.games.chasse.belief import FIRST
from malle.games.chasse.edition import CUSTOMS
from malle.games.chasse.manners import Manner
from malle.games.chasse.rules import Chasse
from malle.games.chasse.smugglers import Smuggler


class Candidate(Struct, frozen=True):
    """A smuggler to be tested: a profile, and how often it hides the counters in one stack, in two, …"""

    manner: Manner
    stacks: tuple[int, ...]


def leg(game: Chasse, smuggler: AnyMind, customs: AnyMind, seed: str) -> int:
    """Play one game, and return the smuggler's points minus customs' points. The same seed gives the same game."""
    minds, lucks = (smuggler, customs), (Luck(f"{seed} 0"), Luck(f"{seed} 1"))
    notes = [mind.notes(game, Seat(seat)) for seat, mind in enumerate(minds)]
    state = game.new()
    while not isinstance(turn := game.turn(state), Over):
        seat = Seat(CUSTOMS if state.phase == "customs" else 0)
        legal = tuple(game.legal(state, seat))
        action = minds[seat].choose(game, game.view(state, seat), legal, notes[seat], lucks[seat])
        state, heard = game.apply(state, seat, action)
        for each, mind in enumerate(minds):
            notes[each] = mind.hear(game, notes[each], heard_by(Seat(each), heard))
    return turn.scores[0] - turn.scores[1]


def varied(first: Candidate, luck: Luck, much: float) -> Candidate:
    """Return a candidate with every number varied at random. `scale` is the size of the variation."""

    def about(value: float) -> float:
        return round((value + 0.05 * much * luck.gauss(0, 1)) * exp(0.5 * much * luck.gauss(0, 1)), 3)

    def three(values: tuple[float, float, float]) -> tuple[float, float, float]:
        return about(values[0]), about(values[1]), about(values[2])

    manner, stacks = first.manner, [max(1, round(each * exp(much * luck.gauss(0, 1)))) for each in first.stacks]
    return Candidate(
        Manner(
            three(manner.step),
            three(manner.fear),
            max(0.0, about(manner.greed)),
            three(manner.home),
            max(0.02, about(manner.mood)),
        ),
        tuple(stacks),
    )


def trained(
    game: Chasse, customs: AnyMind, first: Sequence[Candidate], candidates: int, games: int, seed: str
) -> list[tuple[float, float, Candidate]]:
    """Return the best candidates, best last: (mean points ahead, half-width of its 95 % interval, candidate).

    `first` is filled up with variants to `candidates`. The worse half is dropped and the games doubled,
    starting with `games` each, until at most three candidates are left.
    """
    luck = Luck(seed)
    left = [*first, *(varied(luck.choice(first), luck, 0.5) for _ in range(candidates - len(first)))]
    known: dict[Candidate, list[int]] = {each: [] for each in left}
    while True:
        for each in left:
            smuggler = Smuggler(each.manner, each.stacks)
            known[each] += [leg(game, smuggler, customs, f"{seed} {deal}") for deal in range(len(known[each]), games)]
        left.sort(key=lambda each: sum(known[each]) / len(known[each]))
        if len(left) <= 3:
            return [(*_interval(known[each]), each) for each in left]
        left, games = left[len(left) // 2 :], 2 * games


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the half-width of its 95 % interval. There must be at least two values."""
    mean = sum(values) / len(values)
    return mean, 1.96 * sqrt(sum((each - mean) ** 2 for each in values) / (len(values) - 1) / len(values))


def main() -> None:
    """Read the command line, train smugglers, and print the best ones."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("customs", help="the name of a level or mind")
    parser.add_argument("--candidates", type=int, default=24)
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    game = load("chasse")(2, SHEET.settle_options(2, {}), None)
    assert isinstance(game, Chasse)
    known: dict[str, AnyMind] = {**dict(SHEET.levels.items()), **SHEET.minds}
    known_manners = (manners.LEAKY, manners.POKER, manners.OPEN, manners.BLIND, *manners.TRAINED)
    first = [Candidate(each, FIRST) for each in known_manners]
    for mean, within, found in trained(game, known[args.customs], first, args.candidates, args.games, args.seed):
        print(f"{mean:+.0f} ± {within:.0f}  {found.manner}  {found.stacks}")


if __name__ == "__main__":
    main()
