"""What is said of a robot's thoughts after the end is what it thought, and about as often true as it says."""

from __future__ import annotations

import pytest

from malle.core import Seat
from malle.core.story import Fact, Opinion
from malle.games import GAMES, load, sheet
from malle.lab.calibration import Band, bands, is_far_off, opinions
from malle.lab.match import kinds

THINKING = [name for name in GAMES if sheet(name).thoughts is not None]


def asked(name: str, games: int) -> list[Opinion]:
    """Of games against robots of all kinds that the lab has, one after the other."""
    facts, known = sheet(name), kinds(name)
    game = load(name)(facts.usual_seats, facts.settle_options(facts.usual_seats, {}), None)
    others, found = [each for each in known if each not in ("deaf", "robot", "novice")], list[Opinion]()
    seat = game.seats - 1
    for number in range(games):
        minds = [known["wily" if each == seat else others[number % len(others)]] for each in range(game.seats)]
        found += opinions(facts, game, minds, Seat(seat), f"calibrated {number}")
    return found


def test_opinions_are_put_into_bands() -> None:
    fact = Fact("a", "b")
    had = [Opinion(0, said, true, fact) for said, true in ((0.02, False), (0.71, True), (0.79, False), (1.0, True))]
    assert bands(had) == [Band(1, 0.02, 0.0), Band(2, 0.75, 0.5), Band(1, 1.0, 1.0)]


@pytest.mark.parametrize("name", THINKING)
def test_what_is_said_is_about_as_often_true(name: str) -> None:
    """A small sample, always the same, and the bands printed."""
    had = asked(name, 8)
    assert len(had) >= 10
    for band in bands(had):
        print(f"{name}: said {band.said:.2f}, true {band.true:.2f} ({band.number})")
    assert not is_far_off(had)


def test_who_boasts_is_found() -> None:
    fact = Fact("a", "b")
    assert is_far_off([Opinion(0, 0.97, number % 3 > 0, fact) for number in range(21)])
    assert is_far_off([Opinion(0, 0.2, number % 3 > 0, fact) for number in range(21)])
    assert not is_far_off([Opinion(0, 0.67, number % 3 > 0, fact) for number in range(21)])


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", THINKING)
def test_what_is_said_is_as_often_true_in_many_games(name: str) -> None:
    """A hundred games."""
    had = asked(name, 100)
    for band in bands(had):
        print(f"{name}: said {band.said:.2f}, true {band.true:.2f} ({band.number})")
    assert not is_far_off(had)


def test_only_who_thinks_something_is_asked() -> None:
    """The smuggler knows where the plates are, and the simple robot believes nothing."""
    facts, known = sheet("chasse"), kinds("chasse")
    game = load("chasse")(2, facts.settle_options(2, {}), None)
    assert not opinions(facts, game, [known["wily"], known["novice"]], Seat(0), "x")
    assert not opinions(facts, game, [known["wily"], known["novice"]], Seat(1), "x")
