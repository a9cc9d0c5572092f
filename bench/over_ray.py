"""The same deals in processes of this machine and over a Ray of this machine, two workers each, in turns.

    make bench-ray

The matrices must be equal, and Ray may be at most a tenth slower from the first block on. The time until the
first block is printed too. A block is five deals of Les Joyeux Combinards, half a second of work.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from statistics import median

from malle.core.robots.robot import LEVELS
from malle.games import load_game_info
from malle.research.deals import DEALS_PER_TASK, DealPlan, DealTask, ResultBlock, RunTasks
from malle.research.runners import LOCAL_CLUSTER, choose_runner
from malle.research.tournament import Tournament, all_pairs, play_tournament

GAME, SEATS, DEALS, TURNS, WORKERS, MOST = "combinards", 4, 20, 3, 2, 1.1
"""The game, its number of players, and the deals of each pair of levels. Then the turns, the
workers of each way, and the factor by which Ray may take longer."""


def timed(run: RunTasks, plan: DealPlan) -> tuple[Tournament, float, float]:
    """Play the plan with `run`. Return the tournament, the seconds until its first block of
    results, and the seconds from then to its last block."""
    came: list[float] = []

    def noting(tasks: Sequence[DealTask]) -> Iterator[ResultBlock]:
        """Yield the blocks of results that `run` yields, and note when each came."""
        for block in run(tasks):
            came.append(time.monotonic())
            yield block

    began = time.monotonic()
    ladder = play_tournament(plan, noting)
    return ladder, came[0] - began, came[-1] - came[0]


def main() -> int:
    """Play the deals both ways and print the times. Return 1 if the matrices differ or Ray is too slow."""
    options = load_game_info(GAME).complete_options(SEATS, {})
    plan = DealPlan(GAME, SEATS, options, all_pairs(LEVELS), DEALS)
    ways = {"processes": choose_runner(WORKERS), "ray": choose_runner(WORKERS, LOCAL_CLUSTER)}
    ratios, cells = [], set()
    for turn in range(TURNS):
        took = {}
        for name, run in ways.items():
            ladder, begins, rest = timed(run, plan)
            took[name] = rest
            cells.add(repr(sorted(ladder.cells.items())))
            print(f"turn {turn + 1}, {name}: {begins:.1f} s to the first block, then {rest:.1f}", flush=True)
        ratios.append(took["ray"] / took["processes"])
    blocks = len(plan.pairs) * -(-DEALS // DEALS_PER_TASK)
    print(f"{blocks} blocks; ray / processes {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    print("the same matrix" if len(cells) == 1 else "the matrices differ")
    return 0 if len(cells) == 1 and median(ratios) <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
