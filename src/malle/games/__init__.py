"""The games: ours, one folder each, listed here by hand, then those that other packages bring.

Delete a folder and its line, and everything else still works. A package brings a game by an entry point of the group
`malle.games`: its name is the game's slug, its value the module that holds `SHEET`, or the sheet itself
(`mygame = "my_package"`). docs/author.md tells how such a package is made.
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
"""The slugs of our own games, in the order of the shelf."""

GROUP = "malle.games"
"""The entry points by which other packages bring games."""
EXAMPLES = "malle.examples"
"""The entry points by which they say that a game is an example: a site offers it where the operator asks for it."""

Make = Callable[..., AnyGame]


def names() -> tuple[str, ...]:
    """The slugs of all games at hand: ours, then the others by name."""
    return (*GAMES, *_brought())


@cache
def examples() -> frozenset[str]:
    """The slugs of those that are examples."""
    return frozenset(point.name for point in entry_points(group=EXAMPLES)) & frozenset(_brought())


def listed(environment: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """The slugs that `malle games` lists: all, but examples only where `MALLE_EXAMPLES` is 1. Who names an example can
    play it without that."""
    return tuple(name for name in names() if name not in examples() or environment.get("MALLE_EXAMPLES") == "1")


def sheet(name: str) -> Sheet:
    """A game's fact sheet. `Refused` lists the games there are."""
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
    """The games of other packages, looked for once."""
    return brought(entry_points(group=GROUP))


def brought(points: Iterable[EntryPoint]) -> dict[str, EntryPoint]:
    """Entry points by the slug of their game, sorted. `Refused` if two games have one slug."""
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
    try:
        loaded = point.load()
    except (ImportError, AttributeError) as error:
        raise Refused(f"the game {point.name!r} of {_package(point)} cannot be loaded: {error}") from error
    found = getattr(loaded, "SHEET", loaded)
    if not isinstance(found, Sheet) or found.name != point.name:
        raise Refused(f"{point.value} of {_package(point)} should hold the sheet of a game {point.name!r}; it does not")
    return found


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value


def load(name: str, version: int | None = None) -> Make:
    """`load(name, version)(seats, options, edition)` makes a game; without a version, the newest rules."""
    newest = sheet(name)
    facts = newest if version is None else newest.of_version(version)

    def make(seats: int, options: Mapping[str, Any] | None = None, edition: Path | None = None) -> AnyGame:
        return facts.make(seats, facts.settle_options(seats, options or {}), edition)

    return make
