"""Frames packed for the wire: deflated with a dictionary of what frames of the game look like.

A state is complete, so most of it is the same as in the one before: names of areas, symbols, messages. Deflate finds in
a dictionary what both sides have beforehand, and a frame needs no other frame to be read. The dictionary is made from a
game that nobody played, so it tells nothing; it is a file of the build, and a client that has another one, or none, is
sent frames as they are.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Any

HEAD = b"\x01"
"""The first byte of a packed frame. JSON begins otherwise."""
LEVEL = 3
"""Of deflate. With a dictionary 1 is no quicker, and its frames are larger by half."""
MOST = 12_000
"""Bytes of a dictionary."""


def pack(data: bytes, dictionary: bytes) -> bytes:
    """A packed frame: its mark, the length of what is packed, and that; a pad may follow."""
    made = _primed(dictionary).copy()
    packed: bytes = made.compress(data) + made.flush()
    return HEAD + len(packed).to_bytes(3, "big") + packed


@lru_cache(64)
def _primed(dictionary: bytes) -> Any:
    """A compressor that has read the dictionary: a copy of it takes two thirds of the time of a new one."""
    return zlib.compressobj(LEVEL, zlib.DEFLATED, -14, 5, zlib.Z_DEFAULT_STRATEGY, dictionary)


def unpack(data: bytes, dictionary: bytes) -> bytes:
    """The frame again; one that was not packed as it is."""
    if not data.startswith(HEAD):
        return data
    size = int.from_bytes(data[1:4], "big")
    return zlib.decompressobj(-zlib.MAX_WBITS, dictionary).decompress(data[4 : 4 + size])
