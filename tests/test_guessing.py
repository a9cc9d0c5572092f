"""No model guesses a hidden card better than chance, at the deal.

What chance is depends on one's own cards: whoever holds an ace knows that nobody else has it. So a model is shown what
a seat sees, the true table, and one that the seat imagines with nature's odds, and has to say which is which. If it is
right more often than chance would be, about deals that it has not learnt from, then something that the seat sees tells
of what is hidden, or cards are not dealt by the odds that the rules name. The model is shown to learn where either is
so.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Any

import numpy as np
import pytest

from malle.core import AnyGame, Luck, Seat
from malle.core.codec import encode
from malle.core.play import PickIndex, resolve_chance
from malle.games import game_names, load_game_info

BITS, KEPT = 20, 100
"""Places of what is counted, as a power of two, and how many of them the model goes by."""
RIDGE = 10.0
MIXES = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)
SURE = 3.0
"""Standard deviations beyond which chance does not go: one run in seven hundred would."""

Token = tuple[str, object]
"""One thing that a view or a state says: where it stands, and what."""
Deal = tuple[list[Token], list[Token], list[Token]]
"""What a seat sees, the true table, and the one it imagines."""
View = Callable[[AnyGame, Any, Seat], Any]
Imagine = Callable[[AnyGame, Any, Luck], Any]


def tokens(path: str, value: Any) -> Iterator[Token]:
    """What a value says: each leaf under its place, and each leaf of a list under the list's, in whatever order."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from tokens(f"{path}.{name}", each)
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from tokens(f"{path}.{place}", each)
            if not isinstance(each, dict | list):
                yield f"{path}.*", each
    else:
        yield path, value


def deals(
    game: AnyGame, seat: Seat, count: int, luck: Luck, pick: PickIndex, view: View, imagine: Imagine
) -> Iterator[Deal]:
    """So many deals as a seat could be told of them."""
    for _ in range(count):
        state, _ = resolve_chance(game, game.new(), pick)
        seen = view(game, state, seat)
        worlds = (state, imagine(game, game.view(state, seat), luck))
        given, true, imagined = (list(tokens("", json.loads(encode(each)))) for each in (seen, *worlds))
        yield given, true, imagined


def vary(lists: Sequence[list[Token]]) -> set[Token]:
    """Those that are not in all of them."""
    return set().union(*lists) - set(lists[0]).intersection(*lists)


def hashed(list_: Sequence[Token], known: set[Token]) -> Any:
    """A number for each of them that is known to vary."""
    return np.array([zlib.crc32(repr(each).encode()) for each in list_ if each in known], dtype=np.uint64)


def features(given: Any, world: Any) -> Any:
    """Where the hash puts what is in the world, alone and beside each thing that is seen."""
    beside = np.concatenate([np.zeros(1, dtype=np.uint64), given])
    return (world[:, None] * MIXES[0] + beside[None, :] * MIXES[1]).ravel() * MIXES[2] >> np.uint64(64 - BITS)


def difference(true: Any, imagined: Any) -> tuple[Any, Any]:
    """(places, by how much more is there in the true table)."""
    places, which = np.unique(np.concatenate([true, imagined]), return_inverse=True)
    more = np.bincount(which, weights=np.repeat([1.0, -1.0], [len(true), len(imagined)]), minlength=len(places))
    return places[more != 0], more[more != 0]


def beyond_chance(made: Sequence[Deal]) -> float:
    """How much more often than chance the model is right, in standard deviations: it learns from the first half by what
    the true table differs from the imagined one, keeps what differed most clearly, and says of each deal of the other
    half which of its tables is the true one."""
    seen, said = vary([deal[0] for deal in made]), vary([each for deal in made for each in deal[1:]])
    half = len(made) // 2
    sums, squares = np.zeros(1 << BITS), np.zeros(1 << BITS)
    rows = []
    for given, *worlds in made:
        before = hashed(given, seen)
        true, imagined = (features(before, hashed(world, said)) for world in worlds)
        rows.append(difference(true, imagined))
    for places, values in rows[:half]:
        sums[places] += values
        squares[places] += values**2
    clear = np.argpartition(-np.abs(sums) / np.sqrt(squares + 1), KEPT)[:KEPT]
    where = np.full(1 << BITS, -1)
    where[clear] = np.arange(KEPT)
    kept = np.zeros((len(made), KEPT))
    for number, (places, values) in enumerate(rows):
        known = where[places] >= 0
        kept[number, where[places[known]]] = values[known]
    learnt, asked = kept[:half], kept[half:]
    scores = asked @ np.linalg.solve(learnt.T @ learnt + RIDGE * np.eye(KEPT), learnt.T @ np.ones(half))
    right, wrong = int((scores > 0).sum()), int((scores < 0).sum())
    return (right - wrong) / sqrt(max(1, right + wrong))


