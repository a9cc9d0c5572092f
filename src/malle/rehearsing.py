"""Checks before an upgrade: can the new release continue the tables in play, and do players see the same?

The running release records a baseline (`malle rehearse --note`, and with every backup). For every table in
play it digests what each seat and the spectators see and may do, now and along some moves played on in
memory. The new release does the same and compares. A table is *same*, *differs unseen* (only hidden state
differs), *differs for somebody*, or *fails*.

Nothing is written to any table. The digests are made with the site's key, so they reveal nothing of what
comes.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

import asyncpg
import msgspec
from msgspec import Struct

from malle import __version__
from malle.core import MalleError, Say, Seat
from malle.core.codec import encode
from malle.core.luck import Luck
from malle.live.opening import opened
from malle.place import Place, in_folder, usual_folder
from malle.replaying import KeptTable, kept_tables
from malle.store.away import AWAY, database_away, is_away
from malle.store.hosts import connect
from malle.store.store import Stored
from malle.table import Setup, Table
from malle.voice import Unready, teller
from malle.wire.boxes import Boxes
from malle.wire.config import Config, read_config
from malle.wire.library import Library

AHEAD = 24
"""Moves that are played on in memory."""
Sort = Literal["same", "differs unseen", "differs for somebody", "fails", "not noted"]
"""Result of the check of one table. `not noted` means that the baseline does not contain it and this
release can continue it."""
_KINDS = """
select count(*) as count, min(id) as id from malle.tab t
 where not over and to_jsonb(t) ->> 'hidden' is null
 group by (setup::jsonb) -> 'game', (setup::jsonb) -> 'version', (setup::jsonb) -> 'edition',
          (setup::jsonb) -> 'numbers', (setup::jsonb) -> 'seats', (setup::jsonb) -> 'options'
"""
"""One table in play of each combination of game, version, edition, numbers, seats and options, with the
count of such tables."""
_ERRORS = (MalleError, msgspec.MsgspecError, ArithmeticError, AssertionError, LookupError, TypeError, ValueError)
"""Errors that rules may raise if they do not fit a log."""


class Foreseen(Struct, frozen=True):
    """Digests of one table from move `seq` on: one for each viewer, with the spectators last, and one of
    the hidden state."""

    seq: int
    seen: tuple[str, ...]
    hidden: str


class Notes(Struct, frozen=True):
    """The baseline: which release recorded it, and the digests by table id."""

    release: str
    tables: dict[str, Foreseen]


def note_of(table: Table, key: bytes) -> Foreseen:
    """Play a table on in memory for up to `LOOKAHEAD_MOVES` moves and return the digests of all that each
    viewer sees. The moves are drawn from the table's id, so every release draws the same."""
    seats = range(table.game.seats)
    seen = [hmac.new(key, b"seen", hashlib.sha256) for _ in range(len(seats) + 1)]
    hidden = hmac.new(key, b"hidden", hashlib.sha256)
    seq = table.seq
    for ahead in range(AHEAD + 1):
        hidden.update(encode((table.state, table.turn, table.drawn, table.since)))
        for viewer, digest in zip((*map(Seat, seats), None), seen, strict=True):
            now = None if table.state is None else table.game.now(table.state, viewer)
            digest.update(encode((now, table.turn, table.kinds, table.paused, table.legal(viewer))))
        if not table.awaited:
            break
        luck = Luck(hashlib.sha256(f"{table.setup.table} {seq} {ahead}".encode()).digest())
        seat = luck.choice(table.awaited)
        action = luck.choice(table.legal(seat))
        step = table.act(seat, table.game.write(action), table.seq)
        for viewer, digest in zip((*map(Seat, seats), None), seen, strict=True):
            digest.update(encode(step.heard_by(viewer)))
        hidden.update(encode(step.entry))
        table = step.table
    return Foreseen(seq, tuple(each.hexdigest()[:32] for each in seen), hidden.hexdigest()[:32])


def compare(kept: KeptTable, before: Foreseen | None, config: Config, library: Library) -> tuple[Sort, str]:
    """Return the verdict on a table under this release, and the reason if it fails. `baseline_digests` is
    the table's entry in the baseline, or `None`. The table is compared at the entry's move, and the rest of
    the log is replayed."""
    try:
        table = kept.opened(library, config.keys.sealer())
        until = before.seq if before is not None else kept.seq
        table = table.replay(kept.entries[:until])
        now = note_of(table, config.keys.notes())
        table.replay(kept.entries[until:])
    except _ERRORS as error:
        return "fails", str(error) or type(error).__name__
    if before is None:
        return "not noted", ""
    if now.seen != before.seen:
        return "differs for somebody", ""
    return ("same" if now == before else "differs unseen"), ""


async def note_all(config: Config, library: Library) -> Notes:
    """Return the baseline of this release over all tables in play. Tables that this release cannot continue
    are left out."""
    noted: dict[str, Foreseen] = {}
    sealer, key = config.keys.sealer(), config.keys.notes()
    for address in config.databases.values():
        async for kept in kept_tables(address, running=True):
            try:
                noted[kept.setup.table] = note_of(kept.opened(library, sealer).replay(kept.entries), key)
            except _ERRORS:
                continue
    return Notes(release_mark(), noted)


