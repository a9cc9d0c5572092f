"""Computes the ten short sounds of a table into `src/malle/rendering/sounds`: `python tools/sounds.py`.

They are made of sines and noise, without any recording. Noise comes from a fixed seed, so every run writes
the same bytes. The files are WAV with one channel of eight bits, µ-law; `client/src/sound.ts` decodes them
itself.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

OUT = Path(__file__).parent.parent / "src" / "malle" / "rendering" / "sounds"
LOW, HIGH = 11_025, 16_000
"""Samples a second; the higher rate is for bright sounds."""
FADE = 0.012
"""Seconds in which the end of a sound fades, so that it does not click."""

Wave = list[float]
"""Samples of one channel; a value between -1 and 1 after scaling."""


def silence(seconds: float, rate: int) -> Wave:
    """Return silence of this length."""
    return [0.0] * round(seconds * rate)


def strike(
    wave: Wave, rate: int, at: float, pitch: float, loud: float, decay: float, *, to: float = 0.0, attack: float = 0.002
) -> None:
    """Add a struck tone to `wave`. It starts at `at` seconds with amplitude `loud`, rises for
    `attack` seconds and fades with the time constant `decay`. Its pitch, in hertz, falls to `to`,
    if given."""
    phase = 0.0
    for index in range(round(at * rate), len(wave)):
        time = index / rate - at
        if time > 7 * decay:
            break
        now = to + (pitch - to) * math.exp(-time / 0.03) if to else pitch
        phase += 2 * math.pi * now / rate
        wave[index] += loud * min(1.0, time / attack) * math.exp(-time / decay) * math.sin(phase)


def hiss(wave: Wave, rate: int, at: float, loud: float, decay: float, *, low: float, high: float, rise: float) -> None:
    """Add noise between the pitches `low` and `high`, in hertz, to `wave`. It starts at `at`
    seconds, swells to about the amplitude `loud` for `rise` seconds, and fades with the time
    constant `decay`."""
    chance = random.Random(f"{at} {low} {high}")
    slow = fast = 0.0
    keep_fast, keep_slow = math.exp(-2 * math.pi * high / rate), math.exp(-2 * math.pi * low / rate)
    for index in range(round(at * rate), len(wave)):
        time = index / rate - at
        if time > rise + 7 * decay:
            break
        fast = keep_fast * fast + (1 - keep_fast) * chance.uniform(-1, 1)
        slow = keep_slow * slow + (1 - keep_slow) * fast
        swell = time / rise if time < rise else math.exp(-(time - rise) / decay)
        wave[index] += loud * swell * (fast - slow)


def stamp() -> tuple[int, Wave]:
    """A rubber stamp falls on a desk: a slap, a low thud, and the desk."""
    wave = silence(0.32, LOW)
    strike(wave, LOW, 0, 190, 1.0, 0.07, to=62)
    strike(wave, LOW, 0.002, 320, 0.5, 0.028)  # phones' speakers have nothing lower
    hiss(wave, LOW, 0, 1.6, 0.008, low=300, high=2600, rise=0.002)
    hiss(wave, LOW, 0.11, 0.18, 0.02, low=200, high=1500, rise=0.004)
    return LOW, wave


def card() -> tuple[int, Wave]:
    """A card is lifted and turned: two rustles."""
    wave = silence(0.17, HIGH)
    hiss(wave, HIGH, 0, 1.3, 0.014, low=1800, high=6500, rise=0.03)
    hiss(wave, HIGH, 0.075, 1.0, 0.016, low=1200, high=5200, rise=0.012)
    strike(wave, HIGH, 0.082, 420, 0.08, 0.01)
    return HIGH, wave


def bell() -> tuple[int, Wave]:
    """The bell on a counter, struck once."""
    wave = silence(0.72, HIGH)
    partials = ((1568, 1.0, 0.2), (1575, 0.5, 0.24), (4233, 0.5, 0.1), (6300, 0.18, 0.05))
    for pitch, loud, decay in partials:
        strike(wave, HIGH, 0, pitch, loud, decay)
    hiss(wave, HIGH, 0, 0.5, 0.004, low=2500, high=7000, rise=0.001)
    return HIGH, wave


def coin() -> tuple[int, Wave]:
    """Two coins meet, then lie."""
    wave = silence(0.34, HIGH)
    for at, loud in ((0.0, 1.0), (0.07, 0.75), (0.12, 0.35)):
        for pitch, part, decay in ((2870, 0.7, 0.06), (4610, 1.0, 0.045), (6840, 0.6, 0.03)):
            strike(wave, HIGH, at, pitch * (1 + at / 3), loud * part, decay, attack=0.0005)
    return HIGH, wave


def dice() -> tuple[int, Wave]:
    """Two dice roll over wood: knocks that come closer and softer."""
    wave = silence(0.56, LOW)
    knocks = ((0.0, 1.0), (0.06, 0.7), (0.15, 0.85), (0.21, 0.5), (0.27, 0.6), (0.35, 0.4), (0.4, 0.3), (0.45, 0.2))
    for number, (at, loud) in enumerate(knocks):
        strike(wave, LOW, at, 1180 + 210 * (number * 5 % 7), 0.7 * loud, 0.011, attack=0.0005)
        strike(wave, LOW, at, 340, 0.5 * loud, 0.016)
        hiss(wave, LOW, at, 0.9 * loud, 0.005, low=900, high=4000, rise=0.001)
    return LOW, wave


def tile() -> tuple[int, Wave]:
    """A tile is laid on the table."""
    wave = silence(0.15, LOW)
    strike(wave, LOW, 0, 2150, 0.5, 0.008, attack=0.0005)
    strike(wave, LOW, 0, 860, 0.8, 0.014, attack=0.001)
    strike(wave, LOW, 0.002, 240, 0.7, 0.026)
    hiss(wave, LOW, 0, 1.0, 0.005, low=700, high=4200, rise=0.001)
    return LOW, wave


def pawn() -> tuple[int, Wave]:
    """A wooden pawn steps on a square."""
    wave = silence(0.11, LOW)
    strike(wave, LOW, 0, 620, 0.9, 0.013, attack=0.001)
    strike(wave, LOW, 0, 1430, 0.25, 0.006, attack=0.001)
    hiss(wave, LOW, 0, 0.5, 0.006, low=300, high=2000, rise=0.002)
    return LOW, wave


def notes(seconds: float, played: tuple[tuple[float, float, float], ...], decay: float) -> Wave:
    """Return a wave with notes of wooden bars, each played as (seconds from the start, pitch in
    hertz, amplitude)."""
    wave = silence(seconds, LOW)
    for at, pitch, loud in played:
        strike(wave, LOW, at, pitch, loud, decay, attack=0.004)
        strike(wave, LOW, at, 3.93 * pitch, 0.22 * loud, decay / 5)
        strike(wave, LOW, at, pitch / 2, 0.2 * loud, decay)
    return wave


def turn() -> tuple[int, Wave]:
    """The signal for a player's turn: two rising notes."""
    return LOW, notes(0.46, ((0.0, 659.3, 0.8), (0.12, 880.0, 1.0)), 0.1)


