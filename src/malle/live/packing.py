"""Frames packed for the wire: deflated with a dictionary of what frames of the game look like.

A state is complete, so most of it is the same as in the one before: names of areas, symbols, messages. Deflate finds in
a dictionary what both sides have beforehand, and a frame needs no other frame to be read. The dictionary is made from a
game that nobody played, so it tells nothing; it is a file of the build, and a client that has another one, or none, is
sent frames as they are.
"""

from __future__ import annotations

import zlib

HEAD = b"\x01"
"""The first byte of a packed frame. JSON begins otherwise."""
LEVEL = 3
"""Of deflate. 1 is no quicker with a dictionary and a third larger, 6 takes half as long again for an eighth less."""
STEP = 1
"""Packed frames are padded to a multiple of so many bytes."""
MOST = 12_000
"""Bytes of a dictionary."""


def pack(data: bytes, dictionary: bytes) -> bytes:
    """A packed frame: its mark, the length of what is packed, that, and a pad."""
    made = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, 8, zlib.Z_DEFAULT_STRATEGY, dictionary)
    packed = made.compress(data) + made.flush()
    whole = HEAD + len(packed).to_bytes(3, "big") + packed
    return whole.ljust(-(-len(whole) // STEP) * STEP, b"\0")


def unpack(data: bytes, dictionary: bytes) -> bytes:
    """The frame again; one that was not packed as it is."""
    if not data.startswith(HEAD):
        return data
    size = int.from_bytes(data[1:4], "big")
    return zlib.decompressobj(-zlib.MAX_WBITS, dictionary).decompress(data[4 : 4 + size])
