"""Robots that remember: they are told what their seat heard, and nothing else; and the lab measures them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from malle import games
from malle.cli.main import main
from malle.core import Action, AnyGame, Event, Luck, Seat, rebuild_memory
from malle.core.play import events_for_viewer, play_game, robot_chooser
from malle.core.robots.robot import LEVELS, AnyRobot, Level, StatelessRobot, choose_action
from malle.core.robots.search import SearchEffort
from malle.games import load_game, load_game_info
from malle.research.deals import DealPlan
from malle.research.runners import choose_runner
from malle.research.self_play import play_robots
from malle.research.tournament import PairResult, play_tournament
from malle.testing.suite import every_setting, mixed_settings
from malle.web.pages.usual_settings import get_changed_settings
from tests.checked import Checked


class Listener:
    """Plays as the simple robot, and keeps all that it hears."""

    def __init__(self, robot: Any) -> None:
        self._robot = robot

    def new_memory(self, game: AnyGame, seat: Seat) -> tuple[Seat, tuple[Event, ...]]:
        return seat, ()

    def observe(
        self, game: AnyGame, memory: tuple[Seat, tuple[Event, ...]], events: tuple[Event, ...]
    ) -> tuple[Seat, tuple[Event, ...]]:
        seat, before = memory
        for event in events:
            assert not event.audience_field or getattr(event, event.audience_field) == seat, (
                f"seat {seat} heard {event}"
            )
        return seat, before + events

    def choose(
        self, game: AnyGame, view: Any, legal: tuple[Action, ...], memory: tuple[Seat, tuple[Event, ...]], luck: Luck
    ) -> Action:
        assert view.viewer == memory[0]
        return self._robot(game, view, legal, luck)  # type: ignore[no-any-return]


def _game(name: str) -> AnyGame:
    facts = load_game_info(name)
    seats = facts.default_seats
    return load_game(name)(seats, facts.complete_options(seats, {}), None)


@pytest.mark.parametrize("name", games.OWN_GAMES)
def test_a_seat_hears_what_is_for_it_and_nothing_else(name: str) -> None:
    game = _game(name)
    listeners = [Listener(load_game_info(name).robot)] * game.seats
    assert play_robots(game, listeners, "heard") == play_robots(
        game, [StatelessRobot(load_game_info(name).robot)] * game.seats, "heard"
    )


def test_notes_are_a_fold_of_what_was_heard() -> None:
    """So a worker that comes later recalls them, and has the same."""
    game, listener = _game("combinards"), Listener(None)
    _, entries = play_game(game, robot_chooser(game, load_game_info("combinards").robot, Luck(3)), Luck(4).pick)
    seat = Seat(1)
    told = [events_for_viewer(seat, entry.events) for entry in entries]
    notes = listener.new_memory(game, seat)
    for events in told:
        notes = listener.observe(game, notes, events)
    assert rebuild_memory(game, listener, seat, told) == notes
    assert len(notes[1]) > 100


def test_a_match_is_the_same_with_any_number_of_workers() -> None:
    options = load_game_info("combinards").complete_options(3, {"goal": "short"})
    plan = DealPlan("combinards", 3, options, (("wily", "simple-1"),), 6, first_deal=40)
    assert play_tournament(plan).cells == play_tournament(plan, choose_runner(2)).cells


def test_the_lab_says_what_it_cannot_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "match", "combinards", "wily", "clever", "--lang", "en"]) != 0
    said = capsys.readouterr().err
    assert "“clever”" in said
    assert "simple-1" in said


def test_the_lab_prints_a_row_for_each_robot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["lab", "match", "declarer", "simple-1", "simple-1", "--deals", "2", "--workers", "1", "--lang", "en"]
    assert not main(words)
    said = capsys.readouterr().out
    assert "25.0 ± 0.0 %" in said, "a robot against its like has its fair share of every deal played from every seat"


def test_what_a_table_gives_away_is_measured_without_training(capsys: pytest.CaptureFixture[str]) -> None:
    """After each doubling of the games of somebody who learns to play against it."""
    assert not main(["lab", "train", "declarer", "--games", "0", "--exploit", "16"])
    told = capsys.readouterr().out.split("\n")
    assert [line.partition(":")[0] for line in told if "±" in line] == ["1", "2", "4", "8", "16"]
    assert main(["lab", "train", "declarer", "--games", "0"])
    assert "--exploit" in capsys.readouterr().err
    assert main(["lab", "train", "chasse", "--games", "0", "--exploit", "2"])
    assert "chasse" in capsys.readouterr().err


def test_levels_are_chosen_where_there_are_some() -> None:
    given = {"level": "wily"}
    assert get_changed_settings(load_game_info("combinards"), given) == [("level", "wily")]
    assert get_changed_settings(replace(load_game_info("declarer"), levels={}), given) == []


@pytest.mark.parametrize("level", LEVELS)
def test_every_choice_is_legal_and_the_same_again(level: Level) -> None:
    """In whole games of its like: `legal` has it, and the same view, notes and luck give it again."""
    mind, game = load_game_info("combinards").robot_of_level(level), _game("combinards")
    for seed in range(2):
        play_robots(game, [Checked(mind)] * game.seats, f"legal {seed}")


class Hurried:
    """A mind that tries one future at each decision."""

    def __init__(self, mind: AnyRobot) -> None:
        self._mind = mind
        self.new_memory, self.observe = mind.new_memory, mind.observe

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], memory: Any, luck: Luck) -> Action:
        return choose_action(game, self._mind, view, legal, memory, luck, SearchEffort(1))


@pytest.mark.parametrize("name", games.OWN_GAMES)
def test_the_levels_play_every_setting_to_its_end(name: str) -> None:
    """One game with every number of seats, and with every option. The levels sit side by side, in turn."""
    _play_settings(name, every_setting(load_game_info(name)))


@pytest.mark.long
@pytest.mark.parametrize("name", games.OWN_GAMES)
def test_the_levels_play_two_options_together_to_the_end(name: str) -> None:
    _play_settings(name, mixed_settings(load_game_info(name)))


def _play_settings(name: str, settings: Iterable[AnyGame]) -> None:
    minds = [Hurried(load_game_info(name).robot_of_level(level)) for level in LEVELS]
    for number, game in enumerate(settings):
        play_robots(game, [minds[(number + seat) % len(minds)] for seat in range(game.seats)], f"{number}")


def _wins(one: str, others: str) -> float:
    """Of twenty deals, always the same: what is measured by thousands stands in the game's README."""
    return _match("combinards", one, others, 20, 3000).wins


