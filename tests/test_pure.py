"""No game waits, reads or writes: the check of its sources, proved by faults planted in small ones."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import replace

from malle.core import GameInfo
from malle.games import OWN_GAMES, load_game_info
from malle.testing import check_purity, example_game
from malle.testing.purity import _source_files, find_impurities

PLANTED = {
    "import time": "imports time",
    "from time import sleep": "imports time",
    "import os.path": "imports os.path",
    "def f():\n    import random": "imports random",
    "from concurrent.futures import ThreadPoolExecutor": "imports concurrent.futures",
    "import socket as s": "imports socket",
    "import asyncio": "imports asyncio",
    "import threading": "imports threading",
    "print('a lie')": "calls print()",
    "x = open('hand')": "calls open()",
    "input()": "calls input()",
    "eval('1')": "calls eval()",
    "PATH.read_text()": "calls .read_text()",
    "PATH.open()": "calls .open()",
    "state.clock.sleep(1)": "calls .sleep()",
}


@pytest.mark.parametrize("source", PLANTED)
def test_a_planted_fault_is_found(source: str) -> None:
    assert [what for _, what in find_impurities(source)] == [PLANTED[source]]


def test_what_is_pure_is_not_accused() -> None:
    source = "from pathlib import Path\nHERE = Path(__file__).parent / 'x'\nSecret(open=True)\n"
    source += "if __name__ == '__main__':\n    print(HERE)\n"
    assert not [*find_impurities(source)]


@pytest.mark.parametrize("name", OWN_GAMES)
def test_every_game_is_pure(name: str) -> None:
    assert not check_purity(load_game_info(name))


@pytest.mark.parametrize("name", OWN_GAMES)
def test_all_that_a_game_is_played_by_is_read(name: str) -> None:
    """Also what its rules import of the game's folder, and nothing of its tests."""
    found = {path.relative_to(load_game_info(name).folder).as_posix() for path in _source_files(load_game_info(name))}
    assert {"rules.py", "state.py", "view.py", "robot.py", "drawing.py", "event_messages.py", "edition.py"} <= found
    assert not [path for path in found if path.startswith("tests/")]


def test_what_levels_and_minds_are_thought_by_is_read() -> None:
    """Also behind a mind that only hands a question on."""
    found = {name: {path.name for path in _source_files(load_game_info(name))} for name in OWN_GAMES}
    assert {"policy_robots.py", "situations.py", "baseline_robots.py"} <= found["declarer"]
    assert {"robot_expert.py", "opponent_model.py", "research_smugglers.py"} <= found["chasse"]
    assert {"robot_search.py", "playout.py", "robot_two_plies.py"} <= found["combinus"]
    assert {"robot_expert.py", "opponent_model.py", "robot_habits.py"} <= found["combinards"]


def test_a_game_of_another_package_is_read_with_its_own_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sheet that is in no list, with relative imports; the fault is two modules away."""
    package = tmp_path / "clocked"
    package.mkdir()
    (package / "__init__.py").write_text("from .game import Clocked\n")
    (package / "game.py").write_text(
        "from malle.testing.example_game import Parley\n"
        "from . import deep\n\n\nclass Clocked(Parley):\n    deep = deep\n"
    )
    (package / "deep.py").write_text("import time\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    clocked = import_module("clocked")
    facts: GameInfo = replace(
        example_game.GAME_INFO, folder=package, make_game=lambda seats, options, _: clocked.Clocked(seats, options)
    )
    found = check_purity(facts)
    assert [fault.detail for fault in found] == ["parley: deep.py, line 1: imports time"]
    for name in [name for name in sys.modules if name.partition(".")[0] == "clocked"]:
        monkeypatch.delitem(sys.modules, name)
