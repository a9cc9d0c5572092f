"""Combinus, a game of tiles and paths for two players, with a solitaire. README.md has the sources and the
rulings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from malle.core import Imprint, Option, Sheet, load_edition
from malle.core.mind import Plain, Searching
from malle.games.combinus import drawing, paper, plies, robot, telling
from malle.games.combinus.edition import CLASSIC, TINY, Numbers
from malle.games.combinus.rules import Combinus
from malle.games.combinus.searcher import REGULAR, WILY, Searcher
from malle.games.combinus.solitaire import mode
from malle.games.combinus.story import story


def _make(seats: int, options: Mapping[str, Any], edition: Path | None) -> Combinus:
    """Make a game. `edition` is a path to an edition file, or `None` for the classic one. `Refused` if the
    file is wrong."""
    return Combinus(seats, options, load_edition(edition or CLASSIC, Numbers))


def _tiny() -> Combinus:
    """Make a game on the edition that is small enough to enumerate whole, with default options."""
    return _make(2, SHEET.settle_options(2, {}), TINY)


SHEET = Sheet(
    name="combinus",
    version=1,
    seats=(2,),
    options=(
        Option("variant", "pool", ("pool", "hands", "open", "spread")),
        Option("games", 1, (1, 2, 4, 6)),
    ),
    hidden=True,
    total="general",
    folder=Path(__file__).parent,
    make=_make,
    tiny=_tiny,
    telling=telling,
    robot=robot.choose,
    robots={"simple-1": robot.choose},
    levels={"novice": Plain(robot.choose), "regular": Searching(REGULAR), "wily": Searching(WILY)},
    ponders=("regular", "wily"),
    minds={"plies": Plain(plies.choose), "at random": Searching(Searcher(4_200, breadth=1))},
    drawing=drawing,
    story=story,
    paper=paper,
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
    calls=130,
    solitaire=mode,
    decisions={2: 30},  # measured in 60 games only, because a move of these robots takes long
)
