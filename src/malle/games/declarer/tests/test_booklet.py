"""What our pages say about the booklet of Rien à déclarer ?, against what the booklet prints. Its rules have
numbers."""

from __future__ import annotations

import re
from functools import partial

import pytest

from malle.core import Message
from malle.games.declarer import GAME_INFO
from malle.i18n.translations import LANGUAGES, Translator
from malle.testing.rulebook_checks import read_as_one_line

each_language = pytest.mark.parametrize("language", LANGUAGES)
page = partial(read_as_one_line, GAME_INFO)


@each_language
def test_nobody_is_named(language: str) -> None:
    """Title and last rule: the booklet has a subtitle, and names no author, no publisher and no year."""
    edition = Translator(GAME_INFO.folder, language).translate(Message("edition"))
    assert {"fr": "qui ne nomme ni auteur, ni éditeur, ni année", "en": "which names no author, publisher or year"}[
        language
    ] in edition
    imprint = GAME_INFO.imprint
    assert imprint is not None
    assert (imprint.author, imprint.publisher, imprint.year, imprint.registered) == ("", "", None, False)
    assert imprint.subtitle.endswith("en flagrant délit!")


@each_language
def test_three_readings_are_marked_as_ours(language: str) -> None:
    """ "Douanier": a player is chosen, not by lot. Rule 13: whoever cannot pay borrows. No rule says whether purses
    are open."""
    for ruling in ("order", "open-purses", "debts"):
        assert f"| `{ruling}` ● |" in page("README.md")
        assert f"<!--ours {ruling}-->" in page(f"rulebook/{language}.md")
    readings = page(f"edition/{language}.md").partition("{#sources}")[0]
    for said in {
        "fr": ("tiré au sort, et les bourses sont ouvertes", "Une dette est une bourse au-dessous de zéro"),
        "en": ("drawn by lot, and purses are open", "A debt is a purse below zero"),
    }[language]:
        assert said in readings


@each_language
def test_the_sister_box_is_described_at_an_address(language: str) -> None:
    """No rule counts the cards of an article; the description of the box of 1950 has seven articles of four cards."""
    for name in (f"edition/{language}.md", "README.md"):
        named = dict(re.findall(r"\[([^\]]+)\]\((http[^)]+)\)", page(name)))
        assert named["Contraband (1950) Board Game"] == "https://boardgameguys.com/?p=50699"


def test_to_the_letter() -> None:
    """Rule 14: the officer pays 200 F for a wrong suspicion of the bag, also where the next traveller had it."""
    assert GAME_INFO.booklet_options == {"strict": True}
