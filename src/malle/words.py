"""Sentences in a reader's language, from the Fluent files of a game and of the house.

A seat in a sentence is `{ $seat }`, its player's name; `{ $seat_you -> [yes] … *[no] … }` tells whether it is the
reader. Lists are joined by commas, their last two by `list-last`. Files: `lang/<language>.ftl` here,
`words/<language>.ftl` in each game's folder. The client says the same messages from the same files, to the letter
(`client/src/speaker.ts`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from babel import Locale
from fluent.runtime import FluentBundle
from fluent.runtime.resolver import CurrentEnvironment, ResolverEnvironment
from fluent.runtime.types import FluentInt
from fluent.syntax import FluentParser
from fluent.syntax.ast import Resource

from malle.core import Refused, Say, Viewer, Who, encode
from malle.core.titles import LANGUAGES as LANGUAGES

T = TypeVar("T")

HOUSE = Path(__file__).parent / "lang"


class Words:
    """The words of one game in one language, as one viewer reads them. With HOUSE as folder, the house's alone.
    `laid_over` are messages in Fluent that take the place of the game's: an edition's own names for things."""

    def __init__(
        self,
        folder: Path,
        language: str,
        *,
        names: Sequence[str] = (),
        viewer: Viewer = None,
        marked: bool = False,
        laid_over: str = "",
    ) -> None:
        self._book = _book(folder, language, laid_over)
        self.language = language
        self.names = tuple(names)
        self.viewer = viewer
        self._mentions: dict[int, str] = {}
        self.marked = marked
        """For a screen: names are refs to their seats, and whatever looks like a mark in them is escaped."""

    def has(self, key: str) -> bool:
        """Is there a message of that name?"""
        return self._book.has(key)

    def say(self, said: Say) -> str:
        """The sentence. A missing message or argument raises `Refused`: tests find it, no reader ever should."""
        if not said.args:
            return self._book.sentence(said.key, ())
        inserts: dict[str, str] = {}
        choices: list[Choice] = []
        for name, value in said.args.items():
            if isinstance(value, int | str):
                choices.append((name, value))
            elif isinstance(value, Who):
                inserts[name] = self._mention(value.seat)
                choices.append((f"{name}_you", "yes" if value.seat == self.viewer else "no"))
            else:
                inserts[name] = self.say(value) if isinstance(value, Say) else self._listed(value)
        if not inserts:
            return self._book.sentence(said.key, tuple(choices))
        return self._put(said.key, tuple(choices), inserts)

    def _put(self, key: str, choices: tuple[Choice, ...], inserts: Mapping[str, str]) -> str:
        pieces = list(self._book.pieces(key, choices, tuple(inserts)))
        for place in range(1, len(pieces), 2):
            pieces[place] = inserts[pieces[place]]
        return "".join(pieces)

    def _listed(self, things: tuple[Say, ...]) -> str:
        said = list(map(self.say, things))
        if len(said) < 2:
            return "".join(said)
        return self._put("list-last", (), {"first": ", ".join(said[:-1]), "last": said[-1]})

    def speak(self, drawn: object, kind: type[T]) -> T:
        """Something drawn, with a sentence in place of every message in it, as a client shows it."""
        return msgspec.convert(self._spoken(msgspec.json.decode(encode(drawn))), kind)

    def _spoken(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._spoken(each) for each in value]
        if not isinstance(value, dict):
            return value
        if value.get("$") == "s":
            return self.say(msgspec.convert(value, Say))
        return {name: self._spoken(each) for name, each in value.items()}

    def name(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self.names[seat] if seat < len(self.names) else self.say(Say("seat", {"number": seat + 1}))

    def _mention(self, seat: int) -> str:
        """A player's name inside a sentence, made once: almost every sentence has one."""
        found = self._mentions.get(seat)
        if found is None:
            name = self.name(seat)
            found = self._mentions[seat] = f"[{_escape(name)}](seat-{seat + 1})" if self.marked else name
        return found


def _escape(name: str) -> str:
    return re.sub(r"([\\*\[\]])", r"\\\1", name)


Choice = tuple[str, int | str]
"""An argument that a message may choose its variant by."""

_SLOT = "\ue001"  # of the private use area: no word file has it


