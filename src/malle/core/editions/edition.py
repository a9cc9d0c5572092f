"""Editions: the numbers, cards and boards of a game as a TOML file in which every value carries a source
mark.

A value is written `{ given = 4 }`, `{ deduced = 4 }`, `{ reported = 13 }` or `{ rebuilt = 25 }`. *Given*:
the rulebook says it. *Deduced*: logic leaves no other natural answer. *Reported*: a public description of a
box says it. *Rebuilt*: the source is lost and we chose the value. Text without a mark is a name. Rules read
the values and never the marks; the rulebook and the page about the edition show the marks. Owners of a box
can write a file of their own, with their own titles for things (`malle.core.editions.titles`).
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar, cast, get_args

import msgspec

from malle.core.editions.titles import MAX_TITLE_LETTERS, Title, extract_titles, is_safe_text
from malle.core.editions.toml_positions import line_of_error
from malle.core.errors import Refused

SourceMark = Literal["given", "deduced", "reported", "rebuilt"]
"""Where a value comes from, from the surest to the least sure."""

_SOURCE_MARKS = frozenset(get_args(SourceMark))
D = TypeVar("D")


class Edition(msgspec.Struct, Generic[D], frozen=True):
    """An edition file, read and checked. `parse_edition` makes it."""

    name: str
    digest: str
    """sha256 of the file's bytes, as hex. Two tables with the same digest play with the same numbers."""
    data: D
    """The values, as a struct of the game."""
    marks: Mapping[str, SourceMark]
    """The mark of every value by its path, such as `cards.wine.duty`."""
    text: str
    """The text of the whole file; a record that was played with a custom edition is stored with
    it."""
    values: Mapping[str, Any] = {}
    """Every marked value by its path."""
    titles: Mapping[str, Mapping[str, Title]] = {}
    """The edition's own titles, by the thing's name in notation and then by language."""
    game: str = ""
    """The game's slug, or empty if the file does not say."""


def load_edition(path: Path, values_type: type[D]) -> Edition[D]:
    """Read and check an edition file. `Refused` if it cannot be read, or for the reasons of
    `parse_edition`."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"cannot read {path}: {getattr(error, 'strerror', None) or 'not a text file'}") from error
    return parse_edition(text, values_type, file_name=path.name)


def parse_edition(text: str, values_type: type[D], *, file_name: str = "edition") -> Edition[D]:
    """Parse and check the text of an edition. `values_type` is the game's own struct for the values.

    If `values_type` has a method `check()`, it is called and may raise `Refused` for what types cannot express.
    Raises `Refused` with the line and what was expected; `file_name` names the file in that sentence.
    """
    try:
        return _parse_checked(text, values_type)
    except Refused as error:
        raise Refused(f"{file_name}, line {line_of_error(text, str(error))}: {error}") from error


def _parse_checked(text: str, values_type: type[D]) -> Edition[D]:
    """Parse and check the text of an edition. The sentence of a `Refused` lacks the file and the
    line, which `parse_edition` adds."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"not TOML: {error}") from error
    name = raw.pop("name", None)
    if not isinstance(name, str):
        raise Refused('an edition starts with name = "…"')
    if not is_safe_text(name):
        raise Refused(f'name: 1 to {MAX_TITLE_LETTERS} letters, and none of * [ ] {{ }} < > \\ "')
    game = raw.pop("game", "")
    if not isinstance(game, str):
        raise Refused('game: write game = "…", the game it is of')
    titles = extract_titles(raw)
    marks: dict[str, SourceMark] = {}
    values: dict[str, Any] = {}
    plain = _strip_marks(raw, "", marks, values)
    try:
        data = msgspec.convert(plain, values_type)
    except msgspec.ValidationError as error:
        raise Refused(str(error)) from error
    check = getattr(data, "check", None)
    if check is not None:
        check()
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Edition(name=name, digest=digest, data=data, marks=marks, text=text, values=values, titles=titles, game=game)


def _strip_marks(value: Any, path: str, marks: dict[str, SourceMark], values: dict[str, Any]) -> Any:
    """Return `value` without its source marks, and add each mark and value to `marks` and `values`,
    by path.

    `path` is where `value` stands in the file. `Refused` for a number, a boolean or a date without
    a mark.
    """
    if isinstance(value, dict):
        if len(value) == 1 and (mark := next(iter(value))) in _SOURCE_MARKS:
            marks[path], values[path] = cast(SourceMark, mark), value[mark]
            return value[mark]
        inside = ((key, f"{path}.{key}".lstrip("."), inner) for key, inner in value.items())
        return {key: _strip_marks(inner, at, marks, values) for key, at, inner in inside}
    if isinstance(value, list):
        labelled = ((f"{path}.{_path_part(inner, index)}", inner) for index, inner in enumerate(value))
        return [_strip_marks(inner, at, marks, values) for at, inner in labelled]
    if not isinstance(value, str):
        raise Refused(f"{path} = {value!r} has no mark; write {{ given = … }}, deduced, reported or rebuilt")
    return value


def _path_part(item: Any, index: int) -> str:
    """Return the part of a path that stands for a list item: its name if it has one, otherwise its index."""
    return str(item["name"]) if isinstance(item, dict) and "name" in item else str(index)
