"""`malle backup`: write one file with all databases as they were at one moment. The site's key is not in
it.

New moves wait for a moment in all databases while the snapshots are taken. Each database is then copied as
of its snapshot, while players go on playing. The file is a compressed archive with a list of its content
and of the schemas. Behind it stand a digest of all bytes before and a seal made with the site's key. So a
restore can first check that no byte has changed and that the key is the right one.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gzip
import hashlib
import hmac
import io
import os
import tarfile
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
from msgspec import Struct

from malle import __version__
from malle.cli.instance import Instance, default_folder, instance_environment
from malle.cli.operator.upgrade_check import make_baseline, release_fingerprint, write_baseline
from malle.config.edition_folder import CustomEditions
from malle.config.game_library import GameLibrary
from malle.config.keyring import Keyring
from malle.config.settings import Config, databases_for_owner, people_database_for_owner, read_config
from malle.core import Message
from malle.i18n.operator_messages import OperatorError, one_decimal, operator_translator
from malle.storage.database_errors import UNAVAILABLE_ERRORS, database_not_ready, is_unavailable_error, without_password
from malle.storage.failover import connect
from malle.storage.store import Store

SCHEMA_NAMES = {"tables": "malle", "people": "people"}
"""Name of the SQL schema of the tables' databases and of the people's database."""
CONTENTS_FILE = "list.json"
"""Name of the archive member that holds `BackupContents`."""
_LOCK_TIMEOUT = "5s"
"""How long the backup waits for moves in progress before it takes the snapshots. After that it gives up, so
that no player waits longer."""
_TRAILER_BYTES = len(b"\nmalle-backup ") + 64 + 1 + 5 + 1 + 64 + 1
"""Length in bytes of what `make_trailer` returns."""


class BackupPart(Struct, frozen=True):
    """One database in a backup, as the list of the archive describes it."""

    what: str
    """`tables` or `people`."""
    number: int
    """Number of the tables' database; 0 for people."""
    revision: str
    """Revision of its schema."""
    tables: dict[str, int]
    """Number of rows by SQL table."""


class BackupContents(Struct, frozen=True):
    """The list of a backup: the version of Malle that wrote it, the moment of the snapshots (ISO
    8601), and its databases."""

    release: str
    moment: str
    parts: tuple[BackupPart, ...]


def backup_command(options: argparse.Namespace) -> int:
    """Run `malle backup`: write a backup to the given file, or to the instance's backups folder
    under the current time in UTC. Record it for the dashboard. If the instance last ran this
    release, also write the baseline for upgrade checks. With `--keep N` and no file, delete all
    but the newest N backups in the folder. Return 0. Raise `OperatorError` without a file and an
    instance."""
    instance = Instance(options.folder or default_folder())
    with instance_environment(options.folder):
        config = read_config()
        moment = datetime.now(UTC)
        file = options.file
        if file is None:
            if not instance.has_settings:
                raise OperatorError("backup-where")
            instance.backups.mkdir(mode=0o700, exist_ok=True)
            file = instance.backups / f"{moment:%Y-%m-%d-%H%M%S}.malle"
        contents = write_backup(config, owner_addresses(config), file)
        games = sum(part.tables.get("tab", 0) for part in contents.parts)
        megabytes = file.stat().st_size / 1e6
        asyncio.run(_record_backup(config, games, megabytes))
        done = Message("backup-done", {"file": str(file), "tables": games, **one_decimal(megabytes)})
        print(operator_translator(options.lang)(done))
        if (
            instance.has_settings and instance.last_release == release_fingerprint()
        ):  # else the baseline of the running release is kept
            write_baseline(
                instance.folder / "notes.json",
                asyncio.run(
                    make_baseline(config, GameLibrary(custom_editions=CustomEditions(folder=config.editions_folder)))
                ),
            )
        if options.keep and options.file is None:
            for old_backup in sorted(instance.backups.glob("*.malle"))[: -options.keep]:
                old_backup.unlink()
    return 0


