"""The one way anything is drawn: `pick` an index by integer weights.

Simulations and `imagine` pick with `Luck`, a seeded `random.Random`; real tables deal with the dealer; the
leak test picks every index in turn and keeps the exact odds. Whoever draws by `pick` can be driven by all three.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

_EXACT = 1 << 32  # below it a 53-bit float picks with a bias under one in two million: enough for simulations


class Luck(Random):
    """A `random.Random` that can also pick by integer weights. For simulations, robots, tests and answers at a
    deadline, never for what is dealt."""

    def pick(self, weights: Sequence[int]) -> int:
        """An index, drawn with probability weights[i] / sum(weights). The sum must be positive."""
        total = sum(weights)
        mark = int(self.random() * total) if total < _EXACT else self.randrange(total)
        for index, weight in enumerate(weights):  # `index_at`, written out: half of all steps pass here
            mark -= weight
            if mark < 0:
                return index
        raise ValueError("the weights must have a positive sum")


def index_at(weights: Sequence[int], mark: int) -> int:
    """The index whose stretch of the weights laid end to end holds `mark` (0 <= mark < sum)."""
    for index, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return index
    raise ValueError("mark beyond the sum of the weights")
