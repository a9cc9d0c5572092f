"""The situations that a robot tells apart, and the few choices it has in each, from what its seat knows.

Hands, declarations and packs are far too many to learn an answer for each. So duties are put into bands, the pack is
poor, middling or rich, and whoever declares chooses among the truth, one article hidden, all hidden that nobody can
know of, nothing declared at all, and the bag. A situation is a line of small numbers after the name of the phase.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from malle.core import Action
from malle.games.declarer.bill import CLAIMED
from malle.games.declarer.edition import BAG, LUGGAGE, Cards, dutiable, without_card
from malle.games.declarer.rules import ANSWERS, Declarer
from malle.games.declarer.state import Claim, Declare, DeclarerView, Throw

BANDS = (0, 50, 100, 200, 350, 550)
"""Up to which duty each band goes, in francs of the classic tariff."""
USUAL = 141.4
"""The mean duty of an article there; other tariffs are stretched to it."""
POOR, RICH = 0.40, 0.52
"""Shares of plain luggage among the cards that nobody has seen."""
FURTHEST = 2
"""Stages of a hand that are told apart: taken, passed on once, passed on more often."""

Key = tuple[str | int, ...]
Choices = tuple[Key, tuple[Action, ...]]
"""A situation and what can be chosen in it: as many things wherever the situation is the same."""


class Sets:
    """The situations of a game."""

    def __init__(self, game: Declarer, *, fine: bool = False) -> None:
        """Fine ones tell exact duties, the dearest article, more stages and the end of the pack apart: for whoever is
        to find out what the coarse ones give away."""
        self._fine = fine
        self._seats = game.seats
        self._pack = game.pack
        self._cashier = game.cashier
        articles = game.numbers.articles
        mean = sum(each.duty * each.cards for each in articles) / sum(each.cards for each in articles)
        stretch = round(mean / USUAL, 3) or 1.0
        self._edges = tuple(edge * stretch for edge in BANDS)
        self._declare = lru_cache(maxsize=1 << 16)(self._make_declare)
        self._throw = lru_cache(maxsize=1 << 14)(self._make_throw)

    def of(self, view: DeclarerView, *, vague: bool = False) -> Choices:
        """The situation of the seat whose view this is, and its choices. A vague one leaves out what has to be
        remembered: how rich the pack still is, and what a hand was before."""
        now, thrown = view.now, view.memory.thrown
        hand, stage = now.hand or (), len(thrown)
        bag = not now.laid[BAG]
        if now.phase == "throw":
            return self._throw(hand)
        if now.phase == "declare":
            may_know = stage > 0 and stage + 2 >= self._seats and not vague
            kept = less(dict(view.memory.seen)[stage - 1], thrown[-1:]) if may_know else None
            return self._declare(min(stage, 1 + self._fine), hand, kept, bag)
        return self.answer(view, now.claim or (), vague=vague), ANSWERS[now.phase]

    def answer(self, view: DeclarerView, claim: Cards, *, vague: bool = False) -> Key:
        """The situation of whoever answers, had this been declared."""
        now, thrown = view.now, view.memory.thrown
        bag = not now.laid[BAG]
        rich = 1 if vague else self._rich(now.laid)
        if now.phase == "officer":
            stage = min(len(thrown), 1 if vague else FURTHEST + 2 * self._fine)
            if claim == CLAIMED:
                return ("officer-bag", stage, bag, now.cards)
            band = self._band(self._cashier.duty(claim))
            key: Key = ("officer", stage, len(claim), band, rich, now.cards - len(claim), thrown[-1:] == (BAG,))
            return (*key, max(claim, default=0), _part(now.left)) if self._fine else key
        known = self._known(view) if not vague else None
        if claim == CLAIMED:
            return ("neighbour-bag", bag, known is not None, now.left > 0, self._worth(known or ()))
        lies = known is not None and less(dutiable(known), claim) != ()
        band = self._band(self._cashier.duty(claim))
        whose: Key = ("neighbour", known is not None, lies, len(claim), band, rich, now.left > 0)
        return (*whose, max(claim, default=0), min(len(thrown), 2)) if self._fine else whose

    def _known(self, view: DeclarerView) -> Cards | None:
        """The cards that are surely still in a hand that the viewer has held."""
        if not view.memory.seen:
            return None
        stage, hand = view.memory.seen[-1]
        return less(hand, view.memory.thrown[stage:])

    def _make_declare(self, stage: int, hand: Cards, kept: Cards | None, bag: bool) -> Choices:
        articles = dutiable(hand)
        truth, worth = Declare(articles), self._worth(hand)
        if BAG in hand:
            return ("declare-bag", worth), (Claim(), truth)
        if not articles:
            return ("declare-nothing",), (truth,)
        free = articles if kept is None else less(articles, kept)  # what the next traveller cannot know of
        choices: list[Action] = [truth]
        if free:
            choices.append(Declare(without_card(articles, max(free))))
        if len(free) > 1:
            choices.append(Declare(less(articles, free)))
        if len(free) < len(articles):
            choices.append(Declare(()))
        if bag:
            choices.append(Claim())
        known = kept is not None
        key: Key = ("declare", stage, known, len(articles), worth, self._worth(free), len(free), bag)
        return key, tuple(choices)

    def _make_throw(self, hand: Cards) -> Choices:
        """The dearest card, the cheapest, or the one below the dearest; a bag must go."""
        if BAG in hand:
            return ("throw-bag",), (Throw(BAG),)
        kinds = sorted(set(hand), reverse=True)
        choices = [Throw(kinds[0])]
        if len(kinds) > 1:
            choices.append(Throw(kinds[-1]))
        if len(kinds) > 2:
            choices.append(Throw(kinds[1]))
        return ("throw", len(choices), self._worth(hand), hand.count(LUGGAGE)), tuple(choices)

    def _worth(self, hand: Cards) -> int:
        return self._band(self._cashier.duty(dutiable(hand)))

    def _band(self, duty: int) -> int:
        return duty if self._fine else bisect_left(self._edges, duty)

    def _rich(self, laid: tuple[int, ...]) -> int:
        unseen = sum(self._pack) - sum(laid)
        luggage = self._pack[LUGGAGE] - laid[LUGGAGE]
        return 1 if not unseen else (luggage >= POOR * unseen) + (luggage >= RICH * unseen)


def _part(left: int) -> int:
    """Of the pack: its end, the last two hands, the second half, the first."""
    return (left > 0) + (left >= 8) + (left >= 24)


@lru_cache(maxsize=1 << 16)
def less(cards: Cards, others: Cards) -> Cards:
    """The cards without as many of the others as are among them."""
    left = list(cards)
    for kind in others:
        if kind in left:
            left.remove(kind)
    return tuple(left)
