"""The thirty-three leaks that others planted: each stands in a game's own tests, by the law that finds it.

They were planted by readers who had not written the games, and most were unseen then. docs/testing.md tells what each
law finds, and how many of these.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from math import prod
from pathlib import Path

import pytest

from malle.games import OWN_GAMES, load_game_info

PAGE = Path(__file__).parents[1] / "docs" / "testing.md"
LEAST = 12
"""Leaks planted in each game's own folder."""

ROOMS = "declarer test_leaks_in_rooms.test_a_lie_is_not_told_by"
OWN = "declarer test_leaks_in_rooms.test_coupled_rooms_find"
HEARD = "declarer test_planted_audience.test_the_contract_suite_finds"
IN_PLAY = "declarer test_planted_audience.test_what_no_test_would_meet_is_never_shown"
TILE = "combinus test_planted_leaks.test_a_tile_told_to_all_is_found"
SAMPLED = "combinards test_planted_leaks.test_sampled_laws_find"

PLANTED = {
    "a piece that leaves out the hand": ("coupled rooms", f"{ROOMS}[a piece kept for another]"),
    "a panel more after a lie": ("coupled rooms", f"{ROOMS}[a panel for all]"),
    "a full stop more in the setting": ("coupled rooms", f"{ROOMS}[the setting]"),
    "an animation more after a lie": ("coupled rooms", f"{ROOMS}[an animation]"),
    "a line of the log more after a lie": ("coupled rooms", f"{ROOMS}[a line of the log]"),
    "a sentence more in a terminal": ("coupled rooms", f"{ROOMS}[the table in sentences]"),
    "a robot that peeks": ("coupled rooms", f"{ROOMS}[a robot that peeks]"),
    "a round counted otherwise": ("coupled rooms", f"{OWN}[view from the last state]"),
    "a last declaration turned round": ("coupled rooms", f"{OWN}[last declaration from the last state]"),
    "the refusal of a slip": ("coupled rooms", f"{OWN}[refusal of a slip]"),
    "no doubt before the truth, with one option": ("coupled rooms", f"{OWN}[fewer answers with one option]"),
    "a held tile kept by the drawing": (
        "coupled rooms",
        "combinus test_planted_leaks.test_a_held_tile_kept_by_what_all_see_is_found",
    ),
    "a controlled card kept by an animation": (
        "coupled rooms",
        "combinards test_planted_leaks.test_an_animation_that_remembers_a_controlled_card_is_found",
    ),
    "the card bought, with one option": (
        "coupled rooms",
        "combinards test_planted_leaks.test_a_leak_under_one_option_is_found",
    ),
    "news for nobody, which takes undo away": ("audience", f"{HEARD}[UndoTells]"),
    "every card told, and called open": ("audience", f"{HEARD}[SaysOpen]"),
    "a hand told with one option": ("audience", f"{HEARD}[OnlyShort]"),
    "a hand with crown and bag": ("audience", f"{IN_PLAY}[CrownAndBag]"),
    "a hand with three alike": ("audience", f"{IN_PLAY}[ThreeOfAKind]"),
    "the last hand of a game": ("audience", f"{IN_PLAY}[LastOfGame]"),
    "nine pawns of thirteen": ("audience", "chasse test_planted_leaks.test_plates_told_to_all_are_found"),
    "the joker alone": ("audience", f"{TILE}[JokerKnown]"),
    "every tile, called open": ("audience", f"{TILE}[Overheard]"),
    "tiles from the second game on": ("audience", f"{TILE}[SecondGame]"),
    "tiles once twenty lie": ("audience", f"{TILE}[LateTell]"),
    "illicit cards that are bought": (
        "audience",
        "combinards test_planted_leaks.test_an_illicit_card_told_to_all_is_found",
    ),
    "plates in sentences that must be remembered": (
        "memory",
        "chasse test_planted_leaks.test_sentences_do_not_remember_for_the_smuggler",
    ),
    "a promise on the table": ("memory", "combinards test_planted_leaks.test_a_promise_on_the_table_is_found"),
    "nothing fades any more": (
        "fading",
        "combinards test_planted_leaks.test_what_fades_no_more_is_found[Announced]",
    ),
    "belief in a lie takes longer": (
        "calls",
        "declarer test_leaks_in_rooms.test_a_wait_is_found_by_counting_calls",
    ),
    "seats in another order after a doubt": ("S2", f"{SAMPLED}[SeatsTurned]"),
    "a clock that doubts a lie": ("S1", f"{SAMPLED}[ClockDoubts]"),
    "an answer at the deadline in a phase that tells": (
        "none",
        "declarer test_leaks_in_rooms.test_a_telling_phase_hides_what_else_its_deadline_tells",
    ),
}
"""Each leak, the law that finds it, and its test. The last one is hidden by a phase that the sheet names as telling."""


def marks(test: Callable[..., object]) -> Iterator[list[str]]:
    """For each list that a test is run over, the names of what is in it."""
    for mark in getattr(test, "pytestmark", []):
        if mark.name == "parametrize":
            firsts = (each[0] if isinstance(each, tuple) else each for each in mark.args[1])
            yield [each if isinstance(each, str) else each.__name__ for each in firsts]


@pytest.mark.parametrize("leak", PLANTED)
def test_it_has_its_test(leak: str) -> None:
    game, where = PLANTED[leak][1].split(" ", 1)
    path, _, case = where.rstrip("]").partition("[")
    module, _, name = path.partition(".")
    test = getattr(import_module(f"malle.games.{game}.tests.{module}"), name)
    assert [*marks(test)] == [] if not case else case in next(marks(test))


def test_they_are_thirty_three() -> None:
    """No two of them are one, and the page tells how many each law finds."""
    assert len(PLANTED) == len({test for _, test in PLANTED.values()}) == 33
    section = PAGE.read_text("utf-8").partition("\n## What the planted leaks showed")[2].partition("\n## ")[0]
    told = dict(re.findall(r"^\| ([\w ]+) \| (\d+) \| ", section, re.MULTILINE))
    assert {law: int(number) for law, number in told.items() if number != "0"} == Counter(
        law for law, _ in PLANTED.values()
    )


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_dozen_stand_in_each_games_own_folder(game: str) -> None:
    assert (load_game_info(game).folder / "tests" / "test_planted_leaks.py").is_file()
    module = import_module(f"malle.games.{game}.tests.test_planted_leaks")
    tests = [each for name, each in vars(module).items() if name.startswith("test_")]
    assert sum(prod(map(len, marks(test))) for test in tests) >= LEAST
