"""A simple robot: mostly honest, a little greedy, suspicious of poor declarations, and sure of what it
remembers.

It uses a seat's view and nothing else. Its rates are close to those at which play settles in a model of one
hand (one declaration in six a lie, one in three searched, one in fifty doubted).
"""

from __future__ import annotations

from math import comb, prod

from malle.core import Action, Luck
from malle.games.declarer.bill import CLAIMED
from malle.games.declarer.edition import BAG, FIRST_ARTICLE, Cards, dutiable
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import Accept, Believe, Claim, Declare, DeclarerView, Doubt, Search, Throw

LIES = 0.22
"""The share of lies among declarations when there is something to hide."""
BOLD = 0.1
"""The share of lies in which the diplomatic bag is claimed."""


def choose(game: Declarer, view: DeclarerView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Return one of the legal actions."""
    match view.now.phase:
        case "declare":
            return _declare(game, view.now.hand or (), luck)
        case "throw":
            return _throw(game, legal, luck)
        case "officer":
            return Search() if luck.random() < _wish_to_search(game, view) else Believe()
    sure = surely_lies(view)
    return Doubt() if sure or luck.random() < 0.04 * _suspicion(game, view) else Accept()


def _declare(game: Declarer, hand: Cards, luck: Luck) -> Action:
    """Choose a declaration: the truth, the dearest articles hidden, or the bag. A bag in the hand is claimed
    if there is any duty to save."""
    articles = dutiable(hand)
    if BAG in hand and game.numbers.duty(articles) > 0:
        return Claim()
    if not articles or luck.random() > LIES:
        return Declare(articles)
    if luck.random() < BOLD:
        return Claim()
    # Hide the dearest articles, or all of them.
    kept = luck.pick([2] + [1] * (len(articles) - 1))
    return Declare(articles[:kept])


def _throw(game: Declarer, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Throw away the dearest card, to pay less, or three times in ten the cheapest, to reveal nothing of the
    hand."""
    kinds = sorted(action.kind for action in legal if isinstance(action, Throw))
    return Throw(kinds[-1] if luck.random() < 0.7 else kinds[0])


def _wish_to_search(game: Declarer, view: DeclarerView) -> float:
    """Return the probability of a search, from 0.08 to 0.9. It grows with what a search would bring on average."""
    suspicion = _suspicion(game, view)
    unseen = _unseen(game, view)
    fine = sum(n * game.numbers.fine((kind,)) for kind, n in enumerate(unseen)) / sum(unseen) * view.now.cards
    gain = suspicion * fine - (1 - suspicion) * game.numbers.compensation
    return min(0.9, max(0.08, 0.3 + gain / 600))


def _suspicion(game: Declarer, view: DeclarerView) -> float:
    """Return how likely the declaration is a lie, for a player who knows only which cards lie face up."""
    said = view.now.claim or ()
    unseen, size = _unseen(game, view), view.now.cards
    if said == CLAIMED:
        true, lie = size * unseen[BAG] / sum(unseen), LIES * BOLD
    else:
        plain = sum(unseen[:FIRST_ARTICLE])
        ways = prod(comb(unseen[kind], said.count(kind)) for kind in set(said)) * comb(plain, size - len(said))
        true, lie = (
            (1 - LIES) * ways / comb(sum(unseen), size),
            LIES * 0.5 ** (1 + len(said)) / 8 ** len(said),
        )
    return lie / (true + lie) if true + lie else 1.0


def surely_lies(view: DeclarerView) -> bool:
    """Return whether the viewer knows that the declaration is false. An article that must still be in a hand
    they have held was not declared. A claim of the bag is never judged: the result is False."""
    if not view.memory.seen or view.now.claim == CLAIMED:
        return False
    stage, hand = view.memory.seen[-1]
    since = view.memory.thrown[stage:]
    said = view.now.claim or ()
    return any(hand.count(kind) - since.count(kind) > said.count(kind) for kind in set(dutiable(hand)))


def _unseen(game: Declarer, view: DeclarerView) -> tuple[int, ...]:
    """Return the cards that do not lie face up, by kind."""
    return tuple(number - laid for number, laid in zip(game.pack, view.now.laid, strict=True))
