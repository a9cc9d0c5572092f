"""Rulebook, README and words say what the rules do."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from malle.games import load_game_info
from malle.games.combinus.solitaire.challenge import classic_edition, twelve_challenges
from malle.games.combinus.state import Phase
from malle.games.combinus.tile_symbols import SYMBOLS_FOLDER, all_symbols
from malle.testing.rulebook_checks import section_slugs

GAME_INFO = load_game_info("combinus")
RULE_OF = {"again": "exchange"}
"""Decisions that another section is about."""


def test_every_decision_has_its_section() -> None:
    decided = set(get_args(Phase)) - {"lot", "deal", "draw"} | {"exchange"}
    assert {RULE_OF.get(phase, phase) for phase in decided} <= set(section_slugs(GAME_INFO, "en"))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_words_of_both_languages_are_the_same(language: str) -> None:
    words = {
        each: set(re.findall(r"^([\w-]+) =", (GAME_INFO.folder / "words" / f"{each}.ftl").read_text("utf-8"), re.M))
        for each in ("fr", "en")
    }
    for challenge in twelve_challenges():
        assert {f"challenge-{challenge.name}", f"challenge-{challenge.name}-goal"} <= words[language]
    assert {f"option-variant-{choice}" for choice in ("pool", "hands", "open", "spread")} <= words[language]


def test_the_symbols_are_those_made_from_the_codes() -> None:
    """`python -m malle.games.combinus.tile_symbols` writes them."""
    for name, text in all_symbols(classic_edition()[0].tile_names).items():
        assert (SYMBOLS_FOLDER / name).read_text("utf-8") == text, name
