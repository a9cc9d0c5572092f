"""How much is known: of each secret, in each phase, how often it varies among the worlds that others imagine.

S3 asks whether a secret ever varies. A secret that is half told varies still, and so does one that is told in half of
the deals. So the shares are on file, in the game's own tests: `[phase]`, and in it, for each secret, two lower bounds
rounded down to 5 %. *looks*: in how many of all looks, by a viewer drawn at random, there is such a secret that the
viewer may not know. *varies*: the share of its parts that are otherwise in some imagined world, whatever `open` says.
A check looks less often than the file was made from, and allows four standard deviations for it.

`python -m malle.testing.ignorance [GAME …]` (or `make ignorance GAME=…`) writes the file anew, without a game for all.
Read the difference before committing it: a share that fell is a secret that is better known than before.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from typing import Any

from msgspec import Struct

from malle.core import AnyGame, Luck, Sheet, Viewer, Waiting
from malle.core.play import move, settle
from malle.games import names, sheet
from malle.testing.faults import Fault, Faults
from malle.testing.suite import every_setting
from malle.testing.twins import viewers_of

LAW = "ignorance"
WORLDS = 12
"""Imagined worlds that a secret is looked for in: more would find more parts that vary."""
OFTEN = 0.2
"""The share of positions that are looked at: the next one is much like the last."""
MOST_GAMES = 40
"""Games of a setting, at the most: some are over before there was much to look at."""
FEW = 8
"""Looks from which on a row is judged."""
ENOUGH = 40
"""Looks from which on a share is known well enough to be put on file."""
SURE = 4
"""Standard deviations."""
STEP = 20
"""Bounds are multiples of one part in so many, and less than the whole: a whole would allow no chance."""
WRITTEN, CHECKED = 1200, 400
"""Looks at a game, for the file and for a check."""
_NUMBER = re.compile(r"-?\d+$")

Name = tuple[str, str]
"""A phase and a secret, whose number is left out: `hand-3` is a `hand`."""


class Found(Struct):
    """What was found of one secret in one phase."""

    looks: int = 0
    varied: float = 0.0
    """The sum, over the looks, of the share of its parts that varied."""


class Least(Struct, frozen=True):
    """What is on file."""

    looks: float
    varies: float


def path_of(sheet: Sheet) -> Path:
    """Where a game's shares are on file."""
    return sheet.folder / "tests" / "ignorance.toml"


def check_ignorance(sheet: Sheet, *, looks: int = CHECKED, seed: int = 2) -> list[Fault]:
    """No secret is better known than the file says, in any phase, over all settings."""
    faults = Faults()
    if not sheet.hidden:
        return []
    if not path_of(sheet).is_file():
        return [Fault(LAW, f"{sheet.name}: no tests/{path_of(sheet).name}; `make ignorance` writes it")]
    bounds = _read(path_of(sheet))
    rows, total = measure(sheet, looks=looks, seed=seed)
    for name in sorted(name for name, row in rows.items() if row.looks >= FEW and name not in bounds):
        faults.add(LAW, f"{sheet.name}: {name[1]} in phase {name[0]} is not on file; `make ignorance` writes it")
    for name, bound in bounds.items():
        row = rows.get(name, Found())
        where = f"{sheet.name}: {name[1]} in phase {name[0]}"
        least = _least(bound.looks, total)
        if row.looks / total < least:
            faults.add(LAW, f"{where} is a secret in {row.looks} of {total} looks, not in {least:.0%}")
        if row.looks >= FEW:
            share, least = row.varied / row.looks, _least(bound.varies, row.looks)
            faults.need(
                share >= least, LAW, f"{where}: {share:.0%} of it varies, not {least:.0%}, in {row.looks} looks"
            )
    return faults.found


def _least(bound: float, looks: int) -> float:
    """What chance may make of a share that is at least so large."""
    return bound - SURE * sqrt(bound * (1 - bound) / looks)


