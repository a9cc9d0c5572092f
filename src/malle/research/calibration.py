"""Calibration: compare the probabilities that robots gave their opinions with how often these were true, in ten
bands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, fsum, lgamma, log, log1p

from msgspec import Struct

from malle.core import AnyGame, GameInfo, Luck, Seat, Waiting
from malle.core.play import Ply, events_for_viewer, make_move, resolve_chance
from malle.core.robots.robot import AnyRobot
from malle.core.story import Opinion

BAND_COUNT = 10
MIN_OPINIONS_PER_BAND = 12
"""A band with fewer opinions is not judged."""
TOLERANCE = 0.05
"""How far the share of true opinions may by default lie from the mean probability."""
SIGNIFICANCE = 1 / 1000
"""A band is reported if what was seen is less probable than this."""


class Band(Struct, frozen=True):
    """The opinions whose probabilities lie in one tenth of the scale from 0 to 1; or a whole
    sample."""

    count: int
    """How many opinions there are."""
    mean_probability: float
    """The mean of the probabilities that the robots gave."""
    share_true: float
    """The share of opinions that were true."""


def opinions_in_game(info: GameInfo, game: AnyGame, robots: Sequence[AnyRobot], seat: Seat, seed: str) -> list[Opinion]:
    """Play one game between these robots, one for each seat. Return the opinions of the robot at
    `seat`.

    `seed` decides chance and all robots' luck. The game must declare `robot_opinions`.
    """
    assert info.robot_opinions is not None
    luck, heard = Luck(seed), list[Ply]()
    memories = [mind.new_memory(game, Seat(each)) for each, mind in enumerate(robots)]
    state, entries = resolve_chance(game, game.new(), luck.pick)
    while True:
        heard += entries
        for entry in entries:
            for each, mind in enumerate(robots):
                memories[each] = mind.observe(game, memories[each], events_for_viewer(Seat(each), entry.events))
        turn = game.turn(state)
        if not isinstance(turn, Waiting):
            return [*info.robot_opinions(game, robots[seat], seat, tuple(entry.events for entry in heard))]
        mover = turn.seats[0]
        legal = tuple(game.legal(state, mover))
        action = robots[mover].choose(game, game.view(state, mover), legal, memories[mover], luck)
        state, entries = make_move(game, state, mover, action, luck.pick)


def miscalibrated_bands(
    sample: Sequence[Opinion], tolerance_above: float = TOLERANCE, tolerance_below: float = TOLERANCE
) -> list[Band]:
    """Return the bands, and the whole sample as one band, that are true too often or too rarely.
    `sample` must not be empty.

    A band is judged if it has at least `MIN_OPINIONS_PER_BAND` opinions. Let p be the mean
    probability of its opinions. A band is true too often if as many true opinions, or more, have a
    chance under `SIGNIFICANCE` where each is true with probability p + `tolerance_above`. It is
    true too rarely if as many, or fewer, have such a chance with p - `tolerance_below`.

    For calibrated robots, ten bands and the whole give a false alarm in at most one sample of 45.
    Opinions of one game depend on each other a little, which the tolerance of 0.05 allows for.
    """
    whole = Band(
        len(sample),
        sum(each.probability for each in sample) / len(sample),
        sum(each.was_true for each in sample) / len(sample),
    )
    return [
        band
        for band in (*group_into_bands(sample), whole)
        if band.count >= MIN_OPINIONS_PER_BAND and _is_improbable(band, tolerance_above, tolerance_below)
    ]


def _is_improbable(band: Band, tolerance_above: float, tolerance_below: float) -> bool:
    """Return whether too many or too few of the band's opinions were true for this to be chance, as
    `miscalibrated_bands` defines it."""
    true = round(band.count * band.share_true)
    many = _probability_of_at_most(band.count, band.count - true, 1 - min(1.0, band.mean_probability + tolerance_above))
    few = _probability_of_at_most(band.count, true, max(0.0, band.mean_probability - tolerance_below))
    return min(many, few) < SIGNIFICANCE


def _probability_of_at_most(total: int, limit: int, probability: float) -> float:
    """Return the probability that at most `limit` of `total` opinions are true, if each is true with
    `probability`.

    It uses logarithms, because the binomial coefficients of thousands do not fit into a float.
    """
    if probability in (0.0, 1.0):
        return float(probability == 0.0 or limit == total)
    ways, yes, no = lgamma(total + 1), log(probability), log1p(-probability)
    return fsum(
        exp(ways - lgamma(each + 1) - lgamma(total - each + 1) + each * yes + (total - each) * no)
        for each in range(limit + 1)
    )


def group_into_bands(sample: Iterable[Opinion]) -> list[Band]:
    """Return the opinions as ten bands by their probability, lowest first. Empty bands are left
    out."""
    rows: list[list[Opinion]] = [[] for _ in range(BAND_COUNT)]
    for each in sample:
        rows[min(BAND_COUNT - 1, int(BAND_COUNT * each.probability))].append(each)
    return [
        Band(len(row), sum(each.probability for each in row) / len(row), sum(each.was_true for each in row) / len(row))
        for row in rows
        if row
    ]
