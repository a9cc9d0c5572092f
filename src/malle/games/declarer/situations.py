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
from malle.games.declarer.edition import BAG, LUGGAGE, Cards, dutiable_articles, remove_card
from malle.games.declarer.payments import BAG_CLAIM
from malle.games.declarer.rules import ANSWERS, Declarer
from malle.games.declarer.state import Claim, Declare, DeclarerView, Throw

DUTY_BAND_LIMITS = (0, 50, 100, 200, 350, 550)
"""The highest duty of each band, in francs of the classic tariff."""
CLASSIC_MEAN_DUTY = 141.4
"""The mean duty of an article in the classic tariff. The bands of other tariffs are scaled by their mean."""
MIDDLING_LUGGAGE_SHARE, HIGH_LUGGAGE_SHARE = 0.40, 0.52
"""Limits of the share of plain luggage among the unseen cards: below the first it is low, from the second on
it is high."""
MAX_STAGE = 2
"""Stages of a hand are told apart up to this one: taken, passed on once, passed on more often."""

SituationKey = tuple[str | int, ...]
"""A situation: the name of the phase, then numbers and truth values."""
SituationChoices = tuple[SituationKey, tuple[Action, ...]]
"""A situation and its choices. The number of choices is the same wherever the situation is the same."""


class Situations:
    """The situations of a game."""

    def __init__(self, game: Declarer, *, detailed: bool = False) -> None:
        """Prepare the situations of `game`.

        Detailed situations also tell exact duties, the dearest article, more stages and the end of the pack
        apart. A learning opponent uses them to find out what the coarse situations give away.
        """
        self._detailed = detailed
        self._seats = game.seats
        self._pack = game.pack
        self._cashier = game.cashier
        articles = game.numbers.articles
        mean = sum(each.duty * each.cards for each in articles) / sum(each.cards for each in articles)
        stretch = round(mean / CLASSIC_MEAN_DUTY, 3) or 1.0
        self._band_limits = tuple(edge * stretch for edge in DUTY_BAND_LIMITS)
        self._cached_declare_choices = lru_cache(maxsize=1 << 16)(self._declare_choices)
        self._cached_throw_choices = lru_cache(maxsize=1 << 14)(self._throw_choices)

    def situation_and_choices(self, view: DeclarerView, *, forgetful: bool = False) -> SituationChoices:
        """Return the situation of the seat that has to act in this view, and its choices. If `forgetful`,
        leave out what has to be remembered: the share of luggage among unseen cards, and what a hand was
        before."""
        now, thrown = view.now, view.memory.thrown
        hand, stage = now.hand or (), len(thrown)
        bag_unseen = not now.laid[BAG]
        if now.phase == "throw":
            return self._cached_throw_choices(hand)
        if now.phase == "declare":
            may_know = stage > 0 and stage + 2 >= self._seats and not forgetful
            kept = subtract_cards(dict(view.memory.seen)[stage - 1], thrown[-1:]) if may_know else None
            return self._cached_declare_choices(min(stage, 1 + self._detailed), hand, kept, bag_unseen)
        return self.answer_situation(view, now.claim or (), forgetful=forgetful), ANSWERS[now.phase]

    def answer_situation(self, view: DeclarerView, claim: Cards, *, forgetful: bool = False) -> SituationKey:
        """Return the situation of the officer or next traveller who answers, as if `claim` had been declared.
        The view is that of the answering seat; its phase tells which of the two it is."""
        now, thrown = view.now, view.memory.thrown
        bag_unseen = not now.laid[BAG]
        luggage_class = 1 if forgetful else self._luggage_class(now.laid)
        if now.phase == "officer":
            stage = min(len(thrown), 1 if forgetful else MAX_STAGE + 2 * self._detailed)
            if claim == BAG_CLAIM:
                return ("officer-bag", stage, bag_unseen, now.cards)
            band = self._duty_band(self._cashier.duty_on(claim))
            key: SituationKey = (
                "officer",
                stage,
                len(claim),
                band,
                luggage_class,
                now.cards - len(claim),
                thrown[-1:] == (BAG,),
            )
            return (*key, max(claim, default=0), _pack_part(now.left)) if self._detailed else key
        known = self._surely_held(view) if not forgetful else None
        if claim == BAG_CLAIM:
            return ("neighbour-bag", bag_unseen, known is not None, now.left > 0, self._duty_band_of_hand(known or ()))
        lies = known is not None and subtract_cards(dutiable_articles(known), claim) != ()
        band = self._duty_band(self._cashier.duty_on(claim))
        neighbour_key: SituationKey = (
            "neighbour",
            known is not None,
            lies,
            len(claim),
            band,
            luggage_class,
            now.left > 0,
        )
        return (*neighbour_key, max(claim, default=0), min(len(thrown), 2)) if self._detailed else neighbour_key

    def _surely_held(self, view: DeclarerView) -> Cards | None:
        """Return the cards that are surely still in a hand that the viewer has held, or `None` if the viewer
        never saw it."""
        if not view.memory.seen:
            return None
        stage, hand = view.memory.seen[-1]
        return subtract_cards(hand, view.memory.thrown[stage:])

    def _declare_choices(self, stage: int, hand: Cards, kept: Cards | None, bag_unseen: bool) -> SituationChoices:
        """Return the situation and the choices of a traveller who declares. `kept` are the cards that the
        next traveller knows to be in the hand, or `None`. `bag_unseen` is False once the bag lies face up;
        the bag is then never claimed."""
        articles = dutiable_articles(hand)
        truth, worth = Declare(articles), self._duty_band_of_hand(hand)
        if BAG in hand:
            return ("declare-bag", worth), (Claim(), truth)
        if not articles:
            return ("declare-nothing",), (truth,)
        deniable = articles if kept is None else subtract_cards(articles, kept)  # what the next traveller may not know
        choices: list[Action] = [truth]
        if deniable:
            choices.append(Declare(remove_card(articles, max(deniable))))
        if len(deniable) > 1:
            choices.append(Declare(subtract_cards(articles, deniable)))
        if len(deniable) < len(articles):
            choices.append(Declare(()))
        if bag_unseen:
            choices.append(Claim())
        known = kept is not None
        key: SituationKey = (
            "declare",
            stage,
            known,
            len(articles),
            worth,
            self._duty_band_of_hand(deniable),
            len(deniable),
            bag_unseen,
        )
        return key, tuple(choices)

    def _throw_choices(self, hand: Cards) -> SituationChoices:
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
        return ("throw", len(choices), self._duty_band_of_hand(hand), hand.count(LUGGAGE)), tuple(choices)

    def _duty_band_of_hand(self, hand: Cards) -> int:
        """Return the band of the duty on all articles in a hand."""
        return self._duty_band(self._cashier.duty_on(dutiable_articles(hand)))

    def _duty_band(self, duty: int) -> int:
        """Return the band of a duty; the duty itself if the situations are detailed."""
        return duty if self._detailed else bisect_left(self._band_limits, duty)

    def _luggage_class(self, laid: tuple[int, ...]) -> int:
        """Return the class of the share of luggage among the unseen cards: 0 for low, 1 for middling, 2 for
        high. It is 1 if there are no unseen cards."""
        unseen = sum(self._pack) - sum(laid)
        luggage = self._pack[LUGGAGE] - laid[LUGGAGE]
        return (
            1 if not unseen else (luggage >= MIDDLING_LUGGAGE_SHARE * unseen) + (luggage >= HIGH_LUGGAGE_SHARE * unseen)
        )


def _pack_part(left: int) -> int:
    """Return which part of the pack has been reached: 0 at its end, 1 for fewer than 8 cards, 2 for fewer
    than 24, otherwise 3."""
    return (left > 0) + (left >= 8) + (left >= 24)


@lru_cache(maxsize=1 << 16)
def subtract_cards(cards: Cards, others: Cards) -> Cards:
    """Return `cards` without the cards of `others`. Cards of `others` that are not in `cards` are ignored."""
    remaining = list(cards)
    for kind in others:
        if kind in remaining:
            remaining.remove(kind)
    return tuple(remaining)
