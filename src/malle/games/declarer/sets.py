"""The situations that a robot tells apart, and the few choices it has in each, from what its seat knows.

There are far too many hands, declarations and packs to learn an answer for each. So duties are put into
bands, and the share of luggage among unseen cards is low, middling or high. A traveller chooses among five
declarations: the truth, the dearest article hidden, every article hidden of which the next traveller cannot
know, nothing at all, and the bag. A situation is a tuple: the name of the phase, then small numbers.
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
"""The highest duty of each band, in francs of the classic tariff."""
USUAL = 141.4
"""The mean duty of an article in the classic tariff. The bands of other tariffs are scaled by their mean."""
POOR, RICH = 0.40, 0.52
"""Limits of the share of plain luggage among the unseen cards: below the first it is low, from the second on
it is high."""
FURTHEST = 2
"""Stages of a hand are told apart up to this one: taken, passed on once, passed on more often."""

Key = tuple[str | int, ...]
"""A situation: the name of the phase, then numbers and truth values."""
Choices = tuple[Key, tuple[Action, ...]]
"""A situation and its choices. The number of choices is the same wherever the situation is the same."""


class Sets:
    """The situations of a game."""

    def __init__(self, game: Declarer, *, fine: bool = False) -> None:
        """Prepare the situations of `game`.

        Detailed situations also tell exact duties, the dearest article, more stages and the end of the pack
        apart. A learning opponent uses them to find out what the coarse situations give away.
        """
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
        """Return the situation of the seat that has to act in this view, and its choices. If `forgetful`,
        leave out what has to be remembered: the share of luggage among unseen cards, and what a hand was
        before."""
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
        """Return the situation of the officer or next traveller who answers, as if `claim` had been declared.
        The view is that of the answering seat; its phase tells which of the two it is."""
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
        """Return the cards that are surely still in a hand that the viewer has held, or `None` if the viewer
        never saw it."""
        if not view.memory.seen:
            return None
        stage, hand = view.memory.seen[-1]
        return less(hand, view.memory.thrown[stage:])

    def _make_declare(self, stage: int, hand: Cards, kept: Cards | None, bag: bool) -> Choices:
        """Return the situation and the choices of a traveller who declares. `kept` are the cards that the
        next traveller knows to be in the hand, or `None`. `bag_unseen` is False once the bag lies face up;
        the bag is then never claimed."""
        articles = dutiable(hand)
        truth, worth = Declare(articles), self._worth(hand)
        if BAG in hand:
            return ("declare-bag", worth), (Claim(), truth)
        if not articles:
            return ("declare-nothing",), (truth,)
        free = articles if kept is None else less(articles, kept)  # what the next traveller may not know
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
        """Return the situation and the cards that may be thrown away: the dearest, the cheapest, and the one
        below the dearest. A bag must be thrown away."""
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
        """Return the band of the duty on all articles in a hand."""
        return self._band(self._cashier.duty(dutiable(hand)))

    def _band(self, duty: int) -> int:
        """Return the band of a duty; the duty itself if the situations are detailed."""
        return duty if self._fine else bisect_left(self._edges, duty)

    def _rich(self, laid: tuple[int, ...]) -> int:
        """Return the class of the share of luggage among the unseen cards: 0 for low, 1 for middling, 2 for
        high. It is 1 if there are no unseen cards."""
        unseen = sum(self._pack) - sum(laid)
        luggage = self._pack[LUGGAGE] - laid[LUGGAGE]
        return 1 if not unseen else (luggage >= POOR * unseen) + (luggage >= RICH * unseen)


def _part(left: int) -> int:
    """Return which part of the pack has been reached: 0 at its end, 1 for fewer than 8 cards, 2 for fewer
    than 24, otherwise 3."""
    return (left > 0) + (left >= 8) + (left >= 24)


@lru_cache(maxsize=1 << 16)
def less(cards: Cards, others: Cards) -> Cards:
    """Return `cards` without the cards of `others`. Cards of `others` that are not in `cards` are ignored."""
    left = list(cards)
    for kind in others:
        if kind in left:
            left.remove(kind)
    return tuple(left)
