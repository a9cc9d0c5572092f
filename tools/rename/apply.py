"""Move modules and rename names everywhere, as `modules.toml` and `names/*.toml` say.

    python tools/rename/apply.py

References are resolved with the types that mypy infers, so an attribute is renamed only where its class is the one that the
map names. What could not be resolved is printed for a person to look at.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mypy import build
from mypy.main import process_options
from mypy.nodes import ClassDef, MemberExpr, Node, TypeInfo
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    Overloaded,
    TupleType,
    TypeType,
    TypeVarType,
    UnionType,
    get_proper_type,
)

HERE = Path(__file__).parent
TREES = ("src", "tests", "bench", "tools", "examples", "client", "conftest.py", "hatch_build.py")
SKIPPED = {"node", "info", "analyzed", "original_def", "expanded", "type", "unanalyzed_type", "names", "def_frame"}


def load_maps() -> tuple[dict[str, str], dict[str, str], dict[tuple[str, str], str]]:
    """The modules that move, the names that change, and the locals that change, by dotted names."""
    modules: dict[str, str] = tomllib.loads((HERE / "modules.toml").read_text("utf-8"))["modules"]
    names: dict[str, str] = {}
    locals_: dict[tuple[str, str], str] = {}
    for file in [*sorted((HERE / "names").glob("*.toml")), *sorted((HERE / "games").glob("*.toml"))]:
        read = tomllib.loads(file.read_text("utf-8"))
        modules |= read.get("modules", {})
        for key, new in read.get("names", {}).items():
            names[key.replace(":", ".")] = new
        for key, new in read.get("locals", {}).items():
            function, _, local = key.partition("/")
            locals_[function.replace(":", "."), local] = new
    return modules, names, locals_


MODULES, NAMES, LOCALS = load_maps()
LIKE: dict[str, list[str]] = defaultdict(list)
"""Classes and modules that implement a class without inheriting from it."""
for _key, _of in tomllib.loads((HERE / "like.toml").read_text("utf-8"))["like"].items():
    LIKE[_key].extend([_of] if isinstance(_of, str) else _of)
ATTRIBUTES = {key.rpartition(".")[2] for key in NAMES}


def moved(module: str) -> str:
    """Where a module goes; a part of a package that moves goes with it."""
    if module in MODULES:
        return MODULES[module]
    package, dot, last = module.rpartition(".")
    return f"{moved(package)}.{last}" if dot else module


@dataclass
class Binding:
    """What a name in a scope stands for."""

    kind: str  # module, object, own, local, attribute
    target: str  # dotted name, or the function of a local
    new: str | None = None
    """The new name of the local spelling, if it changes."""


@dataclass
class Scope:
    kind: str
    qualname: str
    parent: Scope | None
    names: dict[str, Binding] = field(default_factory=dict)
    info: Any = None

    def find(self, name: str, *, start: bool = True) -> tuple[Scope, Binding] | None:
        if name in self.names and (start or self.kind != "class"):
            return self, self.names[name]
        return self.parent.find(name, start=False) if self.parent else None


def nodes_of(root: Any) -> Iterator[Any]:
    """Every node of a tree of mypy's."""
    stack, seen = [root], set()
    while stack:
        node = stack.pop()
        if isinstance(node, list | tuple):
            stack.extend(node)
            continue
        if not isinstance(node, Node) or isinstance(node, TypeInfo) or id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        for base in type(node).__mro__:
            for name in getattr(base, "__mypyc_attrs__", ()):
                if name not in SKIPPED:
                    value = getattr(node, name, None)
                    if isinstance(value, list | tuple | Node):
                        stack.append(value)


class Project:
    """What mypy knows of all files."""

    def __init__(self) -> None:
        sources, options = process_options(["--exclude", "tools/rename"])
        options.export_types = options.preserve_asts = True
        options.incremental = False
        options.cache_dir = "/dev/null"
        self.result = build.build(sources, options)
        if self.result.errors:
            sys.exit("mypy finds errors before:\n" + "\n".join(self.result.errors[:20]))
        self.types = self.result.types
        self.files: dict[str, Any] = {}
        for name, state in self.result.graph.items():
            if state.path and not state.path.startswith("/") and state.tree is not None:
                self.files[name] = state
        self.tables: dict[str, dict[str, str]] = {}

    def infos(self, kind: Any) -> list[Any] | None:
        """The classes of a type; None if it is not known."""
        kind = get_proper_type(kind)
        if isinstance(kind, AnyType):
            return None
        if isinstance(kind, Instance):
            return [kind.type]
        if isinstance(kind, UnionType):
            found = [self.infos(item) for item in kind.items]
            known = [one for one in found if one is not None]
            return [info for one in known for info in one] if known else None
        if isinstance(kind, TypeType):
            return self.infos(kind.item)
        if isinstance(kind, CallableType):
            return self.infos(kind.ret_type) if kind.is_type_obj() else []
        if isinstance(kind, Overloaded):
            return self.infos(kind.items[0])
        if isinstance(kind, TupleType):
            return [kind.partial_fallback.type]
        if isinstance(kind, TypeVarType):
            return self.infos(kind.upper_bound)
        if isinstance(kind, LiteralType):
            return self.infos(kind.fallback)
        return []


