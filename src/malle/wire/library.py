"""The games of this server. Each game object is made once and shared by all tables with the same settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from malle import games
from malle.core import AnyGame, Refused, Sheet
from malle.wire.boxes import Boxes, titled


class Library:
    """Looks up the facts of games by name, and game objects by name, version, seats, options and edition. An
    edition is named by its digest; an empty digest means the built-in edition."""

    def __init__(self, sheet_of: Callable[[str], Sheet] = games.sheet, boxes: Boxes | None = None) -> None:
        self._sheet_of = sheet_of
        self._games: dict[bytes, AnyGame] = {}
        self._titled: dict[tuple[str, int, str], Sheet] = {}
        self.boxes = boxes or Boxes(sheet_of)
        """The operator's own editions."""

    def sheet(self, name: str, version: int | None = None, edition: str = "") -> Sheet:
        """Return the facts of a game, in its newest version or the one given. With a custom edition, the
        scenes use its titles. Raise `Refused` if the game, version or edition is missing."""
        newest = self._sheet_of(name)
        found = newest if version is None else newest.of_version(version)
        if not edition:
            return found
        key = (name, found.version, edition)
        if key not in self._titled:
            self._titled[key] = titled(found, self.boxes.need(edition, name))
        return self._titled[key]

    def find_sheet(self, name: str, version: int) -> Sheet | None:
        """Return the facts of a version of a game, or None if the game or this version is not installed."""
        try:
            return self.sheet(name, version)
        except Refused:
            return None

    def game(self, name: str, version: int, seats: int, options: Mapping[str, Any], edition: str = "") -> AnyGame:
        """Return a game that is ready to be played. Games are immutable, so all tables share one object.
        Raise `Refused` if the game, version, edition or an option is not valid."""
        key = msgspec.json.encode((name, version, seats, options, edition), order="sorted")
        if key not in self._games:
            sheet = self.sheet(name, version)
            path = self.boxes.need(edition, name).path if edition else None
            self._games[key] = sheet.make(seats, sheet.settle_options(seats, options), path)
        return self._games[key]

    def edition_name(self, edition: str) -> str:
        """Return the name of an edition for records, `usual` for the built-in one. Raise `KeyError` if the
        digest is unknown."""
        return self.boxes[edition].name if edition else "usual"
