"""Lessons and guides: what a newcomer is told must be so.

A lesson is played by the rules and told as its learner hears it, with every bubble where it stands, and that is kept in
the game's folder as `tests/lesson.txt`. A change of rules, of a sum or of a sentence shows there as a diff, beside the
bubble that speaks of it. `make golden` writes it anew; read the diff before committing it.
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
"""In one bubble."""

_TOLD = "en"
"""The language in which the lesson is kept."""


def check_lesson(sheet: Sheet) -> list[Fault]:
    """The lesson can be played and comes out as it is kept; bubbles and tips are there in every language, short, with
    the same numbers; a tip belongs to a message that there is."""
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
    """The whole lesson in words: what is done, what the learner hears of it, and the bubbles."""
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
    tell, lines = sheet.telling.event, []
    for step in played.reel.steps[first:end]:
        heard = step.heard_by(played.learner)
        lines += ["; ".join(step.entry.lines), *(f"    {words.say(tell(step.table.game, each))}" for each in heard)]
    return lines


def kept_at(sheet: Sheet) -> Path:
    """Where a lesson is kept as it comes out."""
    return sheet.folder / "tests" / "lesson.txt"


def write_lesson(sheet: Sheet) -> list[Path]:
    """Keeps the lesson as it comes out now, if there is one."""
    told = tell_lesson(sheet)
    if told:
        kept_at(sheet).write_text(told, "utf-8")
    return [kept_at(sheet)] if told else []
