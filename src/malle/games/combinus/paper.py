"""The numbers that the rulebook and the page about the edition print: pieces and grid, and what follows from
them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from malle.core import Edition, Say, load_edition
from malle.core.paper import Derived, Leaf, Listed, Printed
from malle.core.titles import Naming
from malle.games.combinus.edition import CLASSIC, Numbers


def read(path: Path | None) -> Edition[Numbers]:
    """Read an edition file; `None` means the classic edition. `Refused` if the file is wrong."""
    return load_edition(path or CLASSIC, Numbers)


def groups(edition: Edition[Numbers]) -> tuple[Leaf, ...]:
    """Return all values of the edition as a single list."""
    numbers = edition.data
    rows = (
        Listed(Say("value-rows"), (Printed(str(numbers.rows), "rows"),)),
        Listed(Say("value-columns"), (Printed(str(numbers.columns), "columns"),)),
        Listed(Say("value-joker"), (Printed(str(int(numbers.joker)), "joker"),)),
        Listed(Say("value-fit"), (Printed(Say(f"value-fit-{numbers.fit}"), "fit"),)),
        Listed(Say("value-tiles"), (Printed(str(len(numbers.tiles)), "tiles"),)),
    )
    return (Leaf("rest", Say("value-rest"), rows),)


def derived(edition: Edition[Numbers]) -> Mapping[str, Derived]:
    """Return the number of tiles with the joker (`pieces`) and without it (`plain`), both derived from the
    size of the grid."""
    numbers = edition.data
    return {
        "pieces": Derived(len(numbers.names), ("rows", "columns")),  # the rules give one tile for each square
        "plain": Derived(len(numbers.tiles), ("rows", "columns")),
    }


def names(edition: Edition[Numbers]) -> tuple[Naming, ...]:
    """Return the game itself: nothing else in the box has a title."""
    return (Naming("game", ("title",)),)
