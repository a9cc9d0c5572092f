"""Coming to a table: J2, J4 to J6, J8, J9. The rest of J is in `test_front_door.py` and `test_lobby.py`."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import NAMES, Open, Screen, one_a_day
from tests.browser.qr import read_qr
from tests.browser.stage import Stage
from tests.browser.test_lobby import _join, _names, _open

pytestmark = pytest.mark.browser

KEYS = re.compile(
    r"\b(?:ui|page|resume|trouble|screen|prompt|phase|answer|event|action|option|role)-[a-z]+(?:-[a-z]+)*\b"
)
"""What a message that was not said looks like."""
HAND = ".own .thing"


def _hand(me: Screen) -> list[str]:
    return me.wait(HAND).all_inner_texts()


def test_j2_the_square_to_scan_is_the_invitation(screen: Open) -> None:
    host = _open(screen, "friends", phone=False)
    square = host.at("#qr svg")
    whole = host.script("document.querySelector('#qr svg').viewBox.baseVal.width")
    read = read_qr(square.screenshot(), int(whole) - 4, 2)
    assert read == host.at("#invitation").get_attribute("href")


def test_j4_a_seat_is_there_after_a_reload_and_in_a_new_tab(house: Stage, screen: Open) -> None:
    """With the same hand, and without a name being asked for."""
    table = house.set_up("declarer", NAMES, seed=5)
    paul = screen(table, 2)
    hand = _hand(paul)
    paul.page.reload()
    assert _hand(paul) == hand
    tab = paul.context.new_page()
    paul.page.close()
    tab.goto(f"{house.address}/tables/{table}")
    tab.wait_for_selector(HAND)
    assert tab.locator(HAND).all_inner_texts() == hand
    assert tab.locator("input[name=name]").count() == 0


def test_j5_an_address_that_was_copied_gives_no_seat(house: Stage, screen: Open) -> None:
    """In play one watches; before the start one is told to ask for the invitation."""
    table = house.set_up("declarer", NAMES, seed=5)
    paul = screen(table, 2)
    stranger = screen("", None, path=paul.page.url.removeprefix(house.address))
    stranger.wait(".looker")
    assert stranger.at(HAND).count() == 0
    assert [each["viewer"] for each in stranger.received if each["type"] == "state"] == [None]
    host = _open(screen, "friends")
    other = screen("", None, path=host.page.url.removeprefix(house.address).split("?")[0])
    assert other.at(".joining").count() == 1
    assert other.at('form[action$="/join"]').count() == 0


def test_j6_two_of_one_name_are_told_apart(house: Stage, screen: Open) -> None:
    """By a number after it, in the strip and in the log, and by the shape of their seats; a robot gives way to a person."""
    table = house.set_up("declarer", ("alice", "Alice", "Inès", "Zoé"), seed=5, robots=(3,))
    house.robots_play = False
    paul = screen(table, 2, phone=False)
    assert paul.at(".players .name").all_inner_texts() == ["alice", "Alice 2", "Vous", "Inès 2"]
    shapes = paul.at(".players .seat > svg:first-child use").evaluate_all("all => all.map((each) => each.href.baseVal)")
    assert len(set(shapes)) == 4
    house.act(table, 2, "declare nothing")
    house.act(table, 1, "believe")
    paul.press('[role=tab] >> text="Journal"')
    assert "Alice 2" in " ".join(paul.at(".journal li").all_inner_texts())


def test_j8_a_table_does_not_start_before_enough_sit_there_and_says_why(house: Stage, screen: Open) -> None:
    host = _open(screen, "friends")
    _join(screen, house, host, "Zoé")
    host.wait('.rows:has-text("Zoé")')
    assert host.at('button[value="start"]').count() == 0
    assert host.text(".keep p") == "On attend encore 2 personnes."
    assert "il en faut 3" in host.text(".over")
    lobby = host.at("form.keep").get_attribute("action")
    refused = host.page.request.post(f"{house.address}{lobby}", form={"do": "start"}, headers={"origin": house.address})
    assert refused.status >= 400
    assert _names(host)[:2] == ["Ada", "Zoé"]
    _join(screen, house, host, "Léo")
    host.wait('.rows:has-text("Léo")')
    host.press('button[value="start"]')
    host.wait(".players")


@pytest.mark.parametrize(("locale", "lang"), [("en-GB", "en"), ("fr-CA", "fr"), ("de-DE", "fr")])
def test_j9_pages_speak_the_browsers_language(screen: Open, locale: str, lang: str) -> None:
    me = screen("", None, path="/", locale=locale)
    assert me.at("html").get_attribute("lang") == lang
    assert not KEYS.findall(me.script("document.body.innerText"))


@one_a_day("phone", [True, False], ids=["phone", "laptop"])
def test_j9_the_language_is_changed_at_the_table(house: Stage, screen: Open, phone: bool) -> None:
    """The seat, the hand and the question stay; nothing is left unsaid."""
    table = house.set_up("declarer", NAMES, ("declare 1 wine",), seed=5)
    lea = screen(table, 1, phone=phone)
    assert "Laisser passer" in lea.text(".ask")
    lea.press('.top [aria-label="Menu"]')
    lea.press('.drawer a[hreflang="en"]')
    lea.wait('html[lang="en"] .answer')
    assert "Laisser" not in lea.text(".ask")
    assert [each["viewer"] for each in lea.received if each["type"] == "state"][-1] == 1
    assert not KEYS.findall(lea.script("document.body.innerText"))
    lea.press('.top [aria-label="Menu"]')
    lea.press('.drawer a[hreflang="fr"]')
    lea.wait('html[lang="fr"] .answer')
