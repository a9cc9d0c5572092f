"""A game of another package in a browser, to its end: nothing of the house knows liar's dice, and it is played."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from malle.core import Luck
from malle_liar import GAME_INFO
from tests.browser.conftest import Open, Screen, every_look
from tests.browser.stage import Stage
from tests.browser.test_access import _axe as serious
from tests.browser.test_acting import _enter, _tap

pytestmark = pytest.mark.browser
THREE = ("Ada", "Bob", "Cléo")


def test_a_face_is_picked_and_one_more_of_it_is_bid(house: Stage, screen: Open) -> None:
    """One button walks through the numbers, from the lowest that is higher; nothing is sent before the bar says so."""
    table = house.set_up("liar", THREE, ("bid 2 3",))
    bob = screen(table, 1)
    bob.press(face(5))
    assert "au moins 2 cinq" in bob.text(".confirm .what")
    bob.press(".alt")
    assert "au moins 3 cinq" in bob.text(".confirm .what")
    assert bob.acts() == []
    bob.press(".cancel")
    bob.press(
        face(3)
    )  # the bar lifts the sheet, and the call stands where the die was: it is not pressed by the same tap
    assert "au moins 3 trois" in bob.text(".confirm .what")  # two threes are not higher
    bob.press(".go")
    bob.until("!document.querySelector('.go')")
    assert bob.acts() == ["bid 3 3"]


def test_only_its_owner_sees_under_a_cup(house: Stage, screen: Open) -> None:
    """The others, and whoever watches, are sent no die before a call."""
    table = house.set_up("liar", THREE)
    mine = house.table(table).state.cups[0]
    ada, bob, eve = (screen(table, seat) for seat in (0, 1, None))
    assert [each.get_attribute("aria-label") for each in ada.at('.own [data-item^="cup."]').all()] == [
        f"1 {('as', 'deux', 'trois', 'quatre', 'cinq', 'six')[die - 1]}" for die in mine
    ]
    assert bob.at('[data-item^="cup."]').count() == 5
    assert eve.at('[data-item^="cup."]').count() == 0
    assert "die-" not in json.dumps([eve.received[-1]["scene"], eve.received[-1]["own"]])


def test_a_call_lifts_all_cups(house: Stage, screen: Open) -> None:
    table = house.set_up("liar", THREE, ("bid 15 6",))
    cleo = screen(table, 2)
    house.act(table, 1, "call")
    cleo.wait(".verdict")
    assert cleo.text(".verdict").lower() == "faux"
    assert cleo.at('[data-item^="cup-"]').count() == 15
    cleo.press(".go-on")
    cleo.until("!document.querySelector('.verdict')")
    assert "4 dés" in cleo.text('[data-seat="seat-1"]')


@pytest.mark.timeout(300)
@pytest.mark.parametrize("way", [pytest.param(way, marks=pytest.mark.long) for way in ("tap", "keyboard")])
def test_the_game_is_played_to_its_end(house: Stage, screen: Open, way: str) -> None:
    """Two seats, every action on the screen: by tap on phones, or by keys alone."""
    table = house.set_up("liar", THREE[:2])
    wishes = {"confirm": True} if way == "keyboard" else None
    screens = [screen(table, seat, phone=way == "tap", wishes=wishes) for seat in range(2)]
    press, luck, moves = {"tap": _tap, "keyboard": _enter}[way], Luck(4), 0
    while not (now := house.table(table)).over:
        seat = now.awaited[0]
        view = now.view(seat)
        assert view is not None
        text = now.game.write(GAME_INFO.robot(now.game, view, now.legal(seat), luck))
        before = len(screens[seat].acts())
        do(screens[seat], press, text)
        while house.table(table).seq == now.seq or len(screens[seat].acts()) == before:
            screens[seat].page.wait_for_timeout(20)
        moves += 1
        assert screens[seat].acts()[-1] == text
    for each in screens:
        if each.at(".go-on").count():
            press(each, ".go-on")
        each.wait(".end .scores")
    # Five dice are lost, and each takes a bid and a call at least.
    assert sum(len(each.acts()) for each in screens) == moves >= 10


def do(player: Screen, press: Callable[[Screen, str], None], text: str) -> None:
    """Makes a decision with what the screen offers."""
    player.until("document.querySelector('.go-on, .turn') && !document.querySelector('[data-pending]')")
    player.wait(".go-on, .thing.can")
    while player.at(".go-on").count():
        press(player, ".go-on")
        player.wait(".go-on, .thing.can")
    if text == "call":
        press(player, '[data-act="call"]')
        return
    count, wanted = map(int, text.split()[1:])
    press(player, face(wanted))
    while f"{count} " not in player.text(".confirm .what"):
        press(player, ".alt")
    press(player, ".go")


def face(number: int) -> str:
    """A die to bid on."""
    return f'[data-ref="faces.0.{number - 1}"]'


@pytest.mark.parametrize(("lang", "phone", "dark"), every_look(("en", False, True)))
def test_axe_finds_nothing_serious(house: Stage, screen: Open, lang: str, phone: bool, dark: bool) -> None:
    bob = screen(house.set_up("liar", THREE, ("bid 2 3",)), 1, phone=phone, lang=lang, dark=dark)
    bob.press(face(5))
    assert serious(bob) == []
    assert bob.script("document.documentElement.scrollWidth <= innerWidth")
