"""Every game in the list passes the contract suite and the leak test, by being named."""

from __future__ import annotations

import re
from itertools import combinations, product
from typing import Any

import msgspec
import pytest

from malle import testing
from malle.core import Action, Event, Luck, Seat
from malle.games import OWN_GAMES, load_game, load_game_info
from malle.i18n.translations import LANGUAGES
from malle.research.simulate import SimulationPlan, simulate
from malle.testing import (
    check_all,
    check_contract,
    check_exact_laws,
    check_game_folder,
    check_golden_records,
    check_lesson,
    check_paired_rooms,
    check_rulebooks,
    check_sampled_laws,
    check_scenes,
    check_secrecy_baseline,
    example_game,
)
from malle.testing.exact_laws import StateGraph, stuck_states
from malle.testing.suite import every_setting, mixed_settings

CI_PAIRS = 2_000
LONG_PAIRS = 100_000
LONG_ROOMS = 20_000

every_game = pytest.mark.parametrize("name", OWN_GAMES)


@every_game
def test_folder_holds_what_a_game_ships(name: str) -> None:
    assert not check_game_folder(load_game_info(name))


@every_game
def test_papers_agree_in_both_languages_and_with_the_tests(name: str) -> None:
    assert not check_rulebooks(load_game_info(name))


@every_game
def test_the_lesson_comes_out_as_it_is_told(name: str) -> None:
    assert load_game_info(name).lesson is not None
    assert not check_lesson(load_game_info(name))


@every_game
def test_golden_records_still_verify(name: str) -> None:
    assert not check_golden_records(load_game_info(name))


@every_game
@pytest.mark.timeout(300)
def test_contract(name: str) -> None:
    assert not check_contract(load_game_info(name))


@every_game
@pytest.mark.timeout(300)
def test_drawing(name: str) -> None:
    assert not check_scenes(load_game_info(name))


@every_game
@pytest.mark.timeout(600)
def test_no_leak_in_coupled_rooms(name: str) -> None:
    assert not check_paired_rooms(load_game_info(name))


