"""Rules neither wait nor read nor write: no clock, no random numbers of their own, no file, no socket, no log.

The contract says so, and the leak test relies on it. What a game asks of the machine is not in its state, so no
comparison of worlds sees it. The sources are read, not run: the modules of the game's class and its base classes, of
its drawing, messages, story, thoughts and robots, and every module of the game's own package that these import.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType
from typing import Any

from malle.core import Sheet
from malle.testing.faults import Fault, Faults
from malle.testing.honest import minds_of

LAW = "pure"

MODULES = frozenset({
    "asyncio", "builtins", "concurrent", "ctypes", "datetime", "faulthandler", "ftplib", "gc", "http", "importlib",
    "inspect", "io", "locale", "logging", "mmap", "multiprocessing", "os", "platform", "queue", "random", "resource",
    "sched", "secrets", "select", "selectors", "shelve", "shutil", "signal", "smtplib", "socket", "socketserver",
    "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "tracemalloc", "urllib", "uuid", "weakref",
    "zoneinfo",
})  # fmt: skip
"""Modules that rules must not import: clocks, random numbers, files, sockets, threads, the interpreter."""
CALLS = frozenset({"open", "print", "input", "exec", "eval", "compile", "breakpoint", "__import__", "id", "vars"})
"""Functions that rules must not call by their bare name. `id` depends on memory addresses."""
METHODS = frozenset({
    "open", "read_text", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir", "touch", "iterdir", "glob",
    "stat", "exists", "is_file", "is_dir", "sleep",
})  # fmt: skip
"""Methods that rules must not call on any object. Paths may be named; `load_edition` reads them."""


def check_pure(sheet: Sheet) -> list[Fault]:
    """Check the source of every module that a game needs, and return the violations."""
    faults = Faults()
    for path in sorted(_sources(sheet)):
        for line, what in impurities(path.read_text("utf-8")):
            faults.add(LAW, f"{sheet.name}: {path.name}, line {line}: {what}")
    return faults.found


def impurities(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, description) for everything impure in a source. `if __name__ == "__main__"` blocks are
    skipped, because they do not run in a game."""
    for node in (each for part in ast.parse(source).body if not _is_program(part) for each in ast.walk(part)):
        match node:
            case ast.Import(names=names):
                found = [each.name for each in names]
            case ast.ImportFrom(module=str(module), level=0):
                found = [module]
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                yield node.lineno, f"calls {name}()"
                continue
            case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS:
                yield node.lineno, f"calls .{name}()"
                continue
            case _:
                continue
        yield from ((node.lineno, f"imports {name}") for name in found if name.partition(".")[0] in MODULES)


def _is_program(node: ast.stmt) -> bool:
    """Return whether a statement is `if __name__ == "__main__":`."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'"


def _sources(sheet: Sheet) -> set[Path]:
    """Return the source files of a game that must be pure. Modules of `malle.core` and `malle.testing` are
    left out."""
    game: Any = sheet.make(sheet.seats[0], sheet.settle_options(sheet.seats[0], {}), None)
    robots = [sheet.robot, *sheet.robots.values(), *_robots((*minds_of(sheet).values(), *sheet.minds.values()))]
    told = (sheet.story, sheet.final, sheet.deeds, sheet.thoughts)
    parts = [*type(game).__mro__, sheet.telling, sheet.drawing, *told, *robots]
    waiting = {module for part in parts if (module := _module_of(part)) is not None}
    found: set[Path] = set()
    while waiting:
        module = waiting.pop()
        path = Path(str(module.__file__))
        if path not in found and not module.__name__.startswith(("malle.core", "malle.testing")):
            found.add(path)
            waiting |= {each for each in _imported(module) if sheet.folder in Path(str(each.__file__)).parents}
    return found


def _robots(minds: Iterable[Any]) -> Iterator[Any]:
    """Yield each robot, and the callables stored in its attributes: robots that it delegates to."""
    for mind in minds:
        yield mind
        yield from (each for each in vars(mind).values() if callable(each)) if hasattr(mind, "__dict__") else ()


def _module_of(part: Any) -> ModuleType | None:
    """Return the module that defines a class, function, partial or instance. Return `None` if it is not a
    Python file, or belongs to the standard library."""
    if not isinstance(part, ModuleType):
        part = getattr(part, "func", part)  # a partial
        part = sys.modules.get(getattr(part, "__module__", None) or type(part).__module__)
    own = part is not None and str(getattr(part, "__file__", None) or "").endswith(".py")
    library = own and part.__name__.partition(".")[0] in sys.stdlib_module_names
    return part if own and not library else None


def _imported(module: ModuleType) -> Iterator[ModuleType]:
    """Yield the loaded modules that a module imports. `from package import name` gives the module of that
    name, or else the package."""
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name(f"{'.' * node.level}{node.module or ''}", module.__package__)
            inside = [f"{base}.{each.name}" for each in node.names]
            names = [name if name in sys.modules else base for name in inside]
        for name in names:
            found = sys.modules.get(name)
            if found is not None and getattr(found, "__file__", None):
                yield found
