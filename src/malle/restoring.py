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

from malle.backing import LIST, SCHEMAS, Contents, Part, check_file, column_names, owners
from malle.core import Say
from malle.core.say import Tell
from malle.place import Place, usual_folder
from malle.replaying import fault_of, kept_tables
from malle.store.hosts import connect
from malle.store.migrate import What, migrate_async
from malle.upping import furnished, make_settings
from malle.voice import Unready, teller
from malle.wire.boxes import Boxes
from malle.wire.config import read_config
from malle.wire.keyring import Keyring, read_keys
from malle.wire.library import Library

Databases = dict[tuple[str, int], str]
"""Addresses of databases by (`tables` or `people`, number)."""


def restore_word(options: argparse.Namespace) -> int:
    """Run `malle restore FILE`, or verify a backup with `--rehearse`. Return 0 if every game replays, 1 if
    some do not. Raise `OperatorError` if the key or file is missing or wrong, or a database is not empty."""
    place = Place(options.folder or usual_folder())
    key = os.environ.get("MALLE_KEY") or str(place.read().get("key", ""))
    if not key:
        raise Unready("restore-key")
    file = options.file or (place.latest_backup() if options.rehearse else None)
    if file is None:
        raise Unready("restore-which")
    tell = teller(options.lang)
    keys = read_keys(key)
    editions = os.environ.get("MALLE_EDITIONS") or str(place.read().get("editions", ""))
    size = check_file(file, keys)
    contents = read_contents(file, size)
    if options.rehearse:
        with _thrown_away(place) as other:
            make_settings(other, tell, key=key)
            code = _restore_private(other, file, size, contents, keys, editions, tell)
        if not code and place.is_made:
            place.note_rehearsed(file)
        return code
    place.prepare()
    with place.held("`malle restore`"):
        if os.environ.get("MALLE_DATABASES"):
            config = read_config()
            return _restore(owners(config), file, size, contents, keys, editions, tell)
        if not read_keys(str(place.read().get("key", key))).has(keys):
            raise Unready("restore-other-key", {"file": str(place.file)})
        if place.is_made and "postgres" not in place.read():
            place.enter()
            return _restore(owners(read_config()), file, size, contents, keys, editions, tell)
        for part in contents.parts:  # a private PostgreSQL holds one tables' database
            if part.what == "tables" and part.number != 1:
                raise Unready("restore-database", {"number": str(part.number)})
        if not place.is_made:
            make_settings(place, tell, key=key)
        return _restore_private(place, file, size, contents, keys, editions, tell)


@contextmanager
def _thrown_away(place: Place) -> Iterator[Place]:
    """Yield a temporary instance; stop its PostgreSQL and delete it at the end."""
    home = Path(tempfile.mkdtemp(prefix="malle-rehearse-"))
    home.chmod(0o755)
    other = Place(home)
    other.prepare()
    try:
        yield other
    finally:
        if other.cluster.is_up():
            other.cluster.stop("immediate")
        shutil.rmtree(home)


def _restore_private(
    place: Place, file: Path, size: int, contents: Contents, keys: Keyring, editions: str, tell: Tell
) -> int:
    """Restore into the PostgreSQL of an instance folder, which runs during this call. Several tables'
    databases become several databases of that cluster. Return the exit code."""
    with furnished(place):
        owner = place.environment()["MALLE_OWNER_PEOPLE"]
        targets: Databases = {}
        for part in contents.parts:
            name = "malle" if part.number < 2 else f"malle_{part.number}"
            targets[part.what, part.number] = owner.replace("/malle?", f"/{name}?")
            if name != "malle":
                asyncio.run(_make_database(owner, name))
        return _restore(targets, file, size, contents, keys, editions, tell)


async def _make_database(owner: str, name: str) -> None:
    """Create the database `name` unless it exists."""
    connection = await connect(owner, timeout=10)
    try:
        if not await connection.fetchval("select true from pg_database where datname = $1", name):
            await connection.execute(f"create database {name}")
    finally:
        await connection.close()


def read_contents(file: Path, size: int) -> Contents:
    """Return the list of a backup that `verify_backup_file` has checked. Raise `OperatorError` if it has
    none."""
    for name, data in _members(file, size):
        if name == LIST:
            return msgspec.json.decode(data.read(), type=Contents)
    raise Unready("backup-no-list", {"file": str(file)})


def _members(file: Path, size: int) -> Iterator[tuple[str, Any]]:
    """Yield name and open file of each archive member. A file must be read before the next one is taken."""
    with file.open("rb") as source, _opened(source, size) as archive:
        for member in archive:
            yield member.name, archive.extractfile(member)


