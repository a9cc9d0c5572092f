"""Malle's server without its pages, so that the bench needs no built client: `python -m bench.moves.ours PORT`."""

from __future__ import annotations

import sys

from bench.moves.load import BUILD, LIBRARY
from malle.commands import listen, serve
from malle.games import GAMES, sheet
from malle.live.dictionary import make_dictionary
from malle.live.house import House
from malle.wire.config import read_config

if __name__ == "__main__":
    config = read_config()
    house = House(config, LIBRARY)
    house.build = BUILD
    house.dictionaries = {name: make_dictionary(sheet(name)) for name in GAMES}
    serve(config, listen("127.0.0.1", int(sys.argv[1])), house=house)
