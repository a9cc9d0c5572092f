"""Baseline robots for research. Each always behaves in the same simple way. A robot that gives something away
loses to one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from malle.core import Action, Luck
from malle.games.declarer.edition import BAG, dutiable_articles
from malle.games.declarer.robot import is_surely_lie
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import Accept, Believe, Claim, Declare, DeclarerView, Doubt, Search, Throw

ChooseAction = Callable[[Declarer, DeclarerView, tuple[Action, ...], Luck], Action]
"""A robot without memory: (game, its seat's view, its legal actions, its luck) -> one of the
actions."""


def choose_honestly(game: Declarer, view: DeclarerView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Tell the truth, believe and accept; throw away the last kind of the tariff in hand (usually
    the dearest).

    A bag in hand is claimed only if there is an article in the hand; otherwise nothing is declared.
    """
    hand = view.now.hand or ()
    match view.now.phase:
        case "declare":
            return Claim() if BAG in hand and dutiable_articles(hand) else Declare(dutiable_articles(hand))
        case "throw":
            return max(legal, key=lambda action: action.kind if isinstance(action, Throw) else -1)
        case "officer":
            return Believe()
    return Accept()


def choose_suspiciously(game: Declarer, view: DeclarerView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Play as `choose_honestly` does, but search at random one time in three.

    As the next traveller, doubt a declaration that is certainly false.
    """
    if view.now.phase == "officer" and luck.random() < 1 / 3:
        return Search()
    if view.now.phase == "neighbour" and is_surely_lie(view):
        return Doubt()
    return choose_honestly(game, view, legal, luck)


def declare_nothing(game: Declarer, view: DeclarerView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Declare nothing, whatever is in the hand. In all other phases play as `choose_honestly` does."""
    return Declare(()) if view.now.phase == "declare" else choose_honestly(game, view, legal, luck)


BASELINE_ROBOTS: Mapping[str, ChooseAction] = {
    "honest": choose_honestly,
    "suspicious": choose_suspiciously,
    "lying": declare_nothing,
}
"""The baseline robots, by the name that commands take."""
