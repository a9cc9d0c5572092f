"""The story of a finished game: what is told under the result, once everything may be told.

A game that has one names a function in its fact sheet (`Sheet.story`). It is handed all events of the game, the secret
ones too, and is called only after the end has been shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from malle.core.contract import Event
from malle.core.say import Say, Text
from malle.core.scene import Panel

Heard: TypeAlias = tuple[tuple[Event, ...], ...]
"""All events of a game, move by move."""


class Fact(Struct, frozen=True, omit_defaults=True):
    """Something worth telling: the dearest lie, the best catch."""

    title: Text
    text: Text
    symbol: str = ""
    move: int = -1
    """The move that it is about, counted from 0 in what was heard; -1: no move in particular."""


class Opinion(Struct, frozen=True):
    """What a robot took for likely when it acted on it, and whether it was so."""

    move: int
    said: float
    true: bool
    fact: Fact
    """In words."""


class Beat(Struct, frozen=True, omit_defaults=True):
    """One mark in a row of them: something that a seat did, by its outline."""

    symbol: str
    label: Text
    """What the mark means: the same symbol has the same label."""
    first: bool = False
    """A round begins with it: a gap before it."""


class Story(Struct, frozen=True, omit_defaults=True):
    """What the events of a game add up to. What there is nothing to tell about is left out, not told as none."""

    slips: tuple[Panel, ...] = ()
    """By seat: where the sum came from. Its lines add up to its total."""
    notes: tuple[Text, ...] = ()
    """By seat: a few words under the name, in the ranking."""
    facts: tuple[Fact, ...] = ()
    """Two to four of them, the best first."""
    rows: tuple[tuple[Beat, ...], ...] = ()
    """By seat: what it did, mark by mark, under its name; the page has a key."""


def told(story: Story) -> Iterator[Say]:
    """Every message of a story."""
    texts: list[Text] = [*story.notes]
    for fact in story.facts:
        texts += (fact.title, fact.text)
    texts += [beat.label for row in story.rows for beat in row]
    for slip in story.slips:
        texts += (slip.title, slip.text, *(text for line in slip.lines for text in (line.text, line.sum)))
    return (text for text in texts if isinstance(text, Say))
