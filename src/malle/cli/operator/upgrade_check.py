"""Checks before an upgrade: can the new release continue the tables in play, and do players see the
same?

The running release records a baseline (`malle rehearse --note`, and with every backup). For every
table in play it digests what each seat and the spectators see and may do. It does so now and along
some moves that are played on in memory. The new release does the same and compares. A table is
*same*, *differs unseen* (only hidden state differs), *differs for somebody*, or *fails*.

Nothing is written to any table. The digests are made with the site's key, so they reveal nothing
of what comes.
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

import malle
from malle import __version__
from malle.cli.instance import Instance, default_folder, instance_environment
from malle.cli.operator.verify_logs import StoredTable, read_stored_tables
from malle.config.edition_folder import CustomEditions
from malle.config.game_library import GameLibrary
from malle.config.settings import Config, read_config
from malle.core import MalleError, Message, Seat
from malle.core.codec import encode
from malle.core.randomness import Luck
from malle.i18n.operator_messages import OperatorError, operator_translator
from malle.runtime.load_table import build_initial_table
from malle.storage.database_errors import UNAVAILABLE_ERRORS, database_not_ready, is_unavailable_error
from malle.storage.failover import connect
from malle.storage.store import LoadedTable
from malle.table import Setup, Table

LOOKAHEAD_MOVES = 24
"""Moves by which a table is played on in memory for its digests."""
Verdict = Literal["same", "differs unseen", "differs for somebody", "fails", "not noted"]
"""Result of the check of one table. `not noted` means that the baseline does not contain it and this
release can continue it."""
_TABLE_KINDS_SQL = """
select count(*) as count, min(id) as id from malle.tab t
 where not over and to_jsonb(t) ->> 'hidden' is null
 group by (setup::jsonb) -> 'game', (setup::jsonb) -> 'version', (setup::jsonb) -> 'edition',
          (setup::jsonb) -> 'numbers', (setup::jsonb) -> 'seats', (setup::jsonb) -> 'options'
"""
"""One table in play of each combination of game, version, edition, numbers, seats and options, with the
count of such tables."""
_REPLAY_ERRORS = (MalleError, msgspec.MsgspecError, ArithmeticError, AssertionError, LookupError, TypeError, ValueError)
"""Errors that rules may raise if they do not fit a table's log."""


class TableDigests(Struct, frozen=True):
    """Digests of one table at move `seq` and along the moves played on from there."""

    seq: int
    seen: tuple[str, ...]
    """One digest of all that each viewer sees and may do: by seat, the spectators' last."""
    hidden: str
    """Digest of the whole state and log, hidden parts included."""


class Baseline(Struct, frozen=True):
    """What one release made of the tables in play: the release's fingerprint, and the digests by
    table id. Another release compares its own digests."""

    release: str
    tables: dict[str, TableDigests]


def digest_table(table: Table, key: bytes) -> TableDigests:
    """Play a table on in memory for up to `LOOKAHEAD_MOVES` moves. Return digests, made with
    `key`, of all that each viewer sees and of the hidden state. The moves are drawn from the
    table's id, so every release plays the same ones."""
    seats = range(table.game.seats)
    seen = [hmac.new(key, b"seen", hashlib.sha256) for _ in range(len(seats) + 1)]
    hidden = hmac.new(key, b"hidden", hashlib.sha256)
    seq = table.seq
    for ahead in range(LOOKAHEAD_MOVES + 1):
        hidden.update(encode((table.state, table.turn, table.draws_written, table.awaited_since)))
        for viewer, digest in zip((*map(Seat, seats), None), seen, strict=True):
            now = None if table.state is None else table.game.now(table.state, viewer)
            digest.update(encode((now, table.turn, table.seat_kinds, table.paused, table.legal(viewer))))
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
    return TableDigests(seq, tuple(each.hexdigest()[:32] for each in seen), hidden.hexdigest()[:32])


def compare_table(
    stored: StoredTable, baseline_digests: TableDigests | None, config: Config, library: GameLibrary
) -> tuple[Verdict, str]:
    """Return the verdict on a table under this release, and why it fails (empty for other
    verdicts). `baseline_digests` is the table's entry in the baseline, or `None`. The digests
    are compared at the move of that entry; the rest of the log must replay."""
    try:
        table = stored.initial_table(library, config.keyring.seed_cipher())
        until = baseline_digests.seq if baseline_digests is not None else stored.seq
        table = table.replay(stored.entries[:until])
        digests = digest_table(table, config.keyring.upgrade_check_key())
        table.replay(stored.entries[until:])
    except _REPLAY_ERRORS as error:
        return "fails", str(error) or type(error).__name__
    if baseline_digests is None:
        return "not noted", ""
    if digests.seen != baseline_digests.seen:
        return "differs for somebody", ""
    return ("same" if digests == baseline_digests else "differs unseen"), ""


async def make_baseline(config: Config, library: GameLibrary) -> Baseline:
    """Return the baseline of this release over all tables in play, without hidden ones. Tables
    that this release cannot continue are left out."""
    digests: dict[str, TableDigests] = {}
    sealer, key = config.keyring.seed_cipher(), config.keyring.upgrade_check_key()
    for address in config.table_databases.values():
        async for stored in read_stored_tables(address, in_play_only=True):
            try:
                digests[stored.setup.table] = digest_table(
                    stored.initial_table(library, sealer).replay(stored.entries), key
                )
            except _REPLAY_ERRORS:
                continue
    return Baseline(release_fingerprint(), digests)


