"""What a game's papers (rulebook, page about the edition) show of its numbers, each with its mark.

A rulebook is Markdown in which a number is followed by where it comes from, in a comment that readers of the file do
not see: `200<!--compensation--> F`. A page puts the edition's number and its mark in its place, so that an owner's
edition has its own rulebook. So it does with titles: `<!--names wine watch-->two wines and a watch<!--/-->` becomes the
titles, one after the other, where the edition has its own for any of them. `<!--ours pass-->` cites a ruling that is
ours alone where players are told it; nobody sees it on a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, get_args

from msgspec import Struct

from malle.core.edition import Edition, Mark
from malle.core.say import Text
from malle.core.titles import Naming


class Printed(Struct, frozen=True):
    """A value in a table."""

    text: Text
    path: str = ""
    """Of the edition file; empty: nothing that has a mark."""


class Listed(Struct, frozen=True):
    """A line of a table: what it is about, and its values in the order of the heads."""

    label: Text
    cells: tuple[Printed, ...]
    symbol: str = ""
    path: str = ""
    """Of the label, where it is a value itself."""


class Leaf(Struct, frozen=True):
    """A table of values. Without heads it is a list of single ones."""

    slug: str
    """As the rulebook names it where it has the table too: `<!--table tariff-->`."""
    title: Text
    rows: tuple[Listed, ...]
    heads: tuple[Text, ...] = ()
    """The first is that of the labels."""


class Derived(Struct, frozen=True):
    """A number that follows from others: it is as sure as the least sure of them."""

    value: int
    of: tuple[str, ...]
    """Paths of the edition file."""


class Known(Struct, frozen=True):
    """A number with its mark."""

    value: Any
    mark: Mark


class Paper(Protocol):
    """What a game says of its editions: a module with these functions."""

    def read(self, path: Path | None) -> Edition[Any]:
        """An edition file; None: the usual one."""

    def groups(self, edition: Edition[Any]) -> tuple[Leaf, ...]:
        """Every marked value of the file, in tables for people."""

    def derived(self, edition: Edition[Any]) -> Mapping[str, Derived]:
        """What the rulebook says besides that follows from the values."""

    def names(self, edition: Edition[Any]) -> tuple[Naming, ...]:
        """Everything in it that has a title, and the messages that say it. The game itself is called `game`."""


def facts(paper: Paper, edition: Edition[Any], seats: tuple[int, ...]) -> dict[str, Known]:
    """All numbers that a rulebook may name, by their names. How many may play, `players.4`, stands on the box."""
    found = {path: Known(value, edition.marks[path]) for path, value in edition.values.items()}
    found |= {f"players.{each}": Known(each, "given") for each in seats}
    for name, each in paper.derived(edition).items():
        found[name] = Known(each.value, weakest(edition.marks[path] for path in each.of))
    return found


_ORDER: tuple[Mark, ...] = get_args(Mark)


def weakest(marks: Any) -> Mark:
    """The least sure of some marks: given, deduced, reported, rebuilt."""
    return max(marks, key=_ORDER.index)
