"""The numbers that the rulebook and the page about the edition print: pieces and grid, and what follows from
them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from malle.core import Edition, Message, load_edition
from malle.core.editions.printed_numbers import DerivedNumber, TableCell, TableRow, ValueTable
from malle.core.editions.titles import TitledThing
from malle.games.combinus.edition import CLASSIC, Numbers


def read_edition(path: Path | None) -> Edition[Numbers]:
    """Read an edition file; `None` means the classic edition. Raise `Refused` if the file is
    wrong."""
    return load_edition(path or CLASSIC, Numbers)


def value_tables(edition: Edition[Numbers]) -> tuple[ValueTable, ...]:
    """Return all values of the edition as a single list."""
    numbers = edition.data
    rows = (
        TableRow(Message("value-rows"), (TableCell(str(numbers.rows), "rows"),)),
        TableRow(Message("value-columns"), (TableCell(str(numbers.columns), "columns"),)),
        TableRow(Message("value-joker"), (TableCell(str(int(numbers.joker)), "joker"),)),
        TableRow(Message("value-fit"), (TableCell(Message(f"value-fit-{numbers.fit}"), "fit"),)),
        TableRow(Message("value-tiles"), (TableCell(str(len(numbers.tiles)), "tiles"),)),
    )
    return (ValueTable("rest", Message("value-rest"), rows),)


def derived_numbers(edition: Edition[Numbers]) -> Mapping[str, DerivedNumber]:
    """Return the number of tiles with the joker (`pieces`) and without it (`plain`), by name.
    Both follow from the size of the grid."""
    numbers = edition.data
    return {
        "pieces": DerivedNumber(
            len(numbers.tile_names), ("rows", "columns")
        ),  # the rules give one tile for each square
        "plain": DerivedNumber(len(numbers.tiles), ("rows", "columns")),
    }


def titled_things(edition: Edition[Numbers]) -> tuple[TitledThing, ...]:
    """Return the game itself: nothing else in the box has a title."""
    return (TitledThing("game", ("title",)),)
