"""Writes tests/booklets.bin: digests of every eight words that follow each other in the booklets.

    python tools/runs.py BOOKLET.txt …

The booklets' sentences are not ours and are not in the repository; their digests are, so that a test can tell whether a
page of ours has eight words in a row from them. Words are compared without case, accents, numbers and points: a number
is a fact, and the scans have lost some accents.
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
"""Words of a run."""
SIZE = 5
"""Bytes of a digest: a million runs meet ten thousand others by chance once in a hundred times."""


def words(text: str) -> list[str]:
    """The words of a text, as they are compared."""
    plain = unicodedata.normalize("NFD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    return re.findall(r"[^\W\d_]+", "".join(each for each in plain if not unicodedata.combining(each)))


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Every eight words in a row."""
    found = words(text)
    return zip(*(islice(found, start, None) for start in range(LENGTH)), strict=False)


def digest(run: Iterable[str]) -> bytes:
    return blake2b(" ".join(run).encode(), digest_size=SIZE).digest()


def packed(texts: Iterable[str]) -> bytes:
    """The digests of all runs of these texts, in order."""
    return b"".join(sorted({digest(run) for text in texts for run in runs(text)}))


def unpacked(data: bytes) -> frozenset[bytes]:
    return frozenset(data[at : at + SIZE] for at in range(0, len(data), SIZE))


def shared(text: str, known: frozenset[bytes]) -> list[str]:
    """The runs of a text that are among the known ones."""
    return [" ".join(run) for run in runs(text) if digest(run) in known]


if __name__ == "__main__":
    FILE.write_bytes(packed(Path(name).read_text("utf-8") for name in sys.argv[1:]))
    print(f"{FILE.name}: {FILE.stat().st_size // SIZE} runs")
