"""Version 1 of the rules, for the tables and records that began on it: the same game, with the option `straight` under
the name of an edition that it is not."""

from __future__ import annotations

from typing import ClassVar

from malle.games.chasse.rules import Chasse


class Chasse1(Chasse):
    """The game as version 1 had it."""

    version = 1
    straight: ClassVar[str] = "1981"
