"""How likely each make-up of a hand is, to somebody who saw what the table saw of it.

Nobody knows more about another hand than the table: which cards were shown, from which shuffle (*generation*) each of
the others was drawn, and the *trail*: controls that found nothing, and what joined and left the hand since. Before
any control, every way to place the unknown cards of a generation is equally likely. A control that found nothing is
likelier with more lawful cards, so it weighs a hand by the number of them at that time; and of a hand's cards of one
generation, each is equally likely to be the one that joined last.

A *make-up* says how many unknown cards of a hand are illicit and how many petrol, by generation, packed into one number
so that make-ups add up. Petrol is told apart (`fine`) only where a hand was once seen to have none. All weights are
whole numbers, so the odds are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import comb, perm

from malle.core import Luck
from malle.games.combinards.edition import ILLICIT, PETROL
from malle.games.combinards.state import CLEAN, DRAWN, DRY, Trail

Makeup = int
Weights = dict[Makeup, int]
Shape = tuple[tuple[int, int], ...]
"""How many unknown cards a hand has of each generation: (generation, cards), by rising generation."""
Stock = tuple[tuple[int, int, int, int], ...]
"""Unknown cards that exist: (generation, licit, illicit, petrol)."""
Suspects = tuple[tuple[Shape, Trail], ...]
"""Hands with a trail."""

_BITS, _MASK = 6, 63
_STEP = 2 * _BITS


def shape_of(generations: tuple[int, ...]) -> Shape:
    """The shape of a hand whose unknown cards are of these generations."""
    return tuple(sorted(Counter(generations).items()))


def illicit_in(makeup: Makeup, generation: int) -> int:
    """The illicit cards of one generation."""
    return makeup >> generation * _STEP & _MASK


def petrol_in(makeup: Makeup, generation: int) -> int:
    """The petrol of one generation."""
    return makeup >> generation * _STEP + _BITS & _MASK


def _pack(generation: int, illicit: int, petrol: int) -> Makeup:
    return (illicit | petrol << _BITS) << generation * _STEP


# -- one hand


@lru_cache(maxsize=2048)
def likelihood(trail: Trail, shape: Shape, fine: bool) -> Weights:
    """The weight that a trail gives to each make-up of this shape; each trail builds on the one a step shorter."""
    if not trail:
        return dict.fromkeys(_makeups(shape, fine), 1)
    op, number, generation = trail[-1]
    if op == CLEAN:
        cards = number + sum(cards for _, cards in shape)
        before = likelihood(trail[:-1], shape, fine)
        weighed = ((makeup, weight * (cards - _illicit(makeup, shape))) for makeup, weight in before.items())
        return {makeup: weight for makeup, weight in weighed if weight}
    if op == DRY:
        before = likelihood(trail[:-1], shape, fine)
        return {makeup: weight for makeup, weight in before.items() if not _petrol(makeup, shape)}
    if op == DRAWN:
        return _drawn(likelihood(trail[:-1], _change(shape, generation, -1), fine), shape, generation, fine)
    return _gone(likelihood(trail[:-1], _change(shape, generation, 1), fine), shape, generation, number, fine)


def _makeups(shape: Shape, fine: bool) -> Iterator[Makeup]:
    parts = []
    for generation, cards in shape:
        petrols = range(cards + 1) if fine else (0,)
        parts.append([_pack(generation, i, p) for i in range(cards + 1) for p in petrols if i + p <= cards])
    return map(sum, product(*parts))


def _drawn(before: Weights, shape: Shape, generation: int, fine: bool) -> Weights:
    """Of the cards of this generation, each may be the one that joined."""
    cards = dict(shape)[generation]
    illicit, petrol = _pack(generation, 1, 0), _pack(generation, 0, 1)
    after: Weights = {}
    for makeup, weight in before.items():
        i, p = illicit_in(makeup, generation), petrol_in(makeup, generation)
        after[makeup] = after.get(makeup, 0) + (cards - i - p) * weight
        after[makeup + illicit] = after.get(makeup + illicit, 0) + (i + 1) * weight
        if fine:
            after[makeup + petrol] = after.get(makeup + petrol, 0) + (p + 1) * weight
    return after


def _gone(before: Weights, shape: Shape, generation: int, kind: int, fine: bool) -> Weights:
    """A card of this kind was there before, and is no longer among the unknown ones."""
    if kind == ILLICIT:
        one = _pack(generation, 1, 0)
        return {makeup - one: weight for makeup, weight in before.items() if illicit_in(makeup, generation)}
    if kind == PETROL and fine:
        one = _pack(generation, 0, 1)
        return {makeup - one: weight for makeup, weight in before.items() if petrol_in(makeup, generation)}
    cards = dict(shape).get(generation, 0)
    return {
        makeup: weight
        for makeup, weight in before.items()
        if illicit_in(makeup, generation) + petrol_in(makeup, generation) <= cards
    }


def _change(shape: Shape, generation: int, by: int) -> Shape:
    cards = Counter(dict(shape))
    cards[generation] += by
    return tuple(sorted((+cards).items()))


def _illicit(makeup: Makeup, shape: Shape) -> int:
    return sum(illicit_in(makeup, generation) for generation, _ in shape)


def _petrol(makeup: Makeup, shape: Shape) -> int:
    return sum(petrol_in(makeup, generation) for generation, _ in shape)


# -- all hands with a trail together


@lru_cache(maxsize=2048)
def _ways(shape: Shape, trail: Trail, fine: bool) -> Weights:
    """The weight of each make-up, and in how many orders its cards can lie in the hand's places."""
    found = {}
    for makeup, weight in likelihood(trail, shape, fine).items():
        for generation, cards in shape:
            i, p = illicit_in(makeup, generation), petrol_in(makeup, generation)
            weight *= comb(cards, i) * comb(cards - i, p)
        found[makeup] = weight
    return found


