"""The games that this server offers, each made once for all tables that play it alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from malle import games
from malle.core import AnyGame, Sheet


class Library:
    """Sheets by name, and games by name, version, seats and options."""

    def __init__(self, sheet_of: Callable[[str], Sheet] = games.sheet) -> None:
        self._sheet_of = sheet_of
        self._games: dict[bytes, AnyGame] = {}

    def sheet(self, name: str, version: int | None = None) -> Sheet:
        """A game's fact sheet, the newest or of a version; `Refused` if there is no such game or no such version."""
        newest = self._sheet_of(name)
        return newest if version is None else newest.of_version(version)

    def game(self, name: str, version: int, seats: int, options: Mapping[str, Any]) -> AnyGame:
        """A game ready to be played. Games are immutable, so all tables share one."""
        key = msgspec.json.encode((name, version, seats, options), order="sorted")
        if key not in self._games:
            sheet = self.sheet(name, version)
            self._games[key] = sheet.make(seats, sheet.settle_options(seats, options), None)
        return self._games[key]
