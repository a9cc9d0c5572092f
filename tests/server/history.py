"""What the clients of a run did and saw, and the checker that compares it with the log.

The checker knows nothing of the server: it has the clients' notes, the rows of the databases, the rules and the dealer.
It replays every log from the first entry and asks:

- *lost*: is every move that was answered `taken` in the log, at the seq of the answer, with the same text?
- *doubled*: has every entry of a seat exactly one wish of a client behind it, and every wish at most one entry?
- *gaps*: do the entries of every table count 1, 2, 3 … up to the table's own seq?
- *chance*: is every outcome the one that the dealer gives for its number, so that no crash ever drew again?
- *fresh*: was every mover awaited, without a break, since the state on which they chose?
- *seen*: is every state that any client was ever shown the one that the log has at that seq?
- *last*: when all moves were made, did every client see the end of the log? What is written after that look must be an
  answer by the clock, for a silent seat's table.
- *answers*: did a repeat get the first answer, a reused key a refusal, and nobody a refusal they did not earn?
- *deadlines*: was every silent seat answered for, not before its time and not long after?
- *stuck*: did every table go on after the faults, and soon after each of them?
- *slow*, *late*: were moves answered in time while NATS was away, and did everybody see them soon? Seconds in which a
  busy machine let the servers, PostgreSQL or the clients stand in line are not counted (`tests.server.runnable`).
"""

from __future__ import annotations

import hashlib
import itertools
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import asyncpg
import msgspec

from malle.config.game_library import GameLibrary
from malle.config.keyring import Keyring
from malle.core import MalleError, Seat
from malle.core.codec import encode
from malle.core.dealer import Dealer, seal_of_seed
from malle.core.record import TABLE_MOVER
from malle.runtime.idempotency import deadline_key
from malle.storage.store import parse_table_id
from malle.table import Entry, Setup, Table, open_table
from tests.server.runnable import Waits

ANSWER_MS = 200
"""p99 of answers while NATS is away, on a machine of its own."""
SEEN_SECONDS = 5.0
"""By then everybody has seen a move."""
STANDS_SECONDS = 10.0
"""No table whose players are there stands still for longer, once a fault is over."""
DEADLINE_SECONDS = 12.0
"""How late the answer for a silent seat may come: a claim that died with its process is claimed again after five."""


@dataclass
class Wish:
    """Something a client asked for."""

    table: str
    seat: int
    key: str
    text: str
    seen: int
    asked: float
    answered: float = 0.0
    taken: int = -1
    refused: str = ""
    resent: bool = False
    """Sent over more than one socket: the server was killed meanwhile."""
    quiet: bool = False
    """While NATS was away."""


@dataclass
class Seen:
    """What one client was shown: a digest of what it saw at each seq, and its last state."""

    table: str
    viewer: int
    digests: dict[int, set[bytes]] = field(default_factory=lambda: defaultdict(set))
    last: int = -1
    lag: float = 0.0
    """The longest time between an answer and this client's sight of it."""


@dataclass
class History:
    """Everything the clients know."""

    wishes: list[Wish] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """What a client found wrong at once."""
    tables: dict[str, int] = field(default_factory=dict)
    """Every table with the seq that it had when the faults were over."""
    ends: dict[str, int] = field(default_factory=dict)
    """Every table with the seq that it had when its clients were looked at for the last time."""
    waits: Waits = field(default_factory=lambda: Waits(tuple))
    """What a busy machine took from the servers, from PostgreSQL and from us: not judged as theirs."""
    down: list[tuple[float, float]] = field(default_factory=list)
    """When a database was away: from, until."""
    end: datetime | None = None
    """The last moment of the run, by the database's clock."""
    silent: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Tables with a silent seat: (seat, pace)."""
    began: float = 0.0
    """When everybody was there and began to play, by the clock on the wall."""
    stands: float = STANDS_SECONDS
    """Seconds that a table may stand still."""
    answer_ms: float = ANSWER_MS
    """Answers slower than this while NATS is away are a fault; 0: their time is told, not judged."""


def digest(view: bytes) -> bytes:
    """A view in sixteen bytes."""
    return hashlib.blake2b(view, digest_size=16).digest()


@dataclass
class Log:
    """A table as the database has it."""

    setup: Setup
    seed: bytes
    seq: int
    rows: list[Any]
    clock: bytes
    """Makes the keys of the clock's entries."""


async def read_logs(owners: Mapping[int, str], tables: Iterable[str], keys: Keyring) -> dict[str, Log]:
    """The rows of these tables, seeds opened."""
    sealer = keys.seed_cipher()
    logs: dict[str, Log] = {}
    groups: dict[int, dict[int, str]] = defaultdict(dict)
    for text in tables:
        groups[parse_table_id(text) >> 48][parse_table_id(text)] = text
    for number, group in groups.items():
        connection = await asyncpg.connect(owners[number])
        try:
            for row in await connection.fetch("select * from malle.tab where id = any($1)", list(group)):
                setup = msgspec.json.decode(row["setup"], type=Setup)
                logs[group[row["id"]]] = Log(
                    setup, sealer.decrypt(row["seed"], setup.table), row["seq"], [], keys.clock_key()
                )
            rows = "select * from malle.entry where tab = any($1) order by tab, seq"
            for row in await connection.fetch(rows, list(group)):
                logs[group[row["tab"]]].rows.append(row)
        finally:
            connection.terminate()
    return logs


