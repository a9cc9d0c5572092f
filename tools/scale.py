"""Writes the table of docs/scale.md: the resources for a number of players at once, computed from measured
costs.

    .venv/bin/python tools/scale.py

The costs are those of docs/cost.md (`make bench-moves`, two cores); change them here when they are measured
again.
"""

from __future__ import annotations

from math import ceil
from pathlib import Path

from malle.protocol.messages import PADDING_BYTES

PAGE = Path(__file__).parents[1] / "docs" / "scale.md"
SIZES = (100, 10_000, 1_000_000)
"""The numbers of players at once, a column each."""

SEATS = 4
SECONDS_A_MOVE = 20
"""The average time between two moves of a player."""
SERVER, DATABASE, FRONT = 0.88e-3, 0.097e-3, 0.084e-3
"""Processor seconds a move: a server with four viewers (`cost`, `spread`), PostgreSQL, nginx."""
DATABASE_SPREAD = 1.95
"""The factor by which PostgreSQL spends more when several processes write their own batches (`spread`)."""
BYTES = PADDING_BYTES
"""Bytes to each viewer for each move. Packed it is less than one padding step (`cost`, Rien à déclarer ?),
and it is padded to one."""
SOCKET, TABLE, PROCESS = 29.5e3, 0.26e6, 135e6
"""Bytes of memory: a socket (`memory`), a table in play (the growth of a process over 235 of them, 512 rooms
kept), and a process without either."""
ENTRY = 228
"""Bytes of disk for a move, index included: the size of `malle.entry` after a bench, divided by its rows."""
BUSY = 0.6
"""The share of the time for which cores are planned to be busy."""


def rows() -> list[tuple[str, ...]]:
    """Return a row for each quantity: its name, then its value for each number of players."""
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
    """Return a number of bytes with a unit."""
    for unit in ("B", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:,.3g} {unit}"
        number /= 1000
    return f"{number:,.3g} TB"


def table() -> str:
    """Return the table in Markdown."""
    head = ["players at once", *(f"{size:,}" for size in SIZES)]
    lines = [head, ["---"] * len(head), *map(list, rows())]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def page(old: str) -> str:
    """Return the text of the page `old` with its table replaced."""
    before, _, rest = old.partition("<!-- table -->\n")
    return f"{before}<!-- table -->\n{table()}\n<!-- end -->{rest.partition('<!-- end -->')[2]}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
    print(PAGE.name)
