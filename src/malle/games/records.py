"""From a record's header to the game it was played with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from malle.core import AnyGame, Refused, Sheet
from malle.core.record import Header
from malle.games import sheet


def edition_name(facts: Sheet, path: Path | None) -> str:
    """What a record calls the edition it was played with."""
    if path is None:
        return "usual"
    return facts.paper.read(path).name if facts.paper is not None else path.stem


def game_of(header: Header, edition: Path | None = None, sheet_of: Callable[[str], Sheet] = sheet) -> AnyGame:
    """The game of a record, by the rules it was played on. `Refused` if its edition is not the one at hand: pass the
    file it was played with."""
    facts = sheet_of(header.game).of_version(header.version)
    game = facts.make(header.seats, facts.settle_options(header.seats, header.options), edition)
    digest = header.edition.rpartition(" ")[2]
    if game.edition != digest:
        raise Refused(f"the record was played with the edition {header.edition!r}, this is {game.edition}")
    return game
