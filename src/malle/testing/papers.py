"""Checks for a game's rulebooks, word files and README. They must say the same in both languages, every ruling must
have its test, and players must be able to see which rulings are the author's own.

`check_rulebooks(game_info)` reads the files and the names of the game's tests; it knows no rule of the game. The game's
own tests check what a text says of its numbers.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from malle.core import Sheet
from malle.testing.faults import Fault, Faults
from malle.words import LANGUAGES

_ANCHOR = re.compile(r"^## .+ \{#([a-z]+)\}$", re.MULTILINE)
_RULING = re.compile(r"^\| `([a-z0-9-]+)`", re.MULTILINE)
_OURS = re.compile(r"^\| `([a-z0-9-]+)` ●", re.MULTILINE)
_CITED = re.compile(r"<!--ours ([a-z0-9 -]+)-->")


def check_papers(sheet: Sheet) -> list[Fault]:
    """Check rulebooks, word files and README against each other and against the game's tests. An empty list is
    a pass."""
    faults = Faults()
    books = {language: _plain(sheet.folder / "rulebook" / f"{language}.md") for language in LANGUAGES}
    for law, detail in (
        *_rulebooks(books),
        *_words({language: _plain(sheet.folder / "words" / f"{language}.ftl") for language in LANGUAGES}),
        *_options(sheet, books),
        *_telling(sheet, books),
        *_undo(books),
        *_rulings(sheet.folder),
        *_ours(sheet.folder),
        *_french_points(sheet.folder),
    ):
        faults.add(law, f"{sheet.name}: {detail}")
    return faults.found


def sections(sheet: Sheet, language: str) -> tuple[str, ...]:
    """Return the slugs of a rulebook's sections, `## Heading {#slug}`. Screens open the section named after
    the decision."""
    return tuple(_ANCHOR.findall(_plain(sheet.folder / "rulebook" / f"{language}.md")))


def page_of(sheet: Sheet, name: str) -> str:
    """Return a file of the game's folder as one line, with each run of white space replaced by one plain
    space."""
    return " ".join((sheet.folder / name).read_text("utf-8").split())


def names_of_tests(folder: Path) -> list[str]:
    """Return the names of all test functions in a game's folder."""
    return [test.name for test in _tests(folder)]


Found = Iterator[tuple[str, str]]
"""Violations as (law, detail)."""


def _plain(path: Path) -> str:
    """Return a file's text with plain spaces and without thousands separators."""
    text = path.read_text("utf-8").replace("\u00a0", " ").replace("\u202f", " ")
    return re.sub(r"(\d)[ ,](\d{3})\b", r"\1\2", text)


def _rulebooks(books: dict[str, str]) -> Found:
    """Compare the rulebooks: same sections in the same order, each with as many paragraphs, items and rows,
    and the same numbers. Section slugs must be unique, and links must lead to a section."""
    for language, book in books.items():
        found = _ANCHOR.findall(book)
        if not len(set(found)) == len(found) == book.count("\n## "):
            yield "sections", f"{language}: every section has a slug of its own: ## Heading {{#slug}}"
        yield from (
            ("links", f"{language}: a link leads to #{link}, which is no section")
            for link in re.findall(r"\]\(#([a-z]+)\)", book)
            if link not in found
        )
    one, other = (book.split("\n## ") for book in books.values())
    if len(one) != len(other):
        yield "sections", f"one rulebook has {len(one)} sections, the other {len(other)}"
        return
    for first, second in zip(one, other, strict=True):
        heading = first.partition("\n")[0]
        if _ANCHOR.findall(f"## {first}") != _ANCHOR.findall(f"## {second}"):
            yield "sections", f"{heading!r} is another section in the other language"
        for mark in ("\n- ", "\n| ", "\n1. ", "\n\n"):
            if first.count(mark) != second.count(mark):
                yield "sections", f"{heading!r} has {first.count(mark)} and {second.count(mark)} times {mark!r}"
        if sorted(re.findall(r"\d+", first)) != sorted(re.findall(r"\d+", second)):
            yield "numbers", f"{heading!r} has other numbers in the other language"


