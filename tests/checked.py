"""A robot that is watched while it plays."""

from __future__ import annotations

from typing import Any

from malle.core import AnyGame, Luck


class Checked:
    """Chooses what the mind chooses: `legal` has it, and the same view, notes and luck give it again."""

    def __init__(self, mind: Any) -> None:
        self.new_memory, self.observe, self._choose = mind.new_memory, mind.observe, mind.choose

    def choose(self, game: AnyGame, view: Any, legal: Any, memory: Any, luck: Luck) -> Any:
        """What the mind chooses."""
        known = luck.getstate()
        action = self._choose(game, view, legal, memory, luck)
        after = luck.getstate()
        luck.setstate(known)
        assert self._choose(game, view, legal, memory, luck) == action
        luck.setstate(after)
        assert action in legal
        return action
