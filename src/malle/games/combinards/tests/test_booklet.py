"""What our pages say about the booklet of Les Joyeux Combinards, against what the booklet prints.

Two scans are known. Neither has page numbers: a rule is found by the heading above it.
"""

from __future__ import annotations

from functools import partial

import pytest

from malle.core import Message, load_edition
from malle.games.combinards import GAME_INFO
from malle.games.combinards.edition import CLASSIC, Numbers
from malle.i18n.translations import LANGUAGES, Translator
from malle.testing.rulebook_checks import read_as_one_line

MARKS = load_edition(CLASSIC, Numbers).marks
each_language = pytest.mark.parametrize("language", LANGUAGES)
page = partial(read_as_one_line, GAME_INFO)


def edition(language: str) -> str:
    """What the game's page says of this edition."""
    return Translator(GAME_INFO.folder, language).translate(Message("edition")).replace("\u00a0", " ")


@each_language
def test_the_imprint_is_named_and_nobody_is_called_the_author(language: str) -> None:
    """Second scan, its last five lines: the name with ®, Habourdin International S.A. Paris, 1986, "Licence C.
    Schmitt". No line of either scan says who invented the game."""
    for text in (edition(language), page(f"edition/{language}.md"), page("README.md")):
        for printed in ("Habourdin International", "Paris", "1986", "C. Schmitt"):
            assert printed in text
    denied = {"fr": "ne dit pas si c’est l’auteur", "en": "does not say whether that is the author"}[language]
    assert denied in edition(language)
    assert denied in page(f"edition/{language}.md")
    imprint = GAME_INFO.imprint
    assert imprint is not None
    assert (imprint.licence, imprint.author, imprint.year, imprint.registered) == ("C. Schmitt", "", 1986, True)


@each_language
def test_what_is_original_and_what_is_rebuilt(language: str) -> None:
    """First scan, "Principe d’achat" lists six printed prices, and the squares have their sums under their own
    headings. Neither scan shows a card or the board: all that they say is ours."""
    assert {mark for path, mark in MARKS.items() if path.startswith(("cards.", "circuits.", "inner"))} == {"rebuilt"}
    squares = ("tax", "tax_free", "charges", "customs_due", "customs_move")
    assert {MARKS[name] for name in squares} == {"given"}
    original, rebuilt = {
        "fr": ("les sommes des cases sont d’époque", "tout ce que disent les cartes, perdus, sont reconstitués"),
        "en": ("the sums of the squares are original", "all that the cards say, lost, are rebuilt"),
    }[language]
    assert original in edition(language)
    assert rebuilt in edition(language)


def test_to_the_letter() -> None:
    """First scan. "But du jeu" speaks of a gain. "Vente des marchandises": a sold card goes under the pack, and no line
    shuffles the pack anew. "Cartes pétrole": no line lets an opponent pay who denounces without cause."""
    assert GAME_INFO.booklet_options == {"goal": "gain", "booklet": True, "free": True}


def test_who_begins_is_said_in_plain_english() -> None:
    """Both scans, "Déroulement du jeu": each plays in turn, and no line says who begins."""
    for name in ("edition/en.md", "README.md"):
        assert "Who begins is drawn by lot" in page(name)
        assert "The lot says" not in page(name)


def test_the_board_has_the_title_of_the_game() -> None:
    """Both scans, the title: the board says it in two halves, in the English translation too."""
    for language in LANGUAGES:
        words = Translator(GAME_INFO.folder, language)
        halves = [words.translate(Message(f"board-title-{where}")) for where in ("above", "below")]
        assert " ".join(halves) == words.translate(Message("title"))
