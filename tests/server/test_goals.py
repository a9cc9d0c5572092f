"""The page of the server's goals names tests that there are."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = Path(__file__).with_name("README.md").read_text("utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if re.match(r"\| \d", line)]
STATES = {"shown", "in part", "not yet"}


def faults(rows: list[list[str]]) -> list[str]:
    """What is wrong with such a page."""
    found = [f"row {number} is missing" for number in range(1, 57) if [row[0] for row in rows].count(str(number)) != 1]
    for number, _, state, reason in rows:
        if state not in STATES:
            found.append(f"{number}: {state} is no state")
        named = re.findall(r"`([\w./]+\.py)::(\w+)`", reason)
        if state == "shown" and not named:
            found.append(f"{number}: no test shows it")
        if state == "not yet" and not reason:
            found.append(f"{number}: no reason")
        found += [f"{number}: there is no {name} in {file}" for file, name in named if name not in names_in(file)]
    return found


def names_in(file: str) -> set[str]:
    path = ROOT / file if "/" in file else ROOT / "tests" / "server" / file
    tree = ast.parse(path.read_text("utf-8")) if path.exists() else ast.Module([], [])
    return {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_goal_has_its_test_or_its_reason() -> None:
    assert not faults(ROWS)
    assert Counter(row[2] for row in ROWS)["shown"] >= 50


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (["3", "x", "shown", "`test_play.py::test_nothing_of_the_kind`"], "there is no test_nothing_of_the_kind"),
        (["3", "x", "shown", "somebody tried"], "no test shows it"),
        (["3", "x", "surely", "`test_play.py::test_a_game_of_people`"], "surely is no state"),
        (["4", "x", "not yet", "no time"], "row 3 is missing"),
    ],
)
def test_a_made_up_page_is_caught(row: list[str], fault: str) -> None:
    made = [row if each[0] == "3" else each for each in ROWS]
    assert any(fault in each for each in faults(made))