async def _record_backup(config: Config, tables: int, megabytes: float) -> None:
    """Record a backup in the people's database, where the site's dashboard shows it: how many
    tables it has, and its size. Raise `SchemaOutdated` if that database has no table for it yet,
    `DatabaseUnavailable` if it does not answer."""
    store = Store(config.table_databases, config.people_database)
    await store.open()
    try:
        with contextlib.suppress(asyncpg.UndefinedTableError):  # an older release without the dashboard's tables
            await store.operators.record_backup(tables, megabytes)
    finally:
        await store.close()


def owner_addresses(config: Config) -> dict[tuple[str, int], str]:
    """Return the addresses of all databases by (`tables` or `people`, number). It is the address
    for the role that owns the database, if the settings have one, else the server's."""
    return {
        **{("tables", number): address for number, address in databases_for_owner(config).items()},
        ("people", 0): people_database_for_owner(config),
    }


def write_backup(config: Config, databases: dict[tuple[str, int], str], file: Path) -> BackupContents:
    """Write a backup file, whole or not at all, and return its list. `databases` are addresses
    as in `owner_addresses`. Raise `OperatorError` if the file cannot be written, or if a
    database does not answer or is too busy."""
    new_file = file.with_name(file.name + ".new")
    try:
        with tempfile.TemporaryDirectory(dir=file.parent) as work:
            contents = asyncio.run(_copy_databases(databases, Path(work)))
            new_file.unlink(missing_ok=True)
            with os.fdopen(os.open(new_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
                _write_archive(out, contents, Path(work), config.keyring)
        new_file.rename(file)
    except OSError as error:
        new_file.unlink(missing_ok=True)
        raise OperatorError("backup-unwritable", {"file": str(file), "why": str(error.strerror)}) from error
    return contents


async def _copy_databases(databases: dict[tuple[str, int], str], work: Path) -> BackupContents:
    """Copy all databases as of one moment into files in `work`, and return the list of the backup.

    A share lock on every tables' database stops new moves, but only until each connection has
    its snapshot. Raise `OperatorError` if a lock takes longer than `_LOCK_TIMEOUT`, or if a
    database does not answer."""
    async with contextlib.AsyncExitStack() as stack:
        connections = {}
        async with contextlib.AsyncExitStack() as lock_stack:
            for (what, _), address in databases.items():
                if what == "tables":
                    lock_connection = await _connect(lock_stack, address)
                    await lock_stack.enter_async_context(lock_connection.transaction())
                    await lock_connection.execute(f"set local lock_timeout = '{_LOCK_TIMEOUT}'")
                    try:
                        await lock_connection.execute("lock table malle.tab in share mode")
                    except asyncpg.LockNotAvailableError:
                        raise OperatorError("database-busy", {"address": without_password(address)}) from None
            for key, address in databases.items():
                connection = connections[key] = await _connect(stack, address)
                await stack.enter_async_context(connection.transaction(isolation="repeatable_read", readonly=True))
                await connection.fetchval("select 1")  # this takes the snapshot
            moment = datetime.now(UTC)
        parts = [await _copy_database(connection, *key, work) for key, connection in connections.items()]
    return BackupContents(__version__, moment.isoformat(timespec="milliseconds"), tuple(parts))


async def _connect(stack: contextlib.AsyncExitStack, address: str) -> Any:
    """Connect to a database; `stack` closes the connection when it is left. Raise
    `OperatorError` if the database does not answer."""
    try:
        connection = await connect(address, timeout=10)
    except UNAVAILABLE_ERRORS as error:
        if not is_unavailable_error(error):
            raise
        raise database_not_ready(address, error) from error
    stack.push_async_callback(connection.close)
    return connection


async def _copy_database(connection: Any, what: str, number: int, work: Path) -> BackupPart:
    """Copy every SQL table of one database to a file in `work`, named after `what`, `number` and
    the table. Return the schema's revision and the row counts as a `BackupPart`."""
    schema = SCHEMA_NAMES[what]
    revision = await connection.fetchval(f"select version_num from {schema}.version")
    counts = {}
    for name in await list_sql_tables(connection, schema):
        columns = await list_columns(connection, schema, name)
        target = work / f"{what}-{number}-{name}"
        query = f"select {', '.join(columns)} from {schema}.{name}"
        copy_status = await connection.copy_from_query(query, output=target, format="text")
        counts[name] = int(copy_status.split()[-1])
    return BackupPart(what, number, str(revision), counts)


async def list_sql_tables(connection: Any, schema: str) -> list[str]:
    """Return the names of the schema's SQL tables in alphabetical order, without the table
    `version`."""
    query = "select tablename from pg_tables where schemaname = $1 and tablename <> 'version' order by 1"
    return [str(row[0]) for row in await connection.fetch(query, schema)]


async def list_columns(connection: Any, schema: str, table: str) -> list[str]:
    """Return the quoted names of a table's columns in their order, without generated columns."""
    query = """select quote_ident(column_name) from information_schema.columns
                where table_schema = $1 and table_name = $2 and is_generated = 'NEVER' order by ordinal_position"""
    return [str(row[0]) for row in await connection.fetch(query, schema, table)]


def _write_archive(out: Any, contents: BackupContents, work: Path, keys: Keyring) -> None:
    """Write the list `contents` and all files in `work` as a compressed archive, then the digest
    and seal of `make_trailer`. Flush to disk."""
    writer: Any = _HashingWriter(out)
    packed = gzip.GzipFile(fileobj=writer, mode="wb", compresslevel=6, mtime=0)
    with packed, tarfile.open(fileobj=packed, mode="w|") as archive:
        data = msgspec.json.format(msgspec.json.encode(contents))
        head = tarfile.TarInfo(CONTENTS_FILE)
        head.size = len(data)
        archive.addfile(head, io.BytesIO(data))
        for file in sorted(work.iterdir()):
            head = tarfile.TarInfo(file.name)
            head.size = file.stat().st_size
            with file.open("rb") as content:
                archive.addfile(head, content)
    out.write(make_trailer(writer.digest.digest(), keys))
    out.flush()
    os.fsync(out.fileno())


class _HashingWriter:
    """A file wrapper that writes data and computes the SHA-256 of all of it."""

    def __init__(self, out: Any) -> None:
        self._out = out
        self.digest = hashlib.sha256()

    def write(self, data: bytes) -> int:
        """Write the data, add it to the digest, and return its length."""
        self.digest.update(data)
        self._out.write(data)
        return len(data)


def make_trailer(digest: bytes, keys: Keyring, key_number: int | None = None) -> bytes:
    """Return the line behind an archive: its digest, the number of the key, and the seal (an
    HMAC of the digest with that key). Without `key_number` the newest key is used."""
    keys_by_number = keys.backup_keys()
    key_number = key_number or max(keys_by_number)
    seal = hmac.new(keys_by_number[key_number], digest, hashlib.sha256).hexdigest()
    return f"\nmalle-backup {digest.hex()} {key_number:05} {seal}\n".encode()


def verify_backup_file(file: Path, keys: Keyring) -> int:
    """Check a backup's digest and seal, and return the length in bytes of the archive in front
    of them. Raise `OperatorError` if the file cannot be read, a byte has changed, or its key is
    not among `keys`."""
    digest = hashlib.sha256()
    try:
        remaining = size = file.stat().st_size - _TRAILER_BYTES
        with file.open("rb") as source:
            while remaining > 0 and (data := source.read(min(remaining, 1 << 20))):
                digest.update(data)
                remaining -= len(data)
            trailer_bytes = source.read()
    except OSError as error:
        raise OperatorError("backup-unreadable", {"file": str(file), "why": str(error.strerror)}) from error
    words = trailer_bytes.split()
    if size < 0 or len(words) != 4 or words[0] != b"malle-backup" or words[1] != digest.hexdigest().encode():
        raise OperatorError("backup-damaged", {"file": str(file)})
    number = int(words[2]) if words[2].isdigit() else 0
    if number not in keys.backup_keys():
        raise OperatorError("backup-key-unknown", {"file": str(file), "number": str(number)})
    if not hmac.compare_digest(trailer_bytes, make_trailer(digest.digest(), keys, number)):
        raise OperatorError("backup-key-other", {"file": str(file)})
    return size
