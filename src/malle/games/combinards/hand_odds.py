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
from malle.games.combinards.state import CARD_JOINED, CONTROL_CLEAN, NO_PETROL, Trail

Makeup = int
MakeupWeights = dict[Makeup, int]
HandShape = tuple[tuple[int, int], ...]
"""How many unknown cards a hand has of each generation: (generation, cards), by rising generation."""
UnknownStock = tuple[tuple[int, int, int, int], ...]
"""The unknown cards that exist: (generation, licit, illicit, petrol)."""
TrackedHands = tuple[tuple[HandShape, Trail], ...]
"""Hands with a trail, each as its shape and its trail."""

_COUNT_BITS, _COUNT_MASK = 6, 63
_GENERATION_BITS = 2 * _COUNT_BITS
_ILLICIT_MASK = sum(_COUNT_MASK << generation * _GENERATION_BITS for generation in range(128))
"""Mask for the illicit cards of a make-up, without its petrol. No game lasts for 128 shuffles of its pack."""


def shape_of(generations: tuple[int, ...]) -> HandShape:
    """Return the shape of a hand whose unknown cards have these generations."""
    return tuple(sorted(Counter(generations).items()))


def illicit_in(makeup: Makeup, generation: int) -> int:
    """Return the number of illicit cards of one generation in a make-up."""
    return makeup >> generation * _GENERATION_BITS & _COUNT_MASK


def petrol_in(makeup: Makeup, generation: int) -> int:
    """Return the number of petrol cards of one generation in a make-up."""
    return makeup >> generation * _GENERATION_BITS + _COUNT_BITS & _COUNT_MASK


def _pack_makeup(generation: int, illicit: int, petrol: int) -> Makeup:
    """Return the make-up with these numbers of illicit and petrol cards of one generation, and nothing else."""
    return (illicit | petrol << _COUNT_BITS) << generation * _GENERATION_BITS


# -- one hand


@lru_cache(maxsize=2048)
def makeup_weights(trail: Trail, shape: HandShape, petrol_apart: bool) -> MakeupWeights:
    """Return the weight that a trail gives to each make-up of this shape; impossible make-ups are
    left out. A weight belongs to the cards in one given order (see `_weights_with_orders`).

    `shape` is the hand at the end of the trail. Each trail builds on the one that is one entry
    shorter. With `petrol_apart` the make-ups count petrol; otherwise petrol counts as licit.
    """
    if not trail:
        return dict.fromkeys(_all_makeups(shape, petrol_apart), 1)
    entry_kind, number, generation = trail[-1]
    if entry_kind == CONTROL_CLEAN:
        cards = number + sum(cards for _, cards in shape)
        before = makeup_weights(trail[:-1], shape, petrol_apart)
        weighed = ((makeup, weight * (cards - _count_illicit(makeup, shape))) for makeup, weight in before.items())
        return {makeup: weight for makeup, weight in weighed if weight}
    if entry_kind == NO_PETROL:
        before = makeup_weights(trail[:-1], shape, petrol_apart)
        return {makeup: weight for makeup, weight in before.items() if not _count_petrol(makeup, shape)}
    if entry_kind == CARD_JOINED:
        return _weights_after_join(
            makeup_weights(trail[:-1], _change_shape(shape, generation, -1), petrol_apart),
            shape,
            generation,
            petrol_apart,
        )
    return _weights_after_show(
        makeup_weights(trail[:-1], _change_shape(shape, generation, 1), petrol_apart),
        shape,
        generation,
        number,
        petrol_apart,
    )


def _all_makeups(shape: HandShape, petrol_apart: bool) -> Iterator[Makeup]:
    """Yield all make-ups of this shape. Without `petrol_apart` they hold no petrol."""
    parts = []
    for generation, cards in shape:
        petrols = range(cards + 1) if petrol_apart else (0,)
        parts.append([_pack_makeup(generation, i, p) for i in range(cards + 1) for p in petrols if i + p <= cards])
    return map(sum, product(*parts))


def _weights_after_join(before: MakeupWeights, shape: HandShape, generation: int, petrol_apart: bool) -> MakeupWeights:
    """Return the weights of the make-ups after a card of this generation joined the hand unseen,
    from the weights before. `shape` is the hand with the card. Any of its cards of that
    generation may be the new one. For `petrol_apart` see `makeup_weights`."""
    cards = dict(shape)[generation]
    illicit, petrol = _pack_makeup(generation, 1, 0), _pack_makeup(generation, 0, 1)
    after: MakeupWeights = {}
    for makeup, weight in before.items():
        i, p = illicit_in(makeup, generation), petrol_in(makeup, generation)
        after[makeup] = after.get(makeup, 0) + (cards - i - p) * weight
        after[makeup + illicit] = after.get(makeup + illicit, 0) + (i + 1) * weight
        if petrol_apart:
            after[makeup + petrol] = after.get(makeup + petrol, 0) + (p + 1) * weight
    return after


