"""Choosing an action by typing its number, its notation, or some of its words in any order."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from malle.core import Action


class Choice(Struct, frozen=True):
    """A legal action, with its notation and its label in the reader's language."""

    action: Action
    notation: str
    label: str


def match(text: str, choices: Sequence[Choice], shown: Sequence[Choice] = ()) -> list[Choice]:
    """Return the actions that a typed text can mean. The list has one item if the text is an action's
    notation, all of its words, or its number in `shown`.

    A number outside of `shown` matches nothing, because players must see an action before they choose it by
    number. A text that ends in "?" lists all matches instead of the closest one."""
    typed = text.strip()
    if typed.isdecimal():
        return [shown[int(typed) - 1]] if 1 <= int(typed) <= len(shown) else []
    exact = [choice for choice in choices if typed.lower() == choice.notation]
    if exact:
        return exact
    wanted = Counter(_words(typed))
    found = [choice for choice in choices if wanted and not wanted - _said(choice)]
    # Of several matches, prefer the one with the fewest words that were not typed.
    best = min((_extra(choice, wanted) for choice in found), default=0)
    closest = [choice for choice in found if _extra(choice, wanted) == best]
    return closest if len(closest) == 1 and typed[-1:] != "?" else found


def _said(choice: Choice) -> Counter[str]:
    """Return the words of label and notation, each with the larger of its two counts."""
    return Counter(_words(choice.label)) | Counter(_words(choice.notation))


def _extra(choice: Choice, wanted: Counter[str]) -> int:
    """Return how many words of label and notation were not typed."""
    return len(_words(choice.notation)) + len(_words(choice.label)) - sum(wanted.values())


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case, without accents, final s and sums in brackets."""
    bare = re.sub(r"\([^)]*\)", " ", text)
    plain = unicodedata.normalize("NFKD", bare.lower())
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    return [word.rstrip("s") or word for word in re.findall(r"\w+", letters)]
