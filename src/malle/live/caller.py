"""Who asks for something at a table, by the token they show, and what they are told if it is not theirs to ask."""

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
    """Somebody at a table: what their token says."""

    seat: Seat | None
    """None: a spectator."""
    robot: bool = False
    person: UUID | None = None
    """None: somebody of whom nothing is known, or a robot."""
    left: Seat | None = None
    """The seat that this spectator left to a robot, and may have again."""
    device: bytes = b""
    """The digest of their device's secret; empty: a robot, or nobody."""


SPECTATOR = Caller(None)
