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

from malle.core import GameInfo
from malle.i18n.translations import LANGUAGES
from malle.testing.violations import Violation, Violations

_SECTION_ANCHOR = re.compile(r"^## .+ \{#([a-z]+)\}$", re.MULTILINE)
_RULING_SLUG = re.compile(r"^\| `([a-z0-9-]+)`", re.MULTILINE)
_OWN_RULING_SLUG = re.compile(r"^\| `([a-z0-9-]+)` ●", re.MULTILINE)
_RULING_CITATION = re.compile(r"<!--ours ([a-z0-9 -]+)-->")


def check_rulebooks(game_info: GameInfo) -> list[Violation]:
    """Check rulebooks, word files and README against each other and against the game's tests.
    Return the violations."""
    violations = Violations()
    books = {language: _read_plain(game_info.folder / "rulebook" / f"{language}.md") for language in LANGUAGES}
    for law, detail in (
        *_rulebook_problems(books),
        *_message_problems(
            {language: _read_plain(game_info.folder / "words" / f"{language}.ftl") for language in LANGUAGES}
        ),
        *_option_problems(game_info, books),
        *_deadline_problems(game_info, books),
        *_undo_problems(books),
        *_ruling_problems(game_info.folder),
        *_citation_problems(game_info.folder),
        *_french_punctuation_problems(game_info.folder),
    ):
        violations.add(law, f"{game_info.name}: {detail}")
    return violations.reported


def section_slugs(game_info: GameInfo, language: str) -> tuple[str, ...]:
    """Return the slugs of the sections of a game's rulebook in this language, in order. A heading
    is written `## Heading {#slug}`. Screens open the section named after the decision."""
    return tuple(_SECTION_ANCHOR.findall(_read_plain(game_info.folder / "rulebook" / f"{language}.md")))


def read_as_one_line(game_info: GameInfo, name: str) -> str:
    """Return a file of the game's folder as one line, with each run of white space replaced by one plain
    space."""
    return " ".join((game_info.folder / name).read_text("utf-8").split())


def names_of_tests(folder: Path) -> list[str]:
    """Return the names of all test functions in `tests` of a game's folder."""
    return [test.name for test in _test_functions(folder)]


Problems = Iterator[tuple[str, str]]
"""Violations as (law, detail), still without the game's name."""


def _read_plain(path: Path) -> str:
    """Return a file's text with plain spaces for no-break spaces and without thousands
    separators."""
    text = path.read_text("utf-8").replace("\u00a0", " ").replace("\u202f", " ")
    return re.sub(r"(\d)[ ,](\d{3})\b", r"\1\2", text)


def _rulebook_problems(books: dict[str, str]) -> Problems:
    """Compare the rulebooks: same sections in the same order, each with as many paragraphs, items and rows,
    and the same numbers. Section slugs must be unique, and links must lead to a section."""
    for language, book in books.items():
        slugs = _SECTION_ANCHOR.findall(book)
        if not len(set(slugs)) == len(slugs) == book.count("\n## "):
            yield "sections", f"{language}: every section has a slug of its own: ## Heading {{#slug}}"
        yield from (
            ("links", f"{language}: a link leads to #{link}, which is no section")
            for link in re.findall(r"\]\(#([a-z]+)\)", book)
            if link not in slugs
        )
    first_sections, second_sections = (book.split("\n## ") for book in books.values())
    if len(first_sections) != len(second_sections):
        yield "sections", f"one rulebook has {len(first_sections)} sections, the other {len(second_sections)}"
        return
    for first, second in zip(first_sections, second_sections, strict=True):
        heading = first.partition("\n")[0]
        if _SECTION_ANCHOR.findall(f"## {first}") != _SECTION_ANCHOR.findall(f"## {second}"):
            yield "sections", f"{heading!r} is another section in the other language"
        for mark in ("\n- ", "\n| ", "\n1. ", "\n\n"):
            if first.count(mark) != second.count(mark):
                yield "sections", f"{heading!r} has {first.count(mark)} and {second.count(mark)} times {mark!r}"
        if sorted(re.findall(r"\d+", first)) != sorted(re.findall(r"\d+", second)):
            yield "numbers", f"{heading!r} has other numbers in the other language"


def _message_problems(files: dict[str, str]) -> Problems:
    """Compare the word files, whose texts are given by language: the same messages with the same
    arguments."""
    first_messages, second_messages = (
        {
            message.partition(" =")[0]: set(re.findall(r"\$(\w+)", message))
            for message in re.split(r"^(?=[a-z])", file, flags=re.MULTILINE)[1:]
        }
        for file in files.values()
    )
    yield from (
        ("words", f"{key} is not in both languages") for key in sorted(first_messages.keys() ^ second_messages.keys())
    )
    yield from (
        (
            "words",
            f"{key} has other arguments in the other language: {sorted(first_messages[key] ^ second_messages[key])}",
        )
        for key in sorted(first_messages.keys() & second_messages.keys())
        if first_messages[key] != second_messages[key]
    )