def _weights_after_show(
    before: MakeupWeights, shape: HandShape, generation: int, kind: int, petrol_apart: bool
) -> MakeupWeights:
    """Return the weights of the make-ups that are left after an unknown card of this kind and
    generation was shown, from the weights before. The card is taken off each make-up; those
    without such a card are left out. `shape` is the hand without the card. For `petrol_apart`
    see `makeup_weights`."""
    if kind == ILLICIT:
        one = _pack_makeup(generation, 1, 0)
        return {makeup - one: weight for makeup, weight in before.items() if illicit_in(makeup, generation)}
    if kind == PETROL and petrol_apart:
        one = _pack_makeup(generation, 0, 1)
        return {makeup - one: weight for makeup, weight in before.items() if petrol_in(makeup, generation)}
    cards = dict(shape).get(generation, 0)
    return {
        makeup: weight
        for makeup, weight in before.items()
        if illicit_in(makeup, generation) + petrol_in(makeup, generation) <= cards
    }


def _change_shape(shape: HandShape, generation: int, difference: int) -> HandShape:
    """Return the shape with `difference` more unknown cards of one generation, or fewer if it is negative."""
    cards = Counter(dict(shape))
    cards[generation] += difference
    return tuple(sorted((+cards).items()))


def _count_illicit(makeup: Makeup, shape: HandShape) -> int:
    """Return the number of illicit cards of all generations in a make-up of this shape."""
    return sum(illicit_in(makeup, generation) for generation, _ in shape)


def _count_petrol(makeup: Makeup, shape: HandShape) -> int:
    """Return the number of petrol cards of all generations in a make-up of this shape."""
    return sum(petrol_in(makeup, generation) for generation, _ in shape)


# -- all hands with a trail together


@lru_cache(maxsize=2048)
def _weights_with_orders(shape: HandShape, trail: Trail, petrol_apart: bool) -> MakeupWeights:
    """Return the weight of each make-up of a hand, times the number of orders in which its
    illicit, petrol and licit cards can lie in the hand."""
    weights = {}
    for makeup, weight in makeup_weights(trail, shape, petrol_apart).items():
        for generation, cards in shape:
            i, p = illicit_in(makeup, generation), petrol_in(makeup, generation)
            weight *= comb(cards, i) * comb(cards - i, p)
        weights[makeup] = weight
    return weights


@lru_cache(maxsize=512)
def _joint_weights(hands: TrackedHands, petrol_apart: bool) -> MakeupWeights:
    """Return the weight of each joint make-up of these hands: the sum of one make-up of each
    hand."""
    if not hands:
        return {0: 1}
    after: MakeupWeights = {}
    last = list(_weights_with_orders(*hands[-1], petrol_apart).items())
    for makeup, weight in _joint_weights(hands[:-1], petrol_apart).items():
        for more, its in last:
            both = makeup + more
            after[both] = after.get(both, 0) + weight * its
    return after


@lru_cache(maxsize=512)
def _weigh_petrol_hands(
    petrol_hands: TrackedHands, stock: UnknownStock
) -> dict[Makeup, tuple[tuple[Makeup, ...], tuple[int, ...]]]:
    """Return what the hands in which petrol matters can hold together, by the illicit part of their
    joint make-up.

    Each value is (joint make-ups, weights). The weights include the ways to choose the petrol and licit
    cards; `_weigh_pairs` adds the ways to choose the illicit ones.
    """
    places = _count_unknown(petrol_hands)
    by_illicit: dict[Makeup, tuple[list[Makeup], list[int]]] = {}
    for makeup, weight in sorted(_joint_weights(petrol_hands, True).items()):
        for generation, licit, _, petrol in stock:
            i, p = illicit_in(makeup, generation), petrol_in(makeup, generation)
            weight *= perm(petrol, p) * perm(licit, places[generation] - i - p)
        if weight:
            makeups, weights = by_illicit.setdefault(makeup & _ILLICIT_MASK, ([], []))
            makeups.append(makeup)
            weights.append(weight)
    return {illicit: (tuple(makeups), tuple(weights)) for illicit, (makeups, weights) in by_illicit.items()}


