"""The shape of the package: no import circle.

Read from the source alone. Each checker is proved on a small tree with a planted fault.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"


def modules(root: Path) -> dict[str, Path]:
    """Every module by its dotted name, tests left out."""
    found = (path for path in root.rglob("*.py") if "tests" not in path.parts)
    return {".".join(path.with_suffix("").relative_to(root).parts).removesuffix(".__init__"): path for path in found}


def imports(files: Mapping[str, Path]) -> dict[str, set[str]]:
    """For each module the modules it imports, also inside functions and for types alone. A package's own file does not
    count: what it hands on comes from its modules."""
    edges: dict[str, set[str]] = {module: set() for module in files}
    for module, path in files.items():
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.ImportFrom):
                base = node.module or ""
                if node.level:
                    parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                    base = ".".join([*parents, *([node.module] if node.module else [])])
                names = [f"{base}.{alias.name}" for alias in node.names] + [base]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            edges[module] |= {
                name for name in names if name in files and name != module and files[name].name != "__init__.py"
            }
    return edges


def circles(edges: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Modules that import each other in a circle: what is left when those are taken away, again and again, that import
    nothing that is left, or that nothing left imports."""
    left = {module: set(to) for module, to in edges.items()}
    while True:
        wanted = {name for to in left.values() for name in to}
        gone = {module for module, to in left.items() if not to & left.keys() or module not in wanted}
        if not gone:
            return [sorted(left)] if left else []
        left = {module: to - gone for module, to in left.items() if module not in gone}


def test_nothing_is_imported_in_a_circle() -> None:
    assert circles(imports(modules(SOURCE))) == []


def plant(folder: Path, **files: str) -> dict[str, Path]:
    """A package of these files."""
    (folder / "pack").mkdir()
    for name, text in {"__init__": "", **files}.items():
        (folder / "pack" / f"{name}.py").write_text(text)
    return modules(folder)


def test_a_circle_is_found_also_one_for_types_or_inside_a_function(tmp_path: Path) -> None:
    files = plant(
        tmp_path,
        one="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pack.two import X\n",
        two="def f():\n    from pack import three\n",
        three="from . import one\n",
        four="import pack.one\n",
        five="",
    )
    assert circles(imports(files)) == [["pack.one", "pack.three", "pack.two"]]
