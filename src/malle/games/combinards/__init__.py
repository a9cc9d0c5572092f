"""Les Joyeux Combinards, a game of shady deals for 2 to 6 players. README.md has the sources and the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from malle.core import GameInfo, Imprint, Option, load_edition
from malle.core.robots.robot import StatelessRobot
from malle.games.combinards import drawing, event_messages, printed_numbers, robot
from malle.games.combinards.edition import CLASSIC, CLASSIC_1, TINY, Numbers
from malle.games.combinards.robot_expert import BOLD, REGULAR, WARY, WILY
from malle.games.combinards.robot_habits import FIXED_HABITS, HabitRobot, MemorylessRobot
from malle.games.combinards.robot_opinions import thoughts
from malle.games.combinards.rules import Combinards
from malle.games.combinards.rules_1 import Combinards1
from malle.games.combinards.story import deeds, story


def _make_game(seats: int, options: Mapping[str, Any], edition: Path | None) -> Combinards:
    """Return a game by the current rules. `edition` is an edition file; `None` means the classic
    one."""
    return Combinards(seats, options, load_edition(edition or CLASSIC, Numbers))


def _make_game_1(seats: int, options: Mapping[str, Any], edition: Path | None) -> Combinards:
    """Return a game by version 1 of the rules. `edition` is an edition file; `None` means the
    classic one of that version."""
    return Combinards1(seats, options, load_edition(edition or CLASSIC_1, Numbers))


def _make_tiny_game() -> Combinards:
    """Return a game of two rounds for three players on the tiny edition, for proofs that walk
    through all its states."""
    return _make_game(3, GAME_INFO.complete_options(3, {"rounds": 2}), TINY)


GAME_INFO = GameInfo(
    name="combinards",
    version=2,
    seats=(2, 3, 4, 5, 6),
    options=(
        Option("goal", "cash", ("cash", "gain", "short")),
        Option("booklet", False, (False, True)),
        Option("free", False, (False, True)),
        Option("return", False, (False, True)),
        Option("rounds", 0, (0, 1, 2, 20, 30)),
    ),
    has_hidden_information=True,
    score_sum="general",
    folder=Path(__file__).parent,
    make_game=_make_game,
    make_tiny_game=_make_tiny_game,
    messages=event_messages,
    robot=robot.choose,
    benchmark_robots={"simple-1": robot.choose},
    levels={"novice": StatelessRobot(robot.choose), "regular": REGULAR, "wily": WILY},
    styles={"regular": (BOLD, WARY)},
    research_robots={"deaf": MemorylessRobot(), **{name: HabitRobot(name) for name in FIXED_HABITS}},
    drawing=drawing,
    story=story,
    risk_statistics=deeds,
    robot_opinions=thoughts,
    edition_info=printed_numbers,
    imprint=Imprint(
        name="Les Joyeux Combinards",
        licence="C. Schmitt",
        publisher="Habourdin International S.A.",
        place="Paris",
        year=1986,
        registered=True,
        scan="L’Escale à jeux",
        address="https://escaleajeux.fr",
    ),
    booklet_options={"goal": "gain", "booklet": True, "free": True},
    min_age=12,
    median_decisions={2: 122, 3: 182, 4: 246, 5: 318, 6: 378},
    revealing_default_phases=("announce",),
    max_call_difference=6,
)
GAME_INFO = replace(GAME_INFO, earlier_versions=(replace(GAME_INFO, version=1, make_game=_make_game_1),))