def classes_of(info: Any) -> Iterator[str]:
    """The dotted names of a class, its bases, and what these are declared to be like."""
    for base in info.mro:
        yield base.fullname
        yield from LIKE.get(re.sub(r"@\d+$", "", base.fullname), ())


def attribute_name(infos: list[Any], name: str) -> str | None:
    for info in infos:
        for dotted in classes_of(info):
            new = NAMES.get(f"{dotted}.{name}")
            if new:
                return new
    return None


def parameter_name(infos: list[Any], method: str, name: str) -> str | None:
    for info in infos:
        for dotted in classes_of(info):
            new = LOCALS.get((f"{dotted}.{method}", name))
            if new:
                return new
    return None


def global_name(dotted: str) -> str | None:
    """The new name of a module's own name; a module may be like a class."""
    new = NAMES.get(dotted)
    if new is None:
        module, _, name = dotted.rpartition(".")
        for one in LIKE.get(module, ()):
            new = new or NAMES.get(f"{one}.{name}")
    return new


def own_init(info: Any) -> bool:
    """Whether a class is made by an `__init__` that is written out."""
    for base in info.mro:
        symbol = base.names.get("__init__")
        if symbol is not None:
            return not symbol.plugin_generated and base.fullname != "builtins.object"
    return False


class File:
    """One file: its scopes, and what is to be changed in it."""

    def __init__(self, project: Project, module: str, path: Path, reports: list[str]) -> None:
        self.project, self.module, self.path, self.reports = project, module, path, reports
        self.text = path.read_text("utf-8")
        self.lines = self.text.encode().splitlines(keepends=True)
        self.tree = ast.parse(self.text)
        self.edits: dict[tuple[int, int, int], str] = {}
        self.statements: list[tuple[ast.stmt, str]] = []
        self.classes: dict[str, list[Any]] = defaultdict(list)
        self.kinds: dict[tuple[int, int, int, int], Any] = {}
        self.members: dict[tuple[int, str], list[Any]] = defaultdict(list)
        for node in nodes_of(project.files[module].tree):
            if isinstance(node, ClassDef):
                self.classes[node.name].append(node)
            if isinstance(node, MemberExpr):
                self.members[node.line, node.name].append(project.types.get(node.expr))
            kind = project.types.get(node)
            if kind is not None:
                place = (node.line, node.column, node.end_line, node.end_column)
                if place not in self.kinds or isinstance(get_proper_type(self.kinds[place]), AnyType):
                    self.kinds[place] = kind

    # scopes

    def info_of(self, node: ast.ClassDef) -> Any:
        found = self.classes.get(node.name, [])
        best = min(found, key=lambda one: abs(one.line - node.lineno), default=None)
        return best.info if best is not None else None

    def report(self, node: Any, text: str) -> None:
        self.reports.append(f"{self.path}:{getattr(node, 'lineno', 0)}: {text}")

    # edits

    def edit(self, line: int, start: int, old: str, new: str) -> None:
        if old == new:
            return
        raw = self.lines[line - 1]
        if raw[start : start + len(old.encode())].decode(errors="replace") != old:
            places = [one.start() for one in re.finditer(rf"\b{re.escape(old)}\b", raw.decode())]
            if len(places) != 1:
                self.reports.append(f"{self.path}:{line}: place of {old!r} not found; it becomes {new!r}")
                return
            start = len(raw.decode()[: places[0]].encode())
        self.edits[line, start, start + len(old.encode())] = new

    def edit_word(self, line: int, start: int, old: str, new: str) -> None:
        """The first such word of the line from a place on."""
        raw = self.lines[line - 1].decode()
        match = re.compile(rf"\b{re.escape(old)}\b").search(raw, len(self.lines[line - 1][:start].decode()))
        if match is None:
            self.reports.append(f"{self.path}:{line}: word {old!r} not found; it becomes {new!r}")
            return
        self.edit(line, len(raw[: match.start()].encode()), old, new)

    def written(self) -> str:
        raw = [bytearray(line) for line in self.lines]
        for (line, start, end), new in sorted(self.edits.items(), reverse=True):
            raw[line - 1][start:end] = new.encode()
        text = [bytes(line).decode() for line in raw]
        for node, new in sorted(self.statements, key=lambda one: -one[0].lineno):
            first = self.lines[node.lineno - 1]
            last = self.lines[(node.end_lineno or node.lineno) - 1]
            head = first[: node.col_offset].decode()
            tail = last[node.end_col_offset :].decode()
            indent = re.match(r"\s*", head).group()  # type: ignore[union-attr]
            text[node.lineno - 1 : node.end_lineno] = [head + new.replace("\n", "\n" + indent) + tail]
        return "".join(text)


