"""What a release asks of its databases, kept for the next ones: an older server goes on while a newer one takes over.

`tools.release prepare` writes it to `tests/server/released`, and `tests/server/test_beside.py` asks the newest schema
all that the newest release asks.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from malle.store.fit import ASKED
from malle.store.migrate import What, revisions

KEPT = Path("tests/server/released")


class Asked(Struct, frozen=True):
    """Of one kind of database: the number of the newest schema, and every query."""

    schema: str
    queries: list[str]


def asked() -> dict[What, Asked]:
    """What is asked of each kind now."""
    return {what: Asked(revisions(what)[-1], queries) for what, queries in ASKED.items()}


def keep(root: Path, version: str) -> None:
    """Writes it down under a version."""
    file = root / KEPT / f"{version}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(asked()), indent=1) + b"\n")


def kept(root: Path) -> dict[str, dict[What, Asked]]:
    """What each release asks, by its version."""
    files = sorted((root / KEPT).glob("*.json"))
    return {file.stem: msgspec.json.decode(file.read_bytes(), type=dict[What, Asked]) for file in files}
