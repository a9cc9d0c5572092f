"""Keys: a player who knows the table, the seq and the seat can neither stop the clock nor ask what it did."""

from __future__ import annotations

from uuid import UUID, uuid4, uuid5

import asyncpg
import pytest

from malle.core import Malformed
from malle.live.keys import clock_key, fresh_key, read_key
from malle.store.store import read_id
from malle.testing.services import Services
from malle.wire.config import read_config
from malle.wire.messages import AskMessage, Refusal, Taken
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call

PACE = 5
PUBLISHED = UUID("5d0f4b1e-9a55-4a3c-8f2a-6d1c6e2f7a10")
"""A constant of the source from which the clock's keys were made once."""


def test_the_servers_keys_are_none_that_a_client_may_send() -> None:
    own = [fresh_key() for _ in range(100)] + [clock_key(bytes(32), "t", seq, 0) for seq in range(100)]
    assert len(set(own)) == 200
    for key in own:
        for text in (str(key), key.hex):
            with pytest.raises(Malformed):
                read_key(text)
    assert clock_key(bytes(32), "t", 1, 0) == clock_key(bytes(32), "t", 1, 0) != clock_key(b"k" * 32, "t", 1, 0)
    key = uuid4()
    assert read_key(str(key)) == read_key(key.hex) == key
    with pytest.raises(Malformed):
        read_key(f"{uuid4().hex}\n")


async def _written(services: Services, database: str, table: str) -> dict[int, UUID]:
    """The keys of a table's log by seq."""
    connection = await asyncpg.connect(services.owner((read_id(table) >> 48) - 1, database))
    try:
        rows = await connection.fetch("select seq, key from malle.entry where tab = $1", read_id(table))
        return {row["seq"]: row["key"] for row in rows}
    finally:
        await connection.close()


@pytest.mark.services
async def test_nobody_stops_the_clock_or_asks_it(
    nursery: Nursery, services: Services, database: str, environment: dict[str, str]
) -> None:
    """Ann knows how the key of her deadline was made, and writes something under it first: it fires all the same. Then
    Bob asks for each key of the log that is not his, as the database has it: no answer says that it is there."""
    port = free_port()
    nursery.start(port)
    _, opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann", "pace": PACE})
    table = opened["table"]
    _, sat = call(port, f"/api/tables/{table}/seats", {"name": "Bob", "invite": opened["invite"]})
    async with Player([port], table, opened["token"]) as ann, Player([port], table, sat["token"]) as bob:
        seq = (await ann.until(2)).seq
        assert isinstance(await bob.act("bid 1", seq=seq), Taken)
        before = seq + 3
        key = str(uuid5(PUBLISHED, f"{table} {before} 0"))
        assert isinstance(await ann.send(AskMessage(seq + 1, "pause", key)), Taken)
        assert await ann.send(AskMessage(seq + 2, "resume", str(uuid4()))) == Taken(list(ann.answers)[-1], before)
        await bob.until(before + 1, 30)
        written = await _written(services, database, table)
        assert written[before + 1] == clock_key(read_config(environment).key, table, before, 0)
        own = {key for at, key in written.items() if at in (1, 2) or at > before}
        assert len(own) >= 3
        for known in own:
            answer = await bob.act("bid 1", key=str(known))
            assert isinstance(answer, Refusal)
            assert answer.slug == "malformed"
            body = {"type": "act", "seq": 3, "text": "bid 1", "key": known.hex}
            assert call(port, f"/api/tables/{table}/acts", body, token=sat["token"])[0] == 400