class Renamer(ast.NodeVisitor):
    """Two passes over one file: bind the names of each scope, then rename what refers to them."""

    def __init__(self, file: File, tables: dict[str, dict[str, str]], known: set[str]) -> None:
        self.file, self.tables, self.known = file, tables, known
        self.scope = Scope("module", file.module, None)
        self.kept: set[tuple[str, str]] = set()
        """Names that keep their old spelling, by scope, because the new one is taken where they are used."""

    # first pass

    def origin(self, dotted: str) -> str:
        """The module-level name that an import leads to, through packages that hand it on."""
        for _ in range(10):
            module, _, name = dotted.rpartition(".")
            further = self.tables.get(module, {}).get(name)
            if further is None or further == dotted:
                return dotted
            dotted = further
        return dotted

    def bind(self, scope: Scope, body: list[ast.stmt]) -> None:
        """Bind what statements of this scope define, without the scopes inside."""
        stack: list[Any] = list(body)
        while stack:
            node = stack.pop()
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self.define(scope, node.name)
                stack.extend(node.decorator_list)
                continue
            if isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
                stack.extend(n for n in ast.walk(node) if isinstance(n, ast.NamedExpr))
                continue
            if isinstance(node, ast.Import | ast.ImportFrom):
                self.bind_import(scope, node)
                continue
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
                self.define(scope, node.id)
            elif isinstance(node, ast.NamedExpr):
                self.define(scope, node.target.id)
            elif isinstance(node, ast.ExceptHandler) and node.name:
                self.define(scope, node.name)
            elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
                self.define(scope, node.name)
            elif isinstance(node, ast.MatchMapping) and node.rest:
                self.define(scope, node.rest)
            elif isinstance(node, ast.Global):
                top = scope
                while top.parent:
                    top = top.parent
                for name in node.names:
                    if name in top.names:
                        scope.names[name] = top.names[name]
                continue
            elif isinstance(node, ast.Nonlocal):
                for name in node.names:
                    found = scope.parent.find(name) if scope.parent else None
                    if found:
                        scope.names[name] = found[1]
                continue
            stack.extend(ast.iter_child_nodes(node))

    def define(self, scope: Scope, name: str) -> None:
        if name in scope.names:
            return
        dotted = f"{scope.qualname}.{name}"
        if scope.kind == "module":
            scope.names[name] = Binding("own", dotted, global_name(dotted))
        elif scope.kind == "class":
            new = attribute_name([scope.info], name) if scope.info is not None else NAMES.get(dotted)
            scope.names[name] = Binding("attribute", dotted, new)
        else:
            scope.names[name] = Binding("local", dotted, LOCALS.get((scope.qualname, name)))

    def bind_import(self, scope: Scope, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            if isinstance(node, ast.Import):
                if alias.asname:
                    scope.names[alias.asname] = Binding("module", alias.name)
                else:
                    first = alias.name.partition(".")[0]
                    scope.names[first] = Binding("module", first)
                continue
            base = self.base_of(node)
            full, local = f"{base}.{alias.name}", alias.asname or alias.name
            own_spelling = alias.asname is not None and alias.asname != alias.name
            if full in self.known:
                last = moved(full).rpartition(".")[2]
                scope.names[local] = Binding("module", full, None if own_spelling or last == local else last)
            else:
                target = self.origin(full)
                scope.names[local] = Binding(
                    "object", target, None if own_spelling else self.imported_name(target, scope, local)
                )

    def imported_name(self, target: str, scope: Scope, local: str) -> str | None:
        """The new name of something imported; a module that is like a class may import one of its functions."""
        return global_name(target) or (global_name(f"{scope.qualname}.{local}") if scope.kind == "module" else None)

    def base_of(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = self.file.module if self.file.path.name == "__init__.py" else self.file.module.rpartition(".")[0]
        for _ in range(node.level - 1):
            package = package.rpartition(".")[0]
        return f"{package}.{node.module}" if node.module else package

    # clashes

    def settle(self, scope: Scope) -> None:
        """Drop a new name that the scope already uses for something else."""
        for name, binding in scope.names.items():
            if (scope.qualname, name) in self.kept:
                binding.new = None
        taken = {binding.new or name for name, binding in scope.names.items() if not binding.new or binding.new == name}
        seen: dict[str, str] = {}
        for name, binding in sorted(scope.names.items()):
            if not binding.new or binding.new == name:
                continue
            if binding.new in taken or binding.new in seen:
                self.clash(scope, name, binding, f"{binding.new} is taken in {scope.qualname}")
            seen[binding.new] = name

    def clash(self, scope: Scope, name: str, binding: Binding, why: str) -> None:
        if binding.kind in ("module", "object", "local"):
            self.kept.add((scope.qualname, name))
            binding.new = None
        self.file.reports.append(f"{self.file.path}: {binding.kind} {name} clashes: {why}")

    def check_use(self, name: str) -> None:
        """The new spelling of a name must lead to the same thing at this place."""
        found = self.scope.find(name)
        final = (found[1].new or name) if found else name
        scope: Scope | None = self.scope
        start = True
        while scope is not None:
            if start or scope.kind != "class":
                for other, binding in scope.names.items():
                    if (binding.new or other) == final:
                        if found is not None and binding is found[1]:
                            return
                        if found is not None and scope is found[0]:
                            return
                        if binding.new:
                            self.clash(scope, other, binding, f"it would hide {name} in {self.scope.qualname}")
                        elif found is not None:
                            self.clash(found[0], name, found[1], f"{other} of {scope.qualname} would hide it")
                        return
            if found is not None and scope is found[0]:
                return
            start = False
            scope = scope.parent

    # second pass

    def run(self) -> None:
        self.bind(self.scope, self.file.tree.body)
        self.settle(self.scope)
        for node in self.file.tree.body:
            self.visit(node)

    def enter(self, kind: str, node: Any, *, qualname: str, body: list[Any]) -> Scope:
        scope = Scope(kind, qualname, self.scope)
        if kind == "class":
            scope.info = self.file.info_of(node)
        return scope

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for one in [*node.decorator_list, *node.bases, *node.keywords]:
            self.visit(one)
        self.rename_definition(node)
        outer = self.scope
        scope = self.enter("class", node, qualname=f"{outer.qualname}.{node.name}", body=node.body)
        self.bind(scope, node.body)
        self.scope = scope
        for one in node.body:
            self.visit(one)
        self.scope = outer

    @staticmethod
    def like_parameter(module: str, function: str, name: str) -> str | None:
        found = (LOCALS.get((f"{like}.{function}", name)) for like in LIKE.get(module, ()))
        return next((new for new in found if new), None)

    def rename_definition(self, node: Any) -> None:
        found = self.scope.find(node.name)
        if found and found[1].new:
            self.file.edit_word(node.lineno, node.col_offset, node.name, found[1].new)

    def visit_FunctionDef(self, node: Any) -> None:
        for one in node.decorator_list:
            self.visit(one)
        self.rename_definition(node)
        arguments = node.args
        for one in [*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)]:
            self.visit(one)
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        every += [one for one in (arguments.vararg, arguments.kwarg) if one]
        for one in every:
            if one.annotation:
                self.visit(one.annotation)
        if node.returns:
            self.visit(node.returns)
        outer = self.scope
        scope = self.enter("function", node, qualname=f"{outer.qualname}.{node.name}", body=node.body)
        for one in every:
            new = LOCALS.get((scope.qualname, one.arg))
            if new is None and outer.kind == "module":
                new = self.like_parameter(outer.qualname, node.name, one.arg)
            if new is None and outer.kind == "class" and outer.info is not None:
                new = parameter_name([outer.info], node.name, one.arg)
            scope.names[one.arg] = Binding("local", f"{scope.qualname}.{one.arg}", new)
        self.bind(scope, node.body)
        self.settle(scope)
        for one in every:
            new = scope.names[one.arg].new
            if new:
                self.file.edit(one.lineno, one.col_offset, one.arg, new)
        self.scope = scope
        for one in node.body:
            self.visit(one)
        self.scope = outer

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for one in [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]:
            self.visit(one)
        outer = self.scope
        self.scope = Scope("function", f"{outer.qualname}.<lambda>", outer)
        for arg in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]:
            self.scope.names[arg.arg] = Binding("local", "")
        self.visit(node.body)
        self.scope = outer

    def comprehension(self, node: Any) -> None:
        outer = self.scope
        inner = Scope("function", outer.qualname, outer)
        self.visit(node.generators[0].iter)
        self.scope = inner
        named = {n.target.id for n in ast.walk(node) if isinstance(n, ast.NamedExpr)}
        for generator in node.generators:
            for one in ast.walk(generator.target):
                if isinstance(one, ast.Name) and one.id not in named:
                    new = LOCALS.get((self.function_of(outer), one.id))
                    inner.names[one.id] = Binding("local", "", new)
        for number, generator in enumerate(node.generators):
            self.visit(generator.target)
            if number:
                self.visit(generator.iter)
            for one in generator.ifs:
                self.visit(one)
        for part in ("key", "value", "elt"):
            if hasattr(node, part):
                self.visit(getattr(node, part))
        self.scope = outer

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension

    @staticmethod
    def function_of(scope: Scope) -> str:
        return scope.qualname

    def visit_Name(self, node: ast.Name) -> None:
        self.check_use(node.id)
        found = self.scope.find(node.id)
        if found and found[1].new:
            self.file.edit(node.lineno, node.col_offset, node.id, found[1].new)

    def visit_Global(self, node: Any) -> None:
        for name in node.names:
            found = self.scope.find(name)
            if found and found[1].new:
                self.file.edit_word(node.lineno, node.col_offset, name, found[1].new)

    visit_Nonlocal = visit_Global

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            found = self.scope.find(node.name)
            if found and found[1].new:
                self.file.edit_word(
                    node.lineno, (node.type.end_col_offset or 0) if node.type else 0, node.name, found[1].new
                )
        self.generic_visit(node)

    def visit_MatchAs(self, node: Any) -> None:
        if node.name:
            found = self.scope.find(node.name)
            if found and found[1].new:
                line = node.end_lineno
                self.file.edit(line, node.end_col_offset - len(node.name.encode()), node.name, found[1].new)
        self.generic_visit(node)

    def visit_MatchStar(self, node: Any) -> None:
        self.visit_MatchAs(node)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        infos = self.infos_of_class(node.cls)
        before = node.patterns[-1] if node.patterns else node.cls
        for name, pattern in zip(node.kwd_attrs, node.kwd_patterns, strict=True):
            new = attribute_name(infos, name) if infos else None
            if new:
                line = pattern.lineno
                raw = self.file.lines[line - 1][: pattern.col_offset].decode()
                match = re.search(rf"\b{re.escape(name)}\s*=\s*$", raw)
                if match:
                    self.file.edit(line, len(raw[: match.start()].encode()), name, new)
                else:
                    self.file.report(node, f"pattern {name} not found; it becomes {new}")
            elif infos is None and name in ATTRIBUTES:
                self.file.report(node, f"unresolved pattern {name}")
        del before
        self.generic_visit(node)

    def infos_of_class(self, node: ast.expr) -> list[Any] | None:
        dotted = self.dotted(node)
        if dotted is None:
            return None
        module, _, name = dotted.rpartition(".")
        state = self.file.project.files.get(module)
        symbol = state.tree.names.get(name) if state else None
        if symbol is not None and isinstance(symbol.node, TypeInfo):
            return [symbol.node]
        if symbol is not None and hasattr(symbol.node, "target"):
            return self.file.project.infos(symbol.node.target)
        return None

    def dotted(self, node: ast.expr) -> str | None:
        """The module-level name that an expression leads to without types, or None."""
        if isinstance(node, ast.Name):
            found = self.scope.find(node.id)
            return found[1].target if found and found[1].kind in ("module", "object", "own") else None
        if isinstance(node, ast.Attribute):
            base = self.dotted(node.value)
            if base is None:
                return None
            full = f"{base}.{node.attr}"
            return full if full in self.known or base not in self.known else self.origin(full)
        return None

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.visit(node.value)
        new = self.attribute(node)
        if new:
            self.file.edit(
                node.end_lineno or node.lineno, (node.end_col_offset or 0) - len(node.attr.encode()), node.attr, new
            )

    def attribute(self, node: ast.Attribute) -> str | None:
        base = self.dotted(node.value)
        if base in self.known:
            full = f"{base}.{node.attr}"
            if full in self.known:
                last = moved(full).rpartition(".")
                if moved(base) != last[0] and moved(full) != full:
                    self.file.report(node, f"module {full} by attribute: it moves to {moved(full)}")
                return last[2] if last[2] != node.attr else None
            return global_name(self.origin(full)) or global_name(full)
        if base is not None:
            new = global_name(f"{base}.{node.attr}")
            if new:
                return new
        if node.attr not in ATTRIBUTES:
            return None
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name) and node.value.func.id == "super":
            scope: Scope | None = self.scope
            while scope and scope.kind != "class":
                scope = scope.parent
            return attribute_name([scope.info], node.attr) if scope and scope.info else None
        infos = self.infos(node.value)
        if infos is None:
            infos_of_class = self.infos_of_class(node.value)
            if infos_of_class is None:
                # Inside f-strings mypy and ast count columns differently: the line and the name decide.
                kinds = self.file.members.get((node.lineno, node.attr), [])
                found = [self.file.project.infos(kind) for kind in kinds if kind is not None]
                if found and all(one is not None for one in found):
                    names = {attribute_name(one or [], node.attr) for one in found}
                    if len(names) == 1:
                        return names.pop()
                self.file.report(node, f"unresolved: {ast.unparse(node)}")
                return None
            infos = infos_of_class
        return attribute_name(infos, node.attr)

    def infos(self, node: ast.expr) -> list[Any] | None:
        """The classes that an expression's value may have, by mypy; None if unknown."""
        place = (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        kind = self.file.kinds.get(place)
        return self.file.project.infos(kind) if kind is not None else None

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in ("setattr", "getattr", "delattr", "hasattr", "object", "become") and len(node.args) > 1:
            self.rename_string(node)
        for keyword in node.keywords:
            if keyword.arg:
                new = self.keyword(node, keyword.arg, called)
                if new:
                    self.file.edit(keyword.lineno, keyword.col_offset, keyword.arg, new)

    def rename_string(self, node: ast.Call) -> None:
        name = node.args[1]
        if not isinstance(name, ast.Constant) or not isinstance(name.value, str) or name.value not in ATTRIBUTES:
            return
        base = self.dotted(node.args[0])
        new = global_name(self.origin(f"{base}.{name.value}")) if base else None
        if new is None:
            infos = self.infos(node.args[0]) or self.infos_of_class(node.args[0])
            new = attribute_name(infos, name.value) if infos else None
            if infos is None:
                self.file.report(node, f"unresolved string: {ast.unparse(node)[:80]}")
        if new:
            self.file.edit(name.lineno, name.col_offset + 1, name.value, new)

    def keyword(self, node: ast.Call, name: str, called: str) -> str | None:
        if called in ("replace", "_replace") and (called == "_replace" or node.args):
            subject = node.func.value if called == "_replace" and isinstance(node.func, ast.Attribute) else node.args[0]
            infos = self.infos(subject)
            if infos is None:
                if name in ATTRIBUTES:
                    self.file.report(node, f"unresolved replace: {name}")
                return None
            return attribute_name(infos, name)
        function: ast.expr = node.func
        if called == "partial" and node.args:
            function = node.args[0]
        dotted = self.dotted(function)
        if dotted is not None:
            new = LOCALS.get((dotted, name))
            if new:
                return new
        place = (function.lineno, function.col_offset, function.end_lineno, function.end_col_offset)
        kind = get_proper_type(self.file.kinds.get(place))
        if isinstance(kind, Overloaded):
            kind = get_proper_type(kind.items[0])
        infos: list[Any] | None = None
        if isinstance(kind, CallableType) and kind.is_type_obj():
            infos = self.file.project.infos(kind.ret_type)
        elif isinstance(kind, TypeType):
            infos = self.file.project.infos(kind.item)
        infos = infos or self.infos_of_class(function)
        if infos:
            if own_init(infos[0]):
                return parameter_name(infos, "__init__", name)
            return attribute_name(infos, name)
        found = self.scope.find(function.id) if isinstance(function, ast.Name) else None
        if found and found[1].kind == "local":
            return LOCALS.get((found[1].target, name))
        if isinstance(function, ast.Attribute):
            owners = self.infos(function.value)
            if owners:
                return parameter_name(owners, function.attr, name)
            if isinstance(function.value, ast.Call) and getattr(function.value.func, "id", "") == "super":
                scope: Scope | None = self.scope
                while scope and scope.kind != "class":
                    scope = scope.parent
                return parameter_name([scope.info], function.attr, name) if scope and scope.info else None
        if isinstance(kind, CallableType) and kind.definition is not None:
            return LOCALS.get((kind.definition.fullname, name))
        return None

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        target, value = node.targets[0], node.value
        if not isinstance(target, ast.Name):
            return
        found = self.scope.find(target.id)
        if isinstance(value, ast.Call) and value.args and found and found[1].new:
            first = value.args[0]
            if isinstance(first, ast.Constant) and first.value == target.id:
                self.file.edit(first.lineno, first.col_offset + 1, target.id, found[1].new)
        if target.id in ("__slots__", "__all__", "__match_args__"):
            for one in ast.walk(value):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    if target.id == "__all__":
                        bound = self.scope.find(one.value)
                        new = bound[1].new if bound else None
                    else:
                        new = attribute_name([self.scope.info], one.value) if self.scope.info else None
                    if new:
                        self.file.edit(one.lineno, one.col_offset + 1, one.value, new)

    def visit_Constant(self, node: ast.Constant) -> None:
        """A string that is exactly the name of a class which changes is an annotation."""
        if isinstance(node.value, str) and node.value.isidentifier() and node.value[:1].isupper():
            found = self.scope.find(node.value)
            if found and found[1].new and found[1].kind in ("own", "object"):
                self.file.report(node, f"string {node.value!r} becomes {found[1].new!r}")
                self.file.edit(node.lineno, node.col_offset + 1, node.value, found[1].new)

    def visit_Import(self, node: ast.Import) -> None:
        parts = []
        for alias in node.names:
            new = moved(alias.name)
            parts.append(f"{new} as {alias.asname}" if alias.asname else new)
            if new != alias.name and not alias.asname:
                self.file.report(node, f"import {alias.name} becomes import {new}: look at its uses")
        if [moved(alias.name) for alias in node.names] != [alias.name for alias in node.names]:
            self.file.statements.append((node, "import " + ", ".join(parts)))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        base = self.base_of(node)
        if base.partition(".")[0] not in {name.partition(".")[0] for name in self.known}:
            return
        groups: dict[str, list[str]] = defaultdict(list)
        changed = False
        for alias in node.names:
            full, local = f"{base}.{alias.name}", alias.asname or alias.name
            found = self.scope.find(local)
            spelling = (found[1].new if found else None) or local
            if full in self.known:
                new_base, _, new_name = moved(full).rpartition(".")
            else:
                new_base, new_name = moved(base), global_name(self.origin(full)) or alias.name
            changed |= new_base != base or new_name != alias.name
            same = new_name == spelling and alias.asname is None
            explicit = alias.asname == alias.name
            groups[new_base].append(
                f"{new_name} as {new_name if explicit else spelling}"
                if explicit or not same and new_name != spelling
                else new_name
            )
        if changed:
            text = "\n".join(f"from {new} import {', '.join(names)}" for new, names in groups.items())
            self.file.statements.append((node, text))


def table_of(file: File) -> dict[str, str]:
    """Where the names that a module imports at its top come from."""
    found: dict[str, str] = {}
    for node in ast.walk(file.tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    for node in file.tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.pop(node.name, None)
    return found


FOLDERS = {
    "look/icons": "rendering/icons",
    "look/sounds": "rendering/sounds",
    "look/symbols": "rendering/symbols",
    "look/trouble": "rendering/trouble",
    "look/favicon-turn.svg": "rendering/favicon-turn.svg",
    "look/favicon.svg": "rendering/favicon.svg",
    "lang": "i18n/shared",
    "voice/words": "i18n/operator/words",
    "store/migrations": "storage/migrations",
    "store/entering.sql": "storage/sql/logins.sql",
    "store/notices.sql": "storage/sql/notices.sql",
    "store/people.sql": "storage/sql/people.sql",
    "store/queries.sql": "storage/sql/queries.sql",
    "store/slow.sql": "storage/sql/correspondence.sql",
}
"""Folders and files of the package that are not modules."""


def text_files() -> Iterator[Path]:
    out = subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True).stdout.splitlines()
    for name in out:
        path = Path(name)
        if path.suffix in {
            ".py",
            ".md",
            ".toml",
            ".yml",
            ".yaml",
            ".ts",
            ".tsx",
            ".mjs",
            ".js",
            ".json",
            ".ftl",
            ".sql",
            ".cfg",
            ".txt",
            "",
        }:
            if not name.startswith(("tools/rename/", "client/package-lock")) and path.exists():
                yield path


def rewrite_text(text: str) -> str:
    """Dotted names and paths of modules in text."""

    def dotted(match: re.Match[str]) -> str:
        words = match.group().split(".")
        new = [NAMES.get(".".join(words[: count + 1]), word) for count, word in enumerate(words)]
        for count in range(len(words), 1, -1):
            name = ".".join(words[:count])
            if name in MODULES:
                return ".".join([MODULES[name], *new[count:]])
        return ".".join(new)

    text = re.sub(r"(?<![\w.@/-])malle(?:\.[A-Za-z_]\w*)+", dotted, text)
    for old, new in sorted(MODULES.items(), key=lambda one: -len(one[0])):
        path, to = old.replace(".", "/"), new.replace(".", "/")
        text = re.sub(rf"(?<![\w.-])((?:src/)?){re.escape(path)}\.py\b", rf"\g<1>{to}.py", text)
    for old, new in FOLDERS.items():
        text = re.sub(rf"(?<![\w.-])((?:src/)?malle/){re.escape(old)}(?![\w-])", rf"\g<1>{new}", text)
    return text


def rewrite_strings(text: str) -> str:
    """Dotted names and paths of modules in the strings and comments of Python: its imports are done by then."""
    lines = text.splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(text).readline))):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            new = rewrite_text(token.string)
            if new != token.string:
                (row, start), (last, end) = token.start, token.end
                lines[row - 1 : last] = [lines[row - 1][:start] + new + lines[last - 1][end:]]
    return "".join(lines)


