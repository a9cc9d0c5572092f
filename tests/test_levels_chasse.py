"""Levels of a game with two sides: whole matches, each side by itself, and what is measured by hundreds, on a few."""

from __future__ import annotations

from pathlib import Path

import pytest

from malle.cli import main
from malle.core.mind import LEVELS, Level
from malle.games import load, sheet
from malle.lab.deals import Deals
from malle.lab.ladder import Standing, climb
from malle.lab.minds import play_minds
from tests.checked import Checked

OPTIONS = sheet("chasse").settle_options(2, {})


def _match(one: str, others: str, deals: int, first: int = 3000) -> Standing:
    return climb(Deals("chasse", 2, OPTIONS, ((one, others),), deals, first)).cells[one, others]


def test_a_robot_is_even_with_its_like_in_every_match() -> None:
    """Both games of a deal are the same game then: what one side gains the other loses."""
    found = _match("simple-1", "simple-1", 6)
    assert (found.wins, found.matches, found.matches_within, found.ahead) == (0.5, 0.5, 0.0, 0.0)
    smuggler, customs = found.seats
    assert smuggler.ahead == -customs.ahead != 0
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
    mind, game = sheet("chasse").mind(level), load("chasse")(2, OPTIONS, None)
    play_minds(game, [Checked(mind)] * 2, "legal")


def test_levels_are_above_each_other() -> None:
    """A few deals, always the same; the figures of hundreds stand in the game's README."""
    assert _match("wily", "simple-1", 6).matches > 0.8
    assert _match("regular", "wily", 5).wins < 0.4
    assert _match("novice", "regular", 6).wins < 0.4


def test_it_is_reading_that_makes_the_customs_strong() -> None:
    """The same robot that reads nothing has less of a smuggler who shows much."""
    assert _match("afraid", "deaf", 5).seats[0].ahead > _match("afraid", "wily", 5).seats[0].ahead + 100
