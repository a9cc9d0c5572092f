"""The challenges of the year, judged by a second checker that shares nothing with the first; and their solutions, known
beforehand, from which hints come at once."""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path

import pytest

from malle.core import Luck
from malle.games.combinus.grid import EMPTY
from malle.games.combinus.solitaire import api
from malle.games.combinus.solitaire.challenge import (
    Challenge,
    border_sides,
    classic_edition,
    frame_can_hold,
    given_poses,
    read_board,
    solves_challenge,
    twelve_challenges,
    write_board,
)
from malle.games.combinus.solitaire.daily import daily_challenges
from malle.games.combinus.solitaire.solutions import is_part_of_solution, load_solutions, next_step
from malle.games.combinus.tests.test_page import judged_by_the_page, tell

COUNTS = {
    "fr": ("aucun", "un", "deux", "trois", "quatre", "cinq"),
    "en": ("none", "one", "two", "three", "four", "five"),
}
BORDERS = {"fr": ("en haut", "à droite", "en bas", "à gauche"), "en": ("top", "right", "bottom", "left")}


# -- a second checker


def turned(code: str, quarters: int) -> str:
    return code if code == "joker" else code[-quarters % 4 :] + code[: -quarters % 4]


ALL = {min(turned("".join(sides), turn) for turn in range(4)) for sides in product("-ab", repeat=4)} | {"joker"}
"""The 25 pieces: every way to have no junction, a left or a right one on each of four sides."""


def agree(one: str, other: str) -> bool:
    """Two sides that touch: both blank, or the junctions lie opposite; clockwise, a left one meets a right one."""
    return "*" in (one, other) or one + other in ("--", "ab", "ba")


def second_opinion(challenge: Challenge, text: str) -> bool:
    """Is this a solution? From the letters on the board alone, with frames of one pattern a border."""
    rows = [row.split() for row in text.split("/")]
    pieces = [code for row in rows for code in row]
    if "." in pieces or {min(turned(code, turn) for turn in range(4)) for code in pieces} != ALL or len(pieces) != 25:
        return False
    sides = [["*" * 4 if code == "joker" else code for code in row] for row in rows]
    across = all(agree(sides[y][x][1], sides[y][x + 1][3]) for y in range(5) for x in range(4))
    down = all(agree(sides[y][x][2], sides[y + 1][x][0]) for y in range(4) for x in range(5))
    rim = [sides[0][x][0] for x in range(5)] + [sides[y][4][1] for y in range(5)]
    rim += [sides[4][x][2] for x in range(4, -1, -1)] + [sides[y][0][3] for y in range(4, -1, -1)]
    wanted = challenge.frames[0].replace(" ", "")
    framed = all(want == "?" or (has != "-") == (want == "#") for want, has in zip(wanted, rim, strict=True))
    lies = {f"{letter}{y + 1}": rows[y][x] for x, letter in enumerate("ABCDE") for y in range(5)}
    kept = all(lies[cell] == code for cell, code in challenge.given.items())
    return across and down and framed and kept and challenge.centre in ("", lies["C3"])


def mutated(text: str, luck: Luck) -> str:
    """The board with two pieces exchanged, one turned, turned as a whole, or as it is."""
    cells = text.replace("/", " ").split()
    match luck.randrange(4):
        case 0:
            one, other = luck.sample(range(25), 2)
            cells[one], cells[other] = cells[other], cells[one]
        case 1:
            at = luck.randrange(25)
            cells[at] = turned(cells[at], luck.randrange(1, 4))
        case 2:
            cells = [turned(cells[(4 - x) * 5 + y], 1) for y in range(5) for x in range(5)]
    return " / ".join(" ".join(cells[row * 5 : row * 5 + 5]) for row in range(5))


def test_every_day_has_a_solution_by_both_checkers() -> None:
    """364 days, and the booklet's twelve."""
    found = load_solutions()
    assert set(found) == {challenge.name for challenge in (*twelve_challenges(), *daily_challenges())}
    assert all(
        solves_challenge(challenge, found[challenge.name]) for challenge in (*twelve_challenges(), *daily_challenges())
    )
    assert all(second_opinion(challenge, write_board(found[challenge.name])) for challenge in daily_challenges())


