"""A house backed up and restored: every state equal, playable on, a flipped byte found, a lost key told in time."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from malle.cli.instance import Instance
from malle.cli.operator.backup import owner_addresses, verify_backup_file, write_backup
from malle.cli.operator.restore import read_contents, restore_rows
from malle.cli.operator.verify_logs import StoredTable, find_log_fault, read_stored_tables
from malle.config.settings import read_config
from malle.core import Refused
from malle.core.codec import encode
from malle.storage.store import parse_table_id
from malle.testing.dev_services import Services
from malle.testing.example_game import Parley
from tests.own import OPTIONS, own_edition
from tests.server.bots import LIBRARY
from tests.server.command import asked, running, told, wait_for
from tests.server.conftest import drop_databases, execute
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call
from tests.server.test_play import legal, open_robots
from tests.server.test_up import end, folder  # noqa: F401

PARLEY = Parley(2, {"rounds": 10})
pytestmark = [pytest.mark.services, pytest.mark.timeout(1800)]


@pytest.fixture
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in os.environ if each.startswith("MALLE_")]:
        monkeypatch.delenv(name)


@pytest.fixture
async def empty(services: Services) -> AsyncIterator[str]:
    """Two databases without anything in them."""
    for cluster in range(2):
        await execute(services, cluster, "create database restored")
    yield "restored"
    await drop_databases(services, "restored")


async def all_tables(addresses: dict[tuple[str, int], str]) -> dict[str, StoredTable]:
    found = {}
    for (what, _), address in addresses.items():
        if what == "tables":
            async for kept in read_stored_tables(address):
                found[kept.setup.table] = kept
    return found


@pytest.mark.parametrize("tables", [12, pytest.param(1000, marks=pytest.mark.long)])
async def test_everything_comes_back_and_goes_on(
    tables: int, services: Services, zygote: Zygote, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The backup is made while everybody plays; what is restored is the log of one moment, and every table goes on."""
    from tests.server.conftest import make_databases

    name = f"backed_{secrets.token_hex(4)}"
    await make_databases(services, name)
    environment = services.environment(name) | {
        "MALLE_HTTP_RATE": "10000",
        "MALLE_TABLES": "1000000",
        "MALLE_PACE": "0",
    }
    environment |= {"MALLE_RATE": "10000", "MALLE_WINDOW": "0", "MALLE_SOCKETS": "100000", "MALLE_SNAPSHOT": "5"}
    for setting, value in environment.items():
        monkeypatch.setenv(setting, value)
    nursery = Nursery(zygote, environment, tmp_path / "log")
    config, port = read_config(environment), free_port()
    nursery.start(port)
    opened = [open_robots(port, environment, 2, rounds=10) for _ in range(tables)]
    playing = asyncio.create_task(_play_on(port, opened, 6))
    file = tmp_path / "house.malle"
    await asyncio.sleep(0)
    contents = await asyncio.to_thread(write_backup, config, owner_addresses(config), file)
    await playing
    nursery.close()
    size = verify_backup_file(file, config.keyring)
    assert read_contents(file, size) == contents
    targets = {("tables", each + 1): services.owner_url(each, empty) for each in range(2)}
    targets[("people", 0)] = services.owner_url(0, empty)
    await restore_rows(targets, file, size, contents)
    before, after = await all_tables(owner_addresses(config)), await all_tables(targets)
    assert after.keys() == before.keys() == {table for table, _ in opened}
    sealer = config.keyring.seed_cipher()
    for table, kept in after.items():
        log = before[table].entries[: len(kept.entries)]
        assert kept.entries == log
        assert find_log_fault(kept, LIBRARY, sealer) == ""
        there, here = (each.initial_table(LIBRARY, sealer).replay(log) for each in (before[table], kept))
        assert (there.seq, there.state, there.turn) == (here.seq, here.state, here.turn)
    with pytest.raises(Refused, match="already: restore into an empty"):
        await restore_rows(targets, file, size, contents)
    restored = Nursery(zygote, {**environment, **_addresses(services, empty)}, tmp_path / "log")
    restored.start(port)
    await _play_on(port, opened, 2)
    restored.close()
    await drop_databases(services, name)


def _addresses(services: Services, database: str) -> dict[str, str]:
    found = services.environment(database)
    return {name: found[name] for name in ("MALLE_DATABASES", "MALLE_PEOPLE")}


async def _play_on(port: int, opened: list[tuple[str, list[str]]], moves: int) -> None:
    """So many moves at every table, or as many as are left, some tables at a time."""
    gate = asyncio.Semaphore(8)

    async def one(table: str, tokens: list[str]) -> None:
        async with gate, Player([port], table, tokens[0]) as a, Player([port], table, tokens[1]) as b:
            for _ in range(moves):
                for player in (a, b):
                    await player.wait(lambda player=player: player.state is not None, 60)  # type: ignore[misc]
                    if legal(player.state):
                        action = PARLEY.codec.action(encode(legal(player.state)[0]))
                        await player.act(PARLEY.write(action))

    await asyncio.gather(*(one(*each) for each in opened))


