"""A simple robot: mostly honest, a little greedy, suspicious of poor declarations, and sure of what it
remembers.

It uses a seat's view and nothing else. Its rates are close to those at which play settles in a model of one
hand (one declaration in six a lie, one in three searched, one in fifty doubted).
"""

from __future__ import annotations

from math import comb, prod

from malle.core import Action, Luck
from malle.games.declarer.edition import BAG, FIRST_ARTICLE, Cards, dutiable_articles
from malle.games.declarer.payments import BAG_CLAIM
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import Accept, Believe, Claim, Declare, DeclarerView, Doubt, Search, Throw

LIE_RATE = 0.22
"""The share of lies among declarations when there is something to hide."""
BAG_CLAIM_RATE = 0.1
"""The share of lies that falsely claim the diplomatic bag."""


def choose(game: Declarer, view: DeclarerView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return one of the legal actions. Most decisions are partly random."""
    match view.now.phase:
        case "declare":
            return _choose_declaration(game, view.now.hand or (), luck)
        case "throw":
            return _choose_throw(game, legal, luck)
        case "officer":
            return Search() if luck.random() < _search_probability(game, view) else Believe()
    sure = is_surely_lie(view)
    return Doubt() if sure or luck.random() < 0.04 * _lie_probability(game, view) else Accept()


def _choose_declaration(game: Declarer, hand: Cards, luck: Luck) -> Action:
    """Choose how to declare this hand: the truth, or a lie that hides articles or claims the bag.

    A lie hides the last articles in the order of the tariff, usually the dearest, or all. A bag in
    the hand is claimed if there is any duty to save.
    """
    articles = dutiable_articles(hand)
    if BAG in hand and game.numbers.duty_on(articles) > 0:
        return Claim()
    if not articles or luck.random() > LIE_RATE:
        return Declare(articles)
    if luck.random() < BAG_CLAIM_RATE:
        return Claim()
    # Hide the dearest articles, or all of them.
    kept = luck.pick([2] + [1] * (len(articles) - 1))
    return Declare(articles[:kept])


def _choose_throw(game: Declarer, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Throw away the last kind of the tariff in hand (usually the dearest), to pay less.

    Three times in ten, throw away the first kind instead, to reveal nothing of the hand.
    """
    kinds = sorted(action.kind for action in legal if isinstance(action, Throw))
    return Throw(kinds[-1] if luck.random() < 0.7 else kinds[0])


def _search_probability(game: Declarer, view: DeclarerView) -> float:
    """Return the probability of a search, 0.08 to 0.9.

    It grows with what a search would bring the officer on average.
    """
    suspicion = _lie_probability(game, view)
    unseen = _unseen_cards(game, view)
    fine = sum(n * game.numbers.fine_on((kind,)) for kind, n in enumerate(unseen)) / sum(unseen) * view.now.cards
    gain = suspicion * fine - (1 - suspicion) * game.numbers.compensation
    return min(0.9, max(0.08, 0.3 + gain / 600))


def _lie_probability(game: Declarer, view: DeclarerView) -> float:
    """Return how likely the declaration is a lie (0 to 1), judged only by the declaration and the
    cards face up."""
    said = view.now.claim or ()
    unseen, size = _unseen_cards(game, view), view.now.cards
    if said == BAG_CLAIM:
        true, lie = size * unseen[BAG] / sum(unseen), LIE_RATE * BAG_CLAIM_RATE
    else:
        plain = sum(unseen[:FIRST_ARTICLE])
        ways = prod(comb(unseen[kind], said.count(kind)) for kind in set(said)) * comb(plain, size - len(said))
        true, lie = (
            (1 - LIE_RATE) * ways / comb(sum(unseen), size),
            LIE_RATE * 0.5 ** (1 + len(said)) / 8 ** len(said),
        )
    return lie / (true + lie) if true + lie else 1.0


def is_surely_lie(view: DeclarerView) -> bool:
    """Return whether the viewer knows that the declaration is false.

    It is if the viewer has seen an article in this hand that must still be there but was not
    declared. For a claim of the bag the result is always False.
    """
    if not view.memory.seen or view.now.claim == BAG_CLAIM:
        return False
    stage, hand = view.memory.seen[-1]
    since = view.memory.thrown[stage:]
    said = view.now.claim or ()
    return any(hand.count(kind) - since.count(kind) > said.count(kind) for kind in set(dutiable_articles(hand)))


def _unseen_cards(game: Declarer, view: DeclarerView) -> tuple[int, ...]:
    """Return the number of cards of each kind that do not lie face up."""
    return tuple(number - laid for number, laid in zip(game.pack, view.now.laid, strict=True))
