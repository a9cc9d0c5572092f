"""`imagine` is exact: on small packs every world is counted, and its odds compared as fractions. The checks can fail:
each piece of reasoning, when it is taken away, is missed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from math import prod
from statistics import median

import pytest

from malle.core import Luck, Waiting
from malle.core.play import make_move, resolve_chance, robot_chooser
from malle.games import load_game
from malle.games.combinards import hand_odds
from malle.games.combinards import view as sight
from malle.games.combinards.robot import choose
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import CARD_JOINED, CONTROL_CLEAN, NO_PETROL, Trail
from malle.games.combinards.tests.small import EVERYDAY, LONG, small
from malle.testing import check_exact_laws
from malle.testing.exhaustive_random import outcome_probabilities
from malle.testing.timing import Timing

Make = Callable[[], Combinards]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", EVERYDAY)
def test_exact_on_small_packs(name: str) -> None:
    """Every view of every seat, by full enumeration."""
    assert not check_exact_laws(EVERYDAY[name]())


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", LONG)
def test_exact_on_larger_packs(name: str) -> None:
    """Every view of every seat, by full enumeration."""
    assert not check_exact_laws(LONG[name]())


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Caches must not remember what an unbroken version computed."""
    for function in (
        hand_odds.makeup_weights,
        hand_odds._weights_with_orders,
        hand_odds._joint_weights,
        hand_odds._weigh_petrol_hands,
        hand_odds._weigh_pairs,
    ):
        function.cache_clear()