def won() -> tuple[int, Wave]:
    """The signal of a won game: three notes and a chord."""
    played = ((0.0, 523.3, 0.7), (0.11, 659.3, 0.7), (0.22, 784.0, 0.8))
    chord = ((0.36, 523.3, 0.6), (0.36, 659.3, 0.6), (0.36, 1046.5, 0.9))
    return LOW, notes(0.98, (*played, *chord), 0.17)


def lost() -> tuple[int, Wave]:
    """The signal of a lost game: three notes that fall, low and gentle."""
    return LOW, notes(0.84, ((0.0, 392.0, 0.9), (0.17, 349.2, 0.8), (0.34, 293.7, 1.0)), 0.16)


SOUNDS: dict[str, tuple[Callable[[], tuple[int, Wave]], float]] = {
    "turn": (turn, 0.5), "stamp": (stamp, 0.85), "card": (card, 0.4), "bell": (bell, 0.45), "coin": (coin, 0.45),
    "dice": (dice, 0.55), "tile": (tile, 0.6), "pawn": (pawn, 0.5), "won": (won, 0.6), "lost": (lost, 0.6),
}  # fmt: skip
"""By name: the function that makes the sound, as samples a second and wave, and the sound's peak
amplitude. 1 is the most that a file can hold."""


def mu_law(value: float) -> int:
    """Return one sample, between -1 and 1, encoded as a byte of G.711 µ-law."""
    sign = 0 if value >= 0 else 0x80
    size = min(round(abs(value) * 32_767), 32_635) + 132
    segment = size.bit_length() - 8
    return ~(sign | segment << 4 | size >> segment + 3 & 15) & 0xFF


def wav(rate: int, wave: Wave, peak: float) -> bytes:
    """Return a wave as a WAV file with `rate` samples a second. It is scaled so that its loudest
    moment is `peak`, and its end fades out."""
    scale, fade = peak / max(map(abs, wave)), round(FADE * rate)
    data = bytes(
        mu_law(round(scale * value * min(1.0, (len(wave) - index) / fade), 6)) for index, value in enumerate(wave)
    )
    data += b"\xff" * (len(data) % 2)  # a chunk has an even length
    head = struct.pack("<HHIIHHH", 7, 1, rate, rate, 1, 8, 0)
    body = b"WAVEfmt " + struct.pack("<I", len(head)) + head + b"fact" + struct.pack("<II", 4, len(data))
    body += b"data" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def files() -> Iterator[tuple[str, bytes]]:
    """Yield the file name and content of every sound."""
    for name, (make, peak) in SOUNDS.items():
        yield f"{name}.wav", wav(*make(), peak)


def main() -> None:
    """Write all sounds."""
    OUT.mkdir(exist_ok=True)
    for name, data in files():
        (OUT / name).write_bytes(data)
        print(f"{name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
