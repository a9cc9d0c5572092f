"""Lengths of sentences in letters, for the reading time, where the texts of all languages are available."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from malle.core import AnyGame, Event, Refused, Say, Sheet
from malle.words import LANGUAGES, Words

NAME = "Camille"
"""Replaces every player's name: the reading time must not depend on names."""

_MARKS = re.compile(r"\[((?:[^\]\\]|\\.)*)\]\([^)]*\)|\*\*")


def longest(sheet: Sheet, game: AnyGame, events: tuple[Event, ...]) -> tuple[int, ...]:
    """Return the number of letters of each sentence that reports these events, in the language that needs most.
    A game without a drawing is not reported in sentences: one 0 for each event."""
    drawing = sheet.drawing
    if drawing is None:
        return (0,) * len(events)
    voices: tuple[Words, ...] = _voices(sheet.folder, drawing, game)
    return tuple(max(_letters(voice, said) for voice in voices) for said in drawing.said(game, events))


def _letters(voice: Words, said: Say) -> int:
    """Return the letters of a message in one language, without markup; of its key if it cannot be translated."""
    try:
        return len(_MARKS.sub(r"\1", voice.say(said)))
    except Refused:  # the page shows the message's key then
        return len(said.key)


def _made(folder: Path, drawing: Any, game: Any) -> tuple[Words, ...]:
    """Return the texts of a game in every language, with its edition's names for things."""
    laid = drawing.setting(game, None).words
    names = (NAME,) * game.seats
    return tuple(Words(folder, each, names=names, laid_over=laid.get(each, "")) for each in LANGUAGES)


_voices: Any = lru_cache(maxsize=256)(_made)
