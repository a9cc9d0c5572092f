"""Version 1 of the rules, for the tables and records that began on it: the same game with a fifth of the money."""

from __future__ import annotations

from malle.games.declarer.rules import Declarer


class Declarer1(Declarer):
    """The game as version 1 had it."""

    version = 1
