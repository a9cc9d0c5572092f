"""Idempotency keys of log entries, in two spaces: keys that clients choose, and keys that the server makes.

A key says which request an entry answers, so that a repeated request is done once. A client that could name the
key of a server's entry (a deadline, a new player) could write under it first, so that the server would take its
own entry for written. Or it could ask whether the entry exists, and learn whether a move was made by the clock.
So the server's keys are UUIDs of version 8, which clients may not send. Keys of deadlines are derived with a
secret.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from uuid import UUID

from asyncpg.pgproto.pgproto import UUID as QuickUUID

from malle.core import Malformed

SERVER_KEY_VERSION = 8
"""UUID version of the keys that the server makes."""


def parse_client_key(text: str) -> UUID:
    """Parse a key that a client sent. Raises `Malformed` if it is no UUID, or one of version 8,
    which only the server may make."""
    try:
        key = QuickUUID(text)  # made for every move, ten times faster than `uuid.UUID`
    except ValueError:
        raise Malformed("a key is a UUID") from None
    if key.bytes[6] >> 4 == SERVER_KEY_VERSION:
        raise Malformed("a key of version 8 is the server's own: send a random one")
    return key


def deadline_key(secret: bytes, table: str, seq: int, seat: int) -> UUID:
    """Return the key of the entry by which a seat's default move is made at this seq. Every process
    derives the same key from `secret`, so the move is written once."""
    text = f"malle\nclock\n{table}\n{seq}\n{seat}".encode()
    return _server_key(hmac.new(secret, text, hashlib.sha256).digest()[:16])


def new_server_key() -> UUID:
    """Return a new random key for an entry that only one process writes, for example when a player sits down."""
    return _server_key(secrets.token_bytes(16))


def _server_key(random_bytes: bytes) -> UUID:
    """Return a UUID of version 8 with these 16 bytes."""
    return UUID(bytes=random_bytes[:6] + bytes([SERVER_KEY_VERSION << 4 | random_bytes[6] & 15]) + random_bytes[7:])