def release_fingerprint() -> str:
    """Return the version, followed by a digest of all Python files in `core`, `games` and
    `table`. So two builds of one version with different rules have different fingerprints."""
    digest = hashlib.sha256()
    here = Path(malle.__file__).parent
    for file in sorted(file_path for part in ("core", "games", "table") for file_path in (here / part).rglob("*.py")):
        digest.update(file.read_bytes())
    return f"{__version__} {digest.hexdigest()[:12]}"


def upgrade_check_command(options: argparse.Namespace) -> int:
    """Run `malle rehearse`: check all tables in play, print those that differ or fail, and how
    many have each verdict. Return 2 if one fails, 1 if one differs, 0 otherwise. With `--note`,
    write the baseline of this release instead and return 0."""
    instance = Instance(options.folder or default_folder())
    file = options.notes or instance.folder / "notes.json"
    translate = operator_translator(options.lang)
    with instance_environment(options.folder):
        config = read_config()
        library = GameLibrary(custom_editions=CustomEditions(folder=config.editions_folder))
        if options.note:
            baseline = asyncio.run(make_baseline(config, library))
            write_baseline(file, baseline)
            counted = len(baseline.tables)
            print(translate(Message("rehearse-noted", {"n": counted, "release": baseline.release, "file": str(file)})))
            return 0
        verdicts = asyncio.run(check_tables(config, library, read_baseline(file)))
    counts = Counter(verdict for verdict, _ in verdicts.values())
    for table, (verdict, why) in verdicts.items():
        if verdict not in ("same", "not noted"):
            verdict_message = (
                Message("rehearse-why", {"sort": _verdict_message(verdict), "why": why})
                if why
                else _verdict_message(verdict)
            )
            print(translate(Message("rehearse-table", {"table": table, "sort": verdict_message})))
    sorts = tuple(
        Message("rehearse-count", {"n": count, "sort": _verdict_message(verdict)}) for verdict, count in counts.items()
    )
    print(
        translate(Message("rehearse-sum", {"n": len(verdicts), "sorts": sorts}) if sorts else Message("rehearse-none"))
    )
    if counts["not noted"]:
        print(translate(Message("rehearse-before")))
    return 2 if counts["fails"] else 1 if counts["differs unseen"] + counts["differs for somebody"] else 0


def _verdict_message(verdict: Verdict) -> Message:
    """Return the message that names a verdict."""
    return Message(f"sort-{verdict.replace(' ', '-')}")


async def check_tables(config: Config, library: GameLibrary, baseline: Baseline) -> dict[str, tuple[Verdict, str]]:
    """Return the verdict and its reason for every table in play under this release, by table id.
    Hidden tables are left out."""
    verdicts = {}
    for address in config.table_databases.values():
        async for stored in read_stored_tables(address, in_play_only=True):
            verdicts[stored.setup.table] = compare_table(
                stored, baseline.tables.get(stored.setup.table), config, library
            )
    return verdicts


def write_baseline(file: Path, baseline: Baseline) -> None:
    """Write the baseline, whole or not at all. Only the file's owner may read it."""
    new_file = file.with_name(file.name + ".new")
    new_file.write_bytes(msgspec.json.encode(baseline))
    new_file.chmod(0o600)
    new_file.rename(file)


def read_baseline(file: Path) -> Baseline:
    """Return the baseline in the file, or an empty one if there is no file. Raise
    `OperatorError` if the file cannot be parsed."""
    if not file.exists():
        return Baseline("", {})
    try:
        return msgspec.json.decode(file.read_bytes(), type=Baseline)
    except msgspec.MsgspecError as error:
        raise OperatorError("notes-unreadable", {"file": str(file), "why": str(error)}) from error


def require_servable_tables(config: Config, addresses: Iterable[str]) -> None:
    """Raise `OperatorError` if this release lacks the rules, the edition or the key for a table
    in play. Of tables with the same game, version, edition, seats and options only one is
    opened; `malle rehearse` replays all. The databases may be of an older release, or empty."""
    library = GameLibrary(custom_editions=CustomEditions(folder=config.editions_folder))
    for address in addresses:
        for (game, why), count in asyncio.run(count_unservable_tables(address, config, library)).items():
            raise OperatorError("tables-unservable", {"count": count, "game": game, "why": why})


async def _sample_tables(address: str) -> tuple[list[asyncpg.Record], dict[int, int]]:
    """Return one table in play of each kind (see `_TABLE_KINDS_SQL`), and how many tables of
    that kind there are, by the id of the returned one."""
    connection = await connect(address, timeout=10)
    try:
        kinds = {row["id"]: row["count"] for row in await connection.fetch(_TABLE_KINDS_SQL)}
        rows = await connection.fetch("select id, setup, seed from malle.tab where id = any($1)", list(kinds))
    finally:
        await connection.close()
    return rows, kinds


async def count_unservable_tables(address: str, config: Config, library: GameLibrary) -> Mapping[tuple[str, str], int]:
    """Return how many tables in play of a database this release cannot continue, by game and
    reason. A database without a schema has none. Raise `OperatorError` if it does not answer."""
    try:
        rows, kinds = await _sample_tables(address)
    except (asyncpg.UndefinedTableError, asyncpg.InvalidSchemaNameError):  # a new instance
        return {}
    except UNAVAILABLE_ERRORS as error:
        if not is_unavailable_error(error):
            raise
        raise database_not_ready(address, error) from error
    counts: Counter[tuple[str, str]] = Counter()
    for row in rows:
        setup = msgspec.json.decode(row["setup"], type=Setup)
        try:
            build_initial_table(
                LoadedTable(setup, row["seed"], None, [], None, []), library, config.keyring.seed_cipher()
            )
        except MalleError as error:
            counts[setup.game, str(error)] += kinds[row["id"]]
    return counts
