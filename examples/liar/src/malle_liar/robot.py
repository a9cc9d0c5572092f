"""A simple robot: bids what is likely, and calls what is not."""

from math import comb

from malle.core import Action, Luck
from malle_liar.rules import Bid, Call, Liar, LiarView


def choose(game: Liar, view: LiarView, legal: tuple[Action, ...], luck: Luck) -> Action:
    """The likeliest of the next few bids; the call if the last bid is true less than three times in ten."""
    bids = [action for action in legal if isinstance(action, Bid)][: 2 * game.numbers.faces]
    if not bids or ((last := view.now.table.last) and _odds(game, view, last.bid) < 0.3):
        return Call()
    return max(bids, key=lambda bid: _odds(game, view, bid) + 0.2 * luck.random())


def _odds(game: Liar, view: LiarView, bid: Bid) -> float:
    """How likely a bid is true, for a player who knows their own dice."""
    others, p = sum(view.now.table.dice) - len(view.now.cup), 1 / game.numbers.faces
    needed = max(bid.count - view.now.cup.count(bid.face), 0)
    return sum(comb(others, k) * p**k * (1 - p) ** (others - k) for k in range(needed, others + 1))
