"""Writes the client's types from the Python ones: `python client/wire_types.py > client/src/wire.ts`."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from malle.core import Message, match, scene, story
from malle.protocol import lesson_messages, messages, replay_messages

# What travels as ready-made JSON.
RAW = {
    "table": "Public",
    "scene": "Scene",
    "own": "SeatOverlay | null",
    "setting": "StaticScene | null",
    "motion": "Animation[]",
    "opening": "State",
    "states": "State[]",
    "owns": "(SeatOverlay | null)[]",
    "view": "unknown",
    "legal": "unknown",
}
MADE_HERE = ("DrawInput", "Palette", "Colours")  # never on the wire
SENT = set(typing.get_args(messages.FromClient))


def main() -> str:
    """The whole file."""
    out = [
        "// Made by client/wire_types.py from the modules that it names. Do not edit.",
        "",
    ]
    for module in (scene, story, match, messages, replay_messages, lesson_messages):
        for name, value in vars(module).items():
            ours = isinstance(value, type) and value.__module__ == module.__name__
            if ours and issubclass(value, msgspec.Struct) and name not in MADE_HERE:
                out += struct(value, module)
    areas = " | ".join(each.__name__ for each in typing.get_args(scene.Area))
    server = " | ".join(ts_name(each) for each in typing.get_args(messages.FromServer))
    client = " | ".join(ts_name(each) for each in typing.get_args(messages.FromClient))
    out += [
        f"export type Area = {areas};",
        f"export type FromServer = {server};",
        f"export type FromClient = {client};",
        "",
    ]
    return "\n".join(out)


def ts_name(kind: type) -> str:
    """Return the name of a type in TypeScript; a message to the server begins with `Send`."""
    name = kind.__name__.removesuffix("Message")
    return f"Send{name}" if kind in SENT else name


def struct(kind: type[msgspec.Struct], module: types.ModuleType) -> list[str]:
    """One interface."""
    hints = typing.get_type_hints(kind, vars(module))
    config = kind.__struct_config__
    rows = [f'  {config.tag_field}: "{config.tag}";'] if config.tag is not None else []
    for field in msgspec.structs.fields(kind):
        optional = "?" if not field.required and (config.omit_defaults or kind in SENT) else ""
        rows.append(f"  {field.name}{optional}: {spell(hints[field.name], field.name)};")
    return [f"export interface {ts_name(kind)} {{", *rows, "}", ""]


def spell(hint: Any, name: str) -> str:
    """A type in TypeScript."""
    if hint is msgspec.Raw or msgspec.Raw in typing.get_args(hint):
        return RAW[name]
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    args = tuple(each for each in args if each is not msgspec.UnsetType)
    if hint is Message or (Message in args and origin is not tuple):  # a text: the client says it as soon as it arrives
        return "string"
    if len(args) == 1 and origin in (typing.Union, types.UnionType):
        return spell(args[0], name)
    if origin is Literal:
        return " | ".join(f'"{arg}"' for arg in args)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(dict.fromkeys(spell(arg, name) for arg in args))
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        inner = spell(args[0], name)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is Mapping:
        return f"Record<string, {spell(args[1], name)}>"
    if origin is tuple:
        return f"[{', '.join(spell(arg, name) for arg in args)}]"
    if origin is not None and issubclass(origin, Mapping):
        return f"Record<string, {spell(args[1], name)}>"
    plain: dict[Any, str] = {
        Any: "unknown",
        str: "string",
        int: "number",
        float: "number",
        bool: "boolean",
        type(None): "null",
    }
    return plain.get(hint) or ts_name(hint)


if __name__ == "__main__":
    print(main(), end="")
