"""Version 1 of the rules, for the tables and records that began with it: the same game with a fifth of the
money."""

from __future__ import annotations

from malle.games.declarer.rules import Declarer


class Declarer1(Declarer):
    """The rules of version 1.

    Only the version number differs; the other sum of money is in the edition file.
    """

    version = 1
