"""The exceptions of this package, by cause. Each class's docstring is also its default sentence for people."""

from __future__ import annotations

from typing import ClassVar


class MalleError(Exception):
    """Something went wrong."""

    slug: ClassVar[str] = "error"
    """The error's code in messages between client and server."""

    def __init__(self, sentence: str = "") -> None:
        """Use `sentence` as the text; if it is empty, the docstring of the class."""
        super().__init__(sentence or (type(self).__doc__ or "").strip())


class Malformed(MalleError, ValueError):
    """This could not be read."""

    slug = "malformed"


class Illegal(MalleError, ValueError):
    """The rules do not allow this now."""

    slug = "illegal"


class NotYourTurn(Illegal):
    """This seat is not awaited."""

    slug = "not-your-turn"


class Stale(MalleError):
    """The game has moved on since this was chosen."""

    slug = "stale"


class Refused(MalleError, ValueError):
    """A record, an edition or an option is not what it should be."""

    slug = "refused"


class NoSuchRules(Refused):
    """This was begun on rules that are not here."""

    slug = "no-such-rules"


class Bug(MalleError):
    """Malle broke its own rules. Please report it: no player is to blame."""

    slug = "bug"
