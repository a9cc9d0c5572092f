"""What is said of a robot's thoughts after the end is about as often true as it says, tenth by tenth."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from malle.core import Seat
from malle.core.story import Fact, Opinion
from malle.games import OWN_GAMES, load_game, load_game_info
from malle.research.calibration import (
    MIN_OPINIONS_PER_BAND,
    TOLERANCE,
    Band,
    group_into_bands,
    miscalibrated_bands,
    opinions_in_game,
)
from malle.research.self_play import robot_kinds

THINKING = [name for name in OWN_GAMES if load_game_info(name).robot_opinions is not None]
GAMES_A_DAY = {"chasse": 16, "combinards": 24}
SHORT = {"combinards": (0.15, 0.25)}
"""How much oftener, and how much less often, than said a band may be true, beyond chance. Five of a hundred is what it
should be, and a game that is not named here is held to that. A Combinards robot makes too much of what it has heard: it
was tuned for winning; its README has the bands."""


def asked(name: str, games: int) -> list[Opinion]:
    """Of games against robots of all kinds that the lab has, one after the other."""
    facts, known = load_game_info(name), robot_kinds(name)
    game = load_game(name)(facts.default_seats, facts.complete_options(facts.default_seats, {}), None)
    others, found = [each for each in known if each not in ("deaf", "robot", "novice")], list[Opinion]()
    seat = game.seats - 1
    for number in range(games):
        minds = [known["wily" if each == seat else others[number % len(others)]][0] for each in range(game.seats)]
        found += opinions_in_game(facts, game, minds, Seat(seat), f"calibrated {number}")
    return found


def test_opinions_are_put_into_bands() -> None:
    fact = Fact("a", "b")
    had = [Opinion(0, said, true, fact) for said, true in ((0.02, False), (0.71, True), (0.79, False), (1.0, True))]
    assert group_into_bands(had) == [Band(1, 0.02, 0.0), Band(2, 0.75, 0.5), Band(1, 1.0, 1.0)]


def judged(name: str, games: int) -> list[Opinion]:
    """The opinions of so many games, the bands printed and none of them far off."""
    had = asked(name, games)
    for band in group_into_bands(had):
        print(f"{name}: said {band.mean_probability:.2f}, true {band.share_true:.2f} ({band.count})")
    assert not miscalibrated_bands(had, *SHORT.get(name, (TOLERANCE, TOLERANCE)))
    return had


@pytest.mark.parametrize("name", THINKING)
def test_what_is_said_is_about_as_often_true(name: str) -> None:
    """A small sample, always the same."""
    had = judged(name, GAMES_A_DAY.get(name, 8))
    assert [band for band in group_into_bands(had) if band.count >= MIN_OPINIONS_PER_BAND], (
        "some band has enough to be judged"
    )


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", THINKING)
def test_what_is_said_is_as_often_true_in_many_games(name: str) -> None:
    """A hundred games and more, with the shortfall that is known."""
    judged(name, 10 * GAMES_A_DAY.get(name, 10))


def calibrated(number: int) -> list[Opinion]:
    """Opinions that are as often true as they say: so many of each tenth."""
    tenths = [(band + 0.5) / 10 for band in range(10)]
    return [Opinion(0, said, at < said * number, Fact("a", "b")) for said in tenths for at in range(number)]


def mirrored(had: list[Opinion]) -> list[Opinion]:
    """As far below the mean as they were above it."""
    mean = sum(each.probability for each in had) / len(had)
    return [replace(each, probability=min(1.0, max(0.0, 2 * mean - each.probability))) for each in had]


def test_errors_that_cancel_are_found() -> None:
    """Beliefs mirrored around their mean are true as often as they say, all together, and in no band but the middle."""
    had = calibrated(20)
    assert not miscalibrated_bands(had)
    found = miscalibrated_bands(mirrored(had))
    assert len(found) >= 6
    assert all(band.count == 20 for band in found), "the whole is as often true as it says"


def test_mirrored_beliefs_of_robots_are_found() -> None:
    """With the shortfall that is known of them."""
    assert miscalibrated_bands(mirrored(asked("combinards", GAMES_A_DAY["combinards"])), *SHORT["combinards"])


def test_too_few_are_not_judged() -> None:
    fact = Fact("a", "b")
    assert not miscalibrated_bands([Opinion(0, 0.05, True, fact)] * (MIN_OPINIONS_PER_BAND - 1))
    assert miscalibrated_bands([Opinion(0, 0.05, True, fact)] * MIN_OPINIONS_PER_BAND)


def test_thousands_are_judged() -> None:
    """There are more ways for so many to come true than a float can count."""
    fact = Fact("a", "b")
    had = [Opinion(0, 0.4, number % 5 < 2, fact) for number in range(5000)]
    assert not miscalibrated_bands(had)
    assert miscalibrated_bands([Opinion(0, 0.4, number % 5 < 3, fact) for number in range(5000)])


def test_who_boasts_is_found() -> None:
    fact = Fact("a", "b")
    assert miscalibrated_bands([Opinion(0, 0.97, number % 3 > 0, fact) for number in range(21)])
    assert miscalibrated_bands([Opinion(0, 0.2, number % 3 > 0, fact) for number in range(21)])
    assert not miscalibrated_bands([Opinion(0, 0.67, number % 3 > 0, fact) for number in range(21)])


def test_only_who_thinks_something_is_asked() -> None:
    """The smuggler knows where the plates are, and the simple robot believes nothing."""
    facts, known = load_game_info("chasse"), robot_kinds("chasse")
    game = load_game("chasse")(2, facts.complete_options(2, {}), None)
    assert not opinions_in_game(facts, game, [*known["wily"], *known["novice"]], Seat(0), "x")
    assert not opinions_in_game(facts, game, [*known["wily"], *known["novice"]], Seat(1), "x")
