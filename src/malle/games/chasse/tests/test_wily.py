"""The robot that reads: sums over placements, what it believes, and what it makes of it."""

from __future__ import annotations

from itertools import product
from math import exp, log
from time import process_time

import pytest
from msgspec.structs import replace

from malle.core import Edition, Event, Luck, Seat, Waiting
from malle.core.play import events_for_viewer
from malle.games import load_game
from malle.games.chasse import GAME_INFO, opponent_model
from malle.games.chasse.edition import CUSTOMS, SMUGGLER
from malle.games.chasse.opponent_model import STACK_SHARES, OpponentModel
from malle.games.chasse.placements import (
    loads_by_pawn,
    marginal_weights,
    placement_prior,
    prior_of_partial,
    prior_weights,
    sums_by_placement,
)
from malle.games.chasse.research_smugglers import RESEARCH_SMUGGLERS
from malle.games.chasse.robot_expert import REGULAR, WILY, WILY_PROFILES, ExpertRobot
from malle.games.chasse.rules import Chasse
from malle.games.chasse.smuggler_profiles import (
    AFRAID,
    BLIND,
    EMPTY_AHEAD,
    EMPTY_FIRST,
    LEAKY,
    LOADED_FIRST,
    LOGISTIC_SCALE,
    POKER,
    RANDOM,
    SLOW,
    SmugglerProfile,
    features_of_moves,
)
from malle.games.chasse.state import Controlled, Move, Moved, Now, State
from malle.games.chasse.tests.notation import Hunt, square_of
from malle.testing.timing import Timing

APART = (
    ("afraid", AFRAID),
    ("poker", POKER),
    ("random", RANDOM),
    ("empty-first", EMPTY_FIRST),
    ("empty-ahead", EMPTY_AHEAD),
    ("loaded-first", LOADED_FIRST),
    ("slow", SLOW),
)
"""Manners that can be told from all others by their moves."""
SIZES = [(1, 1, 1), (3, 2, 2), (4, 3, 2), (5, 4, 4), (6, 3, 1)]


@pytest.fixture(scope="module")
def game() -> Chasse:
    made = load_game("chasse")(2, GAME_INFO.complete_options(2, {}), None)
    assert isinstance(made, Chasse)
    return made


def every(pawns: int, plates: int, pile: int) -> list[tuple[int, ...]]:
    """All placements, the plain way."""
    return [each for each in product(range(pile + 1), repeat=pawns) if sum(each) == plates]


# ---- sums over placements


@pytest.mark.parametrize(("pawns", "plates", "pile"), SIZES)
def test_sums_are_those_of_all_placements(pawns: int, plates: int, pile: int) -> None:
    """In the order of the first pawn's plates, then the second's."""
    luck = Luck(f"{pawns} {plates}")
    rows = [[luck.random() for _ in range(pile + 1)] for _ in range(pawns)]
    plain = [sum(row[each] for row, each in zip(rows, known, strict=True)) for known in every(pawns, plates, pile)]
    assert sums_by_placement(rows, plates, pile) == pytest.approx(plain)
    assert [*zip(*loads_by_pawn(pawns, plates, pile), strict=True)] == every(pawns, plates, pile)
    weights = [luck.random() for _ in plain]
    found = marginal_weights(weights, pawns, plates, pile)
    for pawn, hides in product(range(pawns), range(pile + 1)):
        known = zip(every(pawns, plates, pile), weights, strict=True)
        assert found[pawn][hides] == pytest.approx(sum(weight for each, weight in known if each[pawn] == hides))


@pytest.mark.parametrize(("pawns", "plates", "pile"), SIZES)
def test_plates_lie_in_as_many_stacks_as_was_said(pawns: int, plates: int, pile: int) -> None:
    """Hidden one by one: the chances of each step, multiplied, are those of the placement."""
    placements, weights = every(pawns, plates, pile), prior_weights(STACK_SHARES, pawns, plates, pile)
    by_stacks = [placement_prior(sum(map(bool, each)), STACK_SHARES, pawns, plates, pile) for each in placements]
    assert weights == pytest.approx([each / sum(by_stacks) for each in by_stacks])
    for placement, weight in zip(placements, weights, strict=True):
        chance, hidden, last = 1.0, [0] * pawns, 0
        for pawn in (pawn for pawn, hides in enumerate(placement) for _ in range(hides)):
            ways = {
                each: prior_of_partial(
                    [n + (i == each) for i, n in enumerate(hidden)], each, STACK_SHARES, plates, pile
                )
                for each in range(last, pawns)
                if hidden[each] < pile
            }
            chance *= ways[pawn] / sum(ways.values())
            hidden[pawn] += 1
            last = pawn
        assert chance == pytest.approx(weight)


