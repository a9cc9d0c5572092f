"""Version 1 of the rules, for the tables and records that began on it: the same rules with other
rebuilt numbers."""

from __future__ import annotations

from malle.games.combinards.rules import Combinards


class Combinards1(Combinards):
    """The game by version 1 of the rules. The rules themselves are the same; the usual edition
    of that version has other numbers."""

    version = 1