def test_a_flipped_byte_is_found_wherever_it_is(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for setting, value in environment.items():
        monkeypatch.setenv(setting, value)
    config, file = read_config(environment), tmp_path / "house.malle"
    write_backup(config, owner_addresses(config), file)
    assert file.stat().st_mode & 0o077 == 0
    whole = file.read_bytes()
    places = {*range(0, len(whole), max(1, len(whole) // 150)), *range(len(whole) - 160, len(whole))}
    for place in sorted(places):
        changed = bytearray(whole)
        changed[place] ^= 1 << (place % 8)
        file.write_bytes(changed)
        with pytest.raises(Refused):
            verify_backup_file(file, config.keyring)
    file.write_bytes(whole[:-1])
    with pytest.raises(Refused, match="damaged"):
        verify_backup_file(file, config.keyring)
    file.write_bytes(whole)
    other = read_config({**environment, "MALLE_KEY": "11" * 32})
    with pytest.raises(Refused, match=r"than MALLE_KEY: say the right one with MALLE_KEY=.*nothing was changed"):
        verify_backup_file(file, other.keyring)


@pytest.mark.long
@pytest.mark.usefixtures("no_settings")
def test_a_host_backs_up_restores_and_plays_on(folder: Path, tmp_path: Path) -> None:  # noqa: F811
    """By the commands alone: backup in play, rehearsal, a lost key, a new folder, the same table."""
    port, log = free_port(), tmp_path / "log"
    words = ("--port", str(port), "--no-browser")
    editions = tmp_path / "editions"
    editions.mkdir()
    (editions / "mine.toml").write_text(own_edition("declarer"), "utf-8")
    with running(log, "up", "--folder", str(folder), *words, MALLE_PACE="0", MALLE_EDITIONS=str(editions)) as process:
        wait_for(lambda: asked(port) == 200)
        digest = call(port, "/games/declarer/options?lang=en")[1].split('name="edition" value="')[2].split('"')[0]
        own = {"game": "declarer", "seats": 3, "robots": 3, "options": OPTIONS["declarer"], "edition": digest}
        assert call(port, "/api/tables", own)[0] == 201
        opened = call(port, "/api/tables", {"game": "declarer", "seats": 4, "robots": 3, "name": "Ann", "options": {}})[
            1
        ]
        seq = asyncio.run(_until_asked(port, opened))
        code, said = told("backup", "--folder", str(folder))
        assert code == 0, said
        assert end(process) == 0
    assert told("set", "--folder", str(folder), "editions", str(editions))[0] == 0
    place = Instance(folder)
    key = place.read_settings()["key"]
    (file,) = place.backups.glob("*.malle")
    assert not place.is_backup_verified(file)
    code, said = told("restore", "--folder", str(folder), "--rehearse")  # the latest, as every night
    assert code == 0, said
    assert "2 tables of" in said
    assert "2 replayed and right, 0 not" in said
    assert place.is_backup_verified(file)
    new = folder.parent / "new"
    for settings, sentence in (({}, "the key is not in a backup"), ({"MALLE_KEY": "11" * 32}, "another key")):
        code, said = told("restore", "--folder", str(new), str(file), **settings)
        assert code == 2
        assert sentence in said
        assert "nothing was changed" in said
        assert not Instance(new).has_settings
    code, said = told("restore", "--folder", str(new), str(file), MALLE_KEY=key, MALLE_EDITIONS=str(editions))
    assert code == 0, said
    third = Instance(folder.parent / "third")
    third.create_folder()
    third.write_settings({"key": "22" * 32, "postgres": {}})
    code, said = told("restore", "--folder", str(third.folder), str(file), MALLE_KEY=key)
    assert (code, "has another key than the one you said" in said) == (2, True)
    code, said = told("restore", "--folder", str(new), str(file))
    assert (code, "already: restore into an empty" in said) == (2, True)
    with running(log, "up", "--folder", str(new), *words, MALLE_PACE="0", MALLE_EDITIONS=str(editions)) as process:
        wait_for(lambda: asked(port) == 200)
        assert asyncio.run(_until_asked(port, opened)) == seq
        assert end(process) == 0


async def _until_asked(port: int, opened: dict[str, str]) -> int:
    """Until it is the person's turn, when robots wait: where the table is then."""
    async with Player([port], opened["table"], opened["token"]) as ann:
        await ann.wait(lambda: ann.state is not None and ann.state.viewer in seen(ann)["awaited"], 120)
        assert ann.state is not None
        return ann.state.seq


def seen(player: Player) -> dict[str, Any]:
    assert player.state is not None
    found: dict[str, Any] = json.loads(bytes(player.state.table))
    return found


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("update malle.entry set lines = regexp_replace(lines, '[0-9]$', '9') where tab = $1 and seq = 2", "entry 2"),
        ("delete from malle.entry where tab = $1 and seq = 1", "entry 1 is missing"),
        ("update malle.tab set seq = seq + 1 where id = $1", "its log ends at"),
        ('update malle.tab set setup = replace(setup, \'"seal":"\', \'"seal":"0\') where id = $1', "was sealed"),
    ],
)
async def test_what_is_not_by_the_seals_is_named(
    statement: str, found: str, nursery: Nursery, environment: dict[str, str], services: Services, database: str
) -> None:
    port = free_port()
    nursery.start(port)
    table, _ = open_robots(port, environment, 2, rounds=1)
    owner = services.owner_url((parse_table_id(table) >> 48) - 1, database)
    connection = await asyncpg.connect(owner)
    await connection.execute(statement, parse_table_id(table))
    await connection.close()
    sealer = read_config(environment).keyring.seed_cipher()
    told = [
        find_log_fault(kept, LIBRARY, sealer) async for kept in read_stored_tables(owner) if kept.setup.table == table
    ]
    assert found in told[0]
    connection = await asyncpg.connect(owner)
    await connection.execute("delete from malle.entry where tab = $1", parse_table_id(table))
    await connection.execute("delete from malle.tab where id = $1", parse_table_id(table))
    await connection.close()
