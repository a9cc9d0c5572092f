"""The table of requirements beside the browser tests is true. Each check is proved on made-up pages."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
GAMES = TESTS.parent / "src" / "malle" / "games"
PAGE = TESTS / "browser" / "README.md"
GROUPS = {"J": 9, "T": 8, "A": 15, "B": 7, "E": 9, "R": 5, "H": 8, "X": 8, "N": 10}
"""How many requirements a letter has."""
FOUND = 25
"""How many things were wrong when the games were first played."""
LACKING = {"A12"}
"""That which has no test; the page says why."""

Rows = Mapping[str, tuple[str, str]]


def rows(text: str) -> dict[str, tuple[str, str]]:
    """Requirement and tests, by code."""
    return {
        code: (what, shown) for code, what, shown in re.findall(r"^\| ([A-Z]\d+) \| (.+?) \| (.+?) \|$", text, re.M)
    }


def findings(text: str) -> dict[int, tuple[str, str]]:
    """What was found by playing, and tests, by number."""
    return {
        int(code): (what, shown) for code, what, shown in re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \|$", text, re.M)
    }


def named(shown: str) -> list[str]:
    """The tests that a row names."""
    return re.findall(r"`([\w/]+::test_\w+)`", shown)


@cache
def functions_of(file: Path) -> frozenset[str]:
    """The tests of a file, without running it."""
    found = ast.walk(ast.parse(file.read_text("utf-8")))
    functions = (each.name for each in found if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(name for name in functions if name.startswith("test_"))


def exists(test: str) -> bool:
    """Is there such a test, beside the page, in another folder of tests, or in a game's?"""
    module, _, name = test.partition("::")
    game, _, inside = module.partition("/")
    files = (TESTS / "browser" / f"{module}.py", TESTS / f"{module}.py", GAMES / game / "tests" / f"{inside}.py")
    return any(file.is_file() and name in functions_of(file) for file in files)


def untested(table: Rows) -> set[str]:
    """Requirements that name no test."""
    return {code for code, (_, shown) in table.items() if not named(shown)}


def codes_in(test: str) -> set[str]:
    """The requirements that a test is named after: `test_b5_e2_the_reveal_…` after B5 and E2."""
    leading = re.match(r"test_((?:[a-z]\d+_)+)", test)
    return {code.upper() for code in leading[1].rstrip("_").split("_")} if leading else set()


def unnamed(table: Rows, tests: Mapping[str, frozenset[str]]) -> list[str]:
    """Tests that are named after a requirement whose row does not have them."""
    wanted = [(f"{module}::{test}", code) for module, all_ in tests.items() for test in all_ for code in codes_in(test)]
    return sorted(f"{code}: {test}" for test, code in wanted if code in table and test not in named(table[code][1]))


def test_every_requirement_is_there_once_and_in_order() -> None:
    codes = re.findall(r"^\| ([A-Z]\d+) \|", PAGE.read_text("utf-8"), re.M)
    assert codes == [f"{letter}{number}" for letter, count in GROUPS.items() for number in range(1, count + 1)]
    assert len(codes) == 79


def test_every_test_that_is_named_exists() -> None:
    assert [
        test for _, shown in rows(PAGE.read_text("utf-8")).values() for test in named(shown) if not exists(test)
    ] == []


def test_everything_that_was_found_by_playing_has_tests() -> None:
    found = findings(PAGE.read_text("utf-8"))
    assert [*found] == [*range(1, FOUND + 1)]
    assert [number for number, (_, shown) in found.items() if not named(shown)] == []
    assert [test for _, shown in found.values() for test in named(shown) if not exists(test)] == []


def test_only_these_have_no_test_and_each_has_a_reason() -> None:
    table = rows(PAGE.read_text("utf-8"))
    assert untested(table) == LACKING
    assert all(len(table[code][1]) > 40 for code in LACKING)


def test_tests_are_found_where_their_name_says() -> None:
    tests = {file.stem: functions_of(file) for file in sorted((TESTS / "browser").glob("test_*.py"))}
    assert unnamed(rows(PAGE.read_text("utf-8")), tests) == []


def test_made_up_pages_are_caught() -> None:
    page = (
        "| A1 | Taps. | `test_acting::test_a2_selecting_sends_nothing` |\n| B2 | Claims. | No test: nobody claims. |\n"
    )
    table = rows(page)
    assert untested(table) == {"B2"}
    assert findings("| 3 | A hole. | `test_acting::test_nothing` |\n") == {
        3: ("A hole.", "`test_acting::test_nothing`")
    }
    assert exists("declarer/test_words::test_the_bill_says_how_many_were_smuggled")
    assert not exists("declarer/test_words::test_nothing")
    assert exists(*named(table["A1"][1]))
    assert not exists("test_acting::test_nothing")
    assert not exists("test_nowhere::test_a2_selecting_sends_nothing")
    tests = {"test_x": frozenset({"test_b2_a_claim", "test_a1_b2_both", "test_another"})}
    assert unnamed(table, tests) == [
        "A1: test_x::test_a1_b2_both",
        "B2: test_x::test_a1_b2_both",
        "B2: test_x::test_b2_a_claim",
    ]
