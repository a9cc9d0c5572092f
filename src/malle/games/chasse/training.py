"""Train smugglers against a robot that plays customs.

Profiles are varied at random. The better half goes on, with twice as many games, until at most
three are left.

`python -m malle.games.chasse.training CUSTOMS --candidates 24 --games 16 --seed 1` prints the best
profiles, the very best last. They are then written into `smuggler_profiles.py` by hand, as the next
generation. Training plays deals from the seed; published results must use other deals.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import exp, sqrt

from msgspec import Struct

from malle.core import Luck, Over, Seat
from malle.core.play import events_for_viewer
from malle.core.robots.robot import AnyRobot
from malle.games import load_game
from malle.games.chasse import GAME_INFO, smuggler_profiles
from malle.games.chasse.edition import CUSTOMS
from malle.games.chasse.opponent_model import STACK_SHARES
from malle.games.chasse.research_smugglers import ProfileSmuggler
from malle.games.chasse.rules import Chasse
from malle.games.chasse.smuggler_profiles import SmugglerProfile


class Candidate(Struct, frozen=True):
    """A smuggler to be tested: a profile, and how often it hides the counters in one stack (one
    pawn), in two, …"""

    profile: SmugglerProfile
    stack_shares: tuple[int, ...]


def play_for_margin(game: Chasse, smuggler: AnyRobot, customs: AnyRobot, seed: str) -> int:
    """Play one game.

    Return the smuggler's points minus those of customs. The same seed gives the same game.
    """
    robots, lucks = (smuggler, customs), (Luck(f"{seed} 0"), Luck(f"{seed} 1"))
    memories = [robot.new_memory(game, Seat(seat)) for seat, robot in enumerate(robots)]
    state = game.new()
    while not isinstance(turn := game.turn(state), Over):
        seat = Seat(CUSTOMS if state.phase == "customs" else 0)
        legal = tuple(game.legal(state, seat))
        action = robots[seat].choose(game, game.view(state, seat), legal, memories[seat], lucks[seat])
        state, events = game.apply(state, seat, action)
        for listener, robot in enumerate(robots):
            memories[listener] = robot.observe(game, memories[listener], events_for_viewer(Seat(listener), events))
    return turn.scores[0] - turn.scores[1]


def vary_candidate(candidate: Candidate, luck: Luck, scale: float) -> Candidate:
    """Return a new candidate with every number of `candidate` varied at random; the larger `scale`,
    the more."""

    def vary(value: float) -> float:
        return round((value + 0.05 * scale * luck.gauss(0, 1)) * exp(0.5 * scale * luck.gauss(0, 1)), 3)

    def vary_three(values: tuple[float, float, float]) -> tuple[float, float, float]:
        return vary(values[0]), vary(values[1]), vary(values[2])

    profile, stack_shares = (
        candidate.profile,
        [max(1, round(share * exp(scale * luck.gauss(0, 1)))) for share in candidate.stack_shares],
    )
    return Candidate(
        SmugglerProfile(
            vary_three(profile.row_value),
            vary_three(profile.exposure_cost),
            max(0.0, vary(profile.exposure_cost_per_plate)),
            vary_three(profile.arrival_value),
            max(0.02, vary(profile.noise)),
        ),
        tuple(stack_shares),
    )


def train_candidates(
    game: Chasse, customs: AnyRobot, first: Sequence[Candidate], candidates: int, games: int, seed: str
) -> list[tuple[float, float, Candidate]]:
    """Train smugglers against `customs`. Return at most three candidates, best last.

    Each comes as (mean points ahead of customs, half-width of the mean's 95 % interval, candidate).
    `first` is filled up with random variants until there are `candidates`. Each plays `games` games
    at first. Then the worse half is dropped and the number of games doubled, until at most three
    are left.
    """
    luck = Luck(seed)
    remaining = [*first, *(vary_candidate(luck.choice(first), luck, 0.5) for _ in range(candidates - len(first)))]
    margins: dict[Candidate, list[int]] = {candidate: [] for candidate in remaining}
    while True:
        for candidate in remaining:
            smuggler = ProfileSmuggler(candidate.profile, candidate.stack_shares)
            margins[candidate] += [
                play_for_margin(game, smuggler, customs, f"{seed} {deal}")
                for deal in range(len(margins[candidate]), games)
            ]
        remaining.sort(key=lambda each: sum(margins[each]) / len(margins[each]))
        if len(remaining) <= 3:
            return [(*_mean_and_half_width(margins[candidate]), candidate) for candidate in remaining]
        remaining, games = remaining[len(remaining) // 2 :], 2 * games


def _mean_and_half_width(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of `values` and the half-width of its 95 % interval.

    There must be at least two values.
    """
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
    game = load_game("chasse")(2, GAME_INFO.complete_options(2, {}), None)
    assert isinstance(game, Chasse)
    robots: dict[str, AnyRobot] = {**dict(GAME_INFO.levels.items()), **GAME_INFO.research_robots}
    profiles = (
        smuggler_profiles.LEAKY,
        smuggler_profiles.POKER,
        smuggler_profiles.OPEN,
        smuggler_profiles.BLIND,
        *smuggler_profiles.TRAINED,
    )
    first = [Candidate(profile, STACK_SHARES) for profile in profiles]
    for mean, half_width, candidate in train_candidates(
        game, robots[args.customs], first, args.candidates, args.games, args.seed
    ):
        print(f"{mean:+.0f} ± {half_width:.0f}  {candidate.profile}  {candidate.stack_shares}")


if __name__ == "__main__":
    main()
