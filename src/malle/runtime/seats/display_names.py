"""The names of players. Every name from outside is cleaned here, in one place."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from malle.core import Refused
from malle.table import Setup

ROBOT_NAMES = ("Hugo", "Léa", "Marius", "Inès", "Basile", "Zoé")
"""Names of robots, by seat."""
MAX_NAME_LETTERS = 30
"""Most letters in a name, counted as a reader counts them."""
MAX_NAME_CODE_POINTS = 40
"""Most code points in a name, as the database keeps it. A letter with marks, or a picture, may have several."""
MAX_MARKS_PER_LETTER = 4
"""Most combining marks on one letter: enough for any language, too few to cover the lines above."""
FLAG_LETTERS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
"""Two of these regional indicators make a flag."""
SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""Modifiers that set the skin tone of the picture before."""
KEYCAP = "\u20e3"
"""Draws a key around the digit before."""
MONGOLIAN_SELECTORS = frozenset(map(chr, range(0x180B, 0x1810)))
"""Selectors that choose the form of the Mongolian letter before."""
EMOJI_SELECTOR = "\ufe0f"
"""Turns the character before into a picture."""
_VARIATION_SELECTORS = (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))
_BLANK_CHARACTERS = (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)
INVISIBLE_CHARACTERS = MONGOLIAN_SELECTORS | frozenset(map(chr, (*_VARIATION_SELECTORS, *_BLANK_CHARACTERS)))
"""Characters that nobody can see. With them two different names would look alike."""
ZERO_WIDTH_JOINER = "\u200d"
"""Joins several pictures to one; anywhere else it would make two different names look alike."""


def clean_name(text: str) -> str:
    """Return a name as it is stored and shown: one line, without control characters, invisible characters or
    text direction marks, and not too long. The result may be empty."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    visible = [
        character
        for index, character in enumerate(line)
        if (character.isprintable() and _is_visible(line, index)) or _is_picture_joiner(line, index)
    ]
    return _shorten_name(split_letters(" ".join("".join(visible).split())))


def split_letters(text: str) -> list[str]:
    """Split a text into letters as a reader counts them: a letter with its marks, a joined picture, or a
    flag. Marks beyond `MAX_MARKS_PER_LETTER` on one letter are dropped."""
    split: list[str] = []
    for character in text:
        previous = split[-1] if split else ""
        is_mark = unicodedata.category(character)[0] == "M"
        is_part = (
            is_mark or character == ZERO_WIDTH_JOINER or previous.endswith(ZERO_WIDTH_JOINER) or character in SKIN_TONES
        )
        is_flag = character in FLAG_LETTERS and len(previous) == 1 and previous in FLAG_LETTERS
        if (
            previous
            and is_mark
            and sum(unicodedata.category(mark)[0] == "M" for mark in previous) >= MAX_MARKS_PER_LETTER
        ):
            continue
        if previous and (is_part or is_flag):
            split[-1] += character
        else:
            split.append(character)
    return split


def _is_visible(line: str, index: int) -> bool:
    """Return whether the character of `line` at this index is visible, or is a selector that
    changes how the character before it looks."""
    previous = line[index - 1 : index] or " "
    if line[index] == EMOJI_SELECTOR:
        return (
            unicodedata.category(previous) in ("So", "Sk") or previous in "‼⁉↔" or line[index + 1 : index + 2] == KEYCAP
        )
    return line[index] not in INVISIBLE_CHARACTERS or (
        line[index] in MONGOLIAN_SELECTORS and "\u1800" <= previous < "\u18b0"
    )


def _is_picture_joiner(line: str, index: int) -> bool:
    """Return whether the character of `line` at this index is a joiner between two pictures."""
    previous = line[:index].rstrip("\ufe0f")[-1:]
    neighbours = previous + line[index + 1 : index + 2]
    return (
        line[index] == ZERO_WIDTH_JOINER
        and len(neighbours) == 2
        and all(unicodedata.category(picture) in ("So", "Sk") for picture in neighbours)
    )


def _shorten_name(letters_in_name: list[str]) -> str:
    """Return a name, given as letters, shortened to the lengths that are allowed. If the cut falls
    inside a word, that word is left out, unless it is the first. A joined picture is never cut."""
    length = min(len(letters_in_name), MAX_NAME_LETTERS)
    while len("".join(letters_in_name[:length])) > MAX_NAME_CODE_POINTS:
        length -= 1
    cut = "".join(letters_in_name[:length])
    if len(letters_in_name) > length and letters_in_name[length] != " " and " " in cut:
        cut = cut.rsplit(" ", 1)[0]
    return cut.rstrip(f" {ZERO_WIDTH_JOINER}")


def require_name(text: str) -> str:
    """Return a name cleaned by `clean_name`. Raises `Refused` if nothing is left of it."""
    name = clean_name(text)
    if not name:
        raise Refused("a name needs a letter that can be seen")
    return name


def seats_people_first(kinds: Sequence[str]) -> list[int]:
    """Return the seats in the order in which names are made unique: people before robots. So a
    robot, not a person, gets the number where both have one name. `kinds` says who plays each
    seat."""
    return sorted(range(len(kinds)), key=lambda seat: kinds[seat] == "robot")


def disambiguate_names(names: Sequence[str], order: Iterable[int]) -> tuple[str, ...]:
    """Return the names by seat, made unique. A seat whose name is taken by a seat earlier in
    `order` gets a number, as in "Hugo 2"; upper and lower case count as equal. An empty name (an
    open seat) and `?` (an unknown name) may occur several times."""
    unique, taken = list(names), set[str]()
    for seat in order:
        count = 1
        while unique[seat].casefold() in taken:
            count += 1
            unique[seat] = f"{names[seat]} {count}"
        if names[seat] not in ("", "?"):
            taken.add(unique[seat].casefold())
    return tuple(unique)


def robot_name(setup: Setup, seats: int, seat: int) -> str:
    """Return the name of the robot at `seat`, where the table has `seats` seats. At the next table,
    where all players have moved on by one seat, the robot keeps its name."""
    return ROBOT_NAMES[(seat - setup.turned) % seats % len(ROBOT_NAMES)]
