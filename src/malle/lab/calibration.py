"""Is it so when a robot says so? What levels thought, in ten bands, beside how often it was true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, fsum, lgamma, log, log1p

from msgspec import Struct

from malle.core import AnyGame, Luck, Seat, Sheet, Waiting
from malle.core.mind import AnyMind
from malle.core.play import Ply, heard_by, move, settle
from malle.core.story import Opinion

BANDS = 10
FEWEST = 12
"""Opinions without which a band is not judged."""
LEEWAY = 0.05
RARE = 1 / 1000


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


def far_off(had: Sequence[Opinion], truer: float = LEEWAY, falser: float = LEEWAY) -> list[Band]:
    """The bands, and all opinions together, that are not as often true as they say.

    A band is judged if it has `FEWEST` opinions. It is far off if, were every opinion of it true by itself with the
    chance that the band says on average, so many true ones or more (with that chance raised by `truer`), or so few or
    fewer (with it lowered by `falser`) would come less than once in a thousand times: a binomial tail. So of robots
    that say what is so, ten bands and the whole are found wrong in at most one sample of 45. Opinions of one game hang
    together a little, which the leeway of five of a hundred is for.
    """
    whole = Band(len(had), sum(each.said for each in had) / len(had), sum(each.true for each in had) / len(had))
    return [band for band in (*bands(had), whole) if band.number >= FEWEST and _is_odd(band, truer, falser)]


def _is_odd(band: Band, truer: float, falser: float) -> bool:
    true = round(band.number * band.true)
    many = _most(band.number, band.number - true, 1 - min(1.0, band.said + truer))
    few = _most(band.number, true, max(0.0, band.said - falser))
    return min(many, few) < RARE


def _most(number: int, most: int, chance: float) -> float:
    """How likely at most so many of a number come true. By logarithms: of thousands there are too many ways for a float
    to count."""
    if chance in (0.0, 1.0):
        return float(chance == 0.0 or most == number)
    ways, yes, no = lgamma(number + 1), log(chance), log1p(-chance)
    return fsum(
        exp(ways - lgamma(each + 1) - lgamma(number - each + 1) + each * yes + (number - each) * no)
        for each in range(most + 1)
    )


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
