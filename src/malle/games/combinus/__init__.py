"""Combinus, a game of tiles and paths for two players, with a solitaire. README.md has the sources and the
rulings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from malle.core import GameInfo, Imprint, Option, load_edition
from malle.core.robots.robot import SearchRobot, StatelessRobot
from malle.games.combinus import drawing, event_messages, printed_numbers, robot, robot_two_plies
from malle.games.combinus.edition import CLASSIC, TINY, Numbers
from malle.games.combinus.robot_search import REGULAR, WILY, PlayoutSearcher
from malle.games.combinus.rules import Combinus
from malle.games.combinus.solitaire import api
from malle.games.combinus.story import story


def _make(seats: int, options: Mapping[str, Any], edition: Path | None) -> Combinus:
    """Make a game. `edition` is a path to an edition file, or `None` for the classic one. Raise
    `Refused` if the file is wrong."""
    return Combinus(seats, options, load_edition(edition or CLASSIC, Numbers))


def _tiny() -> Combinus:
    """Make a game on the edition that is small enough to enumerate whole, with default options."""
    return _make(2, GAME_INFO.complete_options(2, {}), TINY)


GAME_INFO = GameInfo(
    name="combinus",
    version=1,
    seats=(2,),
    options=(
        Option("variant", "pool", ("pool", "hands", "open", "spread")),
        Option("games", 1, (1, 2, 4, 6)),
    ),
    has_hidden_information=True,
    score_sum="general",
    folder=Path(__file__).parent,
    make_game=_make,
    make_tiny_game=_tiny,
    messages=event_messages,
    robot=robot.choose,
    benchmark_robots={"simple-1": robot.choose},
    levels={"novice": StatelessRobot(robot.choose), "regular": SearchRobot(REGULAR), "wily": SearchRobot(WILY)},
    slow_levels=("regular", "wily"),
    research_robots={
        "plies": StatelessRobot(robot_two_plies.choose),
        "at random": SearchRobot(PlayoutSearcher(4_200, playout_placements=1)),
    },
    drawing=drawing,
    story=story,
    edition_info=printed_numbers,
    imprint=Imprint(
        name="COMBINUS",
        subtitle="Un jeu de géométrie et de finesse",
        author="Pascal P. Parmentier",
        place="Casablanca",
        year=1978,
        registered=True,
        scan="L’Escale à jeux",
        address="https://escaleajeux.fr",
    ),
    max_call_difference=130,
    solitaire=api,
    median_decisions={2: 30},  # measured in 60 games only, because a move of these robots takes long
)
