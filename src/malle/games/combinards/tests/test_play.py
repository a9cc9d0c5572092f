"""Whole games: random ones end, keep every card and never owe; robots play them at a bearable length."""

from __future__ import annotations

from collections import Counter

import pytest

from malle.core import NATURE, Chance, Luck, Over
from malle.games import load_game
from malle.games.combinards.measure import measure_games
from malle.games.combinards.rules import Combinards
from malle.games.combinards.state import State

GAMES = 10_000
"""Random games for each number of players; everyday tests play three in a hundred."""
LIMIT = 20_000
"""Entries after which a game is taken to go on for ever."""


def play_at_random(game: Combinards, luck: Luck) -> tuple[State, Over]:
    """A game in which every choice is equally likely."""
    state = game.new()
    for _ in range(LIMIT):
        turn = game.turn(state)
        if isinstance(turn, Over):
            return state, turn
        if isinstance(turn, Chance):
            state, _ = game.apply(state, NATURE, turn.outcomes[luck.pick(turn.weights)])
            continue
        seat = turn.seats[int(luck.random() * len(turn.seats))]
        legal = game.legal(state, seat)
        state, _ = game.apply(state, seat, legal[int(luck.random() * len(legal))])
    raise AssertionError(f"a random game goes on after {LIMIT} entries")


def check(state: State, game: Combinards) -> None:
    """All cards are somewhere, once; nobody owes; whoever is out has nothing."""
    cards = [card for hand in state.hands for card in hand]
    assert sorted((*cards, *state.bag, *state.under, *state.gone)) == list(game.tables.all_cards)
    assert min(state.cash) >= 0
    for seat in range(game.seats):
        if seat not in state.alive:
            assert (state.cash[seat], state.hands[seat]) == (0, ())
        else:
            assert 0 <= state.years[seat] <= game.numbers.prison


def play_many(seats: int, games: int) -> None:
    """So many random games."""
    game = load_game("combinards")(seats)
    assert isinstance(game, Combinards)
    ends: Counter[str] = Counter()
    for number in range(games):
        state, over = play_at_random(game, Luck(f"{seats}-{number}"))
        check(state, game)
        ends[over.why] += 1
    assert ends.keys() == {"goal", "last-one"}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_random_games_end(seats: int) -> None:
    """Three hundred random games for each number of players."""
    play_many(seats, GAMES * 3 // 100)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_many_random_games_end(seats: int) -> None:
    """Ten thousand random games for each number of players."""
    play_many(seats, GAMES)


@pytest.mark.parametrize("option", [{"booklet": True}, {"return": True}, {"free": True}, {"goal": "gain"}])
def test_random_games_end_with_options(option: dict[str, object]) -> None:
    """Whatever the options."""
    game = load_game("combinards")(4, option)
    assert isinstance(game, Combinards)
    for number in range(20):
        check(play_at_random(game, Luck(number))[0], game)


def test_a_game_of_four_does_not_drag() -> None:
    """Simple robots: the median game of four takes less than 75 minutes at 15 seconds a moment."""
    found = measure_games(4, 60)
    assert 40 < found.minutes < 75
    assert set(found.ends) <= {"goal", "last-one"}
