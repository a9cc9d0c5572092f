"""How a move is shown to those who look: others are not kept waiting for all of them."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

from malle.runtime.views.viewer import MAX_NOTIFY_SECONDS, notify_viewers


async def test_other_tables_have_their_turn_while_one_is_shown() -> None:
    shown, turns = list[int](), 0

    def viewer(number: int) -> Any:
        """One for whom it takes as long to draw as nobody should wait."""

        def show() -> None:
            time.sleep(MAX_NOTIFY_SECONDS)
            shown.append(number)

        return SimpleNamespace(notify_if_changed=show)

    notify_viewers(iter([viewer(number) for number in range(10)]))
    while len(shown) < 10:
        await asyncio.sleep(0)
        turns += 1
    assert shown == list(range(10))
    assert turns >= 9
