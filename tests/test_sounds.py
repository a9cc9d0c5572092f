"""The sounds of a table are what `tools/sounds.py` computes: small, and neither clipped nor cut."""

from __future__ import annotations

import struct

import pytest
from tools import sounds

from malle.rendering.sprites import ARTWORK_FOLDER

MOST = 60_000
FILES = {path.name: path.read_bytes() for path in sorted((ARTWORK_FOLDER / "sounds").glob("*.wav"))}


def heard(data: bytes) -> list[float]:
    """The samples of a file, as G.711 reads them."""
    codes = [~code & 0xFF for code in data[58:]]
    sizes = [((code & 15) * 8 + 132 << (code >> 4 & 7)) - 132 for code in codes]
    return [(-size if code & 0x80 else size) / 32_768 for code, size in zip(codes, sizes, strict=True)]


def test_they_are_what_the_program_computes_and_small() -> None:
    assert dict(sounds.files()) == FILES
    assert len(FILES) == 10
    assert sum(map(len, FILES.values())) <= MOST


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_sound_is_short_and_whole(name: str) -> None:
    data = FILES[name]
    kind, channels, rate = struct.unpack("<HHI", data[20:28])
    assert (data[:4], kind, channels) == (b"RIFF", 7, 1)
    assert struct.unpack("<I", data[4:8])[0] == len(data) - 8
    wave = heard(data)
    make, peak = sounds.SOUNDS[name.removesuffix(".wav")]
    _, made = make()
    assert 0.1 <= len(wave) / rate <= 1
    assert max(map(abs, wave)) == pytest.approx(peak, rel=0.05)
    assert max(map(abs, wave[-3:])) < 0.01, "it ends in silence"
    middle = len(made) // 3
    assert wave[middle] == pytest.approx(made[middle] * peak / max(map(abs, made)), rel=0.05, abs=0.002)
