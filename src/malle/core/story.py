"""The story of a finished game: a summary shown under the result, once nothing is secret any more.

A game that has one names a function in its `GameInfo.story`. The function receives all events of the game, the
secret ones too, and is called only after the end has been shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from malle.core.game import Event
from malle.core.message import Message, Text
from malle.core.scene import Panel

GameEvents: TypeAlias = tuple[tuple[Event, ...], ...]
"""All events of a game, in one tuple for each log entry."""


class Fact(Struct, frozen=True, omit_defaults=True):
    """Something worth telling after a game, such as the most expensive lie or the best catch."""

    title: Text
    text: Text
    symbol: str = ""
    move: int = -1
    """The log entry that it is about, counted from 0 in `GameEvents`; -1 if none in particular."""


class Opinion(Struct, frozen=True):
    """How probable a robot thought a statement (such as "this declaration is a lie") when it acted
    on it, and whether the statement was true."""

    move: int
    """The log entry in which the robot acted, counted from 0 in `GameEvents`."""
    probability: float
    """The probability that the robot gave it, from 0 to 1."""
    was_true: bool
    fact: Fact
    """The opinion in words."""


class RowMark(Struct, frozen=True, omit_defaults=True):
    """One mark in a seat's row: a symbol for something that the seat did."""

    symbol: str
    label: Text
    """What the mark means. The same symbol always has the same label."""
    first: bool = False
    """A round begins with this mark; the client leaves a gap before it."""


class Story(Struct, frozen=True, omit_defaults=True):
    """What the events of a game add up to, as shown under the result. A part about which there is
    nothing to tell is empty."""

    slips: tuple[Panel, ...] = ()
    """By seat: a list of where the seat's final sum came from. Its lines add up to the total."""
    notes: tuple[Text, ...] = ()
    """By seat: a few words under the name, in the ranking."""
    facts: tuple[Fact, ...] = ()
    """Two to four facts, the best first."""
    rows: tuple[tuple[RowMark, ...], ...] = ()
    """By seat: marks for what it did, shown under its name. The page adds a key."""


def messages_of_story(story: Story) -> Iterator[Message]:
    """Return an iterator over the messages that a story shows. Plain strings, and messages that are
    arguments of another message, are left out."""
    texts: list[Text] = [*story.notes]
    for fact in story.facts:
        texts += (fact.title, fact.text)
    texts += [beat.label for row in story.rows for beat in row]
    for slip in story.slips:
        texts += (slip.title, slip.text, *(text for line in slip.lines for text in (line.text, line.sum)))
    return (text for text in texts if isinstance(text, Message))