def _opened(source: Any, size: int) -> tarfile.TarFile:
    """Open the compressed archive in the first `size` bytes of `source`."""
    first: Any = _First(source, size)
    return tarfile.open(fileobj=first, mode="r|gz")


class _First:
    """A file wrapper that reads the first `size` bytes and then reports the end."""

    def __init__(self, source: Any, size: int) -> None:
        self._source, self._left = source, size

    def read(self, size: int = -1) -> bytes:
        """Return up to `size` bytes, or all that remain if it is negative; empty at the end."""
        data: bytes = self._source.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(data)
        return data


def _restore(
    targets: Databases, file: Path, size: int, contents: Contents, keys: Keyring, editions: str, tell: Tell
) -> int:
    """Restore all rows, replay every game, print each fault and the totals. Return 0 if every game replays,
    1 otherwise."""
    asyncio.run(fill(targets, file, size, contents))
    total = wrong = 0
    library, sealer = Library(boxes=Boxes(folder=editions)), keys.sealer()

    async def replay() -> None:
        """Replay every table of every tables' database, count them, and print each fault."""
        nonlocal total, wrong
        for (what, _), address in targets.items():
            if what == "tables":
                async for kept in kept_tables(address):
                    total += 1
                    if told := fault_of(kept, library, sealer):
                        wrong += 1
                        print(f"{kept.setup.table}: {told}")

    asyncio.run(replay())
    right = total - wrong
    print(tell(Say("restore-done", {"tables": total, "moment": contents.moment, "right": right, "bad": wrong})))
    return 1 if wrong else 0


async def fill(targets: Databases, file: Path, size: int, contents: Contents) -> None:
    """Restore all rows of a backup into these databases, which must be empty. Each database is restored
    wholly or not at all. Raise `OperatorError` if a target is missing or not empty, or if rows are missing
    in the archive."""
    parts = {(part.what, part.number): part for part in contents.parts}
    if missing := sorted(str(number) for what, number in parts.keys() - targets.keys() if what == "tables"):
        raise Unready("restore-database", {"number": missing[0]})
    for key in parts:
        await _need_empty(targets[key], SCHEMAS[key[0]])
    with tempfile.TemporaryDirectory() as work:
        for name, data in _members(file, size):
            with (Path(work) / Path(name).name).open("wb") as out:
                shutil.copyfileobj(data, out)
        for key, part in parts.items():
            await _fill_one(targets[key], part, Path(work))


async def _need_empty(address: str, schema: str) -> None:
    """Raise `OperatorError` if the schema's main table has rows. A missing table counts as empty."""
    connection = await connect(address, timeout=10)
    try:
        main = f"{schema}.{'tab' if schema == 'malle' else 'person'}"
        there = await connection.fetchval("select to_regclass($1) is not null", main)
        count = await connection.fetchval(f"select count(*) from {main}") if there else 0
    finally:
        await connection.close()
    if count:
        raise Unready("restore-not-empty", {"where": main})


async def _fill_one(address: str, part: Part, work: Path) -> None:
    """Restore one database: migrate it to the backup's revision, copy all rows in one transaction, set the
    sequences, and migrate to this release."""
    what: What = "tables" if part.what == "tables" else "people"
    schema = SCHEMAS[what]
    await migrate_async(address, what, part.revision)
    connection = await connect(address, timeout=10)
    try:
        async with connection.transaction():
            names = await _in_order(connection, schema, list(part.tables))
            await connection.execute(f"truncate {', '.join(f'{schema}.{name}' for name in names)} cascade")
            for name in names:
                columns = [each.strip('"') for each in await column_names(connection, schema, name)]
                source = work / f"{part.what}-{part.number}-{name}"
                done = await connection.copy_to_table(
                    name, schema_name=schema, columns=columns, source=source, format="text"
                )
                if int(done.split()[-1]) != part.tables[name]:
                    raise Unready("restore-rows", {"where": f"{schema}.{name}"})
        for row in await connection.fetch(_SEQUENCES, schema):
            await connection.execute(row[0])
    finally:
        await connection.close()
    await migrate_async(address, what)


_SEQUENCES = """
select format('select setval(%L, coalesce((select max(%I) from %I.%I), 0) + 1, false)',
              pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name), column_name,
              table_schema, table_name)
  from information_schema.columns
 where table_schema = $1 and pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) is not null
"""


async def _in_order(connection: Any, schema: str, names: list[str]) -> list[str]:
    """Return the SQL tables ordered so that each comes after those it refers to. The table `tab` comes
    first where it exists."""
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
