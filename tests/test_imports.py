"""The import directions of docs/architecture.md, held by reading every module of the package.

core ← games ← table ← storage ← messaging, config ← protocol ← runtime ← web; runtime ← testing; protocol ← robots;
web, robots ← cli; research needs core and games only; games never import each other; nobody outside games/ names a
game, and nobody else imports by a name in a string, which no reader of import statements would see. The checker is
proved at the end on small trees with planted violations.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "malle"

# Parts of the package that each part may import, itself always included. Parts not listed are refused, so
# that a new folder is placed in the order on purpose.
MAY_IMPORT: Mapping[str, frozenset[str]] = {
    "core": frozenset(),
    "games": frozenset({"core"}),
    "table": frozenset({"core", "games"}),
    "research": frozenset({"core", "games"}),
    # Sentences in two languages.
    "i18n": frozenset({"core"}),
    # Symbols that all games share, and a scene drawn without a browser.
    "rendering": frozenset({"core", "games", "i18n"}),
    # Loops that go on after an error.
    "background": frozenset({"core"}),
    "storage": frozenset({"core", "games", "table", "i18n"}),
    "messaging": frozenset({"core", "games", "table", "storage", "background"}),
    "config": frozenset({"core", "games", "table", "storage", "i18n"}),
    # What server, clients and robots exchange.
    "protocol": frozenset({"core", "games", "table", "storage", "config"}),
    # The tables of one process: no HTTP in it.
    "runtime": frozenset(
        {"core", "games", "table", "storage", "messaging", "config", "protocol", "background", "i18n"}
    ),
    "notifications": frozenset({"core", "games", "table", "storage", "config", "protocol", "background", "i18n"}),
    # A robot worker is a client like any other; the server never imports a robot.
    "robots": frozenset({"core", "games", "storage", "messaging", "config", "protocol", "background"}),
    "web": frozenset(
        {"core", "games", "table", "storage", "messaging", "config", "protocol", "runtime", "i18n", "rendering"}
        | {"background", "notifications"}
    ),
    # The laws show a game's worlds to viewers as the server does.
    "testing": frozenset({"core", "games", "table", "storage", "runtime", "i18n", "rendering"}),
    "cli": frozenset(
        {"core", "games", "table", "research", "i18n", "background", "storage", "messaging", "config", "protocol"}
        | {"runtime", "notifications", "robots", "web", "rendering"}
    ),
    "__main__": frozenset({"cli"}),
    "__init__": frozenset({"core"}),
}

# Third-party packages of parts that must stay light: rules run wherever msgspec runs.
THIRD_PARTY: Mapping[str, frozenset[str]] = {"core": frozenset({"msgspec"}), "games": frozenset({"msgspec"})}


# What a game for one may lean on besides: its solver is asked by a server, and imported only then.
SOLVERS = frozenset({"ortools"})


def imported(tree: ast.Module, *, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Every dotted name a module imports, relative ones resolved, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = module.split(".") if is_package else module.split(".")[:-1]
                parents = parents[: len(parents) - (node.level - 1)]
                base = ".".join([*parents, *([node.module] if node.module else [])])
            # `from malle import web` imports malle.web: each name may be a module.
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


STRING_IMPORTS = frozenset({"import_module", "__import__", "runpy"})


def string_imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every use of a function that imports by a name in a string."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            names = {alias.name for alias in node.names} | {getattr(node, "module", None)}
        elif isinstance(node, ast.Attribute):
            names = {node.attr}
        elif isinstance(node, ast.Name):
            names = {node.id}
        else:
            continue
        yield from ((node.lineno, name) for name in sorted(STRING_IMPORTS & names))


def in_tests(parts: tuple[str, ...]) -> bool:
    """A game's own tests may use the public testing package and pytest."""
    return "tests" in parts[:-1] or parts[-1].startswith("test_") or parts[-1] == "conftest"


