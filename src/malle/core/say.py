"""What is said to people, before it has a language.

Rules and drawings make a `Say`: the name of a message and its arguments. It travels as it is, the same for all
readers, and whoever shows it (the client, the terminal, a picture) turns it into a sentence with the words of a
language, Fluent files in the game's folder. A seat is named by `Who`, so that a sentence says "you" to one reader and a
name to another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from malle.core.contract import Over


class Who(Struct, frozen=True, tag_field="$", tag="w", rename={"seat": "n"}):
    """A seat inside a sentence: its player's name, or "you" for the reader themselves."""

    seat: int


class Say(Struct, frozen=True, omit_defaults=True, tag_field="$", tag="s", rename={"key": "k", "args": "a"}):
    """A message of the game's word files with its arguments. A tuple of messages becomes a list."""

    key: str
    args: Mapping[str, Arg] = {}

    def __hash__(self) -> int:
        """By key and arguments: a message may be the argument of a piece."""
        return hash((self.key, frozenset(self.args.items())))


Arg: TypeAlias = int | str | Who | Say | tuple[Say, ...]

Text: TypeAlias = str | Say
"""What a reader reads: a message, or what is the same in every language (a number, the name of a square). Inside of it
`**strong**` and `[thing](ref)`."""

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
