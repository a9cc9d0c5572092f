"""The page of how strong the robots are: made by one word, and what is committed says what it is made of."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tools import ladders

from malle.core import Message
from malle.core.robots.robot import LEVELS
from malle.games import OWN_GAMES, load_game_info
from malle.i18n.translations import Translator

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "robots.html"
PAIRS = len(LEVELS) * (len(LEVELS) - 1)
VOID = {"meta", "br"}


class Tags(HTMLParser):
    """Tags that are open; every one is closed again, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open += [] if tag in VOID else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def text_of(page: str) -> str:
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    return " ".join(" ".join(tags.text).split())


def of_the_makefile() -> list[tuple[str, int, int]]:
    """The ladders that `make ladders` plays."""
    found = re.search(r"^LADDERS \?= (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert found is not None
    return [(game, int(seats), int(deals)) for game, seats, deals in (each.split(":") for each in found[1].split())]


def test_a_page_has_every_pair_with_its_interval_and_its_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["combinards:2:2", "--out", "page.html", "--kept", "kept"]
    ladders.main(words)
    page = Path("page.html").read_text("utf-8")
    said = text_of(page)
    assert page.count("<circle") == PAIRS
    assert len(re.findall(r"[\d.]+ ± [\d.]+ % [+-][\d.]+ ± [\d.]+", said)) == PAIRS
    assert "2 deals a pair, each from every seat, so 4 games" in said
    assert "malle lab ladder combinards --seats 2 --deals 2" in said
    assert "The Jolly Wheeler-Dealers (3, 4, 5, 6)" in said, "what was not played is named"
    kept = Path("kept/combinards-2.part").read_bytes()
    ladders.main(words)
    assert (Path("kept/combinards-2.part").read_bytes(), Path("page.html").read_text("utf-8")) == (kept, page)
    ladders.main([*words, "--lang", "fr"])
    assert "2 donnes par paire" in text_of(Path("page.html").read_text("utf-8"))


def test_the_committed_page_is_of_what_the_word_plays() -> None:
    page = PAGE.read_text("utf-8")
    said, asked = text_of(page), of_the_makefile()
    commands = re.findall(r"malle lab ladder (\w+) --seats (\d) --deals (\d+)", said)
    assert [(game, int(seats), int(deals)) for game, seats, deals in commands] == asked
    assert page.count("<circle") == len(asked) * PAIRS
    assert len(re.findall(r"[\d.]+ ± [\d.]+ % [+-][\d.]+ ± [\d.]+", said)) == len(asked) * PAIRS
    assert len(re.findall(r"Made from source [0-9a-f]{12} \(rules and robots: [0-9a-f]{16}\) by", said)) == len(asked)
    left = said[said.index("Not played for this page") : said.index("Every robot against")]
    for name in OWN_GAMES:
        missing = [
            str(seats) for seats in load_game_info(name).seats if (name, seats) not in {each[:2] for each in asked}
        ]
        title = Translator(load_game_info(name).folder, "en").translate(Message("title"))
        assert (f"{title} ({', '.join(missing)})" in left) if missing else (title not in left)


def test_a_page_that_is_not_closed_is_found() -> None:
    with pytest.raises(AssertionError):
        text_of("<p><b>one</p></b>")