BROKEN = {
    "a clean control tells nothing": (CONTROL_CLEAN, "two hands controlled"),
    "the card that joined last is not among those controlled": (CARD_JOINED, "purchase after control"),
}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", BROKEN)
def test_exact_finds_reasoning_that_is_missing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one step of the reasoning the odds are wrong, and the check says so."""
    op, edition = BROKEN[name]
    game = EVERYDAY[edition]()
    true = hand_odds.makeup_weights.__wrapped__

    def broken(trail: Trail, shape: hand_odds.HandShape, fine: bool) -> hand_odds.MakeupWeights:
        if trail and trail[-1][0] == op:
            return dict.fromkeys(hand_odds._all_makeups(shape, fine), 1)
        weights: hand_odds.MakeupWeights = true(trail, shape, fine)
        return weights

    broken.cache_clear = lambda: None  # type: ignore[attr-defined]
    forget(monkeypatch)
    monkeypatch.setattr(hand_odds, "makeup_weights", broken)
    faults = check_exact_laws(game, stop_at_first=True)
    monkeypatch.undo()
    forget(monkeypatch)
    assert any("E3" in str(fault) for fault in faults)


def test_a_clean_control_weighs_a_hand_by_its_lawful_cards() -> None:
    """Two cards in hand out of soap, piano, ivory, caviar; the hand with two lawful cards is twice as likely as each of
    those with one, and the hand with none is impossible."""
    game = small("soap piano ivory caviar", "start melina control levy", hand=2, rounds=1)
    shape = hand_odds.shape_of((0, 0))
    weights = hand_odds.makeup_weights(((CONTROL_CLEAN, 0, 0),), shape, False)
    assert weights == {0: 2, 1: 1}
    assert game.numbers.hand == 2


def test_dry_hands_have_no_petrol() -> None:
    """A hand that was seen to have no petrol has none, until a card joins."""
    shape = hand_odds.shape_of((0,))
    assert hand_odds.makeup_weights(((NO_PETROL, 0, 0),), shape, True).keys() == {0, hand_odds._pack_makeup(0, 1, 0)}
    joined = hand_odds.makeup_weights(((NO_PETROL, 0, 0), (CARD_JOINED, 0, 0)), hand_odds.shape_of((0, 0)), True)
    assert hand_odds._pack_makeup(0, 0, 1) in joined
    assert hand_odds._pack_makeup(0, 0, 2) not in joined


TRAILS: dict[str, Trail] = {
    "clean": ((CONTROL_CLEAN, 0, 0),),
    "clean, then a card": ((CONTROL_CLEAN, 1, 0), (CARD_JOINED, 0, 1)),
    "dry": ((NO_PETROL, 0, 0),),
    "dry, then a card": ((NO_PETROL, 0, 0), (CARD_JOINED, 0, 0)),
    "dry, a card, clean": ((NO_PETROL, 0, 0), (CARD_JOINED, 0, 0), (CONTROL_CLEAN, 0, 0)),
}
HANDS = [
    (("clean", (0, 0)), ("clean, then a card", (0, 1))),
    (("dry", (0, 0)), ("clean", (0,))),
    (("dry, then a card", (0, 0)), ("clean, then a card", (0, 1))),
    (("dry, a card, clean", (0, 0)), ("dry", (0,)), ("clean", (0,))),
]
CARDS = ((0, 0), (0, 0), (0, 1), (0, 2), (0, 2), (1, 0), (1, 1), (1, 2))
"""The unknown cards, as (generation, kind)."""


@pytest.mark.parametrize("hands", HANDS)
def test_hands_are_weighed_together(hands: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
    """Several hands of which something is known: every way to deal the unknown cards is listed, and weighed by what the
    trails say of each hand alone; make-ups must be drawn with just those odds."""
    suspects = tuple((hand_odds.shape_of(generations), TRAILS[trail]) for trail, generations in hands)
    places = [(hand, generation) for hand, (_, generations) in enumerate(hands) for generation in generations]
    true: Counter[tuple[int, ...]] = Counter()
    for dealt in permutations(range(len(CARDS)), len(places)):
        if any(CARDS[card][0] != generation for card, (_, generation) in zip(dealt, places, strict=True)):
            continue
        made = [0] * len(hands)
        for card, (hand, generation) in zip(dealt, places, strict=True):
            kind = CARDS[card][1]
            petrol = kind == 2 and hand_odds.had_no_petrol(suspects[hand][1])
            made[hand] += hand_odds._pack_makeup(generation, int(kind == 1), int(petrol))
        weights = (
            hand_odds.makeup_weights(trail, shape, hand_odds.had_no_petrol(trail)).get(makeup, 0)
            for (shape, trail), makeup in zip(suspects, made, strict=True)
        )
        true[tuple(made)] += prod(weights)
    stock = tuple((generation, *(CARDS.count((generation, kind)) for kind in range(3))) for generation in (0, 1))
    drawn: Counter[tuple[int, ...]] = Counter()
    for found, share in outcome_probabilities(lambda luck: tuple(hand_odds.pick_makeups(suspects, stock, luck))):  # type: ignore[arg-type]
        drawn[found] += share  # type: ignore[assignment]
    total = sum(true.values())
    assert dict(drawn) == {made: Fraction(weight, total) for made, weight in true.items() if weight}


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_imagine_takes_little_time(seats: int, timing: Timing) -> None:
    """Constructive: on average less than 2 ms a world of processor time, the first one of a decision included."""
    game = load_game("combinards")(seats)
    luck = Luck(seats)
    act = robot_chooser(game, choose, luck)
    state, _ = resolve_chance(game, game.new(), luck.pick)
    spent: list[float] = []
    while isinstance(turn := game.turn(state), Waiting):
        seat = turn.seats[0]
        if luck.random() < 0.5:
            view = game.view(state, seat)
            began = time.thread_time()
            for _ in range(5):
                sight.imagine_state(game.tables, view, luck)  # type: ignore[attr-defined]
            spent.append((time.thread_time() - began) / 5)
        state, _ = make_move(game, state, seat, act(state, seat), luck.pick)
    assert len(spent) > 20
    timing("the median world", median(spent), 0.002)
    timing("the average world", sum(spent) / len(spent), 0.002)
