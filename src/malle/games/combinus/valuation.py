"""The value of a position before it is played on: points, paths, and networks that may become paths.

It is the estimate of the simple robot, computed from cached values of networks. A placement joins some
networks, and all others stay as they are. So a placement costs two microseconds, and a robot can look at
many.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf

from malle.games.combinus.edition import Numbers
from malle.games.combinus.grid import LEFT_RIGHT, TOP_BOTTOM, Position, cached_grid
from malle.games.combinus.state import Place

PATH_VALUE = 3.0
"""The value of a path beside its branches, because it gives the right to exchange."""
LINE_VALUE = 0.4
"""The value of each column or row that the widest network of a pair covers, while the pair has no path."""
UNLINKED_BRANCH_VALUE = 0.25
"""The value of a branch that is not linked to the opposite border yet."""

NetworkValue = tuple[float, int, int, int]
"""The value of a network. First its branches' value to the player with left and right, less that
to the opponent. Then how many columns and how many rows the network covers, each 0 if the
network has no branch on that pair of borders. Last the pairs of borders that it links, as bits."""


class Valuation:
    """Estimates positions of one edition. Get it from `cached_valuation`."""

    def __init__(self, numbers: Numbers) -> None:
        """Prepare the masks of columns and rows, and an empty cache of networks."""
        self._grid = grid = cached_grid(numbers)
        rows, columns = range(numbers.rows), range(numbers.columns)
        across = tuple(sum(1 << row * numbers.columns + column for row in rows) for column in columns)
        down = tuple(sum(1 << row * numbers.columns + column for column in columns) for row in rows)
        self._line_masks = (across, down)
        self.network_value = lru_cache(maxsize=1 << 16)(self._compute_network_value)
        """A function from the mask of a network to its value, with a cache."""
        self._grid_tables = grid.own_network, grid.exit_masks, grid.entry_masks

    def position_value(self, position: Position, pair: int) -> float:
        """Return the value of a position to the owner of this pair of borders, less its value to
        the opponent."""
        points, wide, high = self._sum_up_networks([self.network_value(each) for each in position.networks])
        worth = points + _path_and_span_value(position.linked, wide, high)
        return worth if pair == LEFT_RIGHT else -worth

    def best_placement(self, position: Position, places: Sequence[Place], pair: int) -> tuple[float, Place | None]:
        """Return the highest value of the position after one of the placements, to the owner of
        this pair of borders, and that placement. Without placements, return minus infinity and
        `None`."""
        if not places:
            return -inf, None
        worths = self.placement_values(position, places, pair)
        top = max(worths)
        return top, places[worths.index(top)]

    def placement_values(self, position: Position, places: Sequence[Place], pair: int) -> list[float]:
        """Return, for each placement in order, the value of the position after it to the owner of this pair
        of borders."""
        network, networks, wishes, linked = self.network_value, position.networks, position.wishes, position.linked
        own, reach, answers = self._grid_tables
        known = [network(each) for each in networks]
        points, wide, high = self._sum_up_networks(known)
        sign = 1 if pair == LEFT_RIGHT else -1
        found: list[float] = []
        for place in places:
            cell, pose = place.cell, place.pose
            joined, worth = own[cell][pose], points
            touching = reach[cell][pose] & answers[cell][wishes[cell]]
            if touching:
                for mask, part in zip(networks, known, strict=True):
                    if mask & touching:
                        joined |= mask
                        worth -= part[0]
            more, columns, rows, links = network(joined)
            links |= linked
            worth += more
            worth += PATH_VALUE if links & 1 else LINE_VALUE * (columns if columns > wide else wide)  # inlined
            worth -= PATH_VALUE if links & 2 else LINE_VALUE * (rows if rows > high else high)
            found.append(sign * worth)
        return found

    def _sum_up_networks(self, networks: Sequence[NetworkValue]) -> tuple[float, int, int]:
        """Return the sum of the networks' branch values, the most columns that one of them
        covers, and the most rows."""
        points, wide, high = 0.0, 0, 0
        for more, columns, rows, _ in networks:
            points += more
            if columns > wide:
                wide = columns
            if rows > high:
                high = rows
        return points, wide, high

    def _compute_network_value(self, mask: int) -> NetworkValue:
        """Return the `NetworkValue` of a network without the cache. `mask` has its squares and
        branches, as in `Position.networks`. Branches on a linked pair of borders count 1, others
        `UNLINKED_BRANCH_VALUE`. Those at `LEFT_RIGHT` count for, those at `TOP_BOTTOM` against."""
        points, spans, links = 0.0, [0, 0], 0
        for pair, sign in ((LEFT_RIGHT, 1), (TOP_BOTTOM, -1)):
            one, other = self._grid.pair_border_masks[pair]
            branches = (mask & (one | other)).bit_count()
            if mask & one and mask & other:
                links |= 1 << pair
                points += sign * branches
            else:
                points += sign * UNLINKED_BRANCH_VALUE * branches
            if branches:
                spans[pair] = sum(1 for line in self._line_masks[pair] if mask & line)
        return points, spans[0], spans[1], links


def _path_and_span_value(linked: int, columns: int, rows: int) -> float:
    """Return what paths are worth to the player with left and right, less what they are worth to
    the opponent. For a pair without a path, the lines that its widest network covers count
    instead."""
    worth = PATH_VALUE if linked & 1 else LINE_VALUE * columns
    return worth - (PATH_VALUE if linked & 2 else LINE_VALUE * rows)


@lru_cache(maxsize=16)
def cached_valuation(numbers: Numbers) -> Valuation:
    """Return the `Valuation` of an edition. It is made once and cached."""
    return Valuation(numbers)
