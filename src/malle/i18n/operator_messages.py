"""Messages to the operator in their language: what a command did, or why it failed.

Every text is a message with arguments from the Fluent files in `words`. A command prints through
`operator_translator` with its `--lang`. Errors are printed at the end of the command, through `error_text`.
Nothing is loaded before the first translation, because workers read settings too and seldom print. Database
modules load it at start, so that it is there when the database fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from malle.core import MalleError, Message, Refused
from malle.core.message import MessageArg, Translate

MESSAGES_FOLDER = Path(__file__).parent / "operator"
EXIT_REFUSED, EXIT_RETRY_LATER = 2, 75
"""Exit codes: the operator must fix something; or the same command may succeed later, because a service
does not answer now."""


class OperatorError(Refused):
    """An error that keeps an instance or a command from running, with what the operator can do. `str()`
    gives it in English, for logs."""

    def __init__(
        self, key: str, args: Mapping[str, MessageArg] | None = None, *, exit_code: int = EXIT_REFUSED
    ) -> None:
        """`key` and `args` are a message of `MESSAGES_FOLDER`. `exit_code` is that of a command
        that ends with this error."""
        self.message = Message(key, args or {})
        self.exit_code = exit_code
        """Exit code of a command that ends with this error."""
        super().__init__(operator_translator("en")(self.message))


def operator_translator(language: str) -> Translate:
    """Return the function that translates operator messages into this language."""
    from malle.i18n.translations import Translator

    return Translator(MESSAGES_FOLDER, language).translate


def error_text(error: MalleError, language: str) -> str:
    """Return an error's text: translated for an `OperatorError`, else as it is."""
    return operator_translator(language)(error.message) if isinstance(error, OperatorError) else str(error)


def one_decimal(number: float) -> dict[str, MessageArg]:
    """Return the arguments `whole` and `tenth` of a number rounded to one decimal, for a message.
    The message puts the decimal point or comma between the two."""
    whole, _, tenth = f"{number:.1f}".partition(".")
    return {"whole": whole, "tenth": tenth}
