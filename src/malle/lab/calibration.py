"""Is it so when a robot says so? What levels thought, in ten bands, beside how often it was true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from msgspec import Struct

from malle.core import AnyGame, Luck, Seat, Sheet, Waiting
from malle.core.mind import AnyMind
from malle.core.play import Ply, heard_by, move, settle
from malle.core.story import Opinion

BANDS = 10


class Band(Struct, frozen=True):
    """Opinions between two tenths."""

    number: int
    said: float
    """Their mean."""
    true: float
    """How many of them were so."""


def opinions(facts: Sheet, game: AnyGame, minds: Sequence[AnyMind], seat: Seat, seed: str) -> list[Opinion]:
    """What the robot at a seat thought in one game of these."""
    assert facts.thoughts is not None
    luck, heard = Luck(seed), list[Ply]()
    notes = [mind.notes(game, Seat(each)) for each, mind in enumerate(minds)]
    state, entries = settle(game, game.new(), luck.pick)
    while True:
        heard += entries
        for entry in entries:
            for each, mind in enumerate(minds):
                notes[each] = mind.hear(game, notes[each], heard_by(Seat(each), entry.heard))
        turn = game.turn(state)
        if not isinstance(turn, Waiting):
            return [*facts.thoughts(game, minds[seat], seat, tuple(entry.heard for entry in heard))]
        mover = turn.seats[0]
        legal = tuple(game.legal(state, mover))
        action = minds[mover].choose(game, game.view(state, mover), legal, notes[mover], luck)
        state, entries = move(game, state, mover, action, luck.pick)


def is_far_off(had: Sequence[Opinion]) -> bool:
    """Do they say more or less than is true, by more than five of a hundred and three standard errors?"""
    said = sum(each.said for each in had) / len(had)
    true = sum(each.true for each in had) / len(had)
    return abs(said - true) > 0.05 + 3 * sqrt(said * (1 - said) / len(had))


def bands(had: Iterable[Opinion]) -> list[Band]:
    """In tenths, those that are empty left out."""
    rows: list[list[Opinion]] = [[] for _ in range(BANDS)]
    for each in had:
        rows[min(BANDS - 1, int(BANDS * each.said))].append(each)
    return [
        Band(len(row), sum(each.said for each in row) / len(row), sum(each.true for each in row) / len(row))
        for row in rows
        if row
    ]
