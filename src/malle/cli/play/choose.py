"""Choosing an action by typing its number, its notation, or some of its words in any order."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from malle.core import Action


class ListedAction(Struct, frozen=True):
    """A legal action from which a person chooses in the terminal, with its notation and its
    label in the person's language."""

    action: Action
    notation: str
    label: str


def find_matches(
    typed_text: str, choices: Sequence[ListedAction], shown: Sequence[ListedAction] = ()
) -> list[ListedAction]:
    """Return the actions that a typed text can mean. A number means that action in `shown`, counted
    from 1; an action's notation means that action. Other words mean all actions that contain them
    in any order, or only the closest one, if one has fewer further words than all others.

    A number outside of `shown` matches nothing, because players must see an action before they
    choose it by number. A text that ends in "?" lists all matches instead of the closest one. An
    empty text matches nothing."""
    typed = typed_text.strip()
    if typed.isdecimal():
        return [shown[int(typed) - 1]] if 1 <= int(typed) <= len(shown) else []
    same_notation = [choice for choice in choices if typed.lower() == choice.notation]
    if same_notation:
        return same_notation
    typed_words = Counter(_plain_words(typed))
    matches = [choice for choice in choices if typed_words and not typed_words - _word_counts(choice)]
    # Of several matches, prefer the one with the fewest words that were not typed.
    fewest_untyped = min((_untyped_word_count(choice, typed_words) for choice in matches), default=0)
    closest = [choice for choice in matches if _untyped_word_count(choice, typed_words) == fewest_untyped]
    return closest if len(closest) == 1 and typed[-1:] != "?" else matches


def _word_counts(choice: ListedAction) -> Counter[str]:
    """Return how often each word occurs in an action's label or in its notation, whichever has
    it more often."""
    return Counter(_plain_words(choice.label)) | Counter(_plain_words(choice.notation))


def _untyped_word_count(choice: ListedAction, typed_words: Counter[str]) -> int:
    """Return how many words of an action's label and notation together remain beside those
    typed. The lower the number, the closer the match."""
    return len(_plain_words(choice.notation)) + len(_plain_words(choice.label)) - sum(typed_words.values())


def _plain_words(text: str) -> list[str]:
    """Return the words of a text for comparison: in lower case, without accents and without s at
    the end. Anything in round brackets is left out."""
    bare = re.sub(r"\([^)]*\)", " ", text)
    plain = unicodedata.normalize("NFKD", bare.lower())
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    return [word.rstrip("s") or word for word in re.findall(r"\w+", letters)]
