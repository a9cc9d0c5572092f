"""Reads a QR code off a picture, as the camera of a phone does; without mending errors, since a screen makes none."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

from PIL import Image
from segno import consts

Grid = list[list[bool]]
LEVELS: Any = consts.ECC
"""By version and level: how many blocks, and how many words are in each."""

MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda i, j: (i + j) % 2 == 0,
    lambda i, j: i % 2 == 0,
    lambda i, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: (i * j) % 2 + (i * j) % 3 == 0,
    lambda i, j: ((i * j) % 2 + (i * j) % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + (i * j) % 3) % 2 == 0,
)


def read_qr(picture: bytes, size: int, border: int) -> str:
    """The text of a code of so many squares a side, inside so wide a border."""
    grid = _squares(picture, size, border)
    version = (size - 17) // 4
    level, mask = _format(grid)
    bits = [grid[row][column] != MASKS[mask](row, column) for row, column in _path(size, version)]
    words = [_number(bits[at : at + 8]) for at in range(0, len(bits) - 7, 8)]
    data = _whole_bits(words, [ec.num_data for ec in LEVELS[version][level] for _ in range(ec.num_blocks)])
    assert _number(data[:4]) == 4, "not written byte by byte"
    wide = 8 if version < 10 else 16
    start, count = 4 + wide, _number(data[4 : 4 + wide])
    return bytes(_number(data[start + 8 * at : start + 8 * at + 8]) for at in range(count)).decode()


def _number(bits: list[bool]) -> int:
    return int("".join("1" if bit else "0" for bit in bits), 2)


def _squares(picture: bytes, size: int, border: int) -> Grid:
    """Is the middle of each square dark?"""
    with Image.open(io.BytesIO(picture)) as image:
        grey = image.convert("L")
        step = grey.width / (size + 2 * border)
        places = [int((border + at + 0.5) * step) for at in range(size)]
        return [[_dark(grey.getpixel((x, y))) for x in places] for y in places]


def _dark(light: object) -> bool:
    assert isinstance(light, int)
    return light < 128


def _format(grid: Grid) -> tuple[int, int]:
    """The level of its spare words, and which mask lies over it."""
    along = [grid[8][column] for column in (0, 1, 2, 3, 4, 5, 7, 8)]
    found = _number(along + [grid[row][8] for row in (7, 5, 4, 3, 2, 1, 0)]) ^ 0x5412
    return found >> 13, (found >> 10) & 7


def _path(size: int, version: int) -> Iterator[tuple[int, int]]:
    """The squares that hold something, in the order in which they are written: up and down in double columns."""
    fixed = _fixed(size, version)
    up = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for row in reversed(range(size)) if up else range(size):
            yield from ((row, column) for column in (right, right - 1) if (row, column) not in fixed)
        up = not up


def _fixed(size: int, version: int) -> set[tuple[int, int]]:
    """The squares of every code alike: corners, rulers, marks, and what it says of itself."""
    found = {(6, at) for at in range(size)} | {(at, 6) for at in range(size)}
    near, far = range(9), range(size - 8, size)
    for rows, columns in ((near, near), (near, far), (far, near)):
        found |= {(row, column) for row in rows for column in columns}
    marks = consts.ALIGNMENT_POS[version - 2] if version > 1 else ()
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    for row, column in {(row, column) for row in marks for column in marks} - corners:
        found |= {(row + down, column + right) for down in range(-2, 3) for right in range(-2, 3)}
    if version >= 7:
        block = {(row, column) for row in range(6) for column in range(size - 11, size - 8)}
        found |= block | {(column, row) for row, column in block}
    return found


def _whole_bits(words: list[int], sizes: list[int]) -> list[bool]:
    """Words are dealt to the blocks in turn; this puts each block together again, and them one after the other."""
    blocks: list[list[int]] = [[] for _ in sizes]
    dealt = iter(words)
    for at in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if at < size:
                block.append(next(dealt))
    return [bool(word >> bit & 1) for block in blocks for word in block for bit in reversed(range(8))]
