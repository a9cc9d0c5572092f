"""Luck that takes every way in turn, with the exact odds of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NoReturn, TypeVar

from malle.core import Action, AnyGame, Bug, Luck, Seat

T = TypeVar("T")


class Branches(Luck):
    """Follows a script of picks, and goes on with the first possible one where the script ends."""

    def __init__(self) -> None:
        super().__init__(0)
        self.follow(())

    def follow(self, script: Sequence[int]) -> None:
        """Begins anew with this script: to make another of these costs more than most draws."""
        self._script = script
        self.picked: list[tuple[int, Sequence[int]]] = []

    def pick(self, weights: Sequence[int]) -> int:
        """The script's index, or the first with a weight."""
        at = len(self.picked)
        index = self._script[at] if at < len(self._script) else _after(weights, -1)
        assert index is not None, "a pick needs a positive weight"
        self.picked.append((index, weights))
        return index

    def _only_pick(self, *_: Any, **__: Any) -> NoReturn:
        raise Bug("imagine and default draw by luck.pick alone, so that their odds can be checked exactly")

    random = randrange = randint = choice = choices = sample = shuffle = getrandbits = _only_pick


def branches(draw: Callable[[Luck], T]) -> Iterator[tuple[T, tuple[int, int]]]:
    """All that `draw` can give, each with its probability as so many of so many; the same result may come more than
    once."""
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
    """The same with fractions."""
    for result, share in branches(draw):
        yield result, Fraction(*share)


def answers_at_deadline(game: AnyGame, state: Any, seat: Seat) -> Iterator[tuple[Action, Fraction]]:
    """What the clock may answer for a seat, with the odds of each."""
    return every_way(lambda luck: game.default(state, seat, luck))


def _after(weights: Sequence[int], index: int) -> int | None:
    """The next index with a positive weight."""
    return next((other for other in range(index + 1, len(weights)) if weights[other] > 0), None)