def main() -> None:
    project = Project()
    reports: list[str] = []
    files: dict[str, File] = {}
    for module, state in project.files.items():
        path = Path(state.path)
        if path.suffix == ".py" and not str(path).startswith("tools/rename"):
            files[module] = File(project, module, path, reports)
    tables = {module: table_of(file) for module, file in files.items()}
    known = set(project.result.graph) | set(MODULES)
    known = {name for name in known if name.partition(".")[0] in ("malle", "tests", "bench", "tools", "malle_liar")}
    missing = {key for key in NAMES if not defined(project, key)}
    for key in sorted(missing):
        reports.append(f"names: {key} is not defined")
    for file in files.values():
        kept: set[tuple[str, str]] = set()
        while True:
            count = len(reports)
            renamer = Renamer(file, tables, known)
            renamer.kept |= kept
            renamer.run()
            if renamer.kept == kept:
                break
            # A name that would clash keeps its spelling; its first reports say why.
            kept = renamer.kept
            clashes = [one for one in reports[count:] if "clashes" in one]
            reports[count:] = clashes
            file.edits.clear()
            file.statements.clear()
    for file in files.values():
        new = file.written()
        try:
            ast.parse(new)
        except SyntaxError as error:
            reports.append(f"{file.path}: does not parse any more: {error}")
        file.path.write_text(new, "utf-8")
    for path in text_files():
        before = path.read_text("utf-8", errors="surrogateescape")
        after = rewrite_strings(before) if path.suffix == ".py" else rewrite_text(before)
        if after != before:
            path.write_text(after, "utf-8", errors="surrogateescape")
    move_files()
    Path("var").mkdir(exist_ok=True)
    Path("var/rename-reports.txt").write_text("\n".join(reports) + "\n", "utf-8")
    print(
        f"{len(NAMES)} names, {len(LOCALS)} locals, {len(MODULES)} modules; {len(reports)} reports in var/rename-reports.txt"
    )


