"""What `malle backup` does: one file with all databases as they were at one moment. The key is not in it.

Moves wait for a moment in all databases while the snapshots are taken; then each is copied as it was, with everybody
playing on. The file is a packed archive with a list of what is in it and of the schema; after it stand a digest of
every byte before, and a seal by the house's key, so that a byte that changed is found, and whether the key at hand is
the right one is known before anything is restored.
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
LIST = "list.json"
_WAIT = "5s"
"""For moves that are under way, before the moment; longer, and nobody is kept waiting."""
_TRAILER = len(b"\nmalle-backup ") + 64 + 1 + 5 + 1 + 64 + 1


class Part(Struct, frozen=True):
    """One database in a backup."""

    what: str
    """`tables` or `people`."""
    number: int
    """Of the tables' database; 0 for people."""
    revision: str
    """Of its schema."""
    tables: dict[str, int]
    """Each table of it, and how many rows."""


class Contents(Struct, frozen=True):
    """The list of a backup."""

    release: str
    moment: str
    parts: tuple[Part, ...]


def backup_word(options: argparse.Namespace) -> int:
    """`malle backup`: one file, in the folder of the house or where it is told."""
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
        if place.is_made and place.release == release_mark():  # else the notes of the release that runs stay
            write_notes(
                place.folder / "notes.json", asyncio.run(note_all(config, Library(boxes=Boxes(folder=config.editions))))
            )
        if options.keep and options.file is None:
            for old in sorted(place.backups.glob("*.malle"))[: -options.keep]:
                old.unlink()
    return 0


async def _note(config: Config, tables: int, megabytes: float) -> None:
    """The page of the house tells it."""
    store = Store(config.databases, config.people)
    await store.open()
    try:
        with contextlib.suppress(asyncpg.UndefinedTableError):  # of a release before there were keepers
            await store.keepers.note_backup(tables, megabytes)
    finally:
        await store.close()


def owners(config: Config) -> dict[tuple[str, int], str]:
    """The addresses of all databases, with the role that owns them where it is set."""
    return {
        **{("tables", number): address for number, address in owned_databases(config).items()},
        ("people", 0): owned_people(config),
    }


def back_up(config: Config, databases: dict[tuple[str, int], str], file: Path) -> Contents:
    """Writes a backup, whole or not at all."""
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
                await connection.fetchval("select 1")  # here is the moment
            moment = datetime.now(UTC)
        parts = [await _copy_one(connection, *key, work) for key, connection in reading.items()]
    return Contents(__version__, moment.isoformat(timespec="milliseconds"), tuple(parts))


async def _connect(stack: contextlib.AsyncExitStack, address: str) -> Any:
    try:
        connection = await connect(address, timeout=10)
    except AWAY as error:
        if not is_away(error):
            raise
        raise database_away(address, error) from error
    stack.push_async_callback(connection.close)
    return connection


async def _copy_one(connection: Any, what: str, number: int, work: Path) -> Part:
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
    """What there is to copy."""
    query = "select tablename from pg_tables where schemaname = $1 and tablename <> 'version' order by 1"
    return [str(row[0]) for row in await connection.fetch(query, schema)]


async def column_names(connection: Any, schema: str, table: str) -> list[str]:
    """The columns of a table, but those that PostgreSQL reckons itself."""
    query = """select quote_ident(column_name) from information_schema.columns
                where table_schema = $1 and table_name = $2 and is_generated = 'NEVER' order by ordinal_position"""
    return [str(row[0]) for row in await connection.fetch(query, schema, table)]


def _pack(out: Any, contents: Contents, work: Path, keys: Keyring) -> None:
    """The archive, and behind it its digest and seal."""
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
    """Writes, and reckons the digest of all that was written."""

    def __init__(self, out: Any) -> None:
        self._out = out
        self.digest = hashlib.sha256()

    def write(self, data: bytes) -> int:
        self.digest.update(data)
        self._out.write(data)
        return len(data)


def trailer(digest: bytes, keys: Keyring, number: int | None = None) -> bytes:
    """What stands behind an archive with this digest."""
    numbered = keys.backups()
    number = number or max(numbered)
    seal = hmac.new(numbered[number], digest, hashlib.sha256).hexdigest()
    return f"\nmalle-backup {digest.hex()} {number:05} {seal}\n".encode()


def check_file(file: Path, keys: Keyring) -> int:
    """Where the archive in a backup ends. `Refused` if a byte has changed, or the key is not the one it was made with:
    nothing has been done then."""
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
