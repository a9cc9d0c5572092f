"""The only way to draw at random in games: `pick` an index by integer weights.

Simulations and `imagine` pick with `Luck`, a seeded `random.Random`. Real tables pick with the dealer. The
leak test picks every index in turn and computes exact probabilities. Code that draws only by `pick` works
with all three.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

_MAX_FLOAT_TOTAL = (
    1 << 32
)  # below it, picking by a 53-bit float has a bias under one in two million: enough for simulations


class Luck(Random):
    """A `random.Random` that can also pick by integer weights.

    For simulations, robots, tests and default actions at a deadline; never for what is dealt at a table.
    """

    def pick(self, weights: Sequence[int]) -> int:
        """Return an index drawn with probability `weights[i] / sum(weights)`. `ValueError` if the sum is
        not positive."""
        total = sum(weights)
        offset = int(self.random() * total) if total < _MAX_FLOAT_TOTAL else self.randrange(total)
        for index, weight in enumerate(weights):  # `index_at_offset`, inlined: half of all steps run this
            offset -= weight
            if offset < 0:
                return index
        raise ValueError("the weights must have a positive sum")


def index_at_offset(weights: Sequence[int], offset: int) -> int:
    """Return the index of the weight that `offset` falls on, where the weights are laid end to end
    from 0. `ValueError` if `offset` is not below their sum."""
    for index, weight in enumerate(weights):
        offset -= weight
        if offset < 0:
            return index
    raise ValueError("mark beyond the sum of the weights")
