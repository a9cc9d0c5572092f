"""The robot that plays moves out: its estimate, its quick hands, and that it chooses by its seat's view and luck
alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from malle.core import Action, Luck, Seat, Waiting
from malle.core.play import make_move, resolve_chance
from malle.games import load_game
from malle.games.combinus import GAME_INFO, robot, robot_two_plies
from malle.games.combinus.playout import PlayoutPolicy
from malle.games.combinus.robot_search import PlayoutSearcher, best_looking_actions
from malle.games.combinus.rules import Combinus
from malle.games.combinus.state import NO_TILE, CombinusView, Place, State
from malle.games.combinus.valuation import cached_valuation
from malle.games.combinus.view import state_as_seen

VARIANTS = ("pool", "hands", "open", "spread")
SMALL = PlayoutSearcher(60)
"""The same robot with hardly any time."""


def made(variant: str = "pool", games: int = 1) -> Combinus:
    game = load_game("combinus")(2, GAME_INFO.complete_options(2, {"variant": variant, "games": games}), None)
    assert isinstance(game, Combinus)
    return game


def positions(game: Combinus, luck: Luck) -> Iterator[tuple[State, Seat]]:
    """Decisions of games of which half the moves are the robot's, for ever."""
    while True:
        state, _ = resolve_chance(game, game.new(), luck.pick)
        while isinstance(turn := game.turn(state), Waiting):
            seat = turn.seats[0]
            yield state, seat
            legal = tuple(game.legal(state, seat))
            clever = luck.random() < 0.5
            action = robot.choose(game, game.view(state, seat), legal, luck) if clever else luck.choice(legal)
            state, _ = make_move(game, state, seat, action, luck.pick)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_estimate_is_the_simple_robots(variant: str) -> None:
    """Reckoned the other way: from known networks, and without making the position."""
    game, luck, checked = made(variant), Luck(variant), 0
    balance = cached_valuation(game.numbers)
    for state, seat in positions(game, luck):
        if state.sides < 0:
            continue
        pair = int(seat != state.sides)
        assert balance.position_value(state.position, pair) == pytest.approx(
            robot._position_value(game, state.position, pair)
        )
        places = [action for action in game.legal(state, seat) if isinstance(action, Place)]
        worths = balance.placement_values(state.position, places, pair)
        for place, worth in zip(places[::7], worths[::7], strict=True):
            after = game.grid.place_tile(state.position, place.cell, place.pose)
            assert worth == pytest.approx(robot._position_value(game, after, pair))
            checked += 1
        if places:
            assert balance.best_placement(state.position, places, pair)[0] == max(worths)
        if checked > 150:
            break


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("games", [1, 2])
def test_quick_hands_play_every_position_to_the_end_of_its_game(variant: str, games: int) -> None:
    game, luck = made(variant, games), Luck(variant)
    quick = PlayoutPolicy(game)
    values: set[float] = set()
    for number, (state, seat) in enumerate(positions(game, luck)):
        if state.phase != "borders" and luck.random() < 0.3:
            future = luck.getrandbits(64)
            value = quick.play_out(state, seat, future)
            assert value == quick.play_out(state, seat, future), "a future is a number"
            assert value == -quick.play_out(state, Seat(1 - seat), future), "what one gains the other loses"
            values.add(value)
        if number > 60:
            break
    assert len(values) > 5


@pytest.mark.parametrize(
    "variant", [VARIANTS[0], *(pytest.param(variant, marks=pytest.mark.long) for variant in VARIANTS[1:])]
)
def test_a_match_of_several_games_is_played_to_its_end(variant: str) -> None:
    """Also where a move ends a game, and the next begins: what comes after it is not played out."""
    game, ended = made(variant, games=2), 0
    for number in range(8):
        luck = Luck(f"{variant} {number}")
        state, _ = resolve_chance(game, game.new(), luck.pick)
        while isinstance(turn := game.turn(state), Waiting):
            seat = turn.seats[0]
            legal = tuple(game.legal(state, seat))
            after = [game.apply(state, seat, action)[0] for action in legal]
            ended += len(legal) > 1 and any(each.game > state.game for each in after)
            state, _ = make_move(game, state, seat, SMALL(game, game.view(state, seat), legal, luck), luck.pick)
    assert ended, "a move that ends a game was among those to choose from"


