"""The robot that plays by a table: what it tells apart its seat knows, what it has learnt is on file, and how it
learns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from malle.core import Luck, Refused, Seat, Waiting
from malle.core.play import make_move, resolve_chance
from malle.core.robots.learned_policy import format_policy, load_policy, policy_path
from malle.games import load_game
from malle.games.declarer import GAME_INFO
from malle.games.declarer.baseline_robots import BASELINE_ROBOTS, ChooseAction
from malle.games.declarer.edition import dutiable_articles
from malle.games.declarer.exploitability import measure_exploitability
from malle.games.declarer.opponent_model import OpponentRecord, empty_record, update_record
from malle.games.declarer.payments import BAG_CLAIM
from malle.games.declarer.policy_robots import (
    POLICY_SEATS,
    REGULAR,
    WILY,
    PolicyRobot,
    choice_weights,
    format_key,
    load_choice_weights,
)
from malle.games.declarer.robot import choose as simple
from malle.games.declarer.rules import Declarer
from malle.games.declarer.situations import Situations, subtract_cards
from malle.games.declarer.state import Accept, Accepted, Believe, Believed, Doubt, Doubted, Search, Searched, State
from malle.games.declarer.training import PolicyLearner, Trainer, _claim_of_action, _gain_of_seat

SEATS = GAME_INFO.seats
Read = Callable[[Declarer, State, Seat, int], object]
"""(game, state, seat, luck) -> whatever is made of what the seat knows."""


def made(seats: int = 4) -> Declarer:
    game = load_game("declarer")(seats, GAME_INFO.complete_options(seats, {}), None)
    assert isinstance(game, Declarer)
    return game


def decisions(game: Declarer, luck: Luck) -> Iterator[tuple[State, Seat]]:
    """Of games of several kinds of robots, for ever."""
    while True:
        state, _ = resolve_chance(game, game.new(), luck.pick)
        while isinstance(turn := game.turn(state), Waiting):
            seat = turn.seats[0]
            yield state, seat
            robot = PolicyRobot() if luck.random() < 0.7 else simple
            action = robot(game, game.view(state, seat), tuple(game.legal(state, seat)), luck)
            state, _ = make_move(game, state, seat, action, luck.pick)


def of_set(game: Declarer, state: State, seat: Seat, number: int) -> object:
    view = game.view(state, seat)
    return tuple(
        Situations(game, detailed=fine).situation_and_choices(view, forgetful=vague)
        for fine in (False, True)
        for vague in (False, True)
    )


def of_robots(game: Declarer, state: State, seat: Seat, number: int) -> object:
    view, legal = game.view(state, seat), tuple(game.legal(state, seat))
    robots: list[ChooseAction] = [PolicyRobot(), REGULAR, *BASELINE_ROBOTS.values()]
    return [WILY.choose(game, view, legal, any_record(game.seats, number), Luck(number))] + [
        robot(game, view, legal, Luck(number)) for robot in robots
    ]


def any_record(seats: int, number: int) -> OpponentRecord:
    """Of answers that may have been heard."""
    luck, record = Luck(f"heard {number}"), empty_record(seats)
    for _ in range(luck.randrange(30)):
        officer, traveller, neighbour = luck.sample(range(seats), 3)
        hand, true = (0, 1, 2, 3), luck.random() < 0.5
        events = (
            Believed(officer, traveller),
            Searched(officer, traveller, hand, true, hand[: luck.randrange(3)]),
            Accepted(neighbour, traveller),
            Doubted(neighbour, traveller, hand, true, BAG_CLAIM),
        )
        record = update_record(record, (luck.choice(events),))
    return record


def peeks(game: Declarer, state: State, seat: Seat, number: int) -> object:
    """The peek that a spike made by mistake: whoever declares asks what the next traveller surely knows of the hand."""
    stage = len(state.hands) + 2 - game.seats
    if state.phase != "declare" or stage < 0:
        return None
    known = state.hands[stage] if stage < len(state.hands) else state.hand
    return subtract_cards(dutiable_articles(state.hand), subtract_cards(known, state.thrown[stage:]))


def differ(game: Declarer, read: Read, pairs: int, seed: int = 1) -> tuple[int, Counter[str]]:
    """In how many pairs of worlds, alike to the seat that decides, something else is read; and the pairs by phase."""
    luck, differing, phases = Luck(f"{game.seats} {seed}"), 0, Counter[str]()
    for state, seat in decisions(game, luck):
        twin = game.imagine(game.view(state, seat), luck)
        if twin == state:
            continue
        phases[state.phase] += 1
        number = luck.getrandbits(64)
        differing += read(game, state, seat, number) != read(game, twin, seat, number)
        if phases.total() >= pairs:
            break
    return differing, phases


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("read", [of_set, of_robots])
def test_what_a_seat_cannot_know_makes_no_difference(read: Read, seats: int) -> None:
    differing, phases = differ(made(seats), read, 120)
    assert not differing
    assert set(phases) >= {"officer", "neighbour"}


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("read", [of_set, of_robots])
def test_what_a_seat_cannot_know_makes_no_difference_in_ten_thousand_pairs(read: Read, seats: int) -> None:
    differing, phases = differ(made(seats), read, 10_000, seed=2)
    assert not differing
    assert set(phases) == {"declare", "officer", "neighbour", "throw"} - ({"declare", "throw"} if seats == 3 else set())


def test_the_planted_peek_is_found() -> None:
    """With four players and more the declarer has not seen that hand."""
    assert differ(made(4), peeks, 600)[0] > 0


@pytest.mark.parametrize("fine", [False, True])
def test_a_situation_has_always_as_many_choices_and_all_are_legal(fine: bool) -> None:
    game, luck, numbers = made(), Luck(5), dict[object, int]()
    sets = Situations(game, detailed=fine)
    for number, (state, seat) in enumerate(decisions(game, luck)):
        for vague in (False, True):
            key, choices = sets.situation_and_choices(game.view(state, seat), forgetful=vague)
            assert numbers.setdefault(key, len(choices)) == len(choices)
            assert set(choices) <= set(game.legal(state, seat))
            assert len(set(choices)) == len(choices)
        if number > 1500:
            break


def test_what_was_learnt_is_on_file_with_how() -> None:
    path = policy_path(GAME_INFO.folder, POLICY_SEATS)
    known = load_policy(path)
    assert format_policy(known) == path.read_text("utf-8")
    typed = f"malle lab train declarer --seats {POLICY_SEATS} --games {known.games} --seed {known.seed}"
    assert known.command.startswith(typed)
    assert known.commit
    assert all(sum(weights) > 900 for weights in known.choices.values())


@pytest.mark.parametrize("seats", SEATS)
def test_most_decisions_were_learnt(seats: int) -> None:
    game, luck, met = made(seats), Luck(6), Counter[bool]()
    sets, table = Situations(game), load_choice_weights()
    for state, seat in decisions(game, luck):
        key, choices = sets.situation_and_choices(game.view(state, seat))
        if len(choices) > 1:
            met[format_key(key) in table] += 1
            assert len(choice_weights(table, key, len(choices))) == len(choices)
        if met.total() > 1500:
            break
    assert met[True] > 0.97 * met.total()


def test_bills_are_what_the_rules_pay() -> None:
    game, luck, checked = made(), Luck(7), 0
    trainer = Trainer(game, 1)
    for state, seat in decisions(game, luck):
        if state.phase != "declare":
            continue
        action = luck.choice(game.legal(state, seat))
        officer, informer = Seat(state.officer), Seat(game.next_traveller(state.officer, seat))
        duty, fine, informed = trainer._possible_bills(state, _claim_of_action(action), informer)
        said, _ = game.apply(state, seat, action)
        believed, _ = game.apply(said, officer, Believe())
        ends = (
            (game.apply(said, officer, Search())[0], (fine,)),
            (game.apply(believed, informer, Accept())[0], (duty,)),
            (game.apply(believed, informer, Doubt())[0], (duty, informed)),
        )
        for end, bills in ends:
            paid = [sum(_gain_of_seat(bill, each) for bill in bills) for each in range(game.seats)]
            assert paid == [after - before for after, before in zip(end.purses, state.purses, strict=True)]
        checked += 1
        if checked > 200:
            break


def learnt_in(games: int, seed: int, seats: int = 3) -> PolicyLearner:
    learner = PolicyLearner(made(seats), seed)
    for _ in range(games):
        learner.play_game()
    return learner


def test_training_can_be_repeated() -> None:
    assert learnt_in(4, 1).policy() == learnt_in(4, 1).policy() != learnt_in(4, 2).policy()


def test_training_can_be_broken_off_and_gone_on_with() -> None:
    begun = learnt_in(2, 1)
    later = PolicyLearner(made(3), 1, begun.checkpoint())
    for _ in range(2):
        later.play_game()
    assert later.games_played == 4
    assert later.checkpoint() == learnt_in(4, 1).checkpoint()
    with pytest.raises(Refused, match="for 3 players and seed 1"):
        PolicyLearner(made(3), 2, begun.checkpoint())


def test_training_finds_what_pays() -> None:
    """Hands that surely hold what was not declared are doubted after a few games already."""
    table = learnt_in(30, 1).policy()
    sure = [weights for key, weights in table.items() if key.startswith("neighbour 1 1 ")]
    assert sum(weights[1] > 500 for weights in sure) > 0.6 * len(sure)


def test_whoever_gives_much_away_is_exploited() -> None:
    """A table that has learnt nothing, and mostly believes."""
    found = [*measure_exploitability(made(3), {}, games=60, seed=1, progress=lambda number: None)]
    assert [each.games for each in found] == [3, 7, 15, 30, 60]
    assert found[-1].points_ahead > 500
    assert found[-1].margin > 0


@pytest.mark.parametrize(("daring", "suspicion"), [(0.5, -0.3), (-0.5, 0.3)])
def test_a_temper_is_of_lies_and_doubts_alone(daring: float, suspicion: float) -> None:
    """What is thrown away, whether a bag is claimed, and what is surely a lie have nothing to do with it."""
    table = PolicyRobot(daring=daring, suspicion=suspicion)
    leans = {key[0]: table._lean_in(key) for key in (("declare", 0), ("officer", 0, 1), ("neighbour", 0, 0, 1))}
    assert leans == {"declare": daring, "officer": suspicion, "neighbour": suspicion}
    for key in (("throw", 3, 2, 1), ("declare-bag", 0), ("neighbour", 0, 1, 1), ("officer-bag", 0, 0)):
        assert table._lean_in(key) == 0.0, key


def test_a_bag_in_hand_is_mostly_claimed() -> None:
    rows = [
        weights
        for key, weights in load_choice_weights().items()
        if key.startswith("declare-bag ") and key != "declare-bag 0"
    ]
    assert rows
    assert all(weights[0] > 500 for weights in rows)
