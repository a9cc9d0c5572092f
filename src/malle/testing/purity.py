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

from malle.core import GameInfo
from malle.testing.robot_honesty import robots_by_name
from malle.testing.violations import Violation, Violations

LAW = "pure"

FORBIDDEN_MODULES = frozenset({
    "asyncio", "builtins", "concurrent", "ctypes", "datetime", "faulthandler", "ftplib", "gc", "http", "importlib",
    "inspect", "io", "locale", "logging", "mmap", "multiprocessing", "os", "platform", "queue", "random", "resource",
    "sched", "secrets", "select", "selectors", "shelve", "shutil", "signal", "smtplib", "socket", "socketserver",
    "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "tracemalloc", "urllib", "uuid", "weakref",
    "zoneinfo",
})  # fmt: skip
"""Modules that rules must not import: clocks, random numbers, files, sockets, threads, the interpreter."""
FORBIDDEN_CALLS = frozenset(
    {"open", "print", "input", "exec", "eval", "compile", "breakpoint", "__import__", "id", "vars"}
)
"""Functions that rules must not call by their bare name. `id` depends on memory addresses."""
FORBIDDEN_METHODS = frozenset({
    "open", "read_text", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir", "touch", "iterdir", "glob",
    "stat", "exists", "is_file", "is_dir", "sleep",
})  # fmt: skip
"""Methods that rules must not call on any object. Rules may name paths; `load_edition` reads the
files."""


def check_purity(game_info: GameInfo) -> list[Violation]:
    """Check the source of every module that belongs to a game's rules, drawing, messages and
    robots, and return the violations."""
    violations = Violations()
    for path in sorted(_source_files(game_info)):
        for line, impurity in find_impurities(path.read_text("utf-8")):
            violations.add(LAW, f"{game_info.name}: {path.name}, line {line}: {impurity}")
    return violations.reported


def find_impurities(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, description) for every forbidden import, call or method call in a source. A
    top-level block `if __name__ == "__main__"` is left out, because it does not run in a game."""
    for node in (
        child for statement in ast.parse(source).body if not _is_main_block(statement) for child in ast.walk(statement)
    ):
        match node:
            case ast.Import(names=names):
                imported = [child.name for child in names]
            case ast.ImportFrom(module=str(module), level=0):
                imported = [module]
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
                yield node.lineno, f"calls {name}()"
                continue
            case ast.Call(func=ast.Attribute(attr=name)) if name in FORBIDDEN_METHODS:
                yield node.lineno, f"calls .{name}()"
                continue
            case _:
                continue
        yield from (
            (node.lineno, f"imports {name}") for name in imported if name.partition(".")[0] in FORBIDDEN_MODULES
        )


def _is_main_block(node: ast.stmt) -> bool:
    """Return whether a statement is `if __name__ == "__main__":`."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'"


def _source_files(game_info: GameInfo) -> set[Path]:
    """Return the source files of a game that must be pure (see the module). Modules of `malle.core`
    and `malle.testing` are left out."""
    game: Any = game_info.make_game(game_info.seats[0], game_info.complete_options(game_info.seats[0], {}), None)
    robots = [
        game_info.robot,
        *game_info.benchmark_robots.values(),
        *_with_inner_robots((*robots_by_name(game_info).values(), *game_info.research_robots.values())),
    ]
    story_functions = (game_info.story, game_info.final_scene, game_info.risk_statistics, game_info.robot_opinions)
    parts = [*type(game).__mro__, game_info.messages, game_info.drawing, *story_functions, *robots]
    modules_to_read = {module for part in parts if (module := _defining_module(part)) is not None}
    paths: set[Path] = set()
    while modules_to_read:
        module = modules_to_read.pop()
        path = Path(str(module.__file__))
        if path not in paths and not module.__name__.startswith(("malle.core", "malle.testing")):
            paths.add(path)
            modules_to_read |= {
                each for each in _imported_modules(module) if game_info.folder in Path(str(each.__file__)).parents
            }
    return paths


def _with_inner_robots(robots: Iterable[Any]) -> Iterator[Any]:
    """Yield each robot, and after it the callables stored in its attributes: functions or robots
    that it delegates to."""
    for robot in robots:
        yield robot
        yield from (
            (attribute for attribute in vars(robot).values() if callable(attribute))
            if hasattr(robot, "__dict__")
            else ()
        )


def _defining_module(part: Any) -> ModuleType | None:
    """Return the module that defines a class, function, partial or instance; a module is returned
    itself. Return `None` if that module has no Python file or belongs to the standard library."""
    if not isinstance(part, ModuleType):
        part = getattr(part, "func", part)  # a partial
        part = sys.modules.get(getattr(part, "__module__", None) or type(part).__module__)
    is_python_file = part is not None and str(getattr(part, "__file__", None) or "").endswith(".py")
    is_standard_library = is_python_file and part.__name__.partition(".")[0] in sys.stdlib_module_names
    return part if is_python_file and not is_standard_library else None


def _imported_modules(module: ModuleType) -> Iterator[ModuleType]:
    """Yield the modules that a module imports, found in its source, as far as they are loaded.
    `from package import name` gives the module `package.name` if there is one, else the package."""
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
