"""The record that the wily robot keeps: who lets much pass is lied to, and who was found lying is believed less."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from malle.core import Event, Luck, Waiting
from malle.core.mind import AnyMind, Plain
from malle.core.play import heard_by, move, settle
from malle.games import load
from malle.games.declarer import SHEET
from malle.games.declarer.bill import CLAIMED
from malle.games.declarer.habits import HABITS
from malle.games.declarer.record import DOUBTS, LIES, SEARCHES, Counts, Record, empty, heard, lying, trusting
from malle.games.declarer.rules import Declarer
from malle.games.declarer.sets import Key
from malle.games.declarer.state import Accepted, Believed, Declared, Doubted, HandSeen, Searched
from malle.games.declarer.table import FURTHEST, WILY, Table, leaning, leant, weights_of, written

OFFICER, TRAVELLER, NEIGHBOUR = 0, 1, 2
HAND = (0, 3, 4, 5)
DECLARE: Key = ("declare", 0, False, 2, 3, 3, 2, True)
NOTHING: Key = ("officer", 0, 0, 0, 1, 4, False)
ONE: Key = ("neighbour", False, False, 1, 3, 1, True)
BAG: Key = ("officer-bag", 0, True, 4)
DEAF = Plain(Table())


def made() -> Declarer:
    game = load("declarer")(4, SHEET.settle_options(4, {}), None)
    assert isinstance(game, Declarer)
    return game


def lean(key: Key, *events: Event) -> float:
    return leaning(key, heard(empty(4), events), OFFICER, TRAVELLER, made())


def found(true: bool, claim: tuple[int, ...]) -> Event:
    return Searched(OFFICER, TRAVELLER, HAND, true, claim)


def played(minds: Sequence[AnyMind], seed: str) -> tuple[tuple[int, ...], Record]:
    """The purses after a whole game, and what everybody has heard of it."""
    game, luck, notes = made(), Luck(seed), empty(4)
    state, entries = settle(game, game.new(), luck.pick)
    while True:
        for entry in entries:
            notes = heard(notes, heard_by(None, entry.heard))
        turn = game.turn(state)
        if not isinstance(turn, Waiting):
            return state.purses, notes
        seat = turn.seats[0]
        legal = tuple(game.legal(state, seat))
        action = minds[seat].choose(game, game.view(state, seat), legal, notes, luck)
        state, entries = move(game, state, seat, action, luck.pick)


@pytest.mark.parametrize("key", [DECLARE, NOTHING, ONE, BAG])
def test_somebody_of_whom_nothing_was_heard_is_met_as_the_table_says(key: Key) -> None:
    assert lean(key) == 0.0
    assert leant((900, 100), 0.0) == (900, 100)


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
    assert lean(BAG, found(False, CLAIMED)) > 0
    assert lying(heard(empty(4), [lie]), 3, 0) == 0.0


def test_nothing_else_that_is_heard_changes_the_record() -> None:
    """A hand that a seat alone was shown, for one: all robots at a table have the same record."""
    events = [Declared(TRAVELLER, (3,)), HandSeen(NEIGHBOUR, HAND)]
    assert heard(empty(4), events) == empty(4)


def test_it_leans_so_far_and_no_further() -> None:
    assert lean(NOTHING, *[found(False, ())] * 500) == FURTHEST
    assert lean(DECLARE, *[Searched(OFFICER, 3, HAND, True, ())] * 500) == -FURTHEST


@pytest.mark.parametrize("key", [("throw", 3, 2, 1), ("declare-bag", 2), ("declare-nothing",)])
def test_what_is_no_lie_and_no_answer_does_not_lean(key: Key) -> None:
    assert lean(key, Believed(OFFICER, 3), found(False, ())) == 0.0


def test_whoever_leans_does_also_what_the_table_never_does_but_only_that_way() -> None:
    first, lie = leant((1000, 0), FURTHEST)
    assert 0.01 < lie / first < 0.2
    assert leant((1000, 0), -1.0)[1] == 0
    assert leant((0, 1000), 1.0)[0] == 0 < leant((0, 1000), -1.0)[0]
    more, less = leant((800, 200), 1.0), leant((800, 200), -1.0)
    assert more[1] / more[0] > 0.25 > less[1] / less[0]


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(("neighbour", True, True, 1, 3, 2, True), id="somebody has held the hand"),
        pytest.param(("officer-bag", 0, False, 4), id="the bag lies face up"),
        pytest.param(("neighbour-bag", False, False, True, 0), id="it lies face up for the neighbour too"),
    ],
)
def test_what_is_surely_a_lie_is_not_let_pass_however_honest_somebody_was(key: Key) -> None:
    assert weights_of({written(key): (1000, 0)}, key, 2)[0] == 0
    assert lean(key, *[found(True, (3,))] * 20, *[found(True, CLAIMED)] * 20) == 0.0


def test_what_is_called_usual_is_what_robots_do_that_play_by_the_table() -> None:
    """Whoever learns another table measures it anew."""
    ends = [played([DEAF] * 4, f"usual {number}")[1] for number in range(30)]
    for share, counts in ((SEARCHES, [each.searches for each in ends]), (DOUBTS, [each.doubts for each in ends])):
        assert _share(sum(counts, ())) == pytest.approx(share, abs=0.03)
    for size, share in enumerate(LIES):
        counts = [tuple(row[size] for row in each.lies) for each in ends]
        assert _share(sum(counts, ())) == pytest.approx(share, abs=0.1 if size == 3 else 0.05)


def _share(counts: Counts) -> float:
    return sum(times for times, _ in counts) / sum(chances for _, chances in counts)


def test_plain_honesty_does_not_pay_against_it() -> None:
    """It fares much worse than against three that keep no record. README.md has the figures of many deals."""

    def ahead(others: AnyMind) -> float:
        gained = 0.0
        for deal in range(12):
            minds = [others] * 4
            minds[deal % 4] = Plain(HABITS["honest"])
            purses, _ = played(minds, f"honesty {deal}")
            gained += purses[deal % 4] - (sum(purses) - purses[deal % 4]) / 3
        return gained / 12

    assert ahead(WILY) < 0
    assert ahead(WILY) < ahead(DEAF) - 500


def test_officer_and_neighbour_are_both_thought_of() -> None:
    record = heard(empty(4), [Believed(OFFICER, 3), Accepted(NEIGHBOUR, 3)])
    assert trusting(record, OFFICER, NEIGHBOUR) > trusting(record, OFFICER, 3) > trusting(record, 3, 3) == 0.0
