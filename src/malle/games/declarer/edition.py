"""The cards, sums and tariff of an edition, and what follows from them once and for all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations_with_replacement
from pathlib import Path

from msgspec import Struct

from malle.core import Refused

LUGGAGE = 0
BAG = 1
FIRST_ARTICLE = 2
"""Kinds of card are numbered: luggage, the diplomatic bag, then the articles in the order of the tariff."""

Cards = tuple[int, ...]
"""Kinds of card, sorted: what a hand holds, or what a declaration names."""

CLASSIC = Path(__file__).parent / "data" / "classic.toml"
CLASSIC_1 = Path(__file__).parent / "data" / "classic_1.toml"
"""What version 1 of the rules was played with: 10,000 F in all."""
TINY = Path(__file__).parent / "data" / "tiny.toml"

_NAME = re.compile("[a-z][a-z0-9-]*")  # it is typed in notation and names a message of the word files


class Article(Struct, frozen=True):
    """A dutiable article."""

    name: str
    cards: int
    """How many cards of it the pack holds."""
    duty: int
    """Paid when it is declared."""
    fine: int
    """Paid when it is found on a liar."""


class Numbers(Struct, frozen=True, kw_only=True, dict=True):
    """What an edition file says."""

    hand: int
    compensation: int
    reward: int
    bag_fine: int
    money: int
    rounding: int
    short: int
    luggage: int
    bags: int
    articles: tuple[Article, ...]

    def check(self) -> None:
        """Refuses numbers with which the rules cannot be played."""
        if not self.articles:
            raise Refused("articles: there is none")
        names = ["nothing", "luggage", "bag"]
        for place, article in enumerate(self.articles):
            if article.name in names:
                others = "articles need names of their own, other than nothing, luggage and bag"
                raise Refused(f"articles.{place}.name: {others}")
            if _NAME.fullmatch(article.name) is None:
                word = "an article's name is one word of small letters a to z, digits and hyphens"
                raise Refused(f"articles.{place}.name: {word}")
            names.append(article.name)
        numbers = {name: getattr(self, name) for name in ("hand", "rounding", "luggage")}
        numbers |= {f"articles.{each.name}.cards": each.cards for each in self.articles}
        if low := next((name for name, number in numbers.items() if number < 1), None):
            raise Refused(f"{low} must be at least 1")
        sums = {name: getattr(self, name) for name in ("compensation", "reward", "bag_fine", "money")}
        sums |= {f"articles.{each.name}.duty": each.duty for each in self.articles}
        sums |= {f"articles.{each.name}.fine": each.fine for each in self.articles}
        if low := next((name for name, amount in sums.items() if amount < 0), None):
            raise Refused(f"{low}: no sum of money may be below zero")
        if self.bags != 1:
            raise Refused("bags: the rules know one diplomatic bag")
        if not 1 <= self.short <= sum(self.pack):
            raise Refused("short must be between 1 and the number of cards")

    @cached_property
    def pack(self) -> tuple[int, ...]:
        """How many cards of each kind there are."""
        return (self.luggage, self.bags, *(article.cards for article in self.articles))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The notation's word for each kind."""
        return ("luggage", "bag", *(article.name for article in self.articles))

    def duty(self, articles: Sequence[int]) -> int:
        """What is due on declared articles."""
        return sum(self.articles[kind - FIRST_ARTICLE].duty for kind in articles)

    def fine(self, hand: Sequence[int]) -> int:
        """What a liar pays for this hand: the fine on every dutiable card, declared or not."""
        return sum(self.articles[kind - FIRST_ARTICLE].fine for kind in hand if kind >= FIRST_ARTICLE)

    def declarations(self, cards: int) -> tuple[Cards, ...]:
        """All that may be said of a hand of so many cards: at most so many articles, and of each no more than exist."""
        kinds = range(FIRST_ARTICLE, FIRST_ARTICLE + len(self.articles))
        return tuple(
            articles
            for number in range(cards + 1)
            for articles in combinations_with_replacement(kinds, number)
            if all(articles.count(kind) <= self.articles[kind - FIRST_ARTICLE].cards for kind in set(articles))
        )


def dutiable(hand: Cards) -> Cards:
    """The articles in a hand: what a true declaration names."""
    return tuple(kind for kind in hand if kind >= FIRST_ARTICLE)


def with_card(hand: Cards, kind: int) -> Cards:
    """The hand with one more card."""
    return tuple(sorted((*hand, kind)))


def without_card(hand: Cards, kind: int) -> Cards:
    """The hand with one card of that kind fewer."""
    at = hand.index(kind)
    return hand[:at] + hand[at + 1 :]
