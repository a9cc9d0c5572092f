"""The payments after an answer. The rules pay by them, and the buttons announce them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from malle.games.declarer.edition import BAG, Cards, Numbers
from malle.games.declarer.state import Reason

Payment = tuple[int, int, int, Reason]
"""Payer, payee, amount and reason."""
Bill = tuple[Payment, ...]
"""The payments that one answer causes."""

BAG_CLAIM: Cards = (BAG,)
"""The declaration that claims the diplomatic bag."""


class Cashier:
    """Makes the bills of an edition with its options. In its methods, `fine` is what the hand costs a liar,
    or `None` if the declaration was true."""

    def __init__(self, numbers: Numbers, options: Mapping[str, Any]) -> None:
        """Compute the duty of every possible declaration, and the highest fine for every size of a hand."""
        self._numbers = numbers
        self._capped: bool = options["capped"]
        self._strict: bool = options["strict"]
        self._duties = {claim: numbers.duty_on(claim) for claim in numbers.possible_declarations(numbers.hand)} | {
            BAG_CLAIM: 0
        }
        cards = (kind for kind, number in enumerate(numbers.pack) for _ in range(number))
        dearest_first = sorted(cards, key=lambda kind: -numbers.fine_on((kind,)))
        self._max_fines = tuple(numbers.fine_on(dearest_first[:count]) for count in range(numbers.hand + 1))

    def duty_on(self, claim: Cards) -> int:
        """Return the duty on what was declared; 0 for a claim of the bag."""
        return self._duties[claim]

    def fine_on_lie(self, claim: Cards, hand: Cards) -> int:
        """Return what a false declaration of this hand costs: the fine on every dutiable card, and the bag's
        fine if the bag was claimed (rules 7, 8 and 14)."""
        return self._numbers.fine_on(hand) + (self._numbers.bag_fine if claim == BAG_CLAIM else 0)

    def max_fine(self, claim: Cards, hand_size: int) -> int:
        """Return the most that a false declaration can cost with a hand of this many cards."""
        return self._max_fines[hand_size] + self.fine_on_lie(claim, ())

    def bill_if_believed(self, officer: int, traveller: int, claim: Cards) -> Bill:
        """Return the bill when the officer believes: the duty on what was declared (rule 5), 0 for the bag
        (rule 14)."""
        return ((traveller, officer, self.duty_on(claim), "duty"),)

    def bill_if_searched(self, officer: int, traveller: int, claim: Cards, fine: int | None) -> Bill:
        """Return the bill after a search: a liar pays the fine alone. Otherwise the traveller pays the duty
        and gets a compensation from the officer (rules 7 to 9 and 14)."""
        if fine is not None:
            return ((traveller, officer, fine, "fine"),)
        compensation: Payment = (officer, traveller, self._numbers.compensation, "compensation")
        return (*self.bill_if_believed(officer, traveller, claim), compensation)

    def bill_if_doubted(self, officer: int, traveller: int, informer: int, claim: Cards, fine: int | None) -> Bill:
        """Return the bill after the informer doubted (rule 11 B). A liar pays the fine to the officer, who
        pays the informer the reward. Otherwise the informer pays the traveller a compensation.

        Duty already paid is not given back. Option `strict` lets the officer pay for a true claim of the bag;
        option `capped` limits the reward to the fine.
        """
        if fine is None:
            wrong = officer if self._strict and claim == BAG_CLAIM else informer
            return ((wrong, traveller, self._numbers.compensation, "compensation"),)
        reward = min(self._numbers.reward, fine) if self._capped else self._numbers.reward
        return ((traveller, officer, fine, "fine"), (officer, informer, reward, "reward"))


def amount_owed(bill: Bill, payer: int, payee: int) -> int:
    """Return the sum that `payer` owes `payee` by a bill."""
    return sum(amount for from_seat, to_seat, amount, _ in bill if (from_seat, to_seat) == (payer, payee))
