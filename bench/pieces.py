"""The gain from keeping more fragments of drawings (`malle.core.fragment_cache`): `python -m bench.pieces`.

Tables of all four games are played by simple robots, a move at each in turn. After every move the table is
drawn for everybody, with a limited number of fragments kept for each function. The limits are compared in
turns: microseconds of processor a move, and megabytes of the process.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from itertools import count
from statistics import median

from malle.core import Luck, Seat, fragment_cache
from malle.core.dealer import Dealer, seal_of_seed
from malle.games import OWN_GAMES, load_game, load_game_info
from malle.runtime.room import Room
from malle.storage.store import TableId
from malle.table import Setup, open_table

KEPT = (1024, 256, 64)
"""The limits compared: fragments kept for each function."""
TURNS = 3


class Seated:
    """A table with simple robots at every seat, in memory only. Made by `measure`."""

    def __init__(self, name: str, number: int) -> None:
        """Open the table with this number, which also seeds the game and the robots."""
        facts = load_game_info(name)
        seats, seed = facts.default_seats, f"{name} {number}".encode().ljust(32)
        options = facts.complete_options(seats, {})
        setup = Setup(
            table="t", game=name, version=facts.version, seats=seats, options=options, seal=seal_of_seed(seed, "t")
        )
        table = open_table(setup, load_game(name)(seats, options, None), Dealer(seed, "t"))
        for seat in range(seats):
            table = table.sit(Seat(seat), "person").table
        self.room, self._robot, self._luck = Room(TableId(1), "t", table, facts), facts.robot, Luck(f"{name} {number}")

    def move(self) -> Room:
        """Make one move of the first awaited robot and return the room."""
        table = self.room.table
        seat, game = table.awaited[0], table.game
        action = self._robot(game, game.view(table.state, seat), tuple(table.legal(seat)), self._luck)
        self.room.advance(table.act(seat, game.write(action), table.seq))
        return self.room


def measure(tables: int, moves: int) -> None:
    """Play `moves` moves in turn at `tables` tables, and draw each position for everybody. Print
    microseconds of processor time a move and megabytes of the process."""
    from malle.runtime.views import frames  # imported only after the limit is set

    fresh = count()
    names = [OWN_GAMES[number % len(OWN_GAMES)] for number in range(tables)]
    seated = [Seated(name, next(fresh)) for name in names]
    began = time.process_time()
    for number in range(moves):
        at = number % tables
        if seated[at].room.table.over is not None:
            seated[at] = Seated(names[at], next(fresh))
        room = seated[at].move()
        frames._scene_part(room)
        for viewer in range(room.table.game.seats):
            frames.seat_part(room, Seat(viewer))
    took = 1e6 * (time.process_time() - began) / moves
    with open("/proc/self/statm") as file:
        print(took, int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6)


def main() -> None:
    """Measure each limit in processes of its own, since the cache of a function gets its size when
    the function is imported. Print the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=48)
    parser.add_argument("--moves", type=int, default=12_000)
    parser.add_argument("--most", type=int, default=0, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.most:
        fragment_cache.MAX_FRAGMENTS_PER_FUNCTION = args.most
        measure(args.tables, args.moves)
        return
    found: dict[int, list[tuple[float, ...]]] = {most: [] for most in KEPT}
    for _ in range(TURNS):
        for most, some in found.items():
            words = ["--most", str(most), "--tables", str(args.tables), "--moves", str(args.moves)]
            told = subprocess.run(
                [sys.executable, "-m", "bench.pieces", *words], capture_output=True, text=True, check=True
            )
            some.append(tuple(map(float, told.stdout.split())))
    usual = median(took for took, _ in found[KEPT[0]])
    for most, some in found.items():
        took, size = (median(each[part] for each in some) for part in range(2))
        print(f"{most:5} of each: {took:.0f} microseconds a move ({took / usual:.2f}), {size:.0f} MB")


if __name__ == "__main__":
    main()
