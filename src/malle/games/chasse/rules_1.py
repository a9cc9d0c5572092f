"""Version 1 of the rules, kept for tables and records that began with it.

It differs only in the name of the option `straight`: version 1 called it `1981`, after an edition that it
does not match.
"""

from __future__ import annotations

from typing import ClassVar

from malle.games.chasse.rules import Chasse


class Chasse1(Chasse):
    """The rules of the smuggler hunt in version 1: only the name of one option differs."""

    version = 1
    straight_option: ClassVar[str] = "1981"