def test_in_the_same_future_the_same_tiles_come() -> None:
    """Whatever was laid before: only so two moves can be compared by a few futures."""
    game, luck = made(), Luck(4)
    drawn: list[list[int]] = []
    apply = game.apply

    def watched(state: State, mover: Seat, action: Action) -> object:
        if hasattr(action, "tile") and state.phase == "draw":
            drawn[-1].append(action.tile)
        return apply(state, mover, action)

    state, seat = next(each for each in positions(game, luck) if each[0].phase == "place")
    places = game.legal(state, seat)
    after = [game.apply(state, seat, action)[0] for action in (places[0], places[-1])]
    game.apply = watched  # type: ignore[assignment, method-assign]
    for each in after:
        drawn.append([])
        PlayoutPolicy(game).play_out(each, seat, 77)
    shortest = min(map(len, drawn))
    assert shortest > 10
    assert drawn[0][:shortest] == drawn[1][:shortest]


Robot = Callable[[Combinus, CombinusView, tuple[Action, ...], Luck], Action]


def told_apart(make: Callable[[], Robot], variant: str, pairs: int, seed: int = 1) -> int:
    """In how many pairs of worlds that the other seat cannot tell apart a robot's choice depends on the other world: it
    is asked in the true one, in the other, and in the true one again; and so is one that was never asked before."""
    game, luck, found, differ = made(variant), Luck(f"{variant} {seed}"), 0, 0
    asked = make()
    for state, seat in positions(game, luck):
        if found >= pairs:
            return differ
        twin = game.imagine(game.view(state, Seat(1 - seat)), luck)
        hidden = twin.tile not in (state.tile, NO_TILE)
        if not hidden and variant == "pool":
            continue
        found += 1
        number = luck.getrandbits(64)
        legal, other = tuple(game.legal(state, seat)), tuple(game.legal(twin, seat))
        view = game.view(state, seat)
        first = asked(game, view, legal, Luck(number))
        asked(game, game.view(twin, seat), other, Luck(number))
        again = asked(game, view, legal, Luck(number))
        fresh = make()(game, view, legal, Luck(number))
        assert first in legal
        differ += not first == again == fresh
    raise AssertionError


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "make",
    [lambda: PlayoutSearcher(60), lambda: PlayoutSearcher(60, playout_placements=1), lambda: robot_two_plies.choose],
)
def test_same_view_same_luck_same_choice(variant: str, make: Callable[[], Robot]) -> None:
    assert not told_apart(make, variant, 10)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_same_view_same_luck_same_choice_ten_thousand_times(variant: str) -> None:
    assert not told_apart(lambda: PlayoutSearcher(60), variant, 10_000, seed=2)


def test_a_robot_that_remembers_another_world_is_found() -> None:
    """A planted peek: a searcher that still knows which tile it saw last."""

    class Peeks:
        def __init__(self) -> None:
            self.last = NO_TILE

        def __call__(self, game: Combinus, view: CombinusView, legal: tuple[Action, ...], luck: Luck) -> Action:
            mine, self.last = self.last, view.now.tile
            return legal[mine % len(legal)] if mine != view.now.tile else SMALL(game, view, legal, luck)

    assert told_apart(Peeks, "pool", 25) > 5


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_hidden_from_whoever_decides(variant: str) -> None:
    """So what the robot plays out begins with the true world, which its view tells it."""
    game, luck = made(variant), Luck(9)
    for number, (state, seat) in enumerate(positions(game, luck)):
        assert state_as_seen(game.view(state, seat).now) == state
        if number > 80:
            break


def test_only_what_looks_best_is_played_out() -> None:
    game, luck = made(), Luck(2)
    state, seat = next(each for each in positions(game, luck) if len(game.legal(each[0], each[1])) > 30)
    legal = tuple(game.legal(state, seat))
    best = best_looking_actions(game, state, legal, 8)
    balance, pair = cached_valuation(game.numbers), int(seat != state.sides)
    places = [action for action in legal if isinstance(action, Place)]
    assert len(best) == 8
    best_of_all = balance.best_placement(state.position, places, pair)[0]
    assert best_of_all == balance.best_placement(state.position, [best[0]], pair)[0]  # type: ignore[list-item]


def test_more_tries_where_less_is_left_to_play() -> None:
    game, luck = made(), Luck(3)
    counts: dict[int, int] = {}
    for state, seat in positions(game, luck):
        thought = PlayoutSearcher(900).think(game, game.view(state, seat), tuple(game.legal(state, seat)), luck)
        counts[game.lookup.remaining_tiles(state).bit_count()] = sum(thought.attempts)
        if len(counts) > 12:
            break
    played = {left: number for left, number in counts.items() if number}
    assert played[min(played)] > 1.5 * played[max(played)]
