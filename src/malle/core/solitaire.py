"""The interface of a solitaire: a page that works offline once it is open, and a few questions that a server
answers.

A game names its solitaire in its `GameInfo`. The page is the game's own (`solitaire/page/page.tsx` in its
folder, built with the client). The server knows nothing about it but these functions.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Protocol

from malle.core.message import Translate


class Solitaire(Protocol):
    """What the server needs of a solitaire: its page's data, the task of a day, a check of an
    answer, and answers to the page's questions. A game implements it as a module with these
    functions, all pure."""

    def page_data(self, translate: Translate) -> Any:
        """Return all that the page needs to be played without a server, as plain values in the reader's
        language."""

    def task_of_day(self, day: date) -> str:
        """Return the name of the task of a day. It is the same for everybody."""

    def is_solved(self, name: str, answer: str) -> bool:
        """Return whether `answer` solves the task `name`. `Refused` if either cannot be read."""

    def answer_question(self, question: bytes) -> Any:
        """Return the answer to a question that the page sends (`question`, in a form of the game's
        own), as plain values.

        It may take seconds, so call it outside the event loop. It may need optional libraries:
        `Refused` says which is missing.
        """
