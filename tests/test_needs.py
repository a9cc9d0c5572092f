"""Every outside package that code imports is one that `pyproject.toml` names: a lock may then drop what it likes."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
OURS = frozenset({"malle", "malle_liar", "tests", "bench", "tools"})


def usual(name: str) -> str:
    """A distribution's name as indexes write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def named(project: Mapping[str, Any]) -> frozenset[str]:
    """The distributions that a project asks for, extras included."""
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    return frozenset(usual(re.split(r"[\[<>=!~; ]", one, maxsplit=1)[0]) for one in wanted)


def outside(code: str) -> Iterator[str]:
    """The outside modules that a piece of code imports, by their first name."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        else:
            continue
        yield from {name.split(".")[0] for name in names} - OURS - sys.stdlib_module_names


@cache
def owners() -> Mapping[str, list[str]]:
    """The distributions that each installed module belongs to; finding them takes a while."""
    return packages_distributions()


def unnamed(code: str, known: frozenset[str]) -> set[str]:
    """The outside modules of a piece of code that belong to no distribution in `known`. One that is not installed here,
    since it is of an extra that few want, is taken to be called like its distribution."""
    return {name for name in outside(code) if not known & {usual(owner) for owner in owners().get(name, (name,))}}


def test_what_is_imported_is_asked_for() -> None:
    known = named(tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"])
    files = [file for folder in ("src", "tests", "bench", "tools") for file in (HERE / folder).rglob("*.py")]
    files = [file for file in files if "rename" not in file.parts]
    missing = {str(file.relative_to(HERE)): unnamed(file.read_text("utf-8"), known) for file in files}
    assert {file: names for file, names in missing.items() if names} == {}


def test_what_is_not_asked_for_is_found() -> None:
    known = named({"dependencies": ["msgspec>=0.19"], "optional-dependencies": {"play": ["malle[x]", "rich>=13"]}})
    assert unnamed("import msgspec, json\nfrom rich.table import Table\nfrom . import near", known) == set()
    assert unnamed("def late():\n    import litestar.types", known) == {"litestar"}
