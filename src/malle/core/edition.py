"""Editions: the numbers, cards and boards of a game as a TOML file in which every value carries its mark.

A value is written `{ given = 4 }`, `{ deduced = 4 }`, `{ reported = 13 }` or `{ rebuilt = 25 }`: the rulebook says it,
logic leaves no other natural answer, a public description of a box says it, or the picture is lost and we chose it.
Text without a mark is a name. Rules read the values and never ask for the mark; rulebook and about page show the
marks, and owners of the box can write their own file, with their own titles for things (`malle.core.titles`).
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar, cast, get_args

import msgspec

from malle.core.errors import Refused
from malle.core.lines import line_of
from malle.core.titles import MOST, Title, is_plain, take_titles

Mark = Literal["given", "deduced", "reported", "rebuilt"]
"""Where a value comes from."""

_MARKS = frozenset(get_args(Mark))
D = TypeVar("D")


class Edition(msgspec.Struct, Generic[D], frozen=True):
    """An edition file, read and checked."""

    name: str
    digest: str
    """sha256 of the file's bytes: two tables with the same digest play with the same numbers."""
    data: D
    """The values, as the game's own type."""
    marks: Mapping[str, Mark]
    """The mark of every value by its path, such as `cards.wine.duty`."""
    text: str
    """The file itself, for a record that travels with an edition of its own."""
    values: Mapping[str, Any] = {}
    """Every marked value by its path."""
    titles: Mapping[str, Mapping[str, Title]] = {}
    """Its own titles for things, by their names in notation and by language."""
    game: str = ""
    """Of which game it is; empty: the file does not say."""


def load_edition(path: Path, kind: type[D]) -> Edition[D]:
    """Reads and checks an edition file; `Refused` says which value is wrong and what was expected."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"cannot read {path}: {getattr(error, 'strerror', None) or 'not a text file'}") from error
    return parse_edition(text, kind, where=path.name)


def parse_edition(text: str, kind: type[D], *, where: str = "edition") -> Edition[D]:
    """The same from a text. `kind` is the game's own struct; a `check()` method on it may refuse what types cannot."""
    try:
        return _parsed(text, kind)
    except Refused as error:
        raise Refused(f"{where}, line {line_of(text, str(error))}: {error}") from error


def _parsed(text: str, kind: type[D]) -> Edition[D]:
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"not TOML: {error}") from error
    name = raw.pop("name", None)
    if not isinstance(name, str):
        raise Refused('an edition starts with name = "…"')
    if not is_plain(name):
        raise Refused(f'name: 1 to {MOST} letters, and none of * [ ] {{ }} < > \\ "')
    game = raw.pop("game", "")
    if not isinstance(game, str):
        raise Refused('game: write game = "…", the game it is of')
    titles = take_titles(raw)
    marks: dict[str, Mark] = {}
    values: dict[str, Any] = {}
    plain = _unmark(raw, "", marks, values)
    try:
        data = msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise Refused(str(error)) from error
    check = getattr(data, "check", None)
    if check is not None:
        check()
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Edition(name=name, digest=digest, data=data, marks=marks, text=text, values=values, titles=titles, game=game)


def _unmark(value: Any, path: str, marks: dict[str, Mark], values: dict[str, Any]) -> Any:
    """The value without its marks, which are noted by path."""
    if isinstance(value, dict):
        if len(value) == 1 and (mark := next(iter(value))) in _MARKS:
            marks[path], values[path] = cast(Mark, mark), value[mark]
            return value[mark]
        inside = ((key, f"{path}.{key}".lstrip("."), inner) for key, inner in value.items())
        return {key: _unmark(inner, at, marks, values) for key, at, inner in inside}
    if isinstance(value, list):
        labelled = ((f"{path}.{_label(inner, index)}", inner) for index, inner in enumerate(value))
        return [_unmark(inner, at, marks, values) for at, inner in labelled]
    if not isinstance(value, str):
        raise Refused(f"{path} = {value!r} has no mark; write {{ given = … }}, deduced, reported or rebuilt")
    return value


def _label(item: Any, index: int) -> str:
    return str(item["name"]) if isinstance(item, dict) and "name" in item else str(index)
