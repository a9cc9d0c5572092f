"""Whose games these are: NOTICE and the page about the site say the same; and no page claims the booklet's letter where
a setting differs from it."""

from __future__ import annotations

import re
from html import unescape
from itertools import product

import pytest
from msgspec.structs import replace
from tools.notice import NOTICE, PROPOSED, entry, notice

from malle import games
from malle.core import Imprint, Sheet
from malle.web.options import written
from malle.web.page import say
from malle.web.rights import rights_table, scan_line, subtitle
from malle.web.usual_settings import letter_options, settings_said
from malle.words import LANGUAGES

SHEETS = [games.sheet(name) for name in games.GAMES]
TEXT = NOTICE.read_text("utf-8")
every = pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
language = pytest.mark.parametrize("language", LANGUAGES)


def imprint_of(sheet: Sheet) -> Imprint:
    assert sheet.imprint is not None, f"{sheet.name} comes from a box"
    return sheet.imprint


def row(sheet: Sheet, language: str) -> str:
    """The game's row as somebody reads it."""
    html = rights_table(language, SHEETS)
    (found,) = re.findall(rf'<tr data-game="{sheet.name}">(.*?)</tr>', html)
    return unescape(re.sub(r"<[^>]*>", "\n", found)).replace("\u00a0", "")


def facts(imprint: Imprint) -> list[str]:
    """All that the booklet prints but the subtitle, which stands on the game's own page."""
    named = (imprint.author, imprint.licence, imprint.publisher, imprint.number, imprint.place, str(imprint.year or ""))
    return [imprint.name, imprint.scan, *filter(None, named)]


def test_notice_is_written_from_the_fact_sheets() -> None:
    """`python -m tools.notice` writes it."""
    assert notice(TEXT) == TEXT
    assert notice(TEXT.replace("C. Schmitt", "nobody")) == TEXT


@every
@language
def test_notice_and_the_page_agree(sheet: Sheet, language: str) -> None:
    """Each fact that the booklet prints stands in both, with ® where it is printed."""
    imprint = imprint_of(sheet)
    told, printed = row(sheet, language), entry(imprint)
    assert printed in TEXT
    for fact in facts(imprint):
        assert fact in told
        assert fact in printed
    assert told.count("®") == printed.count("®") == imprint.registered
    assert f'href="{imprint.address}"' in rights_table(language, [sheet])
    assert imprint.address in printed


@every
@language
def test_what_is_not_printed_is_said_to_be_missing(sheet: Sheet, language: str) -> None:
    """Author, publisher and year have a line in any case."""
    imprint = imprint_of(sheet)
    missing = [imprint.author, imprint.publisher, imprint.year].count("") + (imprint.year is None)
    assert row(sheet, language).count(say(language, "rights-not-printed").replace("\u00a0", "")) == missing


def test_a_game_without_a_box_is_not_in_the_table() -> None:
    """The page knows no game by name: what it shows comes with the fact sheets."""
    made_up = replace(
        SHEETS[0], imprint=Imprint("Plumes et hérissons", author="Personne", scan="X", address="https://x.example")
    )
    assert "Plumes et hérissons" in rights_table("fr", [made_up])
    assert rights_table("fr", [replace(made_up, imprint=None)]) == ""
    assert scan_line("fr", replace(made_up, imprint=None)) == subtitle(replace(made_up, imprint=None)) == ""


def test_the_promise_is_only_proposed() -> None:
    """A person has to confirm it, so no page makes it yet."""
    assert "to be confirmed by a person" in PROPOSED
    assert PROPOSED in TEXT
    assert all("to be confirmed" not in rights_table(each, SHEETS) for each in LANGUAGES)


@every
@language
def test_who_put_the_booklet_online_has_a_link(sheet: Sheet, language: str) -> None:
    """On the game's page and on the page about its edition."""
    imprint = imprint_of(sheet)
    assert f'<a href="{imprint.address}"' in scan_line(language, sheet)
    about = (sheet.folder / "edition" / f"{language}.md").read_text("utf-8")
    assert f"[{imprint.scan}](https://escaleajeux.fr)" in about


@every
@language
def test_the_subtitle_is_quoted_in_the_language_of_the_booklet(sheet: Sheet, language: str) -> None:
    imprint = imprint_of(sheet)
    assert bool(subtitle(sheet)) == bool(imprint.subtitle)
    if imprint.subtitle:
        assert 'lang="fr">«' in subtitle(sheet)


@every
def test_the_letter_names_options_that_there_are(sheet: Sheet) -> None:
    """Each with a choice that is not the usual one."""
    known = {option.name: option for option in sheet.options}
    for name, choice in sheet.letter.items():
        assert choice in known[name].choices
        assert choice != known[name].default


@every
@language
def test_a_page_says_to_the_letter_only_where_it_is_so(sheet: Sheet, language: str) -> None:
    """Over all settings of the game. The usual ones are called usual, and no page says "as in the booklet"."""
    letter, usual = say(language, "page-letter"), say(language, "page-changes", n=0)
    assert not re.search("notice|rulebook|booklet", usual)
    for choices in product(*(option.choices for option in sheet.options)):
        options = {option.name: choice for option, choice in zip(sheet.options, choices, strict=True)}
        said = settings_said(language, sheet, {name: written(choice) for name, choice in options.items()})
        assert (letter in said) == (bool(sheet.letter) and options == letter_options(sheet))
        assert (usual in said) == all(options[option.name] == option.default for option in sheet.options)


@language
def test_other_settings_are_counted_beside_the_letter(language: str) -> None:
    """How strong robots are is no matter of the booklet."""
    sheet = games.sheet("declarer")
    letter = say(language, "page-letter")
    one = say(language, "page-changes", n=1)
    assert settings_said(language, sheet, {"strict": "true"}) == letter
    assert settings_said(language, sheet, {"strict": "true", "level": "wily"}) == f"{letter}, {one}"
    assert settings_said(language, sheet, {"level": "wily"}) == one


@every
def test_a_reported_number_has_an_address(sheet: Sheet) -> None:
    """A public description that nobody can find is no source."""
    assert sheet.paper is not None
    reported = "reported" in sheet.paper.read(None).marks.values()
    for each in LANGUAGES:
        about = (sheet.folder / "edition" / f"{each}.md").read_text("utf-8")
        links = set(re.findall(r"\]\((https?://[^)]+)\)", about)) - {"https://escaleajeux.fr"}
        assert links or not reported