def release_mark() -> str:
    """Return the version followed by a digest of all Python files in `core`, `games` and `table`. Two
    builds of one version with different rules differ."""
    digest = hashlib.sha256()
    here = Path(__file__).parent
    for file in sorted(each for part in ("core", "games", "table") for each in (here / part).rglob("*.py")):
        digest.update(file.read_bytes())
    return f"{__version__} {digest.hexdigest()[:12]}"


def rehearse_word(options: argparse.Namespace) -> int:
    """Run `malle rehearse`: check all tables in play and print those that differ or fail. Return 0 if all
    are the same or have no baseline, 1 if one differs, 2 if one fails. With `--note`, write the baseline
    instead and return 0."""
    place = Place(options.folder or usual_folder())
    file = options.notes or place.folder / "notes.json"
    tell = teller(options.lang)
    with in_folder(options.folder):
        config = read_config()
        library = Library(boxes=Boxes(folder=config.editions))
        if options.note:
            notes = asyncio.run(note_all(config, library))
            write_notes(file, notes)
            counted = len(notes.tables)
            print(tell(Say("rehearse-noted", {"n": counted, "release": notes.release, "file": str(file)})))
            return 0
        found = asyncio.run(rehearse(config, library, read_notes(file)))
    counts = Counter(sort for sort, _ in found.values())
    for table, (sort, why) in found.items():
        if sort not in ("same", "not noted"):
            fared = Say("rehearse-why", {"sort": _said(sort), "why": why}) if why else _said(sort)
            print(tell(Say("rehearse-table", {"table": table, "sort": fared})))
    sorts = tuple(Say("rehearse-count", {"n": count, "sort": _said(sort)}) for sort, count in counts.items())
    print(tell(Say("rehearse-sum", {"n": len(found), "sorts": sorts}) if sorts else Say("rehearse-none")))
    if counts["not noted"]:
        print(tell(Say("rehearse-before")))
    return 2 if counts["fails"] else 1 if counts["differs unseen"] + counts["differs for somebody"] else 0


def _said(sort: Sort) -> Say:
    """Return the message for a verdict."""
    return Say(f"sort-{sort.replace(' ', '-')}")


async def rehearse(config: Config, library: Library, notes: Notes) -> dict[str, tuple[Sort, str]]:
    """Return verdict and reason by table id, for every table in play under this release."""
    found = {}
    for address in config.databases.values():
        async for kept in kept_tables(address, running=True):
            found[kept.setup.table] = compare(kept, notes.tables.get(kept.setup.table), config, library)
    return found


def write_notes(file: Path, notes: Notes) -> None:
    """Write the baseline, whole or not at all. Only the file's owner may read it."""
    fresh = file.with_name(file.name + ".new")
    fresh.write_bytes(msgspec.json.encode(notes))
    fresh.chmod(0o600)
    fresh.rename(file)


def read_notes(file: Path) -> Notes:
    """Return the recorded baseline, or an empty one if there is no file. Raise `OperatorError` if the file
    cannot be parsed."""
    if not file.exists():
        return Notes("", {})
    try:
        return msgspec.json.decode(file.read_bytes(), type=Notes)
    except msgspec.MsgspecError as error:
        raise Unready("notes-unreadable", {"file": str(file), "why": str(error)}) from error


def need_servable(config: Config, addresses: Iterable[str]) -> None:
    """Raise `OperatorError` if this release has no rules, edition numbers or key for a table in play. One
    table of each kind is opened; `malle rehearse` plays all. The databases may be of an older release, or
    empty."""
    library = Library(boxes=Boxes(folder=config.editions))
    for address in addresses:
        for (game, why), count in asyncio.run(unservable(address, config, library)).items():
            raise Unready("tables-unservable", {"count": count, "game": game, "why": why})


async def _kinds(address: str) -> tuple[list[asyncpg.Record], dict[int, int]]:
    """Return one table in play of each kind, and by its id how many such tables there are."""
    connection = await connect(address, timeout=10)
    try:
        kinds = {row["id"]: row["count"] for row in await connection.fetch(_KINDS)}
        rows = await connection.fetch("select id, setup, seed from malle.tab where id = any($1)", list(kinds))
    finally:
        await connection.close()
    return rows, kinds


async def unservable(address: str, config: Config, library: Library) -> Mapping[tuple[str, str], int]:
    """Return how many tables of a database cannot continue, by game and reason. An empty database has none.
    Raise `OperatorError` if it does not answer."""
    try:
        rows, kinds = await _kinds(address)
    except (asyncpg.UndefinedTableError, asyncpg.InvalidSchemaNameError):  # a new instance
        return {}
    except AWAY as error:
        if not is_away(error):
            raise
        raise database_away(address, error) from error
    found: Counter[tuple[str, str]] = Counter()
    for row in rows:
        setup = msgspec.json.decode(row["setup"], type=Setup)
        try:
            opened(Stored(setup, row["seed"], None, [], None, []), library, config.keys.sealer())
        except MalleError as error:
            found[setup.game, str(error)] += kinds[row["id"]]
    return found
