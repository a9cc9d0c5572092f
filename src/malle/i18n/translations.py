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

from malle.core import Message, PlayerRef, Refused, Viewer, encode
from malle.core.editions.titles import LANGUAGES as LANGUAGES

T = TypeVar("T")

SHARED_FOLDER = Path(__file__).parent / "shared"
"""Folder of the messages that all games share."""


class Translator:
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
        for_screen: bool = False,
        overrides: str = "",
    ) -> None:
        """`names` are the players' names by seat; `viewer` is the reader's seat, or None for a
        spectator. Raise `Refused` if Malle does not support the language."""
        self._catalog = _catalog(folder, language, overrides)
        self.language = language
        self.names = tuple(names)
        self.viewer = viewer
        self._mentions: dict[int, str] = {}
        self.for_screen = for_screen
        """Whether the text is for a screen. Names are then links to their seats, and markup characters in
        them are escaped."""

    def has_message(self, key: str) -> bool:
        """Return whether there is a message with this key."""
        return self._catalog.has_message(key)

    def translate(self, message: Message) -> str:
        """Return the sentence for a message. Raise `Refused` if the message or an argument is
        missing: tests find that, so readers never should."""
        if not message.args:
            return self._catalog.sentence(message.key, ())
        inserts: dict[str, str] = {}
        choices: list[VariantArgument] = []
        for name, value in message.args.items():
            if isinstance(value, int | str):
                choices.append((name, value))
            elif isinstance(value, PlayerRef):
                inserts[name] = self._player_mention(value.seat)
                choices.append((f"{name}_you", "yes" if value.seat == self.viewer else "no"))
            else:
                inserts[name] = self.translate(value) if isinstance(value, Message) else self._join_list(value)
        if not inserts:
            return self._catalog.sentence(message.key, tuple(choices))
        return self._fill_slots(message.key, tuple(choices), inserts)

    def _fill_slots(self, key: str, choices: tuple[VariantArgument, ...], inserts: Mapping[str, str]) -> str:
        """Return a message with `inserts` (names, lists, other sentences) put in at the places
        where its text uses them. `choices` select the variant."""
        pieces = list(self._catalog.pieces(key, choices, tuple(inserts)))
        for index in range(1, len(pieces), 2):
            pieces[index] = inserts[pieces[index]]
        return "".join(pieces)

    def _join_list(self, messages: tuple[Message, ...]) -> str:
        """Return the messages as a list in words, such as `Léa, Paul et Inès`; an empty string for none."""
        sentences = list(map(self.translate, messages))
        if len(sentences) < 2:
            return "".join(sentences)
        return self._fill_slots("list-last", (), {"first": ", ".join(sentences[:-1]), "last": sentences[-1]})

    def translate_tree(self, tree: object, kind: type[T]) -> T:
        """Return a copy of `tree` as `kind`, with a sentence in place of every message in it, as a client
        shows it."""
        return msgspec.convert(self._translate_json(msgspec.json.decode(encode(tree))), kind)

    def _translate_json(self, value: Any) -> Any:
        """Return decoded JSON with a sentence in place of every message in it."""
        if isinstance(value, list):
            return [self._translate_json(child) for child in value]
        if not isinstance(value, dict):
            return value
        if value.get("$") == "s":
            return self.translate(msgspec.convert(value, Message))
        return {name: self._translate_json(child) for name, child in value.items()}

    def player_name(self, seat: int) -> str:
        """Return the name of the player in a seat, or a translated `Seat 1` if no name is known for
        the seat."""
        return self.names[seat] if seat < len(self.names) else self.translate(Message("seat", {"number": seat + 1}))

    def _player_mention(self, seat: int) -> str:
        """Return a player's name as it is put into a sentence, for a screen as a link to the seat.
        It is cached, since almost every sentence has a name."""
        mention = self._mentions.get(seat)
        if mention is None:
            name = self.player_name(seat)
            mention = self._mentions[seat] = f"[{_escape_markup(name)}](seat-{seat + 1})" if self.for_screen else name
        return mention


def _escape_markup(name: str) -> str:
    """Put a backslash before each character of a name that would be markup."""
    return re.sub(r"([\\*\[\]])", r"\\\1", name)


VariantArgument = tuple[str, int | str]
"""Name and value of an argument by which a message may select its variant."""

_SLOT_MARK = "\ue001"
"""Marks slots in a formatted message. A character of the private use area, which no message file contains."""


