"""What may be changed before the deal: who sits where, how many seats there are, the options. Each is a note.

Who may ask for it is the caller's affair.
"""

from __future__ import annotations

import msgspec

from malle.core import Illegal, Seat
from malle.core.record import TABLE
from malle.table.filling import Agreed
from malle.table.table import Entry, Step, Table


def free(table: Table, seat: Seat) -> Step:
    """Whoever sits there leaves, or the robot goes."""
    _need_taken(table, seat)
    return _note(table, f"leave {seat + 1}")


def remove(table: Table, seat: Seat) -> Step:
    """A person is sent away: invitations from before are void."""
    _need_taken(table, seat)
    if table.kinds[seat] != "person":
        raise Illegal("no person sits there")
    return _note(table, f"remove {seat + 1}")


def swap(table: Table, one: Seat, other: Seat) -> Step:
    """Two seats change places, with whoever sits there."""
    if one == other or not all(0 <= each < table.game.seats for each in (one, other)):
        raise Illegal(f"this table has seats 1 to {table.game.seats}")
    return _note(table, f"swap {one + 1} {other + 1}")


def agree(table: Table, agreed: Agreed) -> Step:
    """Other seats and options. That the game has them, the caller knows."""
    taken = table.game.seats - table.kinds.count("open")
    if agreed.seats < taken:
        raise Illegal(f"{taken} seats are taken")
    return _note(table, f"agree {msgspec.json.encode(agreed, order='sorted').decode()}")


def give_key(table: Table, seat: Seat) -> Step:
    """Another person is the host from now on."""
    _need_taken(table, seat)
    if table.kinds[seat] != "person" or seat == table.host:
        raise Illegal("the key goes to another person at the table")
    return _note(table, f"key {seat + 1}")


def start(table: Table) -> Step:
    """The deal."""
    if "open" in table.kinds:
        raise Illegal("a seat is open")
    return _note(table, "start")


def _need_taken(table: Table, seat: Seat) -> None:
    if not 0 <= seat < table.game.seats or table.kinds[seat] == "open":
        raise Illegal("nobody sits there")


def _note(table: Table, text: str) -> Step:
    if table.state is not None:
        raise Illegal("the game has begun")
    return table.follow(Entry(table.seq + 1, TABLE, (text,)))
