"""What is said to people, before it has a language.

Rules and drawings make a `Say`; the words of a language (Fluent files in the game's folder) turn it into a
sentence. A seat is named by `Who`, so that a sentence can say "you" to one reader and a name to another.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from msgspec import Struct

from malle.core.contract import Over


class Who(Struct, frozen=True, tag=True):
    """A seat inside a sentence: its player's name, or "you" for the reader himself."""

    seat: int


class Say(Struct, frozen=True, tag=True):
    """A message of the game's word files with its arguments. A tuple of arguments becomes a list joined by commas."""

    key: str
    args: dict[str, Arg] = {}


Arg = int | str | Who | Say | tuple[Say, ...]

Tell = Callable[[Say], str]
"""Turns a `Say` into a sentence of the reader's language."""


@cache
def slug(kind: type) -> str:
    """The name of a type as word files spell it: `OfficerDrawn` is `officer-drawn`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def ending(over: Over) -> Say:
    """How a game ended and who won: `over-<why>` with the winners' names and number, and one `winner` for "you"."""
    winners = [seat for seat, place in enumerate(over.places) if place == 1]
    names = tuple(Say("name", {"seat": Who(seat)}) for seat in winners)
    return Say(f"over-{over.why}", {"winners": names, "n": len(winners), "winner": Who(winners[0])})
