"""Version 1 of the rules, for the tables and records that began on it: the same game with other rebuilt numbers."""

from __future__ import annotations

from malle.games.combinards.rules import Combinards


class Combinards1(Combinards):
    """The game as version 1 had it."""

    version = 1
