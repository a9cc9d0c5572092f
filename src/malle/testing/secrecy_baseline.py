"""A baseline of secrecy: how often each secret, in each phase, varies among the worlds that other viewers imagine.

S3 asks whether a secret ever varies. A secret that is half revealed still varies, and so does one that is revealed in
half of the deals. So the game's own tests keep the measured shares in a file. For each `[phase]` and secret it has two
lower bounds, rounded down to 5 %:

- *looks*: the share of sampled positions in which a random viewer may not know such a secret. (A
  look is one such position.)
- *varies*: the share of the secret's parts that differ in some imagined world, also of secrets
  marked `is_public`.

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

from malle.core import AnyGame, GameInfo, Luck, Viewer, Waiting
from malle.core.play import make_move, resolve_chance
from malle.games import game_names, load_game_info
from malle.testing.imagined_twins import all_viewers
from malle.testing.suite import every_setting
from malle.testing.violations import Violation, Violations

LAW = "ignorance"
IMAGINED_WORLDS = 12
"""Worlds imagined for each sample. With more, more parts would be seen to vary."""
SAMPLED_POSITION_SHARE = 0.2
"""Share of positions that are sampled, because neighbouring positions are much alike."""
MAX_GAMES_PER_SETTING = 40
"""Most games played in one setting. Several are needed, because some games are over before enough
positions were sampled."""
MIN_LOOKS_TO_JUDGE = 8
"""Looks at a secret (sampled positions where the viewer may not know it) that a check needs to
judge its share."""
MIN_LOOKS_TO_WRITE = 40
"""Looks at a secret that are needed to write its share to the file; with fewer, 0 is written."""
TOLERATED_DEVIATIONS = 4
"""Standard deviations by which a check's measurement may lie below the bound."""
BOUND_DENOMINATOR = 20
"""Bounds are multiples of one part in this many. They stay below 1: a bound of 1 would leave no
room for chance."""
LOOKS_TO_WRITE, LOOKS_TO_CHECK = 1200, 400
"""Positions sampled for writing the file, and for a check, over all settings of a game."""
_NUMBER = re.compile(r"-?\d+$")

SecretKind = tuple[str, str]
"""A phase, and the name of a secret without its number: `hand-3` counts as `hand`."""


class SecretTotals(Struct):
    """Totals measured for one kind of secret in one phase."""

    looks: int = 0
    """Sampled positions in which the viewer may not know such a secret."""
    varied_share_sum: float = 0.0
    """The sum, over these positions, of the share of the secret's parts that varied."""


class SecretBounds(Struct, frozen=True):
    """The two lower bounds for one kind of secret in the baseline file (see the module)."""

    looks: float
    """The share of sampled positions in which the viewer may not know such a secret."""
    varies: float
    """The average share of the secret's parts that vary."""


def baseline_path(game_info: GameInfo) -> Path:
    """Return the path of a game's baseline file."""
    return game_info.folder / "tests" / "ignorance.toml"


def check_secrecy_baseline(game_info: GameInfo, *, looks: int = LOOKS_TO_CHECK, seed: int = 2) -> list[Violation]:
    """Compare a fresh measurement over all settings with the bounds in the game's baseline file,
    and return the violations. A game without hidden information passes. A missing file, or a secret
    that is missing in the file, is a violation."""
    violations = Violations()
    if not game_info.has_hidden_information:
        return []
    if not baseline_path(game_info).is_file():
        return [
            Violation(LAW, f"{game_info.name}: no tests/{baseline_path(game_info).name}; `make ignorance` writes it")
        ]
    bounds = _read_baseline(baseline_path(game_info))
    totals, total = measure_secrecy(game_info, looks=looks, seed=seed)
    for kind in sorted(
        kind
        for kind, secret_totals in totals.items()
        if secret_totals.looks >= MIN_LOOKS_TO_JUDGE and kind not in bounds
    ):
        violations.add(
            LAW, f"{game_info.name}: {kind[1]} in phase {kind[0]} is not on file; `make ignorance` writes it"
        )
    for kind, bound in bounds.items():
        secret_totals = totals.get(kind, SecretTotals())
        where = f"{game_info.name}: {kind[1]} in phase {kind[0]}"
        lowest_share = _lowest_likely_share(bound.looks, total)
        if secret_totals.looks / total < lowest_share:
            violations.add(
                LAW, f"{where} is a secret in {secret_totals.looks} of {total} looks, not in {lowest_share:.0%}"
            )
        if secret_totals.looks >= MIN_LOOKS_TO_JUDGE:
            share, lowest_share = (
                secret_totals.varied_share_sum / secret_totals.looks,
                _lowest_likely_share(bound.varies, secret_totals.looks),
            )
            violations.add_unless(
                share >= lowest_share,
                LAW,
                f"{where}: {share:.0%} of it varies, not {lowest_share:.0%}, in {secret_totals.looks} looks",
            )
    return violations.reported


def _lowest_likely_share(bound: float, looks: int) -> float:
    """Return the lowest share that chance explains in `looks` samples, if the true share is at
    least `bound`."""
    return bound - TOLERATED_DEVIATIONS * sqrt(bound * (1 - bound) / looks)


