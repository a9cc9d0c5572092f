"""Static files of the pages: the built client, sprites, colours, covers, icons and sounds.

They are read once, when the server starts, and kept in memory.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from malle.core import Refused, Sheet
from malle.core.scene import Lamp
from malle.live.dictionary import make_dictionary
from malle.look import sprites
from malle.words import LANGUAGES, source

HERE = Path(__file__).parent
STATIC = HERE / "static"
LOOK = sprites.HERE

_TYPES = {
    ".ftl": "text/plain; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".wav": "audio/wav",
}
_IMPORTED = re.compile(rb'from"\./([\w-]+\.js)"')


class Asset(Struct, frozen=True):
    """A static file. Its URL contains a digest, so the file at one URL never changes."""

    kind: str
    data: bytes
    packed: bytes | None
    """The data compressed with gzip, or `None` for fonts and PNG images, which are compressed already."""


@functools.cache
def asset(name: str, data: bytes) -> Asset:
    """Return an asset with its content type and its compressed copy.

    Results are cached, because compression is most of a server's work before its first page.
    """
    packed = gzip.compress(data, 9, mtime=0) if not name.endswith((".woff2", ".png")) else None
    return Asset(kind_of(name), data, packed)


def kind_of(name: str) -> str:
    """Return the content type for a file name, or `application/octet-stream` if its suffix is unknown."""
    return _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


class Assets:
    """All static files of a server by name, and one digest over all of them, which is part of their URLs."""

    def __init__(self, sheets: Callable[[], tuple[Sheet, ...]]) -> None:
        """Read all files, for every game in `list_games()`. Raise `Refused` if the client is not built."""
        if not (STATIC / "table.js").is_file():
            raise Refused("the client is not built: run `make client`")
        found = {path.name: path.read_bytes() for path in sorted(STATIC.iterdir()) if path.is_file()}
        found |= {f"{name}.svg": (LOOK / f"{name}.svg").read_bytes() for name in ("favicon", "favicon-turn")}
        found |= {f"trouble-{path.name}": path.read_bytes() for path in sorted((LOOK / "trouble").glob("*.svg"))}
        found |= {path.name: path.read_bytes() for path in sorted((LOOK / "icons").glob("*.png"))}
        found |= {path.name: path.read_bytes() for path in sorted((LOOK / "sounds").glob("*.wav"))}
        for sheet in sheets():
            found[f"{sheet.name}.sprite.svg"] = sprites.sprite(sheet.folder / "symbols").encode()
            found[f"{sheet.name}.look.css"] = colours_css(sheet).encode()
            found[f"{sheet.name}.frames"] = make_dictionary(sheet) if sheet.drawing is not None else b""
            for language in LANGUAGES:
                found[f"{sheet.name}.{language}.ftl"] = source(sheet.folder, language).encode()
            box = sheet.folder / "symbols" / "box.svg"
            if box.is_file():
                found[f"{sheet.name}.box.svg"] = box.read_bytes()
            preview = sheet.folder / "symbols" / "preview.png"
            if preview.is_file():
                found[f"{sheet.name}.preview.png"] = preview.read_bytes()
        found["house.sprite.svg"] = sprites.sprite().encode()
        self.assets = {name: asset(name, data) for name, data in found.items()}
        digest = hashlib.sha256()
        for name, data in sorted(found.items()):
            digest.update(name.encode() + hashlib.sha256(data).digest())
        self.build = digest.hexdigest()[:12]

    def address(self, name: str) -> str:
        """Return the URL path of an asset. The name is not checked."""
        return f"/static/{self.build}/{name}"

    def imports(self, script: str) -> list[str]:
        """Return the names of the scripts that a built script imports directly, so that a page can preload them."""
        return [each.decode() for each in _IMPORTED.findall(self.assets[script].data)]


def colours_css(sheet: Sheet) -> str:
    """Return CSS that sets a game's colours for the light and the dark theme, or "" if the game has no drawing."""
    if sheet.drawing is None:
        return ""
    colours, name = sheet.drawing.COLOURS, f'[data-game="{sheet.name}"]'
    day, night = _lamp(colours.day), _lamp(colours.night)
    box = f"--box: {colours.box or colours.day.strong};"
    return (
        f"{name} {{ {day} {box} }}\n"
        f'@media (prefers-color-scheme: dark) {{ :root:not([data-theme="light"]) {name} {{ {night} }} }}\n'
        f':root[data-theme="dark"] {name} {{ {night} }}\n'
    )


def _lamp(lamp: Lamp) -> str:
    """Return a palette as CSS custom properties."""
    names = {
        "table": lamp.table,
        "table-2": lamp.table2,
        "strong": lamp.strong,
        "on-strong": lamp.on_strong,
        "accent": lamp.accent,
        "spark": lamp.spark,
    }
    return " ".join(f"--{name}: {value};" for name, value in names.items())