class _Book:
    """The messages of a folder in one language, each variant made once: a table says the same few thousand things all
    day.

    Only numbers and plain words choose between the variants of a message; names of players, lists and other sentences
    are put in afterwards, so one variant serves all of them."""

    def __init__(self, folder: Path, language: str, laid_over: str) -> None:
        if language not in LANGUAGES:
            raise Refused(f"there are no words in {language!r}; there are: {', '.join(LANGUAGES)}")
        self._language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        self._bundle.add_resource(_file(folder, language))
        if laid_over:
            self._bundle.add_resource(_parsed(laid_over), allow_overrides=True)
        self._sentences: dict[tuple[str, tuple[Choice, ...]], str] = {}
        self._pieces: dict[tuple[str, tuple[Choice, ...], tuple[str, ...]], tuple[str, ...]] = {}

    def has(self, key: str) -> bool:
        """Is there a message of that name?"""
        return bool(self._bundle.has_message(key))

    def sentence(self, key: str, choices: tuple[Choice, ...]) -> str:
        """A message into which nothing is put."""
        found = self._sentences.get((key, choices))
        if found is None:
            if len(self._sentences) >= MOST:
                self._sentences.clear()
            found = self._sentences[key, choices] = self._format(key, dict(choices))
        return found

    def pieces(self, key: str, choices: tuple[Choice, ...], inserts: tuple[str, ...]) -> tuple[str, ...]:
        """A message cut at what is put into it: words, the name of an insert, words, …"""
        found = self._pieces.get((key, choices, inserts))
        if found is None:
            if len(self._pieces) >= MOST:
                self._pieces.clear()
            text = self._format(key, {**dict(choices), **{name: f"{_SLOT}{name}{_SLOT}" for name in inserts}})
            found = self._pieces[key, choices, inserts] = tuple(text.split(_SLOT))
        return found

    def _format(self, key: str, args: dict[str, int | str]) -> str:
        if not self.has(key):
            raise Refused(f"{self._language}: there is no message {key!r}")
        pattern = self._bundle.get_message(key).value
        assert pattern is not None, f"{key} has attributes only"
        values = {name: _number(value) if isinstance(value, int) else value for name, value in args.items()}
        errors: list[Exception] = []
        # The bundle's own `format_pattern` would make another number of each of ours.
        env = ResolverEnvironment(self._bundle, errors=errors, current=CurrentEnvironment(args=values))
        text = pattern(env)
        if errors:
            raise Refused(f"{self._language}: {key}: {errors[0]!r}")
        return str(text)


MOST = 20_000
"""Variants kept."""


@lru_cache(maxsize=64)
def _book(folder: Path, language: str, laid_over: str) -> _Book:
    return _Book(folder, language, laid_over)


@lru_cache(maxsize=64)
def _file(folder: Path, language: str) -> Resource:
    """Read once for all editions: nothing else about words takes as long."""
    return _parsed(source(folder, language))


def _parsed(messages: str) -> Resource:
    """Where each word stands in its file nobody asks: that would be a third of what is kept in memory."""
    return FluentParser(with_spans=False).parse(messages)


def read_beforehand(folders: Iterable[Path]) -> None:
    """Reads the words of these games in every language: whoever needs them first would wait for it, and all others with
    them."""
    for folder in folders:
        for language in LANGUAGES:
            _book(folder, language, "")


def source(folder: Path, language: str) -> str:
    """A game's messages in one language and the house's, in Fluent: what a client says them from."""
    folders = (HOUSE,) if folder == HOUSE else (HOUSE, folder / "words")
    return "\n".join((each / f"{language}.ftl").read_text("utf-8") for each in folders)


class _Number(FluentInt):
    """A number that is written out once in each language: babel takes longer for it than the rest of a sentence. What
    is below zero has a minus sign, not a hyphen."""

    def format(self, locale: Locale) -> str:
        return _written(int(self), locale)


@lru_cache(maxsize=4096)
def _number(value: int) -> _Number:
    return _Number(value)


@lru_cache(maxsize=8192)
def _written(value: int, locale: Locale) -> str:
    return str(FluentInt(value).format(locale)).replace("-", "−")