def measure_secrecy(game_info: GameInfo, *, looks: int, seed: int = 1) -> tuple[Mapping[SecretKind, SecretTotals], int]:
    """Sample about `looks` positions, in equal numbers from all settings. Return the totals by kind
    of secret, and the number of positions sampled."""
    totals: dict[SecretKind, SecretTotals] = defaultdict(SecretTotals)
    total = 0
    games = [*every_setting(game_info)]
    for number, game in enumerate(games):  # a seed for each setting: otherwise all games would begin alike
        total += _sample_games(game, -(-looks // len(games)), Luck(f"{seed} {number}"), totals)
    return totals, total


def _sample_games(game: AnyGame, looks: int, luck: Luck, totals: dict[SecretKind, SecretTotals]) -> int:
    """Play games, with half default and half random actions, until `looks` positions were sampled
    or `MAX_GAMES_PER_SETTING` games are over. Add to `totals`, and return the number of sampled
    positions."""
    viewers, look_count = all_viewers(game), 0
    for _ in range(MAX_GAMES_PER_SETTING):
        if look_count >= looks:
            break
        state, _ = resolve_chance(game, game.new(), luck.pick)
        while look_count < looks and isinstance(turn := game.turn(state), Waiting):
            if luck.random() < SAMPLED_POSITION_SHARE:
                look_count += 1
                _sample_position(game, state, luck.choice(viewers), luck, totals)
            seat = luck.choice(turn.seats)
            use_default = luck.random() < 0.5
            action = game.default(state, seat, luck) if use_default else luck.choice(game.legal(state, seat))
            state, _ = make_move(game, state, seat, action, luck.pick)
    return look_count


def _sample_position(
    game: AnyGame, state: Any, viewer: Viewer, luck: Luck, totals: dict[SecretKind, SecretTotals]
) -> None:
    """Add to `totals` how much each secret that this viewer may not know varies among imagined
    worlds. Several hands count as one look, with their average."""
    secrets = game.secrets(state)
    hidden = {name: each for name, each in secrets.items() if viewer is None or viewer not in each.knowers}
    if not hidden:
        return
    view = game.view(state, viewer)
    worlds = [game.secrets(game.imagine(view, luck)) for _ in range(IMAGINED_WORLDS)]
    shares: dict[SecretKind, list[float]] = defaultdict(list)
    for name, secret in hidden.items():
        others = [world[name].value if name in world else None for world in worlds]
        shares[game.phase(view), _NUMBER.sub("", name)].append(_varying_share(secret.value, others))
    for key, varying_shares in shares.items():  # several hands count as one look: they come from one pack
        totals[key].looks += 1
        totals[key].varied_share_sum += sum(varying_shares) / len(varying_shares)


def _varying_share(value: object, imagined_values: list[object]) -> float:
    """Return the share of a secret's parts that differ from `value` in at least one of the imagined
    values."""
    parts = _parts_of_secret(value)
    imagined_parts = [_parts_of_secret(other) for other in imagined_values]
    varied = sum(
        any(other[index : index + 1] != (part,) for other in imagined_parts) for index, part in enumerate(parts)
    )
    return varied / len(parts)


def _parts_of_secret(value: object) -> tuple[object, ...]:
    """Return the parts of a secret: the items of a tuple (a hand's cards), else the value itself."""
    return value if isinstance(value, tuple) and value else (value,)


def _read_baseline(path: Path) -> dict[SecretKind, SecretBounds]:
    """Return the bounds of a baseline file, by (phase, secret)."""
    document = tomllib.loads(path.read_text("utf-8"))
    return {(phase, name): SecretBounds(**row) for phase, rows in document.items() for name, row in rows.items()}


def write_secrecy_baseline(game_info: GameInfo) -> Path:
    """Measure a game, write its baseline file, replacing an old one, and return the path."""
    totals, total = measure_secrecy(game_info, looks=LOOKS_TO_WRITE)
    lines = [
        "# Made by `make ignorance`: in how many looks of others there is a secret that they may not know, and what",
        "# share of it varies among the worlds that they imagine; at least, rounded down. Do not edit.",
    ]
    for phase in sorted({phase for phase, _ in totals}):
        lines += ["", f"[{phase}]"]
        for (row_phase, name), row in sorted(totals.items()):
            if row_phase == phase:
                looks = _rounded_down(row.looks / total)
                varies = _rounded_down(row.varied_share_sum / row.looks) if row.looks >= MIN_LOOKS_TO_WRITE else 0
                lines.append(f"{name} = {{ looks = {looks:.2f}, varies = {varies:.2f} }}")
    baseline_path(game_info).write_text("\n".join(lines) + "\n", "utf-8")
    return baseline_path(game_info)


def _rounded_down(share: float) -> float:
    """Return the share rounded down to a multiple of 1 / `BOUND_DENOMINATOR`. A share of 1 becomes
    the greatest multiple below 1."""
    return min(int(share * BOUND_DENOMINATOR), BOUND_DENOMINATOR - 1) / BOUND_DENOMINATOR


if __name__ == "__main__":
    for each in sys.argv[1:] or game_names():
        path = write_secrecy_baseline(load_game_info(each))
        print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
