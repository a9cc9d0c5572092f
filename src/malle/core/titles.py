"""Titles: what an owner's edition calls its cards, places and goods, in both languages.

Any table of an edition file that has a `name` may say more about it, and `[[titles]]` does for things that have no
table of their own:

    title = { fr = "Armagnac", en = "Armagnac" }
    counted = { fr = "# armagnac / # armagnacs", en = "# armagnac / # armagnacs" }    one / many, # being the number
    board = { fr = "Mémé / Mélina", en = "Granny / Mélina" }                          on a square: a line each

A game's paper says which messages name a thing (`Naming`); titles become messages in Fluent that are laid over the
game's own, and travel with the table.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from malle.core.errors import Refused

LANGUAGES = ("fr", "en")
"""Complete at every commit; the first is the default."""

MOST = 60
"""Letters of a title."""
LINE = 10
"""Letters of a line on a square, where an owner does not say how it is to be broken."""
_FORMS = ("title", "counted", "board")
_PLAIN = re.compile(r"[^\x00-\x1f\x7f-\x9f\ue000-\uf8ff\u2028\u2029*\[\]{}<>\\\"]+")


class Title(Struct, frozen=True):
    """What a thing is called in one language."""

    title: str
    one: str
    """One of it; `#` is the number."""
    many: str
    board: tuple[str, ...]
    """On a square of the board, line by line."""


Titles = Mapping[str, Mapping[str, Title]]
"""By the name that notation has for the thing, then by language."""


class Naming(Struct, frozen=True):
    """A thing that an edition may call by its own title, and the messages that say it."""

    name: str
    """As notation has it."""
    titles: tuple[str, ...]
    """Messages that are the title and nothing else."""
    counted: str = ""
    """The message that says how many, `{ $n }`."""
    board: str = ""
    """The message on a square of the board."""
    halves: tuple[str, ...] = ()
    """Two messages that share the title between them."""


def is_plain(text: object, most: int = MOST) -> bool:
    """May it stand in a sentence, on a page and in a record? Nothing in it means anything to any of them."""
    return isinstance(text, str) and 0 < len(text) <= most and text.strip() == text and bool(_PLAIN.fullmatch(text))


def take_titles(raw: dict[str, Any]) -> dict[str, dict[str, Title]]:
    """Takes the titles out of a file as TOML reads it. `Refused` names the one that is wrong."""
    found: dict[str, dict[str, Title]] = {}
    for table, items in raw.items():
        for place, item in enumerate(items if isinstance(items, list) else ()):
            if not isinstance(item, dict):
                continue
            said = {form: item.pop(form) for form in _FORMS if form in item}
            name = item.get("name")
            where = f"{table}.{name if isinstance(name, str) else place}"
            if table == "titles" and (not isinstance(name, str) or set(item) != {"name"}):
                raise Refused(f"{where}: a table of titles has a name, a title, and perhaps counted and board")
            if said or table == "titles":
                if not isinstance(name, str) or name in found:
                    raise Refused(f"{where}: a title is of one thing that has a name")
                found[name] = _read(where, said)
    titles = raw.pop("titles", [])
    if not isinstance(titles, list) or not all(isinstance(each, dict) for each in titles):
        raise Refused("titles: write [[titles]] above each of them")
    return found


def _read(where: str, said: Mapping[str, Any]) -> dict[str, Title]:
    if "title" not in said:
        raise Refused(f'{where}: it needs title = {{ fr = "…", en = "…" }}')
    for form, texts in said.items():
        if not isinstance(texts, dict) or set(texts) != set(LANGUAGES):
            raise Refused(f'{where}.{form}: write {form} = {{ fr = "…", en = "…" }}, both languages')
        for text in texts.values():
            if not is_plain(text, most := MOST if form == "title" else 2 * MOST):
                raise Refused(f'{where}.{form}: 1 to {most} letters, and none of * [ ] {{ }} < > \\ "')
            if form == "counted" and text.count(" / ") != 1:
                raise Refused(f'{where}.counted: write one and many with a stroke between them, "# wine / # wines"')
    return {language: _title({form: texts[language] for form, texts in said.items()}) for language in LANGUAGES}


def _title(said: Mapping[str, str]) -> Title:
    title = said["title"]
    one, many = said["counted"].split(" / ") if "counted" in said else (f"# {title}",) * 2
    board = said["board"].split(" / ") if "board" in said else textwrap.wrap(title, LINE, break_long_words=False)
    return Title(title, one, many, tuple(board))


def laid_over(names: Iterable[Naming], titles: Titles) -> dict[str, str]:
    """The titles as messages in Fluent, by language; none where an edition has no title of its own."""
    named = [(each, titles[each.name]) for each in names if each.name in titles]
    if not named:
        return {}
    return {language: "\n".join(_messages(named, language)) + "\n" for language in LANGUAGES}


def _messages(named: Iterable[tuple[Naming, Mapping[str, Title]]], language: str) -> Iterable[str]:
    for naming, titles in named:
        title = titles[language]
        yield from (f"{key} = {_literal(title.title)}" for key in naming.titles)
        if naming.counted:
            one, many = _counting(title.one), _counting(title.many)
            yield f"{naming.counted} = {{ $n ->\n    [one] {one}\n   *[other] {many}\n}}"
        if naming.board:
            yield f"{naming.board} =" + "".join(f"\n    {_literal(line)}" for line in title.board)
        words = title.title.split()
        for key, half in zip(naming.halves, (words[: -(-len(words) // 2)], words[-(-len(words) // 2) :]), strict=False):
            yield f"{key} = {_literal(' '.join(half))}"


def _counting(form: str) -> str:
    return "{ $n }".join(_literal(part) if part else "" for part in form.split("#"))


def _literal(text: str) -> str:
    """Text that Fluent takes as it is: a title has no quotation mark and no backslash."""
    return f'{{ "{text}" }}'
