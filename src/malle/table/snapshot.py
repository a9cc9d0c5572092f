"""Snapshots: a table at one seq as bytes, so that loading it needs only the later entries.

They are a cache: all may be deleted at any time.
"""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from malle.core import AnyGame, Bug, Chance, encode
from malle.core.dealer import Dealer
from malle.table.table import Kind, Maker, Setup, Table, agree_anew


class Snapshot(Struct, frozen=True):
    """What a table holds beyond its setup, game and dealer."""

    seq: int
    state: Raw
    """`null` before the deal."""
    kinds: tuple[Kind, ...]
    since: tuple[int, ...]
    drawn: int
    paused: bool
    back: Snapshot | None
    undoer: int
    next: str = ""
    left: tuple[int, ...] = ()
    """Empty in snapshots older than this field: a person who left before such a snapshot stays a spectator."""
    host: int = -1
    removed: int = 0
    agreed: str = ""


_decode = msgspec.json.Decoder(Snapshot).decode


def take_snapshot(table: Table) -> bytes:
    """Encode a table as a snapshot."""
    return encode(_take(table))


def from_snapshot(data: bytes, setup: Setup, game: AnyGame, dealer: Dealer, make: Maker | None = None) -> Table:
    """Rebuild a table from its snapshot. `setup`, `game` and `dealer` are those it was opened with. `make_game`
    makes the game again if seats or options were changed before the deal."""
    snapshot = _decode(data)
    if snapshot.agreed:
        setup, game = agree_anew(setup, snapshot.agreed, make)
    table = _make(snapshot, setup, game, dealer)
    return msgspec.structs.replace(table, make=make) if table.state is None else table


def _take(table: Table) -> Snapshot:
    """Return the snapshot of a table, with those of the tables that an undo may lead back to."""
    state = Raw(encode(table.state))
    back = None if table.back is None else _take(table.back)
    return Snapshot(
        table.seq, state, table.kinds, table.since, table.drawn, table.paused, back, table.undoer,
        table.next, table.left, table.host, table.removed, table.agreed,
    )  # fmt: skip


def _make(snapshot: Snapshot, setup: Setup, game: AnyGame, dealer: Dealer) -> Table:
    """Rebuild a table, and the tables that an undo may lead back to. `Bug` if the state waits for chance."""
    state = None if bytes(snapshot.state) == b"null" else game.codec.state(bytes(snapshot.state))
    turn = None if state is None else game.turn(state)
    if isinstance(turn, Chance):
        raise Bug(f"table {setup.table}: a snapshot in the middle of chance at {snapshot.seq}")
    back = None if snapshot.back is None else _make(snapshot.back, setup, game, dealer)
    return Table(
        setup, game, dealer, snapshot.seq, state, turn, snapshot.kinds, snapshot.since, snapshot.drawn,
        snapshot.paused, back, snapshot.undoer, snapshot.next, snapshot.left, snapshot.host, snapshot.removed,
        snapshot.agreed,
    )  # fmt: skip
