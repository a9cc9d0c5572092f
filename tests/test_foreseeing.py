"""Nobody foresees a deal: attackers who have seen a million draws, each shown to work on chance that is not ours."""

from __future__ import annotations

import hashlib
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt

from malle.core.dealer import Dealer, DrawCounter

SEED = hashlib.sha256(b"nobody foresees a deal").digest()
PAST, COMING, FACES = 1_000_000, 2_000, 6
WORDS, BITS = 624, 32
"""What the state of Python's own generator consists of, and what a draw of it tells."""

Foresee = Callable[[Sequence[int], Sequence[int]], list[int]]
"""Draws that an attacker has seen, and those to come, of which they see each after they have said what it is: what they
say."""


def by_habit(past: Sequence[int], coming: Sequence[int]) -> list[int]:
    """Whoever writes down what came after each pair of dice, and bets that it will again."""
    dice = [each % FACES for each in past]
    after: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for one, two, three in zip(dice, dice[1:], dice[2:], strict=False):
        after[one, two][three] += 1
    seen = [*dice[-2:], *(each % FACES for each in coming)]
    return [after[one, two].most_common(1)[0][0] for one, two in pairwise(seen[:-1])]


def by_state(past: Sequence[int], coming: Sequence[int]) -> list[int]:
    """Whoever works out the state of the Mersenne Twister from its last 624 outputs, and lets it run on."""
    copy = random.Random()
    copy.setstate((3, (*map(untempered, past[-WORDS:]), WORDS), None))
    return [copy.getrandbits(BITS) for _ in coming]


def untempered(out: int) -> int:
    """The word of the state behind an output: the steps that the Mersenne Twister ends with, undone."""
    out ^= out >> 18
    out ^= out << 15 & 0xEFC60000
    word = out
    for _ in range(5):
        word = out ^ (word << 7 & 0x9D2C5680)
    found = word
    for _ in range(3):
        found = word ^ found >> 11
    return found


def beyond_chance(foresee: Foresee, drawn: Sequence[int]) -> float:
    """How far the attacker is beyond chance about the last draws, in standard deviations."""
    past, coming = drawn[:-COMING], drawn[-COMING:]
    said = foresee(past, coming)
    right = sum(one % FACES == two % FACES for one, two in zip(said, coming, strict=True))
    chance = 1 / FACES
    return (right / COMING - chance) / sqrt(chance * (1 - chance) / COMING)


def test_the_attackers_are_worth_their_name() -> None:
    """One has the whole future of Python's generator; the other that of dice with a habit."""
    python = random.Random(7)
    assert beyond_chance(by_state, [python.getrandbits(BITS) for _ in range(WORDS + COMING)]) > 90
    dice = [0]
    for each in range(20_000):
        dice.append(dice[-1] + (1 if each % 5 else python.randrange(FACES)))
    assert beyond_chance(by_habit, dice) > 4


def test_nobody_foresees_a_draw_after_a_million() -> None:
    """Of one table, whose draws are numbered; those of other tables have another key each."""
    dealer = Dealer(SEED, "table")
    drawn = [dealer.draw(n, 1 << BITS) for n in range(PAST + COMING)]
    for foresee in (by_habit, by_state):
        assert abs(beyond_chance(foresee, drawn)) < 4


def test_every_order_of_a_small_deck_is_as_likely() -> None:
    """24 orders of four cards, over 24,000 tables: chi-squared with 23 degrees of freedom stays under 49.7 (0.1 %)."""
    orders: Counter[tuple[int, ...]] = Counter()
    for table in range(24_000):
        deal = DrawCounter(Dealer(SEED, f"table {table}"))
        deck = [0, 1, 2, 3]
        orders[tuple(deck.pop(deal.pick((1,) * len(deck))) for _ in range(4))] += 1
    assert len(orders) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 49.7
