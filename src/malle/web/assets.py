"""Static files of the pages: the built client, sprites (all symbols in one SVG), colours, covers,
icons and sounds.

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

from malle.core import GameInfo, Refused
from malle.core.scene import Palette
from malle.i18n.translations import LANGUAGES, fluent_source
from malle.rendering import sprites
from malle.runtime.views.compression_dictionary import make_dictionary

WEB_FOLDER = Path(__file__).parent
STATIC_FOLDER = WEB_FOLDER / "static"
RENDERING_FOLDER = sprites.ARTWORK_FOLDER

_CONTENT_TYPES = {
    ".ftl": "text/plain; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".wav": "audio/wav",
}
_IMPORT_PATTERN = re.compile(rb'from"\./([\w-]+\.js)"')


class Asset(Struct, frozen=True):
    """A static file. Its URL contains a digest, so the file at one URL never changes."""

    content_type: str
    data: bytes
    gzipped: bytes | None
    """The data compressed with gzip, or `None` for fonts and PNG images, which are compressed already."""


@functools.cache
def make_asset(name: str, data: bytes) -> Asset:
    """Return an asset with its content type and its compressed copy.

    Results are cached, because compression is most of a server's work before its first page.
    """
    gzipped = gzip.compress(data, 9, mtime=0) if not name.endswith((".woff2", ".png")) else None
    return Asset(guess_content_type(name), data, gzipped)


def guess_content_type(name: str) -> str:
    """Return the content type for a file name, or `application/octet-stream` if its suffix is unknown."""
    return _CONTENT_TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


class Assets:
    """All static files of a server by name, and one digest over all of them, which is part of their
    URLs. Made once at the start of a server."""

    def __init__(self, list_games: Callable[[], tuple[GameInfo, ...]]) -> None:
        """Read all files, for every game in `list_games()`. Raise `Refused` if the client is not built."""
        if not (STATIC_FOLDER / "table.js").is_file():
            raise Refused("the client is not built: run `make client`")
        files = {path.name: path.read_bytes() for path in sorted(STATIC_FOLDER.iterdir()) if path.is_file()}
        files |= {
            f"{name}.svg": (RENDERING_FOLDER / f"{name}.svg").read_bytes() for name in ("favicon", "favicon-turn")
        }
        files |= {
            f"trouble-{path.name}": path.read_bytes() for path in sorted((RENDERING_FOLDER / "trouble").glob("*.svg"))
        }
        files |= {path.name: path.read_bytes() for path in sorted((RENDERING_FOLDER / "icons").glob("*.png"))}
        files |= {path.name: path.read_bytes() for path in sorted((RENDERING_FOLDER / "sounds").glob("*.wav"))}
        for game_info in list_games():
            files[f"{game_info.name}.sprite.svg"] = sprites.make_sprite(game_info.folder / "symbols").encode()
            files[f"{game_info.name}.look.css"] = make_colours_css(game_info).encode()
            files[f"{game_info.name}.frames"] = make_dictionary(game_info) if game_info.drawing is not None else b""
            for language in LANGUAGES:
                files[f"{game_info.name}.{language}.ftl"] = fluent_source(game_info.folder, language).encode()
            cover = game_info.folder / "symbols" / "box.svg"
            if cover.is_file():
                files[f"{game_info.name}.box.svg"] = cover.read_bytes()
            preview = game_info.folder / "symbols" / "preview.png"
            if preview.is_file():
                files[f"{game_info.name}.preview.png"] = preview.read_bytes()
        files["house.sprite.svg"] = sprites.make_sprite().encode()
        self.by_name = {name: make_asset(name, data) for name, data in files.items()}
        """The files by name."""
        digest = hashlib.sha256()
        for name, data in sorted(files.items()):
            digest.update(name.encode() + hashlib.sha256(data).digest())
        self.build_digest = digest.hexdigest()[:12]
        """First 12 hexadecimal digits of the digest over all files."""

    def get_url(self, name: str) -> str:
        """Return the URL path of an asset. The name is not checked."""
        return f"/static/{self.build_digest}/{name}"

    def list_imported_scripts(self, script: str) -> list[str]:
        """Return the names of the scripts that a built script imports directly, so that a page can
        preload them. Raise `KeyError` for an unknown script."""
        return [name.decode() for name in _IMPORT_PATTERN.findall(self.by_name[script].data)]


def make_colours_css(game_info: GameInfo) -> str:
    """Return CSS with a game's colours for the light and the dark theme and the colour of its box.
    Return "" if the game has no drawing."""
    if game_info.drawing is None:
        return ""
    colours, name = game_info.drawing.COLOURS, f'[data-game="{game_info.name}"]'
    day, night = _make_palette_css(colours.day), _make_palette_css(colours.night)
    box_colour = f"--box: {colours.box or colours.day.strong};"
    return (
        f"{name} {{ {day} {box_colour} }}\n"
        f'@media (prefers-color-scheme: dark) {{ :root:not([data-theme="light"]) {name} {{ {night} }} }}\n'
        f':root[data-theme="dark"] {name} {{ {night} }}\n'
    )


def _make_palette_css(palette: Palette) -> str:
    """Return a palette as CSS custom properties."""
    names = {
        "table": palette.table,
        "table-2": palette.table2,
        "strong": palette.strong,
        "on-strong": palette.on_strong,
        "accent": palette.accent,
        "spark": palette.spark,
    }
    return " ".join(f"--{name}: {value};" for name, value in names.items())
