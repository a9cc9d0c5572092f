"""Our sentences are our own: no page or word file has eight words in a row from the booklets.

The booklets are not in the repository; `tests/booklets.bin` has digests of their runs of words (`tools/runs.py`).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.runs import FILE, LENGTH, SIZE, packed, shared, unpacked

from malle import games

ROOT = Path(__file__).parents[1]
QUOTED = [
    each.imprint.subtitle
    for each in map(games.load_game_info, games.OWN_GAMES)
    if each.imprint and each.imprint.subtitle
]
"""What is quoted from the booklets: the line under a game's name."""
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        ROOT / "NOTICE",
        *ROOT.glob("docs/**/*.md"),
        *(ROOT / "src").rglob("*.md"),
        *(ROOT / "examples").rglob("*.md"),
        *(ROOT / "src").rglob("*.ftl"),
        *(ROOT / "examples").rglob("*.ftl"),
        *(ROOT / "src").rglob("data/*.toml"),
    ]
)

MADE_UP = """Chaque joueuse pose à son tour une plume verte sur l'œuf du voisin, puis recule de trois cases sans rire ;
si le hérisson tousse, toute la rangée recommence."""


@pytest.fixture(scope="module")
def booklets() -> frozenset[bytes]:
    return unpacked(FILE.read_bytes())


def test_the_digests_are_those_of_five_booklets(booklets: frozenset[bytes]) -> None:
    """Thousands of runs, none twice."""
    assert len(booklets) * SIZE == FILE.stat().st_size
    assert 4_000 < len(booklets) < 10_000


def test_nothing_of_ours_has_eight_words_in_a_row_from_them(booklets: frozenset[bytes]) -> None:
    assert len(PAGES) > 40
    found = {str(page.relative_to(ROOT)): shared(_without_quotations(page), booklets) for page in PAGES}
    assert {page: runs for page, runs in found.items() if runs} == {}


def _without_quotations(page: Path) -> str:
    text = page.read_text("utf-8")
    for line in QUOTED:
        text = text.replace(line, "\n…\n")
    return text


def test_only_short_lines_are_quoted(booklets: frozenset[bytes]) -> None:
    """A subtitle of at most twelve words. One has more than seven words, so the test above reads NOTICE."""
    assert all(len(line.split()) <= 12 for line in QUOTED)
    assert shared((ROOT / "NOTICE").read_text("utf-8"), booklets)


@pytest.mark.parametrize(
    "page",
    [
        "## Règles\n\npose à son tour une plume verte sur l’oeuf",
        "Pose, à son tour, **une plume verte** sur\nl’œuf",
        "recule de 3 : TROIS CASES SANS RIRE ; si le herisson tousse",
        "message = sans rire si le hérisson tousse toute la\n",
    ],
)
def test_eight_words_are_found_however_they_are_written(page: str) -> None:
    """Without accents, with other points, in capitals, in bold, over a line's end, with a number between."""
    assert shared(page, unpacked(packed([MADE_UP])))


@pytest.mark.parametrize(
    "page",
    [
        "pose à son tour une plume verte",
        "à tour de rôle, une plume verte est posée sur l’œuf",
        "1 2 3 4 5 6 7 8 9",
        "",
    ],
)
def test_seven_words_and_the_same_facts_are_ours(page: str) -> None:
    assert shared(page, unpacked(packed([MADE_UP, "1 2 3 4 5 6 7 8 9 10"]))) == []


def test_a_run_is_eight_words() -> None:
    text = " ".join("abcdefghijk")
    assert len(packed([text])) == SIZE * (11 - LENGTH + 1)
