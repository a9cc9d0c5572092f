"""The likelihood of each hand, for a viewer who saw it at some stages of its way round the table.

A hand is taken from the pack and then goes from traveller to traveller; each throws one card away,
face up, and draws one. A viewer knows the cards thrown away, and the hands they held themselves.
`weigh_hands` weighs every hand at every stage by the number of ways the pack can have dealt it.
`draw_hand_history` then draws one whole history, from the last stage to the first. This is forward
filtering with backward sampling. Both are exact, as all weights are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, perm, prod

from malle.core import Luck
from malle.games.declarer.edition import BAG, Cards, add_card, remove_card

HandWeights = dict[Cards, int]
"""For each hand, the number of ways in which it can have been dealt."""
SeenHands = tuple[tuple[int, Cards], ...]
"""The hands that a viewer saw, as (stage, hand).

The stage counts how often the hand was passed on before.
"""
KindCounts = tuple[tuple[int, int], ...]
"""(kind, number of cards) for the kinds in a hand."""


@lru_cache(maxsize=128)
def weigh_hands(
    card_counts: tuple[int, ...], hand_size: int, thrown: tuple[int, ...], seen: SeenHands
) -> tuple[HandWeights, ...]:
    """Return the weight of every possible hand, by stage: as taken from the pack, after the first
    change, and so on.

    A hand's weight is the number of ways in which the pack can have dealt it, given the cards
    `thrown` away and the hands `seen` up to that stage. `card_counts` has the cards of pack, hand
    and `thrown` together, by kind. Raise `KeyError` if a seen hand is impossible. The result is
    cached: do not change it.
    """
    known_hands = dict(seen)
    stages = [_restrict_to(_weigh_dealt_hands(card_counts, hand_size), known_hands.get(0))]
    for number, away in enumerate(thrown, 1):
        thrown_so_far = thrown[:number]
        after: HandWeights = {}
        for hand, weight in stages[-1].items():
            if away in hand and (away == BAG or BAG not in hand):  # a bag received must be the card thrown away
                kept = remove_card(hand, away)
                for kind, available in _drawable_kinds(card_counts, thrown_so_far, kept):
                    new = add_card(kept, kind)
                    after[new] = after.get(new, 0) + weight * available
        stages.append(_restrict_to(after, known_hands.get(number)))
    return tuple(stages)


def possible_hands(
    stages: tuple[HandWeights, ...], card_counts: tuple[int, ...], thrown: tuple[int, ...]
) -> tuple[set[Cards], ...]:
    """Return, for each stage, the hands that can have been held then, given also what came later.

    `stages` is what `weigh_hands` returned for the same `card_counts` and `thrown`.
    """
    hands_by_stage = [set(stages[-1])]
    for number in range(len(thrown), 0, -1):
        hands_by_stage.append(
            {
                each
                for hand in hands_by_stage[-1]
                for each, ways in _earlier_hands(hand, stages, card_counts, thrown[:number])
                if ways
            }
        )
    return tuple(reversed(hands_by_stage))


def _earlier_hands(
    hand: Cards, stages: tuple[HandWeights, ...], card_counts: tuple[int, ...], thrown_so_far: tuple[int, ...]
) -> Iterator[tuple[Cards, int]]:
    """Yield the hands of the previous stage from which `hand` can have come, each with its number
    of ways.

    `thrown_so_far` ends with the card thrown away between the two stages. A number of ways may be
    0.
    """
    away, number = thrown_so_far[-1], len(thrown_so_far)
    for kind in set(hand):
        kept = remove_card(hand, kind)
        earlier = add_card(kept, away)
        # Of the cards in hand one is the card drawn; a bag cannot be among those kept.
        if earlier in stages[number - 1] and (away == BAG or BAG not in earlier):
            available = card_counts[kind] - thrown_so_far.count(kind) - kept.count(kind)
            yield earlier, stages[number - 1][earlier] * available


def draw_hand_history(
    stages: tuple[HandWeights, ...], card_counts: tuple[int, ...], thrown: tuple[int, ...], luck: Luck
) -> tuple[Cards, ...]:
    """Draw one hand for each stage, each whole history with the probability that chance gives it.

    `stages` is what `weigh_hands` returned for the same `card_counts` and `thrown`.
    """
    hand = _draw_hand(stages[-1], luck)
    history = [hand]
    for number in range(len(thrown), 0, -1):
        before: HandWeights = dict(_earlier_hands(hand, stages, card_counts, thrown[:number]))
        hand = _draw_hand(before, luck)
        history.append(hand)
    return tuple(reversed(history))


def _draw_hand(weights: HandWeights, luck: Luck) -> Cards:
    """Draw one hand by the weights. If there is only one hand, no random number is used."""
    hands = sorted(weights)
    if len(hands) == 1:
        return hands[0]
    return hands[luck.pick([weights[hand] for hand in hands])]


def _restrict_to(weights: HandWeights, hand: Cards | None) -> HandWeights:
    """Return `weights`, or only the weight of `hand` if a hand is given.

    `KeyError` if that hand has no weight.
    """
    return weights if hand is None else {hand: weights[hand]}


def _weigh_dealt_hands(card_counts: tuple[int, ...], hand_size: int) -> HandWeights:
    """Return every hand of `hand_size` cards that can be taken from the cards, with the number of
    ways to take it.

    Ways differ in the order of the cards, too. `card_counts` has the number of cards by kind.
    """
    weights: HandWeights = {}
    for hand, counts, orders in _all_hands(len(card_counts), hand_size):
        ways = orders
        for kind, number in counts:
            ways *= perm(card_counts[kind], number)
        if ways:
            weights[hand] = ways
    return weights


@lru_cache(maxsize=16)
def _all_hands(kinds: int, size: int) -> tuple[tuple[Cards, KindCounts, int], ...]:
    """Return every combination of `size` cards of this number of kinds.

    Each comes as (its cards; (kind, number) for each kind in it; the number of different orders
    of its cards by kind).
    """
    found = []
    for hand in combinations_with_replacement(range(kinds), size):
        counts = tuple((kind, hand.count(kind)) for kind in sorted(set(hand)))
        found.append((hand, counts, factorial(size) // prod(factorial(number) for _, number in counts)))
    return tuple(found)


def _drawable_kinds(
    card_counts: tuple[int, ...], thrown_so_far: tuple[int, ...], kept: Cards
) -> Iterator[tuple[int, int]]:
    """Yield (kind, number of cards) for the kinds that can be drawn.

    Cards thrown away so far and cards kept in hand cannot be drawn.
    """
    for kind, number in enumerate(card_counts):
        available = number - thrown_so_far.count(kind) - kept.count(kind)
        if available > 0:
            yield kind, available
