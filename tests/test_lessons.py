"""What a newcomer is told must be so: each kind of fault in a lesson or a guide is found."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

import malle_liar
from malle.core import GameInfo, Refused, Seat
from malle.core.editions.printed_numbers import MarkedNumber
from malle.core.editions.titles import TitledThing
from malle.core.lesson import load_lesson, parse_script, resolve_number, resolve_things
from malle.games import OWN_GAMES, load_game_info
from malle.games.custom_editions import CustomEdition, read_custom_edition
from malle.i18n.translations import LANGUAGES, Translator
from malle.protocol.lesson_messages import LessonScript
from malle.runtime.history.lesson_frames import encode_course, lesson_messages, play_board
from malle.testing import check_lesson
from tests.own import NAME, own_edition

LONG = "word " * 31
TIPS = "".join(f"guide-dice-{face} = Tip.\n" for face in range(1, 7))


@pytest.fixture
def liar(tmp_path: Path) -> GameInfo:
    """A game of one's own, to spoil."""
    folder = tmp_path / "liar"
    shutil.copytree(malle_liar.GAME_INFO.folder, folder)
    return msgspec.structs.replace(malle_liar.GAME_INFO, folder=folder)


def spoil(game: GameInfo, file: str, old: str, new: str) -> list[str]:
    path = game.folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return [str(fault) for fault in check_lesson(game)]


def test_a_sound_lesson_passes(liar: GameInfo) -> None:
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
def test_each_fault_is_found(liar: GameInfo, file: str, old: str, new: str, found: str) -> None:
    told = spoil(liar, file, old, new)
    assert any(found in each for each in told), told


def test_a_change_of_rules_is_found(liar: GameInfo) -> None:
    """With four dice each, the learner's fifth is the opponent's first, and the lie is none."""
    numbers = liar.folder / "data" / "classic.toml"
    numbers.write_text(numbers.read_text("utf-8").replace("given = 5", "given = 4"), "utf-8")
    changed = msgspec.structs.replace(
        liar, make_game=lambda seats, options, _: malle_liar.make(seats, options, numbers)
    )
    assert check_lesson(changed)


def test_a_game_without_a_lesson_is_sound(liar: GameInfo) -> None:
    (liar.folder / "lesson.toml").unlink()
    for language in ("fr", "en"):
        words = liar.folder / "words" / f"{language}.ftl"
        kept = [line for line in words.read_text("utf-8").splitlines() if not line.startswith("lesson-")]
        words.write_text("\n".join(kept), "utf-8")
    assert liar.lesson is None
    assert check_lesson(liar) == []
    with pytest.raises(Refused, match="no lesson"):
        encode_course(liar)


def test_notes_are_read_entry_by_entry() -> None:
    notes = parse_script("draw wine ×2; 3: declare 1 wine\n  1: hide e13")
    assert [(note.mover, note.text) for note in notes] == [
        (-1, "draw wine"),
        (-1, "draw wine"),
        (2, "declare 1 wine"),
        (0, "hide e13"),
    ]


@pytest.mark.parametrize("name", OWN_GAMES)
def test_a_course_is_what_its_learner_sees(name: str) -> None:
    """A state for every move of every board; whenever a move is asked for, the learner is awaited, and it leads to the
    state after; nothing that another seat sees alone is in it."""
    game = load_game_info(name)
    assert game.lesson is not None
    course = msgspec.json.decode(encode_course(game), type=LessonScript)
    states = [msgspec.json.decode(state) for state in course.states]
    boards = [play_board(game, board) for board in game.lesson.boards]
    assert len(states) == sum(len(board.replay.steps) for board in boards)
    assert [state["viewer"] for state in states if state.get("setting")] == [board.learner for board in boards]
    learner = Seat(-1)
    for at, state in enumerate(states):
        learner = state.get("viewer", learner)
        for bubble in course.bubbles:
            asked = range(bubble.at, bubble.at + len(bubble.do))
            assert at not in asked or learner in state["table"]["awaited"]
    assert [bubble.text.key for bubble in course.bubbles] == [f"lesson-{n + 1}" for n in range(len(course.bubbles))]


def test_no_file_no_lesson(tmp_path: Path) -> None:
    assert load_lesson(tmp_path / "lesson.toml") is None


# -- an owner's edition


def in_a_box(game: str, folder: Path, text: str = "") -> CustomEdition:
    file = folder / "mine.toml"
    file.write_text(text or own_edition(game), "utf-8")
    return read_custom_edition(file)


def told(game: str, box: CustomEdition, language: str) -> list[str]:
    """What the bubbles of a lesson with that edition say."""
    facts = load_game_info(game)
    words = Translator(facts.folder, language, overrides=box.words.get(language, ""))
    course = msgspec.json.decode(encode_course(facts, box), type=LessonScript)
    return [words.translate(bubble.text).replace("\u00a0", " ") for bubble in course.bubbles]


