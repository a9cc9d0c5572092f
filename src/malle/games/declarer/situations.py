"""The situations that a robot tells apart, and the few choices it has in each, from what its seat
knows.

There are far too many hands, declarations and packs to learn an answer for each. So duties are put
into bands, and the share of luggage among unseen cards is low, middling or high. A traveller
chooses among at most five declarations: the truth, one article hidden, all articles hidden of which
the next traveller cannot know, nothing at all, and the bag. A situation is a tuple: its name (a
phase, sometimes with a suffix), then numbers. "Dearest" means last in the order of the tariff, and
"cheapest" first.
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
"""The highest duty of each band but the last, in francs of the classic tariff."""
CLASSIC_MEAN_DUTY = 141.4
"""The mean duty of an article in the classic tariff. The bands of other tariffs are scaled by their mean."""
MIDDLING_LUGGAGE_SHARE, HIGH_LUGGAGE_SHARE = 0.40, 0.52
"""Limits of the share of plain luggage among the unseen cards: below the first it is low, from the second on
it is high."""
MAX_STAGE = 2
"""Stages of a hand are told apart up to this one: taken, passed on once, passed on more often."""

SituationKey = tuple[str | int, ...]
"""A situation: its name (a phase, sometimes with a suffix), then numbers and truth values."""
SituationChoices = tuple[SituationKey, tuple[Action, ...]]
"""A situation and its choices. Equal situations always have equally many choices."""


class Situations:
    """Tells the situations of a game apart, coarsely for robots, or in detail for a learning
    opponent."""

    def __init__(self, game: Declarer, *, detailed: bool = False) -> None:
        """Prepare the situations of `game`.

        Detailed situations also tell apart exact duties, the dearest article declared, more stages,
        and how many cards are left. A learning opponent uses them to exploit what the coarse
        situations ignore.
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
        """Return the situation of the seat whose view this is and that has to act, and its choices.

        If `forgetful`, leave out what has to be remembered: the share of luggage among unseen
        cards, whether the hand was passed on more than once, and what was in it before.
        """
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
        """Return the situation of the officer or next traveller who answers, as if `claim` had been
        declared.

        `view` is that of the answering seat; its phase tells which of the two answers. For
        `forgetful` see `situation_and_choices`.
        """
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
        """Return the cards that are surely in the travelling hand, as far as the viewer remembers.

        They are the cards of the hand as the viewer last saw it, less those thrown away since.
        Return `None` if the viewer never saw the hand.
        """
        if not view.memory.seen:
            return None
        stage, hand = view.memory.seen[-1]
        return subtract_cards(hand, view.memory.thrown[stage:])

    def _declare_choices(self, stage: int, hand: Cards, kept: Cards | None, bag_unseen: bool) -> SituationChoices:
        """Return the situation and the choices of a traveller who declares; the first choice is the
        truth.

        `stage` says how often the hand was passed on. `kept` are the cards in the hand that the
        next traveller may know, having held the hand before, or `None` if not considered.
        `bag_unseen` is False once the bag lies face up; a claim is then no choice.
        """
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
        """Return the situation and the choices of a traveller who throws a card away.

        The choices are the dearest kind in hand, the cheapest, and the one below the dearest, as
        far as these differ. A bag is the only choice, because it must be thrown away.
        """
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
        """Return the band of the duty on all articles in a hand; see `_duty_band`."""
        return self._duty_band(self._cashier.duty_on(dutiable_articles(hand)))

    def _duty_band(self, duty: int) -> int:
        """Return the number of a duty's band, 0 for no duty; the duty itself if the situations are
        detailed."""
        return duty if self._detailed else bisect_left(self._band_limits, duty)

    def _luggage_class(self, laid: tuple[int, ...]) -> int:
        """Return how much of the cards not face up is plain luggage: 0 for little, 1 for a middling
        share, 2 for much.

        `laid` has the face-up cards by kind. The result is 1 if all cards lie face up.
        """
        unseen = sum(self._pack) - sum(laid)
        luggage = self._pack[LUGGAGE] - laid[LUGGAGE]
        return (
            1 if not unseen else (luggage >= MIDDLING_LUGGAGE_SHARE * unseen) + (luggage >= HIGH_LUGGAGE_SHARE * unseen)
        )


def _pack_part(left: int) -> int:
    """Return how far the pack is used up, from the number of cards left in the round.

    0 is for no card, 1 for fewer than 8, 2 for fewer than 24, and 3 for more.
    """
    return (left > 0) + (left >= 8) + (left >= 24)


@lru_cache(maxsize=1 << 16)
def subtract_cards(cards: Cards, others: Cards) -> Cards:
    """Return `cards` without the cards of `others`, one for one.

    Those that are not in `cards` are ignored.
    """
    remaining = list(cards)
    for kind in others:
        if kind in remaining:
            remaining.remove(kind)
    return tuple(remaining)