@every_game
@pytest.mark.long
@pytest.mark.timeout(4 * 3600)
def test_no_leak_in_many_coupled_rooms(name: str) -> None:
    """20,000 pairs of worlds a game, over all its settings; where some hide nothing, more of the others."""
    settings = sum(1 for _ in every_setting(load_game_info(name)))
    counted, seed = 0, 2
    while counted < LONG_ROOMS:
        pairs: list[int] = []
        share = -(-(LONG_ROOMS - counted) // settings)
        assert not check_paired_rooms(load_game_info(name), pairs=share, seed=seed, progress=pairs.append)
        counted, seed = counted + pairs[-1], seed + 1
    print(f"{name}: {counted} pairs of worlds in rooms, over {settings} settings and more, and no byte differs")


@every_game
def test_every_two_choices_of_options_meet(name: str) -> None:
    """Each two that are not usual, in few settings."""
    facts = load_game_info(name)
    settings = [game.options for game in mixed_settings(facts)]
    for one, two in combinations(facts.options, 2):
        for first, second in product(one.choices, two.choices):
            met = any(each[one.name] == first and each[two.name] == second for each in settings)
            assert met or first == one.default or second == two.default
    assert len(settings) <= 12


@pytest.mark.timeout(300)
def test_no_leak_in_coupled_rooms_of_a_game_that_is_not_drawn() -> None:
    assert not check_paired_rooms(example_game.GAME_INFO)


@every_game
@pytest.mark.timeout(600)
def test_no_leak_exactly_on_the_tiny_edition(name: str) -> None:
    assert not check_exact_laws(load_game_info(name).make_tiny_game())


class AsksAgain(example_game.Parley):
    """Whoever keeps their number to themselves is asked once more; and that is what the clock does for them."""

    def apply(
        self, state: example_game.ParleyState, mover: Seat, action: Action
    ) -> tuple[example_game.ParleyState, tuple[Event, ...]]:
        after = super().apply(state, mover, action)
        return (state, ()) if isinstance(action, example_game.Keep) else after


class Tries(AsksAgain):
    """The same, and the clock shows the number at times."""

    def default(self, state: example_game.ParleyState, seat: Seat, luck: Luck) -> Action:
        answer = super().default(state, seat, luck)
        return example_game.Show() if isinstance(answer, example_game.Keep) and luck.pick((1, 3)) == 0 else answer


def test_a_table_that_everybody_left_must_come_to_an_end() -> None:
    """No answer at a deadline leads out of the question; where one of them can, time will bring it."""
    left = stuck_states(StateGraph(AsksAgain(2, {"rounds": 1})))
    assert left
    assert all(state.round == 1 for state in left)
    assert not stuck_states(StateGraph(Tries(2, {"rounds": 1})))


@every_game
@pytest.mark.timeout(300)
def test_no_leak_in_sampled_worlds(name: str) -> None:
    _sample(name, CI_PAIRS)


@every_game
@pytest.mark.timeout(300)
def test_no_secret_is_better_known_than_on_file(name: str) -> None:
    assert not check_secrecy_baseline(load_game_info(name))


@every_game
@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_leak_in_many_sampled_worlds(name: str) -> None:
    _sample(name, LONG_PAIRS)


def _sample(name: str, pairs: int) -> None:
    seats = load_game_info(name).seats
    for number in seats:
        assert not check_sampled_laws(load_game(name)(number), pairs=-(-pairs // len(seats)), seed=number)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rulebook_names_a_length_of_its_own(name: str, language: str) -> None:
    """The front door says how long a game is, and that was measured."""
    text = (load_game_info(name).folder / "rulebook" / f"{language}.md").read_text("utf-8")
    assert not re.findall(r".*\b(?:minutes?|heures?|hours?)\b.*", text)


def test_what_is_sampled_is_the_sheet_that_was_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where another sheet of that name is in the list: a plant would otherwise never be looked at."""
    made: list[Any] = []

    def quiet(*_: Any, **__: Any) -> list[Any]:
        return []

    def sampled(game: Any, *, pairs: int) -> list[Any]:
        made.append(game)
        return []

    for check in (name for name in vars(testing) if name.startswith("check_") and name != "check_all"):
        monkeypatch.setattr(testing, check, sampled if check == "check_sampled_laws" else quiet)
    named = msgspec.structs.replace(
        load_game_info(OWN_GAMES[0]), make_game=lambda seats, options, edition: f"{seats} planted"
    )
    assert check_all(named, pairs=4) == []
    assert made == [f"{seats} planted" for seats in named.seats]


def measured(name: str, seats: int, games: int) -> tuple[int, int]:
    """Between which numbers of decisions the median game of regular robots lies."""
    figures, _ = simulate(SimulationPlan(name, seats, {}, games=games, seed=1, robots=("regular",)))
    return figures.decisions_interval


@pytest.mark.parametrize("name", [name for name in OWN_GAMES if "regular" not in load_game_info(name).slow_levels])
def test_a_length_is_one_that_was_measured(name: str) -> None:
    """`GameInfo.decisions` against a few games with as many players as usual, where robots think for a moment only."""
    facts = load_game_info(name)
    least, most = measured(name, facts.default_seats, 3)
    assert least <= facts.median_decisions[facts.default_seats] <= most


@pytest.mark.long
@pytest.mark.timeout(1800)
@every_game
def test_every_length_is_one_that_was_measured(name: str) -> None:
    """The same with every number of players, and with enough games that a wrong figure is seen."""
    assert set(load_game_info(name).median_decisions) == set(load_game_info(name).seats)
    for seats, decisions in load_game_info(name).median_decisions.items():
        least, most = measured(name, seats, 20)
        assert least <= decisions <= most, seats
