"""What is told after the end: accounts add up, and lies are those that were told."""

from __future__ import annotations

import pytest

from malle.core import Luck, Message, Over, Seat
from malle.core.play import play_game, random_chooser, robot_chooser
from malle.core.story import GameEvents
from malle.games import load_game
from malle.games.declarer import GAME_INFO, event_messages
from malle.games.declarer.rules import Declarer
from malle.games.declarer.state import CardSeen, Declared, Doubted, Paid, RoundBegan, Searched
from malle.games.declarer.story import deeds, iter_declarations, story

SIGNS = {"story-in": 1, "story-out": -1}


def played(seats: int, seed: int, *, robots: bool) -> tuple[Declarer, Over, GameEvents]:
    game, luck = load_game("declarer")(seats), Luck(seed)
    assert isinstance(game, Declarer)
    acts = robot_chooser(game, GAME_INFO.robot, luck) if robots else random_chooser(game, luck)
    state, entries = play_game(game, acts, luck.pick)
    over = game.turn(state)
    assert isinstance(over, Over)
    return game, over, tuple(entry.events for entry in entries)


@pytest.mark.parametrize("robots", [False, True])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_account_adds_up_to_its_purse(seats: int, robots: bool) -> None:
    for seed in range(3):
        game, over, heard = played(seats, seed, robots=robots)
        for seat, slip in enumerate(story(game, over, heard).slips):
            *lines, total = slip.lines
            amounts = [line.sum for line in lines]
            assert total.total
            assert (
                sum(SIGNS[each.key] * int(str(each.args["amount"])) for each in amounts if isinstance(each, Message))
                == (over.scores[seat])
            )


def test_as_many_lies_are_told_of_as_there_were() -> None:
    for seed in range(5):
        game, _, heard = played(4, seed, robots=False)
        figures, said = event_messages.statistics(game, heard), list(iter_declarations(heard))
        assert (sum(not each.is_true for each in said), len(said)) == figures["lies"]
        caught = sum(not each.is_true and each.revealed_by >= 0 for each in said)
        assert caught == figures["searches-right"][0] + figures["informers-right"][0]
        dared = [deeds(game, Seat(seat), heard) for seat in range(4)]
        assert (sum(map(sum, dared)), sum(ill for _, ill in dared)) == (figures["lies"][0], caught)


def test_the_dearest_lie_and_the_best_catch() -> None:
    """Seat 1 carries a crown and says nothing of it, and is believed; then a watch, and is searched by the officer."""
    game = load_game("declarer")(3)
    assert isinstance(game, Declarer)
    names = game.numbers.kind_names
    crown, watch = names.index("crown"), names.index("watch")
    heard: GameEvents = (
        (RoundBegan(1, 0), CardSeen(1, crown)),
        (Declared(1, ()),),
        (RoundBegan(2, 2), CardSeen(1, watch)),
        (Declared(1, ()),),
        (Searched(2, 1, (watch,), False, ()), Paid(1, 2, game.numbers.fine_on((watch,)), "fine")),
    )
    told = story(game, Over((0, 0, 0), (1, 1, 1), "last-officer"), heard)
    lie, catch = told.facts
    assert (lie.title, lie.move) == (Message("story-lie"), 1)
    assert isinstance(lie.text, Message)
    assert lie.text.args["fine"] == game.numbers.fine_on((crown,))
    assert (catch.title, catch.move) == (Message("story-catch"), 4), "the move that shows it"
    assert isinstance(catch.text, Message)
    assert catch.text.args["fine"] == game.numbers.fine_on((watch,))
    assert told.notes[1] == Message("story-note", {"lies": 2, "said": 2, "caught": 1})
    assert [deeds(game, Seat(seat), heard) for seat in range(3)] == [(0, 0), (1, 1), (0, 0)]
    assert [(beat.symbol, beat.first) for beat in told.rows[1]] == [("m-passed", False), ("m-caught", True)]
    assert [beat.symbol for beat in told.rows[0]] == [beat.symbol for beat in told.rows[2]] == ["kepi"]


def test_nothing_is_told_of_what_did_not_happen() -> None:
    """A game without a lie has no fact, and an informer who was wrong catches nobody."""
    game = load_game("declarer")(3)
    assert isinstance(game, Declarer)
    wine = game.numbers.kind_names.index("wine")
    heard: GameEvents = (
        (RoundBegan(1, 0), CardSeen(1, wine)),
        (Declared(1, (wine,)),),
        (Doubted(2, 1, (wine,), True, (wine,)),),
    )
    assert story(game, Over((0, 0, 0), (1, 1, 1), "last-officer"), heard).facts == ()
