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
from malle.core import GameInfo, Imprint
from malle.i18n.translations import LANGUAGES
from malle.web.layout import translate
from malle.web.pages.options import to_form_value
from malle.web.pages.rights import render_rights_table, render_scan_credit, render_subtitle
from malle.web.pages.usual_settings import describe_settings, get_booklet_options

SHEETS = [games.load_game_info(name) for name in games.OWN_GAMES]
TEXT = NOTICE.read_text("utf-8")
every = pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
language = pytest.mark.parametrize("language", LANGUAGES)


def imprint_of(sheet: GameInfo) -> Imprint:
    assert sheet.imprint is not None, f"{sheet.name} comes from a box"
    return sheet.imprint


def row(sheet: GameInfo, language: str) -> str:
    """The game's row as somebody reads it."""
    html = render_rights_table(language, SHEETS)
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
def test_notice_and_the_page_agree(sheet: GameInfo, language: str) -> None:
    """Each fact that the booklet prints stands in both, with ® where it is printed."""
    imprint = imprint_of(sheet)
    told, printed = row(sheet, language), entry(imprint)
    assert printed in TEXT
    for fact in facts(imprint):
        assert fact in told
        assert fact in printed
    assert told.count("®") == printed.count("®") == imprint.registered
    assert f'href="{imprint.address}"' in render_rights_table(language, [sheet])
    assert imprint.address in printed


@every
@language
def test_what_is_not_printed_is_said_to_be_missing(sheet: GameInfo, language: str) -> None:
    """Author, publisher and year have a line in any case."""
    imprint = imprint_of(sheet)
    missing = [imprint.author, imprint.publisher, imprint.year].count("") + (imprint.year is None)
    assert row(sheet, language).count(translate(language, "rights-not-printed").replace("\u00a0", "")) == missing


def test_a_game_without_a_box_is_not_in_the_table() -> None:
    """The page knows no game by name: what it shows comes with the fact sheets."""
    made_up = replace(
        SHEETS[0], imprint=Imprint("Plumes et hérissons", author="Personne", scan="X", address="https://x.example")
    )
    assert "Plumes et hérissons" in render_rights_table("fr", [made_up])
    assert render_rights_table("fr", [replace(made_up, imprint=None)]) == ""
    assert (
        render_scan_credit("fr", replace(made_up, imprint=None))
        == render_subtitle(replace(made_up, imprint=None))
        == ""
    )


def test_the_promise_is_only_proposed() -> None:
    """A person has to confirm it, so no page makes it yet."""
    assert "to be confirmed by a person" in PROPOSED
    assert PROPOSED in TEXT
    assert all("to be confirmed" not in render_rights_table(each, SHEETS) for each in LANGUAGES)


@every
@language
def test_who_put_the_booklet_online_has_a_link(sheet: GameInfo, language: str) -> None:
    """On the game's page and on the page about its edition."""
    imprint = imprint_of(sheet)
    assert f'<a href="{imprint.address}"' in render_scan_credit(language, sheet)
    about = (sheet.folder / "edition" / f"{language}.md").read_text("utf-8")
    assert f"[{imprint.scan}](https://escaleajeux.fr)" in about


@every
@language
def test_the_subtitle_is_quoted_in_the_language_of_the_booklet(sheet: GameInfo, language: str) -> None:
    imprint = imprint_of(sheet)
    assert bool(render_subtitle(sheet)) == bool(imprint.subtitle)
    if imprint.subtitle:
        assert 'lang="fr">«' in render_subtitle(sheet)


@every
def test_the_letter_names_options_that_there_are(sheet: GameInfo) -> None:
    """Each with a choice that is not the usual one."""
    known = {option.name: option for option in sheet.options}
    for name, choice in sheet.booklet_options.items():
        assert choice in known[name].choices
        assert choice != known[name].default


@every
@language
def test_a_page_says_to_the_letter_only_where_it_is_so(sheet: GameInfo, language: str) -> None:
    """Over all settings of the game. The usual ones are called usual, and no page says "as in the booklet"."""
    letter, usual = translate(language, "page-letter"), translate(language, "page-changes", n=0)
    assert not re.search("notice|rulebook|booklet", usual)
    for choices in product(*(option.choices for option in sheet.options)):
        options = {option.name: choice for option, choice in zip(sheet.options, choices, strict=True)}
        said = describe_settings(language, sheet, {name: to_form_value(choice) for name, choice in options.items()})
        assert (letter in said) == (bool(sheet.booklet_options) and options == get_booklet_options(sheet))
        assert (usual in said) == all(options[option.name] == option.default for option in sheet.options)


@language
def test_other_settings_are_counted_beside_the_letter(language: str) -> None:
    """How strong robots are is no matter of the booklet."""
    sheet = games.load_game_info("declarer")
    letter = translate(language, "page-letter")
    one = translate(language, "page-changes", n=1)
    assert describe_settings(language, sheet, {"strict": "true"}) == letter
    assert describe_settings(language, sheet, {"strict": "true", "level": "wily"}) == f"{letter}, {one}"
    assert describe_settings(language, sheet, {"level": "wily"}) == one


@every
def test_a_reported_number_has_an_address(sheet: GameInfo) -> None:
    """A public description that nobody can find is no source."""
    assert sheet.edition_info is not None
    reported = "reported" in sheet.edition_info.read_edition(None).marks.values()
    for each in LANGUAGES:
        about = (sheet.folder / "edition" / f"{each}.md").read_text("utf-8")
        links = set(re.findall(r"\]\((https?://[^)]+)\)", about)) - {"https://escaleajeux.fr"}
        assert links or not reported
