"""Messages: texts for people, before they have a language.

Rules and drawings make a `Message`: a key of the game's word files, and arguments. It is the same for all
readers. The client, the terminal and the pictures translate it with Fluent files in the game's folder. A
`PlayerRef` stands for a seat, so that a sentence says "you" to one reader and a name to another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from malle.core.game import Over


class PlayerRef(Struct, frozen=True, tag_field="$", tag="w", rename={"seat": "n"}):
    """A seat inside a sentence: its player's name, or "you" if the reader sits there."""

    seat: int


class Message(Struct, frozen=True, omit_defaults=True, tag_field="$", tag="s", rename={"key": "k", "args": "a"}):
    """A message of the game's word files: the key it has there, and its arguments. A tuple of
    messages as an argument becomes a list in the sentence."""

    key: str
    args: Mapping[str, MessageArg] = {}

    def __hash__(self) -> int:
        """Hash by key and arguments, so that a message can be an argument of a cached fragment."""
        return hash((self.key, frozenset(self.args.items())))


MessageArg: TypeAlias = int | str | PlayerRef | Message | tuple[Message, ...]

Text: TypeAlias = str | Message
"""Text for readers: a message, or a string that is the same in every language (a number, the name of a square).

It may contain `**strong**` and `[thing](ref)`.
"""

Translate = Callable[[Message], str]
"""Translates a message into a sentence of the reader's language."""


@cache
def slug_of_class(kind: type) -> str:
    """Return a class name as word files and notation spell it: `OfficerDrawn` becomes `officer-drawn`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def ending_message(over: Over) -> Message:
    """Return the message `over-<over.why>`, which says how a game ended and who won.

    Its arguments are `winners` (a list of names), `n` (how many) and `winner` (the first of them,
    for "you").
    """
    winners = [seat for seat, place in enumerate(over.places) if place == 1]
    names = tuple(Message("name", {"seat": PlayerRef(seat)}) for seat in winners)
    return Message(f"over-{over.why}", {"winners": names, "n": len(winners), "winner": PlayerRef(winners[0])})
