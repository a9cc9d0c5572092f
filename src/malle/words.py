"""Sentences in a reader's language, from the Fluent files of a game and of the house.

A seat in a sentence is `{ $seat }`, its player's name; `{ $seat_you -> [yes] … *[no] … }` tells whether it is the
reader. Lists are joined by the language's commas. Files: `words/<language>.ftl` here and in each game's folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

from malle.core import Arg, Refused, Say, Viewer, Who

LANGUAGES = ("fr", "en")
"""Complete at every commit; the first is the default."""

HOUSE = Path(__file__).parent / "lang"


class Words:
    """The words of one game in one language, as one viewer reads them. With HOUSE as folder, the house's alone."""

    def __init__(
        self,
        folder: Path,
        language: str,
        *,
        names: Sequence[str] = (),
        viewer: Viewer = None,
        marked: bool = False,
    ) -> None:
        self._folder = folder
        self._bundle = _bundle(folder, language)
        self.language = language
        self.names = tuple(names)
        self.viewer = viewer
        self._mentions: dict[int, str] = {}
        self.marked = marked
        """For a screen: names are refs to their seats, and whatever looks like a mark in them is escaped."""

    def has(self, key: str) -> bool:
        """Is there a message of that name?"""
        return bool(self._bundle.has_message(key))

    def say(self, said: Say) -> str:
        """The sentence. A missing message or argument raises `Refused`: tests find it, no reader ever should."""
        if not self.has(said.key):
            raise Refused(f"{self.language}: there is no message {said.key!r}")
        return _format(self._folder, self.language, said.key, tuple(self._arguments(said.args).items()))

    def name(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self.names[seat] if seat < len(self.names) else self.say(Say("seat", {"number": seat + 1}))

    def _arguments(self, args: Mapping[str, Arg]) -> dict[str, int | str]:
        found: dict[str, int | str] = {}
        for key, value in args.items():
            if isinstance(value, Who):
                found[key] = self._mention(value.seat)
                found[f"{key}_you"] = "yes" if value.seat == self.viewer else "no"
            elif isinstance(value, Say):
                found[key] = self.say(value)
            elif isinstance(value, tuple):
                found[key] = ", ".join(map(self.say, value))
            else:
                found[key] = value
        return found

    def _mention(self, seat: int) -> str:
        """A player's name inside a sentence, made once: almost every sentence has one."""
        found = self._mentions.get(seat)
        if found is None:
            name = self.name(seat)
            found = self._mentions[seat] = f"[{_escape(name)}](seat-{seat + 1})" if self.marked else name
        return found


def _escape(name: str) -> str:
    return re.sub(r"([\\*\[\]])", r"\\\1", name)


@lru_cache(maxsize=64)
def _bundle(folder: Path, language: str) -> FluentBundle:
    if language not in LANGUAGES:
        raise Refused(f"there are no words in {language!r}; there are: {', '.join(LANGUAGES)}")
    bundle = FluentBundle([language], use_isolating=False)
    for source in (HOUSE, *([] if folder == HOUSE else [folder / "words"])):
        bundle.add_resource(FluentResource((source / f"{language}.ftl").read_text("utf-8")))
    return bundle


@lru_cache(maxsize=20_000)
def _format(folder: Path, language: str, key: str, args: tuple[tuple[str, int | str], ...]) -> str:
    """One message with plain arguments. Kept, because a table says the same few thousand things all day."""
    bundle = _bundle(folder, language)
    pattern = bundle.get_message(key).value
    assert pattern is not None, f"{key} has attributes only"
    text, errors = bundle.format_pattern(pattern, dict(args))
    if errors:
        raise Refused(f"{language}: {key}: {errors[0]!r}")
    return str(text)
