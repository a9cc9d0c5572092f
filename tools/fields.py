"""Writes docs/fields.md: every field of `GameInfo`, a scene and a story, from the code that declares them.

`make fields` rewrites the page; `tests/test_docs.py` fails if it is out of date.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "fields.md"
PARTS = {
    "The game's information": ROOT / "src" / "malle" / "core" / "game_info.py",
    "The scene": ROOT / "src" / "malle" / "core" / "scene.py",
    "The story": ROOT / "src" / "malle" / "core" / "story.py",
}
HEAD = """# Fields of `GameInfo`, scenes and stories

`make fields` writes this page from the code. [Drawing a game](scene.md) shows what each part of a scene looks like and
when to use it. [Proving a game](testing.md) lists the rules that a game must keep.
"""


def page() -> str:
    """Return the whole page as Markdown."""
    parts = [HEAD]
    for title, file in PARTS.items():
        parts.append(f"## {title}\n")
        parts += ["\n".join(section(each)) + "\n" for each in structs(file.read_text("utf-8"))]
    return "\n".join(parts)


def structs(code: str) -> Iterator[ast.ClassDef]:
    """Yield the classes in a module's source that derive from `Struct` by name, in order."""
    for node in ast.parse(code).body:
        if isinstance(node, ast.ClassDef) and any(isinstance(b, ast.Name) and b.id == "Struct" for b in node.bases):
            yield node


def section(struct: ast.ClassDef) -> Iterator[str]:
    """Yield the lines of the page for a struct: a heading, its docstring and a table of its
    fields."""
    yield f"### `{struct.name}`\n"
    yield f"{_line(ast.get_docstring(struct) or '')}\n"
    yield "| field | type | meaning |"
    yield "| --- | --- | --- |"
    for name, kind, meaning in fields(struct):
        yield f"| `{name}` | `{_cell(kind)}` | {_cell(meaning)} |"


def fields(struct: ast.ClassDef) -> Iterator[tuple[str, str, str]]:
    """Yield name, type with default, and docstring of each field. The docstring is empty if there
    is none."""
    for node, after in zip(struct.body, [*struct.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            kind = ast.unparse(node.annotation) + (f" = {ast.unparse(node.value)}" if node.value else "")
            said = after.value if isinstance(after, ast.Expr) else None
            text = said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else ""
            yield node.target.id, kind.replace("'", '"'), _line(text)


def _line(text: str) -> str:
    """Return the text on one line, with single spaces."""
    return " ".join(text.split())


def _cell(text: str) -> str:
    """Return a text escaped for a cell of a Markdown table."""
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)}\n")