def defined(project: Project, key: str) -> bool:
    """Whether a dotted name of the map is defined where it says."""
    words = key.split(".")
    for count in range(len(words) - 1, 0, -1):
        state = project.files.get(".".join(words[:count]))
        if state is not None:
            names = state.tree.names
            for number, word in enumerate(words[count:]):
                symbol = names.get(word)
                if symbol is None:
                    return False
                if number < len(words) - count - 1:
                    if not isinstance(symbol.node, TypeInfo):
                        return False
                    names = symbol.node.names
            return True
    return False


def move_files() -> None:
    """Move the files of modules, and make the packages that they need."""
    source = Path("src")
    for old, new in MODULES.items():
        path = source / (old.replace(".", "/") + ".py")
        package = source / old.replace(".", "/") / "__init__.py"
        if path.exists():
            target = source / (new.replace(".", "/") + ".py")
        elif package.exists():
            path, target = package, source / new.replace(".", "/") / "__init__.py"
            if old in ("malle.voice",):
                target = source / (new.replace(".", "/") + ".py")
        else:
            continue
        if path == target:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            print(f"{target} exists: {path} stays")
            continue
        subprocess.run(["git", "mv", str(path), str(target)], check=True)
    for old, new in FOLDERS.items():
        (source / "malle" / new).parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["git", "mv", str(source / "malle" / old), str(source / "malle" / new)], check=True)
    for new in MODULES.values():
        for parent in (source / new.replace(".", "/")).parents:
            if parent in (source, Path(".")):
                break
            mark = parent / "__init__.py"
            if parent.exists() and not mark.exists():
                mark.write_text("", "utf-8")


if __name__ == "__main__":
    main()
