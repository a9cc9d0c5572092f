"""What the documents name exists, and what exists is documented. Each check is proved on made-up pages."""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import pytest
from tools.fields import PAGE, page

from malle.cli.main import _build_parser

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [
        *(ROOT / name for name in ("README.md", "README.fr.md", "CONTRIBUTING.md", "SECURITY.md")),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("src/malle/games/*/README.md"),
    ]
)
HISTORY = ROOT / "docs" / "history.md"
"""It keeps the names that paths and modules had at the time; nothing else is left out for it."""
NAMED = [page for page in PAGES if page != HISTORY]
MANUAL = [page for page in PAGES if "games" not in page.relative_to(ROOT).parts]

FILES = r"py|md|ftl|sql|toml|txt|svg|png|ts|tsx|css|mjs|json|yaml"
MADE = ("var/", ".venv/", "src/malle/web/static/")
"""Folders that are made on the spot and not kept."""


# -- pictures


def test_the_pictures_that_are_kept_are_those_that_documents_show() -> None:
    """`make pictures` makes many more, which are looked at and not kept."""
    files = (file for file in (ROOT / "docs" / "pictures").rglob("*.*") if file.suffix in (".png", ".svg"))
    kept = {file.relative_to(ROOT / "docs").as_posix() for file in files}
    shown = {path for page in PAGES for path in re.findall(r"pictures/[\w/.-]+\.(?:png|svg)", page.read_text("utf-8"))}
    assert kept == shown


# -- paths


def code_spans(text: str) -> Iterator[str]:
    """What stands in backticks inside a line of prose."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    yield from re.findall(r"`([^`\n]+)`", prose)


@cache
def names() -> frozenset[str]:
    """The names of all files that are kept."""
    tops = ("src", "tests", "docs", "client/src", "requirements", "bench", "tools")
    inside = (file.name for top in tops for file in (ROOT / top).rglob("*") if file.is_file())
    return frozenset([*inside, *(file.name for folder in (ROOT, ROOT / "client") for file in folder.iterdir())])


def lost_paths(text: str, folder: Path) -> list[str]:
    """Paths in a page that lead nowhere: from the page's folder, the checkout, the package, the client or any game.
    `<game>` and `*` stand for any name; a name alone may be any file's; commands, addresses and refs are no paths."""
    package = ROOT / "src" / "malle"
    bases = (folder, ROOT, package, ROOT / "src", ROOT / "client", *package.glob("games/*/"))
    lost = []
    for span in code_spans(text):
        if not re.fullmatch(r"[\w.<>*/-]+", span) or span.startswith(("/", "-", "<", "*")) or span.startswith(MADE):
            continue
        first, inside, _ = span.partition("/")
        is_file = re.search(rf"\.({FILES})$", span) is not None
        is_path = bool(inside) and (is_file or any((base / first).is_dir() for base in bases))
        pattern = re.sub(r"<[^>]*>", "*", span).rstrip("/")
        if is_path and not any(any(base.glob(pattern)) for base in bases):
            lost.append(span)
        if is_file and re.fullmatch(r"\w[\w.-]*", span) and span not in names():
            lost.append(span)
    return lost


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_paths_lead_somewhere(page: Path) -> None:
    assert lost_paths(page.read_text("utf-8"), page.parent) == []


def test_a_lost_path_is_found() -> None:
    good = (
        "`README.md`, `src/malle/core`, `games/<game>/drawing.py`, `drawing.py`, `client/src/*.ts`, `docs/`, `/health`"
    )
    other = (
        "`make test`, `malle play --seats 4`, `board/E10`, `1/3`, `var/services`, `i-…`, `a.b`, `https://a.org/b.md`"
    )
    assert lost_paths(f"{good} {other}\n```\n`no/such.py`\n```", ROOT / "docs") == []
    bad = ["docs/nowhere.md", "games/<game>/painting.py", "src/malle/attic", "nothing_of_that_name.py", "tests/*.lost"]
    assert lost_paths(" ".join(f"`{path}`" for path in bad), ROOT / "docs") == bad


