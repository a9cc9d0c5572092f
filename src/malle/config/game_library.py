"""The games of this server. Each game object is made once and shared by all tables with the same settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from malle import games
from malle.config.edition_folder import CustomEditions, with_edition_titles
from malle.core import AnyGame, GameInfo, Refused


class GameLibrary:
    """Looks up the facts of games by name, and game objects by name, version, seats, options and
    edition. An edition is named by its digest; an empty digest means the built-in edition. Each
    process has one instance."""

    def __init__(
        self,
        game_info_of: Callable[[str], GameInfo] = games.load_game_info,
        custom_editions: CustomEditions | None = None,
    ) -> None:
        """`game_info_of` returns the facts of a game by its name. Without `custom_editions` there
        are none."""
        self._game_info_of = game_info_of
        self._games: dict[bytes, AnyGame] = {}
        self._titled_game_infos: dict[tuple[str, int, str], GameInfo] = {}
        self.custom_editions = custom_editions or CustomEditions(game_info_of)
        """The operator's own editions."""

    def game_info(self, name: str, version: int | None = None, edition_digest: str = "") -> GameInfo:
        """Return the facts of a game, in its newest version or in `version`. With a custom edition,
        the scenes use its titles. Raise `Refused` if the game, version or edition is missing."""
        newest = self._game_info_of(name)
        info = newest if version is None else newest.for_version(version)
        if not edition_digest:
            return info
        key = (name, info.version, edition_digest)
        if key not in self._titled_game_infos:
            self._titled_game_infos[key] = with_edition_titles(info, self.custom_editions.require(edition_digest, name))
        return self._titled_game_infos[key]

    def find_game_info(self, name: str, version: int) -> GameInfo | None:
        """Return the facts of a version of a game, or None if the game or this version is not installed."""
        try:
            return self.game_info(name, version)
        except Refused:
            return None

    def game(
        self, name: str, version: int, seats: int, options: Mapping[str, Any], edition_digest: str = ""
    ) -> AnyGame:
        """Return a game object that is ready to be played. Game objects are immutable, so all
        tables with the same settings share one. Raise `Refused` if the game, version, edition or an
        option is not valid."""
        key = msgspec.json.encode((name, version, seats, options, edition_digest), order="sorted")
        if key not in self._games:
            sheet = self.game_info(name, version)
            path = self.custom_editions.require(edition_digest, name).path if edition_digest else None
            self._games[key] = sheet.make_game(seats, sheet.complete_options(seats, options), path)
        return self._games[key]

    def edition_name(self, edition_digest: str) -> str:
        """Return the name of an edition for game records: `usual` for the built-in one. Raise
        `KeyError` if the digest is unknown."""
        return self.custom_editions[edition_digest].name if edition_digest else "usual"
