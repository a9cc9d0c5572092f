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
from malle.core import Say
from malle.place import Place, in_folder, usual_folder
from malle.rehearsing import note_all, release_mark, write_notes
from malle.store.away import AWAY, database_away, is_away, without_password
from malle.store.hosts import connect
from malle.store.store import Store
from malle.voice import Unready, teller, tenths
from malle.wire.boxes import Boxes
from malle.wire.config import Config, owned_databases, owned_people, read_config
from malle.wire.keyring import Keyring
from malle.wire.library import Library

SCHEMAS = {"tables": "malle", "people": "people"}
"""Name of the SQL schema of the tables' databases and of the people's database."""
LIST = "list.json"
"""Name of the archive member that holds `BackupContents`."""
_WAIT = "5s"
"""How long the backup waits for moves in progress before it takes the snapshots. After that it gives up, so
that no player waits longer."""
_TRAILER = len(b"\nmalle-backup ") + 64 + 1 + 5 + 1 + 64 + 1
"""Length in bytes of what `make_trailer` returns."""


class Part(Struct, frozen=True):
    """One database in a backup."""

    what: str
    """`tables` or `people`."""
    number: int
    """Number of the tables' database; 0 for people."""
    revision: str
    """Revision of its schema."""
    tables: dict[str, int]
    """Number of rows by SQL table."""


class Contents(Struct, frozen=True):
    """The list of a backup: Malle's version, the moment of the snapshots, and the databases."""

    release: str
    moment: str
    parts: tuple[Part, ...]


def backup_word(options: argparse.Namespace) -> int:
    """Run `malle backup`: write a backup to the given file, or to the instance's backups folder under the
    current time. Record it for the dashboard. If the instance runs this release, the baseline for upgrade
    checks is written too. With `--keep`, older backups in the folder are deleted. Return the exit code."""
    place = Place(options.folder or usual_folder())
    with in_folder(options.folder):
        config = read_config()
        moment = datetime.now(UTC)
        file = options.file
        if file is None:
            if not place.is_made:
                raise Unready("backup-where")
            place.backups.mkdir(mode=0o700, exist_ok=True)
            file = place.backups / f"{moment:%Y-%m-%d-%H%M%S}.malle"
        contents = back_up(config, owners(config), file)
        games = sum(part.tables.get("tab", 0) for part in contents.parts)
        megabytes = file.stat().st_size / 1e6
        asyncio.run(_note(config, games, megabytes))
        done = Say("backup-done", {"file": str(file), "tables": games, **tenths(megabytes)})
        print(teller(options.lang)(done))
        if place.is_made and place.release == release_mark():  # else the baseline of the running release is kept
            write_notes(
                place.folder / "notes.json", asyncio.run(note_all(config, Library(boxes=Boxes(folder=config.editions))))
            )
        if options.keep and options.file is None:
            for old in sorted(place.backups.glob("*.malle"))[: -options.keep]:
                old.unlink()
    return 0


async def _note(config: Config, tables: int, megabytes: float) -> None:
    """Record the backup in the people's database, where the site's dashboard shows it. Do nothing if the
    schema is older than that table."""
    store = Store(config.databases, config.people)
    await store.open()
    try:
        with contextlib.suppress(asyncpg.UndefinedTableError):  # an older release without the dashboard's tables
            await store.keepers.note_backup(tables, megabytes)
    finally:
        await store.close()


def owners(config: Config) -> dict[tuple[str, int], str]:
    """Return the addresses of all databases by (`tables` or `people`, number). The owner's address is used
    where it is set."""
    return {
        **{("tables", number): address for number, address in owned_databases(config).items()},
        ("people", 0): owned_people(config),
    }


def back_up(config: Config, databases: dict[tuple[str, int], str], file: Path) -> Contents:
    """Write a backup file, whole or not at all, and return its contents. Raise `OperatorError` if the file
    cannot be written, or if a database does not answer or is too busy."""
    fresh = file.with_name(file.name + ".new")
    try:
        with tempfile.TemporaryDirectory(dir=file.parent) as work:
            contents = asyncio.run(_copy(databases, Path(work)))
            fresh.unlink(missing_ok=True)
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
                _pack(out, contents, Path(work), config.keys)
        fresh.rename(file)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise Unready("backup-unwritable", {"file": str(file), "why": str(error.strerror)}) from error
    return contents


async def _copy(databases: dict[tuple[str, int], str], work: Path) -> Contents:
    """Copy all databases as of one moment into files in `work`.

    A share lock on every tables' database stops new moves only until each connection has its snapshot.
    Raise `OperatorError` if a lock takes longer than `_LOCK_TIMEOUT`.
    """
    async with contextlib.AsyncExitStack() as stack:
        reading = {}
        async with contextlib.AsyncExitStack() as held:
            for (what, _), address in databases.items():
                if what == "tables":
                    holder = await _connect(held, address)
                    await held.enter_async_context(holder.transaction())
                    await holder.execute(f"set local lock_timeout = '{_WAIT}'")
                    try:
                        await holder.execute("lock table malle.tab in share mode")
                    except asyncpg.LockNotAvailableError:
                        raise Unready("database-busy", {"address": without_password(address)}) from None
            for key, address in databases.items():
                connection = reading[key] = await _connect(stack, address)
                await stack.enter_async_context(connection.transaction(isolation="repeatable_read", readonly=True))
                await connection.fetchval("select 1")  # this takes the snapshot
            moment = datetime.now(UTC)
        parts = [await _copy_one(connection, *key, work) for key, connection in reading.items()]
    return Contents(__version__, moment.isoformat(timespec="milliseconds"), tuple(parts))


