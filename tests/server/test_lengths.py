"""How long a frame is tells nothing finer than steps of a kilobyte, whatever is sent, both ways."""

from __future__ import annotations

from uuid import uuid4

import pytest

from malle.protocol import messages
from malle.protocol.messages import PADDING_BYTES, ActMessage, RefusedMessage, StateMessage, TakenMessage, pad
from tests.server.nursery import Nursery, free_port
from tests.server.player import Packing, Player, call, packing_of

pytestmark = pytest.mark.services


@pytest.mark.parametrize("packed", [False, True])
async def test_whatever_the_server_sends_is_padded(nursery: Nursery, packed: bool) -> None:
    """First frames, following ones, what was taken and what was refused: to a page as it was built, and to another."""
    port = free_port()
    nursery.start(port, pages=True)
    opened = call(port, "/api/tables", {"game": "declarer", "seats": 3, "name": "Ann"})[1]
    table, tokens = opened["table"], [opened["token"]]
    for name in ("Bob", "Cléo"):
        body = {"name": name, "invite": opened["invite"]}
        tokens.append(call(port, f"/api/tables/{table}/seats", body)[1]["token"])
    packing = packing_of(port, "declarer") if packed else Packing("", b"")
    raw: list[bytes] = []
    kinds: set[type] = set()
    for token in (*tokens, ""):
        async with Player([port], table, token, packing=packing) as player:
            player.raw = raw
            state = await player.until(3)
            kinds.add(type(state))
            kinds.add(type(await player.act("nonsense")))
            kinds.add(type(await player.act("declare nothing")))
    assert kinds == {StateMessage, TakenMessage, RefusedMessage}
    assert len(raw) >= 12
    assert {len(each) % PADDING_BYTES for each in raw} == {0}
    assert any(each[0] == 1 for each in raw) == packed


def test_what_is_padded_is_read_as_before() -> None:
    for length in (0, 1, 300):
        wish = ActMessage(7, "é" * length, str(uuid4()))
        data = pad(messages.encode(wish))
        assert (len(data) % PADDING_BYTES, messages.decode_from_client(data)) == (0, wish)
