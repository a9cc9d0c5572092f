"""Snapshots: a table at one seq as bytes, so that opening it needs only the entries since.

A cache: all may be dropped at any time.
"""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from malle.core import AnyGame, Bug, Chance, encode
from malle.core.dealer import Dealer
from malle.table.table import Kind, Maker, Setup, Table, agree_anew


class Snapshot(Struct, frozen=True):
    """What of a table does not stand in its setup."""

    seq: int
    state: Raw
    """`null` before everybody sits."""
    kinds: tuple[Kind, ...]
    since: tuple[int, ...]
    drawn: int
    paused: bool
    back: Snapshot | None
    undoer: int
    next: str = ""
    left: tuple[int, ...] = ()
    """None in snapshots older than this field: whoever left before one of those stays a spectator."""
    host: int = -1
    removed: int = 0
    agreed: str = ""


_decode = msgspec.json.Decoder(Snapshot).decode


def take_snapshot(table: Table) -> bytes:
    """The table as bytes."""
    return encode(_take(table))


def from_snapshot(data: bytes, setup: Setup, game: AnyGame, dealer: Dealer, make: Maker | None = None) -> Table:
    """The table again, which was opened so."""
    snapshot = _decode(data)
    if snapshot.agreed:
        setup, game = agree_anew(setup, snapshot.agreed, make)
    table = _make(snapshot, setup, game, dealer)
    return msgspec.structs.replace(table, make=make) if table.state is None else table


def _take(table: Table) -> Snapshot:
    state = Raw(encode(table.state))
    back = None if table.back is None else _take(table.back)
    return Snapshot(
        table.seq, state, table.kinds, table.since, table.drawn, table.paused, back, table.undoer,
        table.next, table.left, table.host, table.removed, table.agreed,
    )  # fmt: skip


def _make(snapshot: Snapshot, setup: Setup, game: AnyGame, dealer: Dealer) -> Table:
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
