"""How likely each make-up of a hand is, to a player who saw what everybody saw of it.

Nobody knows more about another hand than everybody does: which cards were shown, from which shuffle
(*generation*) each of the others was drawn, and the *trail*. A trail holds the controls that found
nothing, and the cards that joined and left the hand since. Without a trail, every way to place the
unknown cards of a generation is equally likely. A control that found nothing is likelier with more
lawful cards, so it weighs a hand by their number at that time. Of a hand's cards of one generation,
each is equally likely to be the one that joined last.

A *make-up* says how many unknown cards of a hand are illicit and how many petrol, by generation. It is
packed into one number, so that make-ups can be added. Petrol is counted apart from licit cards
(`petrol_apart`) only where a hand was once seen to have none. All weights are whole numbers, so the
odds are exact.
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
"""The unknown cards that exist: (generation, licit, illicit, petrol)."""
Suspects = tuple[tuple[Shape, Trail], ...]
"""Hands with a trail, each as its shape and its trail."""

_BITS, _MASK = 6, 63
_STEP = 2 * _BITS
_ILLICIT = sum(_MASK << generation * _STEP for generation in range(128))
"""Mask for the illicit cards of a make-up, without its petrol. No game lasts for 128 shuffles of its pack."""


def shape_of(generations: tuple[int, ...]) -> Shape:
    """Return the shape of a hand whose unknown cards are of these generations."""
    return tuple(sorted(Counter(generations).items()))


def illicit_in(makeup: Makeup, generation: int) -> int:
    """Return the number of illicit cards of one generation in a make-up."""
    return makeup >> generation * _STEP & _MASK


def petrol_in(makeup: Makeup, generation: int) -> int:
    """Return the number of petrol cards of one generation in a make-up."""
    return makeup >> generation * _STEP + _BITS & _MASK


def _pack(generation: int, illicit: int, petrol: int) -> Makeup:
    """Return the make-up with these numbers of illicit and petrol cards of one generation, and nothing else."""
    return (illicit | petrol << _BITS) << generation * _STEP


# -- one hand


@lru_cache(maxsize=2048)
def likelihood(trail: Trail, shape: Shape, fine: bool) -> Weights:
    """Return the weight that a trail gives to each make-up of this shape; impossible make-ups are left
    out.

    `shape` is the hand at the end of the trail. Each trail builds on the one that is one entry shorter.
    With `petrol_apart` the make-ups count petrol; otherwise petrol counts as licit.
    """
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
    """Return all make-ups of this shape. Without `petrol_apart` they hold no petrol."""
    parts = []
    for generation, cards in shape:
        petrols = range(cards + 1) if fine else (0,)
        parts.append([_pack(generation, i, p) for i in range(cards + 1) for p in petrols if i + p <= cards])
    return map(sum, product(*parts))


def _drawn(before: Weights, shape: Shape, generation: int, fine: bool) -> Weights:
    """Return the weights after a card of this generation joined the hand unseen, from those before.
    `shape` is the hand afterwards. Each of its cards of the generation may be the one that joined."""
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
    """Return the weights after an unknown card of this kind was seen, from those before. `shape` is the
    rest of the unknown hand. Make-ups that held no such card are left out."""
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
    """Return the shape with `difference` more unknown cards of one generation, or fewer if it is negative."""
    cards = Counter(dict(shape))
    cards[generation] += by
    return tuple(sorted((+cards).items()))


def _illicit(makeup: Makeup, shape: Shape) -> int:
    """Return the number of illicit cards in a make-up."""
    return sum(illicit_in(makeup, generation) for generation, _ in shape)


def _petrol(makeup: Makeup, shape: Shape) -> int:
    """Return the number of petrol cards in a make-up."""
    return sum(petrol_in(makeup, generation) for generation, _ in shape)


# -- all hands with a trail together


@lru_cache(maxsize=2048)
def _ways(shape: Shape, trail: Trail, fine: bool) -> Weights:
    """Return the weight of each make-up, times the number of orders in which its kinds can lie in the
    places of the hand."""
    found = {}
    for makeup, weight in likelihood(trail, shape, fine).items():
        for generation, cards in shape:
            i, p = illicit_in(makeup, generation), petrol_in(makeup, generation)
            weight *= comb(cards, i) * comb(cards - i, p)
        found[makeup] = weight
    return found


@lru_cache(maxsize=512)
def _together(suspects: Suspects, fine: bool) -> Weights:
    """Return the weight of each sum of the make-ups of these hands."""
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
def _dry_ways(dry: Suspects, stock: Stock) -> dict[Makeup, tuple[tuple[Makeup, ...], tuple[int, ...]]]:
    """Return what the hands in which petrol matters can hold together, by the illicit part of their
    joint make-up.

    Each value is (joint make-ups, weights). The weights include the ways to choose the petrol and licit
    cards; `_weigh_pairs` adds the ways to choose the illicit ones.
    """
    places = _places(dry)
    found: dict[Makeup, tuple[list[Makeup], list[int]]] = {}
    for makeup, weight in sorted(_together(dry, True).items()):
        for generation, licit, _, petrol in stock:
            i, p = illicit_in(makeup, generation), petrol_in(makeup, generation)
            weight *= perm(petrol, p) * perm(licit, places[generation] - i - p)
        if weight:
            makeups, weights = found.setdefault(makeup & _ILLICIT, ([], []))
            makeups.append(makeup)
            weights.append(weight)
    return {illicit: (tuple(makeups), tuple(weights)) for illicit, (makeups, weights) in found.items()}


@lru_cache(maxsize=512)
def _taken(dry: Suspects, others: Suspects, stock: Stock) -> tuple[tuple[tuple[Makeup, Makeup], ...], tuple[int, ...]]:
    """Return (pairs, weights): what the hands with a trail can hold together.

    A pair is the illicit part of the joint make-up of `petrol_hands`, in which petrol matters, and the
    joint make-up of the others. What is left of the stock can lie elsewhere in equally many ways for
    every pair, so it does not count.
    """
    places, early = _places(others), _places(dry)
    pairs, weights = [], []
    for first, (_, ways) in _dry_ways(dry, stock).items():
        start = sum(ways)
        left = []
        for generation, licit, illicit, petrol in stock:
            taken = illicit_in(first, generation)
            lawful = licit + petrol - early[generation] + taken
            left.append((generation, illicit, taken, lawful, places[generation]))
        for second, its in _together(others, False).items():
            weight = start * its
            for generation, illicit, taken, lawful, room in left:
                i = illicit_in(second, generation)
                weight *= perm(illicit, taken + i) * perm(lawful, room - i)
            if weight:
                pairs.append((first, second))
                weights.append(weight)
    return tuple(pairs), tuple(weights)


def pick_makeups(suspects: Suspects, stock: Stock, luck: Luck) -> list[Makeup]:
    """Draw one make-up for each hand, by their joint odds, in the order of the hands. The hands in
    which petrol matters must come first."""
    dry = tuple(suspect for suspect in suspects if is_dry(suspect[1]))
    others = suspects[len(dry) :]
    pairs, weights = _taken(dry, others, stock)
    first, second = pairs[_pick(weights, luck)]
    makeups, ways = _dry_ways(dry, stock)[first]
    total = makeups[_pick(ways, luck)]
    return [*_split(dry, total, luck, fine=True), *_split(others, second, luck, fine=False)]


def possible_makeups(hand: tuple[Shape, Trail], others: Suspects, stock: Stock) -> set[Makeup]:
    """Return the make-ups that a hand can have beside other hands with a trail. Petrol is counted
    apart. Hands without a trail take what is left."""
    places = _places((hand, *others))
    rest = [makeup for makeup, weight in _together(others, True).items() if weight]
    own = [makeup for makeup, weight in likelihood(hand[1], hand[0], True).items() if weight]
    return {makeup for makeup in own if any(_is_there(makeup + more, places, stock) for more in rest)}


def _is_there(makeup: Makeup, places: Counter[int], stock: Stock) -> bool:
    """Return whether the stock has enough cards of each kind. `places` are the unknown cards that the
    make-up describes, by generation; the rest are licit."""
    for generation, licit, illicit, petrol in stock:
        i, p = illicit_in(makeup, generation), petrol_in(makeup, generation)
        if i > illicit or p > petrol or places[generation] - i - p > licit:
            return False
    return True


def _split(suspects: Suspects, total: Makeup, luck: Luck, *, fine: bool) -> list[Makeup]:
    """Draw how the joint make-up `total` divides among these hands. Returns one make-up for each, in
    their order."""
    chosen = []
    for number in range(len(suspects) - 1, 0, -1):
        earlier = _together(suspects[:number], fine)
        options = [(each, its) for each, its in _ways(*suspects[number], fine).items() if total - each in earlier]
        one = options[_pick([its * earlier[total - each] for each, its in options], luck)][0]
        chosen.append(one)
        total -= one
    return [total, *reversed(chosen)] if suspects else []


def _places(suspects: Suspects) -> Counter[int]:
    """Return how many unknown cards these hands have of each generation, all together."""
    places: Counter[int] = Counter()
    for shape, _ in suspects:
        places.update(dict(shape))
    return places


def _pick(weights: tuple[int, ...] | list[int], luck: Luck) -> int:
    """Return an index drawn with these weights. A single weight draws nothing."""
    return luck.pick(weights) if len(weights) > 1 else 0


def is_dry(trail: Trail) -> bool:
    """Return whether the hand was once seen to have no petrol, so that petrol matters in it."""
    return any(op == DRY for op, _, _ in trail)
