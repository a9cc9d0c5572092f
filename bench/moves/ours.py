"""Malle's server without its pages, so that the bench needs no built client: `python -m bench.moves.ours PORT`."""

from __future__ import annotations

import sys

from bench.moves.load import LIBRARY
from malle.commands import listen, serve
from malle.core import Sheet, Viewer
from malle.core.part import Speaker
from malle.live.house import House
from malle.live.room import plain_words
from malle.web.pages import game_words
from malle.wire.config import read_config


def words(sheet: Sheet, language: str, names: tuple[str, ...], viewer: Viewer) -> Speaker:
    """Parley has no words."""
    return (plain_words if sheet.name == "parley" else game_words)(sheet, language, names, viewer)


if __name__ == "__main__":
    config = read_config()
    serve(config, listen("127.0.0.1", int(sys.argv[1])), house=House(config, LIBRARY, words))
