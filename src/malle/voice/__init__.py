"""What the command says to whoever keeps a house, in their language: messages in `words`, as everywhere.

Whatever a host reads is a key with arguments, and is said in one place: what a command does, by the teller of its
`--lang`; why it does not, by `sentence` where the command ends. Nothing is loaded before somebody asks for a teller,
since workers read settings too, and seldom speak; a database has one from the start, for the day on which it is away.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from malle.core import MalleError, Refused, Say
from malle.core.say import Arg, Tell

FOLDER = Path(__file__).parent
REFUSED, NOT_YET = 2, 75
"""Exit codes: somebody has to mend something; or the same command may do later, since something does not answer now."""


class Unready(Refused):
    """Something keeps a house from being run: what it is, and what to do. As a string it is English, for logs."""

    def __init__(self, key: str, args: Mapping[str, Arg] | None = None, *, code: int = REFUSED) -> None:
        self.said = Say(key, args or {})
        self.code = code
        """The exit code of a command that says it."""
        super().__init__(teller("en")(self.said))


def teller(language: str) -> Tell:
    """Says messages in a language."""
    from malle.words import Words

    return Words(FOLDER, language).say


def sentence(error: MalleError, language: str) -> str:
    """An error as a host reads it: in their language if it has words for hosts, else as it is."""
    return teller(language)(error.said) if isinstance(error, Unready) else str(error)


def tenths(number: float) -> dict[str, Arg]:
    """A number with one digit after the point, or the comma: the message writes it between `whole` and `tenth`."""
    whole, _, tenth = f"{number:.1f}".partition(".")
    return {"whole": whole, "tenth": tenth}
