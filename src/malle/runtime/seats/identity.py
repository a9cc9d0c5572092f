"""The identity of a client who asks for something at a table, and the errors for what they may not do."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from malle.core import Illegal, MalleError, Seat


class KeyReused(MalleError):
    """This key was used for something else."""

    slug = "key-reused"


class NotYours(MalleError):
    """This seat is not yours, or not any more."""

    slug = "not-yours"


class NotInvited(NotYours):
    """This is not the invitation of this table."""

    slug = "not-invited"


class TableFull(Illegal):
    """Every seat is taken."""

    slug = "table-full"


class Caller(Struct, frozen=True):
    """Who a client is at one table, as its token says: the holder of a seat, or a spectator. Made
    by `identify_caller` in `malle.runtime.seats.seating`."""

    seat: Seat | None
    """The seat for which the client acts; `None` for a spectator."""
    is_robot: bool = False
    person: UUID | None = None
    """`None` for a robot, or if nothing is known of the client."""
    left_seat: Seat | None = None
    """The seat that this spectator left to a robot and may take back; `None` if there is none."""
    device_digest: bytes = b""
    """Digest of the device's secret; empty for a robot, or without a device."""


UNKNOWN_SPECTATOR = Caller(None)
"""A spectator without person or device."""
