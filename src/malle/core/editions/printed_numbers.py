"""What a game's pages (rulebook, page about the edition) print of its numbers, each with its source mark.

A rulebook is Markdown. A number in it is followed by a comment that says where it comes from:
`200<!--compensation--> F`. A page replaces the number by the edition's value and mark, so that a custom edition
has its own rulebook. Titles work the same way: `<!--names wine watch-->two wines and a watch<!--/-->` becomes
the titles, one after the other, if the edition has its own title for any of them. `<!--ours pass-->` cites a
ruling that this project made itself, where the rulebook states it; pages do not show the comment.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, get_args

from msgspec import Struct

from malle.core.editions.edition import Edition, SourceMark
from malle.core.editions.titles import TitledThing
from malle.core.message import Text


class TableCell(Struct, frozen=True):
    """A value in a `ValueTable`, as people read it."""

    text: Text
    path: str = ""
    """The value's path in the edition file; empty if the value has no source mark."""


class TableRow(Struct, frozen=True):
    """A row of a table: a label, and its values in the order of the column heads."""

    label: Text
    cells: tuple[TableCell, ...]
    symbol: str = ""
    path: str = ""
    """The label's path in the edition file, if the label is a value itself; otherwise empty."""


class ValueTable(Struct, frozen=True):
    """A table of an edition's values, for the rulebook and the page about the edition. Without
    heads it is a list of single values."""

    slug: str
    """The table's name, as a rulebook cites it: `<!--table tariff-->`."""
    title: Text
    rows: tuple[TableRow, ...]
    heads: tuple[Text, ...] = ()
    """The column heads. The first belongs to the labels."""


class DerivedNumber(Struct, frozen=True):
    """A number that follows from other values of an edition. It is only as sure as the least sure
    of them."""

    value: int
    sources: tuple[str, ...]
    """Paths, in the edition file, of the values that it follows from."""


class MarkedNumber(Struct, frozen=True):
    """A number of an edition with its source mark, as `rulebook_numbers` returns it."""

    value: Any
    mark: SourceMark


class EditionInfo(Protocol):
    """What a game prints about its editions. A game implements it as a module with the functions
    below."""

    def read_edition(self, path: Path | None) -> Edition[Any]:
        """Read an edition file; `None` means the usual edition. `Refused` for the reasons of
        `load_edition`."""

    def value_tables(self, edition: Edition[Any]) -> tuple[ValueTable, ...]:
        """Return every marked value of the edition, in tables for people."""

    def derived_numbers(self, edition: Edition[Any]) -> Mapping[str, DerivedNumber]:
        """Return the numbers, by name, that the rulebook derives from the values."""

    def titled_things(self, edition: Edition[Any]) -> tuple[TitledThing, ...]:
        """Return everything in the edition that may have a title, with the messages that say it.
        The game itself is named `game`."""


def rulebook_numbers(
    edition_info: EditionInfo, edition: Edition[Any], seats: tuple[int, ...]
) -> dict[str, MarkedNumber]:
    """Return all numbers that a rulebook may name, by name: marked values, derived numbers and `players.<n>`.

    `players.4` exists if 4 is one of `seats`; its mark is `given`, because it is printed on the box.
    """
    numbers = {path: MarkedNumber(value, edition.marks[path]) for path, value in edition.values.items()}
    numbers |= {f"players.{each}": MarkedNumber(each, "given") for each in seats}
    for name, each in edition_info.derived_numbers(edition).items():
        numbers[name] = MarkedNumber(each.value, least_sure_mark(edition.marks[path] for path in each.sources))
    return numbers


_SUREST_FIRST: tuple[SourceMark, ...] = get_args(SourceMark)


def least_sure_mark(marks: Any) -> SourceMark:
    """Return the least sure of some marks. From the surest to the least sure they are `given`,
    `deduced`, `reported` and `rebuilt`. `ValueError` if there are no marks."""
    return max(marks, key=_SUREST_FIRST.index)
