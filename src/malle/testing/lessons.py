"""Checks for lessons and guides: what a newcomer reads must be true.

A lesson is played by the rules and written down as its learner hears it, with every bubble in its place. The game's
folder keeps this transcript as `tests/lesson.txt`. A change of rules, of a sum or of a sentence shows there as a diff,
beside the bubble that speaks of it. `make golden` writes it again; read the diff before committing it.
"""

from __future__ import annotations

import re
from pathlib import Path

from malle.core import MalleError, Say, Sheet
from malle.live.lesson import PlayedBoard, bubbles, play_board
from malle.testing.faults import Fault, Faults
from malle.words import LANGUAGES, Words, source

MOST_STEPS = 10
MOST_TIPS = 6
MOST_WORDS = 30
"""Most words in one bubble."""

_TOLD = "en"
"""Language of the transcript."""


def check_lesson(sheet: Sheet) -> list[Fault]:
    """Check a game's lesson and tips, and return the violations. The lesson can be played and matches its
    transcript. Bubbles and tips exist in every language, are short and have the same numbers. Every tip
    belongs to an existing message."""
    faults = Faults()
    try:
        lesson = sheet.lesson
        told = tell_lesson(sheet)
    except MalleError as error:
        faults.add("lesson", f"{sheet.name}: {error}")
        return faults.found
    count = 0 if lesson is None else len(lesson.steps)
    faults.need(count <= MOST_STEPS, "lesson", f"{sheet.name}: {count} steps are more than three minutes")
    if lesson is not None:
        faults.need(not lesson.steps[-1].do, "lesson", f"{sheet.name}: the last step asks for a move")
    if told:
        kept = kept_at(sheet)
        same = kept.is_file() and kept.read_text("utf-8") == told
        faults.need(same, "lesson", f"{sheet.name}: it comes out otherwise than tests/lesson.txt; see `make golden`")
    _check_words(faults, sheet, {said.key: said for said in bubbles(sheet)})
    return faults.found


def _check_words(faults: Faults, sheet: Sheet, steps: dict[str, Say]) -> None:
    """Report bubbles and tips that are missing, too long, without a subject, or with other numbers in another
    language. `bubbles_by_key` is in the order of the lesson."""
    numbers: dict[str, list[str]] = {}
    for language in LANGUAGES:
        words, where = Words(sheet.folder, language), f"{sheet.name}, {language}"
        keys = re.findall(r"^((?:lesson|guide)-[\w-]+) =", source(sheet.folder, language), re.M)
        lesson = [key for key in keys if key.startswith("lesson-")]
        tips = [key for key in keys if key.startswith("guide-")]
        faults.need(lesson == list(steps), "lesson", f"{where}: the bubbles are {lesson}, the steps {list(steps)}")
        faults.need(len(tips) <= MOST_TIPS, "guide", f"{where}: {len(tips)} tips, not {MOST_TIPS} at the most")
        for tip in tips:
            about = tip.removeprefix("guide-")
            there = words.has(about) or words.has(about.removesuffix("-you"))
            faults.need(there, "guide", f"{where}: {tip} is about {about}, and there is no such message")
        for key in keys:
            said = words.say(steps.get(key, Say(key)))
            long = len([word for word in said.split() if re.search(r"\w", word)])
            faults.need(long <= MOST_WORDS, "words", f"{where}: {key} has {long} words")
            found = sorted(re.findall(r"\d+", re.sub(r"(?<=\d)[\s,](?=\d{3})", "", said)))
            first = numbers.setdefault(key, found)
            faults.need(found == first, "words", f"{where}: {key} tells {found}, elsewhere {first}")


def tell_lesson(sheet: Sheet) -> str:
    """Return the transcript of a lesson: the moves, what the learner hears of them, and the bubbles. Empty if
    there is no lesson."""
    lines: list[str] = []
    said, number = bubbles(sheet), 0
    for board in () if sheet.lesson is None else sheet.lesson.boards:
        played = play_board(sheet, board)
        words = Words(sheet.folder, _TOLD, names=board.names, viewer=played.learner)
        lines.append(f"== seat {played.learner + 1} of {len(board.names)}")
        at = 0
        for stop, step in played.stops:
            number += 1
            lines += _told(sheet, played, words, at, stop + 1)
            at = stop + 1
            asked = f"  -> {step.do}" if step.do else ""
            lines.append(f"[{number}] {words.say(said[number - 1])}{asked}")
        lines += _told(sheet, played, words, at, len(played.reel.steps))
    return "".join(f"{line}\n" for line in lines)


def _told(sheet: Sheet, played: PlayedBoard, words: Words, first: int, end: int) -> list[str]:
    """Return the transcript lines of the steps from `first` up to but not including `end`."""
    tell, lines = sheet.telling.event, []
    for step in played.reel.steps[first:end]:
        heard = step.heard_by(played.learner)
        lines += ["; ".join(step.entry.lines), *(f"    {words.say(tell(step.table.game, each))}" for each in heard)]
    return lines


def kept_at(sheet: Sheet) -> Path:
    """Return the path of a game's lesson transcript."""
    return sheet.folder / "tests" / "lesson.txt"


def write_lesson(sheet: Sheet) -> list[Path]:
    """Write the lesson's transcript and return its path in a list. A game without a lesson gives an empty
    list."""
    told = tell_lesson(sheet)
    if told:
        kept_at(sheet).write_text(told, "utf-8")
    return [kept_at(sheet)] if told else []
