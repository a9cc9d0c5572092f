"""Changes of seats before the deal, as log entries describe them: seats freed, exchanged, added and removed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")
NEW = -1
"""In place of an old seat number: the seat is new, or its player has left."""


class Agreed(Struct, frozen=True):
    """The number of seats and the options, as they were changed before the deal."""

    seats: int
    options: Mapping[str, Any]


read_agreed: Callable[[str], Agreed] = msgspec.json.Decoder(Agreed).decode


def places_after(kinds: Sequence[str], note: str) -> tuple[int, ...]:
    """Map each seat after the change that `note` describes to its old seat, or to `NEW_SEAT`."""
    what, _, about = note.partition(" ")
    order = list(range(len(kinds)))
    if what == "swap":
        one, other = (int(each) - 1 for each in about.split())
        order[one], order[other] = other, one
    elif what == "agree":
        return kept_seats(kinds, read_agreed(about).seats)
    elif what in ("leave", "remove"):
        order[int(about) - 1] = NEW
    return tuple(order)


def kept_seats(kinds: Sequence[str], seats: int) -> tuple[int, ...]:
    """Like `previous_seats`, for a change of the number of seats to `seats`. The last open seats are dropped,
    or new ones are appended. The caller checks that no taken seat must go."""
    gone = [seat for seat, kind in enumerate(kinds) if kind == "open"][::-1][: max(0, len(kinds) - seats)]
    kept = [seat for seat in range(len(kinds)) if seat not in gone]
    return (*kept, *[NEW] * (seats - len(kept)))


def placed(things: Sequence[T], places: Sequence[int], new: T) -> tuple[T, ...]:
    """Rearrange one thing per seat: `previous` has the old seat of each new one; new seats get `new_value`."""
    return tuple(new if place == NEW else things[place] for place in places)


def host_at(places: Sequence[int], kinds: Sequence[str], host: int) -> int:
    """Return the host's seat after a change: the same person's, otherwise the first person's, or -1 if there is
    no person. `kinds` is per seat after the change, `host` the host's seat before it (-1 for none)."""
    seat = places.index(host) if host >= 0 and host in places else NEW
    if seat != NEW and kinds[seat] == "person":
        return seat
    return next((seat for seat, kind in enumerate(kinds) if kind == "person"), NEW)
