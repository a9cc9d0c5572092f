"""What people are called: cleaned in one place, whichever way a name comes in."""

from __future__ import annotations

from malle.core import Refused

LONGEST = 30
"""Letters of a name."""


def clean_name(text: str) -> str:
    """A name as it is kept and shown to others, in one line: no controls, no marks that turn the direction of what
    follows, no more blanks than needed. Nothing may be left of it."""
    line = " ".join(text.split())
    return " ".join("".join(each for each in line if each.isprintable()).split())[:LONGEST].rstrip()


def need_name(text: str) -> str:
    """The same, where there must be one."""
    name = clean_name(text)
    if not name:
        raise Refused("a name needs a letter that can be seen")
    return name
