"""What a newcomer is told must be so: each kind of fault in a lesson or a guide is found."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

import malle_liar
from malle.core import Refused, Seat, Sheet
from malle.core.lesson import read_lesson, read_notes
from malle.games import GAMES, sheet
from malle.live.lesson import make_course, play_board
from malle.testing import check_lesson
from malle.wire.course import Course

LONG = "word " * 31
TIPS = "".join(f"guide-dice-{face} = Tip.\n" for face in range(1, 7))


@pytest.fixture
def liar(tmp_path: Path) -> Sheet:
    """A game of one's own, to spoil."""
    folder = tmp_path / "liar"
    shutil.copytree(malle_liar.SHEET.folder, folder)
    return msgspec.structs.replace(malle_liar.SHEET, folder=folder)


def spoil(game: Sheet, file: str, old: str, new: str) -> list[str]:
    path = game.folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return [str(fault) for fault in check_lesson(game)]


def test_a_sound_lesson_passes(liar: Sheet) -> None:
    assert check_lesson(liar) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("lesson.toml", 'do = "bid 3 5"', 'do = "bid 30 5"', "bid 30 5"),
        ("lesson.toml", 'do = "bid 3 5"', 'do = "Bid 3 5"', "no action of this game"),
        ("lesson.toml", "2: bid 5 5", "1: bid 5 5", "seat 1 is not awaited"),
        ("lesson.toml", "roll 5 ×3", "roll 7 ×3", "chance cannot do"),
        ("lesson.toml", "roll 6; roll 3", "roll 6; roll 3 ×2", "and no more"),
        ("lesson.toml", 'names = ["", "Basile"]', 'names = ["Ada", "Basile"]', "no name, the learner's"),
        ("lesson.toml", "lit = ", "light = ", "unknown field"),
        ("lesson.toml", 'lit = "seat-2"', 'played = "2: bid 1 1"\ndo = "bid 2 1"', "the last step asks for a move"),
        ("lesson.toml", "roll 5; roll 4 ×2", "roll 4; roll 4 ×2", "otherwise than tests/lesson.txt"),
        ("words/en.ftl", "Basile loses a die. All", "you lose a die. All", "otherwise than tests/lesson.txt"),
        ("words/en.ftl", "lesson-3 =", "lesson-4 =", "there is no message 'lesson-3'"),
        ("words/fr.ftl", "lesson-3 =", "lesson-4 =", "the bubbles are"),
        ("words/fr.ftl", "lesson-2 = Basile annonce cinq", "lesson-2 = Basile annonce 6", "lesson-2 tells"),
        ("words/fr.ftl", "lesson-2 = ", f"lesson-2 = {LONG}", "words"),
        ("words/en.ftl", "guide-event-called", "guide-event-shouted", "there is no such message"),
        ("words/en.ftl", "guide-event-called =", f"{TIPS}more =", "tips"),
    ],
)
def test_each_fault_is_found(liar: Sheet, file: str, old: str, new: str, found: str) -> None:
    told = spoil(liar, file, old, new)
    assert any(found in each for each in told), told


def test_a_change_of_rules_is_found(liar: Sheet) -> None:
    """With four dice each, the learner's fifth is the opponent's first, and the lie is none."""
    numbers = liar.folder / "data" / "classic.toml"
    numbers.write_text(numbers.read_text("utf-8").replace("given = 5", "given = 4"), "utf-8")
    changed = msgspec.structs.replace(liar, make=lambda seats, options, _: malle_liar.make(seats, options, numbers))
    assert check_lesson(changed)


def test_a_game_without_a_lesson_is_sound(liar: Sheet) -> None:
    (liar.folder / "lesson.toml").unlink()
    for language in ("fr", "en"):
        words = liar.folder / "words" / f"{language}.ftl"
        kept = [line for line in words.read_text("utf-8").splitlines() if not line.startswith("lesson-")]
        words.write_text("\n".join(kept), "utf-8")
    assert liar.lesson is None
    assert check_lesson(liar) == []
    with pytest.raises(Refused, match="no lesson"):
        make_course(liar)


def test_notes_are_read_entry_by_entry() -> None:
    notes = read_notes("draw wine ×2; 3: declare 1 wine\n  1: hide e13")
    assert [(note.mover, note.text) for note in notes] == [
        (-1, "draw wine"),
        (-1, "draw wine"),
        (2, "declare 1 wine"),
        (0, "hide e13"),
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_course_is_what_its_learner_sees(name: str) -> None:
    """A state for every move of every board; whenever a move is asked for, the learner is awaited, and it leads to the
    state after; nothing that another seat sees alone is in it."""
    game = sheet(name)
    assert game.lesson is not None
    course = msgspec.json.decode(make_course(game), type=Course)
    states = [msgspec.json.decode(state) for state in course.states]
    boards = [play_board(game, board) for board in game.lesson.boards]
    assert len(states) == sum(len(board.reel.steps) for board in boards)
    assert [state["viewer"] for state in states if state.get("setting")] == [board.learner for board in boards]
    learner = Seat(-1)
    for at, state in enumerate(states):
        learner = state.get("viewer", learner)
        for bubble in course.bubbles:
            asked = range(bubble.at, bubble.at + len(bubble.do))
            assert at not in asked or learner in state["table"]["awaited"]
    assert [bubble.text.key for bubble in course.bubbles] == [f"lesson-{n + 1}" for n in range(len(course.bubbles))]


def test_no_file_no_lesson(tmp_path: Path) -> None:
    assert read_lesson(tmp_path / "lesson.toml") is None
