"""A learned policy, stored as data: how often to choose what in each situation that the robot tells apart.

`malle research train` writes the file, which also says how it was made, so that anybody can make it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from malle.core.errors import Refused


class LearnedPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """A policy file: how often to choose what, and how that was learned. `malle research train`
    makes it."""

    command: str
    """The command line that made the file."""
    commit: str
    """The commit of the source from which it was made."""
    games: int
    """The number of games that were played to learn it."""
    seed: int
    exploited: float | None = None
    """Points a game by which an opponent who has learned to play against this policy alone comes ahead;
    `None` if not measured."""
    within: float | None = None
    """Half of the 95 % interval of `exploited`; `None` if not measured."""
    choices: Mapping[str, tuple[int, ...]]
    """For each situation the weights of its choices, in their order."""


class Exploitability(msgspec.Struct, frozen=True):
    """How many points an opponent gains that has learned to play against one policy alone."""

    games: int
    """The number of training games from which the opponent learned."""
    points_ahead: float
    """The opponent's mean lead over the other seats, in points a game."""
    margin: float
    """Half of the 95 % interval of `points_ahead`."""


def measuring_points(games: int) -> list[int]:
    """Return the numbers of games after which to measure: `games`, half of it, and so on, down to a
    sixteenth; never 0. The greatest comes first."""
    return [games >> times for times in range(5) if games >> times]


def policy_path(folder: Path, seats: int) -> Path:
    """Return the path of the policy file for this number of seats, in the `data` folder of a game."""
    return folder / "data" / f"learnt-{seats}.json"


def load_policy(path: Path) -> LearnedPolicy:
    """Read a policy file. `Refused` if it cannot be read or decoded."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=LearnedPolicy)
    except (OSError, msgspec.DecodeError) as error:
        raise Refused(f"cannot read {path.name}: {error}") from error


def format_policy(learnt: LearnedPolicy) -> str:
    """Return the text of a policy file, with one line for each situation so that diffs stay readable."""
    head = {key: value for key, value in msgspec.to_builtins(learnt).items() if key != "choices"}
    lines = [f"  {_json(key)}: {_json(value)},\n" for key, value in head.items()]
    rows = [f"    {_json(key)}: {_json(weights)}" for key, weights in sorted(learnt.choices.items())]
    return "{\n" + "".join(lines) + '  "choices": {\n' + ",\n".join(rows) + "\n  }\n}\n"


def _json(value: object) -> str:
    """Encode a value as one line of JSON."""
    return msgspec.json.encode(value).decode()
