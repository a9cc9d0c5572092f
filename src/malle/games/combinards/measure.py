"""Measures games by simple robots: how long they are, who goes out and why, and whether it matters who
begins or stays inside.

    python -m malle.games.combinards.measure 2000 [--edition FILE] [--rules VERSION]

plays this number of games for each number of players and prints one row each, as the README has them. A
last line is about a miser among robots: a player who never leaves the inner ring and sells there
whatever brings most. A *moment* is one decision that the table waits for: the answers of a window are
given at the same time and count as one. At 15 seconds a moment that is the time a game takes. After ±
stands half the width of a 95 % interval.
"""

from __future__ import annotations

import argparse
from collections import Counter
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import Struct

from malle.core import Action, AnyGame, Event, Luck, Over, Waiting
from malle.core.game_info import Robot
from malle.core.play import make_move, resolve_chance, robot_chooser
from malle.games.combinards import GAME_INFO
from malle.games.combinards.events import TurnedOut, YearsChanged
from malle.games.combinards.lookup_tables import PASS
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import CombinardsView, Fly, Go, Sell, State

SECONDS_PER_MOMENT = 15
"""How long one moment is taken to last."""


class Measurement(Struct, frozen=True):
    """The results of `measure_games` for one number of players."""

    seats: int
    games: int
    rounds: float
    """Median rounds of a game."""
    moments: float
    """Median moments of a game."""
    ruined: float
    """Players put out for want of money, per game."""
    jailed: float
    """Players put out by their years, per game."""
    marked: float
    """Share of players whose record ever stood at half the limit or more."""
    wins: tuple[float, ...]
    """Share of wins by the order of play; the first is the player who began. A shared win counts in parts."""
    first_seat: float
    """Share of wins of seat 1, in which another robot may play (`first_robot`)."""
    ends: dict[str, int]
    """How many games ended for each reason."""

    @property
    def minutes(self) -> float:
        """The minutes that the median game takes."""
        return self.moments * SECONDS_PER_MOMENT / 60

    def half_interval(self, share: float, chances: int) -> float:
        """Return half the width of a 95 % interval of a share among `chances` trials."""
        return 1.96 * sqrt(share * (1 - share) / chances)


def miser_robot(game: Combinards, view: CombinardsView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return the miser's action: it never leaves the inner ring, and sells there what brings
    most at once. In all else it does what the simple robot does."""
    board, now = game.tables.board, view.now
    if now.phase in ("fork", "fly"):
        inside = [act for act in legal if isinstance(act, Go | Fly) and board.ring_of_square[act.square] == 0]
        return inside[0] if inside and now.phase == "fork" else PASS
    if now.phase == "sell" and (sales := [action for action in legal if isinstance(action, Sell)]):
        return max(sales, key=lambda action: game.tables.sales_by_square[now.at[now.seat]][action.card])
    return GAME_INFO.robot(game, view, legal, luck)


def measure_games(
    seats: int,
    games: int,
    *,
    edition: Path | None = None,
    seed: int = 1,
    first_robot: Robot[Any, Any] = GAME_INFO.robot,
    version: int = GAME_INFO.version,
    **options: Any,
) -> Measurement:
    """Play `games` games by simple robots and return the results. In seat 1 the robot
    `first_robot` plays. The same seed gives the same games."""
    game = GAME_INFO.for_version(version).make_game(seats, GAME_INFO.complete_options(seats, options), edition)
    rounds, moments = [], []
    wins: Counter[int] = Counter()
    ends: Counter[str] = Counter()
    out: Counter[str] = Counter()
    for number in range(games):
        state, count, events = _play_game(game, Luck(f"{seed}-{seats}-{number}"), first_robot)
        over = game.turn(state)
        assert isinstance(over, Over)
        rounds.append(state.round)
        moments.append(count)
        ends[over.why] += 1
        out.update(event.why for event in events if isinstance(event, TurnedOut))
        half = game.numbers.prison / 2  # type: ignore[attr-defined]
        out["marked"] += len(
            {event.seat for event in events if isinstance(event, YearsChanged) and event.years >= half}
        )
        for seat, score in enumerate(over.scores):
            share = score / sum(over.scores)
            wins[(seat - state.first) % seats] += share  # type: ignore[assignment]
            wins[seats] += share if seat == 0 else 0  # type: ignore[assignment]
    shares = tuple(wins[place] / games for place in range(seats))
    return Measurement(
        seats,
        games,
        median(rounds),
        median(moments),
        out["money"] / games,
        out["prison"] / games,
        out["marked"] / games / seats,
        shares,
        wins[seats] / games,
        dict(ends),
    )


def _play_game(game: AnyGame, luck: Luck, first_robot: Robot[Any, Any]) -> tuple[State, int, list[Event]]:
    """Play one game to its end, with `first_robot` in seat 1 and simple robots elsewhere. Return
    the final state, the number of moments (see the top of this file), and all events."""
    acts = (robot_chooser(game, first_robot, luck), *[robot_chooser(game, GAME_INFO.robot, luck)] * (game.seats - 1))
    state, _ = resolve_chance(game, game.new(), luck.pick)
    moments, asked = 0, 0
    events: list[Event] = []
    while isinstance(turn := game.turn(state), Waiting):
        moments += asked == 0
        asked = (asked or len(turn.seats)) - 1
        seat = turn.seats[0]
        state, entries = make_move(game, state, seat, acts[seat](state, seat), luck.pick)
        events += [event for entry in entries for event in entry.events]
    assert isinstance(state, State)
    return state, moments, events


TABLE_HEAD = """\
| players | rounds | moments | minutes | ruined a game | jailed a game | half the years | beginning wins |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""


def format_row(measurement: Measurement) -> str:
    """Return a measurement as one row of the table in Markdown."""
    seats, games = measurement.seats, measurement.games
    marked = (
        f"{100 * measurement.marked:.1f} % ± {100 * measurement.half_interval(measurement.marked, games * seats):.1f}"
    )
    begins = f"{100 * measurement.wins[0]:.1f} % ± {100 * measurement.half_interval(measurement.wins[0], games):.1f}"
    out = [f"{each:.3f} ± {1.96 * sqrt(each / games):.3f}" for each in (measurement.ruined, measurement.jailed)]
    cells = (
        f"{seats}",
        f"{measurement.rounds:g}",
        f"{measurement.moments:g}",
        f"{measurement.minutes:.0f}",
        *out,
        marked,
        begins,
    )
    return f"| {' | '.join(cells)} |"


def main(games: int, edition: Path | None = None, version: int = GAME_INFO.version) -> None:
    """Print a row for each number of players, and a line for the miser."""
    print(TABLE_HEAD)
    ends: Counter[str] = Counter()
    for seats in GAME_INFO.seats:
        measurement = measure_games(seats, games, edition=edition, version=version)
        ends.update(measurement.ends)
        print(format_row(measurement), flush=True)
    measurement = measure_games(4, games, edition=edition, version=version, first_robot=miser_robot)
    half = measurement.half_interval(measurement.first_seat, games)
    wins = f"{100 * measurement.first_seat:.1f} % ± {100 * half:.1f}"
    print(f"a miser among 4 wins {wins}; {measurement.rounds:g} rounds; ends: {dict(ends)}")


if __name__ == "__main__":
    words = argparse.ArgumentParser(prog="python -m malle.games.combinards.measure")
    words.add_argument("games", type=int, nargs="?", default=200, help="games a row (200)")
    words.add_argument("--edition", type=Path)
    words.add_argument("--rules", type=int, default=GAME_INFO.version)
    given = words.parse_args()
    main(given.games, given.edition, given.rules)
