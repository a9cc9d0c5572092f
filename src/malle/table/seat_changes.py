"""Changes of seats before the deal, as log entries describe them: seats freed, exchanged, added and removed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")
NEW_SEAT = -1
"""In place of an old seat number: the seat is new, or its player has left."""


class AgreedOptions(Struct, frozen=True):
    """The number of seats and the options after a change of either before the deal."""

    seats: int
    options: Mapping[str, Any]


parse_agreed: Callable[[str], AgreedOptions] = msgspec.json.Decoder(AgreedOptions).decode
"""Decode `AgreedOptions` from JSON. Raises a `msgspec.DecodeError` on bad input."""


def previous_seats(kinds: Sequence[str], note: str) -> tuple[int, ...]:
    """Return, for each seat after the change that the log entry `note` describes, its old seat or
    `NEW_SEAT`.

    `kinds` says who plays each seat before the change. A seat that was left or whose player was
    removed counts as new. A note that changes no seat leaves all as they are.
    """
    verb, _, arguments = note.partition(" ")
    order = list(range(len(kinds)))
    if verb == "swap":
        first, second = (int(each) - 1 for each in arguments.split())
        order[first], order[second] = second, first
    elif verb == "agree":
        return resize_seats(kinds, parse_agreed(arguments).seats)
    elif verb in ("leave", "remove"):
        order[int(arguments) - 1] = NEW_SEAT
    return tuple(order)


def resize_seats(kinds: Sequence[str], seats: int) -> tuple[int, ...]:
    """Return the same as `previous_seats`, for a change of the number of seats to `seats`. The last
    open seats are dropped, or new ones are appended. The caller checks that enough seats are
    open."""
    dropped = [seat for seat, kind in enumerate(kinds) if kind == "open"][::-1][: max(0, len(kinds) - seats)]
    kept = [seat for seat in range(len(kinds)) if seat not in dropped]
    return (*kept, *[NEW_SEAT] * (seats - len(kept)))


def rearrange(by_seat: Sequence[T], previous: Sequence[int], new_value: T) -> tuple[T, ...]:
    """Return one value per new seat: `by_seat` has the values per old seat, `previous` the old seat
    of each new one. New seats get `new_value`."""
    return tuple(new_value if seat == NEW_SEAT else by_seat[seat] for seat in previous)


def host_seat_after(previous: Sequence[int], kinds: Sequence[str], host: int) -> int:
    """Return the host's seat after a change: where the same person sits now, otherwise the first
    person's seat, or -1 if there is no person.

    `kinds` is per seat after the change. `host` is the host's seat before it, -1 for none.
    """
    seat = previous.index(host) if host >= 0 and host in previous else NEW_SEAT
    if seat != NEW_SEAT and kinds[seat] == "person":
        return seat
    return next((seat for seat, kind in enumerate(kinds) if kind == "person"), NEW_SEAT)
