"""Choosing an action by typing: a number, the notation, or part of what it says, in any order."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from malle.core import Action


class Choice(Struct, frozen=True):
    """A legal action with its notation and what it says in the reader's language."""

    action: Action
    notation: str
    label: str


def match(text: str, choices: Sequence[Choice], shown: Sequence[Choice] = ()) -> list[Choice]:
    """The choices a text can mean; exactly one when it names one by notation, by all of its words, or by the number it
    has in the list that is shown. A number without a list means nothing: nobody should play what they have not seen."""
    typed = text.strip()
    if typed.isdecimal():
        return [shown[int(typed) - 1]] if 1 <= int(typed) <= len(shown) else []
    exact = [choice for choice in choices if typed.lower() == choice.notation]
    if exact:
        return exact
    wanted = Counter(_words(typed))
    found = [choice for choice in choices if wanted and not wanted - _said(choice)]
    # Among several, the one that says nothing but what was typed (and its verb and sum) is meant.
    best = min((_extra(choice, wanted) for choice in found), default=0)
    closest = [choice for choice in found if _extra(choice, wanted) == best]
    return closest if len(closest) == 1 and typed[-1:] != "?" else found


def _said(choice: Choice) -> Counter[str]:
    """Every word of label and notation, the larger count of each."""
    return Counter(_words(choice.label)) | Counter(_words(choice.notation))


def _extra(choice: Choice, wanted: Counter[str]) -> int:
    return len(_words(choice.notation)) + len(_words(choice.label)) - sum(wanted.values())


def _words(text: str) -> list[str]:
    """Plain lower-case words: no accents, no plural s, no sums in brackets."""
    bare = re.sub(r"\([^)]*\)", " ", text)
    plain = unicodedata.normalize("NFKD", bare.lower())
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    return [word.rstrip("s") or word for word in re.findall(r"\w+", letters)]
