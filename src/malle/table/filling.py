"""Who sits where before the deal, as notes of the log tell it: seats freed, exchanged, added and taken away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")
NEW = -1
"""A seat that was not there before, or where nobody is who was there before."""


class Agreed(Struct, frozen=True):
    """Seats and options, agreed anew."""

    seats: int
    options: Mapping[str, Any]


read_agreed: Callable[[str], Agreed] = msgspec.json.Decoder(Agreed).decode


def places_after(kinds: Sequence[str], note: str) -> tuple[int, ...]:
    """For each seat after a note, which one it was: whoever sat there sits here now."""
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
    """The same where a table is to have so many seats: the last open ones are taken away, new ones stand at the end.
    That no more are taken, the caller knows."""
    gone = [seat for seat, kind in enumerate(kinds) if kind == "open"][::-1][: max(0, len(kinds) - seats)]
    kept = [seat for seat in range(len(kinds)) if seat not in gone]
    return (*kept, *[NEW] * (seats - len(kept)))


def placed(things: Sequence[T], places: Sequence[int], new: T) -> tuple[T, ...]:
    """What was at the seats, as they stand now."""
    return tuple(new if place == NEW else things[place] for place in places)


def host_at(places: Sequence[int], kinds: Sequence[str], host: int) -> int:
    """The host's seat as the seats stand now: the same person's, else the first person's; -1 where nobody sits."""
    seat = places.index(host) if host >= 0 and host in places else NEW
    if seat != NEW and kinds[seat] == "person":
        return seat
    return next((seat for seat, kind in enumerate(kinds) if kind == "person"), NEW)
