"""Robots that remember: they are told what their seat heard, and nothing else; and the lab measures them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from malle import games
from malle.cli import main
from malle.core import Action, AnyGame, Event, Luck, Seat, recollect
from malle.core.mind import LEVELS, AnyMind, Level, Plain, decide
from malle.core.play import heard_by, play_game, robot_acts
from malle.core.search import Effort
from malle.games import load, sheet
from malle.lab.deals import Deals
from malle.lab.ladder import Standing, climb
from malle.lab.minds import play_minds
from malle.lab.runners import runner
from malle.testing.suite import every_setting, mixed_settings
from malle.web.usual_settings import changed_options
from tests.checked import Checked


class Listener:
    """Plays as the simple robot, and keeps all that it hears."""

    def __init__(self, robot: Any) -> None:
        self._robot = robot

    def notes(self, game: AnyGame, seat: Seat) -> tuple[Seat, tuple[Event, ...]]:
        return seat, ()

    def hear(
        self, game: AnyGame, notes: tuple[Seat, tuple[Event, ...]], events: tuple[Event, ...]
    ) -> tuple[Seat, tuple[Event, ...]]:
        seat, before = notes
        for event in events:
            assert not event.hears or getattr(event, event.hears) == seat, f"seat {seat} heard {event}"
        return seat, before + events

    def choose(
        self, game: AnyGame, view: Any, legal: tuple[Action, ...], notes: tuple[Seat, tuple[Event, ...]], luck: Luck
    ) -> Action:
        assert view.viewer == notes[0]
        return self._robot(game, view, legal, luck)  # type: ignore[no-any-return]


def _game(name: str) -> AnyGame:
    facts = sheet(name)
    seats = facts.usual_seats
    return load(name)(seats, facts.settle_options(seats, {}), None)


@pytest.mark.parametrize("name", games.GAMES)
def test_a_seat_hears_what_is_for_it_and_nothing_else(name: str) -> None:
    game = _game(name)
    listeners = [Listener(sheet(name).robot)] * game.seats
    assert play_minds(game, listeners, "heard") == play_minds(game, [Plain(sheet(name).robot)] * game.seats, "heard")


def test_notes_are_a_fold_of_what_was_heard() -> None:
    """So a worker that comes later recalls them, and has the same."""
    game, listener = _game("combinards"), Listener(None)
    _, entries = play_game(game, robot_acts(game, sheet("combinards").robot, Luck(3)), Luck(4).pick)
    seat = Seat(1)
    told = [heard_by(seat, entry.heard) for entry in entries]
    notes = listener.notes(game, seat)
    for events in told:
        notes = listener.hear(game, notes, events)
    assert recollect(game, listener, seat, told) == notes
    assert len(notes[1]) > 100


def test_a_match_is_the_same_with_any_number_of_workers() -> None:
    options = sheet("combinards").settle_options(3, {"goal": "short"})
    plan = Deals("combinards", 3, options, (("wily", "simple-1"),), 6, first=40)
    assert climb(plan).cells == climb(plan, runner(2)).cells


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
    assert changed_options(sheet("combinards"), given) == [("level", "wily")]
    assert changed_options(replace(sheet("declarer"), levels={}), given) == []


@pytest.mark.parametrize("level", LEVELS)
def test_every_choice_is_legal_and_the_same_again(level: Level) -> None:
    """In whole games of its like: `legal` has it, and the same view, notes and luck give it again."""
    mind, game = sheet("combinards").mind(level), _game("combinards")
    for seed in range(2):
        play_minds(game, [Checked(mind)] * game.seats, f"legal {seed}")


class Hurried:
    """A mind that tries one future at each decision."""

    def __init__(self, mind: AnyMind) -> None:
        self._mind = mind
        self.notes, self.hear = mind.notes, mind.hear

    def choose(self, game: AnyGame, view: Any, legal: tuple[Action, ...], notes: Any, luck: Luck) -> Action:
        return decide(game, self._mind, view, legal, notes, luck, Effort(1))


@pytest.mark.parametrize("name", games.GAMES)
def test_the_levels_play_every_setting_to_its_end(name: str) -> None:
    """One game with every number of seats, and with every option. The levels sit side by side, in turn."""
    _play_settings(name, every_setting(sheet(name)))


@pytest.mark.long
@pytest.mark.parametrize("name", games.GAMES)
def test_the_levels_play_two_options_together_to_the_end(name: str) -> None:
    _play_settings(name, mixed_settings(sheet(name)))


def _play_settings(name: str, settings: Iterable[AnyGame]) -> None:
    minds = [Hurried(sheet(name).mind(level)) for level in LEVELS]
    for number, game in enumerate(settings):
        play_minds(game, [minds[(number + seat) % len(minds)] for seat in range(game.seats)], f"{number}")


def _wins(one: str, others: str) -> float:
    """Of twenty deals, always the same: what is measured by thousands stands in the game's README."""
    return _match("combinards", one, others, 20, 3000).wins


def _match(name: str, one: str, others: str, deals: int, first: int) -> Standing:
    seats = sheet(name).usual_seats
    options = sheet(name).settle_options(seats, {})
    return climb(Deals(name, seats, options, ((one, others),), deals, first)).cells[one, others]


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
    assert _match("declarer", "wily", "simple-1", 10, 9000).ahead > 1000
    assert _match("declarer", "honest", "wily", 10, 9000).ahead < 1200
