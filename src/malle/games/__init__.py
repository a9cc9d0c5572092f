"""The games: those of this project, one folder each, listed here by hand, then those that other packages
provide.

Delete a folder and its line, and everything else still works. A package provides a game by an entry point of
the group `malle.games`. The entry point's name is the game's slug; its value is the module that holds `GAME_INFO`,
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

from malle.core.errors import Refused
from malle.core.game import AnyGame
from malle.core.game_info import GameInfo

OWN_GAMES: tuple[str, ...] = ("declarer", "chasse", "combinus", "combinards")
"""The slugs of this project's games, in the order of the home page."""

GAMES_ENTRY_POINTS = "malle.games"
"""The entry point group by which other packages provide games."""
EXAMPLES_ENTRY_POINTS = "malle.examples"
"""The entry point group by which other packages mark a game as an example. A site offers examples
only if its operator asks for it."""

MakeGame = Callable[..., AnyGame]


def game_names() -> tuple[str, ...]:
    """Return the slugs of all installed games: this project's first, then the others by name."""
    return (*OWN_GAMES, *_plugin_entry_points())


@cache
def example_names() -> frozenset[str]:
    """Return the slugs of the installed games that their packages mark as examples. Computed
    once."""
    return frozenset(point.name for point in entry_points(group=EXAMPLES_ENTRY_POINTS)) & frozenset(
        _plugin_entry_points()
    )


def listed_names(environment: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Return the slugs that `malle games` lists. Examples are included only if `MALLE_EXAMPLES` is 1; they can
    always be played by name."""
    return tuple(
        name for name in game_names() if name not in example_names() or environment.get("MALLE_EXAMPLES") == "1"
    )


def load_game_info(name: str) -> GameInfo:
    """Return the `GameInfo` of a game. `Refused` if there is no such game, or if it cannot be loaded."""
    if name in OWN_GAMES:
        found = import_module(f"malle.games.{name}").GAME_INFO
    elif name in _plugin_entry_points():
        found = _load_plugin(_plugin_entry_points()[name])
    else:
        raise Refused(f"there is no game {name!r}; there are: {', '.join(game_names())}")
    assert isinstance(found, GameInfo)
    return found


@cache
def _plugin_entry_points() -> Mapping[str, EntryPoint]:
    """Return the entry points of other packages' games by slug. Computed once. `Refused` if two
    games have the same slug."""
    return entry_points_by_game(entry_points(group=GAMES_ENTRY_POINTS))


def entry_points_by_game(points: Iterable[EntryPoint]) -> dict[str, EntryPoint]:
    """Return entry points by the slug of their game, sorted. `Refused` if two games have the same slug."""
    found: dict[str, EntryPoint] = {}
    for point in sorted(points, key=lambda point: point.name):
        if point.name in OWN_GAMES or point.name in found:
            other = "Malle itself" if point.name in OWN_GAMES else _package_name(found[point.name])
            raise Refused(
                f"{_package_name(point)} and {other} both have a game {point.name!r}; uninstall one of the packages"
            )
        found[point.name] = point
    return found


def _load_plugin(point: EntryPoint) -> GameInfo:
    """Load the `GameInfo` of an entry point. `Refused` if it cannot be loaded, is no `GameInfo`, or
    has another name than the entry point."""
    try:
        loaded = point.load()
    except (ImportError, AttributeError) as error:
        raise Refused(f"the game {point.name!r} of {_package_name(point)} cannot be loaded: {error}") from error
    found = getattr(loaded, "GAME_INFO", loaded)
    if not isinstance(found, GameInfo) or found.name != point.name:
        raise Refused(
            f"{point.value} of {_package_name(point)} should hold the sheet of a game {point.name!r}; it does not"
        )
    return found


def _package_name(point: EntryPoint) -> str:
    """Return the name of the package that an entry point belongs to, or the entry point's value if unknown."""
    return point.dist.name if point.dist is not None else point.value


def load_game(name: str, version: int | None = None) -> MakeGame:
    """Return a function `(seats, options, edition)` that makes the game by the rules of `version`; `None` means
    the newest.

    The function fills in default options and raises `Refused` for options or editions that are not valid.
    `load_game` itself raises `Refused` for an unknown game and `NoSuchRules` for an unknown version.
    """
    newest = load_game_info(name)
    info = newest if version is None else newest.for_version(version)

    def make(seats: int, options: Mapping[str, Any] | None = None, edition: Path | None = None) -> AnyGame:
        return info.make_game(seats, info.complete_options(seats, options or {}), edition)

    return make
