"""A baseline of secrecy: how often each secret, in each phase, varies among the worlds that other viewers imagine.

S3 asks whether a secret ever varies. A secret that is half revealed still varies, and so does one that is revealed in
half of the deals. So the game's own tests keep the measured shares in a file. For each `[phase]` and secret it has two
lower bounds, rounded down to 5 %:

- *looks*: the share of sampled positions in which a random viewer may not know such a secret.
- *varies*: the share of the secret's parts that differ in some imagined world, whatever `open` says.

A check samples fewer positions than the file was made from, and allows four standard deviations for it.

`python -m malle.testing.secrecy_baseline [GAME …]` (or `make ignorance GAME=…`) writes the file again; without a game,
for all games. Read the difference before committing it: a share that fell is a secret that is better known than before.
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
"""Worlds imagined for each sample. With more, more parts would be seen to vary."""
OFTEN = 0.2
"""Share of positions that are sampled, because neighbouring positions are much alike."""
MOST_GAMES = 40
"""Most games of one setting: some games are over before many positions were sampled."""
FEW = 8
"""Looks at a secret that are needed to judge its share."""
ENOUGH = 40
"""Looks at a secret that are needed to write its share to the file; with fewer, 0 is written."""
SURE = 4
"""Standard deviations that a check allows below the bound."""
STEP = 20
"""Bounds are multiples of one part in this many. They stay below 1, which would leave no room for chance."""
WRITTEN, CHECKED = 1200, 400
"""Looks for the file, and looks for a check, over all settings of a game."""
_NUMBER = re.compile(r"-?\d+$")

Name = tuple[str, str]
"""A phase, and a secret without its number: `hand-3` counts as `hand`."""


class Found(Struct):
    """Totals for one secret in one phase."""

    looks: int = 0
    varied: float = 0.0
    """The sum, over the looks, of the share of parts that varied."""


class Least(Struct, frozen=True):
    """The two lower bounds of one secret in the file."""

    looks: float
    varies: float


def path_of(sheet: Sheet) -> Path:
    """Return the path of a game's baseline file."""
    return sheet.folder / "tests" / "ignorance.toml"


def check_ignorance(sheet: Sheet, *, looks: int = CHECKED, seed: int = 2) -> list[Fault]:
    """Compare a fresh measurement over all settings with the game's baseline file, and return the violations.
    A game without hidden information passes. A missing file, or a missing row, is a violation."""
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
    """Return the lowest share that chance explains, if the true share is at least `bound`."""
    return bound - SURE * sqrt(bound * (1 - bound) / looks)


def measure(sheet: Sheet, *, looks: int, seed: int = 1) -> tuple[Mapping[Name, Found], int]:
    """Sample about `looks` positions over all settings. Return the totals by secret, and the number of
    positions."""
    rows: dict[Name, Found] = defaultdict(Found)
    total = 0
    games = [*every_setting(sheet)]
    for number, game in enumerate(games):  # a seed for each setting: otherwise all games would begin alike
        total += _look_at(game, -(-looks // len(games)), Luck(f"{seed} {number}"), rows)
    return rows, total


def _look_at(game: AnyGame, looks: int, luck: Luck, rows: dict[Name, Found]) -> int:
    """Play games, half default and half random moves, until `looks` positions were sampled. Add to `totals`,
    and return the number of sampled positions."""
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
    """Add to `totals` how much each secret varies that this viewer may not know. Several hands count as one
    look."""
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
    for key, found in shares.items():  # several hands count as one look: they come from one pack
        rows[key].looks += 1
        rows[key].varied += sum(found) / len(found)


def _varied(value: object, others: list[object]) -> float:
    """Return the share of a secret's parts that differ in at least one other world."""
    parts = _parts(value)
    among = [_parts(other) for other in others]
    varied = sum(any(other[at : at + 1] != (part,) for other in among) for at, part in enumerate(parts))
    return varied / len(parts)


def _parts(value: object) -> tuple[object, ...]:
    """Return the parts of a secret: the items of a tuple (a hand's cards), else the value itself."""
    return value if isinstance(value, tuple) and value else (value,)


def _read(path: Path) -> dict[Name, Least]:
    """Return the bounds of a baseline file, by phase and secret."""
    found = tomllib.loads(path.read_text("utf-8"))
    return {(phase, name): Least(**row) for phase, rows in found.items() for name, row in rows.items()}


def write_ignorance(sheet: Sheet) -> Path:
    """Measure a game and write its baseline file. Return the path."""
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
    """Return the share rounded down to a multiple of 1 / `BOUND_DENOMINATOR`, and below 1."""
    return min(int(share * STEP), STEP - 1) / STEP


if __name__ == "__main__":
    for each in sys.argv[1:] or names():
        path = write_ignorance(sheet(each))
        print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
