"""The cards, sums and tariff of an edition, and what can be computed from them once."""

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
"""The kind of the first article. Kinds of card are numbered: luggage, the diplomatic bag, then the articles
in the order of the tariff."""

Cards = tuple[int, ...]
"""Kinds of card in ascending order: the content of a hand, or the articles of a declaration."""

CLASSIC = Path(__file__).parent / "data" / "classic.toml"
"""The classic edition for the current rules."""
CLASSIC_1 = Path(__file__).parent / "data" / "classic_1.toml"
"""The edition with which version 1 of the rules was played. It has 10,000 F in all."""
TINY = Path(__file__).parent / "data" / "tiny.toml"
"""A small edition for tests."""

_NAME_PATTERN = re.compile("[a-z][a-z0-9-]*")  # part of the notation, and of message ids


class Article(Struct, frozen=True):
    """An article of the tariff on which duty is due: its cards, the duty, and the fine for a
    liar."""

    name: str
    cards: int
    """How many cards of this article the pack holds."""
    duty: int
    """The duty for each card that is declared, in francs."""
    fine: int
    """The fine for each card found in the hand of a liar, in francs, whether or not it was
    declared."""


class Numbers(Struct, frozen=True, kw_only=True, dict=True):
    """The values of an edition file: cards, tariff and sums of money, which are in francs."""

    hand: int
    """The number of cards in a hand."""
    compensation: int
    """What a traveller gets who told the truth and was not believed."""
    reward: int
    """What the next traveller gets who informed rightly."""
    bag_fine: int
    """What a false claim of the diplomatic bag costs, besides the fines on the hand."""
    money: int
    """The money that is shared out equally at the start."""
    rounding: int
    """Each share of the money is rounded down to a multiple of this sum."""
    short: int
    """The number of cards that may be taken in a round with the option `short`."""
    luggage: int
    """The number of plain luggage cards, which are free of duty."""
    bags: int
    """The number of diplomatic bags: always 1."""
    articles: tuple[Article, ...]
    """The dutiable articles, in the order of the tariff."""

    def check(self) -> None:
        """Raise `Refused`, with the reason, if the game cannot be played with these numbers or
        names of articles."""
        if not self.articles:
            raise Refused("articles: there is none")
        names = ["nothing", "luggage", "bag"]
        for index, article in enumerate(self.articles):
            if article.name in names:
                reserved = "articles need names of their own, other than nothing, luggage and bag"
                raise Refused(f"articles.{index}.name: {reserved}")
            if _NAME_PATTERN.fullmatch(article.name) is None:
                format_rule = "an article's name is one word of small letters a to z, digits and hyphens"
                raise Refused(f"articles.{index}.name: {format_rule}")
            names.append(article.name)
        numbers = {name: getattr(self, name) for name in ("hand", "rounding", "luggage")}
        numbers |= {f"articles.{each.name}.cards": each.cards for each in self.articles}
        if wrong_name := next((name for name, number in numbers.items() if number < 1), None):
            raise Refused(f"{wrong_name} must be at least 1")
        sums = {name: getattr(self, name) for name in ("compensation", "reward", "bag_fine", "money")}
        sums |= {f"articles.{each.name}.duty": each.duty for each in self.articles}
        sums |= {f"articles.{each.name}.fine": each.fine for each in self.articles}
        if wrong_name := next((name for name, amount in sums.items() if amount < 0), None):
            raise Refused(f"{wrong_name}: no sum of money may be below zero")
        if self.bags != 1:
            raise Refused("bags: the rules know one diplomatic bag")
        if not 1 <= self.short <= sum(self.pack):
            raise Refused("short must be between 1 and the number of cards")

    @cached_property
    def pack(self) -> tuple[int, ...]:
        """How many cards of each kind the pack holds, by kind."""
        return (self.luggage, self.bags, *(article.cards for article in self.articles))

    @cached_property
    def kind_names(self) -> tuple[str, ...]:
        """The word that stands for each kind in notation, by kind."""
        return ("luggage", "bag", *(article.name for article in self.articles))

    def duty_on(self, articles: Sequence[int]) -> int:
        """Return the duty on declared articles, given by kind, in francs.

        Luggage and the bag must not be among them.
        """
        return sum(self.articles[kind - FIRST_ARTICLE].duty for kind in articles)

    def fine_on(self, hand: Sequence[int]) -> int:
        """Return the sum of the fines on all dutiable cards of a hand.

        Luggage and the bag cost nothing.
        """
        return sum(self.articles[kind - FIRST_ARTICLE].fine for kind in hand if kind >= FIRST_ARTICLE)

    def possible_declarations(self, hand_size: int) -> tuple[Cards, ...]:
        """Return every declaration of articles that is allowed for a hand of `hand_size` cards,
        shortest first.

        It names at most `hand_size` articles, and of each article no more than the pack holds. The
        first one is empty.
        """
        kinds = range(FIRST_ARTICLE, FIRST_ARTICLE + len(self.articles))
        return tuple(
            articles
            for number in range(hand_size + 1)
            for articles in combinations_with_replacement(kinds, number)
            if all(articles.count(kind) <= self.articles[kind - FIRST_ARTICLE].cards for kind in set(articles))
        )


def dutiable_articles(hand: Cards) -> Cards:
    """Return the dutiable articles in a hand: just what a true declaration names."""
    return tuple(kind for kind in hand if kind >= FIRST_ARTICLE)


def add_card(hand: Cards, kind: int) -> Cards:
    """Return the hand with one more card of this kind, in ascending order of kind."""
    return tuple(sorted((*hand, kind)))


def remove_card(hand: Cards, kind: int) -> Cards:
    """Return the hand with one card of this kind fewer. Raise `ValueError` if the hand has none."""
    index = hand.index(kind)
    return hand[:index] + hand[index + 1 :]
