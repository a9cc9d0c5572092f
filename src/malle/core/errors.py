"""What can go wrong, by whose doing. The slug is the code on the wire; the sentence is for people."""

from __future__ import annotations

from typing import ClassVar


class MalleError(Exception):
    """Something went wrong."""

    slug: ClassVar[str] = "error"

    def __init__(self, sentence: str = "") -> None:
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
