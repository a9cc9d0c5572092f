"""The names of players. Every name from outside is cleaned here, in one place."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from malle.core import Refused
from malle.table import Setup

ROBOTS = ("Hugo", "Léa", "Marius", "Inès", "Basile", "Zoé")
"""Names of robots, by seat."""
LONGEST = 30
"""Most letters in a name, counted as a reader counts them."""
WIDEST = 40
"""Most code points in a name, as the database keeps it. A letter with marks, or a picture, may have several."""
MARKS = 4
"""Most combining marks on one letter: enough for any language, too few to cover the lines above."""
FLAGS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
"""Two of these regional indicators make a flag."""
SKINS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""Modifiers that set the skin tone of the picture before."""
KEYCAP = "\u20e3"
"""Draws a key around the digit before."""
MONGOLIAN = frozenset(map(chr, range(0x180B, 0x1810)))
"""Selectors that choose the form of the Mongolian letter before."""
LOOK = "\ufe0f"
"""Turns the character before into a picture."""
_CHOOSE = (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))
_BLANK = (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)
UNSEEN = MONGOLIAN | frozenset(map(chr, (*_CHOOSE, *_BLANK)))
"""Characters that nobody can see. With them two different names would look alike."""
JOINER = "\u200d"
"""Joins several pictures to one; anywhere else it would make two different names look alike."""


def clean_name(text: str) -> str:
    """Return a name as it is stored and shown: one line, without control characters, invisible characters or
    text direction marks, and not too long. The result may be empty."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    seen = [each for at, each in enumerate(line) if (each.isprintable() and _is_seen(line, at)) or _joins(line, at)]
    return _cut(letters(" ".join("".join(seen).split())))


def letters(text: str) -> list[str]:
    """Split a text into letters as a reader counts them: a letter with its marks, a joined picture, or a
    flag. Marks beyond `MAX_MARKS_PER_LETTER` on one letter are dropped."""
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
    """Return whether the character at this index is visible, or is a selector that changes how the character
    before it looks."""
    before = line[at - 1 : at] or " "
    if line[at] == LOOK:
        return unicodedata.category(before) in ("So", "Sk") or before in "‼⁉↔" or line[at + 1 : at + 2] == KEYCAP
    return line[at] not in UNSEEN or (line[at] in MONGOLIAN and "\u1800" <= before < "\u18b0")


def _joins(line: str, at: int) -> bool:
    """Return whether the character at this index is a joiner between two pictures."""
    before = line[:at].rstrip("\ufe0f")[-1:]
    beside = before + line[at + 1 : at + 2]
    return (
        line[at] == JOINER and len(beside) == 2 and all(unicodedata.category(each) in ("So", "Sk") for each in beside)
    )


def _cut(name: list[str]) -> str:
    """Shorten a name, given as letters, to the longest that is allowed. Cut between words if the first word
    fits, and never inside a picture."""
    kept = min(len(name), LONGEST)
    while len("".join(name[:kept])) > WIDEST:
        kept -= 1
    cut = "".join(name[:kept])
    if len(name) > kept and name[kept] != " " and " " in cut:
        cut = cut.rsplit(" ", 1)[0]
    return cut.rstrip(f" {JOINER}")


def need_name(text: str) -> str:
    """Clean a name like `clean_name`. Raises `Refused` if nothing is left of it."""
    name = clean_name(text)
    if not name:
        raise Refused("a name needs a letter that can be seen")
    return name


def people_first(kinds: Sequence[str]) -> list[int]:
    """Return the seats in the order in which names are made unique: people before robots, so that a robot
    gets the number."""
    return sorted(range(len(kinds)), key=lambda seat: kinds[seat] == "robot")


def told_apart(names: Sequence[str], order: Iterable[int]) -> tuple[str, ...]:
    """Return the names by seat, made unique: later seats in `order` get a number after a name already taken.
    An empty name (an open seat) and `?` (an unknown name) may occur several times."""
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
    """Return the name of the robot at `seat`, of `seats` seats. It keeps its name when the players move on by
    one seat at the next table."""
    return ROBOTS[(seat - setup.turned) % seats % len(ROBOTS)]
