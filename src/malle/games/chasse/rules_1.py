"""Version 1 of the rules, kept for tables and records that began with it.

It differs only in the name of the option `straight`: version 1 called it `1981`, after an edition that it
does not match.
"""

from __future__ import annotations

from typing import ClassVar

from malle.games.chasse.rules import Chasse


class Chasse1(Chasse):
    """The game with version 1 of the rules."""

    version = 1
    straight_option: ClassVar[str] = "1981"