def _words(files: dict[str, str]) -> Found:
    """Compare the word files: the same messages with the same arguments."""
    one, other = (
        {
            message.partition(" =")[0]: set(re.findall(r"\$(\w+)", message))
            for message in re.split(r"^(?=[a-z])", file, flags=re.MULTILINE)[1:]
        }
        for file in files.values()
    )
    yield from (("words", f"{key} is not in both languages") for key in sorted(one.keys() ^ other.keys()))
    yield from (
        ("words", f"{key} has other arguments in the other language: {sorted(one[key] ^ other[key])}")
        for key in sorted(one.keys() & other.keys())
        if one[key] != other[key]
    )


def _options(sheet: Sheet, books: dict[str, str]) -> Found:
    """Check that the rulebook's section on options names every option, in order, and no other."""
    for language, book in books.items():
        said = re.findall(r"\*\* \(`(\w+)`\)", book.partition("{#options}")[2].partition("\n## ")[0])
        if said != [option.name for option in sheet.options]:
            yield "options", f"{language}: the rulebook's options are {said}"


def _telling(sheet: Sheet, books: dict[str, str]) -> Found:
    """Check that the rulebook's section on deadlines links to every phase in which the default action reveals
    something."""
    for language, book in books.items():
        section = book.partition("{#deadline}")[2].partition("\n## ")[0]
        for phase in sheet.tells:
            if f"](#{phase})" not in section:
                yield (
                    "telling",
                    f"{language}: no section {{#deadline}} leads to #{phase}, where the clock's answer tells",
                )


def _undo(books: dict[str, str]) -> Found:
    """Check that the rulebook has a section on undo. The rule is the same for all games, and players must find
    it there."""
    for language, book in books.items():
        if "{#undo}" not in book:
            yield "undo", f"{language}: no section {{#undo}} tells what may be taken back"


def _rulings(folder: Path) -> Found:
    """Check that every ruling in the README's table has a test named after it, that every such test belongs to
    a ruling, and that its docstring states the rule."""
    rulings = [slug.replace("-", "_") for slug in _RULING.findall(_table_of_rulings(folder))]
    if not rulings:
        yield "rulings", "the README has no table of rulings"
    tests = {test.name.removeprefix("test_ruling_") for test in _tests(folder) if test.name.startswith("test_ruling_")}
    for ruling in rulings:
        if not any(test.startswith(ruling) for test in tests):
            yield "rulings", f"no test is called test_ruling_{ruling}…"
    for test in sorted(tests):
        if not test.startswith(tuple(rulings)):
            yield "rulings", f"test_ruling_{test} is about no ruling of the README"
    for node in _tests(folder):
        if node.name.startswith("test_rul") and not ast.get_docstring(node):
            yield "rulings", f"{node.name} does not tell the rule"


def _table_of_rulings(folder: Path) -> str:
    """Return the text of the README's section on rulings; empty if there is none."""
    return (folder / "README.md").read_text("utf-8").partition("\n## Rulings\n")[2].partition("\n## ")[0]


def _ours(folder: Path) -> Found:
    """Check that every ruling marked ● is cited for players in each language, in the rulebook or the page
    about the edition: `<!--ours loser-begins-->`. Nothing else may be cited so. An author without such rulings
    cites nothing."""
    ours = _OURS.findall(_table_of_rulings(folder))
    for language in LANGUAGES:
        pages = [folder / part / f"{language}.md" for part in ("rulebook", "edition")]
        text = "\n".join(page.read_text("utf-8") for page in pages if page.exists())
        cited = {slug for slugs in _CITED.findall(text) for slug in slugs.split()}
        for slug in ours:
            if slug not in cited:
                yield "ours", f"{language}: no page for players cites {slug}, which is marked ●: <!--ours {slug}-->"
        for slug in sorted(cited.difference(ours)):
            yield "ours", f"{language}: {slug} is cited as ours, and the README does not mark it ●"


def _tests(folder: Path) -> Iterator[ast.FunctionDef]:
    """Yield the syntax trees of all test functions in a game's folder."""
    for file in sorted((folder / "tests").glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node


def _french_points(folder: Path) -> Found:
    """Check French punctuation: no-break spaces before : ; ! ? » and after «, and round apostrophes."""
    for name in ("words/fr.ftl", "rulebook/fr.md"):
        for wrong in re.findall(r".{12} [:;!?»]|« .{12}|\w'\w.{8}", (folder / name).read_text("utf-8")):
            yield "points", f"{name}: {wrong!r}"
