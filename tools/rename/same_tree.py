"""Check that files have the syntax tree of a commit, docstrings and comments aside.

    python tools/rename/same_tree.py [--base COMMIT] FILE...

Strings that stand alone (docstrings, also those under attributes) are left out of the comparison; `pass` stands for an empty body.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from pathlib import Path


def is_docstring(node: ast.stmt) -> bool:
    """Whether a statement is a string that stands alone."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def without_docstrings(text: str) -> str:
    """The tree of a file as text, without strings that stand alone."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                kept = [
                    one
                    for one in body
                    if not (
                        isinstance(one, ast.Expr)
                        and isinstance(one.value, ast.Constant)
                        and isinstance(one.value.value, str)
                    )
                ]
                if name == "body" and body and not kept:
                    kept = [ast.Pass()]
                setattr(node, name, kept)
    return ast.dump(tree, include_attributes=False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default="HEAD")
    parser.add_argument("files", nargs="+", type=Path)
    asked = parser.parse_args()
    different = []
    for file in asked.files:
        shown = subprocess.run(["git", "show", f"{asked.base}:./{file}"], capture_output=True, text=True)
        if shown.returncode or without_docstrings(shown.stdout) != without_docstrings(file.read_text("utf-8")):
            different.append(file)
    for file in different:
        print(f"{file}: its code differs from {asked.base}")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
