"""Converts what the table service commits into rows for the store: a step becomes a `Move`, a finished table
the plan of its next table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from uuid import UUID

from malle.core.dealer import Dealer, new_seed, seal
from malle.core.match import moved_on
from malle.core.record import TABLE
from malle.live.keys import fresh_key
from malle.live.room import Room
from malle.store.seal import Sealer
from malle.store.store import Opening, TableId, write_id
from malle.store.writer import Move
from malle.table import Kind, Step, Table, following_setup, seat_all


def wish_hash(seat: int, wish: str) -> bytes:
    """Return the digest of a seat's request. It is stored with the key, so that one key cannot serve two
    requests."""
    return hashlib.blake2b(f"{seat} {wish}".encode(), digest_size=16).digest()


RobotsAt = tuple[TableId, int, int]
"""A table, its seq, and the robot seats awaited there, one bit a seat."""


def robots_awaited(table: Table) -> int:
    """Return the robot seats that may act, one bit a seat."""
    return _robots(table.kinds) & _bits(table.awaited)


def is_seen(room: Room) -> bool:
    """Return whether a person is connected to this table here, or another process has reported viewers of it."""
    return bool(room.elsewhere) or any(not each.who.robot for each in room.connections)


def robots_asked(room: Room) -> int:
    """Return the robot seats that should act now, one bit a seat. Robots wait, and the result is 0, at a
    table that no person watches and where no seat belongs to a person."""
    table = room.table
    return robots_awaited(table) if is_seen(room) or table.left or "person" in table.kinds else 0


def newest(written: Iterable[RobotsAt], here: Iterable[RobotsAt]) -> Iterable[RobotsAt]:
    """Merge two reports on awaited robots into one row a table: the one with the later seq. `from_log` is
    read from the log, since a room without viewers may be behind it. On equal seqs `in_memory` wins, since a
    viewer may have come meanwhile."""
    found = {each[0]: each for each in written}
    for table, seq, seats in here:
        if table not in found or found[table][1] <= seq:
            found[table] = (table, seq, seats)
    return found.values()


def move_of(id_: TableId, step: Step, key: UUID, hashed: bytes, held: float | None = 0.0) -> Move:
    """Return a step as the `Move` that the store writes, if the table is still at the seq before it. For
    `delay_seconds` see `malle.runtime.timing.reveal_delay`."""
    table, entry = step.table, step.entry
    return Move(
        id_, entry.seq - 1, key, hashed, entry.mover, "\n".join(entry.lines), step.clock, _bits(table.awaited),
        _robots(table.kinds), table.over is not None, held,
    )  # fmt: skip


def opening_after(room: Room, id_: TableId, sealer: Sealer) -> Opening:
    """Return the plan of the table that follows a finished one: setup, encrypted seed, first entries and seat
    owners. Players and owners move on by one seat."""
    table, text, seed = room.table, write_id(id_), new_seed()
    setup = following_setup(table, legs=room.sheet.legs, name=text, seal=seal(seed, text))
    steps = seat_all(table, setup, Dealer(seed, text))
    moves = tuple(move_of(id_, step, fresh_key(), wish_hash(TABLE, "next")) for step in steps)
    known = room.sitters or {}
    kinds = enumerate(table.kinds)
    sitting = tuple(known.get(seat) if kind == "person" or seat in table.left else None for seat, kind in kinds)
    sitters = {seat: sitter for seat, sitter in enumerate(moved_on(sitting)) if sitter is not None}
    return Opening(id_, setup, sealer.seal(seed, text), moves, sitters)


@lru_cache(4096)
def _robots(kinds: tuple[Kind, ...]) -> int:
    """Return the seats of robots, one bit a seat."""
    return _bits(tuple(seat for seat, kind in enumerate(kinds) if kind == "robot"))


@lru_cache(4096)
def _bits(seats: tuple[int, ...]) -> int:
    """Return seats as a number, one bit a seat."""
    return sum(1 << seat for seat in seats)