def faults_of(path: Path, package: Path, *, games: frozenset[str]) -> Iterator[str]:
    """What one file does against the directions, a sentence each."""
    parts = path.relative_to(package).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    module = ".".join((package.name, *(parts[:-1] if is_package else parts)))
    part = parts[0]
    where = path.relative_to(package)
    if part not in MAY_IMPORT:
        yield f"{where}: {part!r} has no place in the import order; give it one in MAY_IMPORT"
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    own_game = parts[1] if part == "games" and len(parts) > 2 else None
    tests = in_tests(parts)
    allowed = MAY_IMPORT[part] | {part} | ({"testing", "i18n"} if part == "games" and tests else set())
    for line, name in imported(tree, module=module, is_package=is_package):
        words = name.split(".")
        if words[0] != package.name:
            light = THIRD_PARTY.get(part)
            if light is not None and "solitaire" in parts:
                light |= SOLVERS
            if light is not None and not tests and words[0] not in light | sys.stdlib_module_names:
                yield f"{where}:{line}: {part} imports {words[0]}; it may use msgspec only"
        elif len(words) > 1:
            # `from malle import __version__` is no part; only known parts count.
            if words[1] in MAY_IMPORT and words[1] not in allowed:
                yield f"{where}:{line}: {part} imports {name}"
            if words[1] == "games" and len(words) > 2 and words[2] in games and words[2] != own_game:
                yield f"{where}:{line}: imports the game {words[2]}; games are loaded by name from the list"
    if parts != ("games", "__init__"):
        for line, name in string_imports(tree):
            yield f"{where}:{line}: imports by a string ({name}); only the list of games does"
    if part != "games":
        yield from named_games(tree, where=where, games=games)


def named_games(tree: ast.Module, *, where: Path, games: frozenset[str]) -> Iterator[str]:
    """Identifiers and strings that are a game's name; prose in docstrings may mention one."""
    prose = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            found = games & set(node.value.replace("/", " ").replace(".", " ").replace(":", " ").split())
        elif isinstance(node, ast.Name):
            found = games & {node.id}
        elif isinstance(node, ast.Attribute):
            found = games & {node.attr}
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.arg)):
            found = games & {node.name if not isinstance(node, ast.arg) else node.arg}
        else:
            continue
        for name in sorted(found):
            yield f"{where}:{getattr(node, 'lineno', '?')}: names the game {name}"


def listed_games(package: Path) -> frozenset[str]:
    """The names in `GAMES` of games/__init__.py, read without importing it, and the folders beside it."""
    listing = package / "games" / "__init__.py"
    names: set[str] = set()
    if listing.exists():
        for node in ast.walk(ast.parse(listing.read_text(encoding="utf-8"))):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            value = getattr(node, "value", None)
            if value is not None and any(isinstance(t, ast.Name) and t.id == "GAMES" for t in targets):
                names |= set(ast.literal_eval(value))
        names |= {folder.name for folder in listing.parent.iterdir() if (folder / "__init__.py").exists()}
    return frozenset(names)


def faults(package: Path) -> list[str]:
    """Everything in a package against the directions."""
    games = listed_games(package)
    return [fault for path in sorted(package.rglob("*.py")) for fault in faults_of(path, package, games=games)]


def test_imports_point_one_way() -> None:
    assert faults(PACKAGE) == []


def test_the_package_was_read() -> None:
    assert "games" in {path.name for path in PACKAGE.iterdir()}
    assert listed_games(PACKAGE)


CLEAN = {
    "__init__.py": "from malle.core import Seat",
    "core/__init__.py": "import json\nimport msgspec\nfrom . import seats\nfrom malle.core.seats import Seat",
    "core/seats.py": "from __future__ import annotations\nfrom typing import NewType",
    "games/__init__.py": "from importlib import import_module\nGAMES: tuple[str, ...] = ('whist', 'tarot')",
    "games/whist/__init__.py": "from malle.core import Seat\nfrom .rules import new",
    "games/whist/rules.py": "from malle.games.whist import view\nfrom ...core import Seat",
    "games/whist/tests/test_rules.py": "import pytest\nfrom malle.testing import suite\nfrom .. import rules",
    "games/tarot/__init__.py": "",
    "table/__init__.py": "from malle.games import load\nfrom malle import core",
    "testing/__init__.py": "import pytest\nfrom malle.table import play",
    "storage/__init__.py": "import asyncpg\nfrom malle.table import play",
    "messaging/__init__.py": "import nats\nfrom malle.core import Seat",
    "web/__init__.py": "from malle.storage import save\nfrom malle.messaging import hint",
    "research/__init__.py": '"""Runs whist a thousand times."""\nfrom malle.games import load',
    "cli/serve.py": "from malle.robots import worker\nfrom malle.web import app",
    "cli/__init__.py": "from importlib.metadata import version\ndef serve():\n    from malle.cli.serve import serve",
}


