"""The page for one: what it is told, what it may ask, and its small copy of the rules held to the Python ones."""

from __future__ import annotations

import json
import subprocess
from datetime import date
from pathlib import Path

import msgspec
import pytest

from malle.core import Message, Refused
from malle.games.combinus.grid import EMPTY
from malle.games.combinus.solitaire import api
from malle.games.combinus.solitaire.challenge import solves_challenge, twelve_challenges
from malle.games.combinus.solitaire.judged_boards import VECTORS_PATH, file_text
from malle.games.combinus.solitaire.solutions import load_solutions
from malle.games.combinus.tests.test_rules import NO_BRANCH

HERE = Path(__file__).parent
CLIENT = HERE.parents[4] / "client"
RULES = HERE.parent / "solitaire" / "page" / "rules.ts"


def tell(said: Message) -> str:
    return said.key


def test_the_vectors_are_what_python_says_today() -> None:
    boards = tuple(load_solutions()[challenge.name] for challenge in twelve_challenges())
    assert all(solves_challenge(challenge, board) for challenge, board in zip(twelve_challenges(), boards, strict=True))
    assert file_text(boards) == VECTORS_PATH.read_text("utf-8")


def judged_by_the_page(vectors: Path, folder: Path) -> int:
    """Holds the page's rules, bundled as they are for it, to a file of judgements; how many there were."""
    bundler = CLIENT / "node_modules" / ".bin" / "rolldown"
    if not bundler.exists():
        pytest.skip("the client's packages are not installed: run `make client`")
    rules, page = folder / "rules.mjs", folder / "page.json"
    subprocess.run([bundler, RULES, "--file", rules, "--format", "esm"], check=True, capture_output=True, cwd=CLIENT)
    page.write_bytes(msgspec.json.encode(api.page_data(tell)))
    command = ["node", *map(str, (HERE / "vectors.mjs", rules, page, vectors))]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[:2000] + ran.stdout
    return int(ran.stdout.split()[0])


def test_the_pages_rules_agree_with_python(tmp_path: Path) -> None:
    """Every board is judged as Python did."""
    assert judged_by_the_page(VECTORS_PATH, tmp_path) > 200


def test_the_page_has_all_it_needs() -> None:
    told = api.page_data(tell)
    assert len(told.poses) == len(told.tile_of) == len(told.turns) == 82
    assert len(told.twelve) == 12
    assert len(told.days) == 364
    assert {task.stars for task in told.days} == {1, 2, 3, 4, 5}
    assert len(msgspec.json.encode(told)) < 120_000


def test_the_day_decides_the_challenge() -> None:
    assert api.task_of_day(date(2024, 1, 1)) == "day-1"
    assert api.task_of_day(date(2024, 1, 8)) == "day-8"
    assert api.task_of_day(date(2024, 12, 30)) == "day-1"


def test_an_answer_is_checked() -> None:
    assert api.is_solved("none", NO_BRANCH)
    assert not api.is_solved("twenty", NO_BRANCH)
    with pytest.raises(Refused, match="no challenge"):
        api.is_solved("nothing", NO_BRANCH)
    with pytest.raises(Refused, match="25 squares"):
        api.is_solved("none", "aaaa")


def test_questions_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "SOLVER_SECONDS", 120.0)  # what is asked here is which answer, not how soon
    almost = NO_BRANCH.replace("----", ".")
    asked = {"name": "none", "board": almost}
    assert api.answer_question(json.dumps({"ask": "solvable", **asked}).encode()).solvable == "yes"
    hint = api.answer_question(json.dumps({"ask": "hint", **asked}).encode())
    assert (hint.cell, api.page_data(tell).poses[hint.pose]) == (24, "----")
    spoilt = "---a . . . . / . . . . . / . . joker . . / . . . . . / . . . . ."
    assert (
        api.answer_question(json.dumps({"ask": "solvable", "name": "none", "board": spoilt}).encode()).solvable == "no"
    )
    hint = api.answer_question(json.dumps({"ask": "hint", "name": "none", "board": spoilt}).encode())
    assert (hint.cell, hint.pose) == (0, EMPTY)


@pytest.mark.parametrize(
    "question", [b"", b"[]", b'{"ask":"win","name":"none","board":""}', b'{"ask":"hint","name":"x","board":"."}']
)
def test_questions_that_cannot_be_read_are_refused(question: bytes) -> None:
    with pytest.raises(Refused):
        api.answer_question(question)
