"""From a record's header to the game it was played with."""

from __future__ import annotations

from pathlib import Path

from malle.core import AnyGame, Refused
from malle.core.record import Header
from malle.games import load


def game_of(header: Header, edition: Path | None = None) -> AnyGame:
    """The game of a record. `Refused` if its edition is not the one at hand: pass the file it was played with."""
    game = load(header.game, header.version)(header.seats, header.options, edition)
    digest = header.edition.rpartition(" ")[2]
    if game.edition != digest:
        raise Refused(f"the record was played with the edition {header.edition!r}, this is {game.edition}")
    return game
