"""Writes the table of docs/scale.md: what so many players at once need, reckoned from what was measured.

    .venv/bin/python tools/scale.py

The costs are those of docs/cost.md (`make bench-moves`, two cores); change them here when they are measured again.
"""

from __future__ import annotations

from math import ceil
from pathlib import Path

from malle.wire.messages import STEP

PAGE = Path(__file__).parents[1] / "docs" / "scale.md"
SIZES = (100, 10_000, 1_000_000)

SEATS = 4
SECONDS_A_MOVE = 20
"""A player makes a move in so many seconds, on average."""
SERVER, DATABASE, FRONT = 0.88e-3, 0.097e-3, 0.084e-3
"""Processor seconds a move: a server with four viewers (`cost`, `spread`), PostgreSQL, nginx."""
DATABASE_SPREAD = 1.95
"""How much more PostgreSQL spends when several processes write their own batches (`spread`)."""
BYTES = STEP
"""To each viewer for each move: packed it is less than a step (`cost`, Rien à déclarer ?), and padded to one."""
SOCKET, TABLE, PROCESS = 29.5e3, 0.26e6, 135e6
"""Bytes of memory: a socket (`memory`), a table that is played (the growth of a process over 235 of them, 512 rooms
kept), a process before either."""
ENTRY = 228
"""Bytes of disk for a move, index included: the size of `malle.entry` after a bench, by its rows."""
BUSY = 0.6
"""Cores are planned to be busy so much of the time."""


def rows() -> list[tuple[str, ...]]:
    """One row a quantity, one column a size."""
    found: dict[str, list[str]] = {}
    for players in SIZES:
        moves, tables = players / SECONDS_A_MOVE, players // SEATS
        cores = max(1, ceil(moves * SERVER / BUSY))
        database = moves * DATABASE * (1 if cores == 1 else DATABASE_SPREAD)
        memory = players * SOCKET + tables * TABLE + cores * PROCESS
        for name, value in (
            ("moves a second", f"{moves:,.0f}"),
            ("cores for servers", f"{cores:,}"),
            ("cores for PostgreSQL", f"{max(1, ceil(database / BUSY)):,}"),
            ("cores for the front", "none" if cores == 1 else f"{max(1, ceil(moves * FRONT / BUSY)):,}"),
            ("memory of the servers", _size(memory)),
            ("network, out", f"{8 * moves * SEATS * BYTES / 1e6:,.2f} Mbit/s"),
            ("disk a day, if they play all day", _size(moves * ENTRY * 86_400)),
        ):
            found.setdefault(name, []).append(value)
    return [(name, *values) for name, values in found.items()]


def _size(number: float) -> str:
    for unit in ("B", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:,.3g} {unit}"
        number /= 1000
    return f"{number:,.3g} TB"


def table() -> str:
    """The table in Markdown."""
    head = ["players at once", *(f"{size:,}" for size in SIZES)]
    lines = [head, ["---"] * len(head), *map(list, rows())]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def page(old: str) -> str:
    """The page with its table anew."""
    before, _, rest = old.partition("<!-- table -->\n")
    return f"{before}<!-- table -->\n{table()}\n<!-- end -->{rest.partition('<!-- end -->')[2]}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
    print(PAGE.name)
