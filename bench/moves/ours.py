"""Malle's server without its pages, so that the bench needs no built client: `python -m bench.moves.ours
PORT`.

If frame sizes come in on the standard input, no frames are drawn: every viewer gets frames of these sizes, as
the bare server sends them. Everything else is unchanged. Its cost above the bare server is then the path of a
move without its frames.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from bench.moves.bare import constant_frames
from bench.moves.load import BUILD, LIBRARY
from malle.commands import listen, serve
from malle.games import GAMES, sheet
from malle.live import frames
from malle.live.dictionary import make_dictionary
from malle.live.house import House
from malle.wire.config import read_config


def make_no_frames(sizes: list[int]) -> None:
    """Replace the drawing of frames: every viewer gets the next frame of a fixed sequence of sizes."""
    row = constant_frames(sizes)

    def frame(*_: Any, **__: Any) -> bytes:
        return next(row)

    frames.frame = frame


if __name__ == "__main__":
    config = read_config()
    if given := sys.stdin.read():
        make_no_frames(json.loads(given))
    house = House(config, LIBRARY)
    house.build = BUILD
    house.dictionaries = {name: make_dictionary(sheet(name)) for name in GAMES}
    serve(config, listen("127.0.0.1", int(sys.argv[1])), house=house)
