"""A game comes out the same wherever it is played: with any order of sets, language of the machine, and Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

_PLAY = """
from malle.core import Luck
from malle.core.dealer import Dealer, DrawCounter
from malle.core.play import play_game, robot_chooser
from malle.core.record import build_record, format_record
from malle.games import __path__ as ours, game_names, load_game_info
for name in game_names():
    facts = load_game_info(name)
    if str(facts.folder.parent) not in ours:
        continue  # a package of somebody else, which another Python need not have
    game = facts.make_game(facts.default_seats, facts.complete_options(facts.default_seats, {}), None)
    draws = DrawCounter(Dealer(bytes(32), "t"))
    _, entries = play_game(game, robot_chooser(game, facts.robot, Luck(bytes(32))), draws.pick)
    print(format_record(build_record(game, entries, seed=bytes(32), table="t", edition="usual")))
"""


def played(python: str | Path, **more: str) -> str:
    """The records of one game of each by robots."""
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **more}
    done = subprocess.run([python, "-c", _PLAY], env=surroundings, capture_output=True, check=True)
    assert len(done.stdout) > 1000
    return done.stdout.decode()


def other_pythons() -> Iterator[Path]:
    """Newer ones that this machine has, on the path or kept by pyenv."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in ("3.12", "3.13"):
        found = next(kept.glob(f"{minor}.*/bin/python"), None) or shutil.which(f"python{minor}")
        if found is not None:
            yield Path(found)


def test_games_do_not_depend_on_the_order_of_sets() -> None:
    """Processes that hash otherwise give the same record, to the letter."""
    assert len({played(sys.executable, PYTHONHASHSEED=seed) for seed in ("0", "1", "271828")}) == 1


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_games_do_not_depend_on_the_python(tmp_path: Path) -> None:
    """Nor on the language of the machine: each Python with what the terminal needs, and nothing else."""
    others = list(other_pythons())
    assert others, "there is no other Python here: install python3.12 or python3.13"
    expected = played(sys.executable)
    for number, python in enumerate(others):
        home = tmp_path / str(number)
        subprocess.run([python, "-m", "venv", home], check=True)
        needs = ROOT / "requirements" / "play.txt"
        subprocess.run([home / "bin" / "python", "-m", "pip", "install", "--quiet", "-r", needs], check=True)
        for seed, language in (("0", "C"), ("1", "C.UTF-8"), ("random", "fr_FR.UTF-8")):
            assert played(home / "bin" / "python", PYTHONHASHSEED=seed, LC_ALL=language) == expected
        print(f"{python}: the same")