class _Catalog:
    """The messages of one folder in one language. Each variant of a message is formatted once and
    cached, since a table shows the same few thousand sentences all day.

    Only numbers and plain words select a variant. Names of players, lists and other sentences are
    put in afterwards, in slots, so one variant serves all of them."""

    def __init__(self, folder: Path, language: str, overrides: str) -> None:
        """Read the folder's messages, and `overrides` over them. Raise `Refused` if Malle does not support
        the language."""
        if language not in LANGUAGES:
            raise Refused(f"there are no words in {language!r}; there are: {', '.join(LANGUAGES)}")
        self._language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        self._bundle.add_resource(_parsed_file(folder, language))
        if overrides:
            self._bundle.add_resource(_parse_fluent(overrides), allow_overrides=True)
        self._cached_sentences: dict[tuple[str, tuple[VariantArgument, ...]], str] = {}
        self._cached_pieces: dict[tuple[str, tuple[VariantArgument, ...], tuple[str, ...]], tuple[str, ...]] = {}

    def has_message(self, key: str) -> bool:
        """Return whether there is a message with this key."""
        return bool(self._bundle.has_message(key))

    def sentence(self, key: str, choices: tuple[VariantArgument, ...]) -> str:
        """Return a message that has no slots, formatted with these arguments."""
        sentence = self._cached_sentences.get((key, choices))
        if sentence is None:
            if len(self._cached_sentences) >= MAX_CACHED_VARIANTS:
                self._cached_sentences.clear()
            sentence = self._cached_sentences[key, choices] = self._format(key, dict(choices))
        return sentence

    def pieces(self, key: str, choices: tuple[VariantArgument, ...], inserts: tuple[str, ...]) -> tuple[str, ...]:
        """Return a formatted message cut at its slots, the places for `inserts`: text, the name of
        an insert, text, and so on."""
        pieces = self._cached_pieces.get((key, choices, inserts))
        if pieces is None:
            if len(self._cached_pieces) >= MAX_CACHED_VARIANTS:
                self._cached_pieces.clear()
            text = self._format(key, {**dict(choices), **{name: f"{_SLOT_MARK}{name}{_SLOT_MARK}" for name in inserts}})
            pieces = self._cached_pieces[key, choices, inserts] = tuple(text.split(_SLOT_MARK))
        return pieces

    def _format(self, key: str, args: dict[str, int | str]) -> str:
        """Format a message with Fluent. Raise `Refused` if the message or an argument is
        missing."""
        if not self.has_message(key):
            raise Refused(f"{self._language}: there is no message {key!r}")
        pattern = self._bundle.get_message(key).value
        assert pattern is not None, f"{key} has attributes only"
        values = {name: _cached_number(value) if isinstance(value, int) else value for name, value in args.items()}
        errors: list[Exception] = []
        # The bundle's own `format_pattern` would replace our cached numbers by new ones.
        env = ResolverEnvironment(self._bundle, errors=errors, current=CurrentEnvironment(args=values))
        text = pattern(env)
        if errors:
            raise Refused(f"{self._language}: {key}: {errors[0]!r}")
        return str(text)


MAX_CACHED_VARIANTS = 20_000
"""Formatted variants that one catalog caches. When it is full, the cache is emptied."""


@lru_cache(maxsize=64)
def _catalog(folder: Path, language: str, overrides: str) -> _Catalog:
    """Return the cached catalog for these arguments."""
    return _Catalog(folder, language, overrides)


@lru_cache(maxsize=64)
def _parsed_file(folder: Path, language: str) -> Resource:
    """Return the parsed messages of a folder, read once for all editions. Parsing takes longer than
    anything else here."""
    return _parse_fluent(fluent_source(folder, language))


def _parse_fluent(messages: str) -> Resource:
    """Parse Fluent text without source positions: they would be a third of the memory for messages."""
    return FluentParser(with_spans=False).parse(messages)


def preload_messages(folders: Iterable[Path]) -> None:
    """Load the messages of these games (by folder) in every language when the process starts.
    Otherwise the first reader, and all others, would wait for it."""
    for folder in folders:
        for language in LANGUAGES:
            _catalog(folder, language, "")


def fluent_source(folder: Path, language: str) -> str:
    """Return the shared messages followed by those of the game in `folder`, as Fluent text. Clients
    translate from it."""
    folders = (SHARED_FOLDER,) if folder == SHARED_FOLDER else (SHARED_FOLDER, folder / "words")
    return "\n".join((messages_folder / f"{language}.ftl").read_text("utf-8") for messages_folder in folders)


class _FormattedNumber(FluentInt):
    """An integer whose formatted text is cached for each language: babel takes longer than the rest of a
    sentence. Negative numbers have a minus sign, not a hyphen."""

    def format(self, locale: Locale) -> str:
        return _format_number(int(self), locale)


@lru_cache(maxsize=4096)
def _cached_number(value: int) -> _FormattedNumber:
    """Return the cached `_FormattedNumber` of an integer."""
    return _FormattedNumber(value)


@lru_cache(maxsize=8192)
def _format_number(value: int, locale: Locale) -> str:
    """Return the number as the locale writes it, with a minus sign."""
    return str(FluentInt(value).format(locale)).replace("-", "−")
