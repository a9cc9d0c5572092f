"""What our pages say about the booklet of Combinus, against what the booklet prints.

It is one sheet: the front has the rules in short, the address and the subtitle, the back the rules in full.
"""

from __future__ import annotations

from functools import partial

import pytest

from malle.core import Message, load_edition
from malle.games.combinus import GAME_INFO
from malle.games.combinus.solitaire.challenge import TWELVE_PATH, ChallengesFile
from malle.i18n.translations import LANGUAGES, Translator
from malle.testing.rulebook_checks import read_as_one_line

each_language = pytest.mark.parametrize("language", LANGUAGES)
page = partial(read_as_one_line, GAME_INFO)


@each_language
def test_author_year_and_casablanca_are_named(language: str) -> None:
    """Front: COMBINUS®, "CREATION PASCAL P. PARMENTIER" with an address in Casablanca, Morocco. Label: © 1978."""
    edition = Translator(GAME_INFO.folder, language).translate(Message("edition"))
    for text in (edition, page(f"edition/{language}.md"), page("README.md")):
        for printed in ("Pascal P. Parmentier", "Casablanca", "1978"):
            assert printed in text
    imprint = GAME_INFO.imprint
    assert imprint is not None
    assert (imprint.author, imprint.place, imprint.year) == ("Pascal P. Parmentier", "Casablanca", 1978)
    assert (imprint.publisher, imprint.registered) == ("", True)
    assert imprint.subtitle == "Un jeu de géométrie et de finesse"


@each_language
def test_two_places_for_a_junction_are_deduced(language: str) -> None:
    """Back, the counts of the tiles (6, 8, 7, 2 and 1), and the two challenges with a wide and a narrow gap. No
    sentence says where on a side a junction is, nor how many places there are."""
    text = page(f"edition/{language}.md")
    denied = {"fr": "La notice ne dit pas où sont les points", "en": "The booklet does not say where the junctions are"}
    assert denied[language] in text
    assert {"fr": "dit seulement qu’il y a deux places", "en": "only says that there are two places"}[
        language
    ] not in text


@each_language
def test_that_the_right_to_exchange_is_lost_is_our_reading(language: str) -> None:
    """Back, "ATTENTION": whoever has made a path may exchange. No sentence says what becomes of it when the path is
    cut."""
    assert "| `right-to-exchange` ● |" in page("README.md")
    assert "<!--ours right-to-exchange-->" in page(f"rulebook/{language}.md")
    readings = page(f"edition/{language}.md").partition("{#sources}")[0]
    lost = {"fr": "Le droit d’échanger se perd avec le chemin", "en": "The right to exchange is lost with the path"}
    assert lost[language] in readings


def test_the_blank_centre_is_deduced() -> None:
    """Back, the challenges: a blank square in the centre. The count of the tiles above calls the tile a blank piece."""
    marks = load_edition(TWELVE_PATH, ChallengesFile).marks
    assert marks["challenges.blank-centre.centre"] == "deduced"
    assert marks["challenges.none.centre"] == "given"
