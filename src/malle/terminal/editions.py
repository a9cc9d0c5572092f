"""`malle edition`: writes a file in which owners of the game enter their edition's numbers, and checks such a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from malle.core import Edition, Refused, Say, Sheet
from malle.core.lines import lines_of
from malle.core.paper import Paper
from malle.core.titles import LANGUAGES, Naming
from malle.games import sheet
from malle.games.boxes import nameless, read_box
from malle.words import Words

HEAD = """# An edition of {game}: the numbers of your own box. Lines that end in "ours" are those we had to choose.
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
FOOT = """
# Titles of things that have no table of their own above.
"""
"""The comment above the titles at the end of the file."""


def new(game: str, path: Path) -> None:
    """Write an edition file to fill in, with our numbers and titles. `Refused` if the path exists, or if the
    game has no custom editions."""
    facts = sheet(game)
    paper = _paper(facts)
    edition = paper.read(None)
    if path.exists():
        raise Refused(f"{path} is there already; name another file")
    body = re.sub(r'^name = "classic"', 'name = "my box"', edition.text[edition.text.index('name = "classic"') :])
    titles = {each.name: "\n".join(_titles(facts, each)) for each in paper.names(edition)}
    lines, table = [], False
    for line in body.rstrip("\n").split("\n"):
        lines.append(_ours(line) if "{ rebuilt =" in line else line)
        table = table or line.startswith("[[")
        named = re.fullmatch(r'name = "(.*)"', line)
        if named and table and named[1] in titles:
            lines.append(titles.pop(named[1]))
    lines.append(FOOT)
    lines += [f'[[titles]]\nname = "{name}"\n{title}\n' for name, title in titles.items()]
    path.write_text(HEAD.format(game=game, file=path) + "\n".join(lines), "utf-8")


def _ours(line: str) -> str:
    """Return the line with "ours" in its comment: the number is our choice."""
    return f"{line}, ours" if "#" in line else f"{line}  # ours"


def check(path: Path) -> int:
    """Print what is wrong with an edition file, or its counts by source mark and every value that is still
    ours. Return the exit code: 1 if something lacks a name. `Refused` if the file is invalid."""
    if lost := nameless(path):
        for sentence in lost:
            print(f"{path.name}, {sentence}")
        return 1
    edition: Edition[object] = read_box(path).edition
    counts = Counter(edition.marks.values())
    print(f"{edition.name}: " + ", ".join(f"{count} {mark}" for mark, count in counts.items()))
    lines = lines_of(edition.text)
    for value, mark in edition.marks.items():
        if mark == "rebuilt":
            print(f"{path}:{lines.get(value, 1)}: {value} is still ours")
    return 0


def _paper(facts: Sheet) -> Paper:
    """Return what the game prints about its editions. `Refused` if it has no custom editions."""
    if facts.paper is None:
        raise Refused(f"{facts.name} has no editions of one's own")
    return facts.paper


def _titles(facts: Sheet, naming: Naming) -> Iterator[str]:
    """Yield our titles of a thing, as lines of the file."""
    said = {language: Words(facts.folder, language) for language in LANGUAGES}
    forms = {
        "title": {language: words.say(Say(naming.titles[0])) for language, words in said.items()},
        "counted": {language: _counted(words, naming.counted) for language, words in said.items()},
        "board": {language: _board(words, naming) for language, words in said.items()},
    }
    for form, texts in forms.items():
        if all(texts.values()):
            inside = ", ".join(f'{language} = "{text}"' for language, text in texts.items())
            yield f"{form} = {{ {inside} }}"


def _counted(words: Words, key: str) -> str:
    """Return the singular and plural forms, such as `# wine / # wines`, with `#` for the number. Empty without
    a message."""
    return " / ".join(words.say(Say(key, {"n": n})).replace(str(n), "#") for n in (1, 2)) if key else ""


def _board(words: Words, naming: Naming) -> str:
    """Return the label on a square, with " / " between its lines. Empty without a message."""
    return " / ".join(words.say(Say(naming.board)).split("\n")) if naming.board else ""
