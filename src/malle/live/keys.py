"""Keys of log entries, in two spaces: what clients make, and what the server makes for the table's own entries.

A key says which wish an entry answers, so that twice is once. Whoever could name the key of an entry of the server's
(a deadline, somebody who sits down) could write under it first, and the server would take its own entry for written;
or ask whether it is there, and learn whether a move was the clock's. So the server's keys are UUIDs of version 8, which
no client may send, and the clock's are made with the server's key, which nobody else can do.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from uuid import UUID

from asyncpg.pgproto.pgproto import UUID as QuickUUID

from malle.core import Malformed

OWN = 8
"""The version of the server's keys."""


def read_key(text: str) -> UUID:
    """A client's key. `Malformed` if it is none, or one of the server's."""
    try:
        key = QuickUUID(text)  # made for every move, in a tenth of the time
    except ValueError:
        raise Malformed("a key is a UUID") from None
    if key.bytes[6] >> 4 == OWN:
        raise Malformed("a key of version 8 is the server's own: send a random one")
    return key


def clock_key(secret: bytes, table: str, seq: int, seat: int) -> UUID:
    """Of the answer for a seat that let its time run out at this seq: the same in every process."""
    text = f"malle\nclock\n{table}\n{seq}\n{seat}".encode()
    return _own(hmac.new(secret, text, hashlib.sha256).digest()[:16])


def fresh_key() -> UUID:
    """Of an entry that one process writes once: somebody sits down, a table follows another."""
    return _own(secrets.token_bytes(16))


def _own(random: bytes) -> UUID:
    return UUID(bytes=random[:6] + bytes([OWN << 4 | random[6] & 15]) + random[7:])
