"""How many futures a robot has tried, kept with its move: in the last four bytes of the key that it sends.

A key is random, and twelve bytes of it are enough to be nobody else's. So the log has what is needed to think a move
again, and neither a message nor a row has a field that people's moves would carry for nothing.
"""

from __future__ import annotations

from uuid import UUID, uuid4

BYTES = 4


def key_with(futures: int) -> str:
    """A fresh key that says so."""
    return str(UUID(bytes=uuid4().bytes[:-BYTES] + futures.to_bytes(BYTES, "big")))


def futures_in(key: UUID) -> int:
    """What the key of a robot's move says. Of anybody else's it says nothing."""
    return int.from_bytes(key.bytes[-BYTES:], "big")
