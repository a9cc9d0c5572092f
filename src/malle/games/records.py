"""Make the game of a record from the record's header."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from malle.core import AnyGame, Refused, Sheet
from malle.core.record import Header
from malle.games import sheet


def edition_name(facts: Sheet, path: Path | None) -> str:
    """Return the name that a record gives to its edition: `usual` if `path` is `None`, otherwise the name in
    the file.

    Without `edition_info` the game cannot read the name, and the file's name stands for it.
    """
    if path is None:
        return "usual"
    return facts.paper.read(path).name if facts.paper is not None else path.stem


def game_of(header: Header, edition: Path | None = None, sheet_of: Callable[[str], Sheet] = sheet) -> AnyGame:
    """Make the game of a record, by the version of the rules that it was played on.

    `edition` is the file that it was played with; `None` means the usual one. `Refused` if the edition's digest
    is not the one in the header.
    """
    facts = sheet_of(header.game).of_version(header.version)
    game = facts.make(header.seats, facts.settle_options(header.seats, header.options), edition)
    digest = header.edition.rpartition(" ")[2]
    if game.edition != digest:
        raise Refused(f"the record was played with the edition {header.edition!r}, this is {game.edition}")
    return game
