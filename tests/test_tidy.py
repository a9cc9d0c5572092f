"""Memory that is no longer used is given back, and nobody waits for it."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest

from malle.config.settings import read_config
from malle.i18n import translations
from malle.runtime.table_service import TableService
from malle.storage.connections import Database
from malle.web.support import memory_trim

NEW, ALL = 1, 2
"""What the collector of cycles looks through."""


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Every look of the collector; turns follow each other at once."""
    found: list[int] = []

    def note(phase: str, told: dict[str, int]) -> None:
        if phase == "stop":
            found.append(told["generation"])

    monkeypatch.setattr(memory_trim, "COLLECT_SECONDS", 0.0)
    monkeypatch.setattr(memory_trim, "TURN_SECONDS", 0.05)
    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)


async def busy(house: TableService) -> None:
    """Somebody moves all the time."""
    while True:
        house.move_latency.record(0.001)
        await asyncio.sleep(0.01)


async def test_the_whole_memory_is_looked_through_while_nobody_plays(
    looked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a hundred tables that took a fifth of a second, every half minute, and whoever moved then waited for it."""
    house = TableService(read_config({"MALLE_DATABASES": "1=postgresql://a@127.0.0.1/b", "MALLE_KEY": "00" * 32}))
    turn = memory_trim.MemoryTrimmer(house).run_turn
    await turn()
    assert ALL in looked
    moving = asyncio.create_task(busy(house))
    looked.clear()
    await turn()
    assert NEW in looked
    assert ALL not in looked
    monkeypatch.setattr(memory_trim, "MAX_SECONDS_BETWEEN_FULL_COLLECTIONS", 0.0)
    await turn()
    assert ALL in looked, "but not for ever"
    moving.cancel()


async def test_a_turn_is_short() -> None:
    """One that lasted half a minute, and a second more, was taken for a loop that stands still."""
    house = TableService(read_config({"MALLE_DATABASES": "1=postgresql://a@127.0.0.1/b", "MALLE_KEY": "00" * 32}))
    async with asyncio.timeout(memory_trim.COLLECT_SECONDS / 3):
        await memory_trim.MemoryTrimmer(house).run_turn()


BURST = """
import os
from malle.web.support.memory_trim import trim_memory

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
trim_memory()
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
    translations._catalog.cache_clear()  # another test may have said something
    await database.open()
    loaded = translations._catalog.cache_info().misses
    database.mark_unavailable(TimeoutError())
    assert translations._catalog.cache_info().misses == loaded
    assert "start PostgreSQL there" in capsys.readouterr().out
    await database.close()