# -- names of modules and what is in them


def lost_names(text: str) -> list[str]:
    """Dotted names of the package in a page that cannot be found in it."""
    found = (span for span in code_spans(text) if re.fullmatch(r"malle(\.\w+)+", span))
    return [name for name in found if not _is_there(name)]


def _is_there(name: str) -> bool:
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.parametrize("page", NAMED, ids=lambda page: str(page.relative_to(ROOT)))
def test_names_are_in_the_package(page: Path) -> None:
    assert lost_names(page.read_text("utf-8")) == []


def test_a_lost_name_is_found() -> None:
    assert lost_names("`malle.core.GameInfo` `malle.i18n.translations` `malle.attic` `malle.core.GameInof`") == [
        "malle.attic",
        "malle.core.GameInof",
    ]


# -- settings, words of make, fields


def settings(code: Iterable[str]) -> set[str]:
    """Every environment variable of ours that code names."""
    return {name for text in code for name in re.findall(r"\bMALLE_[A-Z_]+\b", text)}


def make_words(makefile: str) -> set[str]:
    """The words that `make help` lists."""
    return set(re.findall(r"^([a-z-]+):[^#\n]*## ", makefile, re.MULTILINE))


def untold(names: Iterable[str], manual: str, *, before: str = "") -> list[str]:
    """The names that no page has in code, in backticks or in a block; `before` is what stands before each there."""
    blocks = re.findall(r"^```.*?^```|^    .*?$", manual, re.MULTILINE | re.DOTALL)
    code = "\n".join([*blocks, *code_spans(manual)])
    return sorted(name for name in names if not re.search(rf"{re.escape(before + name)}(?![\w-])", code))


def manual() -> str:
    return "\n".join(page.read_text("utf-8") for page in MANUAL)


def test_every_setting_is_told() -> None:
    found = settings(file.read_text("utf-8") for file in (ROOT / "src").rglob("*.py"))
    assert len(found) > 5
    assert untold(found, manual()) == []


def test_every_word_of_make_is_told() -> None:
    found = make_words((ROOT / "Makefile").read_text("utf-8"))
    assert len(found) > 10
    assert untold(found, manual(), before="make ") == []


def options(parser: ArgumentParser, word: str = "malle") -> dict[str, set[str]]:
    """The options of every word of a command, by its words, those of the words before it included."""
    own = {text for action in parser._actions for text in action.option_strings if text.startswith("--")} - {"--help"}
    found: dict[str, set[str]] = {}
    for action in parser._actions:
        for name, inside in (action.choices or {}).items() if isinstance(action, _SubParsersAction) else ():
            found |= {each: own | more for each, more in options(inside, f"{word} {name}").items()}
    return found or {word: own}


def told_options(text: str) -> dict[str, set[str]]:
    """The options that the list of words in a page has, by word."""
    found: dict[str, set[str]] = {}
    for item in re.findall(r"^- (`malle .*(?:\n  .*)*)", text, re.MULTILINE):
        head, _, rest = item.partition(": ")
        for span in code_spans(head):
            word = re.match(r"malle(?: [a-z]+)+", span)
            found.setdefault(word[0] if word else span, set()).update(
                option for told in code_spans(rest) for option in re.findall(r"--[a-z-]+", told)
            )
    return found


def test_every_option_of_every_word_is_told() -> None:
    """In one list, each with its word."""
    listed = (ROOT / "docs" / "host.md").read_text("utf-8").partition("\n## All words of the command\n")[2]
    wanted = {word: more - {"--version"} for word, more in options(_build_parser()).items()}
    told = told_options(listed)
    for kind in ("nginx", "caddy"):  # what the word is about, not a word
        assert told.pop(f"malle front {kind}", set()) == wanted["malle front"]
    assert told | {"malle front": wanted["malle front"]} == wanted


