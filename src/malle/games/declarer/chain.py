"""The likelihood of each hand, for a viewer who saw part of its way round the table.

A hand is taken from the pack and then goes from traveller to traveller; each throws one card away, face up,
and draws one. A viewer knows the cards thrown away, and the hands they held themselves. `weigh_hands` weighs
every hand at every stage by the number of ways the pack can have dealt it. `draw_hand_history` then draws one
whole history, from the last stage to the first. This is forward filtering with backward sampling. Both are
exact, as all weights are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, perm, prod

from malle.core import Luck
from malle.games.declarer.edition import BAG, Cards, with_card, without_card

Weights = dict[Cards, int]
"""For each hand, the number of ways in which it can have been dealt."""
Seen = tuple[tuple[int, Cards], ...]
"""The hands that a viewer saw, as (stage, hand)."""
Counts = tuple[tuple[int, int], ...]
"""(kind, how many) for the kinds in a hand."""


@lru_cache(maxsize=128)
def forward(cards: tuple[int, ...], size: int, thrown: tuple[int, ...], seen: Seen) -> tuple[Weights, ...]:
    """Return the weight of every hand at every stage: as taken from the pack, after the first change, and so
    on.

    A hand's weight is the number of ways in which the pack can have dealt it, given `thrown` and `seen` so
    far. `card_counts` are the cards of pack, hand and thrown cards together, by kind; `seen` has the stages
    whose hand is known. The result is cached: do not change it.
    """
    known = dict(seen)
    stages = [_only(_dealt(cards, size), known.get(0))]
    for number, away in enumerate(thrown, 1):
        gone = thrown[:number]
        after: Weights = {}
        for hand, weight in stages[-1].items():
            if away in hand and (away == BAG or BAG not in hand):  # a bag received must be the card thrown away
                kept = without_card(hand, away)
                for kind, there in _left(cards, gone, kept):
                    new = with_card(kept, kind)
                    after[new] = after.get(new, 0) + weight * there
        stages.append(_only(after, known.get(number)))
    return tuple(stages)


def possible(stages: tuple[Weights, ...], cards: tuple[int, ...], thrown: tuple[int, ...]) -> tuple[set[Cards], ...]:
    """Return for each stage the hands that can have been held then, given also everything that came later.
    `stages` is what `weigh_hands` returned for these cards."""
    found = [set(stages[-1])]
    for number in range(len(thrown), 0, -1):
        found.append(
            {each for hand in found[-1] for each, ways in _earlier(hand, stages, cards, thrown[:number]) if ways}
        )
    return tuple(reversed(found))


def _earlier(
    hand: Cards, stages: tuple[Weights, ...], cards: tuple[int, ...], gone: tuple[int, ...]
) -> Iterator[tuple[Cards, int]]:
    """Yield the hands of the stage before from which `hand` can have come, each with its number of ways.

    `thrown_so_far` ends with the card thrown away between the two stages.
    """
    away, number = gone[-1], len(gone)
    for kind in set(hand):
        kept = without_card(hand, kind)
        earlier = with_card(kept, away)
        # Of the cards in hand one is the card drawn; a bag cannot be among those kept.
        if earlier in stages[number - 1] and (away == BAG or BAG not in earlier):
            there = cards[kind] - gone.count(kind) - kept.count(kind)
            yield earlier, stages[number - 1][earlier] * there


def draw_back(
    stages: tuple[Weights, ...], cards: tuple[int, ...], thrown: tuple[int, ...], luck: Luck
) -> tuple[Cards, ...]:
    """Draw one hand for each stage, with the odds of the whole history. `stages` is what `weigh_hands`
    returned for these cards."""
    hand = _pick(stages[-1], luck)
    way = [hand]
    for number in range(len(thrown), 0, -1):
        before: Weights = dict(_earlier(hand, stages, cards, thrown[:number]))
        hand = _pick(before, luck)
        way.append(hand)
    return tuple(reversed(way))


def _pick(weights: Weights, luck: Luck) -> Cards:
    """Draw one hand by its weight. If there is only one hand, no random number is used."""
    hands = sorted(weights)
    if len(hands) == 1:
        return hands[0]
    return hands[luck.pick([weights[hand] for hand in hands])]


def _only(weights: Weights, hand: Cards | None) -> Weights:
    """Return all `weights`, or only that of `hand` if it is known. `KeyError` if the known hand has no weight."""
    return weights if hand is None else {hand: weights[hand]}


def _dealt(cards: tuple[int, ...], size: int) -> Weights:
    """Return every hand of `hand_size` cards that can be taken one card after another, with the number of
    ways to take it."""
    weights: Weights = {}
    for hand, counts, orders in _hands(len(cards), size):
        ways = orders
        for kind, number in counts:
            ways *= perm(cards[kind], number)
        if ways:
            weights[hand] = ways
    return weights


@lru_cache(maxsize=16)
def _hands(kinds: int, size: int) -> tuple[tuple[Cards, Counts, int], ...]:
    """Return every combination of `size` cards: its cards, how many of each kind, and in how many orders they
    can come."""
    found = []
    for hand in combinations_with_replacement(range(kinds), size):
        counts = tuple((kind, hand.count(kind)) for kind in sorted(set(hand)))
        found.append((hand, counts, factorial(size) // prod(factorial(number) for _, number in counts)))
    return tuple(found)


def _left(cards: tuple[int, ...], gone: tuple[int, ...], kept: Cards) -> Iterator[tuple[int, int]]:
    """Yield the kinds that can be drawn, each with how many there are. Cards thrown away and kept cannot be
    drawn."""
    for kind, number in enumerate(cards):
        there = number - gone.count(kind) - kept.count(kind)
        if there > 0:
            yield kind, there
