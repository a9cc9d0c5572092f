"""What a position is worth before anybody has played on: points, a path, and on the way to one what leads there.

It is the simple robot's estimate, reckoned from networks that have been met before: laying a tile joins some of them,
and all others stay what they were. So a placement costs two microseconds, and a robot can look at many.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf

from malle.games.combinus.edition import Numbers
from malle.games.combinus.grid import LEFT_RIGHT, TOP_BOTTOM, Position, grid_of
from malle.games.combinus.state import Place

LINK = 3.0
"""What a path is worth beside its branches: the right to exchange."""
SPAN = 0.4
"""What each row or column covered by one's widest network is worth before there is a path."""
WAITING = 0.25
"""What a branch is worth that nothing links yet."""

Network = tuple[float, int, int, int]
"""Of a network: its branches' worth to whoever has left and right, less that to the other; how many columns and how
many rows it covers, if it begins on a border of theirs; and the pairs of borders it links, as bits."""


class Balance:
    """The estimate for the tiles and the grid of an edition."""

    def __init__(self, numbers: Numbers) -> None:
        self._grid = grid = grid_of(numbers)
        rows, columns = range(numbers.rows), range(numbers.columns)
        across = tuple(sum(1 << row * numbers.columns + column for row in rows) for column in columns)
        down = tuple(sum(1 << row * numbers.columns + column for column in columns) for row in rows)
        self._lines = (across, down)
        self.network = lru_cache(maxsize=1 << 16)(self._network)
        """What is known of a network, from its mask."""
        self._tables = grid.own, grid.reach, grid.answers

    def of(self, position: Position, pair: int) -> float:
        """The worth of a position to whoever has this pair of borders."""
        points, wide, high = self._sum([self.network(each) for each in position.networks])
        worth = points + _way(position.linked, wide, high)
        return worth if pair == LEFT_RIGHT else -worth

    def best(self, position: Position, places: Sequence[Place], pair: int) -> tuple[float, Place | None]:
        """The best of some placements for whoever has this pair of borders, and the worth of the position after it."""
        if not places:
            return -inf, None
        worths = self.each(position, places, pair)
        top = max(worths)
        return top, places[worths.index(top)]

    def each(self, position: Position, places: Sequence[Place], pair: int) -> list[float]:
        """The worth of the position after each of the placements to whoever has this pair of borders."""
        network, networks, wishes, linked = self.network, position.networks, position.wishes, position.linked
        own, reach, answers = self._tables
        known = [network(each) for each in networks]
        points, wide, high = self._sum(known)
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
            worth += LINK if links & 1 else SPAN * (columns if columns > wide else wide)  # `_way`, written out
            worth -= LINK if links & 2 else SPAN * (rows if rows > high else high)
            found.append(sign * worth)
        return found

    def _sum(self, networks: Sequence[Network]) -> tuple[float, int, int]:
        points, wide, high = 0.0, 0, 0
        for more, columns, rows, _ in networks:
            points += more
            if columns > wide:
                wide = columns
            if rows > high:
                high = rows
        return points, wide, high

    def _network(self, mask: int) -> Network:
        points, spans, links = 0.0, [0, 0], 0
        for pair, sign in ((LEFT_RIGHT, 1), (TOP_BOTTOM, -1)):
            one, other = self._grid.ends[pair]
            branches = (mask & (one | other)).bit_count()
            if mask & one and mask & other:
                links |= 1 << pair
                points += sign * branches
            else:
                points += sign * WAITING * branches
            if branches:
                spans[pair] = sum(1 for line in self._lines[pair] if mask & line)
        return points, spans[0], spans[1], links


def _way(linked: int, wide: int, high: int) -> float:
    """The paths that there are, and the widest networks where there is none."""
    worth = LINK if linked & 1 else SPAN * wide
    return worth - (LINK if linked & 2 else SPAN * high)


@lru_cache(maxsize=16)
def balance_of(numbers: Numbers) -> Balance:
    """The estimate of an edition, made once."""
    return Balance(numbers)
