"""The smuggler hunt (La chasse aux contrebandiers): declares the game to Malle. README.md has the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from malle.core import GameInfo, Imprint, Option, load_edition
from malle.core.robots.robot import StatelessRobot
from malle.games.chasse import drawing, event_messages, printed_numbers, robot
from malle.games.chasse.edition import CLASSIC, CLASSIC_1, TINY, Numbers
from malle.games.chasse.final import final
from malle.games.chasse.icons import SIDES
from malle.games.chasse.research_smugglers import RESEARCH_SMUGGLERS
from malle.games.chasse.robot_expert import DEAF, REGULAR, REGULAR_BOLD, REGULAR_WARY, WILY
from malle.games.chasse.robot_opinions import thoughts
from malle.games.chasse.rules import Chasse
from malle.games.chasse.rules_1 import Chasse1
from malle.games.chasse.story import deeds, story


def _make_game(seats: int, options: Mapping[str, Any], edition: Path | None) -> Chasse:
    """Return a game with the current rules. Without an edition file it uses the classic edition."""
    return Chasse(options, load_edition(edition or CLASSIC, Numbers))


def _make_game_1(seats: int, options: Mapping[str, Any], edition: Path | None) -> Chasse:
    """Return a game with version 1 of the rules.

    Without an edition file it uses the classic edition of version 1.
    """
    return Chasse1(options, load_edition(edition or CLASSIC_1, Numbers))


def _make_tiny_game() -> Chasse:
    """Return a game for tests: the current rules on the tiny edition, with the default options."""
    return _make_game(2, GAME_INFO.complete_options(2, {}), TINY)


GAME_INFO = GameInfo(
    name="chasse",
    version=2,
    seats=(2,),
    options=(
        Option("memory", False, (False, True)),
        Option("straight", False, (False, True)),
        Option("chalk", False, (False, True)),
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
    grouped_action_phases=("hide",),
    styles={"regular": (REGULAR_BOLD, REGULAR_WARY)},
    slow_levels=("regular", "wily"),
    research_robots={"deaf": DEAF, **RESEARCH_SMUGGLERS},
    drawing=drawing,
    story=story,
    final_scene=final,
    risk_statistics=deeds,
    robot_opinions=thoughts,
    edition_info=printed_numbers,
    imprint=Imprint(
        name="chasse aux contrebandiers",
        author="Rudi Hoffmann",
        publisher="Spear-Spiele",
        year=1962,
        number="22030",
        scan="L’Escale à jeux",
        address="https://escaleajeux.fr/jeu/chasc",
    ),
    games_per_match=2,
    sides=SIDES,
    median_decisions={2: 43},
)
_OPTIONS_1 = tuple(
    replace(option, name="1981") if option.name == "straight" else option for option in GAME_INFO.options
)
GAME_INFO = replace(
    GAME_INFO, earlier_versions=(replace(GAME_INFO, version=1, options=_OPTIONS_1, make_game=_make_game_1),)
)
