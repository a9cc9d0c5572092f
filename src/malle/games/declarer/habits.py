"""Plain habits for the lab: what somebody does who always does the same. A robot that gives something away loses to
one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from malle.core import Action, Luck
from malle.games.declarer.edition import BAG, dutiable
from malle.games.declarer.robot import surely_lies
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import Accept, Believe, Claim, Declare, DeclarerView, Doubt, Search, Throw

Habit = Callable[[Declarer, DeclarerView, tuple[Action, ...], Luck], Action]


def honest(game: Declarer, view: DeclarerView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Tells the truth, throws the dearest card away, believes and accepts."""
    hand = view.now.hand or ()
    match view.now.phase:
        case "declare":
            return Claim() if BAG in hand and dutiable(hand) else Declare(dutiable(hand))
        case "throw":
            return max(legal, key=lambda action: action.kind if isinstance(action, Throw) else -1)
        case "officer":
            return Believe()
    return Accept()


def suspicious(game: Declarer, view: DeclarerView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Honest; but searches one in three, and doubts where it knows better."""
    if view.now.phase == "officer" and luck.random() < 1 / 3:
        return Search()
    if view.now.phase == "neighbour" and surely_lies(view):
        return Doubt()
    return honest(game, view, legal, luck)


def lying(game: Declarer, view: DeclarerView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """Has never anything to declare."""
    return Declare(()) if view.now.phase == "declare" else honest(game, view, legal, luck)


HABITS: Mapping[str, Habit] = {"honest": honest, "suspicious": suspicious, "lying": lying}
