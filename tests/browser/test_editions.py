"""A host's own edition in a browser: chosen with the options, played, its rulebook read, its record verified elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from malle import games
from malle.core import Seat, Waiting
from tests.browser.conftest import Open, Screen
from tests.browser.stage import Stage
from tests.own import NAME, OPTIONS, own_edition

FIRST, *OTHERS = games.OWN_GAMES
BY_HAND = 3
"""Moves that are typed into the page; the rest of the game is played as the robot would."""


@pytest.mark.parametrize("game", [FIRST, *(pytest.param(each, marks=pytest.mark.long) for each in OTHERS)])
@pytest.mark.timeout(600)
def test_an_own_edition_is_chosen_played_and_verified_elsewhere(
    house: Stage, screen: Open, game: str, tmp_path: Path
) -> None:
    """Every title and every rebuilt number is another: no word of ours for a thing is on the table, and whoever has the
    file and the record verifies the game in a process of their own."""
    box = house.house.library.custom_editions.add_text(own_edition(game))
    given = "&".join(f"{name}={str(value).lower()}" for name, value in OPTIONS[game].items())
    me = screen("", None, phone=False, path=f"/games/{game}/options?lang=fr&{given}")
    assert (
        me.script("Math.max(...[...document.querySelectorAll('.editions label')].map((each) => each.offsetHeight))")
        < 120
    )
    me.press(f'label:has(input[value="{box.digest}"])')
    me.press(".keep button")
    me.wait(".gamepage")
    me.press('.now button[value="robots"]')
    me.wait(".players")
    table = me.page.url.split("/tables/")[1].split("?")[0]
    setup = house.table(table).setup
    assert setup.edition == box.digest
    assert setup.options == games.load_game_info(game).complete_options(setup.seats, OPTIONS[game])
    assert NAME in me.page.locator("body").inner_text() or NAME in str(me.script("document.body.textContent"))
    assert me.page.title().endswith(f"{box.edition.titles['game']['fr'].title} · Malle")
    _rules(me, box.edition.titles["game"]["fr"].title)
    _phone(screen, table)
    _lesson(screen, game, box.digest)
    _play(house, me, table)
    record, file = tmp_path / "record.txt", tmp_path / "edition.toml"
    for path, target in ((f"/tables/{table}/record", record), (f"/editions/{box.digest}", file)):
        with urllib.request.urlopen(house.address + path, timeout=30) as answer:
            target.write_bytes(answer.read())
    assert f"edition: {NAME} {box.digest}\n" in record.read_text("utf-8")
    verify = [sys.executable, "-m", "malle", "record", "verify", str(record), "--edition", str(file)]
    done = subprocess.run(verify, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def _rules(me: Screen, title: str) -> None:
    """The rulebook beside the table is the edition's."""
    if not me.at(".rulebook h1").count():
        me.press('[role=tab] >> text="Règles"')
    assert me.wait(".rulebook h1").inner_text() == title


def _phone(screen: Open, table: str) -> None:
    """Without a tap: the button of the reminder bears its name."""
    small = screen(table, None, phone=True)
    assert NAME in small.wait(".costs").inner_text()
    assert small.script("document.documentElement.scrollWidth <= innerWidth")


def _lesson(screen: Open, game: str, digest: str) -> None:
    """The lesson calls things as the edition does, or says that it is not the edition's; and leads to a table of it."""
    small = screen("", None, phone=True, path=f"/games/{game}/learn?lang=fr&edition={digest}")
    said = small.wait(".says").inner_text()
    assert re.search(r"X[^\W\d_]", said) or NAME in said
    assert str(small.at(".where a").get_attribute("href")).endswith(f"?edition={digest}")


def _play(house: Stage, me: Screen, table: str) -> None:
    """To the end: the first moves of the person through the page."""
    typed, moved = 0, 0
    while isinstance((now := house.table(table)).turn, Waiting):
        seat = next((each for each in now.awaited if now.seat_kinds[each] == "person"), None)
        if seat is None:
            me.page.wait_for_timeout(5)
            continue
        moved += 1
        if typed < BY_HAND and me.at("#command").count() + me.at('[role=tab] >> text="Journal"').count():
            _type(me, now.game.write(now.game.legal(now.state, Seat(seat))[0]))
            typed += 1
        else:
            house.act(table, seat)
    assert typed == min(BY_HAND, moved)
    assert re.search(r"X[^\W\d_]", me.text("#app")), "none of the edition's titles is on the screen"


def _type(me: Screen, text: str) -> None:
    if not me.at("#command").count():
        me.press('[role=tab] >> text="Journal"')
    me.at("#command").fill(text)
    me.at("#command").press("Enter")
    me.answered()
