"""Flat search over anything: options that do badly are tried less, and all are tried in the same futures."""

from __future__ import annotations

from collections import defaultdict

import pytest

from malle.core import Luck
from malle.core.robots.search import sequential_halving


def noisy(option: int, future: int) -> float:
    """Worth its number, more or less."""
    return option + Luck(f"{option} {future}").gauss(0, 3)


@pytest.mark.parametrize("options", [2, 3, 5, 8, 13])
def test_the_best_is_found_through_noise(options: int) -> None:
    found = [
        sequential_halving(range(options), noisy, total_attempts=100 * options, luck=Luck(seed)).choice
        for seed in range(20)
    ]
    assert found.count(options - 1) >= 16
    few = [sequential_halving(range(options), noisy, total_attempts=1, luck=Luck(seed)).choice for seed in range(20)]
    assert few.count(options - 1) < 16, "with a try or two it is luck"


def test_every_option_meets_the_same_futures() -> None:
    met: dict[int, list[int]] = defaultdict(list)

    def attempt(option: int, future: int) -> float:
        met[option].append(future)
        return option

    thought = sequential_halving(range(6), attempt, total_attempts=120, luck=Luck(1))
    longest = max(met.values(), key=len)
    assert all(longest[: len(futures)] == futures for futures in met.values())
    assert len(set(longest)) == len(longest)
    assert thought.attempts == tuple(len(met[option]) for option in range(6))
    assert thought.values == (0, 1, 2, 3, 4, 5)


@pytest.mark.parametrize("tries", [10, 100, 1000])
@pytest.mark.parametrize("options", [2, 3, 7, 8])
def test_tries_are_kept_to_and_go_to_the_better(options: int, tries: int) -> None:
    thought = sequential_halving(range(options), noisy, total_attempts=tries, luck=Luck(3))
    assert sum(thought.attempts) <= max(tries, 2 * options)
    assert sum(thought.attempts) >= tries - options * 4
    assert thought.attempts[thought.choice] == max(thought.attempts)


def test_the_same_luck_gives_the_same_thought() -> None:
    assert sequential_halving(range(7), noisy, total_attempts=200, luck=Luck(5)) == sequential_halving(
        range(7), noisy, total_attempts=200, luck=Luck(5)
    )
    assert sequential_halving(range(7), noisy, total_attempts=200, luck=Luck(5)) != sequential_halving(
        range(7), noisy, total_attempts=200, luck=Luck(6)
    )


def test_of_equal_options_the_first_is_taken_and_one_alone_is_not_tried() -> None:
    assert sequential_halving("abc", lambda option, future: 0.0, total_attempts=30, luck=Luck(1)).choice == "a"
    assert sequential_halving("a", noisy_never, total_attempts=30, luck=Luck(1)).attempts == (0,)


def noisy_never(option: str, future: int) -> float:
    raise AssertionError("there is nothing to choose")
