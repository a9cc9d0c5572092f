"""Prove a mechanical commit: with the new names mapped back, its syntax trees equal those of the commit before.

    python tools/rename/prove.py BEFORE AFTER

Docstrings and comments are left out. An identifier may only differ as the maps say, an import may only name the moved module,
and a string may only differ by a dotted name or path of a module. Prints the files that differ otherwise, and how many files and
identifiers were compared.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from typing import Any

from apply import FOLDERS, LOCALS, MODULES, NAMES, moved, rewrite_text
from same_tree import is_docstring

PAIRS = {(key.rpartition(".")[2], new) for key, new in NAMES.items()}
PAIRS |= {(old, new) for (_, old), new in LOCALS.items()}
PAIRS |= {(old.rpartition(".")[2], new.rpartition(".")[2]) for old, new in MODULES.items()}
IDENTIFIERS = {"id", "attr", "arg", "name", "names", "kwd_attrs", "rest", "asname"}


def show(commit: str, path: str) -> str | None:
    done = subprocess.run(["git", "show", f"{commit}:{path}"], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def files(commit: str) -> list[str]:
    out = subprocess.run(["git", "ls-tree", "-r", "--name-only", commit], capture_output=True, text=True, check=True)
    return [name for name in out.stdout.splitlines() if name.endswith(".py") and not name.startswith("tools/rename/")]


def new_path(path: str) -> str:
    if path.startswith("src/malle/"):
        module = path.removeprefix("src/").removesuffix(".py").replace("/", ".")
        package = module.removesuffix(".__init__")
        if package != module:
            to = MODULES.get(package, package).replace(".", "/")
            plain = f"src/{to}.py"
            return plain if package == "malle.voice" else f"src/{to}/__init__.py"
        if module in MODULES:
            return "src/" + MODULES[module].replace(".", "/") + ".py"
    for old, new in FOLDERS.items():
        if path.startswith(f"src/malle/{old}/"):
            return path.replace(f"src/malle/{old}/", f"src/malle/{new}/")
    if path.startswith("src/malle/"):
        return "src/" + moved(path.removeprefix("src/").removesuffix(".py").replace("/", ".")).replace(".", "/") + ".py"
    return path


def parts(body: list[Any]) -> tuple[list[Any], Counter[str]]:
    """The statements without docstrings and imports, and what is imported."""
    kept, imported = [], Counter()
    for node in body:
        if is_docstring(node) or isinstance(node, ast.Pass):
            continue
        if isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imported.update(f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)
        else:
            kept.append(node)
    return kept, imported


class Different(Exception):
    pass


def compare(old: Any, new: Any, count: Counter[str], where: str = "") -> None:
    if isinstance(old, ast.AST):
        if type(old) is not type(new):
            raise Different(f"{where}: {type(old).__name__} / {type(new).__name__}")
        if isinstance(old, ast.Assign) and ast.unparse(old.targets[0]) == ast.unparse(new.targets[0]) == "__slots__":
            # ruff sorts them anew.
            names = sorted(ast.literal_eval(new.value))
            for name in ast.literal_eval(old.value):
                fits = [one for one in names if one == name or (name, one) in PAIRS]
                if not fits:
                    raise Different(f"{where}: slot {name}")
                names.remove(fits[0])
            return
        line = getattr(old, "lineno", None)
        where = f"line {line}" if line else where
        for field in old._fields:
            a, b = getattr(old, field, None), getattr(new, field, None)
            if field in IDENTIFIERS and isinstance(a, str | list | None) and not isinstance(old, ast.alias):
                for x, y in zip([a] if not isinstance(a, list) else a, [b] if not isinstance(b, list) else b, strict=True):
                    if isinstance(x, str) and x != y:
                        if (x, y) not in PAIRS:
                            raise Different(f"{where}: {x} / {y}")
                        count["renamed"] += 1
                    elif not isinstance(x, str):
                        compare(x, y, count, where)
                    count["identifiers"] += 1
            elif isinstance(old, ast.Constant) and field == "value" and isinstance(a, str) and a != b:
                if rewrite_text(a) != b and (a, b) not in PAIRS:
                    raise Different(f"{where}: {a!r} / {b!r}")
            else:
                compare(a, b, count, where)
    elif isinstance(old, list):
        if old and isinstance(old[0], ast.stmt) or new and isinstance(new[0], ast.stmt):
            (old, was), (new, now) = parts(old), parts(new)
            if sum(was.values()) != sum(now.values()):
                raise Different(f"{where}: imports {was - now} / {now - was}")
        if len(old) != len(new):
            raise Different(f"{where}: {len(old)} / {len(new)} parts")
        for a, b in zip(old, new, strict=True):
            compare(a, b, count, where)
    elif old != new:
        raise Different(f"{where}: {old!r} / {new!r}")


def main() -> int:
    before, after = sys.argv[1:]
    there, count, wrong = set(files(after)), Counter(), 0
    for path in files(before):
        to = new_path(path)
        old, new = show(before, path), show(after, to)
        if new is None:
            print(f"{path}: {to} is not there")
            wrong += 1
            continue
        there.discard(to)
        try:
            compare(ast.parse(old or ""), ast.parse(new), count, path)
        except Different as error:
            print(f"{to}: {error}")
            wrong += 1
        count["files"] += 1
    for path in sorted(there):
        if (show(after, path) or "").strip():
            print(f"{path}: is new")
            wrong += 1
    print(f"{count['files']} files, {count['identifiers']} identifiers, {count['renamed']} of them renamed; {wrong} files differ otherwise")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
