"""Translates messages into a reader's language, with the Fluent files of a game and those shared by all
games.

A seat in a message is `{ $seat }`, its player's name. `{ $seat_you -> [yes] … *[no] … }` tells whether it
is the reader. Lists are joined by commas, their last two items by `list-last`. The files are
`lang/<language>.ftl` here and `words/<language>.ftl` in each game's folder. The client translates the same
messages from the same files, to the same text (`client/src/speaker.ts`).
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
"""Folder of the messages that all games share."""


class Words:
    """Translates the messages of one game into one language, for one viewer. With `SHARED_FOLDER` as
    `folder`, only the shared messages are known. `overrides` are Fluent messages that replace the game's:
    an edition's own names for things."""

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
        """Whether the text is for a screen. Names are then links to their seats, and markup characters in
        them are escaped."""

    def has(self, key: str) -> bool:
        """Return whether there is a message with this key."""
        return self._book.has(key)

    def say(self, said: Say) -> str:
        """Return the sentence for a message. Raise `Refused` if the message or an argument is missing.
        Tests find that; readers never should."""
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
        """Return a message with `inserts` put into its slots."""
        pieces = list(self._book.pieces(key, choices, tuple(inserts)))
        for place in range(1, len(pieces), 2):
            pieces[place] = inserts[pieces[place]]
        return "".join(pieces)

    def _listed(self, things: tuple[Say, ...]) -> str:
        """Return the messages as a list in words, such as `Léa, Paul et Inès`; an empty string for none."""
        said = list(map(self.say, things))
        if len(said) < 2:
            return "".join(said)
        return self._put("list-last", (), {"first": ", ".join(said[:-1]), "last": said[-1]})

    def speak(self, drawn: object, kind: type[T]) -> T:
        """Return a copy of `tree` as `kind`, with a sentence in place of every message in it, as a client
        shows it."""
        return msgspec.convert(self._spoken(msgspec.json.decode(encode(drawn))), kind)

    def _spoken(self, value: Any) -> Any:
        """Replace the messages in decoded JSON by sentences."""
        if isinstance(value, list):
            return [self._spoken(each) for each in value]
        if not isinstance(value, dict):
            return value
        if value.get("$") == "s":
            return self.say(msgspec.convert(value, Say))
        return {name: self._spoken(each) for name, each in value.items()}

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat, or a translated `Seat 1` if no name is known."""
        return self.names[seat] if seat < len(self.names) else self.say(Say("seat", {"number": seat + 1}))

    def _mention(self, seat: int) -> str:
        """Return a player's name as it is put into a sentence. It is cached, since almost every sentence
        has one."""
        found = self._mentions.get(seat)
        if found is None:
            name = self.name(seat)
            found = self._mentions[seat] = f"[{_escape(name)}](seat-{seat + 1})" if self.marked else name
        return found


def _escape(name: str) -> str:
    """Escape the characters that are markup."""
    return re.sub(r"([\\*\[\]])", r"\\\1", name)


Choice = tuple[str, int | str]
"""Name and value of an argument by which a message may select its variant."""

_SLOT = "\ue001"
"""Marks slots in a formatted message. A character of the private use area, which no message file contains."""


class _Book:
    """The messages of one folder in one language. Each variant is formatted once and cached, since a table
    shows the same few thousand sentences all day.

    Only numbers and plain words select a variant. Names of players, lists and other sentences are put in
    afterwards, so one variant serves all of them.
    """

    def __init__(self, folder: Path, language: str, laid_over: str) -> None:
        """Read the folder's messages, and `overrides` over them. Raise `Refused` if Malle does not support
        the language."""
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
        """Return whether there is a message with this key."""
        return bool(self._bundle.has_message(key))

    def sentence(self, key: str, choices: tuple[Choice, ...]) -> str:
        """Return a message that has no slots, formatted with these arguments."""
        found = self._sentences.get((key, choices))
        if found is None:
            if len(self._sentences) >= MOST:
                self._sentences.clear()
            found = self._sentences[key, choices] = self._format(key, dict(choices))
        return found

    def pieces(self, key: str, choices: tuple[Choice, ...], inserts: tuple[str, ...]) -> tuple[str, ...]:
        """Return a message cut at its slots: text, the name of an insert, text, and so on."""
        found = self._pieces.get((key, choices, inserts))
        if found is None:
            if len(self._pieces) >= MOST:
                self._pieces.clear()
            text = self._format(key, {**dict(choices), **{name: f"{_SLOT}{name}{_SLOT}" for name in inserts}})
            found = self._pieces[key, choices, inserts] = tuple(text.split(_SLOT))
        return found

    def _format(self, key: str, args: dict[str, int | str]) -> str:
        """Format a message with Fluent. Raise `Refused` if it is missing or an argument is."""
        if not self.has(key):
            raise Refused(f"{self._language}: there is no message {key!r}")
        pattern = self._bundle.get_message(key).value
        assert pattern is not None, f"{key} has attributes only"
        values = {name: _number(value) if isinstance(value, int) else value for name, value in args.items()}
        errors: list[Exception] = []
        # The bundle's own `format_pattern` would replace our cached numbers by new ones.
        env = ResolverEnvironment(self._bundle, errors=errors, current=CurrentEnvironment(args=values))
        text = pattern(env)
        if errors:
            raise Refused(f"{self._language}: {key}: {errors[0]!r}")
        return str(text)


MOST = 20_000
"""Formatted variants that one catalog caches. When it is full, the cache is emptied."""


@lru_cache(maxsize=64)
def _book(folder: Path, language: str, laid_over: str) -> _Book:
    """Return the cached catalog for these arguments."""
    return _Book(folder, language, laid_over)


@lru_cache(maxsize=64)
def _file(folder: Path, language: str) -> Resource:
    """Return the parsed messages of a folder, read once for all editions. Parsing takes longer than
    anything else here."""
    return _parsed(source(folder, language))


def _parsed(messages: str) -> Resource:
    """Parse Fluent text without source positions: they would be a third of the memory for messages."""
    return FluentParser(with_spans=False).parse(messages)


def read_beforehand(folders: Iterable[Path]) -> None:
    """Load the messages of these games in every language at start. Otherwise the first reader, and all
    others, would wait for it."""
    for folder in folders:
        for language in LANGUAGES:
            _book(folder, language, "")


def source(folder: Path, language: str) -> str:
    """Return the shared messages followed by the game's, as Fluent text. Clients translate from it."""
    folders = (HOUSE,) if folder == HOUSE else (HOUSE, folder / "words")
    return "\n".join((each / f"{language}.ftl").read_text("utf-8") for each in folders)


class _Number(FluentInt):
    """An integer whose formatted text is cached for each language: babel takes longer than the rest of a
    sentence. Negative numbers have a minus sign, not a hyphen."""

    def format(self, locale: Locale) -> str:
        return _written(int(self), locale)


@lru_cache(maxsize=4096)
def _number(value: int) -> _Number:
    """Return the cached `_FormattedNumber` of an integer."""
    return _Number(value)


@lru_cache(maxsize=8192)
def _written(value: int, locale: Locale) -> str:
    """Return the number as the locale writes it, with a minus sign."""
    return str(FluentInt(value).format(locale)).replace("-", "−")
