"""The queries that a release sends to its databases, kept in a file for later releases. They matter
because a server of an older release goes on while a newer one takes over.

`tools.release prepare` writes them to `tests/server/released`, and `tests/server/test_beside.py`
asks the newest schema all queries of the newest release."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from malle.storage.migrate import DatabaseKind, known_revisions
from malle.storage.schema_check import REQUIRED_QUERIES

KEPT = Path("tests/server/released")


class Asked(Struct, frozen=True):
    """The queries of one release for one kind of database, and the number of the newest schema
    revision then."""

    schema: str
    queries: list[str]


def asked() -> dict[DatabaseKind, Asked]:
    """Return the present queries by kind of database, with the newest schema revision of each."""
    return {what: Asked(known_revisions(what)[-1], queries) for what, queries in REQUIRED_QUERIES.items()}


def keep(root: Path, version: str) -> None:
    """Write the present queries to the file of `version` in the checkout `root`, replacing an old
    one."""
    file = root / KEPT / f"{version}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(asked()), indent=1) + b"\n")


def kept(root: Path) -> dict[str, dict[DatabaseKind, Asked]]:
    """Return the kept queries of each release, by its version. Empty if none were kept."""
    files = sorted((root / KEPT).glob("*.json"))
    return {file.stem: msgspec.json.decode(file.read_bytes(), type=dict[DatabaseKind, Asked]) for file in files}
