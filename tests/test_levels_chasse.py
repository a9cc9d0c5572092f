"""Levels of a game with two sides: whole matches, each side by itself, and what is measured by hundreds, on a few."""

from __future__ import annotations

from pathlib import Path

import pytest

from malle.cli.main import main
from malle.core.robots.robot import LEVELS, Level
from malle.games import load_game, load_game_info
from malle.research.deals import DealPlan
from malle.research.self_play import play_robots
from malle.research.tournament import PairResult, play_tournament
from tests.checked import Checked

OPTIONS = load_game_info("chasse").complete_options(2, {})


def _match(one: str, others: str, deals: int, first: int = 3000) -> PairResult:
    return play_tournament(DealPlan("chasse", 2, OPTIONS, ((one, others),), deals, first)).cells[one, others]


def test_a_robot_is_even_with_its_like_in_every_match() -> None:
    """Both games of a deal are the same game then: what one side gains the other loses."""
    found = _match("simple-1", "simple-1", 6)
    assert (found.wins, found.match_wins, found.match_wins_margin, found.lead) == (0.5, 0.5, 0.0, 0.0)
    smuggler, customs = found.seats
    assert smuggler.lead == -customs.lead != 0
    assert smuggler.wins + customs.wins == 1


def test_the_lab_tells_matches_and_sides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a match is two games."""
    monkeypatch.chdir(tmp_path)
    words = ["lab", "match", "chasse", "simple-1", "simple-1", "--deals", "2", "--workers", "1", "--lang", "en"]
    assert not main(words)
    said = capsys.readouterr().out
    assert "matches" in said
    assert said.count("50.0") >= 2


@pytest.mark.parametrize("level", LEVELS[1:])
def test_every_choice_is_legal_and_the_same_again(level: Level) -> None:
    """In a whole game of its like: `legal` has it, and the same view, notes and luck give it again."""
    mind, game = load_game_info("chasse").robot_of_level(level), load_game("chasse")(2, OPTIONS, None)
    play_robots(game, [Checked(mind)] * 2, "legal")


def test_levels_are_above_each_other() -> None:
    """A few deals, always the same; the figures of hundreds stand in the game's README."""
    assert _match("wily", "simple-1", 6).match_wins > 0.8
    assert _match("regular", "wily", 5).wins < 0.4
    assert _match("novice", "regular", 6).wins < 0.4


def test_it_is_reading_that_makes_the_customs_strong() -> None:
    """The same robot that reads nothing has less of a smuggler who shows much."""
    assert _match("afraid", "deaf", 5).seats[0].lead > _match("afraid", "wily", 5).seats[0].lead + 100