def test_an_option_that_is_not_told_is_found() -> None:
    parser = ArgumentParser()
    words = parser.add_subparsers()
    words.add_parser("a").add_argument("--more")
    inside = words.add_parser("b")
    inside.add_argument("--folder")
    inside.add_subparsers().add_parser("c").add_argument("--less")
    assert options(parser) == {"malle a": {"--more"}, "malle b c": {"--folder", "--less"}}
    page = "- `malle a FILE`: it does. `--more 3`,\n  `--most`.\n- `malle b c`, `malle d`: --less, `--folder`\n"
    assert told_options(page) == {
        "malle a": {"--more", "--most"},
        "malle b c": {"--folder"},
        "malle d": {"--folder"},
    }


def test_every_field_of_sheet_and_scene_is_told() -> None:
    assert PAGE.read_text("utf-8") == page(), "docs/fields.md is out of date: make fields"


def test_what_is_not_told_is_found() -> None:
    manual = "Set `MALLE_KEY=…`.\n\n    make test\n\n```sh\nmake bench-moves\n```\nmake golden, MALLE_RATE"
    assert untold(settings(['environ["MALLE_KEY"]', "MALLE_RATE", "MALLE_K"]), manual) == ["MALLE_K", "MALLE_RATE"]
    words = make_words("test: check ## x\nbench: ## y\ngolden: a b ## z\nsecret:\n")
    assert untold(words, manual, before="make ") == ["bench", "golden"]


def test_the_page_of_fields_has_all_that_is_declared() -> None:
    from malle.core import GameInfo
    from malle.core.scene import Animation, Scene, SeatOverlay, StaticScene

    for struct in (GameInfo, Scene, SeatOverlay, StaticScene, Animation):
        section = page().partition(f"### `{struct.__name__}`\n")[2].partition("\n##")[0]
        assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == list(struct.__struct_fields__)


def test_the_page_of_scale_has_the_table_that_is_reckoned() -> None:
    from tools import scale

    kept = scale.PAGE.read_text("utf-8")
    assert kept == scale.page(kept)


# -- how it is checked


def claims() -> list[tuple[str, str]]:
    """The rows of docs/checked.md: what is claimed, and the command that repeats the check."""
    text = (ROOT / "docs" / "checked.md").read_text("utf-8")
    rows = re.findall(r"^\| (.+?) \| `(.+?)` \|$", text, re.MULTILINE)
    assert len(rows) == len(re.findall(r"^\| (?!claim|---)", text, re.MULTILINE)), "each row ends in one command"
    return rows


@pytest.mark.parametrize(("claim", "command"), claims(), ids=[command for _, command in claims()])
def test_every_claim_has_a_command_that_checks_something(claim: str, command: str) -> None:
    """A word of make; or files of tests, with some test that the word after -k chooses."""
    tool, *rest = shlex.split(command)
    assert claim.endswith(".")
    if tool == "make":
        assert rest[0] in make_words((ROOT / "Makefile").read_text("utf-8"))
        return
    assert tool == "pytest"
    words = rest[rest.index("-k") + 1].split(" or ") if "-k" in rest else [""]
    paths = [ROOT / each for each in rest[: rest.index("-k") if "-k" in rest else None]]
    files = [file for path in paths for file in ([path] if path.is_file() else path.rglob("test_*.py"))]
    named = [
        f"{file.stem}::{test}" for file in files for test in re.findall(r"def (test_\w+)", file.read_text("utf-8"))
    ]
    assert all(path.exists() for path in paths)
    assert all(any(word in name for name in named) for word in words)


def test_what_no_person_has_tried_is_named() -> None:
    """A screen reader's user, a real television and a club's evening among them."""
    tried = (ROOT / "docs" / "checked.md").read_text("utf-8").partition("## What no person has tried yet")[2]
    for each in ("person who uses a screen reader", "real television", "club's evening"):
        assert f"**A {each}**" in tried
