"""Snapshots: a table at one seq as bytes, so that loading it needs only the later entries.

They are a cache: all may be deleted at any time.
"""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from malle.core import AnyGame, Bug, Chance, encode
from malle.core.dealer import Dealer
from malle.table.table import GameFactory, SeatKind, Setup, Table, apply_agreed_options


class Snapshot(Struct, frozen=True):
    """What a table holds beyond its setup, game and dealer. The fields are those of `Table`, most
    under shorter names."""

    seq: int
    state: Raw
    """The game's state in JSON; `null` before the deal."""
    kinds: tuple[SeatKind, ...]
    since: tuple[int, ...]
    drawn: int
    paused: bool
    back: Snapshot | None
    """The snapshot of `Table.undo_to`, or `None`."""
    undoer: int
    next: str = ""
    left: tuple[int, ...] = ()
    """Empty in snapshots older than this field: a person who left before such a snapshot stays a spectator."""
    host: int = -1
    removed: int = 0
    agreed: str = ""


_decode = msgspec.json.Decoder(Snapshot).decode


def encode_snapshot(table: Table) -> bytes:
    """Return the snapshot of a table as JSON bytes, for `restore_table`."""
    return encode(_snapshot_of(table))


def restore_table(
    data: bytes, setup: Setup, game: AnyGame, dealer: Dealer, make_game: GameFactory | None = None
) -> Table:
    """Rebuild a table from its snapshot. Pass the `setup`, `game` and `dealer` with which the table
    was opened. `make_game` makes the game again if seats or options were changed before the deal;
    `Bug` if it is missing then."""
    snapshot = _decode(data)
    if snapshot.agreed:
        setup, game = apply_agreed_options(setup, snapshot.agreed, make_game)
    table = _table_of(snapshot, setup, game, dealer)
    return msgspec.structs.replace(table, make_game=make_game) if table.state is None else table


def _snapshot_of(table: Table) -> Snapshot:
    """Return the snapshot of a table. It includes those of the earlier tables that an undo may lead
    back to."""
    state = Raw(encode(table.state))
    undo_to = None if table.undo_to is None else _snapshot_of(table.undo_to)
    return Snapshot(
        table.seq,
        state,
        table.seat_kinds,
        table.awaited_since,
        table.draws_written,
        table.paused,
        undo_to,
        table.undo_seat,
        table.next_table,
        table.vacated_seats,
        table.host,
        table.removed_count,
        table.agreed_json,
    )


def _table_of(snapshot: Snapshot, setup: Setup, game: AnyGame, dealer: Dealer) -> Table:
    """Rebuild a table, and the earlier tables that an undo may lead back to. `Bug` if chance would
    have to act next."""
    state = None if bytes(snapshot.state) == b"null" else game.codec.state(bytes(snapshot.state))
    turn = None if state is None else game.turn(state)
    if isinstance(turn, Chance):
        raise Bug(f"table {setup.table}: a snapshot in the middle of chance at {snapshot.seq}")
    undo_to = None if snapshot.back is None else _table_of(snapshot.back, setup, game, dealer)
    return Table(
        setup, game, dealer, snapshot.seq, state, turn, snapshot.kinds, snapshot.since, snapshot.drawn,
        snapshot.paused, undo_to, snapshot.undoer, snapshot.next, snapshot.left, snapshot.host, snapshot.removed,
        snapshot.agreed,
    )  # fmt: skip
