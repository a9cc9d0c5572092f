"""How long sentences are, for reading time: counted where the words of all languages are at hand."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from malle.core import AnyGame, Event, Refused, Say, Sheet
from malle.words import LANGUAGES, Words

NAME = "Camille"
"""Stands for every player: how long something is to be read must not hang on what people are called."""

_MARKS = re.compile(r"\[((?:[^\]\\]|\\.)*)\]\([^)]*\)|\*\*")


def longest(sheet: Sheet, game: AnyGame, events: tuple[Event, ...]) -> tuple[int, ...]:
    """The letters of each sentence that tells these events, in the language that needs most of them. A game that is not
    drawn is not told in sentences."""
    drawing = sheet.drawing
    if drawing is None:
        return (0,) * len(events)
    voices: tuple[Words, ...] = _voices(sheet.folder, drawing, game)
    return tuple(max(_letters(voice, said) for voice in voices) for said in drawing.said(game, events))


def _letters(voice: Words, said: Say) -> int:
    try:
        return len(_MARKS.sub(r"\1", voice.say(said)))
    except Refused:  # the page says the message's name then
        return len(said.key)


def _made(folder: Path, drawing: Any, game: Any) -> tuple[Words, ...]:
    """The words of a game in every language, with its edition's names for things."""
    laid = drawing.setting(game, None).words
    names = (NAME,) * game.seats
    return tuple(Words(folder, each, names=names, laid_over=laid.get(each, "")) for each in LANGUAGES)


_voices: Any = lru_cache(maxsize=256)(_made)
