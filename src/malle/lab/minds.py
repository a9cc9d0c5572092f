"""Whole games of minds, each seat hearing what it may hear, and the kinds of robots that a game has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from malle.core import AnyGame, Luck, Over, Seat, Waiting
from malle.core.mind import AnyMind, Plain
from malle.core.play import Ply, heard_by, move, settle
from malle.games import load, sheet

LONGEST = 100_000


def play_minds(game: AnyGame, minds: Sequence[AnyMind], seed: str) -> Over:
    """A whole game, each seat hearing what it may hear. Chance and each seat's luck come from the seed."""
    chance = Luck(f"{seed} chance")
    lucks = [Luck(f"{seed} {seat}") for seat in range(game.seats)]
    notes = [mind.notes(game, Seat(seat)) for seat, mind in enumerate(minds)]

    def hear(entries: tuple[Ply, ...]) -> None:
        for entry in entries:
            for seat, mind in enumerate(minds):
                notes[seat] = mind.hear(game, notes[seat], heard_by(Seat(seat), entry.heard))

    state, entries = settle(game, game.new(), chance.pick)
    hear(entries)
    for _ in range(LONGEST):
        turn = game.turn(state)
        if isinstance(turn, Over):
            return turn
        assert isinstance(turn, Waiting)
        seat = turn.seats[0]
        legal = tuple(game.legal(state, seat))
        action = minds[seat].choose(game, game.view(state, seat), legal, notes[seat], lucks[seat])
        state, entries = move(game, state, seat, action, chance.pick)
        hear(entries)
    raise AssertionError(f"{game.name} has not ended after {LONGEST} moves")


def kinds(name: str) -> Mapping[str, tuple[AnyMind, ...]]:
    """The robots of a game, by name: of a level, all tempers."""
    facts = sheet(name)
    levels = {str(level): facts.tempers_of(level) for level in facts.levels}
    kept = {each: (Plain(robot),) for each, robot in facts.robots.items()}
    return {"robot": (Plain(facts.robot),), **kept, **levels, **{each: (mind,) for each, mind in facts.minds.items()}}


@lru_cache(maxsize=8)
def game_of(name: str, seats: int, options: tuple[tuple[str, bool | int | str], ...], edition: str) -> AnyGame:
    """The same one for all deals: robots work out much of it once. An edition is a file; empty: the usual one."""
    return load(name)(seats, dict(options), Path(edition) if edition else None)
