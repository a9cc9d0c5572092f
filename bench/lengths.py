"""What the length of a player's frames reveals to an observer of encrypted traffic: `python -m
bench.lengths`.

A neighbour at the table observes the length of the frame that the awaited player receives. This length is
compared in 24 worlds: the true one and others that the neighbour cannot tell apart from it. The entropy of
these lengths, in bits, is what the length alone reveals of log2 24 = 4.6. It is printed for plain frames,
packed ones, and packed and padded ones, as browsers get them. There are two kinds: the frame after a move,
and the first one after a page is opened, with setting and log.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from malle.core import AnyGame, GameInfo, Luck, Over, Seat, Waiting
from malle.core.dealer import Dealer
from malle.core.play import make_move, resolve_chance
from malle.games import OWN_GAMES, load_game_info
from malle.protocol.messages import pad
from malle.runtime.room import Room
from malle.runtime.seats.display_names import ROBOT_NAMES
from malle.runtime.views.compression import compress_frame
from malle.runtime.views.compression_dictionary import make_dictionary
from malle.runtime.views.frames import build_frame
from malle.storage.store import TableId
from malle.table import SeatKind, Setup, Table

WORLDS = 24
"""Worlds in which the length of a frame is compared, the true one included."""
ENOUGH = WORLDS // 2
"""A position counts only if at least this many of its worlds are different."""


def main() -> None:
    """Print a line for each game and kind of frame."""
    parser = argparse.ArgumentParser(prog="python -m bench.lengths", description=__doc__)
    parser.add_argument("--looks", type=int, default=200, help="looks a game (200)")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--game", choices=OWN_GAMES, action="append", help="one game; all by default")
    words = parser.parse_args()
    whole = math.log2(WORLDS)
    print(f"bits of {whole:.1f} that the length tells, on average: plain, packed, packed and padded; the longest")
    for name in words.game or OWN_GAMES:
        for kind, (bits, longest, count) in measure(load_game_info(name), words.looks, words.seed).items():
            told = "  ".join(f"{each:.2f}" for each in bits)
            print(f"{name:11} {kind:9} {told}   {longest} bytes   {count} looks", flush=True)


def measure(facts: GameInfo, looks: int, seed: int) -> dict[str, tuple[list[float], int, int]]:
    """Return by kind of frame: the average bits revealed by each way to send it (plain, packed,
    packed and padded), the longest frame as sent in bytes, and the number of positions. It ends
    once `looks` positions count."""
    seats = 4 if 4 in facts.seats else facts.seats[0]
    game = facts.make_game(seats, facts.complete_options(seats, {}), None)
    luck, dictionary = Luck(seed), make_dictionary(facts)
    bits: dict[str, list[list[float]]] = defaultdict(list)
    longest: Counter[str] = Counter()
    for state, victim in positions(facts, game, luck):
        view = game.view(state, Seat((victim + 1) % seats))
        worlds = [state, *(game.imagine(view, luck) for _ in range(WORLDS - 1))]
        if len(set(worlds)) < ENOUGH:
            continue
        for kind in ("following", "first"):
            plain = [drawn(facts, game, world, victim, first=kind == "first") for world in worlds]
            packed = [compress_frame(each, dictionary) for each in plain]
            sent = [pad(each) for each in packed]
            bits[kind].append([entropy(list(map(len, each))) for each in (plain, packed, sent)])
            longest[kind] = max(longest[kind], *map(len, sent))
        if len(bits["first"]) == looks:
            break
    return {
        kind: ([sum(column) / len(rows) for column in zip(*rows, strict=True)], longest[kind], len(rows))
        for kind, rows in bits.items()
    }


def positions(facts: GameInfo, game: AnyGame, luck: Luck) -> Iterator[tuple[Any, Seat]]:
    """Yield positions of games between robots, each with the awaited seat, without end. A quarter
    of all positions are taken, at random. One move in ten is random."""
    while True:
        state, _ = resolve_chance(game, game.new(), luck.pick)
        while isinstance(turn := game.turn(state), Waiting):
            seat = turn.seats[0]
            if luck.random() < 0.25:
                yield state, seat
            legal = tuple(game.legal(state, seat))
            rash = luck.random() < 0.1
            action = luck.choice(legal) if rash else facts.robot(game, game.view(state, seat), legal, luck)
            state, _ = make_move(game, state, seat, action, luck.pick)


def drawn(facts: GameInfo, game: AnyGame, world: Any, viewer: Seat, *, first: bool) -> bytes:
    """Return the plain frame that a viewer receives in a world. `first` makes it the first frame of a page."""
    turn = game.turn(world)
    assert isinstance(turn, Waiting | Over)
    setup = Setup(
        table="", game=facts.name, version=facts.version, seats=game.seats, options=game.options, seal="0" * 64
    )
    person: SeatKind = "person"
    since = tuple(1 if isinstance(turn, Waiting) and seat in turn.seats else -1 for seat in range(game.seats))
    table = Table(setup, game, Dealer(bytes(32), ""), 1, world, turn, (person,) * game.seats, since)
    room = Room(TableId(0), "", table, facts)
    room.set_names(ROBOT_NAMES[: game.seats])
    return build_frame(room, viewer, -1, robot=False, first=first)


def entropy(lengths: list[int]) -> float:
    """Return the entropy of the frequencies of these lengths, in bits."""
    return -sum(n / len(lengths) * math.log2(n / len(lengths)) for n in Counter(lengths).values()) + 0.0


if __name__ == "__main__":
    main()