def _option_problems(game_info: GameInfo, books: dict[str, str]) -> Problems:
    """Check that each rulebook's section `{#options}` names every option, in the game's order, and
    nothing else."""
    for language, book in books.items():
        named_options = re.findall(r"\*\* \(`(\w+)`\)", book.partition("{#options}")[2].partition("\n## ")[0])
        if named_options != [option.name for option in game_info.options]:
            yield "options", f"{language}: the rulebook's options are {named_options}"


def _deadline_problems(game_info: GameInfo, books: dict[str, str]) -> Problems:
    """Check that each rulebook's section `{#deadline}` links to every phase in which the default
    action reveals something (`revealing_default_phases`)."""
    for language, book in books.items():
        section = book.partition("{#deadline}")[2].partition("\n## ")[0]
        for phase in game_info.revealing_default_phases:
            if f"](#{phase})" not in section:
                yield (
                    "telling",
                    f"{language}: no section {{#deadline}} leads to #{phase}, where the clock's answer tells",
                )


def _undo_problems(books: dict[str, str]) -> Problems:
    """Check that each rulebook has a section `{#undo}`. The rule is the same for all games, and
    players must find it there."""
    for language, book in books.items():
        if "{#undo}" not in book:
            yield "undo", f"{language}: no section {{#undo}} tells what may be taken back"


def _ruling_problems(folder: Path) -> Problems:
    """Check the rulings (decisions where the printed rules are silent) in the README's table. Each
    needs a test whose name begins with `test_ruling_` and the ruling. Each such test must belong to
    a ruling, and its docstring must state the rule."""
    rulings = [slug.replace("-", "_") for slug in _RULING_SLUG.findall(_rulings_section(folder))]
    if not rulings:
        yield "rulings", "the README has no table of rulings"
    tests = {
        test.name.removeprefix("test_ruling_")
        for test in _test_functions(folder)
        if test.name.startswith("test_ruling_")
    }
    for ruling in rulings:
        if not any(test.startswith(ruling) for test in tests):
            yield "rulings", f"no test is called test_ruling_{ruling}…"
    for test in sorted(tests):
        if not test.startswith(tuple(rulings)):
            yield "rulings", f"test_ruling_{test} is about no ruling of the README"
    for node in _test_functions(folder):
        if node.name.startswith("test_rul") and not ast.get_docstring(node):
            yield "rulings", f"{node.name} does not tell the rule"


def _rulings_section(folder: Path) -> str:
    """Return the text of the README's section on rulings; empty if there is none."""
    return (folder / "README.md").read_text("utf-8").partition("\n## Rulings\n")[2].partition("\n## ")[0]


def _citation_problems(folder: Path) -> Problems:
    """Check that every ruling marked ● (the author's own) is cited for players in each language, in
    the rulebook or the page about the edition: `<!--ours loser-begins-->`. Nothing else may be
    cited so."""
    own_rulings = _OWN_RULING_SLUG.findall(_rulings_section(folder))
    for language in LANGUAGES:
        pages = [folder / part / f"{language}.md" for part in ("rulebook", "edition")]
        text = "\n".join(page.read_text("utf-8") for page in pages if page.exists())
        cited = {slug for slugs in _RULING_CITATION.findall(text) for slug in slugs.split()}
        for slug in own_rulings:
            if slug not in cited:
                yield "ours", f"{language}: no page for players cites {slug}, which is marked ●: <!--ours {slug}-->"
        for slug in sorted(cited.difference(own_rulings)):
            yield "ours", f"{language}: {slug} is cited as ours, and the README does not mark it ●"


def _test_functions(folder: Path) -> Iterator[ast.FunctionDef]:
    """Yield the syntax trees of all test functions in `tests` of a game's folder."""
    for file in sorted((folder / "tests").glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node


def _french_punctuation_problems(folder: Path) -> Problems:
    """Yield the passages of the French words and rulebook with wrong punctuation. No-break spaces
    belong before : ; ! ? » and after «, and apostrophes must be round."""
    for name in ("words/fr.ftl", "rulebook/fr.md"):
        for passage in re.findall(r".{12} [:;!?»]|« .{12}|\w'\w.{8}", (folder / name).read_text("utf-8")):
            yield "points", f"{name}: {passage!r}"
