"""Memory that was needed for a moment goes back to the machine."""

from __future__ import annotations

import subprocess
import sys

import pytest

from malle import words
from malle.store.database import Database

BURST = """
import os
from malle.web.tidy import give_back

def pages():
    return int(open("/proc/self/statm").read().split()[1])

before, kept, burst = pages(), [], []
for number in range(20_000):
    burst.append(os.urandom(1_500))
    if number % 100 == 0:
        kept.append(os.urandom(1_500))
full = pages()
del burst
left = pages()
give_back()
print(full - before, left - before, pages() - before)
"""


def test_pages_of_a_burst_are_given_back() -> None:
    """Something that stays lies between what goes, as a frame for somebody who is still there does: by itself the C
    library keeps all of it."""
    told = subprocess.run([sys.executable, "-c", BURST], capture_output=True, text=True, check=True).stdout
    full, left, after = map(int, told.split())
    assert full > 6_000, "30 MB"
    assert left > full / 2, "else there is nothing to give back"
    assert after < full / 4


async def test_words_for_a_bad_day_are_loaded_before_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Their first use took five megabytes for good, and everybody's time, just when a database was away."""
    database = Database("1", "postgresql://nobody@127.0.0.1:1/none", 2)
    words._book.cache_clear()  # another test may have said something
    await database.open()
    loaded = words._book.cache_info().misses
    database.note_away(TimeoutError())
    assert words._book.cache_info().misses == loaded
    assert "start PostgreSQL there" in capsys.readouterr().out
    await database.close()
