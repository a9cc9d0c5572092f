"""Moments of Combinus worth a picture: a game by robots, and challenges of the page for one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

SOLVED: dict[str, str] = json.loads((Path(__file__).parents[1] / "data" / "solutions.json").read_text("utf-8"))

CLASH = "-bb- -baa -b-a -bba --aa / aaa- bbbb -a-a . . / bab- abbb joker . . / aba- aaaa abb- . . / ba-- bb-b ab-a . ."
"""Most of a grid without branches, with a blank side against a junction on C4."""


class Moment(Struct, frozen=True):
    """See tests/browser/pictures.py."""

    name: str
    seat: int | None = 0
    seed: int = 1
    moves: tuple[str, ...] = ()
    robots: int = 0
    press: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}
    path: str = ""
    kept: Mapping[str, str] = {}


def alone(challenge: str, board: str, press: tuple[str, ...] = ()) -> Moment:
    """A challenge as it stands on somebody's device."""
    name = "clash" if board == CLASH else f"alone-{challenge}"
    kept = {"board": board, "hints": 0, "seconds": 252, "solved": board == SOLVED[challenge]}
    book = {"solver": "00000000-0000-4000-8000-000000000000", "kept": {challenge: kept}}
    return Moment(
        name, None, path=f"solo/combinus#{challenge}", kept={"malle-solo-combinus": json.dumps(book)}, press=press
    )


PICTURES = (
    Moment("opening", 1, 5, robots=3),
    Moment("linked", 0, 21, robots=17),
    Moment("exchange", 0, 21, robots=17, press=("A4",)),
    Moment("end", 0, 21, robots=-1),
    Moment("twelve-each", 0, 3, robots=9, options={"variant": "hands"}),
    alone("none", SOLVED["none"]),
    alone("twenty", SOLVED["twenty"]),
    alone("corners-wide", SOLVED["corners-wide"]),
    alone("diagonal", SOLVED["diagonal"]),
    alone("none", CLASH, ("C4",)),
    Moment("alone-today", None, path="solo/combinus#today"),
)
