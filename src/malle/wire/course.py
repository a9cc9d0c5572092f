"""What a lesson's page is answered: all that is shown in it, and where the learner is asked something."""

from __future__ import annotations

from msgspec import Raw, Struct

from malle.core.say import Say


class Bubble(Struct, frozen=True, omit_defaults=True):
    """What is said at a step of a lesson."""

    at: int
    """The state it is said at, by its number in the course."""
    text: Say
    do: tuple[str, ...] = ()
    """The moves that the learner is asked for, in notation; each leads to the next state."""
    lit: str = ""
    """What it is about, as scenes name it."""


class Course(Struct, frozen=True):
    """A lesson, ready to be walked through. No table is behind it: everything here is in the game's folder."""

    states: tuple[Raw, ...]
    """A `state` each, as the learner sees it. One with a setting begins another board."""
    bubbles: tuple[Bubble, ...]
