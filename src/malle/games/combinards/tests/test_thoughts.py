"""What a robot with a record thought, told after the end: what it reckoned when asked, from what it had heard."""

from __future__ import annotations

from typing import Any

import pytest

from malle.core import Luck, Message, Seat, Waiting
from malle.core.play import events_for_viewer, make_move, resolve_chance
from malle.core.robots.robot import AnyRobot
from malle.core.story import GameEvents, Opinion
from malle.games import load_game
from malle.games.combinards import GAME_INFO, opponent_model
from malle.games.combinards.events import Bought, CardDealt, CardSeen, Doubted
from malle.games.combinards.robot_expert import REGULAR, WILY
from malle.games.combinards.robot_opinions import thoughts
from malle.games.combinards.rules import Combinards
from malle.games.combinards.story import settled_purchases


def played(
    game: Combinards, mind: AnyRobot, seat: Seat, luck: Luck, patch: pytest.MonkeyPatch
) -> tuple[GameEvents, list[float]]:
    """A game of four such robots; and what the one at this seat reckoned, in order."""
    heard, used, asked = list[tuple[Any, ...]](), list[float](), False
    lie = opponent_model.estimate_lie

    def noted(*args: Any) -> tuple[float, float]:
        found = lie(*args)
        if asked:
            used.append(found[0])
        return found

    patch.setattr(opponent_model, "estimate_lie", noted)
    notes = [mind.new_memory(game, Seat(each)) for each in range(game.seats)]
    state, entries = resolve_chance(game, game.new(), luck.pick)
    while True:
        for entry in entries:
            heard.append(entry.events)
            for each in range(game.seats):
                notes[each] = mind.observe(game, notes[each], events_for_viewer(Seat(each), entry.events))
        turn = game.turn(state)
        if not isinstance(turn, Waiting):
            break
        mover = luck.choice(turn.seats)
        asked = mover == seat
        action = mind.choose(game, game.view(state, mover), tuple(game.legal(state, mover)), notes[mover], luck)
        state, entries = make_move(game, state, mover, action, luck.pick)
    patch.undo()
    return tuple(heard), used


def told(
    mind: AnyRobot, seed: int, patch: pytest.MonkeyPatch, **options: Any
) -> tuple[Combinards, GameEvents, list[float], list[Opinion]]:
    game = load_game("combinards")(4, GAME_INFO.complete_options(4, options), None)
    assert isinstance(game, Combinards)
    seat = Seat(seed % 4)
    heard, used = played(game, mind, seat, Luck(f"thoughts {seed}"), patch)
    return game, heard, used, [*thoughts(game, mind, seat, heard)]


@pytest.mark.parametrize("mind", [REGULAR, WILY])
@pytest.mark.parametrize("booklet", [False, True])
def test_what_is_told_is_what_it_reckoned(mind: AnyRobot, booklet: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Number by number, whenever it was asked and reckoned; with the booklet's pack everybody comes to know some cards,
    and whoever is poor reckons nothing."""
    asked = 0
    for seed in range(4):
        game, heard, used, had = told(mind, seed, monkeypatch, booklet=booklet)
        assert [each.probability for each in had] == used
        lies = {deal.announced_entry: deal.bluff > 0 for deal in settled_purchases(game, heard)}
        assert [each.was_true for each in had] == [lies[each.move] for each in had]
        asked += len(had)
    assert asked > 40


def test_it_takes_no_more_than_its_seat_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other cards in the hands of others: the same numbers, and only whether it was so differs."""
    game, heard, _, had = told(WILY, 1, monkeypatch)
    others = tuple(
        tuple(
            type(event)(event.seat, 0) if isinstance(event, CardDealt | CardSeen) and event.seat != 1 else event
            for event in events
        )
        for events in heard
    )
    again = [*thoughts(game, WILY, Seat(1), others)]
    assert [(each.move, each.probability) for each in again] == [(each.move, each.probability) for each in had]
    assert [each.was_true for each in again] != [each.was_true for each in had]


def test_its_own_answer_is_told_where_it_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """If somebody else's doubt counted, what it answered is not."""
    answers = set()
    for seed in range(4):
        _, heard, _, had = told(WILY, seed, monkeypatch)
        events = [(at, each) for at, events in enumerate(heard) for each in events]
        for opinion in had:
            text = opinion.fact.text
            assert isinstance(text, Message)
            end = next(each for at, each in events if at > opinion.move and isinstance(each, Bought | Doubted))
            seat = end.seat if isinstance(end, Doubted) else None
            assert text.args["answer"] == {None: "passed", seed % 4: "doubted"}.get(seat, "other")
            answers.add(text.args["answer"])
    assert answers == {"passed", "doubted", "other"}


def test_nobody_without_a_record_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simple robot has none."""
    game, heard, _, _ = told(WILY, 1, monkeypatch, rounds=2)
    assert not [*thoughts(game, GAME_INFO.robot_of_level("novice"), Seat(1), heard)]
