"""`malle edition`: writes a file in which owners of the game enter their edition's numbers, and checks such a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from malle.core import Edition, GameInfo, Message, Refused
from malle.core.editions.printed_numbers import EditionInfo
from malle.core.editions.titles import LANGUAGES, TitledThing
from malle.core.editions.toml_positions import key_lines
from malle.games import load_game_info
from malle.games.custom_editions import list_things_without_name, read_custom_edition
from malle.i18n.translations import Translator

FILE_HEADER = """\
# An edition of {game}: the numbers of your own box. Lines that end in "ours" are those we had to choose.
#
# Where your box says another number, write it, and the mark that fits: given (the booklet or the box says it), deduced,
# reported (somebody describes it in public) or rebuilt (ours). Titles are what players read, in both languages; a name
# is for notation: one word, which you need not change. counted is one / many, # being the number; board is what stands
# on a square, a stroke between its lines. Then:
#
#     malle edition check {file}
#     malle play {game} --edition {file}
#
# Numbers are facts and may be sent to us; pictures and sentences of the box are not ours to pass on.
game = "{game}"
"""
"""The comment at the top of the file, and its first key."""
TITLES_HEADER = """
# Titles of things that have no table of their own above.
"""
"""The comment above the titles at the end of the file."""


def write_edition_template(game_name: str, path: Path) -> None:
    """Write an edition file to fill in: the numbers and titles of the standard edition, with
    those that we had to choose marked as ours. Raise `Refused` if the path exists, or if the
    game has no custom editions."""
    info = load_game_info(game_name)
    printed_numbers = _require_printed_numbers(info)
    edition = printed_numbers.read_edition(None)
    if path.exists():
        raise Refused(f"{path} is there already; name another file")
    body = re.sub(r'^name = "classic"', 'name = "my box"', edition.text[edition.text.index('name = "classic"') :])
    titles = {each.name: "\n".join(_title_lines(info, each)) for each in printed_numbers.titled_things(edition)}
    lines, in_table = [], False
    for line in body.rstrip("\n").split("\n"):
        lines.append(_mark_as_ours(line) if "{ rebuilt =" in line else line)
        in_table = in_table or line.startswith("[[")
        named = re.fullmatch(r'name = "(.*)"', line)
        if named and in_table and named[1] in titles:
            lines.append(titles.pop(named[1]))
    lines.append(TITLES_HEADER)
    lines += [f'[[titles]]\nname = "{name}"\n{title}\n' for name, title in titles.items()]
    path.write_text(FILE_HEADER.format(game=game_name, file=path) + "\n".join(lines), "utf-8")


def _mark_as_ours(line: str) -> str:
    """Return the line with "ours" in its comment, which says that we chose the number because no
    source has it."""
    return f"{line}, ours" if "#" in line else f"{line}  # ours"


def check_edition_file(path: Path) -> int:
    """Print the things in an edition file that lack a name, and return 1. If there are none,
    print how many values have each source mark, and every value that is still ours (`rebuilt`),
    and return 0. Raise `Refused` if the file is invalid."""
    if missing_names := list_things_without_name(path):
        for sentence in missing_names:
            print(f"{path.name}, {sentence}")
        return 1
    edition: Edition[object] = read_custom_edition(path).edition
    counts = Counter(edition.marks.values())
    print(f"{edition.name}: " + ", ".join(f"{count} {mark}" for mark, count in counts.items()))
    lines = key_lines(edition.text)
    for value, mark in edition.marks.items():
        if mark == "rebuilt":
            print(f"{path}:{lines.get(value, 1)}: {value} is still ours")
    return 0


def _require_printed_numbers(game_info: GameInfo) -> EditionInfo:
    """Return the game's `EditionInfo`. Raise `Refused` if the game has no custom editions."""
    if game_info.edition_info is None:
        raise Refused(f"{game_info.name} has no editions of one's own")
    return game_info.edition_info


def _title_lines(game_info: GameInfo, naming: TitledThing) -> Iterator[str]:
    """Yield the standard edition's titles of a thing in both languages, as lines of the file:
    `title`, and `counted` and `board` if the thing has them."""
    translations = {language: Translator(game_info.folder, language) for language in LANGUAGES}
    forms = {
        "title": {language: words.translate(Message(naming.titles[0])) for language, words in translations.items()},
        "counted": {language: _counted_forms(words, naming.counted) for language, words in translations.items()},
        "board": {language: _square_label(words, naming) for language, words in translations.items()},
    }
    for form, texts in forms.items():
        if all(texts.values()):
            inside = ", ".join(f'{language} = "{text}"' for language, text in texts.items())
            yield f"{form} = {{ {inside} }}"


def _counted_forms(words: Translator, key: str) -> str:
    """Return the singular and plural forms of a message, such as `# wine / # wines`, with `#`
    for the number. Return an empty string if `key` is empty."""
    return " / ".join(words.translate(Message(key, {"n": n})).replace(str(n), "#") for n in (1, 2)) if key else ""


def _square_label(words: Translator, naming: TitledThing) -> str:
    """Return the label on the thing's square, with " / " between its lines, or an empty string
    if it has none."""
    return " / ".join(words.translate(Message(naming.board)).split("\n")) if naming.board else ""
