"""Every number of a rulebook, and every value on the page about the edition, bears its mark and is the edition's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from malle import games
from malle.core import GameInfo
from malle.core.editions.printed_numbers import EditionInfo, rulebook_numbers
from malle.games.custom_editions import read_custom_edition
from malle.i18n.translations import LANGUAGES, Translator
from malle.web.pages.about_edition import render_custom_edition, render_usual_edition
from malle.web.pages.rulebook import render_rulebook
from tests.own import own_edition

SHEETS = [games.load_game_info(name) for name in games.OWN_GAMES]
every = pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
language = pytest.mark.parametrize("language", LANGUAGES)

NUM = re.compile(
    r'<span class="num">(.*?)<i class="how (\w+)" role="img" aria-label="([^"]+)" title="[^"]+"></i></span>'
)
NAMED = re.compile(r"(\d(?:[\d\u00a0\u202f,]*\d)?)<!--([\w.-]+)-->")


def paper_of(sheet: GameInfo) -> EditionInfo:
    assert sheet.edition_info is not None
    return sheet.edition_info


def source(sheet: GameInfo, language: str) -> str:
    return (sheet.folder / "rulebook" / f"{language}.md").read_text("utf-8")


@every
@language
def test_every_number_of_the_rulebook_bears_its_mark(sheet: GameInfo, language: str) -> None:
    """What is left without its marked numbers has no digit in it."""
    html = render_rulebook(sheet, language)
    rest = re.sub(r"<[^>]*>", " ", NUM.sub("", html).replace("<code>1981</code>", ""))
    assert not re.findall(r".{0,30}\d.{0,20}", rest)
    assert NUM.findall(html)


@every
@language
def test_what_the_file_says_is_what_the_edition_has(sheet: GameInfo, language: str) -> None:
    """For those who read the file: the number that stands there is the usual edition's."""
    paper = paper_of(sheet)
    known = rulebook_numbers(paper, paper.read_edition(None), sheet.seats)
    for literal, name in NAMED.findall(source(sheet, language)):
        assert int(re.sub(r"\D", "", literal)) == known[name].value, name


@every
@language
def test_tables_in_the_file_are_those_of_the_edition(sheet: GameInfo, language: str) -> None:
    """Row by row the same numbers as in the table that the page makes."""
    leaves = {leaf.slug: leaf for leaf in paper_of(sheet).value_tables(paper_of(sheet).read_edition(None))}
    words = Translator(sheet.folder, language)
    for slug, lines in re.findall(r"<!--table ([\w-]+)-->\n+((?:\|.*\n)+)", source(sheet, language)):
        cells = [
            [
                text if isinstance(text, str) else words.translate(text)
                for text in (row.label, *(each.text for each in row.cells))
            ]
            for row in leaves[slug].rows
        ]
        made = sorted(number for row in cells for cell in row for number in _numbers(cell))
        assert made == sorted(_numbers(lines)), slug


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+", re.sub(r"(\d)[\u00a0\u202f,](\d{3})", r"\1\2", text))


@every
@language
def test_the_page_about_the_edition_has_every_value_once(sheet: GameInfo, language: str) -> None:
    """With the mark that the file gives it; and it says what the marks mean."""
    paper = paper_of(sheet)
    edition = paper.read_edition(None)
    leaves = [leaf for leaf in paper.value_tables(edition) if not leaf.slug.startswith("classes-")]
    paths = [cell.path for leaf in leaves for row in leaf.rows for cell in row.cells if cell.path]
    assert sorted(paths) == sorted(edition.marks)
    html = render_usual_edition(sheet, language)
    marks = [kind for _, kind, _ in NUM.findall(html)]
    assert sorted(marks) == sorted(edition.marks.values())
    assert "{#" not in html
    assert "<!--" not in html


@every
@language
def test_what_is_cited_as_ours_is_for_readers_of_the_file(sheet: GameInfo, language: str) -> None:
    """A page says it in words; the citation is not on it."""
    for html in (render_rulebook(sheet, language), render_usual_edition(sheet, language)):
        assert "<!--" not in html
        assert "&lt;!--" not in html


