"""Checks for lessons and guides: what a newcomer reads must be true.

A lesson is played by the rules and written down as its learner hears it, with every bubble in its place. The game's
folder keeps this transcript as `tests/lesson.txt`. A change of rules, of a sum or of a sentence shows there as a diff,
beside the bubble that speaks of it. `make golden` writes it again; read the diff before committing it.
"""

from __future__ import annotations

import re
from pathlib import Path

from malle.core import GameInfo, MalleError, Message
from malle.i18n.translations import LANGUAGES, Translator, fluent_source
from malle.runtime.history.lesson_frames import PlayedBoard, lesson_messages, play_board
from malle.testing.violations import Violation, Violations

MAX_STEPS = 10
"""Most steps of a lesson; more take longer than three minutes."""
MAX_TIPS = 6
"""Most tips (messages `guide-…`) of a game."""
MAX_BUBBLE_WORDS = 30
"""Most words in one bubble of a lesson or in one tip."""

_TRANSCRIPT_LANGUAGE = "en"
"""Language of the transcript."""


def check_lesson(game_info: GameInfo) -> list[Violation]:
    """Check a game's lesson and tips, and return the violations. The lesson can be played, matches
    its transcript, and does not end with a request for a move. Bubbles and tips exist in every
    language, are short and have the same numbers in all. Every tip belongs to an existing
    message."""
    violations = Violations()
    try:
        lesson = game_info.lesson
        transcript = lesson_transcript(game_info)
    except MalleError as error:
        violations.add("lesson", f"{game_info.name}: {error}")
        return violations.reported
    count = 0 if lesson is None else len(lesson.steps)
    violations.add_unless(count <= MAX_STEPS, "lesson", f"{game_info.name}: {count} steps are more than three minutes")
    if lesson is not None:
        violations.add_unless(not lesson.steps[-1].do, "lesson", f"{game_info.name}: the last step asks for a move")
    if transcript:
        path = transcript_path(game_info)
        is_equal = path.is_file() and path.read_text("utf-8") == transcript
        violations.add_unless(
            is_equal, "lesson", f"{game_info.name}: it comes out otherwise than tests/lesson.txt; see `make golden`"
        )
    _check_bubbles(violations, game_info, {message.key: message for message in lesson_messages(game_info)})
    return violations.reported


def _check_bubbles(violations: Violations, game_info: GameInfo, bubbles_by_key: dict[str, Message]) -> None:
    """Report bubbles and tips that are missing, too long, or have other numbers in another
    language, and tips about no existing message. `bubbles_by_key` holds the bubbles in the order of
    the lesson."""
    numbers: dict[str, list[str]] = {}
    for language in LANGUAGES:
        words, where = Translator(game_info.folder, language), f"{game_info.name}, {language}"
        keys = re.findall(r"^((?:lesson|guide)-[\w-]+) =", fluent_source(game_info.folder, language), re.M)
        lesson = [key for key in keys if key.startswith("lesson-")]
        tips = [key for key in keys if key.startswith("guide-")]
        violations.add_unless(
            lesson == list(bubbles_by_key),
            "lesson",
            f"{where}: the bubbles are {lesson}, the steps {list(bubbles_by_key)}",
        )
        violations.add_unless(len(tips) <= MAX_TIPS, "guide", f"{where}: {len(tips)} tips, not {MAX_TIPS} at the most")
        for tip in tips:
            subject = tip.removeprefix("guide-")
            has_subject = words.has_message(subject) or words.has_message(subject.removesuffix("-you"))
            violations.add_unless(
                has_subject, "guide", f"{where}: {tip} is about {subject}, and there is no such message"
            )
        for key in keys:
            sentence = words.translate(bubbles_by_key.get(key, Message(key)))
            word_count = len([word for word in sentence.split() if re.search(r"\w", word)])
            violations.add_unless(word_count <= MAX_BUBBLE_WORDS, "words", f"{where}: {key} has {word_count} words")
            numbers_found = sorted(re.findall(r"\d+", re.sub(r"(?<=\d)[\s,](?=\d{3})", "", sentence)))
            numbers_expected = numbers.setdefault(key, numbers_found)
            violations.add_unless(
                numbers_found == numbers_expected,
                "words",
                f"{where}: {key} tells {numbers_found}, elsewhere {numbers_expected}",
            )


def lesson_transcript(game_info: GameInfo) -> str:
    """Return the transcript of a game's lesson, in English: the moves, what the learner hears of
    them, and the bubbles. Empty if there is no lesson."""
    lines: list[str] = []
    bubble_messages, number = lesson_messages(game_info), 0
    for board in () if game_info.lesson is None else game_info.lesson.boards:
        played = play_board(game_info, board)
        words = Translator(game_info.folder, _TRANSCRIPT_LANGUAGE, names=board.names, viewer=played.learner)
        lines.append(f"== seat {played.learner + 1} of {len(board.names)}")
        next_step = 0
        for stop, step in played.bubble_moments:
            number += 1
            lines += _transcript_lines(game_info, played, words, next_step, stop + 1)
            next_step = stop + 1
            requested_move = f"  -> {step.do}" if step.do else ""
            lines.append(f"[{number}] {words.translate(bubble_messages[number - 1])}{requested_move}")
        lines += _transcript_lines(game_info, played, words, next_step, len(played.replay.steps))
    return "".join(f"{line}\n" for line in lines)


def _transcript_lines(game_info: GameInfo, played: PlayedBoard, words: Translator, first: int, end: int) -> list[str]:
    """Return the transcript lines of the replay's steps from `first` up to but not including `end`:
    each move, then the sentences that the learner hears."""
    message_of, lines = game_info.messages.event_message, []
    for step in played.replay.steps[first:end]:
        heard = step.heard_by(played.learner)
        lines += [
            "; ".join(step.entry.lines),
            *(f"    {words.translate(message_of(step.table.game, event))}" for event in heard),
        ]
    return lines


def transcript_path(game_info: GameInfo) -> Path:
    """Return the path of a game's lesson transcript; the file may not exist."""
    return game_info.folder / "tests" / "lesson.txt"


def write_lesson_transcript(game_info: GameInfo) -> list[Path]:
    """Write the transcript of a game's lesson and return its path in a list. Without a lesson,
    write nothing and return an empty list."""
    transcript = lesson_transcript(game_info)
    if transcript:
        transcript_path(game_info).write_text(transcript, "utf-8")
    return [transcript_path(game_info)] if transcript else []
