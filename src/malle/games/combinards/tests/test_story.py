"""What is told after the end: accounts add up to the money, and bluffs are those that were made."""

from __future__ import annotations

import json
from typing import Any

import pytest

from malle.core import Luck, Message, Over, Seat, encode
from malle.core.play import play_game, random_chooser, robot_chooser
from malle.core.scene import DrawInput
from malle.core.story import GameEvents
from malle.games import load_game
from malle.games.combinards import GAME_INFO, drawing
from malle.games.combinards.events import Announced, Bought, CardSeen, Doubted, TurnedOut
from malle.games.combinards.rules import Combinards
from malle.games.combinards.story import deeds, settled_purchases, story

SIGNS = {"story-in": 1, "story-out": -1}


def played(seats: int, seed: int, *, robots: bool) -> tuple[Combinards, Any, GameEvents]:
    game, luck = load_game("combinards")(seats, {"rounds": 30}), Luck(seed)
    assert isinstance(game, Combinards)
    acts = robot_chooser(game, GAME_INFO.robot, luck) if robots else random_chooser(game, luck)
    state, entries = play_game(game, acts, luck.pick)
    return game, state, tuple(entry.events for entry in entries)


@pytest.mark.parametrize("robots", [False, True])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_account_adds_up_to_the_money(seats: int, robots: bool) -> None:
    """Of everybody who is still in; whoever is out has none."""
    for seed in range(4):
        game, state, heard = played(seats, seed, robots=robots)
        over = game.turn(state)
        assert isinstance(over, Over)
        for seat, slip in enumerate(story(game, over, heard).slips):
            if seat not in state.alive:
                assert slip.lines == ()
                continue
            sums = [line.sum for line in slip.lines[:-1]]
            amount = sum(SIGNS[each.key] * int(str(each.args["amount"])) for each in sums if isinstance(each, Message))
            assert amount == state.cash[seat]
            assert slip.lines[-1].sum == Message("money", {"amount": state.cash[seat]})


def test_the_biggest_bluff_the_best_catch_and_the_doubt_too_many() -> None:
    """A story picks from each kind of bluff the one worth telling."""
    game = load_game("combinards")(3)
    assert isinstance(game, Combinards)
    cards = game.numbers.cards
    cheap = min(range(len(cards)), key=lambda card: cards[card].price)
    dear = max(range(len(cards)), key=lambda card: cards[card].price)
    price = cards[cheap].price
    heard: GameEvents = (
        (CardSeen(0, dear),),
        (Announced(0, 1),),
        (Bought(0, 1),),
        (CardSeen(1, dear),),
        (Announced(1, 2), Doubted(2, 1, dear, 2, False)),
        (CardSeen(2, cheap),),
        (Announced(2, price), Doubted(0, 2, cheap, price, True)),
        (TurnedOut(1, "prison"),),
    )
    told = story(game, Over((1, 0, 0), (1, 2, 2), "goal"), heard)
    assert [(fact.title, fact.move) for fact in told.facts] == [
        (Message("story-bluff"), 1),
        (Message("story-catch"), 4),
        (Message("story-wrong"), 6),
    ]
    assert [deal.bluff for deal in settled_purchases(game, heard)] == [cards[dear].price - 1, cards[dear].price - 2, 0]
    assert [deeds(game, Seat(seat), heard) for seat in range(3)] == [(0, 1), (0, 0), (1, 0)]
    assert told.notes[0] == Message("story-note", {"bluffs": 1, "bought": 1, "caught": 0})
    assert told.notes[1] == Message("story-note-out", {"why": "prison"})


def test_the_end_says_what_everybody_is_worth() -> None:
    """The rules name who has won and no more: the money ranks the others on the screen."""
    game, state, _ = played(4, 1, robots=True)
    turn = game.turn(state)
    assert isinstance(turn, Over)
    scene = json.loads(encode(drawing.shared_scene(game, DrawInput(None, turn, "over", game.now(state, None)))))
    worth = [chip.get("worth") for chip in scene["chips"]]
    assert worth == [state.cash[seat] if seat in state.alive else None for seat in range(4)]
