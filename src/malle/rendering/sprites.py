"""Collects SVG symbols, one file each, into one sprite."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from malle.core import Refused

ARTWORK_FOLDER = Path(__file__).parent
"""Folder of the artwork that all games share."""

_SYMBOL = re.compile(r'<svg [^>]*?viewBox="([^"]+)" width="([^"]+)" height="([^"]+)"[^>]*>(.*)</svg>\s*$', re.S)


@cache
def load_symbols(folder: Path | None = None) -> dict[str, tuple[str, str]]:
    """Return the shared symbols and those of `folder`, if given, as (SVG attributes, drawing) by
    id. A symbol of the folder replaces a shared one with the same id."""
    return _read_symbols(ARTWORK_FOLDER / "symbols") | (_read_symbols(folder) if folder is not None else {})


def _read_symbols(folder: Path) -> dict[str, tuple[str, str]]:
    """Read the symbols of one folder, as (SVG attributes, drawing) by id. The id is the file's
    name; `box.svg` is a cover, not a symbol. Raise `Refused` for a file that is not in the expected
    form."""
    symbols: dict[str, tuple[str, str]] = {}
    for path in sorted(folder.glob("*.svg")):
        if path.stem == "box":
            continue
        match = _SYMBOL.match(path.read_text("utf-8"))
        if match is None:
            raise Refused(f"{path.name}: a symbol is one <svg> with viewBox, width and height, in this order")
        box, width, height, body = match.groups()
        # Ids inside a drawing (clips, gradients) get its name as a prefix, so that no two symbols share one.
        body = re.sub(r'\bid="([^"]+)"', rf'id="{path.stem}-\1"', body)
        body = re.sub(r"url\(#([^)]+)\)", rf"url(#{path.stem}-\1)", body)
        symbols[path.stem] = (f'viewBox="{box}" width="{width}" height="{height}"', body)
    return symbols


def make_sprite(folder: Path | None = None) -> str:
    """Return the shared symbols, and those of `folder` if given, as one SVG document (see
    `load_symbols`)."""
    symbols = (
        f'<symbol id="{name}" {attributes}>{body}</symbol>' for name, (attributes, body) in load_symbols(folder).items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="sprite" aria-hidden="true">{"".join(symbols)}</svg>\n'
