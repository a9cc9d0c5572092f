"""Who pays whom how much after an answer. The rules pay by it, and the buttons promise by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from malle.games.declarer.edition import BAG, Cards, Numbers
from malle.games.declarer.state import Reason

Payment = tuple[int, int, int, Reason]
"""Who pays whom how much, and why."""
Bill = tuple[Payment, ...]

CLAIMED: Cards = (BAG,)
"""The declaration that claims the diplomatic bag."""


class Cashier:
    """Makes out the bills of an edition and a set of options. `fine` is what the hand costs a liar; None: it was the
    truth."""

    def __init__(self, numbers: Numbers, options: Mapping[str, Any]) -> None:
        self._numbers = numbers
        self._capped: bool = options["capped"]
        self._strict: bool = options["strict"]
        self._duties = {claim: numbers.duty(claim) for claim in numbers.declarations(numbers.hand)} | {CLAIMED: 0}
        cards = (kind for kind, number in enumerate(numbers.pack) for _ in range(number))
        dear = sorted(cards, key=lambda kind: -numbers.fine((kind,)))
        self._dearest = tuple(numbers.fine(dear[:count]) for count in range(numbers.hand + 1))

    def duty(self, claim: Cards) -> int:
        """On what was declared; nothing for the bag."""
        return self._duties[claim]

    def fine(self, claim: Cards, hand: Cards) -> int:
        """Rules 7, 8 and 14: the fine on every dutiable card held, and more for a bag falsely claimed."""
        return self._numbers.fine(hand) + (self._numbers.bag_fine if claim == CLAIMED else 0)

    def dearest(self, claim: Cards, cards: int) -> int:
        """The most that so many cards can cost whoever said this of them."""
        return self._dearest[cards] + self.fine(claim, ())

    def believed(self, officer: int, traveller: int, claim: Cards) -> Bill:
        """Rule 5: the duty on what was declared; rule 14: none for the bag."""
        return ((traveller, officer, self.duty(claim), "duty"),)

    def searched(self, officer: int, traveller: int, claim: Cards, fine: int | None) -> Bill:
        """Rules 7 to 9 and 14: the fine alone, or the duty and a compensation."""
        if fine is not None:
            return ((traveller, officer, fine, "fine"),)
        compensation: Payment = (officer, traveller, self._numbers.compensation, "compensation")
        return (*self.believed(officer, traveller, claim), compensation)

    def doubted(self, officer: int, traveller: int, informer: int, claim: Cards, fine: int | None) -> Bill:
        """Rule 11 B. Duty already paid is not given back."""
        if fine is None:
            wrong = officer if self._strict and claim == CLAIMED else informer
            return ((wrong, traveller, self._numbers.compensation, "compensation"),)
        reward = min(self._numbers.reward, fine) if self._capped else self._numbers.reward
        return ((traveller, officer, fine, "fine"), (officer, informer, reward, "reward"))


def between(bill: Bill, payer: int, payee: int) -> int:
    """What one owes the other by a bill."""
    return sum(amount for one, other, amount, _ in bill if (one, other) == (payer, payee))
