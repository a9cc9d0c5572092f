"""`malle edition`: a file to fill in for whoever owns a box; what is wrong with one, and what in it is still ours."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from malle.core import Refused, Say, Sheet
from malle.core.lines import lines_of
from malle.core.paper import Paper
from malle.games import names, sheet
from malle.words import LANGUAGES, Words

HEAD = """# An edition of {game}: the numbers of your own box. Lines that end in "ours" are those we had to choose.
#
# Where your box says another number, write it, and the mark that fits: given (the booklet or the box says it), deduced,
# reported (somebody describes it in public) or rebuilt (ours). Then:
#
#     malle edition check {file}
#     malle play {game} --edition {file}
#
# Numbers are facts and may be sent to us; pictures and sentences of the box are not ours to pass on.
game = "{game}"
"""


def new(game: str, path: Path) -> None:
    """Writes a file to fill in."""
    text = _paper(sheet(game)).read(None).text
    if path.exists():
        raise Refused(f"{path} is there already; name another file")
    body = re.sub(r'^name = "classic"', 'name = "my box"', text[text.index('name = "classic"') :])
    marked = [
        f"{line}  # ours" if "rebuilt =" in line and line.rstrip().endswith("}") else line for line in body.split("\n")
    ]
    path.write_text(HEAD.format(game=game, file=path) + "\n".join(marked), "utf-8")


def check(path: Path) -> int:
    """Prints what is wrong with a file, or what it has and what in it is still ours. The exit code is 1 if it cannot be
    played."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise Refused(f"cannot read {path}: {error.strerror}") from error
    named = re.search(r'^game = "([\w-]+)"', text, re.MULTILINE)
    if named is None or named[1] not in names():
        raise Refused(
            f'{path}: line 1: say which game it is of, game = "{names()[0]}" or another of {", ".join(names())}'
        )
    facts = sheet(named[1])
    edition = _paper(facts).read(path)
    facts.make(facts.usual_seats, facts.settle_options(facts.usual_seats, {}), path)
    if unnamed := list(_unnamed(facts, path)):
        for sentence in unnamed:
            print(sentence)
        return 1
    counts = Counter(edition.marks.values())
    print(f"{edition.name}: " + ", ".join(f"{count} {mark}" for mark, count in counts.items()))
    lines = lines_of(text)
    for value, mark in edition.marks.items():
        if mark == "rebuilt":
            print(f"{path}:{lines.get(value, 1)}: {value} is still ours")
    return 0


def _paper(facts: Sheet) -> Paper:
    if facts.paper is None:
        raise Refused(f"{facts.name} has no editions of one's own")
    return facts.paper


def _unnamed(facts: Sheet, path: Path) -> list[str]:
    """Things of an edition for which our word files have no name."""
    paper, lines = _paper(facts), lines_of(path.read_text("utf-8"))
    found = []
    for language in LANGUAGES:
        words = Words(facts.folder, language)
        for leaf in paper.groups(paper.read(path)):
            for row in leaf.rows:
                for text in (row.label, *(cell.text for cell in row.cells)):
                    try:
                        words.say(text) if isinstance(text, Say) else None
                    except Refused as error:
                        name = str(error).rpartition("-")[2].strip("'")
                        at = next((number for key, number in lines.items() if key.endswith(f".{name}")), 1)
                        found.append(f"{path}:{at}: {error}: call it by one of our names")
    return list(dict.fromkeys(found))
