"""What the house hands to the store: a step as a move to be written, and a table to be opened with everybody seated."""

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
    """What was asked for, so that a key cannot be used for two things."""
    return hashlib.blake2b(f"{seat} {wish}".encode(), digest_size=16).digest()


RobotsAt = tuple[TableId, int, int]
"""A table, its seq, and the robots' seats that are awaited there, as bits."""


def robots_awaited(table: Table) -> int:
    """The robots that may act, one bit a seat."""
    return _robots(table.kinds) & _bits(table.awaited)


def is_seen(room: Room) -> bool:
    """Does anybody look who is no robot, through whichever process?"""
    return bool(room.elsewhere) or any(not each.who.robot for each in room.connections)


def robots_asked(room: Room) -> int:
    """The robots that may act and should, one bit a seat: those alone at a table wait while nobody looks."""
    table = room.table
    return robots_awaited(table) if is_seen(room) or table.left or "person" in table.kinds else 0


def newest(written: Iterable[RobotsAt], here: Iterable[RobotsAt]) -> Iterable[RobotsAt]:
    """Of each table what is known up to the latest move: a room that nobody looks at through this process may be behind
    the log. Where both know as many moves the room knows better, for somebody may have come since."""
    found = {each[0]: each for each in written}
    for table, seq, seats in here:
        if table not in found or found[table][1] <= seq:
            found[table] = (table, seq, seats)
    return found.values()


def move_of(id_: TableId, step: Step, key: UUID, hashed: bytes, held: float | None = 0.0) -> Move:
    """A step to be written if the table is still where the step began. `held`: see `malle.live.lag.held`."""
    table, entry = step.table, step.entry
    return Move(
        id_, entry.seq - 1, key, hashed, entry.mover, "\n".join(entry.lines), step.clock, _bits(table.awaited),
        _robots(table.kinds), table.over is not None, held,
    )  # fmt: skip


def opening_after(room: Room, id_: TableId, sealer: Sealer) -> Opening:
    """The table that follows a finished one: people keep their tokens, and all have moved on by one seat."""
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
    return _bits(tuple(seat for seat, kind in enumerate(kinds) if kind == "robot"))


@lru_cache(4096)
def _bits(seats: tuple[int, ...]) -> int:
    return sum(1 << seat for seat in seats)
