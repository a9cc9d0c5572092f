"""The numbers of an edition for the rulebook and pages: tables of its values, and numbers that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from malle.core import Edition, Say, load_edition
from malle.core.paper import Derived, Leaf, Listed, Printed
from malle.core.titles import Naming
from malle.games.chasse.edition import CLASSIC, Numbers

REST = ("rows", "plates", "most", "plate", "pawn", "standstill")
"""The values of an edition that are single numbers."""


def read(path: Path | None) -> Edition[Numbers]:
    """Return the edition of a file; `None` means the classic edition. Raises `Refused` if the file is wrong."""
    return load_edition(path or CLASSIC, Numbers)


def groups(edition: Edition[Numbers]) -> tuple[Leaf, ...]:
    """Return two tables: the numbers of the columns; the single values that have a source mark, and the start
    squares."""
    numbers = edition.data
    heads = tuple(Say(f"value-{head}") for head in ("column", "column-customs", "column-smugglers"))
    columns = tuple(
        Listed(
            each.name.upper(),
            (
                Printed(_list(each.customs), f"columns.{each.name}.customs"),
                Printed(_list(each.smugglers), f"columns.{each.name}.smugglers"),
            ),
        )
        for each in numbers.columns
    )
    rest = [
        Listed(Say(f"value-{name}"), (Printed(str(getattr(numbers, name)), name),))
        for name in REST
        if name in edition.marks
    ]
    starts = [
        Listed(Say(f"value-{name}"), (Printed(" ".join(getattr(numbers, name)).upper(), name),))
        for name in ("customs", "smugglers")
    ]
    return (
        Leaf("columns", Say("value-columns"), columns, heads),
        Leaf("rest", Say("value-rest"), (*rest, *starts)),
    )


def derived(edition: Edition[Numbers]) -> Mapping[str, Derived]:
    """Return the numbers that the rulebook derives from the values: columns, pawns, special rows and highest
    scores."""
    numbers = edition.data
    starts = [int(name[1:]) for name in (*numbers.customs, *numbers.smugglers)]
    guards, band = starts[: len(numbers.customs)], starts[len(numbers.customs) :]
    middle = (numbers.rows + 1) // 2
    return {
        "columns": Derived(numbers.width, ("rows",)),
        "pawns": Derived(len(numbers.smugglers), ("plates",)),  # the booklet gives thirteen a side
        "row.customs.first": Derived(min(guards), ("customs",)),
        "row.customs.last": Derived(max(guards), ("customs",)),
        "row.smugglers.first": Derived(min(band), ("smugglers",)),
        "row.smugglers.last": Derived(max(band), ("smugglers",)),
        "row.finish": Derived(1, ("plates",)),  # the finish line is given; the number 1 is ours
        "row.open": Derived(2, ("rows",)),
        "row.near": Derived((numbers.rows - 1) // 2 if numbers.rows % 2 else numbers.rows // 2, ("rows",)),
        "row.middle": Derived(middle, ("rows",)),
        "row.far": Derived(numbers.rows // 2 + 1 + numbers.rows % 2, ("rows",)),
        "two": Derived(numbers.pawn + 2 * numbers.plate, ("pawn", "plate")),
        "most.smuggler": Derived(
            numbers.plates * numbers.plate + len(numbers.customs) * numbers.pawn, ("plates", "plate", "pawn")
        ),
        "most.customs": Derived(numbers.plates * (numbers.plate + numbers.pawn), ("plates", "plate", "pawn")),
    }


def _list(values: tuple[int, ...]) -> str:
    """Return the numbers separated by spaces."""
    return " ".join(map(str, values))


def names(edition: Edition[Numbers]) -> tuple[Naming, ...]:
    """Return the things of the edition that have a title: only the game itself."""
    return (Naming("game", ("title",)),)
