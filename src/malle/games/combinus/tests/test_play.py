"""Whole games: they end, and they look like the games that were measured before the rules were written down."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from malle.core import NATURE, Chance, Luck, Over, Seat
from malle.games import load_game
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import Exchange, GameBlocked, Place, TilePlaced, TileTurnedUp, TurnMissed

LONGEST = 40
"""Turns. Each lays a tile, turns one up, or is a forced miss."""


class Tally:
    """What happened in some games."""

    def __init__(self) -> None:
        self.turns: list[int] = []
        self.laid = 0
        self.blocked = 0
        self.only_exchange = 0


def play(game: Combinus, games: int, seed: int, *, wants_to_pass: bool) -> Tally:
    """Random games. Whoever wants to pass never lays a tile if they may exchange, and draws rather than take what can
    be played: of all that is legal, what changes the least."""
    luck, tally = Luck(seed), Tally()
    for _ in range(games):
        state = game.new()
        kinds: Counter[type] = Counter()
        only = False
        while not isinstance(turn := game.turn(state), Over):
            if isinstance(turn, Chance):
                state, heard = game.apply(state, NATURE, turn.outcomes[luck.pick(turn.weights)])
            else:
                seat = Seat(turn.seats[0])
                legal = game.legal(state, seat)
                only = only or all(isinstance(action, Exchange) for action in legal)
                idle = [action for action in legal if not isinstance(action, Place)] if wants_to_pass else ()
                state, heard = game.apply(state, seat, luck.choice(idle or legal))
            kinds.update(type(event) for event in heard)
        tally.turns.append(kinds[TilePlaced] + kinds[TileTurnedUp] + kinds[TurnMissed])
        tally.laid += kinds[TilePlaced]
        tally.blocked += kinds[GameBlocked] > 0
        tally.only_exchange += only
    return tally


@pytest.mark.parametrize("variant", ["pool", "hands", "open"])
def test_no_game_goes_on_for_ever(variant: str) -> None:
    """A tenth of the long test."""
    _no_longer_than_forty_turns(variant, 1_000)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("variant", ["pool", "hands", "open"])
def test_no_game_of_ten_thousand_goes_on_for_ever(variant: str) -> None:
    _no_longer_than_forty_turns(variant, 10_000)


def _no_longer_than_forty_turns(variant: str, games: int) -> None:
    game = cast(Combinus, load_game("combinus")(2, {"variant": variant}))
    for wants_to_pass in (False, True):
        tally = play(game, games // 2, 11, wants_to_pass=wants_to_pass)
        assert max(tally.turns) <= LONGEST


def test_games_look_as_measured() -> None:
    """Random players: about 26 turns and 23.7 tiles laid; one game in five blocked before any path."""
    game = cast(Combinus, load_game("combinus")(2))
    tally = play(game, 600, 3, wants_to_pass=False)
    assert 25.5 < sum(tally.turns) / 600 < 27.5
    assert 23.3 < tally.laid / 600 < 24.0
    assert 0.14 < tally.blocked / 600 < 0.27
    assert tally.only_exchange / 600 > 0.85