def tree(root: Path, files: Mapping[str, str]) -> Path:
    package = root / "malle"
    for name, text in files.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    return package


def test_a_clean_tree_has_no_faults(tmp_path: Path) -> None:
    assert faults(tree(tmp_path, CLEAN)) == []


def test_folders_may_be_missing(tmp_path: Path) -> None:
    assert faults(tree(tmp_path, {"core/__init__.py": "import msgspec"})) == []


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("core/bad.py", "import rich", "core imports rich"),
        ("core/bad.py", "from malle.games import load", "core imports malle.games.load"),
        ("core/bad.py", "from malle import table", "core imports malle.table"),
        ("core/bad.py", "def late():\n    from ..web import app", "core imports malle.web.app"),
        ("games/whist/bad.py", "import numpy", "games imports numpy"),
        ("games/whist/bad.py", "from malle.games.tarot import rules", "imports the game tarot"),
        ("games/whist/bad.py", "from ..tarot import rules", "imports the game tarot"),
        ("games/whist/bad.py", "from .. import tarot", "imports the game tarot"),
        ("games/whist/bad.py", "from malle.table import play", "games imports malle.table.play"),
        ("games/whist/bad.py", "from malle.testing import suite", "games imports malle.testing.suite"),
        ("games/whist/tests/test_bad.py", "import malle.web", "games imports malle.web"),
        ("games/whist/bad.py", "from malle.i18n import Words", "games imports malle.i18n.Words"),
        ("core/bad.py", "from malle import protocol", "core imports malle.protocol"),
        ("i18n/bad.py", "from malle.web import app", "i18n imports malle.web.app"),
        ("table/bad.py", "import malle.storage", "table imports malle.storage"),
        ("storage/bad.py", "from malle.web import app", "storage imports malle.web.app"),
        ("messaging/bus.py", "from malle import web", "messaging imports malle.web"),
        ("research/bad.py", "from malle.table import play", "research imports malle.table.play"),
        ("testing/bad.py", "from malle.web import app", "testing imports malle.web.app"),
        ("web/bad.py", "from malle.robots import worker", "web imports malle.robots.worker"),
        ("robots/bad.py", "from malle.cli import serve", "robots imports malle.cli.serve"),
        (
            "web/bad.py",
            "import importlib\nimportlib.import_module('malle.robots')",
            "imports by a string (import_module)",
        ),
        ("web/bad.py", "from importlib import import_module as get", "imports by a string (import_module)"),
        ("web/bad.py", "work = __import__('malle.robots.worker')", "imports by a string (__import__)"),
        ("cli/bad.py", "import runpy", "imports by a string (runpy)"),
        ("games/whist/__init__.py", "from importlib import import_module", "imports by a string (import_module)"),
        ("attic/bad.py", "", "'attic' has no place"),
        ("table/bad.py", "if game == 'whist': pass", "names the game whist"),
        ("web/bad.py", "from malle.games.whist import rules", "imports the game whist"),
        ("cli/bad.py", "path = 'games/tarot/rules.py'", "names the game tarot"),
        ("research/bad.py", "def whist(): pass", "names the game whist"),
        ("research/bad.py", "games.tarot.new()", "names the game tarot"),
    ],
)
def test_each_planted_violation_is_found(tmp_path: Path, file: str, text: str, said: str) -> None:
    found = faults(tree(tmp_path, {**CLEAN, file: text}))
    assert any(said in fault for fault in found), found
