"""What people are called: cleaned in one place, whichever way a name comes in."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from malle.core import Refused
from malle.table import Setup

ROBOTS = ("Hugo", "Léa", "Marius", "Inès", "Basile", "Zoé")
"""What robots are called, by seat."""
LONGEST = 30
"""Letters of a name, as a reader counts them."""
WIDEST = 40
"""Characters that the database keeps: a letter with marks, or a picture, may have several."""
MARKS = 4
"""Marks on one letter: enough for any language, and no tower that covers the lines above."""
FLAGS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
"""Two of these letters are a flag."""
SKINS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""Colour the picture before."""
KEYCAP = "\u20e3"
"""Draws a key around the digit before."""
MONGOLIAN = frozenset(map(chr, range(0x180B, 0x1810)))
"""Choose how the Mongolian letter before looks."""
LOOK = "\ufe0f"
"""Makes a picture of the sign before it."""
_CHOOSE = (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))
_BLANK = (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)
UNSEEN = MONGOLIAN | frozenset(map(chr, (*_CHOOSE, *_BLANK)))
"""Letters and marks that nobody sees: with them two names would look alike."""
JOINER = "\u200d"
"""Holds several pictures together as one; anywhere else it would make two names look alike."""


def clean_name(text: str) -> str:
    """A name as it is kept and shown to others, in one line: no controls, no marks that turn the direction of what
    follows, no more blanks than needed. Nothing may be left of it."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    seen = [each for at, each in enumerate(line) if (each.isprintable() and _is_seen(line, at)) or _joins(line, at)]
    return _cut(letters(" ".join("".join(seen).split())))


def letters(text: str) -> list[str]:
    """A text as a reader counts it: a letter with its marks, a picture of several joined ones, a flag."""
    found: list[str] = []
    for each in text:
        before = found[-1] if found else ""
        is_mark = unicodedata.category(each)[0] == "M"
        is_part = is_mark or each == JOINER or before.endswith(JOINER) or each in SKINS
        is_flag = each in FLAGS and len(before) == 1 and before in FLAGS
        if before and is_mark and sum(unicodedata.category(one)[0] == "M" for one in before) >= MARKS:
            continue
        if before and (is_part or is_flag):
            found[-1] += each
        else:
            found.append(each)
    return found


def _is_seen(line: str, at: int) -> bool:
    """Does it look like something? A mark that chooses how a picture looks does, after one."""
    before = line[at - 1 : at] or " "
    if line[at] == LOOK:
        return unicodedata.category(before) in ("So", "Sk") or before in "‼⁉↔" or line[at + 1 : at + 2] == KEYCAP
    return line[at] not in UNSEEN or (line[at] in MONGOLIAN and "\u1800" <= before < "\u18b0")


def _joins(line: str, at: int) -> bool:
    """Does a joiner stand there between two pictures?"""
    before = line[:at].rstrip("\ufe0f")[-1:]
    beside = before + line[at + 1 : at + 2]
    return (
        line[at] == JOINER and len(beside) == 2 and all(unicodedata.category(each) in ("So", "Sk") for each in beside)
    )


def _cut(name: list[str]) -> str:
    """As much of it as a name may have: whole words, if the first one fits, and whole pictures."""
    kept = min(len(name), LONGEST)
    while len("".join(name[:kept])) > WIDEST:
        kept -= 1
    cut = "".join(name[:kept])
    if len(name) > kept and name[kept] != " " and " " in cut:
        cut = cut.rsplit(" ", 1)[0]
    return cut.rstrip(f" {JOINER}")


def need_name(text: str) -> str:
    """The same, where there must be one."""
    name = clean_name(text)
    if not name:
        raise Refused("a name needs a letter that can be seen")
    return name


def people_first(kinds: Sequence[str]) -> list[int]:
    """The seats in the order in which names are given: a robot has a number rather than a person."""
    return sorted(range(len(kinds)), key=lambda seat: kinds[seat] == "robot")


def told_apart(names: Sequence[str], order: Iterable[int]) -> tuple[str, ...]:
    """The names of a table, by seat, no two alike: whoever comes later in the order has a number after it. A seat where
    nobody sits has no name, and one whose name is not known has a question mark."""
    made, taken = list(names), set[str]()
    for seat in order:
        count = 1
        while made[seat].casefold() in taken:
            count += 1
            made[seat] = f"{names[seat]} {count}"
        if names[seat] not in ("", "?"):
            taken.add(made[seat].casefold())
    return tuple(made)


def robot_name(setup: Setup, seats: int, seat: int) -> str:
    """What the robot at one of so many seats is called: it keeps its name when it moves on to another one."""
    return ROBOTS[(seat - setup.turned) % seats % len(ROBOTS)]
