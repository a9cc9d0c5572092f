"""Rulebook, README and words say what the rules do."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from malle.games import sheet
from malle.games.combinus.pictures import FOLDER, all_symbols
from malle.games.combinus.solitaire.challenge import box, twelve
from malle.games.combinus.state import Phase
from malle.testing.papers import sections

SHEET = sheet("combinus")
RULE_OF = {"again": "exchange"}
"""Decisions that another section is about."""


def test_every_decision_has_its_section() -> None:
    decided = set(get_args(Phase)) - {"lot", "deal", "draw"} | {"exchange"}
    assert {RULE_OF.get(phase, phase) for phase in decided} <= set(sections(SHEET, "en"))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_words_of_both_languages_are_the_same(language: str) -> None:
    words = {
        each: set(re.findall(r"^([\w-]+) =", (SHEET.folder / "words" / f"{each}.ftl").read_text("utf-8"), re.M))
        for each in ("fr", "en")
    }
    for challenge in twelve():
        assert {f"challenge-{challenge.name}", f"challenge-{challenge.name}-goal"} <= words[language]
    assert {f"option-variant-{choice}" for choice in ("pool", "hands", "open", "spread")} <= words[language]


def test_the_symbols_are_those_made_from_the_codes() -> None:
    """`python -m malle.games.combinus.pictures` writes them."""
    for name, text in all_symbols(box()[0].names).items():
        assert (FOLDER / name).read_text("utf-8") == text, name
