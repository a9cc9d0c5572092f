"""The games: those of this project, one folder each, listed here by hand, then those that other packages
provide.

Delete a folder and its line, and everything else still works. A package provides a game by an entry point of
the group `malle.games`. The entry point's name is the game's slug; its value is the module that holds `SHEET`,
or the `GameInfo` itself (`mygame = "my_package"`). docs/author.md explains how to make such a package.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from malle.core.contract import AnyGame
from malle.core.errors import Refused
from malle.core.sheet import Sheet

GAMES: tuple[str, ...] = ("declarer", "chasse", "combinus", "combinards")
"""The slugs of this project's games, in the order of the home page."""

GROUP = "malle.games"
"""The entry point group by which other packages provide games."""
EXAMPLES = "malle.examples"
"""The entry point group by which they mark a game as an example. A site offers examples only if its operator
asks for it."""

Make = Callable[..., AnyGame]


def names() -> tuple[str, ...]:
    """Return the slugs of all installed games: this project's first, then the others by name."""
    return (*GAMES, *_brought())


@cache
def examples() -> frozenset[str]:
    """Return the slugs of the games that are marked as examples. Computed once."""
    return frozenset(point.name for point in entry_points(group=EXAMPLES)) & frozenset(_brought())


def listed(environment: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Return the slugs that `malle games` lists. Examples are included only if `MALLE_EXAMPLES` is 1; they can
    always be played by name."""
    return tuple(name for name in names() if name not in examples() or environment.get("MALLE_EXAMPLES") == "1")


def sheet(name: str) -> Sheet:
    """Return the `GameInfo` of a game. `Refused` if there is no such game, or if it cannot be loaded."""
    if name in GAMES:
        found = import_module(f"malle.games.{name}").SHEET
    elif name in _brought():
        found = _sheet_of(_brought()[name])
    else:
        raise Refused(f"there is no game {name!r}; there are: {', '.join(names())}")
    assert isinstance(found, Sheet)
    return found


@cache
def _brought() -> Mapping[str, EntryPoint]:
    """Return the entry points of other packages' games by slug. Computed once."""
    return brought(entry_points(group=GROUP))


def brought(points: Iterable[EntryPoint]) -> dict[str, EntryPoint]:
    """Return entry points by the slug of their game, sorted. `Refused` if two games have the same slug."""
    found: dict[str, EntryPoint] = {}
    for point in sorted(points, key=lambda point: point.name):
        if point.name in GAMES or point.name in found:
            other = "Malle itself" if point.name in GAMES else _package(found[point.name])
            raise Refused(
                f"{_package(point)} and {other} both have a game {point.name!r}; uninstall one of the packages"
            )
        found[point.name] = point
    return found


def _sheet_of(point: EntryPoint) -> Sheet:
    """Load the `GameInfo` of an entry point. `Refused` if it cannot be loaded or is not that of the game it
    names."""
    try:
        loaded = point.load()
    except (ImportError, AttributeError) as error:
        raise Refused(f"the game {point.name!r} of {_package(point)} cannot be loaded: {error}") from error
    found = getattr(loaded, "SHEET", loaded)
    if not isinstance(found, Sheet) or found.name != point.name:
        raise Refused(f"{point.value} of {_package(point)} should hold the sheet of a game {point.name!r}; it does not")
    return found


def _package(point: EntryPoint) -> str:
    """Return the name of the package that an entry point belongs to, or the entry point's value if unknown."""
    return point.dist.name if point.dist is not None else point.value


def load(name: str, version: int | None = None) -> Make:
    """Return a function `(seats, options, edition)` that makes the game by the rules of `version`; `None` means
    the newest.

    The function fills in default options and raises `Refused` for options or editions that are not valid.
    `load_game` itself raises `Refused` for an unknown game and `NoSuchRules` for an unknown version.
    """
    newest = sheet(name)
    facts = newest if version is None else newest.of_version(version)

    def make(seats: int, options: Mapping[str, Any] | None = None, edition: Path | None = None) -> AnyGame:
        return facts.make(seats, facts.settle_options(seats, options or {}), edition)

    return make
