"""Keys: a player who knows the table, the seq and the seat can neither stop the clock nor ask what it did."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4, uuid5

import asyncpg
import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from malle.config.keyring import RobotKey, parse_keyring
from malle.config.settings import read_config, read_worker_config
from malle.core import Bug, Malformed, Refused
from malle.protocol.messages import RefusedMessage, TableCommandMessage, TakenMessage
from malle.runtime.idempotency import deadline_key, new_server_key, parse_client_key
from malle.storage.store import parse_table_id
from malle.testing.dev_services import Services
from tests.server.nursery import Nursery, Zygote, free_port, wait_until_ready
from tests.server.player import Player, call

PACE = 5
PUBLISHED = UUID("5d0f4b1e-9a55-4a3c-8f2a-6d1c6e2f7a10")
"""A constant of the source from which the clock's keys were made once."""


def test_the_servers_keys_are_none_that_a_client_may_send() -> None:
    own = [new_server_key() for _ in range(100)] + [deadline_key(bytes(32), "t", seq, 0) for seq in range(100)]
    assert len(set(own)) == 200
    for key in own:
        for text in (str(key), key.hex):
            with pytest.raises(Malformed):
                parse_client_key(text)
    assert (
        deadline_key(bytes(32), "t", 1, 0) == deadline_key(bytes(32), "t", 1, 0) != deadline_key(b"k" * 32, "t", 1, 0)
    )
    key = uuid4()
    assert parse_client_key(str(key)) == parse_client_key(key.hex) == key
    with pytest.raises(Malformed):
        parse_client_key(f"{uuid4().hex}\n")


async def _written(services: Services, database: str, table: str) -> dict[int, UUID]:
    """The keys of a table's log by seq."""
    connection = await asyncpg.connect(services.owner_url((parse_table_id(table) >> 48) - 1, database))
    try:
        rows = await connection.fetch("select seq, key from malle.entry where tab = $1", parse_table_id(table))
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
        assert isinstance(await bob.act("bid 1", seq=seq), TakenMessage)
        before = seq + 3
        key = str(uuid5(PUBLISHED, f"{table} {before} 0"))
        assert await bob.send(TableCommandMessage(seq + 1, "pause", wanted := str(uuid4()))) == TakenMessage(
            wanted, seq + 1
        )
        assert await ann.send(TableCommandMessage(seq + 1, "pause", key)) == TakenMessage(key, seq + 2)
        assert await ann.send(TableCommandMessage(seq + 2, "resume", str(uuid4()))) == TakenMessage(
            list(ann.answers)[-1], before
        )
        await bob.until(before + 1, 30)
        written = await _written(services, database, table)
        assert written[before + 1] == deadline_key(read_config(environment).keyring.clock_key(), table, before, 0)
        own = {key for at, key in written.items() if at in (1, 2) or at > before}
        assert len(own) >= 3
        for known in own:
            answer = await bob.act("bid 1", key=str(known))
            assert isinstance(answer, RefusedMessage)
            assert answer.slug == "malformed"
            body = {"type": "act", "seq": 3, "text": "bid 1", "key": known.hex}
            assert call(port, f"/api/tables/{table}/acts", body, token=sat["token"])[0] == 400