def last_moment(logs: Mapping[str, Log]) -> datetime | None:
    """When the last entry of all was written."""
    return max((row["at"] for log in logs.values() for row in log.rows), default=None)


def check(history: History, logs: Mapping[str, Log], library: GameLibrary) -> list[str]:
    """Everything that is wrong. An empty list is a pass."""
    found = list(history.faults)
    history.end = last_moment(logs)
    by_key: dict[str, dict[str, Wish]] = defaultdict(dict)
    for wish in history.wishes:
        by_key[wish.table][wish.key] = wish
    seen: dict[str, list[Seen]] = defaultdict(list)
    for each in history.seen:
        seen[each.table].append(each)
    for text in history.tables:
        if text not in logs:
            found.append(f"lost: table {text} is gone")
            continue
        found += _check_table(text, logs[text], by_key[text], seen[text], history, library)
    found += _check_answers(history)
    return found


def _check_table(
    text: str, log: Log, wishes: Mapping[str, Wish], seen: list[Seen], history: History, library: GameLibrary
) -> list[str]:
    found: list[str] = []
    if [row["seq"] for row in log.rows] != list(range(1, log.seq + 1)):
        found.append(f"gaps: table {text} is at {log.seq} and has {len(log.rows)} entries")
    written = {str(row["key"]): row for row in log.rows}
    for key, wish in wishes.items():
        row = written.get(key)
        if wish.taken >= 0 and row is None:
            found.append(f"lost: {text} {wish.text!r} of seat {wish.seat} was taken as {wish.taken}")
        elif wish.taken >= 0 and row is not None and _told(row) != (wish.taken, wish.seat, wish.text):
            found.append(f"answers: {text} says {wish.taken} {wish.text!r}, the log has {row['seq']} {row['lines']!r}")
    silent = history.silent.get(text)
    end = history.ends.get(text, log.seq)
    for row in log.rows:
        by_clock = silent is not None and row["key"] == deadline_key(log.clock, text, row["seq"] - 1, row["mover"])
        known = str(row["key"]) in wishes or row["mover"] == TABLE_MOVER or by_clock
        if not known:
            found.append(f"doubled: {text} has {row['lines']!r} at {row['seq']}, which nobody asked for")
        if row["seq"] > end and not by_clock:
            found.append(f"last: {text} got {row['lines']!r} at {row['seq']} when everybody had stopped at {end}")
    found += [
        f"last: {text} seat {each.viewer} ended at {each.last}, the log at {end}" for each in seen if each.last < end
    ]
    found += replay_faults(text, log, wishes, seen, library)
    if silent is not None:
        found += _check_deadlines(text, log, silent, history)
        found += _check_clock(text, log, silent[1], library)
    else:
        found += _check_going_on(text, log, history)
        if text in history.tables and history.tables[text] >= log.seq and not _is_over(log, library):
            found.append(f"stuck: {text} stayed at {log.seq}")
    return found


def _check_going_on(text: str, log: Log, history: History) -> list[str]:
    """Whoever is asked here answers soon: what is between two moves is the servers' doing. While a database is away
    tables may stand, and after that they have their time."""
    wall = time.time() - time.monotonic()
    found = []
    for row, after in itertools.pairwise(log.rows):
        since, until = max(history.began, row["at"].timestamp()), after["at"].timestamp()
        for began, end in history.down:
            if wall + began < until and since < wall + end:
                since = min(until, wall + end)
        if (stood := history.waits.own(since, until)) > history.stands:
            found.append(f"stuck: {text} stood still for {stood:.1f} s before {after['seq']}")
    return found


def _told(row: Any) -> tuple[int, int, str]:
    return row["seq"], row["mover"], row["lines"].split("\n")[0]


def new_table(log: Log, library: GameLibrary) -> Table:
    """A table as it was before the first entry of its log."""
    setup = log.setup
    game = library.game(setup.game, setup.version, setup.seats, setup.options)
    return open_table(setup, game, Dealer(log.seed, setup.table))


def _is_over(log: Log, library: GameLibrary) -> bool:
    try:
        entries = (Entry(row["seq"], row["mover"], tuple(row["lines"].split("\n"))) for row in log.rows)
        return new_table(log, library).replay(entries).over is not None
    except MalleError:
        return False