# ---- what it believes


class Seen:
    """A smuggler's moves with the boards before them, while the customs move at random and control nobody; and what
    the wily customs then believe."""

    def __init__(self, game: Chasse, manner: str, seed: str, moves: int) -> None:
        state, lucks = game.new(), (Luck(f"{seed} 0"), Luck(f"{seed} 1"))
        self.moves: list[tuple[Now, Move]] = []
        self._game, self._heard = game, list[tuple[Event, ...]]()
        while isinstance(turn := game.turn(state), Waiting) and len(self.moves) < moves:
            seat = turn.seats[0]
            legal = tuple(game.legal(state, seat))
            action = RESEARCH_SMUGGLERS[manner].choose(game, game.view(state, seat), legal, None, lucks[0])
            if seat == CUSTOMS:
                action = lucks[1].choice([each for each in legal if not _controls(state, each)])
            if state.phase == "smuggler" and isinstance(action, Move):
                self.moves.append((game.now(state, None), action))
            state, heard = game.apply(state, seat, action)
            self._heard.append(events_for_viewer(Seat(CUSTOMS), heard))
        self.plates = state.plates

    @property
    def notes(self) -> OpponentModel:
        notes = WILY.new_memory(self._game, Seat(CUSTOMS))
        for events in self._heard:
            notes = WILY.observe(self._game, notes, events)
        assert notes is not None
        return notes


def _controls(state: State, action: object) -> bool:
    return isinstance(action, Move) and action.target in state.smugglers


def _chance(game: Chasse, now: Now, made: Move, placement: tuple[int, ...], manner: SmugglerProfile) -> float:
    """How likely somebody of this manner makes this move or one that ends alike, by weighing every move."""
    moves = game.routes[SMUGGLER].open_moves(now.smugglers, game.blocked_routes(SMUGGLER, now))
    worth = {
        move: exp(
            manner.value_of_move(placement[now.smugglers.index(move.origin)], trait) / (LOGISTIC_SCALE * manner.noise)
        )
        for move, trait in zip(moves, features_of_moves(game, now, moves), strict=True)
    }
    return worth[made] / sum(worth.values())


def test_a_weight_is_the_product_of_what_every_move_told(game: Chasse) -> None:
    """Placement by placement, against the plain reckoning: for each manner, weights are in proportion to the first ones
    times the chance of each move to a power."""
    seen, power = Seen(game, "leaky", "product", 5), 0.8
    placements = [*zip(*loads_by_pawn(13, 5, 5), strict=True)]
    luck, first = Luck("placements"), prior_weights(STACK_SHARES, 13, 5, 5)
    drawn = [luck.randrange(len(placements)) for _ in range(12)]
    for manner, weights in zip(WILY_PROFILES, seen.notes.weights, strict=True):
        plain = [
            log(first[each]) + power * sum(log(_chance(game, *move, placements[each], manner)) for move in seen.moves)
            for each in drawn
        ]
        known = [log(weights[each]) for each in drawn]
        for each in range(1, 12):
            assert known[each] - known[0] == pytest.approx(plain[each] - plain[0])


def test_the_belief_is_whole(game: Chasse) -> None:
    """So many plates are expected under the pawns as are there."""
    notes = Seen(game, "poker", "whole", 30).notes
    assert sum(opponent_model.profile_probabilities(notes)) == pytest.approx(1)
    assert sum(plates for _, plates in opponent_model.pawn_odds(game, notes).values()) == pytest.approx(5)


def test_a_manner_is_recognized(game: Chasse) -> None:
    """After some moves, the one by which the smuggler walks is likelier than at first. All pawns alike, and nearly so,
    are hardly told apart."""
    for name, alike in (*((name, {manner}) for name, manner in APART), ("leaky", {LEAKY, BLIND})):
        found = zip(
            WILY_PROFILES, opponent_model.profile_probabilities(Seen(game, name, "manner", 40).notes), strict=True
        )
        assert sum(share for manner, share in found if manner in alike) > 3 / len(WILY_PROFILES), name


def test_a_manner_tells_its_own_moves_best(game: Chasse) -> None:
    """What somebody who knew the plates would expect of every manner, beside what was done. If more chance were
    reckoned with than there is, the manner with the plainest wishes would seem to be everybody's."""
    for name, own in (*APART, ("leaky", LEAKY), ("blind", BLIND)):
        seen = [Seen(game, name, f"own {number}", 40) for number in range(3)]

        def told(manner: SmugglerProfile, seen: list[Seen] = seen) -> float:
            return sum(log(_chance(game, *move, each.plates, manner)) for each in seen for move in each.moves)

        assert max(WILY_PROFILES, key=told) == own, name