@lru_cache(maxsize=512)
def _together(suspects: Suspects, fine: bool) -> Weights:
    """The weight of what these hands take together, one make-up for all."""
    if not suspects:
        return {0: 1}
    after: Weights = {}
    last = list(_ways(*suspects[-1], fine).items())
    for makeup, weight in _together(suspects[:-1], fine).items():
        for more, its in last:
            both = makeup + more
            after[both] = after.get(both, 0) + weight * its
    return after


@lru_cache(maxsize=512)
def _taken(suspects: Suspects, stock: Stock, fine: bool) -> tuple[tuple[Makeup, ...], tuple[int, ...]]:
    """What these hands may take together from the stock, and the weight of each. What is left over goes anywhere in as
    many ways, whatever it is."""
    places: Counter[int] = Counter()
    for shape, _ in suspects:
        places.update(dict(shape))
    makeups, weights = [], []
    for makeup, weight in sorted(_together(suspects, fine).items()):
        for generation, licit, illicit, petrol in stock:
            i, p = illicit_in(makeup, generation), petrol_in(makeup, generation)
            lawful = licit if fine else licit + petrol
            weight *= perm(illicit, i) * perm(petrol, p) * perm(lawful, places[generation] - i - p)
        if weight:
            makeups.append(makeup)
            weights.append(weight)
    return tuple(makeups), tuple(weights)


def pick_makeups(suspects: Suspects, stock: Stock, luck: Luck, *, fine: bool) -> list[Makeup]:
    """One make-up for each suspect, with the odds of them all together."""
    makeups, weights = _taken(suspects, stock, fine)
    total = makeups[_pick(weights, luck)]
    chosen = []
    for number in range(len(suspects) - 1, 0, -1):
        earlier = _together(suspects[:number], fine)
        options = [(each, its) for each, its in _ways(*suspects[number], fine).items() if total - each in earlier]
        one = options[_pick([its * earlier[total - each] for each, its in options], luck)][0]
        chosen.append(one)
        total -= one
    return [total, *reversed(chosen)]


def _pick(weights: tuple[int, ...] | list[int], luck: Luck) -> int:
    return luck.pick(weights) if len(weights) > 1 else 0


def is_fine(suspects: Suspects) -> bool:
    """Does petrol have to be told apart?"""
    return any(op == DRY for _, trail in suspects for op, _, _ in trail)