@pytest.mark.parametrize("boards", [2_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_statement_picture_and_checkers_agree_on_boards_that_were_changed(boards: int, tmp_path: Path) -> None:
    """Exchanged, turned, turned as a whole: some still solve their challenge, most do not. Whether one does is said
    alike by the rules, by the second checker and by the page, which draws the frame as it is asked for; and one that
    does has on every border what the title says."""
    luck, verdicts, vectors = Luck(8), [], []
    titles = {challenge.name: stated(challenge, "en") for challenge in daily_challenges()}
    for _ in range(boards):
        challenge = luck.choice(daily_challenges())
        text = mutated(write_board(load_solutions()[challenge.name]), luck)
        verdicts.append(second_opinion(challenge, text))
        assert solves_challenge(challenge, read_board(text)) == verdicts[-1], (challenge, text)
        (frame,) = challenge.frames
        free = [border for border, each in enumerate(frame.split(" ")) if set(each) == {"?"}]
        drawn = {"drawn": frame.replace(" ", ""), "free": free}
        vectors.append({"name": challenge.name, "board": text, "solved": verdicts[-1], **drawn})
        if verdicts[-1]:
            lies = border_sides(classic_edition()[1], read_board(text))
            has = {border: sum(side != "-" for side in lies[border]) for border in range(4) if border not in free}
            assert titles[challenge.name] == has, (challenge, text)
    assert 0 < verdicts.count(True) < len(verdicts)
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(vectors), "utf-8")
    assert judged_by_the_page(file, tmp_path) == boards


# -- what a challenge says


def stated(challenge: Challenge, language: str) -> dict[int, int]:
    """The title of a day, read back as people read it: how many branches on which borders."""
    from malle.games.combinus import GAME_INFO
    from malle.i18n.translations import Translator

    say = Translator(GAME_INFO.folder, language).translate
    title = api.daily_title(challenge, say).replace("\u00a0", " ")
    each = next((n for n in range(6) if title == api.same_count_title(n, say)), None)
    if each is not None:
        return dict.fromkeys(range(4), each)
    read: dict[int, int] = {}
    for part in title.lower().split(", "):
        *_, last = part.split(" ")
        for border, name in enumerate(BORDERS[language]):
            if name in part:
                read[border] = COUNTS[language].index(last)
    return read


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_title_says_the_frame(language: str) -> None:
    """And nothing of the borders that are free."""
    for challenge in daily_challenges():
        patterns = challenge.frames[0].split(" ")
        wanted = {border: each.count("#") for border, each in enumerate(patterns) if set(each) != {"?"}}
        assert stated(challenge, language) == wanted, challenge


def test_a_hint_goes_where_most_neighbours_lie() -> None:
    """Of those squares to the first: where a piece is held most tightly, its place is seen best."""
    _, grid = classic_edition()
    luck, solution = Luck(4), load_solutions()["none"]
    for _ in range(200):
        board = tuple(pose if luck.random() < 0.6 else EMPTY for pose in solution)
        hint = next_step(board, solution)
        if hint is None:
            continue
        beside = [sum(board[near] != EMPTY for _, near in grid.neighbours[cell]) for cell in range(25)]
        most = max(beside[cell] for cell in range(25) if board[cell] == EMPTY)
        assert hint.cell == next(cell for cell in range(25) if board[cell] == EMPTY and beside[cell] == most)


def test_one_in_two_alternates_all_round() -> None:
    """Twenty places on the frame, ten branches: whoever goes round meets one at every other place."""
    (challenge,) = (each for each in twelve_challenges() if each.name == "one-in-two")
    rings = [frame.replace(" ", "") for frame in challenge.frames]
    assert sorted(rings) == sorted(["#." * 10, ".#" * 10])

    def borders(ring: str) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple("a" if place == "#" else "-" for place in ring[at : at + 5]) for at in range(0, 20, 5))

    loose = borders(".#.#." * 4)  # two a border, but neighbours are blank at every corner
    assert not any(frame_can_hold(frame, loose) for frame in challenge.frames)
    assert all(frame_can_hold(frame, borders(ring)) for frame, ring in zip(challenge.frames, rings, strict=True))
    _, grid = classic_edition()
    lies = "".join(
        "#" if has != "-" else "." for each in border_sides(grid, load_solutions()["one-in-two"]) for has in each
    )
    assert lies in rings


def test_the_piece_in_the_centre_is_given() -> None:
    """The joker and the blank one look the same however they are turned: they lie there from the start."""
    _, grid = classic_edition()
    for challenge in (*twelve_challenges(), *daily_challenges()):
        assert (grid.centre_cell in given_poses(challenge)) == bool(challenge.centre)


# -- hints


def test_the_first_hint_needs_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does any other while one is on the way to the known solution."""
    monkeypatch.setitem(sys.modules, "malle.games.combinus.solitaire.solver", None)
    poses = api.page_data(tell).poses
    for challenge in (*twelve_challenges(), *daily_challenges()):
        board = [given_poses(challenge).get(cell, EMPTY) for cell in range(25)]
        question = {"ask": "hint", "name": challenge.name, "board": write_board(tuple(board))}
        hint = api.answer_question(json.dumps(question).encode())
        assert board[hint.cell] == EMPTY
        assert poses[hint.pose] == poses[load_solutions()[challenge.name][hint.cell]]
        assert api.answer_question(json.dumps(question | {"ask": "solvable"}).encode()).solvable == "yes"


def test_hints_lead_to_the_known_solution_step_by_step() -> None:
    """Each lays a piece on an empty square, until the grid is full."""
    challenge = daily_challenges()[0]
    board = tuple(given_poses(challenge).get(cell, EMPTY) for cell in range(25))
    while (hint := next_step(board, load_solutions()[challenge.name])) is not None:
        assert board[hint.cell] == EMPTY
        board = (*board[: hint.cell], hint.pose, *board[hint.cell + 1 :])
        assert is_part_of_solution(board, load_solutions()[challenge.name])
    assert solves_challenge(challenge, board)
