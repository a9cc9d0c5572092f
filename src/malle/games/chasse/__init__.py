"""The smuggler hunt (La chasse aux contrebandiers): declares the game to Malle. README.md has the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from malle.core import Imprint, Option, Sheet, load_edition
from malle.core.mind import Plain
from malle.games.chasse import drawing, paper, robot, telling
from malle.games.chasse.edition import CLASSIC, CLASSIC_1, TINY, Numbers
from malle.games.chasse.faces import SIDES
from malle.games.chasse.final import final
from malle.games.chasse.rules import Chasse
from malle.games.chasse.rules_1 import Chasse1
from malle.games.chasse.smugglers import SMUGGLERS
from malle.games.chasse.story import deeds, story
from malle.games.chasse.thoughts import thoughts
from malle.games.chasse.wily import BOLD, DEAF, REGULAR, WARY, WILY


def _make(seats: int, options: Mapping[str, Any], edition: Path | None) -> Chasse:
    """Return a game with the current rules. Without an edition file it uses the classic edition."""
    return Chasse(options, load_edition(edition or CLASSIC, Numbers))


def _make_1(seats: int, options: Mapping[str, Any], edition: Path | None) -> Chasse:
    """Return a game with version 1 of the rules. Without an edition file it uses that version's classic edition."""
    return Chasse1(options, load_edition(edition or CLASSIC_1, Numbers))


def _tiny() -> Chasse:
    """Return a game on the tiny edition, with the default options."""
    return _make(2, SHEET.settle_options(2, {}), TINY)


SHEET = Sheet(
    name="chasse",
    version=2,
    seats=(2,),
    options=(
        Option("memory", False, (False, True)),
        Option("straight", False, (False, True)),
        Option("chalk", False, (False, True)),
    ),
    hidden=True,
    total="general",
    folder=Path(__file__).parent,
    make=_make,
    tiny=_tiny,
    telling=telling,
    robot=robot.choose,
    robots={"simple-1": robot.choose},
    levels={"novice": Plain(robot.choose), "regular": REGULAR, "wily": WILY},
    together=("hide",),
    tempers={"regular": (BOLD, WARY)},
    ponders=("regular", "wily"),
    minds={"deaf": DEAF, **SMUGGLERS},
    drawing=drawing,
    story=story,
    final=final,
    deeds=deeds,
    thoughts=thoughts,
    paper=paper,
    imprint=Imprint(
        name="chasse aux contrebandiers",
        author="Rudi Hoffmann",
        publisher="Spear-Spiele",
        year=1962,
        number="22030",
        scan="L’Escale à jeux",
        address="https://escaleajeux.fr/jeu/chasc",
    ),
    legs=2,
    sides=SIDES,
    decisions={2: 43},
)
_OPTIONS_1 = tuple(replace(option, name="1981") if option.name == "straight" else option for option in SHEET.options)
SHEET = replace(SHEET, earlier=(replace(SHEET, version=1, options=_OPTIONS_1, make=_make_1),))
