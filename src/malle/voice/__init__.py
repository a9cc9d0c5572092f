"""Messages to the operator in their language: what a command did, or why it failed.

Every text is a message with arguments from the Fluent files in `words`. A command prints through
`operator_translator` with its `--lang`. Errors are printed at the end of the command, through `error_text`.
Nothing is loaded before the first translation, because workers read settings too and seldom print. Database
modules load it at start, so that it is there when the database fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from malle.core import MalleError, Refused, Say
from malle.core.say import Arg, Tell

FOLDER = Path(__file__).parent
REFUSED, NOT_YET = 2, 75
"""Exit codes: the operator must fix something; or the same command may succeed later, because a service
does not answer now."""


class Unready(Refused):
    """An error that keeps an instance or a command from running, with what the operator can do. `str()`
    gives it in English, for logs."""

    def __init__(self, key: str, args: Mapping[str, Arg] | None = None, *, code: int = REFUSED) -> None:
        """`key` and `args` are a message of this package; `exit_code` is that of a command that ends with
        this error."""
        self.said = Say(key, args or {})
        self.code = code
        """Exit code of a command that ends with this error."""
        super().__init__(teller("en")(self.said))


def teller(language: str) -> Tell:
    """Return the function that translates operator messages into this language."""
    from malle.words import Words

    return Words(FOLDER, language).say


def sentence(error: MalleError, language: str) -> str:
    """Return an error's text: translated for an `OperatorError`, else as it is."""
    return teller(language)(error.said) if isinstance(error, Unready) else str(error)


def tenths(number: float) -> dict[str, Arg]:
    """Return the arguments `whole` and `tenth` of a number rounded to one decimal. The message puts the
    decimal point or comma between them."""
    whole, _, tenth = f"{number:.1f}".partition(".")
    return {"whole": whole, "tenth": tenth}
