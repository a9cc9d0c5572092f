"""Changes before the deal: who sits where, the number of seats, the options. Each is one entry of the log.

Each function returns the `Step` to be written; the table itself is not changed. `Illegal` once the game has
begun. The caller checks who may make the change.
"""

from __future__ import annotations

import msgspec

from malle.core import Illegal, Seat
from malle.core.record import TABLE_MOVER
from malle.table.seat_changes import AgreedOptions
from malle.table.table import Entry, Step, Table


def free_seat(table: Table, seat: Seat) -> Step:
    """Empty a seat: its person leaves, or its robot is removed. `Illegal` if nobody sits there."""
    _require_taken(table, seat)
    return _follow_note(table, f"leave {seat + 1}")


def remove_person(table: Table, seat: Seat) -> Step:
    """Remove a person from a seat; earlier invitations become void. `Illegal` if no person sits there."""
    _require_taken(table, seat)
    if table.seat_kinds[seat] != "person":
        raise Illegal("no person sits there")
    return _follow_note(table, f"remove {seat + 1}")


def swap_seats(table: Table, first_seat: Seat, second_seat: Seat) -> Step:
    """Exchange two seats and their players. `Illegal` unless they are two different seats of this table."""
    if first_seat == second_seat or not all(0 <= each < table.game.seats for each in (first_seat, second_seat)):
        raise Illegal(f"this table has seats 1 to {table.game.seats}")
    return _follow_note(table, f"swap {first_seat + 1} {second_seat + 1}")


def change_options(table: Table, agreed: AgreedOptions) -> Step:
    """Change the number of seats and the options. `Illegal` if more seats are taken than there
    would be. The caller checks that the game offers them."""
    taken = table.game.seats - table.seat_kinds.count("open")
    if agreed.seats < taken:
        raise Illegal(f"{taken} seats are taken")
    return _follow_note(table, f"agree {msgspec.json.encode(agreed, order='sorted').decode()}")


def transfer_host(table: Table, seat: Seat) -> Step:
    """Make the person at this seat the host. `Illegal` unless a person other than the host sits
    there."""
    _require_taken(table, seat)
    if table.seat_kinds[seat] != "person" or seat == table.host:
        raise Illegal("the key goes to another person at the table")
    return _follow_note(table, f"key {seat + 1}")


def start_game(table: Table) -> Step:
    """Start the game, with the first deal. `Illegal` while a seat is open."""
    if "open" in table.seat_kinds:
        raise Illegal("a seat is open")
    return _follow_note(table, "start")


def _require_taken(table: Table, seat: Seat) -> None:
    """Raise `Illegal` if nobody sits at this seat, or if there is no such seat."""
    if not 0 <= seat < table.game.seats or table.seat_kinds[seat] == "open":
        raise Illegal("nobody sits there")


def _follow_note(table: Table, text: str) -> Step:
    """Return the step of a note about the table with this text, as the log's next entry. `Illegal`
    if the game has begun."""
    if table.state is not None:
        raise Illegal("the game has begun")
    return table.follow(Entry(table.seq + 1, TABLE_MOVER, (text,)))
