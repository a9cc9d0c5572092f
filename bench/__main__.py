"""Measures steps and decisions a second of random play, beside OpenSpiel's C++ games driven from
Python in the same run.

Machines are noisy. So everything is played in short slices in turn, and each slice is compared with
those of OpenSpiel's games in the same turn. The median and the quartiles of the ratios are printed.
A step is one entry: a decision or an outcome of chance. Events are made and thrown away, as a table
would receive them."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from statistics import median, quantiles

import pyspiel
from rich.console import Console
from rich.progress import track
from rich.table import Table

from malle.core import NATURE, AnyGame, Chance, Luck, Waiting
from malle.games import OWN_GAMES, load_game, load_game_info

SLICE = 0.15
"""Seconds for which one game is played in a turn."""
TURNS = 15
"""How often each game gets a slice."""
SPIEL = ("liars_dice", "sheriff", "battleship", "dark_hex(board_size=5)", "hex(board_size=5)")
"""OpenSpiel's games nearest to ours: bluff with dice, bluff with an officer, hidden ships, hidden stones, paths."""

WIDE = 180
"""The width of the table in columns if the output is not a terminal."""

Play = Callable[[], tuple[int, int]]
"""Plays one random game and returns its number of steps (entries) and of decisions among them."""


def play_ours(game: AnyGame, luck: Luck) -> Play:
    """Return a function that plays a random game of Malle through the game contract."""

    def play() -> tuple[int, int]:
        """Play one game; return its number of steps and of decisions."""
        new, turn_of, legal, apply, pick, random = game.new, game.turn, game.legal, game.apply, luck.pick, luck.random
        state = new()
        steps = decisions = 0
        while True:
            turn = turn_of(state)
            if type(turn) is Chance:
                state, _ = apply(state, NATURE, turn.outcomes[pick(turn.weights)])
            elif type(turn) is Waiting:
                seat = turn.seats[0]
                actions = legal(state, seat)
                state, _ = apply(state, seat, actions[int(random() * len(actions))])
                decisions += 1
            else:
                return steps, decisions
            steps += 1

    return play


def play_spiel(name: str, luck: Luck) -> Play:
    """Return a function that plays a random OpenSpiel game from Python, as OpenSpiel's own examples do."""
    game = pyspiel.load_game(name)

    def play() -> tuple[int, int]:
        """Play one game; return its number of steps and of decisions."""
        random = luck.random
        state = game.new_initial_state()
        steps = decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                mark = random()
                for outcome, odds in state.chance_outcomes():
                    mark -= odds
                    if mark < 0:
                        state.apply_action(outcome)
                        break
                else:  # rounding made the odds add up to less than 1
                    state.apply_action(outcome)
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
                decisions += 1
            steps += 1
        return steps, decisions

    return play


def slice_of(play: Play) -> tuple[float, float]:
    """Play whole games for about `SLICE` seconds of processor time. Return the steps and the
    decisions per second."""
    steps = decisions = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < SLICE:
        more = play()
        steps, decisions = steps + more[0], decisions + more[1]
    return steps / spent, decisions / spent


def main() -> None:
    """Measure all games in turn and print the table."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--turns", type=int, default=TURNS, help="slices of each (15)")
    parser.add_argument("--only", nargs="*", default=list(OWN_GAMES), choices=OWN_GAMES, help="these games of ours")
    parser.add_argument("--seats", type=int, default=4, help="players, where a game can have so many (4)")
    args = parser.parse_args()
    plays = {f"malle {name}": play_ours(load_game(name)(_seats(name, args.seats)), Luck(1)) for name in args.only}
    plays |= {f"OpenSpiel {name}": play_spiel(name, Luck(1)) for name in SPIEL}
    for play in plays.values():
        slice_of(play)  # warm up
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in plays}
    for _ in track(range(args.turns), "measuring", console=Console(file=sys.stderr), transient=True):
        for name, play in plays.items():
            found[name].append(slice_of(play))
    Console(width=None if sys.stdout.isatty() else WIDE).print(_table(found))


def _seats(name: str, wanted: int) -> int:
    """Return the wanted number of players, or the game's smallest number if it cannot be played with that
    number."""
    seats = load_game_info(name).seats
    return wanted if wanted in seats else seats[0]


def _table(found: dict[str, list[tuple[float, float]]]) -> Table:
    """Return the table. Each row has the median speed of one game, and for each game of OpenSpiel
    the ratio of steps: median and quartiles."""
    table = Table(title=f"random play, one process, load {os.getloadavg()[0]:.1f}; ratios of steps, slice by slice")
    for name in ("game", "steps/s", "decisions/s", *(f"/ {name}" for name in SPIEL)):
        table.add_column(name, justify="left" if name == "game" else "right")
    for name, slices in found.items():
        ratios = []
        for other in SPIEL:
            pairs = zip(slices, found[f"OpenSpiel {other}"], strict=True)
            each = [ours[0] / theirs[0] for ours, theirs in pairs]
            low, _, high = quantiles(each, n=4) if len(each) > 1 else (each[0],) * 3
            ratios.append(f"{median(each):.2f} [{low:.2f} {high:.2f}]")
        speed = [f"{median(one[at] for one in slices):,.0f}" for at in (0, 1)]
        table.add_row(name, *speed, *ratios)
    return table


if __name__ == "__main__":
    main()
