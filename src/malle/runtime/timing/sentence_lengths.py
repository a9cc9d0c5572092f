"""Lengths of sentences in letters, for the reading time, where the texts of all languages are available."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from malle.core import AnyGame, Event, GameInfo, Message, Refused
from malle.i18n.translations import LANGUAGES, Translator

PLACEHOLDER_NAME = "Camille"
"""Replaces every player's name: the reading time must not depend on names."""

_MARKUP = re.compile(r"\[((?:[^\]\\]|\\.)*)\]\([^)]*\)|\*\*")


def longest_sentence_lengths(game_info: GameInfo, game: AnyGame, events: tuple[Event, ...]) -> tuple[int, ...]:
    """Return the number of letters of each sentence that reports these events, in the language in
    which that sentence is longest. A game without a drawing has no sentences: the result is one 0
    for each event."""
    drawing = game_info.drawing
    if drawing is None:
        return (0,) * len(events)
    translations: tuple[Translator, ...] = _translations(game_info.folder, drawing, game)
    return tuple(
        max(_sentence_length(language, message) for language in translations)
        for message in drawing.log_messages(game, events)
    )


def _sentence_length(language: Translator, message: Message) -> int:
    """Return the number of letters of a message in one language, without markup. If it cannot be
    translated, the length of its key is returned."""
    try:
        return len(_MARKUP.sub(r"\1", language.translate(message)))
    except Refused:  # the page shows the message's key then
        return len(message.key)


def _load_translations(folder: Path, drawing: Any, game: Any) -> tuple[Translator, ...]:
    """Return a translator for each language, with the game's texts and its edition's names for
    things. All players have the same placeholder name."""
    edition_texts = drawing.static_scene(game, None).words
    names = (PLACEHOLDER_NAME,) * game.seats
    return tuple(
        Translator(folder, language, names=names, overrides=edition_texts.get(language, "")) for language in LANGUAGES
    )


_translations: Any = lru_cache(maxsize=256)(_load_translations)