def measure(sheet: Sheet, *, looks: int, seed: int = 1) -> tuple[Mapping[Name, Found], int]:
    """Looks at about so many positions, over all settings: what was found, and how many looks there were."""
    rows: dict[Name, Found] = defaultdict(Found)
    total = 0
    games = [*every_setting(sheet)]
    for number, game in enumerate(games):  # each with luck of its own: else all would begin alike
        total += _look_at(game, -(-looks // len(games)), Luck(f"{seed} {number}"), rows)
    return rows, total


def _look_at(game: AnyGame, looks: int, luck: Luck, rows: dict[Name, Found]) -> int:
    """Plays games, half harmless moves and half at random, and looks now and then; how often it has looked."""
    viewers, looked = viewers_of(game), 0
    for _ in range(MOST_GAMES):
        if looked >= looks:
            break
        state, _ = settle(game, game.new(), luck.pick)
        while looked < looks and isinstance(turn := game.turn(state), Waiting):
            if luck.random() < OFTEN:
                looked += 1
                _look(game, state, luck.choice(viewers), luck, rows)
            seat = luck.choice(turn.seats)
            mild = luck.random() < 0.5
            action = game.default(state, seat, luck) if mild else luck.choice(game.legal(state, seat))
            state, _ = move(game, state, seat, action, luck.pick)
    return looked


def _look(game: AnyGame, state: Any, viewer: Viewer, luck: Luck, rows: dict[Name, Found]) -> None:
    secrets = game.secrets(state)
    hidden = {name: each for name, each in secrets.items() if viewer is None or viewer not in each.knowers}
    if not hidden:
        return
    view = game.view(state, viewer)
    worlds = [game.secrets(game.imagine(view, luck)) for _ in range(WORLDS)]
    shares: dict[Name, list[float]] = defaultdict(list)
    for name, secret in hidden.items():
        others = [world[name].value if name in world else None for world in worlds]
        shares[game.phase(view), _NUMBER.sub("", name)].append(_varied(secret.value, others))
    for key, found in shares.items():  # several hands are one look: they are dealt from one pack
        rows[key].looks += 1
        rows[key].varied += sum(found) / len(found)


def _varied(value: object, others: list[object]) -> float:
    """The share of the parts of a secret that are otherwise somewhere."""
    parts = _parts(value)
    among = [_parts(other) for other in others]
    varied = sum(any(other[at : at + 1] != (part,) for other in among) for at, part in enumerate(parts))
    return varied / len(parts)


def _parts(value: object) -> tuple[object, ...]:
    """A hand card by card, plates pawn by pawn."""
    return value if isinstance(value, tuple) and value else (value,)


def _read(path: Path) -> dict[Name, Least]:
    found = tomllib.loads(path.read_text("utf-8"))
    return {(phase, name): Least(**row) for phase, rows in found.items() for name, row in rows.items()}


def write_ignorance(sheet: Sheet) -> Path:
    """Measures, and writes the file."""
    rows, total = measure(sheet, looks=WRITTEN)
    lines = [
        "# Made by `make ignorance`: in how many looks of others there is a secret that they may not know, and what",
        "# share of it varies among the worlds that they imagine; at least, rounded down. Do not edit.",
    ]
    for phase in sorted({phase for phase, _ in rows}):
        lines += ["", f"[{phase}]"]
        for (where, name), row in sorted(rows.items()):
            if where == phase:
                looks = _down(row.looks / total)
                varies = _down(row.varied / row.looks) if row.looks >= ENOUGH else 0
                lines.append(f"{name} = {{ looks = {looks:.2f}, varies = {varies:.2f} }}")
    path_of(sheet).write_text("\n".join(lines) + "\n", "utf-8")
    return path_of(sheet)


def _down(share: float) -> float:
    return min(int(share * STEP), STEP - 1) / STEP


if __name__ == "__main__":
    for each in sys.argv[1:] or names():
        path = write_ignorance(sheet(each))
        print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
