"""How long a game by simple robots is, who goes out, and whether it matters who begins.

    python -m malle.games.combinards.measure 1000

plays so many games for each number of players and prints one line each. A *moment* is one decision that the table waits
for: the answers of a window are given at the same time and count as one. At 15 seconds a moment that is the time a
game takes.
"""

from __future__ import annotations

import sys
from collections import Counter
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import Struct

from malle.core import AnyGame, Luck, Over, Waiting
from malle.core.play import move, robot_acts, settle
from malle.games.combinards import SHEET
from malle.games.combinards.state import State

SECONDS = 15
"""What a decision is taken to last."""


class Measured(Struct, frozen=True):
    """What so many games show."""

    seats: int
    games: int
    rounds: float
    moments: float
    out: float
    """Players put out, a game."""
    wins: tuple[float, ...]
    """Share of wins by the order of play: the first is whoever the lot made begin. A shared win counts in parts."""
    ends: dict[str, int]

    @property
    def minutes(self) -> float:
        """The median game at fifteen seconds a moment."""
        return self.moments * SECONDS / 60

    @property
    def interval(self) -> float:
        """Half the width of a 95 % interval of one share of wins."""
        share = 1 / self.seats
        return 1.96 * sqrt(share * (1 - share) / self.games)


def measure(seats: int, games: int, *, edition: Path | None = None, seed: int = 1, **options: Any) -> Measured:
    """Plays so many games by simple robots."""
    game = SHEET.make(seats, SHEET.settle_options(seats, options), edition)
    rounds, moments, out = [], [], 0
    wins: Counter[int] = Counter()
    ends: Counter[str] = Counter()
    for number in range(games):
        state, count = _play(game, Luck(f"{seed}-{seats}-{number}"))
        over = game.turn(state)
        assert isinstance(over, Over)
        rounds.append(state.round)
        moments.append(count)
        out += seats - len(state.alive)
        ends[over.why] += 1
        for seat, score in enumerate(over.scores):
            wins[(seat - state.first) % seats] += score / sum(over.scores)  # type: ignore[assignment]
    shares = tuple(wins[place] / games for place in range(seats))
    return Measured(seats, games, median(rounds), median(moments), out / games, shares, dict(ends))


def _play(game: AnyGame, luck: Luck) -> tuple[State, int]:
    """One game, and the moments it had."""
    act = robot_acts(game, SHEET.robot, luck)
    state, _ = settle(game, game.new(), luck.pick)
    moments, asked = 0, 0
    while isinstance(turn := game.turn(state), Waiting):
        moments += asked == 0
        asked = (asked or len(turn.seats)) - 1
        state, _ = move(game, state, turn.seats[0], act(state, turn.seats[0]), luck.pick)
    assert isinstance(state, State)
    return state, moments


def main(games: int) -> None:
    """Prints one line for each number of players."""
    for seats in SHEET.seats:
        found = measure(seats, games)
        wins = " ".join(f"{share:.3f}" for share in found.wins)
        print(
            f"{seats} players: {found.rounds:g} rounds, {found.moments:g} moments, {found.minutes:.0f} minutes; "
            f"{found.out:.2f} out a game; wins by order of play {wins} (each ± {found.interval:.3f}); {found.ends}",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
