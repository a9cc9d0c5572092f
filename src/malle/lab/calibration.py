"""Calibration: compare the probabilities that robots gave their opinions with how often these were true, in ten
bands."""

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
"""A band with fewer opinions is not judged."""
LEEWAY = 0.05
RARE = 1 / 1000


class Band(Struct, frozen=True):
    """The opinions of one tenth of the scale of probabilities."""

    number: int
    """How many opinions there are."""
    said: float
    """The mean of the probabilities that the robots gave."""
    true: float
    """The share of opinions that were true."""


def opinions(facts: Sheet, game: AnyGame, minds: Sequence[AnyMind], seat: Seat, seed: str) -> list[Opinion]:
    """Play one game between these robots, one for each seat, and return what the one at `seat` thought.

    `seed` decides chance and all robots' luck. The game must declare `robot_opinions`.
    """
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
    """Return the bands, and the whole sample as one band, that are true too often or too rarely. `sample` must
    not be empty.

    A band is judged if it has at least `MIN_OPINIONS_PER_BAND` opinions. The test is a binomial tail. Suppose
    that each opinion is true independently, with the band's mean probability p. The band is reported in two
    cases. With p + `tolerance_above`, at least as many true opinions have a chance under one in a thousand.
    With p - `tolerance_below`, at most as many have a chance under one in a thousand.

    For calibrated robots, ten bands and the whole give a false alarm in at most one sample of 45. Opinions of
    one game depend on each other a little, which the tolerance of 0.05 allows for.
    """
    whole = Band(len(had), sum(each.said for each in had) / len(had), sum(each.true for each in had) / len(had))
    return [band for band in (*bands(had), whole) if band.number >= FEWEST and _is_odd(band, truer, falser)]


def _is_odd(band: Band, truer: float, falser: float) -> bool:
    """Return whether the band has improbably many or improbably few true opinions."""
    true = round(band.number * band.true)
    many = _most(band.number, band.number - true, 1 - min(1.0, band.said + truer))
    few = _most(band.number, true, max(0.0, band.said - falser))
    return min(many, few) < RARE


def _most(number: int, most: int, chance: float) -> float:
    """Return the probability that at most `limit` of `total` opinions are true, if each is true with
    `probability`.

    It uses logarithms, because the binomial coefficients of thousands do not fit into a float.
    """
    if chance in (0.0, 1.0):
        return float(chance == 0.0 or most == number)
    ways, yes, no = lgamma(number + 1), log(chance), log1p(-chance)
    return fsum(
        exp(ways - lgamma(each + 1) - lgamma(number - each + 1) + each * yes + (number - each) * no)
        for each in range(most + 1)
    )


def bands(had: Iterable[Opinion]) -> list[Band]:
    """Sort opinions into ten bands by their probability. Empty bands are left out."""
    rows: list[list[Opinion]] = [[] for _ in range(BANDS)]
    for each in had:
        rows[min(BANDS - 1, int(BANDS * each.said))].append(each)
    return [
        Band(len(row), sum(each.said for each in row) / len(row), sum(each.true for each in row) / len(row))
        for row in rows
        if row
    ]
