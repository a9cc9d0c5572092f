"""The robot with a record: what it thinks of the others, and that it is the record that makes it hard to read."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from malle.core import Luck, Seat
from malle.core.play import resolve_chance
from malle.games import load_game
from malle.games.combinards import GAME_INFO, opponent_model
from malle.games.combinards.events import Announced, Bought, Doubted, TurnedOut
from malle.games.combinards.lookup_tables import DOUBT, TRUST
from malle.games.combinards.robot_expert import REGULAR, WILY
from malle.games.combinards.rules import Combinards


@pytest.fixture(scope="module")
def game() -> Combinards:
    made = load_game("combinards")(4, GAME_INFO.complete_options(4, {}), None)
    assert isinstance(made, Combinards)
    return made


def _heard(game: Combinards, *events: Any) -> opponent_model.OpponentModel:
    return WILY.observe(game, WILY.new_memory(game, Seat(0)), events)


def _card(game: Combinards, price: int) -> int:
    return next(i for i, card in enumerate(game.tables.numbers.cards) if card.price == price)


def test_whoever_was_found_lying_is_believed_less(game: Combinards) -> None:
    """A card that was shown tells how its buyer announces; others are judged by their own."""
    card = _card(game, 50)
    liar = _heard(game, Announced(1, 20), Doubted(2, 1, card, 20, False))
    honest = _heard(game, Announced(1, 50), Doubted(2, 1, card, 50, True))
    nothing = _heard(game)
    lies = [opponent_model.estimate_lie(game.tables, each, 1, 10)[0] for each in (honest, nothing, liar)]
    assert lies == sorted(lies)
    assert lies[0] < lies[1] < lies[2]
    assert opponent_model.estimate_lie(game.tables, liar, 3, 10) == opponent_model.estimate_lie(
        game.tables, nothing, 3, 10
    ), "it is that seat's own"


def test_the_highest_price_is_never_a_lie(game: Combinards) -> None:
    """Nothing dearer could be hidden behind it."""
    assert opponent_model.estimate_lie(game.tables, _heard(game), 1, 50)[0] == 0


def test_answers_after_the_first_doubt_are_not_known(game: Combinards) -> None:
    """They were given in secret, and only the first who doubts counts."""
    heard = _heard(game, Announced(3, 5), Doubted(1, 3, _card(game, 20), 5, False))
    rank = opponent_model.price_ladder(game.tables).rank_of_price(5)
    assert [heard.doubt_counts[seat][rank] for seat in range(4)] == [(0, 1), (1, 1), (0, 0), (0, 0)]
    passed = _heard(game, Announced(3, 5), Bought(3, 5))
    assert [passed.doubt_counts[seat][rank] for seat in range(4)] == [(0, 1), (0, 1), (0, 1), (0, 0)]


def test_whoever_is_out_is_not_asked(game: Combinards) -> None:
    """Only those who still play answer in a window."""
    heard = _heard(game, TurnedOut(1, "money"), Announced(3, 5), Bought(3, 5))
    assert heard.doubt_counts[1][opponent_model.price_ladder(game.tables).rank_of_price(5)] == (0, 0)
    assert heard.doubt_counts[0][opponent_model.price_ladder(game.tables).rank_of_price(5)] == (0, 1)


def test_a_price_that_others_always_doubt_is_named_less_often(game: Combinards) -> None:
    """How often a price is doubted is learnt, price by price."""
    quiet = _heard(game)
    loud = _heard(game, *[each for _ in range(8) for each in (Announced(3, 1), Doubted(1, 3, _card(game, 1), 1, True))])
    assert opponent_model.doubt_probability(loud, (1,), 0) > opponent_model.doubt_probability(quiet, (1,), 0) + 0.4


def test_a_card_that_everybody_knows_is_doubted_only_where_the_price_is_too_low(game: Combinards) -> None:
    """Where cards are drawn in the order they went under, everybody may know which it is."""
    view = _known_purchase(game, price=5, printed=20)
    assert WILY.choose(game, view, (TRUST, DOUBT), _heard(game), Luck(1)) == DOUBT
    honest = _known_purchase(game, price=20, printed=20)
    assert WILY.choose(game, honest, (TRUST, DOUBT), _heard(game), Luck(1)) == TRUST


def _known_purchase(game: Combinards, *, price: int, printed: int) -> Any:
    """Seat 1 buys, everybody knows the card, seat 0 is asked."""
    state, _ = resolve_chance(game, game.new(), Luck(1).pick)
    state = replace(state, phase="doubt", seat=1, card=_card(game, printed), known=True, price=price, asked=(0, 2, 3))
    return game.view(state, Seat(0))


def test_a_regular_one_forgets() -> None:
    """What it heard long ago counts less than what it heard last."""
    made = load_game("combinards")(4, GAME_INFO.complete_options(4, {}), None)
    assert isinstance(made, Combinards)
    card = _card(made, 50)
    long_ago = (Announced(1, 20), Doubted(2, 1, card, 20, False), *[Announced(1, 50), Bought(1, 50)] * 6)
    lies = [
        opponent_model.estimate_lie(made.tables, each.observe(made, each.new_memory(made, Seat(0)), long_ago), 1, 10)[0]
        for each in (REGULAR, WILY)
    ]
    assert lies[0] < lies[1]
