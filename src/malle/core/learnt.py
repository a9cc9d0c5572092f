"""What a robot has learnt, kept as data: how often to choose what in each of the situations it tells apart.

A file says how it was made (`malle lab train` writes it), so that anybody can make it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from malle.core.errors import Refused


class Learnt(msgspec.Struct, frozen=True, kw_only=True):
    """A table, and where it comes from."""

    command: str
    """What was typed."""
    commit: str
    """Of what source."""
    games: int
    """How many were played to learn it."""
    seed: int
    exploited: float | None = None
    """How far ahead somebody comes a game who has learnt to play against this alone, in points; None: nobody has
    tried."""
    within: float | None = None
    """Half of the 95 % interval of that."""
    choices: Mapping[str, tuple[int, ...]]
    """For each situation the weights of its choices, in their order."""


class Exploited(msgspec.Struct, frozen=True):
    """What a table gives away to somebody who has learnt to play against it alone."""

    games: int
    """In how many they learnt it."""
    ahead: float
    """How far ahead of the others they come a game, in points."""
    within: float
    """Half of the 95 % interval of that."""


def doublings(games: int) -> list[int]:
    """The numbers of games after which one looks: the last one, its half, and so on, down to a sixteenth."""
    return [games >> times for times in range(5) if games >> times]


def learnt_path(folder: Path, seats: int) -> Path:
    """Where a game keeps what its robots have learnt for so many seats."""
    return folder / "data" / f"learnt-{seats}.json"


def load_learnt(path: Path) -> Learnt:
    """Reads a file; `Refused` says what is wrong with it."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Learnt)
    except (OSError, msgspec.DecodeError) as error:
        raise Refused(f"cannot read {path.name}: {error}") from error


def write_learnt(learnt: Learnt) -> str:
    """The file, a line for each situation, so that a difference can be read."""
    head = {key: value for key, value in msgspec.to_builtins(learnt).items() if key != "choices"}
    lines = [f"  {_json(key)}: {_json(value)},\n" for key, value in head.items()]
    rows = [f"    {_json(key)}: {_json(weights)}" for key, weights in sorted(learnt.choices.items())]
    return "{\n" + "".join(lines) + '  "choices": {\n' + ",\n".join(rows) + "\n  }\n}\n"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
