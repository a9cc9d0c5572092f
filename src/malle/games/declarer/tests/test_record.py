"""The record that the wily robot keeps: who lets much pass is lied to, and who was found lying is believed less."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from malle.core import Event, Luck, Waiting
from malle.core.play import events_for_viewer, make_move, resolve_chance
from malle.core.robots.robot import AnyRobot, StatelessRobot
from malle.games import load_game
from malle.games.declarer import GAME_INFO
from malle.games.declarer.baseline_robots import BASELINE_ROBOTS
from malle.games.declarer.opponent_model import (
    USUAL_DOUBT_SHARE,
    USUAL_LIE_SHARES,
    USUAL_SEARCH_SHARE,
    OpponentRecord,
    Tallies,
    empty_record,
    lying_surprise,
    trust_surprise,
    update_record,
)
from malle.games.declarer.payments import BAG_CLAIM
from malle.games.declarer.policy_robots import (
    MAX_LEAN,
    WILY,
    PolicyRobot,
    apply_lean,
    choice_weights,
    format_key,
    lean_in_situation,
)
from malle.games.declarer.rules import Declarer
from malle.games.declarer.situations import SituationKey
from malle.games.declarer.state import Accepted, Believed, Declared, Doubted, HandSeen, Searched

OFFICER, TRAVELLER, NEIGHBOUR = 0, 1, 2
HAND = (0, 3, 4, 5)
DECLARE: SituationKey = ("declare", 0, False, 2, 3, 3, 2, True)
NOTHING: SituationKey = ("officer", 0, 0, 0, 1, 4, False)
ONE: SituationKey = ("neighbour", False, False, 1, 3, 1, True)
BAG: SituationKey = ("officer-bag", 0, True, 4)
DEAF = StatelessRobot(PolicyRobot())


def made() -> Declarer:
    game = load_game("declarer")(4, GAME_INFO.complete_options(4, {}), None)
    assert isinstance(game, Declarer)
    return game


def lean(key: SituationKey, *events: Event) -> float:
    return lean_in_situation(key, update_record(empty_record(4), events), OFFICER, TRAVELLER, made())


def found(true: bool, claim: tuple[int, ...]) -> Event:
    return Searched(OFFICER, TRAVELLER, HAND, true, claim)


def played(minds: Sequence[AnyRobot], seed: str) -> tuple[tuple[int, ...], OpponentRecord]:
    """The purses after a whole game, and what everybody has heard of it."""
    game, luck, notes = made(), Luck(seed), empty_record(4)
    state, entries = resolve_chance(game, game.new(), luck.pick)
    while True:
        for entry in entries:
            notes = update_record(notes, events_for_viewer(None, entry.events))
        turn = game.turn(state)
        if not isinstance(turn, Waiting):
            return state.purses, notes
        seat = turn.seats[0]
        legal = tuple(game.legal(state, seat))
        action = minds[seat].choose(game, game.view(state, seat), legal, notes, luck)
        state, entries = make_move(game, state, seat, action, luck.pick)


@pytest.mark.parametrize("key", [DECLARE, NOTHING, ONE, BAG])
def test_somebody_of_whom_nothing_was_heard_is_met_as_the_table_says(key: SituationKey) -> None:
    assert lean(key) == 0.0
    assert apply_lean((900, 100), 0.0) == (900, 100)


def test_an_officer_who_lets_everything_pass_is_lied_to_more_and_one_who_searches_everybody_less() -> None:
    calm, keen = Believed(OFFICER, 3), Searched(OFFICER, 3, HAND, True, ())
    assert lean(DECLARE, *[keen] * 5) < 0 < lean(DECLARE, calm) < lean(DECLARE, *[calm] * 5)


def test_a_neighbour_who_informs_is_lied_to_less() -> None:
    informs = Doubted(NEIGHBOUR, 3, HAND, True, ())
    assert lean(DECLARE, informs) < 0 < lean(DECLARE, Accepted(NEIGHBOUR, 3))


def test_whoever_was_found_lying_is_believed_less_and_who_told_the_truth_more() -> None:
    assert lean(NOTHING, found(True, ())) < 0 < lean(NOTHING, found(False, ()))
    informed = Doubted(NEIGHBOUR, TRAVELLER, HAND, False, (3,))
    assert lean(ONE, informed) > 0


def test_lies_count_for_declarations_of_the_same_size_and_for_their_traveller_alone() -> None:
    lie = found(False, ())
    assert lean(ONE, lie) == lean(BAG, lie) == 0.0
    assert lean(BAG, found(False, BAG_CLAIM)) > 0
    assert lying_surprise(update_record(empty_record(4), [lie]), 3, 0) == 0.0


def test_nothing_else_that_is_heard_changes_the_record() -> None:
    """A hand that a seat alone was shown, for one: all robots at a table have the same record."""
    events = [Declared(TRAVELLER, (3,)), HandSeen(NEIGHBOUR, HAND)]
    assert update_record(empty_record(4), events) == empty_record(4)


def test_it_leans_so_far_and_no_further() -> None:
    assert lean(NOTHING, *[found(False, ())] * 500) == MAX_LEAN
    assert lean(DECLARE, *[Searched(OFFICER, 3, HAND, True, ())] * 500) == -MAX_LEAN


@pytest.mark.parametrize("key", [("throw", 3, 2, 1), ("declare-bag", 2), ("declare-nothing",)])
def test_what_is_no_lie_and_no_answer_does_not_lean(key: SituationKey) -> None:
    assert lean(key, Believed(OFFICER, 3), found(False, ())) == 0.0


def test_whoever_leans_does_also_what_the_table_never_does_but_only_that_way() -> None:
    first, lie = apply_lean((1000, 0), MAX_LEAN)
    assert 0.01 < lie / first < 0.2
    assert apply_lean((1000, 0), -1.0)[1] == 0
    assert apply_lean((0, 1000), 1.0)[0] == 0 < apply_lean((0, 1000), -1.0)[0]
    more, less = apply_lean((800, 200), 1.0), apply_lean((800, 200), -1.0)
    assert more[1] / more[0] > 0.25 > less[1] / less[0]


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(("neighbour", True, True, 1, 3, 2, True), id="somebody has held the hand"),
        pytest.param(("officer-bag", 0, False, 4), id="the bag lies face up"),
        pytest.param(("neighbour-bag", False, False, True, 0), id="it lies face up for the neighbour too"),
    ],
)
def test_what_is_surely_a_lie_is_not_let_pass_however_honest_somebody_was(key: SituationKey) -> None:
    assert choice_weights({format_key(key): (1000, 0)}, key, 2)[0] == 0
    assert lean(key, *[found(True, (3,))] * 20, *[found(True, BAG_CLAIM)] * 20) == 0.0


def test_what_is_called_usual_is_what_robots_do_that_play_by_the_table() -> None:
    """Whoever learns another table measures it anew."""
    ends = [played([DEAF] * 4, f"usual {number}")[1] for number in range(30)]
    for share, counts in (
        (USUAL_SEARCH_SHARE, [each.searches for each in ends]),
        (USUAL_DOUBT_SHARE, [each.doubts for each in ends]),
    ):
        assert _share(sum(counts, ())) == pytest.approx(share, abs=0.03)
    for size, share in enumerate(USUAL_LIE_SHARES):
        counts = [tuple(row[size] for row in each.lies) for each in ends]
        assert _share(sum(counts, ())) == pytest.approx(share, abs=0.1 if size == 3 else 0.05)


def _share(counts: Tallies) -> float:
    return sum(times for times, _ in counts) / sum(chances for _, chances in counts)


def test_plain_honesty_does_not_pay_against_it() -> None:
    """It fares much worse than against three that keep no record. README.md has the figures of many deals."""

    def ahead(others: AnyRobot) -> float:
        gained = 0.0
        for deal in range(12):
            minds = [others] * 4
            minds[deal % 4] = StatelessRobot(BASELINE_ROBOTS["honest"])
            purses, _ = played(minds, f"honesty {deal}")
            gained += purses[deal % 4] - (sum(purses) - purses[deal % 4]) / 3
        return gained / 12

    assert ahead(WILY) < 0
    assert ahead(WILY) < ahead(DEAF) - 500


def test_officer_and_neighbour_are_both_thought_of() -> None:
    record = update_record(empty_record(4), [Believed(OFFICER, 3), Accepted(NEIGHBOUR, 3)])
    assert (
        trust_surprise(record, OFFICER, NEIGHBOUR)
        > trust_surprise(record, OFFICER, 3)
        > trust_surprise(record, 3, 3)
        == 0.0
    )
