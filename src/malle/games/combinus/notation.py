"""Actions as text and back, and the reason why an action is not allowed."""

from __future__ import annotations

from malle.core import Action, Malformed
from malle.games.combinus.edition import side
from malle.games.combinus.state import (
    Choose,
    Deal,
    Draw,
    Exchange,
    First,
    Place,
    State,
    TakeDown,
    TakeUp,
)  # fmt: skip
from malle.games.combinus.tables import Tables

PAIRS = ("left-right", "top-bottom")
"""The notation of the two pairs of borders, by number."""


class Reader:
    """The notation of one edition. A tile is written by its sides as it lies, such as `-aab`, or as `joker`."""

    def __init__(self, tables: Tables) -> None:
        """Prepare the text of every action of the game."""
        self._tables = tables
        self._names = tables.numbers.names
        self._codes = tables.grid.codes
        self._cells = tables.numbers.cells
        self._words = {self.write(action).lower(): action for action in tables.alphabet()}
        # `take` accepts a tile in any of its rotations, because the rotation does not matter there.
        for pose, code in enumerate(self._codes):
            self._words[f"take {code}"] = TakeUp(tables.grid.tile_of[pose])

    def write(self, action: Action) -> str:
        """Return the notation of an action. `Malformed` if it is not an action of this game."""
        match action:
            case Place(pose, cell):
                return f"place {self._codes[pose]} {self._cells[cell]}"
            case Exchange(pose, cell):
                return f"exchange {self._codes[pose]} {self._cells[cell]}"
            case TakeUp(tile):
                return f"take {self._names[tile]}"
            case TakeDown():
                return "take"
            case Draw(tile):
                return f"draw {self._names[tile]}"
            case Deal(tile):
                return f"deal {self._names[tile]}"
            case Choose(pair):
                return f"borders {PAIRS[pair]}"
            case First(seat):
                return f"first {seat + 1}"
        raise Malformed(f"{action!r} is not an action of this game")

    def read(self, text: str) -> Action:
        """Return the action that a text means. `Malformed` if it means none."""
        action = self._words.get(" ".join(text.lower().split()))
        if action is None:
            raise Malformed(f"{text!r} is not an action; try `place -aab C2`, `exchange -aab C2`, `take`")
        return action

    def why_not(self, state: State, action: Action) -> str:
        """Return a sentence that says why the awaited seat may not do this: the rule, or the side that does
        not fit. Call it only for an action that is not legal."""
        tables, position = self._tables, state.position
        match action:
            case Place(pose, cell) | Exchange(pose, cell) if state.phase in ("place", "again"):
                if tables.grid.tile_of[pose] != state.tile:
                    return f"the tile in hand is {self._names[state.tile]}, not {self._codes[pose]}"
                laid = position.board[cell] >= 0
                if isinstance(action, Place) and laid:
                    return f"{self._cells[cell]} is taken"
                if isinstance(action, Exchange) and not laid:
                    return f"no tile lies on {self._cells[cell]}"
                if isinstance(action, Exchange) and (state.phase == "again" or not tables.may_exchange(state)):
                    return "an exchange needs a path between one's borders, and there is one a turn"
                if pose not in tables.grid.options_at(position, cell, state.tile):
                    return self._clash(state, pose, cell)
                return "the tile taken off would fit no empty square"
        return f"{self.write(action)!r} is not possible now"

    def _clash(self, state: State, pose: int, cell: int) -> str:
        """Return a sentence about the first side of the pose, clockwise from the top, that does not fit the
        neighbour of `cell`."""
        grid = self._tables.grid
        for at, near in grid.neighbours[cell]:
            other = state.position.board[near]
            if other >= 0:
                one, facing = side(self._codes[pose], at), side(self._codes[other], (at + 2) % 4)
                if not grid.meet(one, facing):
                    kinds = "blank against junction" if "-" in (one, facing) else "the junctions do not touch"
                    return f"{kinds}: {self._codes[pose]} on {self._cells[cell]} beside {self._cells[near]}"
        return f"{self._codes[pose]} does not fit {self._cells[cell]}"