def _match(name: str, one: str, others: str, deals: int, first: int) -> PairResult:
    seats = load_game_info(name).default_seats
    options = load_game_info(name).complete_options(seats, {})
    return play_tournament(DealPlan(name, seats, options, ((one, others),), deals, first)).cells[one, others]


def test_it_is_the_record_that_makes_a_robot_hard_to_read() -> None:
    """Plain honesty takes much more than its share from three that keep none."""
    deaf = _wins("honest", "deaf")
    assert deaf > 0.40
    assert _wins("honest", "wily") < deaf - 0.08


def test_levels_are_above_each_other() -> None:
    assert _wins("wily", "simple-1") > 0.45
    assert _wins("regular", "wily") < 0.20
    assert _wins("novice", "regular") < 0.20


@pytest.mark.long
def test_playing_moves_out_beats_looking_one_move_ahead() -> None:
    """Of forty games, always the same: what is measured by hundreds stands in the game's README."""
    assert _match("combinus", "wily", "simple-1", 20, 9000).wins > 0.7


def test_a_table_that_was_learnt_beats_the_simple_robot() -> None:
    """Of forty games, always the same; and honesty gains little against it."""
    assert _match("declarer", "wily", "simple-1", 10, 9000).lead > 1000
    assert _match("declarer", "honest", "wily", 10, 9000).lead < 1200
