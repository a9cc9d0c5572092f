"""Whose turn it is: T1 to T3, T8."""

from __future__ import annotations

import pytest

from malle.testing.timing import Timing
from tests.browser.conftest import DOUBT, NAMES, Open
from tests.browser.pictures import set_up
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser


def test_t1_t2_my_turn_is_said_in_words_title_and_icon(house: Stage, screen: Open, timing: Timing) -> None:
    table = house.set_up("declarer", NAMES, seed=5)  # Paul declares, Léa is the officer
    lea = screen(table, 1)
    assert not lea.page.title().startswith("●")
    lea.script("window.__turn = 0")
    house.act(table, 2, "declare nothing")
    lea.wait(".turn")
    assert lea.text(".prompt") == "À vous Paul n’a rien à déclarer"
    lea.until("window.__turn > 0")
    timing("from the message to the title", lea.script("window.__turn - window.__heard") / 1000, 0.3)
    titles = set()
    for _ in range(8):
        titles.add(lea.page.title())
        lea.page.wait_for_timeout(120)
    assert len(titles) == 1
    assert titles.pop().startswith("● À vous")
    lea.until("document.querySelector('link[rel=icon]').href.includes('favicon-turn')")
    lea.press("text=Laisser passer")
    lea.until("!document.title.startsWith('●')")
    lea.until("!document.querySelector('link[rel=icon]').href.includes('favicon-turn')")


def test_t3_everybody_awaited_is_named_until_he_has_answered(house: Stage, screen: Open) -> None:
    table = set_up(house, "combinards", DOUBT)
    ines = screen(table, 3)
    assert "Camille, Léa, Paul" in ines.text(".await")
    assert ines.at(".player.awaited").count() == 3
    house.act(table, 1, "trust")
    ines.until("!document.querySelector('.await').textContent.includes('Léa')")
    assert "Camille, Paul" in ines.text(".await")
    assert ines.at(".player.awaited").count() == 2


def test_t8_presence_by_shape_and_words(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, seed=5)
    paul = screen(table, 2, phone=False)
    assert paul.at('[data-seat="seat-2"] .presence.gone').get_attribute("aria-label") == "hors ligne"
    assert "hors ligne" in paul.text('[data-seat="seat-2"] .more')
    lea = screen(table, 1)
    paul.until("!document.querySelector('[data-seat=\"seat-2\"] .presence')")
    lea.hide(True)
    paul.wait('[data-seat="seat-2"] .presence.away')
    assert "ailleurs" in paul.text('[data-seat="seat-2"] .more')
    away = paul.script("getComputedStyle(document.querySelector('.presence.away')).borderStyle")
    gone = paul.script("getComputedStyle(document.querySelector('.presence.gone')).borderStyle")
    assert away != gone
    lea.context.close()
    paul.wait('[data-seat="seat-2"] .presence.gone')