def _heard(game: Chasse, *events: Event, notes: OpponentModel | None = None) -> OpponentModel:
    notes = WILY.observe(game, notes or WILY.new_memory(game, Seat(CUSTOMS)), events)
    assert notes is not None
    return notes


def _route(game: Chasse, text: str) -> tuple[int, ...]:
    return tuple(square_of(game.numbers, name) for name in text.split("-"))


def test_a_control_tells_what_was_there(game: Chasse) -> None:
    """Found empty: it hides nothing, and the others all of it. Found loaded: it is gone, and the rest is fewer."""
    out = _heard(game, Moved(SMUGGLER, _route(game, "d12-d8")))
    empty = _heard(game, Moved(CUSTOMS, _route(game, "d2-d8")), Controlled(square_of(game.numbers, "d8"), 0), notes=out)
    assert 3 not in opponent_model.pawn_odds(game, empty)
    assert opponent_model.pawn_odds(game, out)[3][1] > 0.1
    assert sum(load for _, load in opponent_model.pawn_odds(game, empty).values()) == pytest.approx(5)
    assert empty.now.customs.count(-1) == 1
    full = _heard(game, Moved(CUSTOMS, _route(game, "d2-d8")), Controlled(square_of(game.numbers, "d8"), 2), notes=out)
    assert sum(load for _, load in opponent_model.pawn_odds(game, full).values()) == pytest.approx(3)
    assert full.now.smugglers.count(-1) == 1
    assert len(full.weights[0]) == 364, "three plates under twelve pawns"


def test_what_is_believed_is_the_board(game: Chasse) -> None:
    """Pawns are followed by what is heard, through a whole game."""
    notes, state, luck = WILY.new_memory(game, Seat(CUSTOMS)), game.new(), Luck("board")
    while isinstance(turn := game.turn(state), Waiting):
        seat = turn.seats[0]
        state, heard = game.apply(state, seat, luck.choice(game.legal(state, seat)))
        notes = WILY.observe(game, notes, events_for_viewer(Seat(CUSTOMS), heard))
        assert notes is not None
        assert (notes.now.smugglers, notes.now.customs) == (state.smugglers, state.customs)
        if state.phase in ("smuggler", "customs"):
            assert state.plates == tuple(
                state.plates[pawn] if pawn in notes.pawns else 0 for pawn in range(len(state.plates))
            )
            assert notes.plates == sum(state.plates)
            assert _weight(game, notes, state) > 0, "what is true is never thought impossible"


def _weight(game: Chasse, notes: OpponentModel, state: State) -> float:
    """Of the true placement."""
    known = loads_by_pawn(len(notes.pawns), notes.plates, game.numbers.max_plates_per_pawn)
    true = tuple(state.plates[pawn] for pawn in notes.pawns)
    at = [*zip(*known, strict=True)].index(true)
    return sum(weights[at] for weights in notes.weights)


# ---- what it makes of it


def test_a_pawn_that_surely_hides_something_is_controlled(game: Chasse) -> None:
    """And one that was found empty never is."""
    hunt = Hunt.at("d8:2 f8", "d3 f4", moves="customs")
    now = hunt.game.now(hunt.state, None)
    sure = OpponentModel(now, (0,), 2, ((1.0,),) * len(WILY_PROFILES))
    chosen = WILY.choose(hunt.game, hunt.knows(2), tuple(hunt.game.legal(hunt.state, Seat(1))), sure, Luck(1))
    assert hunt.game.write(chosen) == "d3-d8"
    cleared = replace(hunt.state, cleared=(1,), plates=(2, 0))
    view = hunt.game.view(cleared, Seat(CUSTOMS))
    for seed in range(20):
        legal = tuple(each for each in hunt.game.legal(cleared, Seat(1)) if hunt.game.write(each) != "d3-d8")
        chosen = WILY.choose(hunt.game, view, legal, sure, Luck(seed))
        assert not _controls(cleared, chosen)


def test_a_regular_one_reads_less(game: Chasse) -> None:
    """The same moves move it less."""
    spreads, seen = [], Seen(game, "simple", "reads", 25).moves
    for mind in (REGULAR, WILY):
        notes = mind.new_memory(game, Seat(CUSTOMS))
        for now, move in seen:
            assert notes is not None
            notes = mind.observe(game, replace(notes, now=now), (Moved(SMUGGLER, (move.origin, move.target)),))
        assert notes is not None
        hits = [hit for hit, _ in opponent_model.pawn_odds(game, notes).values()]
        spreads.append(max(hits) - min(hits))
    assert spreads[0] < spreads[1] - 0.2


