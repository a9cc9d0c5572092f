"""Combinus on paper: its pieces and grid, and what the rulebook says that follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from malle.core import Edition, Say, load_edition
from malle.core.paper import Derived, Leaf, Listed, Printed
from malle.core.titles import Naming
from malle.games.combinus.edition import CLASSIC, Numbers


def read(path: Path | None) -> Edition[Numbers]:
    """An edition file; None: the usual one."""
    return load_edition(path or CLASSIC, Numbers)


def groups(edition: Edition[Numbers]) -> tuple[Leaf, ...]:
    """All of it is one list."""
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
    """How many pieces there are."""
    numbers = edition.data
    return {
        "pieces": Derived(len(numbers.names), ("rows", "columns")),  # so many squares, so many pieces: given
        "plain": Derived(len(numbers.tiles), ("rows", "columns")),
    }


def names(edition: Edition[Numbers]) -> tuple[Naming, ...]:
    """Nothing in the box has a title but the game."""
    return (Naming("game", ("title",)),)
