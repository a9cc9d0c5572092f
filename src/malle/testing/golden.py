"""Golden records: whole games kept in a game's folder and replayed in every build. A change of rules shows as a diff.

`python -m malle.testing.golden [GAME …]` (or `make golden GAME=…`) writes them again; without a game, for all games.
It also writes each game's lesson transcript (`malle.testing.lesson_checks`).
"""

from __future__ import annotations

import hashlib
import sys
from functools import partial
from pathlib import Path

from malle.core import Luck, MalleError, Sheet
from malle.core.dealer import Dealer, Draws
from malle.core.play import play_game, random_acts, robot_acts
from malle.core.record import is_verified, make_record, read_record, verify, write_record
from malle.games import names, sheet
from malle.games.records import game_of
from malle.testing.faults import Fault, Faults
from malle.testing.lessons import write_lesson
from malle.testing.suite import every_setting


def folder(sheet: Sheet) -> Path:
    """Return the folder of a game's golden records."""
    return sheet.folder / "tests" / "playthroughs"


def write_golden(sheet: Sheet) -> list[Path]:
    """Replace the golden records of the current rules version and return their paths: one robots' game for
    every setting, and one random game with the fewest seats. Records of earlier versions stay as they are.
    Tables that began under those rules must still end as they would have."""
    folder(sheet).mkdir(parents=True, exist_ok=True)
    for old in folder(sheet).glob("*.txt"):
        if _version_of(old.read_text("utf-8")) == sheet.version:
            old.unlink()
    written = []
    version = "" if sheet.version == 1 else f"v{sheet.version}-"
    for number, game in enumerate([*every_setting(sheet), next(iter(every_setting(sheet)))]):
        usual = sheet.settle_options(game.seats, {})
        changed = [f"{name}-{value}".lower() for name, value in game.options.items() if usual[name] != value]
        last = number == len(list(every_setting(sheet)))
        name = "-".join([str(game.seats), *changed, *(["random"] if last else [])])
        seed = hashlib.sha256(f"golden {sheet.name} {name}".encode()).digest()
        luck = Luck(seed)
        acts = random_acts(game, luck) if last else robot_acts(game, sheet.robot, luck)
        _, entries = play_game(game, acts, Draws(Dealer(seed, f"golden-{name}")).pick)
        record = make_record(game, entries, seed=seed, table=f"golden-{name}", edition="usual")
        path = folder(sheet) / f"{version}{name}.txt"
        path.write_text(write_record(record), "utf-8")
        written.append(path)
    return written


def check_golden(sheet: Sheet) -> list[Fault]:
    """Check that every golden record verifies under its own rules version: same draws, legal moves and result.
    Return the violations. Every version of the rules must have a record."""
    faults = Faults()
    held = set()
    for path in sorted(folder(sheet).glob("*.txt")):
        try:
            text = path.read_text("utf-8")
            held.add(_version_of(text))
            checks = verify(text, partial(game_of, sheet_of=lambda _: sheet))
        except MalleError as error:
            faults.add("golden", f"{path.name}: {error}")
            continue
        faults.need(is_verified(checks), "golden", f"{path.name}: {checks[-1]}")
    for kept in (sheet, *sheet.earlier):
        faults.need(kept.version in held, "golden", f"{sheet.name}: no golden record of version {kept.version}")
    return faults.found


def _version_of(text: str) -> int:
    """Return the rules version that a record names in its header."""
    return read_record(text).header.version


if __name__ == "__main__":
    for name in sys.argv[1:] or names():
        for path in (*write_golden(sheet(name)), *write_lesson(sheet(name))):
            print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
