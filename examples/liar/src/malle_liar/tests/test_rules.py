"""The rules of liar's dice, in its notation."""

import pytest

from malle.core import MalleError, Refused, parse_edition
from malle.testing.script import Script
from malle_liar import GAME_INFO
from malle_liar.rules import Numbers

ROLLS = "roll 1 ×5; roll 2 ×5"
"""Five ones under the first cup, five twos under the second."""


def play(text: str, seats: int = 2) -> Script:
    """A game so far."""
    return Script(GAME_INFO.make_game(seats, {}, None), text)


def dice(game: Script) -> tuple[int, ...]:
    """How many dice each seat has."""
    found: tuple[int, ...] = game.state.table.dice
    return found


def test_the_first_cannot_call() -> None:
    assert isinstance(play(ROLLS).refusal("call"), MalleError)


def test_ruling_higher() -> None:
    """A bid is higher with more dice, or with as many dice of a higher face."""
    game = play(f"{ROLLS}; 1: bid 2 3")
    assert game.legal_notations[:4] == ["bid 2 4", "bid 2 5", "bid 2 6", "bid 3 1"]
    assert game.refusal("bid 2 3")
    assert game.refusal("bid 1 6")
    assert game.refusal("bid 11 1")
    assert not game.refusal("bid 10 1")


def test_ruling_plain_ones() -> None:
    """Ones count as ones only: there are five twos, not ten."""
    assert dice(play(f"{ROLLS}; bid 6 2; 2: call")) == (4, 5)


def test_a_true_bid_costs_the_caller_a_die() -> None:
    assert dice(play(f"{ROLLS}; bid 5 2; 2: call")) == (5, 4)


def test_ruling_loser_begins() -> None:
    """Who lost a die begins the next round."""
    assert play(f"{ROLLS}; bid 5 2; call; roll 1 ×9").awaited_seats == (2,)
    assert play(f"{ROLLS}; bid 5 3; call; roll 1 ×9").awaited_seats == (1,)


def test_ruling_loser_begins_unless_they_are_out() -> None:
    """Who lost the last die is out, and the next to the left begins."""
    lost = "; ".join(f"roll 1 ×{15 - round_}; 1: bid 1 6; 2: call" for round_ in range(5))
    game = play(f"{lost}; roll 1 ×10", seats=3)
    assert dice(game) == (0, 5, 5)
    assert game.awaited_seats == (2,)
    game.play("bid 1 1; bid 1 2")
    assert game.awaited_seats == (2,)


def test_ruling_one_winner() -> None:
    """The last who has dice wins, and the others share the second place."""
    rounds = [f"roll 1 ×{15 - number}; 1: bid 1 6; 2: call" for number in range(5)]
    rounds += [f"roll 1 ×{10 - number}; 2: bid 1 6; 3: call" for number in range(5)]
    over = play("; ".join(rounds), seats=3).result
    assert over is not None
    assert over.places == (2, 2, 1)


def test_ruling_deadline() -> None:
    """The lowest bid, or the call if no bid is higher."""
    game = play(ROLLS)
    game.play_default_entry()
    assert game.heard_events()[0].bid == GAME_INFO.make_game(2, {}, None).alphabet()[6]  # type: ignore[attr-defined]
    game.play("bid 10 6")
    game.play_default_entry()
    assert dice(game) == (5, 4) or dice(game) == (4, 5)


def test_only_its_owner_hears_a_die() -> None:
    game = play("roll 3")
    assert len(game.heard_events(1)) == 1
    assert game.heard_events(2) == game.heard_events() == []


def test_a_call_is_told_to_everybody_in_their_own_words() -> None:
    game = play(f"{ROLLS}; bid 6 2; call")
    assert game.log_sentences("en", 1) == ["Basile calls you a liar. There are **5 twos**. You lose a die."]
    assert game.log_sentences("en", 2) == ["You call Ada a liar. There are **5 twos**. Ada loses a die."]
    assert game.log_sentences("fr") == ["Basile traite Ada de menteur. Il y a **5 deux**. Ada perd un dé."]


@pytest.mark.parametrize("numbers", ["dice = { rebuilt = 6 }\nfaces = { given = 6 }", "dice = { given = 1 }"])
def test_an_edition_that_cannot_be_played_is_refused(numbers: str) -> None:
    with pytest.raises(Refused):
        parse_edition(f'name = "wrong"\n{numbers}', Numbers)
