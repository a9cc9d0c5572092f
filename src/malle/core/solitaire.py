"""A game for one: a page that works by itself once it was opened, and a few questions that a server answers.

A game that has one names it in its sheet. The page is the game's own (`solitaire/page/page.tsx` in its folder, built
with the client); the server knows nothing of it but these functions.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Protocol

from malle.core.say import Tell


class Solitaire(Protocol):
    """What a game for one tells the server: a module with these functions, all pure."""

    def page(self, tell: Tell) -> Any:
        """All that the page needs to be played without a server, as plain values in the reader's language."""

    def of_day(self, day: date) -> str:
        """The name of the task of a day, the same for everyone."""

    def is_solved(self, name: str, answer: str) -> bool:
        """Does this answer solve the task of that name? `Refused` if one of them cannot be read."""

    def ask(self, question: bytes) -> Any:
        """The answer to a question of the page. May take seconds and leans on optional libraries: `Refused` says
        which is missing. The caller keeps it off the event loop."""
