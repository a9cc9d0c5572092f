"""The numbers of an edition for the rulebook and pages: tables of its values, and numbers that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from malle.core import Edition, Message, load_edition
from malle.core.editions.printed_numbers import DerivedNumber, TableCell, TableRow, ValueTable
from malle.core.editions.titles import TitledThing
from malle.games.chasse.edition import CLASSIC, Numbers

SINGLE_VALUES = ("rows", "plates", "most", "plate", "pawn", "standstill")
"""The values of an edition that are single numbers."""


def read_edition(path: Path | None) -> Edition[Numbers]:
    """Return the edition of a file; `None` means the classic edition.

    Raise `Refused` if the file is wrong.
    """
    return load_edition(path or CLASSIC, Numbers)


def value_tables(edition: Edition[Numbers]) -> tuple[ValueTable, ...]:
    """Return two tables. The first has the distances that pawns move, for each column of the board.

    The second has those single values that have a source mark, and then the start squares of both
    sides.
    """
    numbers = edition.data
    heads = tuple(Message(f"value-{head}") for head in ("column", "column-customs", "column-smugglers"))
    columns = tuple(
        TableRow(
            each.name.upper(),
            (
                TableCell(_join_numbers(each.customs), f"columns.{each.name}.customs"),
                TableCell(_join_numbers(each.smugglers), f"columns.{each.name}.smugglers"),
            ),
        )
        for each in numbers.columns
    )
    rest = [
        TableRow(Message(f"value-{name}"), (TableCell(str(getattr(numbers, name)), name),))
        for name in SINGLE_VALUES
        if name in edition.marks
    ]
    starts = [
        TableRow(Message(f"value-{name}"), (TableCell(" ".join(getattr(numbers, name)).upper(), name),))
        for name in ("customs", "smugglers")
    ]
    return (
        ValueTable("columns", Message("value-columns"), columns, heads),
        ValueTable("rest", Message("value-rest"), (*rest, *starts)),
    )


def derived_numbers(edition: Edition[Numbers]) -> Mapping[str, DerivedNumber]:
    """Return the numbers in the rulebook that are computed from the edition, by the name used in
    its text.

    They are the number of columns and pawns, certain rows of the board, and certain scores.
    """
    numbers = edition.data
    starts = [int(name[1:]) for name in (*numbers.customs, *numbers.smugglers)]
    guards, band = starts[: len(numbers.customs)], starts[len(numbers.customs) :]
    middle = (numbers.rows + 1) // 2
    return {
        "columns": DerivedNumber(numbers.width, ("rows",)),
        "pawns": DerivedNumber(len(numbers.smugglers), ("plates",)),  # the booklet gives thirteen a side
        "row.customs.first": DerivedNumber(min(guards), ("customs",)),
        "row.customs.last": DerivedNumber(max(guards), ("customs",)),
        "row.smugglers.first": DerivedNumber(min(band), ("smugglers",)),
        "row.smugglers.last": DerivedNumber(max(band), ("smugglers",)),
        "row.finish": DerivedNumber(1, ("plates",)),  # the finish line is given; the number 1 is ours
        "row.open": DerivedNumber(2, ("rows",)),
        "row.near": DerivedNumber((numbers.rows - 1) // 2 if numbers.rows % 2 else numbers.rows // 2, ("rows",)),
        "row.middle": DerivedNumber(middle, ("rows",)),
        "row.far": DerivedNumber(numbers.rows // 2 + 1 + numbers.rows % 2, ("rows",)),
        "two": DerivedNumber(numbers.pawn + 2 * numbers.plate, ("pawn", "plate")),
        "most.smuggler": DerivedNumber(
            numbers.plates * numbers.plate + len(numbers.customs) * numbers.pawn, ("plates", "plate", "pawn")
        ),
        "most.customs": DerivedNumber(numbers.plates * (numbers.plate + numbers.pawn), ("plates", "plate", "pawn")),
    }


def _join_numbers(values: tuple[int, ...]) -> str:
    """Return the numbers separated by spaces."""
    return " ".join(map(str, values))


def titled_things(edition: Edition[Numbers]) -> tuple[TitledThing, ...]:
    """Return the things of the edition that have a title: only the game itself."""
    return (TitledThing("game", ("title",)),)
