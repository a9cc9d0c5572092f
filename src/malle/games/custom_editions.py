"""Custom editions: read an owner's edition file, check that the game can be played with it, and
that everything in it has a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from malle.core import Edition, GameInfo, Refused
from malle.core.editions.titles import LANGUAGES, TitledThing, fluent_messages
from malle.core.editions.toml_positions import line_of_error
from malle.games import game_names, load_game_info


class CustomEdition(Struct, frozen=True):
    """A custom edition, read and checked. `read_custom_edition` makes it."""

    game: str
    name: str
    digest: str
    path: Path
    edition: Edition[Any]
    words: Mapping[str, str]
    """By language: the edition's titles as Fluent messages, which replace the game's own."""


def read_custom_edition(
    path: Path, game: str = "", find_info: Callable[[str], GameInfo] = load_game_info
) -> CustomEdition:
    """Read and check an edition file completely. `game` is the game that it must be for; if empty,
    the file has to name its game.

    `Refused` says what is wrong and in which line, also if a thing has no name. `find_info` finds
    the `GameInfo` of a game.
    """
    edition, game_name = _read_edition(path, game, find_info)
    if lost := list(_things_without_name(find_info(game_name), edition)):
        raise Refused(f"{path.name}, {lost[0]}")
    info = find_info(game_name)
    assert info.edition_info is not None
    words = fluent_messages(info.edition_info.titled_things(edition), edition.titles)
    return CustomEdition(game_name, edition.name, edition.digest, path, edition, words)


def edition_messages(
    path: Path | None, game: str, language: str, find_info: Callable[[str], GameInfo] = load_game_info
) -> str:
    """Return an edition's titles as Fluent messages in one language. Empty if `path` is `None`, the
    game has no `edition_info`, or the edition has no titles. `Refused` for the reasons of
    `read_custom_edition`."""
    if path is None or find_info(game).edition_info is None:
        return ""
    return read_custom_edition(path, game, find_info).words.get(language, "")


def list_things_without_name(
    path: Path, game: str = "", find_info: Callable[[str], GameInfo] = load_game_info
) -> list[str]:
    """Return a sentence for each thing in an edition file that has no title there and no name in
    the game's word files. `Refused` if no game can be made with the file."""
    edition, game_name = _read_edition(path, game, find_info)
    return list(_things_without_name(find_info(game_name), edition))


def game_named_in(text: str) -> str:
    """Return the slug of the game that the text of an edition file names; empty if it names none."""
    found = re.search(r'^game = "([\w-]+)"', text, re.MULTILINE)
    return found[1] if found else ""


def _read_edition(path: Path, game: str, find_info: Callable[[str], GameInfo]) -> tuple[Edition[Any], str]:
    """Read an edition file and make games with it as a check. Return the edition and its game's
    slug. Titles need not be complete.

    `game` is the game that it must be for; if empty, the file has to name its game. `Refused` names
    the file and, if it can be read, the line.
    """
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise Refused(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Refused(f"{path.name}, line 1: this is not a text file") from error
    said = game_named_in(text)
    if game and said not in ("", game):
        raise Refused(f"{path.name}, line {line_of_error(text, 'game')}: this edition is of {said}, not of {game}")
    game = game or said
    if not game:
        some = ", ".join(game_names())
        raise Refused(f'{path.name}, line 1: say which game it is of, game = "{game_names()[0]}" or another of {some}')
    try:
        info = find_info(game)
        if info.edition_info is None:
            raise Refused(f"{game} has no editions of one's own")
    except Refused as error:
        raise Refused(f"{path.name}, line {line_of_error(text, 'game')}: {error}") from error
    edition = info.edition_info.read_edition(path)
    try:
        known = {each.name for each in info.edition_info.titled_things(edition)}
        if strange := next((name for name in edition.titles if name not in known), None):
            raise Refused(f"titles.{strange}: nothing in this edition is called so in notation")
        for seats in {info.default_seats, info.seats[-1]}:
            info.make_game(seats, info.complete_options(seats, {}), path)
    except Refused as error:
        raise Refused(f"{path.name}, line {line_of_error(text, str(error))}: {error}") from error
    return edition, game


def _things_without_name(info: GameInfo, edition: Edition[Any]) -> Iterator[str]:
    """Yield a sentence, with its line in the edition file, for each thing that has no title there
    and no name in the game's word files."""
    assert info.edition_info is not None
    known = _keys_in_all_languages(info)
    for naming in info.edition_info.titled_things(edition):
        if naming.name not in edition.titles and not _message_keys_of(naming) <= known:
            line = _line_of_name(edition.text, naming.name)
            yield f'line {line}: {naming.name} has no title; write title = {{ fr = "…", en = "…" }} under its name'


def _message_keys_of(naming: TitledThing) -> set[str]:
    """Return the keys of the messages that name a thing."""
    return {*naming.titles, naming.counted, naming.board, *naming.halves} - {""}


def _keys_in_all_languages(info: GameInfo) -> set[str]:
    """Return the keys that the game's word files have in every language."""
    found = [
        set(re.findall(r"^([\w-]+) =", (info.folder / "words" / f"{language}.ftl").read_text("utf-8"), re.MULTILINE))
        for language in LANGUAGES
    ]
    return set.intersection(*found)


def _line_of_name(text: str, name: str) -> int:
    """Return the number of the first line in an edition file that has this name in quotation marks;
    1 if no line has."""
    quoted = f'"{name}"'
    return next((number for number, line in enumerate(text.splitlines(), 1) if quoted in line), 1)
