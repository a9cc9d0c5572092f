"""Converts what the table service commits into rows for the store: a step becomes a `LogWrite`, a
finished table the plan of its next table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from uuid import UUID

from malle.core.dealer import Dealer, new_seed, seal_of_seed
from malle.core.match import rotate_one_seat
from malle.core.record import TABLE_MOVER
from malle.runtime.idempotency import new_server_key
from malle.runtime.room import Room
from malle.storage.log_writer import LogWrite
from malle.storage.seed_encryption import SeedCipher
from malle.storage.store import NewTable, TableId, format_table_id
from malle.table import SeatKind, Step, Table, next_table_setup, seat_players_at_next


def request_digest(seat: int, request: str) -> bytes:
    """Return the digest of a seat's request. It is stored with the request's key, so that one key
    cannot serve two different requests."""
    return hashlib.blake2b(f"{seat} {request}".encode(), digest_size=16).digest()


AwaitedRobots = tuple[TableId, int, int]
"""A table, its seq, and the robot seats awaited there, one bit a seat."""


def awaited_robot_bits(table: Table) -> int:
    """Return the seats of robots that are awaited now, one bit a seat."""
    return _robot_bits(table.seat_kinds) & _seat_bits(table.awaited)


def has_people_connected(room: Room) -> bool:
    """Return whether a person (player or spectator, not a robot) is connected to this table at this
    process, or another process has reported viewers of it."""
    return bool(room.remote_presence) or any(not connection.caller.is_robot for connection in room.connections)


def robot_bits_to_ask(room: Room) -> int:
    """Return the seats of robots that should move now, one bit a seat. Robots wait, and the result
    is 0, at a table that no person watches and where no person has a seat. A seat that a robot
    keeps for a person counts as a person's."""
    table = room.table
    return (
        awaited_robot_bits(table)
        if has_people_connected(room) or table.vacated_seats or "person" in table.seat_kinds
        else 0
    )


def merge_awaited_robots(
    from_log: Iterable[AwaitedRobots], in_memory: Iterable[AwaitedRobots]
) -> Iterable[AwaitedRobots]:
    """Merge two reports on awaited robots into one row for each table, the one with the later seq.
    Rows in `from_log` were read from the log, since a room without viewers may be behind it. On
    equal seqs the row in `in_memory` wins, since a viewer may have come meanwhile."""
    newest_by_table = {report[0]: report for report in from_log}
    for table, seq, seats in in_memory:
        if table not in newest_by_table or newest_by_table[table][1] <= seq:
            newest_by_table[table] = (table, seq, seats)
    return newest_by_table.values()


def to_log_write(
    table_id: TableId, step: Step, key: UUID, digest: bytes, delay_seconds: float | None = 0.0
) -> LogWrite:
    """Return a step as the `LogWrite` that the store writes if the table is still at the seq before
    the step. `delay_seconds` are the seconds until the step becomes visible (see
    `seconds_until_reveal` in `malle.runtime.timing.reveal_delay`)."""
    table, entry = step.table, step.entry
    return LogWrite(
        table_id,
        entry.seq - 1,
        key,
        digest,
        entry.mover,
        "\n".join(entry.lines),
        step.deadline_seconds,
        _seat_bits(table.awaited),
        _robot_bits(table.seat_kinds),
        table.over is not None,
        delay_seconds,
    )


def plan_next_table(room: Room, table_id: TableId, seed_cipher: SeedCipher) -> NewTable:
    """Return the plan of the table that follows a finished one: setup, encrypted seed, first
    entries and seat owners. It gets the id `table_id`. Players and owners move on by one seat. The
    room's seat owners must have been read."""
    table, text, seed = room.table, format_table_id(table_id), new_seed()
    setup = next_table_setup(table, legs=room.game_info.games_per_match, name=text, seal=seal_of_seed(seed, text))
    steps = seat_players_at_next(table, setup, Dealer(seed, text))
    moves = tuple(to_log_write(table_id, step, new_server_key(), request_digest(TABLE_MOVER, "next")) for step in steps)
    owners = room.seat_owners or {}
    kinds = enumerate(table.seat_kinds)
    owner_by_seat = tuple(
        owners.get(seat) if kind == "person" or seat in table.vacated_seats else None for seat, kind in kinds
    )
    next_owners = {seat: sitter for seat, sitter in enumerate(rotate_one_seat(owner_by_seat)) if sitter is not None}
    return NewTable(table_id, setup, seed_cipher.encrypt(seed, text), moves, next_owners)


@lru_cache(4096)
def _robot_bits(kinds: tuple[SeatKind, ...]) -> int:
    """Return the seats of robots, one bit a seat."""
    return _seat_bits(tuple(seat for seat, kind in enumerate(kinds) if kind == "robot"))


@lru_cache(4096)
def _seat_bits(seats: tuple[int, ...]) -> int:
    """Return seats as a number, one bit a seat."""
    return sum(1 << seat for seat in seats)
