"""Rien à déclarer ?, a customs game of declarations for 3 to 6 players. README.md has the sources and the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from malle.core import GameInfo, Imprint, Option, load_edition
from malle.core.robots.robot import StatelessRobot
from malle.games.declarer import drawing, event_messages, exploitability, printed_numbers, robot
from malle.games.declarer.baseline_robots import BASELINE_ROBOTS
from malle.games.declarer.edition import CLASSIC, CLASSIC_1, TINY, Numbers
from malle.games.declarer.final import final
from malle.games.declarer.policy_robots import BOLD, REGULAR, WARY, WILY, PolicyRobot
from malle.games.declarer.rules import Declarer
from malle.games.declarer.rules_1 import Declarer1
from malle.games.declarer.story import deeds, story


def _make_game(seats: int, options: Mapping[str, Any], edition: Path | None) -> Declarer:
    """Return a game with the current rules. Without an edition file it uses the classic edition."""
    return Declarer(seats, options, load_edition(edition or CLASSIC, Numbers))


def _make_game_version_1(seats: int, options: Mapping[str, Any], edition: Path | None) -> Declarer:
    """Return a game with version 1 of the rules.

    Without an edition file it uses the classic edition of version 1.
    """
    return Declarer1(seats, options, load_edition(edition or CLASSIC_1, Numbers))


def _make_tiny_game() -> Declarer:
    """Return a game for tests: the current rules on the tiny edition, for three players and one
    round."""
    return _make_game(3, GAME_INFO.complete_options(3, {"rounds": 1}), TINY)


GAME_INFO = GameInfo(
    name="declarer",
    version=2,
    seats=(3, 4, 5, 6),
    options=(
        Option("short", False, (False, True)),
        Option("capped", False, (False, True)),
        Option("strict", False, (False, True)),
        Option("rounds", 0, (0, 1, 2, 3, 4, 5, 6)),
    ),
    has_hidden_information=True,
    score_sum="constant",
    folder=Path(__file__).parent,
    make_game=_make_game,
    make_tiny_game=_make_tiny_game,
    messages=event_messages,
    robot=robot.choose,
    benchmark_robots={"simple-1": robot.choose},
    levels={"novice": StatelessRobot(robot.choose), "regular": StatelessRobot(REGULAR), "wily": WILY},
    styles={"regular": (StatelessRobot(BOLD), StatelessRobot(WARY))},
    research_robots={
        "deaf": StatelessRobot(PolicyRobot()),
        **{name: StatelessRobot(habit) for name, habit in BASELINE_ROBOTS.items()},
    },
    training=exploitability,
    drawing=drawing,
    story=story,
    final_scene=final,
    risk_statistics=deeds,
    edition_info=printed_numbers,
    median_decisions={3: 225, 4: 300, 5: 372, 6: 447},
    imprint=Imprint(
        name="Rien à déclarer?",
        subtitle="Un jeu de cartes passionnant pour vous prendre en flagrant délit!",
        scan="L’Escale à jeux",
        address="https://escaleajeux.fr",
    ),
    booklet_options={"strict": True},
    revealing_default_phases=("declare",),
)
GAME_INFO = replace(GAME_INFO, earlier_versions=(replace(GAME_INFO, version=1, make_game=_make_game_version_1),))