@pytest.mark.services
async def test_a_key_can_be_changed_while_tables_are_in_play(
    zygote: Zygote, environment: dict[str, str], nursery: Nursery
) -> None:
    """A table, an invitation and a robot of the first key go on with both; without it they end, and what the second
    one made does not."""
    first, second = secrets.token_hex(32), secrets.token_hex(32)
    port = free_port()
    tables: list[dict[str, Any]] = []

    def with_key(key: str) -> tuple[Nursery, RobotKey]:
        settings = {**environment, "MALLE_KEY": key}
        return Nursery(zygote, settings, nursery.log), read_config(settings).worker_config().robot_key

    body = {"game": "parley", "seats": 3, "name": "Ann", "robots": 1}
    old, robot = with_key(first)
    pid = old.start(port)
    tables.append(call(port, "/api/tables", body)[1])
    old.end(pid)
    both, newer = with_key(f"1={first},2={second}")
    pid = both.start(port)
    assert (robot.number, newer.number) == (1, 2)
    tables.append(call(port, "/api/tables", body)[1])
    for opened in tables:
        sat = call(port, f"/api/tables/{opened['table']}/seats", {"name": "Bob", "invite": opened["invite"]})
        assert sat[0] == 201, sat
        for each in (robot, newer):
            async with Player([port], opened["table"], each.seat_token(opened["table"], 2)) as seat:
                assert (await seat.until(3)).viewer == 2
    both.end(pid)
    alone, _ = with_key(f"2={second}")
    pid = alone.start(port)
    assert call(port, f"/api/tables/{tables[0]['table']}")[0] == 500
    assert call(port, f"/api/tables/{tables[1]['table']}")[0] == 200
    assert call(port, "/api/robots", token=robot.worker_token())[0] == 403
    assert call(port, "/api/robots", token=newer.worker_token())[0] == 200
    alone.end(pid)


def test_seeds_and_invitations_from_before_keys_had_numbers_are_good() -> None:
    secret, seed = secrets.token_bytes(32), secrets.token_bytes(32)
    nonce = secrets.token_bytes(12)
    sealed = nonce + AESGCM(secret).encrypt(nonce, seed, b"t")
    invited = hmac.new(secret, b"malle\ninvite\nt", hashlib.sha256).hexdigest()[:32]
    for text in (secret.hex(), f"2={'11' * 32},1={secret.hex()}"):
        keys = parse_keyring(text)
        assert keys.seed_cipher().decrypt(sealed, "t") == seed
        assert keys.is_invitation("t", invited)
        assert keys.is_invitation("t", keys.invitation_token("t"))
        assert not keys.is_invitation("u", invited)
    with pytest.raises(Bug):
        parse_keyring("11" * 32).seed_cipher().decrypt(sealed, "t")


@pytest.mark.parametrize("text", ["", "11", "x" * 64, f"0={'11' * 32}", f"1={'11' * 32},2=11", f"a={'11' * 32}"])
def test_a_key_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="64 hexadecimal"):
        parse_keyring(text)


@pytest.mark.services
@pytest.mark.timeout(120)
async def test_a_worker_holds_its_own_key_and_no_address_of_a_database(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """`malle serve` as a host runs it: what the robots' process was given, and what its key does not open."""
    port = free_port()
    command = ["setpriv", "--pdeathsig", "KILL", sys.executable, "-m", "malle", "serve", "--port", str(port)]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, env={**os.environ, **environment}, stderr=log)
    try:
        wait_until_ready(port)
        given: dict[str, str] = {}
        while not given:
            for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
                words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
                if "robots" in words and "--server" in words:
                    pairs = Path(f"/proc/{pid}/environ").read_text().split("\0")
                    given = dict(each.split("=", 1) for each in pairs if each)
            await asyncio.sleep(0.05)
        assert sorted(name for name in given if name.startswith("MALLE")) == ["MALLE_NATS", "MALLE_ROBOTS_KEY"]
        assert not any(environment["MALLE_KEY"] in each or "postgresql" in each for each in given.values())
        key = read_worker_config(given).robot_key
        opened = call(port, "/api/tables", {"game": "declarer", "seats": 3, "name": "Ann", "robots": 1})[1]
        table = opened["table"]
        assert call(port, "/api/robots", token=key.worker_token())[0] == 200
        invite = hmac.new(key.key, table.encode(), hashlib.sha256).hexdigest()[:32]
        for guess in (invite, f"1-{invite}", key.seat_token(table, 1)):
            assert call(port, f"/api/tables/{table}/seats", {"name": "Eve", "invite": guess})[0] == 403
        act = {"type": "act", "seq": 2, "text": "x", "key": str(uuid4())}
        for seat in (0, 1):  # Ann's, and one that nobody has
            assert call(port, f"/api/tables/{table}/acts", act, token=key.seat_token(table, seat))[0] == 403
    finally:
        process.terminate()
        process.wait(20)
