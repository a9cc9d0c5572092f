"""Writes tests/booklets.bin: digests of every eight consecutive words in the booklets.

    python tools/runs.py BOOKLET.txt …

The booklets' sentences are not ours and are not in the repository. Their digests are, so that a test can find
eight consecutive words of them in a page of ours. Words are compared without case, accents, numbers and
punctuation: a number is a fact, and the scans have lost some accents.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import islice
from pathlib import Path

FILE = Path(__file__).parents[1] / "tests" / "booklets.bin"
LENGTH = 8
"""The number of words in a run."""
SIZE = 5
"""The bytes of a digest. If ten thousand digests are known, one of a million other runs equals one
of them by chance once in a hundred times."""


def words(text: str) -> list[str]:
    """Return the words of a text in the form in which they are compared: without case, accents,
    digits and punctuation."""
    plain = unicodedata.normalize("NFD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    return re.findall(r"[^\W\d_]+", "".join(each for each in plain if not unicodedata.combining(each)))


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Yield every run of eight consecutive words of a text; nothing if it is shorter."""
    found = words(text)
    return zip(*(islice(found, start, None) for start in range(LENGTH)), strict=False)


def digest(run: Iterable[str]) -> bytes:
    """Return the digest of a run of words."""
    return blake2b(" ".join(run).encode(), digest_size=SIZE).digest()


def packed(texts: Iterable[str]) -> bytes:
    """Return the digests of all runs of these texts, sorted, without repetition and joined."""
    return b"".join(sorted({digest(run) for text in texts for run in runs(text)}))


def unpacked(data: bytes) -> frozenset[bytes]:
    """Return the digests in `data`, which `packed` made, as a set."""
    return frozenset(data[at : at + SIZE] for at in range(0, len(data), SIZE))


def shared(text: str, known: frozenset[bytes]) -> list[str]:
    """Return the runs of a text, each as words joined by spaces, whose digests are in `known`."""
    return [" ".join(run) for run in runs(text) if digest(run) in known]


if __name__ == "__main__":
    FILE.write_bytes(packed(Path(name).read_text("utf-8") for name in sys.argv[1:]))
    print(f"{FILE.name}: {FILE.stat().st_size // SIZE} runs")