@lru_cache(maxsize=512)
def _weigh_pairs(
    petrol_hands: TrackedHands, others: TrackedHands, stock: UnknownStock
) -> tuple[tuple[tuple[Makeup, Makeup], ...], tuple[int, ...]]:
    """Return (pairs, weights): what the hands with a trail can hold together.

    A pair is the illicit part of the joint make-up of `petrol_hands`, in which petrol matters, and
    the joint make-up of `others`. What is left of the stock can lie elsewhere in equally many ways
    for every pair, so it does not count.
    """
    places, early = _count_unknown(others), _count_unknown(petrol_hands)
    pairs, weights = [], []
    for first, (_, ways) in _weigh_petrol_hands(petrol_hands, stock).items():
        start = sum(ways)
        left = []
        for generation, licit, illicit, petrol in stock:
            taken = illicit_in(first, generation)
            lawful = licit + petrol - early[generation] + taken
            left.append((generation, illicit, taken, lawful, places[generation]))
        for second, its in _joint_weights(others, False).items():
            weight = start * its
            for generation, illicit, taken, lawful, room in left:
                i = illicit_in(second, generation)
                weight *= perm(illicit, taken + i) * perm(lawful, room - i)
            if weight:
                pairs.append((first, second))
                weights.append(weight)
    return tuple(pairs), tuple(weights)


def pick_makeups(hands: TrackedHands, stock: UnknownStock, luck: Luck) -> list[Makeup]:
    """Draw one make-up for each hand, by the odds of all of them together, in the order of the
    hands. The hands in which petrol matters must come first."""
    petrol_hands = tuple(suspect for suspect in hands if had_no_petrol(suspect[1]))
    others = hands[len(petrol_hands) :]
    pairs, weights = _weigh_pairs(petrol_hands, others, stock)
    first, second = pairs[_pick_index(weights, luck)]
    makeups, ways = _weigh_petrol_hands(petrol_hands, stock)[first]
    total = makeups[_pick_index(ways, luck)]
    return [
        *_split_makeup(petrol_hands, total, luck, petrol_apart=True),
        *_split_makeup(others, second, luck, petrol_apart=False),
    ]


def possible_makeups(hand: tuple[HandShape, Trail], others: TrackedHands, stock: UnknownStock) -> set[Makeup]:
    """Return the make-ups that a hand can have beside `others`, the other hands with a trail.
    Petrol is counted apart. The stock must have enough cards of each kind for all of these
    hands."""
    places = _count_unknown((hand, *others))
    rest = [makeup for makeup, weight in _joint_weights(others, True).items() if weight]
    own = [makeup for makeup, weight in makeup_weights(hand[1], hand[0], True).items() if weight]
    return {makeup for makeup in own if any(_is_in_stock(makeup + more, places, stock) for more in rest)}


def _is_in_stock(makeup: Makeup, places: Counter[int], stock: UnknownStock) -> bool:
    """Return whether the stock has enough cards of each kind for a joint make-up. `places` says
    how many unknown cards the make-up describes, by generation; those neither illicit nor petrol
    are licit."""
    for generation, licit, illicit, petrol in stock:
        i, p = illicit_in(makeup, generation), petrol_in(makeup, generation)
        if i > illicit or p > petrol or places[generation] - i - p > licit:
            return False
    return True


def _split_makeup(hands: TrackedHands, total: Makeup, luck: Luck, *, petrol_apart: bool) -> list[Makeup]:
    """Draw how the joint make-up `total` divides among these hands. Return one make-up for each
    hand, in their order."""
    chosen = []
    for number in range(len(hands) - 1, 0, -1):
        earlier = _joint_weights(hands[:number], petrol_apart)
        options = [
            (each, its)
            for each, its in _weights_with_orders(*hands[number], petrol_apart).items()
            if total - each in earlier
        ]
        one = options[_pick_index([its * earlier[total - each] for each, its in options], luck)][0]
        chosen.append(one)
        total -= one
    return [total, *reversed(chosen)] if hands else []


def _count_unknown(hands: TrackedHands) -> Counter[int]:
    """Return how many unknown cards these hands have of each generation, all together."""
    places: Counter[int] = Counter()
    for shape, _ in hands:
        places.update(dict(shape))
    return places


def _pick_index(weights: tuple[int, ...] | list[int], luck: Luck) -> int:
    """Return an index drawn with these weights. A single weight draws nothing."""
    return luck.pick(weights) if len(weights) > 1 else 0


def had_no_petrol(trail: Trail) -> bool:
    """Return whether the hand was once seen to have no petrol, so that petrol matters in it."""
    return any(op == NO_PETROL for op, _, _ in trail)
