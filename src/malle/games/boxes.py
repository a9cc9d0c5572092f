"""An owner's edition, ready to be played: read, tried out, and everything in it called by some name."""

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
    """An edition of somebody's own."""

    game: str
    name: str
    digest: str
    path: Path
    edition: Edition[Any]
    words: Mapping[str, str]
    """By language: its titles as messages in Fluent, laid over the game's own."""


def read_box(path: Path, game: str = "", sheet_of: Callable[[str], Sheet] = sheet) -> Box:
    """A file, checked through and through; `game` where it need not say of which one it is. `Refused` says what is
    wrong, and in which line."""
    edition, named = _read(path, game, sheet_of)
    if lost := list(_nameless(sheet_of(named), edition)):
        raise Refused(f"{path.name}, {lost[0]}")
    facts = sheet_of(named)
    assert facts.paper is not None
    words = laid_over(facts.paper.names(edition), edition.titles)
    return Box(named, edition.name, edition.digest, path, edition, words)


def titles_of(path: Path | None, game: str, language: str, sheet_of: Callable[[str], Sheet] = sheet) -> str:
    """What an edition calls things, as messages laid over the game's; nothing where it is the usual one. `Refused` if
    the file cannot be played."""
    if path is None or sheet_of(game).paper is None:
        return ""
    return read_box(path, game, sheet_of).words.get(language, "")


def nameless(path: Path, game: str = "", sheet_of: Callable[[str], Sheet] = sheet) -> list[str]:
    """Things in a file that neither it nor the game's own words have a name for, a sentence each."""
    edition, named = _read(path, game, sheet_of)
    return list(_nameless(sheet_of(named), edition))


def game_of_file(text: str) -> str:
    """The game that an edition file is of; empty if it does not say."""
    found = re.search(r'^game = "([\w-]+)"', text, re.MULTILINE)
    return found[1] if found else ""


def _read(path: Path, game: str, sheet_of: Callable[[str], Sheet]) -> tuple[Edition[Any], str]:
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
    assert facts.paper is not None
    known = _messages(facts)
    for naming in facts.paper.names(edition):
        if naming.name not in edition.titles and not _keys(naming) <= known:
            line = _line(edition.text, naming.name)
            yield f'line {line}: {naming.name} has no title; write title = {{ fr = "…", en = "…" }} under its name'


def _keys(naming: Naming) -> set[str]:
    return {*naming.titles, naming.counted, naming.board, *naming.halves} - {""}


def _messages(facts: Sheet) -> set[str]:
    """The messages that the game has in every language."""
    found = [
        set(re.findall(r"^([\w-]+) =", (facts.folder / "words" / f"{language}.ftl").read_text("utf-8"), re.MULTILINE))
        for language in LANGUAGES
    ]
    return set.intersection(*found)


def _line(text: str, name: str) -> int:
    """Where a name stands in a file for the first time."""
    quoted = f'"{name}"'
    return next((number for number, line in enumerate(text.splitlines(), 1) if quoted in line), 1)
