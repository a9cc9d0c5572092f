"""The games that this server has, each made once for all tables that play it alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from malle import games
from malle.core import AnyGame, Refused, Sheet
from malle.wire.boxes import Boxes, titled


class Library:
    """Sheets by name, and games by name, version, seats, options and edition. An edition is named by its digest; an
    empty one is the usual."""

    def __init__(self, sheet_of: Callable[[str], Sheet] = games.sheet, boxes: Boxes | None = None) -> None:
        self._sheet_of = sheet_of
        self._games: dict[bytes, AnyGame] = {}
        self._titled: dict[tuple[str, int, str], Sheet] = {}
        self.boxes = boxes or Boxes(sheet_of)
        """The editions of the host's own."""

    def sheet(self, name: str, version: int | None = None, edition: str = "") -> Sheet:
        """A game's fact sheet, the newest or of a version; `Refused` if there is no such game, version or edition. With
        an edition of somebody's own, its drawing calls things as that does."""
        newest = self._sheet_of(name)
        found = newest if version is None else newest.of_version(version)
        if not edition:
            return found
        key = (name, found.version, edition)
        if key not in self._titled:
            self._titled[key] = titled(found, self.boxes.need(edition, name))
        return self._titled[key]

    def find_sheet(self, name: str, version: int) -> Sheet | None:
        """The same of a version; None if the game, or these rules of it, are not installed."""
        try:
            return self.sheet(name, version)
        except Refused:
            return None

    def game(self, name: str, version: int, seats: int, options: Mapping[str, Any], edition: str = "") -> AnyGame:
        """A game ready to be played. Games are immutable, so all tables share one."""
        key = msgspec.json.encode((name, version, seats, options, edition), order="sorted")
        if key not in self._games:
            sheet = self.sheet(name, version)
            path = self.boxes.need(edition, name).path if edition else None
            self._games[key] = sheet.make(seats, sheet.settle_options(seats, options), path)
        return self._games[key]

    def edition_name(self, edition: str) -> str:
        """What a record calls an edition."""
        return self.boxes[edition].name if edition else "usual"
