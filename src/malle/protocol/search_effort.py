"""The effort of a robot's search, stored with its move: the last four bytes of the key that the robot sends.

A key is random, and its other twelve bytes are enough to make it unique. So the log holds what is needed to
repeat a robot's decision, and no message or row has a field that would be unused for people's moves.
"""

from __future__ import annotations

from uuid import UUID, uuid4

EFFORT_BYTES = 4
"""How many bytes of a key hold the effort."""


def key_with_effort(futures: int) -> str:
    """Return a new random key whose last bytes hold how many futures (imagined continuations) a robot tried."""
    return str(UUID(bytes=uuid4().bytes[:-EFFORT_BYTES] + futures.to_bytes(EFFORT_BYTES, "big")))


def effort_in_key(key: UUID) -> int:
    """Return how many futures (imagined continuations) a robot tried, from the key of its move. For
    the keys of people the number is meaningless."""
    return int.from_bytes(key.bytes[-EFFORT_BYTES:], "big")
