"""The games: one folder each, listed here by hand. Delete a folder and its line, and everything else still works."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from malle.core.contract import AnyGame
from malle.core.errors import Refused
from malle.core.sheet import Sheet

GAMES: tuple[str, ...] = ("declarer", "chasse", "combinus", "combinards")
"""The slugs of the games, in the order of the shelf."""

Make = Callable[..., AnyGame]


def sheet(name: str) -> Sheet:
    """A game's fact sheet. `Refused` lists the games there are."""
    if name not in GAMES:
        raise Refused(f"there is no game {name!r}; there are: {', '.join(GAMES)}")
    found = import_module(f"malle.games.{name}").SHEET
    assert isinstance(found, Sheet)
    return found


def load(name: str, version: int | None = None) -> Make:
    """`load(name, version)(seats, options, edition)` makes a game; without a version, the newest rules."""
    newest = sheet(name)
    facts = newest if version is None else newest.of_version(version)

    def make(seats: int, options: Mapping[str, Any] | None = None, edition: Path | None = None) -> AnyGame:
        return facts.make(seats, facts.settle_options(seats, options or {}), edition)

    return make
