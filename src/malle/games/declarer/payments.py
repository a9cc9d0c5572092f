"""The payments that an answer to a declaration causes.

The rules carry them out, and buttons announce them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from malle.games.declarer.edition import BAG, Cards, Numbers
from malle.games.declarer.state import Reason

Payment = tuple[int, int, int, Reason]
"""(payer's seat, payee's seat, amount in francs, reason)."""
Bill = tuple[Payment, ...]
"""The payments that one answer to a declaration causes; an amount may be 0."""

BAG_CLAIM: Cards = (BAG,)
"""The declaration that claims the diplomatic bag."""


class Cashier:
    """Computes duties, fines and bills by one edition and the options `capped` and `strict`.

    In its methods, `claim` is what was declared. `fine` is what the hand costs a liar, or `None` if
    the declaration was true.
    """

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
        """Return the duty on what was declared, in francs; 0 for a claim of the bag."""
        return self._duties[claim]

    def fine_on_lie(self, claim: Cards, hand: Cards) -> int:
        """Return what a false declaration of this hand costs, if found out (rules 7, 8 and 14).

        It is the fine on every dutiable card, declared or not, and the bag's fine if the bag was
        claimed.
        """
        return self._numbers.fine_on(hand) + (self._numbers.bag_fine if claim == BAG_CLAIM else 0)

    def max_fine(self, claim: Cards, hand_size: int) -> int:
        """Return the most that this declaration, if false, can cost with a hand of `hand_size`
        cards."""
        return self._max_fines[hand_size] + self.fine_on_lie(claim, ())

    def bill_if_believed(self, officer: int, traveller: int, claim: Cards) -> Bill:
        """Return the bill when the officer believes: the traveller pays the officer the duty (rule
        5).

        The duty is 0 for a claim of the bag (rule 14).
        """
        return ((traveller, officer, self.duty_on(claim), "duty"),)

    def bill_if_searched(self, officer: int, traveller: int, claim: Cards, fine: int | None) -> Bill:
        """Return the bill after the officer searched (rules 7 to 9 and 14).

        A liar pays the officer the fine, and no duty. An honest traveller pays the duty, and gets a
        compensation from the officer.
        """
        if fine is not None:
            return ((traveller, officer, fine, "fine"),)
        compensation: Payment = (officer, traveller, self._numbers.compensation, "compensation")
        return (*self.bill_if_believed(officer, traveller, claim), compensation)

    def bill_if_doubted(self, officer: int, traveller: int, informer: int, claim: Cards, fine: int | None) -> Bill:
        """Return the bill after the next traveller, the informer, doubted (rule 11 B).

        A liar pays the officer the fine, and the officer pays the informer the reward. If the
        declaration was true, the informer pays the traveller a compensation. Duty already paid is
        not given back. With the option `strict` the officer, not the informer, pays for a true
        claim of the bag. The option `capped` limits the reward to the fine.
        """
        if fine is None:
            wrong = officer if self._strict and claim == BAG_CLAIM else informer
            return ((wrong, traveller, self._numbers.compensation, "compensation"),)
        reward = min(self._numbers.reward, fine) if self._capped else self._numbers.reward
        return ((traveller, officer, fine, "fine"), (officer, informer, reward, "reward"))


def amount_owed(bill: Bill, payer: int, payee: int) -> int:
    """Return the sum that `payer` owes `payee` by a bill, what `payee` owes in return not
    subtracted."""
    return sum(amount for from_seat, to_seat, amount, _ in bill if (from_seat, to_seat) == (payer, payee))
