"""Les Joyeux Combinards, a game of shady deals for 2 to 6 players. README.md has the sources and the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from malle.core import Imprint, Option, Sheet, load_edition
from malle.core.mind import Plain
from malle.games.combinards import drawing, paper, robot, telling
from malle.games.combinards.edition import CLASSIC, CLASSIC_1, TINY, Numbers
from malle.games.combinards.habits import HABITS, Deaf, Habit
from malle.games.combinards.rules import Combinards
from malle.games.combinards.rules_1 import Combinards1
from malle.games.combinards.story import deeds, story
from malle.games.combinards.thoughts import thoughts
from malle.games.combinards.wily import BOLD, REGULAR, WARY, WILY


def _make(seats: int, options: Mapping[str, Any], edition: Path | None) -> Combinards:
    """Return a game by the current rules. `edition` is an edition file; `None` means the usual one."""
    return Combinards(seats, options, load_edition(edition or CLASSIC, Numbers))


def _make_1(seats: int, options: Mapping[str, Any], edition: Path | None) -> Combinards:
    """Return a game by version 1 of the rules. `edition` is an edition file; `None` means the one of
    that version."""
    return Combinards1(seats, options, load_edition(edition or CLASSIC_1, Numbers))


def _tiny() -> Combinards:
    """Return a game of two rounds for three players on the tiny edition, for proofs that walk through
    all of it."""
    return _make(3, SHEET.settle_options(3, {"rounds": 2}), TINY)


SHEET = Sheet(
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
    hidden=True,
    total="general",
    folder=Path(__file__).parent,
    make=_make,
    tiny=_tiny,
    telling=telling,
    robot=robot.choose,
    robots={"simple-1": robot.choose},
    levels={"novice": Plain(robot.choose), "regular": REGULAR, "wily": WILY},
    tempers={"regular": (BOLD, WARY)},
    minds={"deaf": Deaf(), **{name: Habit(name) for name in HABITS}},
    drawing=drawing,
    story=story,
    deeds=deeds,
    thoughts=thoughts,
    paper=paper,
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
    letter={"goal": "gain", "booklet": True, "free": True},
    age=12,
    decisions={2: 122, 3: 182, 4: 246, 5: 318, 6: 378},
    tells=("announce",),
    calls=6,
)
SHEET = replace(SHEET, earlier=(replace(SHEET, version=1, make=_make_1),))