def judged(
    name: str,
    count: int,
    seat: int,
    *,
    lean: Callable[[Luck], PickIndex] = lambda luck: luck.pick,
    view: View = lambda game, state, seat: game.view(state, seat),
    imagine: Imagine = lambda game, view, luck: game.imagine(view, luck),
) -> float:
    """How far the model is beyond chance about so many deals at the usual table, half of them learnt from."""
    facts = load_game_info(name)
    game = facts.make_game(facts.default_seats, facts.complete_options(facts.default_seats, {}), None)
    luck, dealt = Luck(f"guessing {name} {seat}"), Luck(f"dealt {name} {seat}")
    return beyond_chance(list(deals(game, Seat(seat), count, luck, lean(dealt), view, imagine)))


def a_pick_that_leans(luck: Luck) -> PickIndex:
    """Of two draws the one that comes first in the pack."""
    return lambda weights: min(luck.pick(weights), luck.pick(weights))


def a_view_that_tells(game: AnyGame, state: Any, seat: Seat) -> Any:
    """Whether something that another holds is even, beside what one sees."""
    whole = json.loads(encode(state))
    holdings = next(whole[each] for each in ("hands", "cups", "hand") if whole.get(each))
    *_, last = (int(str(each[1])) for each in tokens("", holdings) if "*" not in each[0])
    return {"view": json.loads(encode(game.view(state, seat))), "even": last % 2 == 0}


def an_imagination_of_another_deal(game: AnyGame, view: Any, luck: Luck) -> Any:
    """It does not know what one holds oneself."""
    return game.imagine(game.view(resolve_chance(game, game.new(), luck.pick)[0], view.viewer), luck)


HIDDEN = ("declarer", "combinards", "liar")
"""Games in which something is dealt that somebody does not see; in each the first seat sees less than the second or as
much."""
FAULTS: dict[str, dict[str, Any]] = {
    "a pick that leans": {"lean": a_pick_that_leans, "seat": 1},
    "a view that tells": {"view": a_view_that_tells, "seat": 0},
    "an imagination of another deal": {"imagine": an_imagination_of_another_deal, "seat": 1},
}


@pytest.mark.parametrize("seat", [1, *(pytest.param(each, marks=pytest.mark.long) for each in (0, 2, 3))])
@pytest.mark.parametrize("count", [1000, pytest.param(20_000, marks=[pytest.mark.long, pytest.mark.timeout(1800)])])
@pytest.mark.parametrize("name", HIDDEN)
def test_no_model_guesses_a_hidden_card_better_than_chance(name: str, count: int, seat: int) -> None:
    found = judged(name, count, seat)
    print(f"{name}, seat {seat}, {count} deals: {found:+.2f} standard deviations from chance")
    assert found <= SURE


@pytest.mark.parametrize("name", sorted(set(game_names()) - set(HIDDEN)))
def test_elsewhere_nothing_is_hidden_at_the_deal(name: str) -> None:
    facts = load_game_info(name)
    game = facts.make_game(facts.default_seats, facts.complete_options(facts.default_seats, {}), None)
    state, _ = resolve_chance(game, game.new(), Luck(1).pick)
    for seat in range(facts.default_seats):
        assert game.imagine(game.view(state, Seat(seat)), Luck(2)) == state


@pytest.mark.parametrize("fault", sorted(FAULTS))
@pytest.mark.parametrize("name", [HIDDEN[0], *(pytest.param(each, marks=pytest.mark.long) for each in HIDDEN[1:])])
def test_the_model_learns_what_there_is_to_learn(name: str, fault: str) -> None:
    found = judged(name, 1000, **FAULTS[fault])
    print(f"{name}, {fault}: {found:+.2f} standard deviations from chance")
    assert found > 1.5 * SURE
