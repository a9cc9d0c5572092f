"""How likely each make-up of a hand is, to somebody who saw what the table saw of it.

Nobody knows more about another hand than the table: which cards were shown, from which shuffle each of the others was
drawn, and the *trail*: controls that found nothing, and what joined and left the hand since. Before any control, every
way to place the unknown cards of a shuffle is equally likely. A control that found nothing is likelier with more lawful
cards, so it weighs a hand by the number of them at that time. `Likelihood` follows the trail back: of a hand's cards of
one shuffle, each is equally likely to be the one that joined last.

A make-up is the sorted codes of a hand's unknown cards, 3 × generation + class: all that controls can tell apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, prod

from malle.core import Luck
from malle.games.combinards.edition import ILLICIT, LICIT, PETROL
from malle.games.combinards.state import CLEAN, DRY, GONE, Trail

Makeup = tuple[int, ...]
Stock = tuple[tuple[int, int], ...]
"""How many unknown cards there are of each code, by rising code."""


class Likelihood:
    """The weight that a trail gives to the make-up of the hand it belongs to. Whole numbers, up to a common factor."""

    def __init__(self, trail: Trail, classes: tuple[int, ...]) -> None:
        self._before = likelihood(trail[:-1], classes) if trail else None
        self._last = trail[-1] if trail else (-1, 0, 0)
        self._classes = classes
        self._weights: dict[Makeup, int] = {}

    def weight(self, makeup: Makeup) -> int:
        """The weight of one make-up."""
        found = self._weights.get(makeup)
        if found is None:
            found = self._weights[makeup] = self._weigh(makeup)
        return found

    def _weigh(self, makeup: Makeup) -> int:
        if self._before is None:
            return 1
        op, number, generation = self._last
        before = self._before.weight
        if op == CLEAN:
            lawful = number + sum(code % 3 != ILLICIT for code in makeup)
            return lawful * before(makeup) if lawful else 0
        if op == DRY:
            return 0 if any(code % 3 == PETROL for code in makeup) else before(makeup)
        if op == GONE:
            return before(tuple(sorted((*makeup, 3 * generation + self._classes[number]))))
        total = 0
        for at, code in enumerate(makeup):
            if code // 3 == generation and (at == 0 or makeup[at - 1] != code):
                total += makeup.count(code) * before(makeup[:at] + makeup[at + 1 :])
        return total


@lru_cache(maxsize=4096)
def likelihood(trail: Trail, classes: tuple[int, ...]) -> Likelihood:
    """The likelihood of a trail; each builds on that of the trail a step shorter."""
    return Likelihood(trail, classes)


COARSE = (LICIT, ILLICIT, LICIT)
FINE = (LICIT, ILLICIT, PETROL)
"""By kind of card: the classes that controls tell apart, without and with petrol."""


def classes_of(trail: Trail) -> tuple[int, ...]:
    """Petrol matters only in a hand that was once seen to have none."""
    return FINE if any(op == DRY for op, _, _ in trail) else COARSE


class Suspect:
    """A hand with a trail: how many unknown cards of each generation it has, and what the trail says of them."""

    def __init__(self, hidden: tuple[int, ...], trail: Trail) -> None:
        self.classes = classes_of(trail)
        self.hidden = hidden
        self._likelihood = likelihood(trail, self.classes)

    def makeups(self, stock: Stock) -> Iterator[tuple[Makeup, int, Stock]]:
        """Every make-up possible with this stock, its weight (trail, and ways to choose the cards), and what is left."""
        there = dict(stock)
        parts = []
        for generation, number in sorted(Counter(self.hidden).items()):
            codes = [code for code in there if code // 3 == generation]
            parts.append(list(combinations_with_replacement(codes, number)))
        for chosen in product(*parts):
            makeup = tuple(code for part in chosen for code in part)
            counts = Counter(makeup)
            ways = prod(comb(there[code], number) for code, number in counts.items())
            if ways and (weight := self._likelihood.weight(makeup)):
                yield makeup, ways * weight, tuple((code, number - counts[code]) for code, number in stock)


Suspects = tuple[tuple[tuple[int, ...], Trail], ...]
"""Hands with trails, each as (generations of its unknown cards, trail)."""


@lru_cache(maxsize=4096)
def options(suspects: Suspects, stock: Stock) -> tuple[tuple[Makeup, ...], tuple[int, ...]]:
    """Make-ups of the first suspect's hand, and the weight of each, all ways for the other suspects added up."""
    first, *others = suspects
    makeups: list[Makeup] = []
    weights: list[int] = []
    for makeup, weight, rest in Suspect(*first).makeups(stock):
        if weight := weight * _total(tuple(others), rest):
            makeups.append(makeup)
            weights.append(weight)
    return tuple(makeups), tuple(weights)


@lru_cache(maxsize=65536)
def _total(suspects: Suspects, stock: Stock) -> int:
    """All ways to fill these hands from this stock; what is left over goes anywhere in as many ways, whatever it is."""
    if not suspects:
        return 1
    first, *others = suspects
    suspect = Suspect(*first)
    left = _settle(stock, suspect.classes)
    return sum(weight * _total(tuple(others), rest) for _, weight, rest in suspect.makeups(left))


def _settle(stock: Stock, classes: tuple[int, ...]) -> Stock:
    """The stock in these classes. Hands in which petrol matters come first, so classes only ever join."""
    counts: Counter[int] = Counter()
    for code, number in stock:
        counts[code // 3 * 3 + classes[code % 3]] += number
    return tuple(sorted(counts.items()))


def pick_makeups(suspects: Suspects, stock: Stock, luck: Luck) -> list[Makeup]:
    """One make-up for each suspect, with the odds of them all together."""
    chosen: list[Makeup] = []
    for index in range(len(suspects)):
        stock = _settle(stock, classes_of(suspects[index][1]))
        makeups, weights = options(suspects[index:], stock)
        makeup = makeups[luck.pick(weights)] if len(makeups) > 1 else makeups[0]
        chosen.append(makeup)
        taken = Counter(makeup)
        stock = tuple((code, number - taken[code]) for code, number in stock)
    return chosen