def test_against_whoever_goes_nowhere_the_customs_guard_the_middle(game: Chasse) -> None:
    """A game that goes nowhere ends at a standstill, and then the middle row decides. Others are met at the border."""
    assert _columns_guarded(game, "random") > 5
    assert _columns_guarded(game, "poker") < 4


def _columns_guarded(game: Chasse, manner: str) -> float:
    """In how many columns the wily customs stand about the middle row, on average after sixty moves."""
    columns = []
    for seed in range(3):
        state, _ = _guarded(game, manner, Luck(f"middle {seed}"), 65)
        guards = [square for square in state.customs if square >= 0 and game.numbers.row_of(square) in range(6, 10)]
        columns.append(len({square % game.numbers.width for square in guards}))
    return sum(columns) / len(columns)


def test_who_walks_with_all_pawns_alike_is_controlled_all_the_same(game: Chasse) -> None:
    """Nothing is read from them, so that customs who wait to know more would wait until all have crossed."""
    controls = [_guarded(game, "blind", Luck(f"alike {seed}"), 300)[1] for seed in range(3)]
    assert sum(controls) > 6


def _guarded(game: Chasse, manner: str, luck: Luck, moves: int) -> tuple[State, int]:
    """So many moves of a smuggler against the wily customs: where it has come to, and how many controls there were."""
    state, notes, controls = game.new(), WILY.new_memory(game, Seat(CUSTOMS)), 0
    for _ in range(moves):
        if not isinstance(turn := game.turn(state), Waiting):
            break
        seat = turn.seats[0]
        view, legal = game.view(state, seat), tuple(game.legal(state, seat))
        if seat == CUSTOMS:
            action = WILY.choose(game, view, legal, notes, luck)
        else:
            action = RESEARCH_SMUGGLERS[manner].choose(game, view, legal, None, luck)
        controls += seat == CUSTOMS and _controls(state, action)
        state, heard = game.apply(state, seat, action)
        notes = WILY.observe(game, notes, events_for_viewer(Seat(CUSTOMS), heard))
    return state, controls


def test_an_edition_with_too_many_placements_is_played_all_the_same(game: Chasse) -> None:
    """Without a belief, as the simple robot."""
    crowded = replace(game.numbers, plates=12, most=12)
    big = Chasse(game.options, Edition("big", "", crowded, {}, ""))
    notes = WILY.new_memory(big, Seat(CUSTOMS))
    assert notes is not None
    assert notes.weights == ()
    state, luck = big.new(), Luck("crowded")
    for _ in range(60):
        turn = big.turn(state)
        assert isinstance(turn, Waiting)
        seat = turn.seats[0]
        legal = tuple(big.legal(state, seat))
        action = WILY.choose(big, big.view(state, seat), legal, notes if seat == CUSTOMS else None, luck)
        assert action in legal
        state, heard = big.apply(state, seat, action)
        notes = WILY.observe(big, notes, events_for_viewer(Seat(CUSTOMS), heard))
    assert state.phase in ("smuggler", "customs")


@pytest.mark.parametrize(("mind", "most"), [(REGULAR, 0.010), (WILY, 0.050)])
def test_thinking_takes_little(game: Chasse, mind: ExpertRobot, most: float, timing: Timing) -> None:
    """Hearing the smuggler's move and answering it, in processor time: all but one in twenty of a game's decisions."""
    times: list[float] = []
    for number in range(3):
        times += _thought(game, mind, Luck(f"thinks {number}"))
    assert len(times) > 60
    times.sort()
    timing("thinking, all but one in twenty", times[len(times) * 95 // 100], most)


def _thought(game: Chasse, mind: ExpertRobot, luck: Luck) -> list[float]:
    """How long each decision of a game against its like took."""
    state, notes, told = game.new(), mind.new_memory(game, Seat(CUSTOMS)), list[tuple[Event, ...]]()
    times: list[float] = []
    while isinstance(turn := game.turn(state), Waiting):
        seat = turn.seats[0]
        view, legal = game.view(state, seat), tuple(game.legal(state, seat))
        began = process_time()
        if seat == CUSTOMS:
            for events in told:
                notes = mind.observe(game, notes, events)
            told = []
        action = mind.choose(game, view, legal, notes if seat == CUSTOMS else None, luck)
        times.append(process_time() - began)
        state, heard = game.apply(state, seat, action)
        told.append(events_for_viewer(Seat(CUSTOMS), heard))
    return times
