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
from malle.cli.operator.serve import open_listening_socket, run_server_process
from malle.config.settings import read_config
from malle.games import OWN_GAMES, load_game_info
from malle.runtime.table_service import TableService
from malle.runtime.views import frames
from malle.runtime.views.compression_dictionary import make_dictionary


def make_no_frames(sizes: list[int]) -> None:
    """Replace the drawing of frames: every viewer gets the next frame of a fixed sequence of sizes."""
    row = constant_frames(sizes)

    def frame(*_: Any, **__: Any) -> bytes:
        return next(row)

    frames.build_frame = frame


if __name__ == "__main__":
    config = read_config()
    if given := sys.stdin.read():
        make_no_frames(json.loads(given))
    house = TableService(config, LIBRARY)
    house.client_build = BUILD
    house.compression_dictionaries = {name: make_dictionary(load_game_info(name)) for name in OWN_GAMES}
    run_server_process(config, open_listening_socket("127.0.0.1", int(sys.argv[1])), table_service=house)
