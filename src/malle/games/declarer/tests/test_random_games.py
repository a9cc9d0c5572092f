"""Random games end, and money is conserved to the franc at every step."""

from __future__ import annotations

import pytest

from malle.core import NATURE, Chance, Luck, Over
from malle.games import load_game
from malle.games.declarer.rules import Declarer

seats = pytest.mark.parametrize("seats", [3, 4, 5, 6])


def play(seats: int, games: int) -> None:
    """So many games at random; a round of 56 cards has at most 53 declarations."""
    game = load_game("declarer")(seats)
    assert isinstance(game, Declarer)
    luck = Luck(seats)
    for _ in range(games):
        state, entries = game.new(), 0
        while not isinstance(turn := game.turn(state), Over):
            if isinstance(turn, Chance):
                state, _ = game.apply(state, NATURE, turn.outcomes[luck.pick(turn.weights)])
            else:
                legal = game.legal(state, turn.seats[0])
                state, _ = game.apply(state, turn.seats[0], legal[int(luck.random() * len(legal))])
            entries += 1
            assert sum(state.purses) == seats * game.starting_money
        assert sum(turn.scores) == seats * game.starting_money
        assert entries <= seats * (56 + 53 * 4) + 1


@seats
def test_a_thousand_games_end_and_no_franc_is_lost(seats: int) -> None:
    """A tenth of the campaign, every day."""
    play(seats, 1_000)


@seats
@pytest.mark.long
@pytest.mark.timeout(1200)
def test_ten_thousand_games_end_and_no_franc_is_lost(seats: int) -> None:
    """The campaign."""
    play(seats, 10_000)