OWN = {
    "declarer": {3: ["177 F"], 5: ["1,000 F", "200 F"], 6: ["277 F"], 7: ["552 F"], 8: ["56"], 9: ["701 F", "301 F"]},
    "combinards": {
        2: ["21 M"],
        4: ["21 M"],
        5: ["6 M"],
        6: ["26 M", "8 years"],
        7: ["41 M"],
        8: ["99 M", "21 M"],
        9: ["8 years"],
        10: ["600 M", "20 years"],
    },
}
"""What each bubble says where every rebuilt number is one more than ours: 25 and 150 F of duty are 26 and 151."""
GIVEN = (["1,000 F", "200 F"], ["600 M", "20 years"])
"""Bubbles in which nothing is rebuilt."""
THINGS = {
    "declarer": {
        1: "1 Xwine, 1 Xwatch and 2 Xpieces Xof Xluggage",
        2: "declare 1 Xwine and 1 Xwatch.",
        9: "1 Xnecklace",
    },
    "combinards": {
        2: "XIvory, illegal",
        6: "XSpot Xcheck: ",
        8: "XHarbour: XFake Xpaintings at",
        9: "XPolice Xstation",
    },
}


@pytest.mark.parametrize("name", OWN)
def test_a_lesson_has_the_numbers_and_the_titles_of_an_edition(name: str, tmp_path: Path) -> None:
    """In its bubbles, on its boards, and in what is heard; ours are not in it where they differ. The circuits are left
    where they were."""
    text = own_edition(name)
    for end, at in (("fork", 6), ("fork", 20), ("merge", 17), ("merge", 3)):
        text = text.replace(f"{end} = {{ reported = {at + 1} }}", f"{end} = {{ given = {at} }}")
    box = in_a_box(name, tmp_path, text)
    said = told(name, box, "en")
    usual = Translator(load_game_info(name).folder, "en")
    ours = [usual.translate(each).replace("\u00a0", " ") for each in lesson_messages(load_game_info(name))]
    for number, texts in OWN[name].items():
        assert all(text in said[number - 1] for text in texts), said[number - 1]
        assert said[number - 1] != ours[number - 1] or texts in GIVEN
    for number, text in THINGS[name].items():
        assert text in said[number - 1]
    course = msgspec.json.decode(encode_course(load_game_info(name), box), type=LessonScript)
    first = msgspec.json.decode(course.states[0])
    assert first["table"]["edition"] == box.digest
    assert NAME in str(first["setting"]["summary"]["title"])
    assert first["setting"]["words"]["en"] == box.words["en"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["chasse", "combinus", "combinards"])
def test_a_lesson_that_would_come_out_otherwise_is_the_usual_one_and_says_so(
    name: str, language: str, tmp_path: Path
) -> None:
    """With other numbers in the columns, other junctions or other forks the script goes elsewhere: no word of it is the
    owner's."""
    box = in_a_box(name, tmp_path)
    facts = load_game_info(name)
    words = Translator(facts.folder, language)
    course = msgspec.json.decode(encode_course(facts, box), type=LessonScript)
    first, *rest = (words.translate(bubble.text) for bubble in course.bubbles)
    usual = [words.translate(each) for each in lesson_messages(facts)]
    assert NAME in first
    assert first.endswith(f" {usual[0]}")
    assert rest == usual[1:]
    assert course.states == msgspec.json.decode(encode_course(facts), type=LessonScript).states


def test_a_lesson_of_other_points_is_played(tmp_path: Path) -> None:
    """The moves are as they were, so that it is the owner's."""
    text = (load_game_info("chasse").folder / "data" / "classic.toml").read_text("utf-8")
    text = text.replace("pawn = { given = 50 }", "pawn = { given = 60 }")
    said = told("chasse", in_a_box("chasse", tmp_path, f'game = "chasse"\n{text}'), "en")
    assert "60 points for you" in said[2]
    assert "seized, 160 points" in said[7]


def test_another_hand_is_another_lesson(tmp_path: Path) -> None:
    """Five cards instead of four: the script's moves are allowed, and yet a card that no bubble tells of is drawn."""
    text = own_edition("declarer").replace("hand = { given = 4 }", "hand = { given = 5 }")
    assert NAME in told("declarer", in_a_box("declarer", tmp_path, text), "en")[0]


def test_what_an_edition_does_not_have_is_named() -> None:
    known = {
        "pawn": MarkedNumber(50, "given"),
        "sales": MarkedNumber({"harbour": 3}, "given"),
        "rows": MarkedNumber((1, 2), "given"),
    }
    assert resolve_number(known, "pawn + sales.harbour + pawn") == 103
    for text in ("queen", "sales.market", "rows", "pawn + queen"):
        with pytest.raises(Refused, match="no such number"):
            resolve_number(known, text)
    with pytest.raises(Refused, match="of absinthe"):
        resolve_things({"wine": TitledThing("wine", ("name-wine",), "card-wine")}, "1 wine 1 absinthe")
