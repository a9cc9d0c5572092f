"""Compresses frames for the wire, with a dictionary of what the frames of a game look like.

A frame is complete, so most of it equals the one before: names of areas, symbols, messages. Deflate takes
these parts from a dictionary that both sides have, and each frame can be read without any other. The
dictionary is made from a game that nobody played, so it reveals nothing. It is a file of the build; a client
with another dictionary, or none, is sent plain frames.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Any

COMPRESSED_MARK = b"\x01"
"""First byte of a compressed frame. JSON never begins with it."""
COMPRESSION_LEVEL = 3
"""Level of deflate. With a dictionary level 1 is no faster, and its frames are half as large again."""
MAX_DICTIONARY_BYTES = 12_000
"""Most bytes in a dictionary."""


def compress_frame(data: bytes, dictionary: bytes) -> bytes:
    """Return a compressed frame: `COMPRESSED_MARK`, the length of the compressed data in three
    bytes, and the data. Padding may be appended to the frame."""
    compressor = _primed_compressor(dictionary).copy()
    compressed: bytes = compressor.compress(data) + compressor.flush()
    return COMPRESSED_MARK + len(compressed).to_bytes(3, "big") + compressed


@lru_cache(64)
def _primed_compressor(dictionary: bytes) -> Any:
    """Return a compressor that has read the dictionary. Copying it takes two thirds of the time of a new one."""
    return zlib.compressobj(COMPRESSION_LEVEL, zlib.DEFLATED, -14, 5, zlib.Z_DEFAULT_STRATEGY, dictionary)


def decompress_frame(data: bytes, dictionary: bytes) -> bytes:
    """Return the content of a compressed frame, without its padding. A frame without the mark is
    returned unchanged. `dictionary` must be the one that it was compressed with."""
    if not data.startswith(COMPRESSED_MARK):
        return data
    size = int.from_bytes(data[1:4], "big")
    return zlib.decompressobj(-zlib.MAX_WBITS, dictionary).decompress(data[4 : 4 + size])
