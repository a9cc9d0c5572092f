"""Actions as text and back, and the reason why an action is not allowed."""

from __future__ import annotations

from malle.core import Action, Malformed
from malle.games.combinus.edition import side_of
from malle.games.combinus.lookup_tables import LookupTables
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

PAIR_NAMES = ("left-right", "top-bottom")
"""The notation of the two pairs of borders, by number."""


class Notation:
    """The notation of one edition. A tile is written by its sides as it lies, such as `-aab`, or as `joker`."""

    def __init__(self, lookup: LookupTables) -> None:
        """Compute the text of every action of the game."""
        self._lookup = lookup
        self._tile_names = lookup.numbers.tile_names
        self._pose_codes = lookup.grid.pose_codes
        self._cell_names = lookup.numbers.cell_names
        self._action_by_text = {self.write(action).lower(): action for action in lookup.alphabet()}
        # `take` accepts a tile in any of its rotations, because the rotation does not matter there.
        for pose, code in enumerate(self._pose_codes):
            self._action_by_text[f"take {code}"] = TakeUp(lookup.grid.tile_of_pose[pose])

    def write(self, action: Action) -> str:
        """Return the notation of an action. Raise `Malformed` if it is not an action of this
        game."""
        match action:
            case Place(pose, cell):
                return f"place {self._pose_codes[pose]} {self._cell_names[cell]}"
            case Exchange(pose, cell):
                return f"exchange {self._pose_codes[pose]} {self._cell_names[cell]}"
            case TakeUp(tile):
                return f"take {self._tile_names[tile]}"
            case TakeDown():
                return "take"
            case Draw(tile):
                return f"draw {self._tile_names[tile]}"
            case Deal(tile):
                return f"deal {self._tile_names[tile]}"
            case Choose(pair):
                return f"borders {PAIR_NAMES[pair]}"
            case First(seat):
                return f"first {seat + 1}"
        raise Malformed(f"{action!r} is not an action of this game")

    def read(self, text: str) -> Action:
        """Return the action that a text means, in capitals or not. Raise `Malformed` if it means
        none. Whether the action is legal is not checked."""
        action = self._action_by_text.get(" ".join(text.lower().split()))
        if action is None:
            raise Malformed(f"{text!r} is not an action; try `place -aab C2`, `exchange -aab C2`, `take`")
        return action

    def refusal_reason(self, state: State, action: Action) -> str:
        """Return a sentence that says why the seat in turn may not do this: the rule, or the
        side that does not fit. Call it only for an action that is not legal."""
        lookup, position = self._lookup, state.position
        match action:
            case Place(pose, cell) | Exchange(pose, cell) if state.phase in ("place", "again"):
                if lookup.grid.tile_of_pose[pose] != state.tile:
                    return f"the tile in hand is {self._tile_names[state.tile]}, not {self._pose_codes[pose]}"
                laid = position.board[cell] >= 0
                if isinstance(action, Place) and laid:
                    return f"{self._cell_names[cell]} is taken"
                if isinstance(action, Exchange) and not laid:
                    return f"no tile lies on {self._cell_names[cell]}"
                if isinstance(action, Exchange) and (state.phase == "again" or not lookup.may_exchange(state)):
                    return "an exchange needs a path between one's borders, and there is one a turn"
                if pose not in lookup.grid.fitting_poses_at(position, cell, state.tile):
                    return self._misfit_reason(state, pose, cell)
                return "the tile taken off would fit no empty square"
        return f"{self.write(action)!r} is not possible now"

    def _misfit_reason(self, state: State, pose: int, cell: int) -> str:
        """Return a sentence about the first side of the pose, clockwise from the top, that does
        not fit the neighbour of `cell` there."""
        grid = self._lookup.grid
        for at, near in grid.neighbours[cell]:
            neighbour_pose = state.position.board[near]
            if neighbour_pose >= 0:
                own_side, facing = (
                    side_of(self._pose_codes[pose], at),
                    side_of(self._pose_codes[neighbour_pose], (at + 2) % 4),
                )
                if not grid.sides_fit(own_side, facing):
                    kinds = "blank against junction" if "-" in (own_side, facing) else "the junctions do not touch"
                    return (
                        f"{kinds}: {self._pose_codes[pose]} on {self._cell_names[cell]} beside {self._cell_names[near]}"
                    )
        return f"{self._pose_codes[pose]} does not fit {self._cell_names[cell]}"
