"""How a move is shown to those who look: whoever made it first, and others are not kept waiting for all of them."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

from malle.live.house import DRAWING, House
from malle.wire.config import read_config


async def test_other_tables_have_their_turn_while_one_is_shown() -> None:
    house = House(read_config({"MALLE_DATABASES": "1=postgresql://a@127.0.0.1/b", "MALLE_KEY": "00" * 32}))
    shown, turns = list[int](), 0

    def viewer(number: int) -> Any:
        """One for whom it takes as long to draw as nobody should wait."""

        def show() -> None:
            time.sleep(DRAWING)
            shown.append(number)

        return SimpleNamespace(show=show)

    house._show_to(iter([viewer(number) for number in range(10)]))
    while len(shown) < 10:
        await asyncio.sleep(0)
        turns += 1
    assert shown == list(range(10))
    assert turns >= 9