async def _connect(stack: contextlib.AsyncExitStack, address: str) -> Any:
    """Connect to a database and close the connection with `stack`. Raise `OperatorError` if it does not
    answer."""
    try:
        connection = await connect(address, timeout=10)
    except AWAY as error:
        if not is_away(error):
            raise
        raise database_away(address, error) from error
    stack.push_async_callback(connection.close)
    return connection


async def _copy_one(connection: Any, what: str, number: int, work: Path) -> Part:
    """Copy every SQL table of one database to a file in `work`. Return the schema revision and row counts
    as a `BackupPart`."""
    schema = SCHEMAS[what]
    revision = await connection.fetchval(f"select version_num from {schema}.version")
    counts = {}
    for name in await table_names(connection, schema):
        columns = await column_names(connection, schema, name)
        target = work / f"{what}-{number}-{name}"
        query = f"select {', '.join(columns)} from {schema}.{name}"
        done = await connection.copy_from_query(query, output=target, format="text")
        counts[name] = int(done.split()[-1])
    return Part(what, number, str(revision), counts)


async def table_names(connection: Any, schema: str) -> list[str]:
    """Return the tables of the schema in alphabetical order, without the table `version`."""
    query = "select tablename from pg_tables where schemaname = $1 and tablename <> 'version' order by 1"
    return [str(row[0]) for row in await connection.fetch(query, schema)]


async def column_names(connection: Any, schema: str, table: str) -> list[str]:
    """Return the quoted names of a table's columns in their order, without generated columns."""
    query = """select quote_ident(column_name) from information_schema.columns
                where table_schema = $1 and table_name = $2 and is_generated = 'NEVER' order by ordinal_position"""
    return [str(row[0]) for row in await connection.fetch(query, schema, table)]


def _pack(out: Any, contents: Contents, work: Path, keys: Keyring) -> None:
    """Write the compressed archive of `contents` and all files in `work`, then its digest and seal, and
    flush to disk."""
    writer: Any = _Digesting(out)
    packed = gzip.GzipFile(fileobj=writer, mode="wb", compresslevel=6, mtime=0)
    with packed, tarfile.open(fileobj=packed, mode="w|") as archive:
        data = msgspec.json.format(msgspec.json.encode(contents))
        head = tarfile.TarInfo(LIST)
        head.size = len(data)
        archive.addfile(head, io.BytesIO(data))
        for file in sorted(work.iterdir()):
            head = tarfile.TarInfo(file.name)
            head.size = file.stat().st_size
            with file.open("rb") as content:
                archive.addfile(head, content)
    out.write(trailer(writer.digest.digest(), keys))
    out.flush()
    os.fsync(out.fileno())


class _Digesting:
    """A file wrapper that writes data and computes the SHA-256 of all of it."""

    def __init__(self, out: Any) -> None:
        self._out = out
        self.digest = hashlib.sha256()

    def write(self, data: bytes) -> int:
        """Write the data, add it to the digest, and return its length."""
        self.digest.update(data)
        self._out.write(data)
        return len(data)


def trailer(digest: bytes, keys: Keyring, number: int | None = None) -> bytes:
    """Return the line behind an archive: its digest, the number of the key, and the seal. Without
    `key_number` the newest key is used."""
    numbered = keys.backups()
    number = number or max(numbered)
    seal = hmac.new(numbered[number], digest, hashlib.sha256).hexdigest()
    return f"\nmalle-backup {digest.hex()} {number:05} {seal}\n".encode()


def check_file(file: Path, keys: Keyring) -> int:
    """Check a backup's digest and seal, and return the length of the archive in bytes. Raise
    `OperatorError` if the file cannot be read, a byte has changed, or it was made with another key."""
    digest = hashlib.sha256()
    try:
        left = size = file.stat().st_size - _TRAILER
        with file.open("rb") as source:
            while left > 0 and (data := source.read(min(left, 1 << 20))):
                digest.update(data)
                left -= len(data)
            end = source.read()
    except OSError as error:
        raise Unready("backup-unreadable", {"file": str(file), "why": str(error.strerror)}) from error
    words = end.split()
    if size < 0 or len(words) != 4 or words[0] != b"malle-backup" or words[1] != digest.hexdigest().encode():
        raise Unready("backup-damaged", {"file": str(file)})
    number = int(words[2]) if words[2].isdigit() else 0
    if number not in keys.backups():
        raise Unready("backup-key-unknown", {"file": str(file), "number": str(number)})
    if not hmac.compare_digest(end, trailer(digest.digest(), keys, number)):
        raise Unready("backup-key-other", {"file": str(file)})
    return size
