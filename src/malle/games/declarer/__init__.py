"""Rien à déclarer ?, a customs game of declarations for 3 to 6 players. README.md has the sources and the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from malle.core import Imprint, Option, Sheet, load_edition
from malle.core.mind import Plain
from malle.games.declarer import drawing, exploit, paper, robot, telling
from malle.games.declarer.edition import CLASSIC, CLASSIC_1, TINY, Numbers
from malle.games.declarer.final import final
from malle.games.declarer.habits import HABITS
from malle.games.declarer.rules import Declarer
from malle.games.declarer.rules_1 import Declarer1
from malle.games.declarer.story import deeds, story
from malle.games.declarer.table import BOLD, REGULAR, WARY, WILY, Table


def _make(seats: int, options: Mapping[str, Any], edition: Path | None) -> Declarer:
    """Make the game of the current rules, on the given edition file or on the classic edition."""
    return Declarer(seats, options, load_edition(edition or CLASSIC, Numbers))


def _make_1(seats: int, options: Mapping[str, Any], edition: Path | None) -> Declarer:
    """Make the game of version 1 of the rules, on the given edition file or on that version's edition."""
    return Declarer1(seats, options, load_edition(edition or CLASSIC_1, Numbers))


def _tiny() -> Declarer:
    """Make the game on the tiny edition, for three players and one round."""
    return _make(3, SHEET.settle_options(3, {"rounds": 1}), TINY)


SHEET = Sheet(
    name="declarer",
    version=2,
    seats=(3, 4, 5, 6),
    options=(
        Option("short", False, (False, True)),
        Option("capped", False, (False, True)),
        Option("strict", False, (False, True)),
        Option("rounds", 0, (0, 1, 2, 3, 4, 5, 6)),
    ),
    hidden=True,
    total="constant",
    folder=Path(__file__).parent,
    make=_make,
    tiny=_tiny,
    telling=telling,
    robot=robot.choose,
    robots={"simple-1": robot.choose},
    levels={"novice": Plain(robot.choose), "regular": Plain(REGULAR), "wily": WILY},
    tempers={"regular": (Plain(BOLD), Plain(WARY))},
    minds={"deaf": Plain(Table()), **{name: Plain(habit) for name, habit in HABITS.items()}},
    training=exploit,
    drawing=drawing,
    story=story,
    final=final,
    deeds=deeds,
    paper=paper,
    decisions={3: 225, 4: 300, 5: 372, 6: 447},
    imprint=Imprint(
        name="Rien à déclarer?",
        subtitle="Un jeu de cartes passionnant pour vous prendre en flagrant délit!",
        scan="L’Escale à jeux",
        address="https://escaleajeux.fr",
    ),
    letter={"strict": True},
    tells=("declare",),
)
SHEET = replace(SHEET, earlier=(replace(SHEET, version=1, make=_make_1),))
