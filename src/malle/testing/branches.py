"""A source of chance that takes every possible way in turn, with the exact probability of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NoReturn, TypeVar

from malle.core import Action, AnyGame, Bug, Luck, Seat

T = TypeVar("T")


class Branches(Luck):
    """A `Luck` that replays a list of picks. After the end of the list it takes the first possible pick."""

    def __init__(self) -> None:
        super().__init__(0)
        self.follow(())

    def follow(self, script: Sequence[int]) -> None:
        """Start over with this list of picks. Reusing the object is cheaper than creating another one."""
        self._script = script
        self.picked: list[tuple[int, Sequence[int]]] = []

    def pick(self, weights: Sequence[int]) -> int:
        """Return the next index of the list or, after its end, the first index with a positive weight."""
        at = len(self.picked)
        index = self._script[at] if at < len(self._script) else _after(weights, -1)
        assert index is not None, "a pick needs a positive weight"
        self.picked.append((index, weights))
        return index

    def _only_pick(self, *_: Any, **__: Any) -> NoReturn:
        """Raise `Bug`: every other way of drawing is forbidden, because its probability is not known."""
        raise Bug("imagine and default draw by luck.pick alone, so that their odds can be checked exactly")

    random = randrange = randint = choice = choices = sample = shuffle = getrandbits = _only_pick


def branches(draw: Callable[[Luck], T]) -> Iterator[tuple[T, tuple[int, int]]]:
    """Yield every result of `draw` with its exact probability as (numerator, denominator). The same result may
    be yielded more than once, so add its probabilities up. `draw` must use `luck.pick` only."""
    luck = Branches()
    while True:
        result = draw(luck)
        picked = luck.picked
        share = total = 1
        for index, weights in picked:
            share *= weights[index]
            total *= sum(weights)
        yield result, (share, total)
        while picked and _after(picked[-1][1], picked[-1][0]) is None:
            picked.pop()
        if not picked:
            return
        last = _after(picked[-1][1], picked[-1][0])
        assert last is not None
        luck.follow([index for index, _ in picked[:-1]] + [last])


def every_way(draw: Callable[[Luck], T]) -> Iterator[tuple[T, Fraction]]:
    """Like `weighted_outcomes`, with each probability as a `Fraction`."""
    for result, share in branches(draw):
        yield result, Fraction(*share)


def answers_at_deadline(game: AnyGame, state: Any, seat: Seat) -> Iterator[tuple[Action, Fraction]]:
    """Yield each action that `game.default` may choose for a seat, with its probability."""
    return every_way(lambda luck: game.default(state, seat, luck))


def _after(weights: Sequence[int], index: int) -> int | None:
    """Return the next index after `index` that has a positive weight, or `None` if there is none."""
    return next((other for other in range(index + 1, len(weights)) if weights[other] > 0), None)
