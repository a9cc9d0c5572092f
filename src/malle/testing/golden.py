"""Golden records: whole games kept in a game's folder and replayed in every build. A change of rules shows as a diff.

`python -m malle.testing.golden [GAME …]` (or `make golden GAME=…`) writes them again; without a game, for all games.
It also writes each game's lesson transcript (`malle.testing.lesson_checks`).
"""

from __future__ import annotations

import hashlib
import sys
from functools import partial
from pathlib import Path

from malle.core import GameInfo, Luck, MalleError
from malle.core.dealer import Dealer, DrawCounter
from malle.core.play import play_game, random_chooser, robot_chooser
from malle.core.record import build_record, format_record, is_verified, parse_record, verify_record
from malle.games import game_names, load_game_info
from malle.games.golden_records import game_of_record
from malle.testing.lesson_checks import write_lesson_transcript
from malle.testing.suite import every_setting
from malle.testing.violations import Violation, Violations


def golden_folder(game_info: GameInfo) -> Path:
    """Return the folder of a game's golden records, which may not exist yet."""
    return game_info.folder / "tests" / "playthroughs"


def write_golden_records(game_info: GameInfo) -> list[Path]:
    """Replace the golden records of the current rules version and return their paths. They are one
    game between robots for every setting, and one random game with the fewest seats. Records of
    earlier rules versions stay as they are: tables that began under those rules must still end as
    they would have."""
    golden_folder(game_info).mkdir(parents=True, exist_ok=True)
    for old in golden_folder(game_info).glob("*.txt"):
        if _rules_version(old.read_text("utf-8")) == game_info.version:
            old.unlink()
    written = []
    version = "" if game_info.version == 1 else f"v{game_info.version}-"
    for number, game in enumerate([*every_setting(game_info), next(iter(every_setting(game_info)))]):
        usual_options = game_info.complete_options(game.seats, {})
        changed_options = [
            f"{name}-{value}".lower() for name, value in game.options.items() if usual_options[name] != value
        ]
        is_random = number == len(list(every_setting(game_info)))
        name = "-".join([str(game.seats), *changed_options, *(["random"] if is_random else [])])
        seed = hashlib.sha256(f"golden {game_info.name} {name}".encode()).digest()
        luck = Luck(seed)
        acts = random_chooser(game, luck) if is_random else robot_chooser(game, game_info.robot, luck)
        _, entries = play_game(game, acts, DrawCounter(Dealer(seed, f"golden-{name}")).pick)
        record = build_record(game, entries, seed=seed, table=f"golden-{name}", edition="usual")
        path = golden_folder(game_info) / f"{version}{name}.txt"
        path.write_text(format_record(record), "utf-8")
        written.append(path)
    return written


def check_golden_records(game_info: GameInfo) -> list[Violation]:
    """Check that every golden record verifies under its own rules version: same draws, legal moves
    and result. Every version of the rules must have a record. Return the violations."""
    violations = Violations()
    versions_found = set()
    for path in sorted(golden_folder(game_info).glob("*.txt")):
        try:
            text = path.read_text("utf-8")
            versions_found.add(_rules_version(text))
            checks = verify_record(text, partial(game_of_record, find_info=lambda _: game_info))
        except MalleError as error:
            violations.add("golden", f"{path.name}: {error}")
            continue
        violations.add_unless(is_verified(checks), "golden", f"{path.name}: {checks[-1]}")
    for version_info in (game_info, *game_info.earlier_versions):
        violations.add_unless(
            version_info.version in versions_found,
            "golden",
            f"{game_info.name}: no golden record of version {version_info.version}",
        )
    return violations.reported


def _rules_version(text: str) -> int:
    """Return the rules version that a record names in its header."""
    return parse_record(text).header.version


if __name__ == "__main__":
    for name in sys.argv[1:] or game_names():
        for path in (*write_golden_records(load_game_info(name)), *write_lesson_transcript(load_game_info(name))):
            print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