def replay_faults(text: str, log: Log, wishes: Mapping[str, Wish], seen: list[Seen], library: GameLibrary) -> list[str]:
    """What is wrong with a log, entry by entry, and with what was shown of it."""
    found: list[str] = []
    if seal_of_seed(log.seed, text) != log.setup.seal:
        found.append(f"chance: {text} was not sealed with its seed")
    table = new_table(log, library)
    views = {each.viewer: _digests(each.viewer, table) for each in seen}
    for row in log.rows:
        lines = row["lines"].split("\n")
        wish = wishes.get(str(row["key"]))
        try:
            if wish is not None and not table.is_fresh(Seat(wish.seat), wish.seen):
                found.append(f"fresh: {text} took {wish.text!r} at {row['seq']}, chosen on {wish.seen}")
            # What the dealer gives here, whatever the log says.
            if row["mover"] == TABLE_MOVER:
                dealt = table._apply_note(lines[0])
            else:
                action = table.game.read(lines[0], table.state, Seat(row["mover"]))
                dealt = table._move(Seat(row["mover"]), lines[0], action)
            if dealt.entry.lines != tuple(lines):
                found.append(
                    f"chance: {text} at {row['seq']} has {lines[1:]}, the dealer gives {dealt.entry.lines[1:]}"
                )
            table = table.follow(Entry(row["seq"], row["mover"], tuple(lines))).table
        except (MalleError, ValueError) as error:
            found.append(f"rules: {text} at {row['seq']}: {row['lines']!r} does not follow: {error!r}")
            return found
        for each in seen:
            views[each.viewer][table.seq] = _view(each.viewer, table)
    for each in seen:
        for seq, digests in each.digests.items():
            if digests != {views[each.viewer].get(seq)}:
                found.append(f"seen: {text} showed seat {each.viewer} another table at {seq} than the log has")
    return found


def _digests(viewer: int, table: Table) -> dict[int, bytes]:
    return {table.seq: _view(viewer, table)}


def _view(viewer: int, table: Table) -> bytes:
    view = table.view(Seat(viewer))
    return digest(b"null" if view is None else encode(view))


def _check_deadlines(text: str, log: Log, silent: tuple[int, int], history: History) -> list[str]:
    """The silent seat's own entries come by the clock alone: each so long after it was asked, the last one too."""
    seat, pace = silent
    latest = pace + DEADLINE_SECONDS + sum(end - began for began, end in history.down)
    end = history.end
    found: list[str] = []
    asked: datetime | None = None
    for row in log.rows:
        if row["mover"] == seat and asked is not None:
            waited = (row["at"] - asked).total_seconds()
            own = history.waits.own(asked.timestamp(), row["at"].timestamp())
            if waited < pace * 0.95 or own > latest:
                found.append(f"deadlines: {text} answered for a silent seat after {waited:.1f} s, its pace is {pace}")
        asked = row["at"] if row["mover"] == seat or asked is None else asked
        if _begins_window(row):
            asked = row["at"]
    last = log.rows[-1]["at"] if log.rows else None
    if end is not None and last is not None and history.waits.own(last.timestamp(), end.timestamp()) > latest:
        found.append(f"stuck: {text} has waited {(end - last).total_seconds():.1f} s, its pace is {pace}")
    return found


def _check_clock(text: str, log: Log, pace: int, library: GameLibrary) -> list[str]:
    """Whoever was answered for by the clock had been asked the same for the whole time."""
    found: list[str] = []
    table = new_table(log, library)
    for row in log.rows:
        if row["key"] == deadline_key(log.clock, text, table.seq, row["mover"]):
            since = table.awaited_since[row["mover"]]
            waited = (row["at"] - log.rows[since - 1]["at"]).total_seconds() if since > 0 else pace
            if waited < pace * 0.95:
                found.append(f"deadlines: {text} seat {row['mover']} had {waited:.1f} s of {pace} at {row['seq']}")
        try:
            table = table.follow(Entry(row["seq"], row["mover"], tuple(row["lines"].split("\n")))).table
        except MalleError:
            return found  # told elsewhere
    return found


def _begins_window(row: Any) -> bool:
    """A new round was dealt: everybody is asked anew."""
    return "deal" in row["lines"]


def own_answers(history: History, *, quiet: bool) -> list[float]:
    """Milliseconds until moves were answered while NATS was away, or was there; not those for which a server was
    killed, or which a crashed database kept waiting: that is not the broker's doing."""
    wall = time.time() - time.monotonic()
    return [
        1000 * history.waits.own(wall + wish.asked, wall + wish.answered)
        for wish in history.wishes
        if wish.quiet == quiet and wish.taken >= 0 and not wish.resent
        if not any(began <= wish.answered and wish.asked <= end for began, end in history.down)
    ]


def _check_answers(history: History) -> list[str]:
    found = [
        f"answers: {wish.table} seat {wish.seat} {wish.text!r} chosen on {wish.seen} was refused: {wish.refused}"
        for wish in history.wishes
        if wish.refused and wish.table not in history.silent  # there the clock may have been faster
    ]
    # A disk that is slow for all is not the broker's doing either.
    quiet, usual = (percentile(own_answers(history, quiet=each), 99) for each in (True, False))
    if history.answer_ms and quiet > max(history.answer_ms, 1.5 * usual):
        found.append(f"slow: p99 of answers while NATS was away is {quiet:.0f} ms, else {usual:.0f}")
    found += [
        f"late: {each.table} seat {each.viewer} saw a move {each.lag:.1f} s after it was answered"
        for each in history.seen
        if each.lag > SEEN_SECONDS
    ]
    return found


def percentile(values: Iterable[float], percent: float) -> float:
    """The value below which so many percent lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0
