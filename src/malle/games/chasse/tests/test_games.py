"""Whole games at random: every one of them ends, by one of the four ways, with lawful points."""

from __future__ import annotations

import pytest

from malle.core import Luck, Over, Waiting
from malle.core.play import play_game, random_chooser
from malle.games.chasse import event_messages
from malle.games.chasse.rules import Chasse
from malle.games.chasse.tests.notation import Hunt

LONGEST = 13 * 13 * 40 * 3
"""More half-moves than the standstill rule allows: 13 pawns can advance 12 times each, 13 controls can be made."""


def ends(game: Chasse, games: int, seed: int) -> dict[str, int]:
    """Plays so many random games and counts how they ended."""
    luck = Luck(seed)
    random = luck.random
    why: dict[str, int] = {}
    for _ in range(games):
        state, entries = game.new(), 0
        while not isinstance(turn := game.turn(state), Over):
            assert isinstance(turn, Waiting)
            seat = turn.seats[0]
            legal = game.legal(state, seat)
            state, _ = game.apply(state, seat, legal[int(random() * len(legal))])
            entries += 1
            assert entries < LONGEST, "a game without end"
        assert 0 <= turn.scores[0] <= 900
        assert 0 <= turn.scores[1] <= 500
        assert all(points % 50 == 0 for points in turn.scores)
        why[turn.why] = why.get(turn.why, 0) + 1
    return why


@pytest.mark.parametrize("straight", [False, True])
def test_a_thousand_random_games_end(straight: bool) -> None:
    """With bends and without."""
    why = ends(Hunt(straight=straight).game, 700 if straight else 300, seed=1)
    assert {"plates", "standstill", "no-customs"} <= set(why)


@pytest.mark.long
@pytest.mark.parametrize("straight", [False, True])
def test_ten_thousand_random_games_end(straight: bool) -> None:
    """Ten thousand in all."""
    why = ends(Hunt(straight=straight).game, 5_000, seed=2)
    assert {"plates", "standstill", "no-customs"} <= set(why)


def test_figures_know_the_result_from_what_was_heard() -> None:
    """Simulations see events only; the points they work out are those of the rules, however a game ended."""
    game, luck = Hunt().game, Luck(9)
    why: set[str] = set()
    while len(why) < 3:
        over, entries = play_game(game, random_chooser(game, luck), luck.pick)
        told = event_messages.statistics(game, tuple(entry.events for entry in entries))
        turn = game.turn(over)
        assert isinstance(turn, Over)
        assert told["ahead"] == (int(turn.scores[0] > turn.scores[1]), 1)
        assert told["draws"] == (int(turn.scores[0] == turn.scores[1]), 1)
        why.add(turn.why)