@every
@language
def test_no_number_of_the_page_about_the_edition_is_without_its_mark(sheet: GameInfo, language: str) -> None:
    """But for how many there are of each mark, the years of sources, the publisher's number of the box, what is quoted
    as it stands in a booklet, and the names of ten drums of oil."""
    html = render_usual_edition(sheet, language)
    counts = re.findall(r"\d+", " ".join(re.findall(r"<b>[^<]*</b>", html.partition('<ul class="legend">')[2])))
    marks = list(paper_of(sheet).read_edition(None).marks.values())
    assert sorted(map(int, counts)) == sorted(marks.count(kind) for kind in set(marks))
    apart = r'<div class="tt">.*?</div>|<ul class="legend">.*?</ul>|<code>.*?</code>|<th scope="row">[^<]*</th>'
    told = re.sub(apart, "", html, flags=re.DOTALL)
    rest = re.sub(r"<[^>]*>", " ", NUM.sub("", told))
    box = sheet.imprint.number if sheet.imprint else ""
    assert [each for each in re.findall(r"\d+", rest) if not re.fullmatch("19[5-9][0-9]", each) and each != box] == []


def test_an_edition_of_ones_own_has_its_own_rulebook(tmp_path: Path) -> None:
    """Its numbers, with the marks that its owner gave them."""
    sheet = games.load_game_info("declarer")
    classic = sheet.folder / "data" / "classic.toml"
    mine = tmp_path / "mine.toml"
    text = classic.read_text("utf-8").replace("compensation = { given = 200 }", "compensation = { reported = 350 }")
    mine.write_text(text.replace("duty = { rebuilt = 25 }", "duty = { given = 30 }"), "utf-8")
    usual, own = render_rulebook(sheet, "en"), render_rulebook(sheet, "en", mine)
    assert ("350", "reported") not in _said(usual)
    assert ("350", "reported") in _said(own)
    assert ("30\u00a0F", "given") in _said(own)
    assert _said(own).count(("350", "reported")) == _count(sheet, "compensation")


@every
@language
def test_an_edition_with_other_titles_and_numbers_has_them_on_its_pages(
    sheet: GameInfo, language: str, tmp_path: Path
) -> None:
    """Every number of its rulebook is its own, with its own mark, and every thing is called as it says; the page about
    it has every value, and beside those it changes ours."""
    mine = tmp_path / "mine.toml"
    mine.write_text(own_edition(sheet.name), "utf-8")
    box, paper = read_custom_edition(mine), paper_of(sheet)
    html, said = render_rulebook(sheet, language, mine), _said(render_rulebook(sheet, language, mine))
    known = rulebook_numbers(paper, box.edition, sheet.seats)
    for _, name in NAMED.findall(source(sheet, language)):
        assert (known[name].value, known[name].mark) in [(_value(text), kind) for text, kind in said], name
    rest = re.sub(r"<[^>]*>", " ", NUM.sub("", html).replace("<code>1981</code>", ""))
    assert not re.findall(r".{0,30}\d.{0,20}", rest)
    assert f">{box.edition.titles['game'][language].title}</h1>" in html
    for names, usual in re.findall(r"<!--names ([\w -]+)-->(.*?)<!--/-->", source(sheet, language), re.DOTALL):
        assert ", ".join(box.edition.titles[name][language].title for name in names.split()) in html, usual
    about = [kind for _, kind in _said(render_custom_edition(sheet, language, box))]
    usual_edition = paper.read_edition(None)
    changed = [path for path, value in box.edition.values.items() if usual_edition.values.get(path) != value]
    beside = [edition.marks[path] for edition in (usual_edition, box.edition) for path in changed]
    assert sorted(about) == sorted([*box.edition.marks.values(), *beside])
    for titles in box.edition.titles.values():
        if titles[language].title in html:
            break
    else:
        raise AssertionError("no title of the edition is in its rulebook")


def _value(text: str) -> int:
    return int(re.sub(r"\D", "", text) or -1)


def _said(html: str) -> list[tuple[str, str]]:
    return [(text, kind) for text, kind, _ in NUM.findall(html)]


def _count(sheet: GameInfo, name: str) -> int:
    return source(sheet, "en").count(f"<!--{name}-->")
