"""What our pages say about the booklet of La chasse aux contrebandiers, against what the booklet prints.

The scan has no page numbers: a rule is found by the words in bold before it.
"""

from __future__ import annotations

import re
from functools import partial

import pytest

from malle.core import Message
from malle.games.chasse import GAME_INFO
from malle.games.chasse.tests.test_papers import EDITION
from malle.i18n.translations import LANGUAGES, Translator
from malle.testing.rulebook_checks import read_as_one_line

each_language = pytest.mark.parametrize("language", LANGUAGES)
page = partial(read_as_one_line, GAME_INFO)


@each_language
def test_the_imprint_is_named(language: str) -> None:
    """Scan of L’Escale à jeux, the three lines of the title: Rudi Hoffmann, © 1962 Spear-Spiele, n° 22030."""
    edition = Translator(GAME_INFO.folder, language).translate(Message("edition"))
    for text in (edition, page(f"edition/{language}.md"), page("README.md")):
        for printed in ("Rudi Hoffmann", "© 1962 Spear-Spiele", "22030"):
            assert printed in text
    imprint = GAME_INFO.imprint
    assert imprint is not None
    assert (imprint.author, imprint.publisher, imprint.year) == ("Rudi Hoffmann", "Spear-Spiele", 1962)
    assert (imprint.number, imprint.registered) == ("22030", False)


@each_language
def test_public_descriptions_have_a_title_and_an_address(language: str) -> None:
    """The booklet has no size of the board. Both descriptions count thirteen squares by thirteen; columns are read
    in one."""
    assert EDITION.marks["rows"] == "reported"
    for name in (f"edition/{language}.md", "README.md"):
        named = dict(re.findall(r"\[([^\]]+)\]\((http[^)]+)\)", page(name)))
        assert named["Chasse aux contrebandiers"] == "https://escaleajeux.fr/jeu/chasc"
        assert named["Schmugglerjagd"].endswith("/keirat/txt/S/Schmugg3.html")
    both = {"fr": "les deux descriptions publiques lisent", "en": "both public descriptions read"}[language]
    assert both not in page(f"edition/{language}.md")
    assert both not in page("README.md")


def test_no_option_follows_the_booklet_more_closely() -> None:
    """ "Chacun": one change of direction in a move, no mark on a pawn that was found empty: the usual settings have
    both."""
    assert GAME_INFO.booklet_options == {}
    assert {option.name: option.default for option in GAME_INFO.options} == {
        "memory": False, "straight": False, "chalk": False,
    }  # fmt: skip
