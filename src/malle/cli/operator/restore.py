"""`malle restore`: restore a backup into empty databases, and replay every game in it against its sealed
seed.

The file and the key are checked before anything is changed, and existing data are never overwritten. With
`--rehearse` the backup is verified: it is restored into a temporary instance, which is deleted afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from malle.cli.instance import Instance, default_folder
from malle.cli.operator.backup import (
    CONTENTS_FILE,
    SCHEMA_NAMES,
    BackupContents,
    BackupPart,
    list_columns,
    owner_addresses,
    verify_backup_file,
)
from malle.cli.operator.up import create_settings, prepared_postgres
from malle.cli.operator.verify_logs import find_log_fault, read_stored_tables
from malle.config.edition_folder import CustomEditions
from malle.config.game_library import GameLibrary
from malle.config.keyring import Keyring, parse_keyring
from malle.config.settings import read_config
from malle.core import Message
from malle.core.message import Translate
from malle.i18n.operator_messages import OperatorError, operator_translator
from malle.storage.failover import connect
from malle.storage.migrate import DatabaseKind, migrate_async

DatabaseAddresses = dict[tuple[str, int], str]
"""Addresses of databases by (`tables` or `people`, number)."""


def restore_command(options: argparse.Namespace) -> int:
    """Run `malle restore FILE`: restore a backup into empty databases. With `--rehearse`,
    restore it into a temporary instance, and record that it is verified if every game replays.
    Return 0 if every game replays, 1 if some do not. Raise `OperatorError` if the key or the
    file is missing or wrong, or if a database is not empty."""
    instance = Instance(options.folder or default_folder())
    key = os.environ.get("MALLE_KEY") or str(instance.read_settings().get("key", ""))
    if not key:
        raise OperatorError("restore-key")
    file = options.file or (instance.latest_backup() if options.rehearse else None)
    if file is None:
        raise OperatorError("restore-which")
    translate = operator_translator(options.lang)
    keys = parse_keyring(key)
    editions = os.environ.get("MALLE_EDITIONS") or str(instance.read_settings().get("editions", ""))
    size = verify_backup_file(file, keys)
    contents = read_contents(file, size)
    if options.rehearse:
        with _temporary_instance(instance) as temporary:
            create_settings(temporary, translate, key=key)
            code = _restore_into_instance(temporary, file, size, contents, keys, editions, translate)
        if not code and instance.has_settings:
            instance.mark_backup_verified(file)
        return code
    instance.create_folder()
    with instance.exclusive_lock("`malle restore`"):
        if os.environ.get("MALLE_DATABASES"):
            config = read_config()
            return _restore_and_replay(owner_addresses(config), file, size, contents, keys, editions, translate)
        if not parse_keyring(str(instance.read_settings().get("key", key))).includes(keys):
            raise OperatorError("restore-other-key", {"file": str(instance.settings_file)})
        if instance.has_settings and "postgres" not in instance.read_settings():
            instance.apply_to_environment()
            return _restore_and_replay(owner_addresses(read_config()), file, size, contents, keys, editions, translate)
        for part in contents.parts:  # a private PostgreSQL holds one tables' database
            if part.what == "tables" and part.number != 1:
                raise OperatorError("restore-database", {"number": str(part.number)})
        if not instance.has_settings:
            create_settings(instance, translate, key=key)
        return _restore_into_instance(instance, file, size, contents, keys, editions, translate)


@contextmanager
def _temporary_instance(instance: Instance) -> Iterator[Instance]:
    """Yield a new instance in a temporary folder; at the end stop its PostgreSQL and delete the
    folder. The parameter `instance` is not used."""
    home = Path(tempfile.mkdtemp(prefix="malle-rehearse-"))
    home.chmod(0o755)
    temporary = Instance(home)
    temporary.create_folder()
    try:
        yield temporary
    finally:
        if temporary.cluster.is_running():
            temporary.cluster.stop("immediate")
        shutil.rmtree(home)


def _restore_into_instance(
    instance: Instance,
    file: Path,
    size: int,
    contents: BackupContents,
    keys: Keyring,
    editions: str,
    translate: Translate,
) -> int:
    """Restore a backup into the PostgreSQL of an instance folder, which runs during this call,
    and replay every game. Tables' databases after the first become more databases in that
    PostgreSQL. Return the exit code of `_restore_and_replay`."""
    with prepared_postgres(instance):
        owner = instance.read_environment()["MALLE_OWNER_PEOPLE"]
        targets: DatabaseAddresses = {}
        for part in contents.parts:
            name = "malle" if part.number < 2 else f"malle_{part.number}"
            targets[part.what, part.number] = owner.replace("/malle?", f"/{name}?")
            if name != "malle":
                asyncio.run(_create_database(owner, name))
        return _restore_and_replay(targets, file, size, contents, keys, editions, translate)


async def _create_database(owner: str, name: str) -> None:
    """Create the database `name` unless it exists. `owner` is the address of another database in
    the same PostgreSQL."""
    connection = await connect(owner, timeout=10)
    try:
        if not await connection.fetchval("select true from pg_database where datname = $1", name):
            await connection.execute(f"create database {name}")
    finally:
        await connection.close()


def read_contents(file: Path, size: int) -> BackupContents:
    """Return the list of a backup. `verify_backup_file` must have checked the file; `size` is
    what it returned. Raise `OperatorError` if the archive has no list."""
    for name, data in _archive_members(file, size):
        if name == CONTENTS_FILE:
            return msgspec.json.decode(data.read(), type=BackupContents)
    raise OperatorError("backup-no-list", {"file": str(file)})


def _archive_members(file: Path, size: int) -> Iterator[tuple[str, Any]]:
    """Yield the name and the open file of each member of the archive. Read each file before
    taking the next."""
    with file.open("rb") as source, _open_archive(source, size) as archive:
        for member in archive:
            yield member.name, archive.extractfile(member)


def _open_archive(source: Any, size: int) -> tarfile.TarFile:
    """Open the compressed archive in the first `size` bytes of `source`."""
    first: Any = _PrefixReader(source, size)
    return tarfile.open(fileobj=first, mode="r|gz")


class _PrefixReader:
    """A file wrapper that reads the first `size` bytes of a file and then reports the end."""

    def __init__(self, source: Any, size: int) -> None:
        self._source, self._remaining = source, size

    def read(self, size: int = -1) -> bytes:
        """Return up to `size` bytes, or all that remain if it is negative; empty at the end."""
        data: bytes = self._source.read(self._remaining if size < 0 else min(size, self._remaining))
        self._remaining -= len(data)
        return data


def _restore_and_replay(
    targets: DatabaseAddresses,
    file: Path,
    size: int,
    contents: BackupContents,
    keys: Keyring,
    editions: str,
    translate: Translate,
) -> int:
    """Restore all rows into these databases, replay every game, and print each fault and the
    totals. Return 0 if every game replays, 1 otherwise."""
    asyncio.run(restore_rows(targets, file, size, contents))
    total = wrong = 0
    library, sealer = GameLibrary(custom_editions=CustomEditions(folder=editions)), keys.seed_cipher()

    async def replay() -> None:
        """Replay every game in every tables' database, count games and faults, and print each
        fault."""
        nonlocal total, wrong
        for (what, _), address in targets.items():
            if what == "tables":
                async for kept in read_stored_tables(address):
                    total += 1
                    if told := find_log_fault(kept, library, sealer):
                        wrong += 1
                        print(f"{kept.setup.table}: {told}")

    asyncio.run(replay())
    right = total - wrong
    print(
        translate(Message("restore-done", {"tables": total, "moment": contents.moment, "right": right, "bad": wrong}))
    )
    return 1 if wrong else 0


async def restore_rows(targets: DatabaseAddresses, file: Path, size: int, contents: BackupContents) -> None:
    """Restore all rows of a backup into these databases, which must be empty. Each database is
    restored wholly or not at all; the first ones stay restored if a later one fails. Raise
    `OperatorError` if a target is missing or not empty, or if rows are missing in the archive."""
    parts = {(part.what, part.number): part for part in contents.parts}
    if missing := sorted(str(number) for what, number in parts.keys() - targets.keys() if what == "tables"):
        raise OperatorError("restore-database", {"number": missing[0]})
    for key in parts:
        await _require_empty(targets[key], SCHEMA_NAMES[key[0]])
    with tempfile.TemporaryDirectory() as work:
        for name, data in _archive_members(file, size):
            with (Path(work) / Path(name).name).open("wb") as out:
                shutil.copyfileobj(data, out)
        for key, part in parts.items():
            await _restore_database(targets[key], part, Path(work))


async def _require_empty(address: str, schema: str) -> None:
    """Raise `OperatorError` if the schema's main SQL table (`tab` or `person`) has rows. If it
    does not exist, the database counts as empty."""
    connection = await connect(address, timeout=10)
    try:
        main_table = f"{schema}.{'tab' if schema == 'malle' else 'person'}"
        exists = await connection.fetchval("select to_regclass($1) is not null", main_table)
        count = await connection.fetchval(f"select count(*) from {main_table}") if exists else 0
    finally:
        await connection.close()
    if count:
        raise OperatorError("restore-not-empty", {"where": main_table})


async def _restore_database(address: str, part: BackupPart, work: Path) -> None:
    """Restore one database: migrate it to the backup's schema revision, copy all rows in one
    transaction, set the sequences, and migrate to this release. Raise `OperatorError` if the
    archive has other row counts than its list says."""
    what: DatabaseKind = "tables" if part.what == "tables" else "people"
    schema = SCHEMA_NAMES[what]
    await migrate_async(address, what, part.revision)
    connection = await connect(address, timeout=10)
    try:
        async with connection.transaction():
            names = await _in_dependency_order(connection, schema, list(part.tables))
            await connection.execute(f"truncate {', '.join(f'{schema}.{name}' for name in names)} cascade")
            for name in names:
                columns = [each.strip('"') for each in await list_columns(connection, schema, name)]
                source = work / f"{part.what}-{part.number}-{name}"
                copy_status = await connection.copy_to_table(
                    name, schema_name=schema, columns=columns, source=source, format="text"
                )
                if int(copy_status.split()[-1]) != part.tables[name]:
                    raise OperatorError("restore-rows", {"where": f"{schema}.{name}"})
        for row in await connection.fetch(_SEQUENCES_SQL, schema):
            await connection.execute(row[0])
    finally:
        await connection.close()
    await migrate_async(address, what)


_SEQUENCES_SQL = """
select format('select setval(%L, coalesce((select max(%I) from %I.%I), 0) + 1, false)',
              pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name), column_name,
              table_schema, table_name)
  from information_schema.columns
 where table_schema = $1 and pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) is not null
"""


async def _in_dependency_order(connection: Any, schema: str, names: list[str]) -> list[str]:
    """Return the SQL tables `names`, ordered so that each comes after those that its foreign
    keys refer to. `tab` comes first if it is among them."""
    query = """select c.conrelid::regclass::text as who, c.confrelid::regclass::text as whom from pg_constraint c
                 join pg_namespace n on n.oid = c.connamespace where c.contype = 'f' and n.nspname = $1"""
    needs: dict[str, set[str]] = {name: set() for name in names}
    for row in await connection.fetch(query, schema):
        who, whom = (str(row[each]).rpartition(".")[2] for each in ("who", "whom"))
        if who in needs and whom in needs and who != whom:
            needs[who].add(whom)
    if "tab" in needs:
        for name in names:
            needs[name] |= {"tab"} - {name}
    ordered: list[str] = []
    while len(ordered) < len(names):
        ordered += [name for name in names if name not in ordered and needs[name] <= set(ordered)]
    return ordered
