"""Response of a lesson's page: everything that the lesson shows, and where the learner is asked to act."""

from __future__ import annotations

from msgspec import Raw, Struct

from malle.core.message import Message


class Bubble(Struct, frozen=True, omit_defaults=True):
    """The text at one step of a lesson."""

    at: int
    """Index of the state at which it is said."""
    text: Message
    do: tuple[str, ...] = ()
    """Moves that the learner is asked to make, in notation. Each leads to the next state."""
    lit: str = ""
    """What the text is about: a name as scenes use it."""


class LessonScript(Struct, frozen=True):
    """A lesson ready to be shown. There is no table behind it: everything comes from the game's folder."""

    states: tuple[Raw, ...]
    """The `state` messages in order, as the learner sees them. A state with a setting begins another board."""
    bubbles: tuple[Bubble, ...]
