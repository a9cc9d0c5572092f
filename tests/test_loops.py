"""Loops of a process: they outlive any error of a turn, and end when they are told to."""

from __future__ import annotations

import asyncio
from collections import Counter

from malle.background.loops import run_forever


async def test_an_error_ends_a_turn_and_not_the_loop() -> None:
    failed: Counter[str] = Counter()
    turns = 0

    async def turn() -> None:
        nonlocal turns
        turns += 1
        if turns == 3:
            await asyncio.Event().wait()
        raise OSError

    loop = asyncio.create_task(run_forever("count", turn, failed, pause=0))
    while turns < 3:
        await asyncio.sleep(0)
    loop.cancel()
    await asyncio.wait([loop], timeout=10)
    assert loop.cancelled()
    assert failed == {"count": 2}


async def test_a_loop_ends_though_its_turn_keeps_the_cancelling_to_itself() -> None:
    """A driver that is cancelled while it connects says that the connection was lost, and others keep still."""
    for answer in (None, ConnectionResetError()):
        began = asyncio.Event()

        async def turn(answer: Exception | None = answer, began: asyncio.Event = began) -> None:
            began.set()
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if answer is not None:
                    raise answer from None

        loop = asyncio.create_task(run_forever("connect", turn, Counter(), pause=0))
        await began.wait()
        loop.cancel()
        await asyncio.wait([loop], timeout=10)
        assert loop.cancelled(), answer
