"""A source of chance that tries every possible sequence of draws in turn, with the exact
probability of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NoReturn, TypeVar

from malle.core import Action, AnyGame, Bug, Luck, Seat

T = TypeVar("T")


class ScriptedLuck(Luck):
    """A `Luck` that replays a list of picked indexes. After the end of the list it picks the first
    index with a positive weight. Every pick is recorded in `picked` with its weights."""

    def __init__(self) -> None:
        super().__init__(0)
        self.restart(())

    def restart(self, script: Sequence[int]) -> None:
        """Start over with this list of picked indexes and an empty record. Reusing the object is
        cheaper than creating another one."""
        self._script_picks = script
        self.picked: list[tuple[int, Sequence[int]]] = []

    def pick(self, weights: Sequence[int]) -> int:
        """Return the next index of the list or, after its end, the first index with a positive
        weight. Record it in `picked`."""
        position = len(self.picked)
        index = (
            self._script_picks[position] if position < len(self._script_picks) else _next_possible_index(weights, -1)
        )
        assert index is not None, "a pick needs a positive weight"
        self.picked.append((index, weights))
        return index

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        """Raise `Bug`. It replaces every other way of drawing, because only `pick` tells the
        weights."""
        raise Bug("imagine and default draw by luck.pick alone, so that their odds can be checked exactly")

    random = randrange = randint = choice = choices = sample = shuffle = getrandbits = _refuse


def weighted_outcomes(draw: Callable[[Luck], T]) -> Iterator[tuple[T, tuple[int, int]]]:
    """Yield every result of `draw` with its exact probability as (numerator, denominator). Results
    that can be drawn in several ways are yielded once for each way, so add their probabilities up.
    `draw` must use `luck.pick` only; otherwise `Bug` is raised."""
    luck = ScriptedLuck()
    while True:
        result = draw(luck)
        picks = luck.picked
        numerator = denominator = 1
        for index, weights in picks:
            numerator *= weights[index]
            denominator *= sum(weights)
        yield result, (numerator, denominator)
        while picks and _next_possible_index(picks[-1][1], picks[-1][0]) is None:
            picks.pop()
        if not picks:
            return
        next_index = _next_possible_index(picks[-1][1], picks[-1][0])
        assert next_index is not None
        luck.restart([index for index, _ in picks[:-1]] + [next_index])


def outcome_probabilities(draw: Callable[[Luck], T]) -> Iterator[tuple[T, Fraction]]:
    """Like `weighted_outcomes`, with each probability as a `Fraction`: equal results may be yielded
    more than once."""
    for result, ratio in weighted_outcomes(draw):
        yield result, Fraction(*ratio)


def default_probabilities(game: AnyGame, state: Any, seat: Seat) -> Iterator[tuple[Action, Fraction]]:
    """Yield each action that `game.default` may choose for an awaited seat, with its probability.
    An action that can be drawn in several ways is yielded once for each."""
    return outcome_probabilities(lambda luck: game.default(state, seat, luck))


def _next_possible_index(weights: Sequence[int], index: int) -> int | None:
    """Return the next index after `index` that has a positive weight, or `None` if there is none."""
    return next((candidate for candidate in range(index + 1, len(weights)) if weights[candidate] > 0), None)
