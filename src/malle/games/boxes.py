"""Custom editions: read an edition file of an owner, check that it can be played, and that all its things have
names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from malle.core import Edition, Refused, Sheet
from malle.core.lines import line_of
from malle.core.titles import LANGUAGES, Naming, laid_over
from malle.games import names, sheet


class Box(Struct, frozen=True):
    """A custom edition, read and checked."""

    game: str
    name: str
    digest: str
    path: Path
    edition: Edition[Any]
    words: Mapping[str, str]
    """By language: the edition's titles as Fluent messages, which replace the game's own."""


def read_box(path: Path, game: str = "", sheet_of: Callable[[str], Sheet] = sheet) -> Box:
    """Read and check an edition file completely. `game` is its game; if empty, the file must say.

    `Refused` says what is wrong and in which line. `find_info` finds the `GameInfo` of a game.
    """
    edition, named = _read(path, game, sheet_of)
    if lost := list(_nameless(sheet_of(named), edition)):
        raise Refused(f"{path.name}, {lost[0]}")
    facts = sheet_of(named)
    assert facts.paper is not None
    words = laid_over(facts.paper.names(edition), edition.titles)
    return Box(named, edition.name, edition.digest, path, edition, words)


def titles_of(path: Path | None, game: str, language: str, sheet_of: Callable[[str], Sheet] = sheet) -> str:
    """Return an edition's titles as Fluent messages in one language. Empty if `path` is `None` or the game has
    no `edition_info`. `Refused` if the file cannot be played."""
    if path is None or sheet_of(game).paper is None:
        return ""
    return read_box(path, game, sheet_of).words.get(language, "")


def nameless(path: Path, game: str = "", sheet_of: Callable[[str], Sheet] = sheet) -> list[str]:
    """Return a sentence for each thing in an edition file that has no title there and no name in the game's
    word files."""
    edition, named = _read(path, game, sheet_of)
    return list(_nameless(sheet_of(named), edition))


def game_of_file(text: str) -> str:
    """Return the slug of the game that the text of an edition file names; empty if it names none."""
    found = re.search(r'^game = "([\w-]+)"', text, re.MULTILINE)
    return found[1] if found else ""


def _read(path: Path, game: str, sheet_of: Callable[[str], Sheet]) -> tuple[Edition[Any], str]:
    """Read an edition file and make games with it. Returns the edition and its game's slug. Titles need not be
    complete.

    `Refused` names the file and the line.
    """
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise Refused(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Refused(f"{path.name}, line 1: this is not a text file") from error
    said = game_of_file(text)
    if game and said not in ("", game):
        raise Refused(f"{path.name}, line {line_of(text, 'game')}: this edition is of {said}, not of {game}")
    game = game or said
    if not game:
        some = ", ".join(names())
        raise Refused(f'{path.name}, line 1: say which game it is of, game = "{names()[0]}" or another of {some}')
    try:
        facts = sheet_of(game)
        if facts.paper is None:
            raise Refused(f"{game} has no editions of one's own")
    except Refused as error:
        raise Refused(f"{path.name}, line {line_of(text, 'game')}: {error}") from error
    edition = facts.paper.read(path)
    try:
        known = {each.name for each in facts.paper.names(edition)}
        if strange := next((name for name in edition.titles if name not in known), None):
            raise Refused(f"titles.{strange}: nothing in this edition is called so in notation")
        for seats in {facts.usual_seats, facts.seats[-1]}:
            facts.make(seats, facts.settle_options(seats, {}), path)
    except Refused as error:
        raise Refused(f"{path.name}, line {line_of(text, str(error))}: {error}") from error
    return edition, game


def _nameless(facts: Sheet, edition: Edition[Any]) -> Iterator[str]:
    """Yield a sentence with its line for each thing that has no name."""
    assert facts.paper is not None
    known = _messages(facts)
    for naming in facts.paper.names(edition):
        if naming.name not in edition.titles and not _keys(naming) <= known:
            line = _line(edition.text, naming.name)
            yield f'line {line}: {naming.name} has no title; write title = {{ fr = "…", en = "…" }} under its name'


def _keys(naming: Naming) -> set[str]:
    """Return the messages that name a thing."""
    return {*naming.titles, naming.counted, naming.board, *naming.halves} - {""}


def _messages(facts: Sheet) -> set[str]:
    """Return the keys of the messages that the game has in every language."""
    found = [
        set(re.findall(r"^([\w-]+) =", (facts.folder / "words" / f"{language}.ftl").read_text("utf-8"), re.MULTILINE))
        for language in LANGUAGES
    ]
    return set.intersection(*found)


def _line(text: str, name: str) -> int:
    """Return the first line of a file that has this name in quotation marks; 1 if none has."""
    quoted = f'"{name}"'
    return next((number for number, line in enumerate(text.splitlines(), 1) if quoted in line), 1)
