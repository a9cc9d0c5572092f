"""Titles: what a custom edition calls its cards, places and goods, in both languages.

Any table of an edition file that has a `name` may have titles, and `[[titles]]` gives them to things that have
no table of their own:

    title = { fr = "Armagnac", en = "Armagnac" }
    counted = { fr = "# armagnac / # armagnacs", en = "# armagnac / # armagnacs" }    one / many, # being the number
    board = { fr = "Mémé / Mélina", en = "Granny / Mélina" }                          on a square: a line each

A game says which messages name a thing (`TitledThing`). Titles become messages in Fluent that replace the
game's own, and are sent with the table.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from malle.core.errors import Refused

LANGUAGES = ("fr", "en")
"""The languages, complete at every commit; the first is the default."""

MAX_TITLE_LETTERS = 60
"""The greatest length of a title."""
MAX_BOARD_LINE_LETTERS = 10
"""The length at which a title on a square is broken, if the edition gives no lines of its own."""
_FORMS = ("title", "counted", "board")
_SAFE_TEXT = re.compile(r"[^\x00-\x1f\x7f-\x9f\ue000-\uf8ff\u2028\u2029*\[\]{}<>\\\"]+")


class Title(Struct, frozen=True):
    """What an edition calls a thing in one language: alone, counted, and on a square.
    `extract_titles` makes it."""

    title: str
    one: str
    """One of it; `#` stands for the number."""
    many: str
    """Several of it; `#` stands for the number."""
    board: tuple[str, ...]
    """The title on a square of the board, line by line."""


Titles = Mapping[str, Mapping[str, Title]]
"""Titles by the thing's name in notation, then by language."""


class TitledThing(Struct, frozen=True):
    """A thing that an edition may give a title of its own, and the messages that say it."""

    name: str
    """The thing's name in notation."""
    titles: tuple[str, ...]
    """Messages that consist of the title alone."""
    counted: str = ""
    """The message that says how many there are, by `{ $n }`."""
    board: str = ""
    """The message on a square of the board."""
    halves: tuple[str, ...] = ()
    """Two messages that share the title between them."""


def is_safe_text(text: object, max_length: int = MAX_TITLE_LETTERS) -> bool:
    """Return whether a text is safe in a sentence, on a page and in a record.

    It must be a trimmed, non-empty string of at most `max_length` characters, without control characters or
    markup.
    """
    return (
        isinstance(text, str)
        and 0 < len(text) <= max_length
        and text.strip() == text
        and bool(_SAFE_TEXT.fullmatch(text))
    )


def extract_titles(raw: dict[str, Any]) -> dict[str, dict[str, Title]]:
    """Return the titles in a decoded TOML file by the thing's name and then by language. Titles are
    removed from `raw`.

    `Refused` names the title that is wrong.
    """
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
                found[name] = _check_titles(where, said)
    titles = raw.pop("titles", [])
    if not isinstance(titles, list) or not all(isinstance(each, dict) for each in titles):
        raise Refused("titles: write [[titles]] above each of them")
    return found


def _check_titles(where: str, said: Mapping[str, Any]) -> dict[str, Title]:
    """Check the titles of one thing and return them by language. `said` has the texts by form
    (title, counted, board) as the file gives them. `Refused` names the thing by `where`."""
    if "title" not in said:
        raise Refused(f'{where}: it needs title = {{ fr = "…", en = "…" }}')
    for form, texts in said.items():
        if not isinstance(texts, dict) or set(texts) != set(LANGUAGES):
            raise Refused(f'{where}.{form}: write {form} = {{ fr = "…", en = "…" }}, both languages')
        for text in texts.values():
            if not is_safe_text(text, most := MAX_TITLE_LETTERS if form == "title" else 2 * MAX_TITLE_LETTERS):
                raise Refused(f'{where}.{form}: 1 to {most} letters, and none of * [ ] {{ }} < > \\ "')
            if form == "counted" and text.count(" / ") != 1:
                raise Refused(f'{where}.counted: write one and many with a stroke between them, "# wine / # wines"')
    return {language: _build_title({form: texts[language] for form, texts in said.items()}) for language in LANGUAGES}


def _build_title(said: Mapping[str, str]) -> Title:
    """Build a thing's titles in one language. `said` has the texts by form; those of `counted` and
    `board` that are missing are made from `title`."""
    title = said["title"]
    one, many = said["counted"].split(" / ") if "counted" in said else (f"# {title}",) * 2
    board = (
        said["board"].split(" / ")
        if "board" in said
        else textwrap.wrap(title, MAX_BOARD_LINE_LETTERS, break_long_words=False)
    )
    return Title(title, one, many, tuple(board))


def fluent_messages(names: Iterable[TitledThing], titles: Titles) -> dict[str, str]:
    """Return the edition's titles as Fluent messages, by language. Things without a title are left
    out. Empty if there is no title at all."""
    named = [(each, titles[each.name]) for each in names if each.name in titles]
    if not named:
        return {}
    return {language: "\n".join(_messages_in(named, language)) + "\n" for language in LANGUAGES}


def _messages_in(named: Iterable[tuple[TitledThing, Mapping[str, Title]]], language: str) -> Iterable[str]:
    """Yield the Fluent messages of one language for these things and their titles."""
    for naming, titles in named:
        title = titles[language]
        yield from (f"{key} = {_fluent_literal(title.title)}" for key in naming.titles)
        if naming.counted:
            one, many = _count_pattern(title.one), _count_pattern(title.many)
            yield f"{naming.counted} = {{ $n ->\n    [one] {one}\n   *[other] {many}\n}}"
        if naming.board:
            yield f"{naming.board} =" + "".join(f"\n    {_fluent_literal(line)}" for line in title.board)
        words = title.title.split()
        for key, half in zip(naming.halves, (words[: -(-len(words) // 2)], words[-(-len(words) // 2) :]), strict=False):
            yield f"{key} = {_fluent_literal(' '.join(half))}"


def _count_pattern(form: str) -> str:
    """Return a counted form as a Fluent pattern, with `{ $n }` in place of `#`."""
    return "{ $n }".join(_fluent_literal(part) if part else "" for part in form.split("#"))


def _fluent_literal(text: str) -> str:
    """Return a Fluent string literal. A title has no quotation mark and no backslash, so nothing needs
    escaping."""
    return f'{{ "{text}" }}'
