"""Access: X1 to X3, X5 to X7. (X2 by keyboard is also in test_acting and test_game.)"""

from __future__ import annotations

import io
import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.browser.conftest import HIDDEN, NAMES, TWO, Open, Screen, every_look
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
STATES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("composing", (), ""),
    ("officer", ("declare 1 wine",), ""),
    ("neighbour", ("declare 1 wine", "believe"), ""),
    ("throw", ("declare 1 wine", "believe", "accept"), ""),
    ("search", ("declare 1 wine",), "search"),
)


def _axe(looker: Screen) -> list[str]:
    return serious(looker.page)


def serious(page: Page) -> list[str]:
    """What axe finds on a page: whatever keeps somebody out, and whatever stands in no landmark."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(
        "axe.run(document, { resultTypes: ['violations'], preload: false }).then((all) => all.violations)"
    )
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:140]} {each['nodes'][0].get('failureSummary', '')[:200]}"
        for each in found
        if each["impact"] in ("serious", "critical") or each["id"] == "region"
    ]


@pytest.mark.parametrize(
    ("lang", "phone", "dark"),
    every_look(("fr", True, False)),
)
def test_x1_x6_axe_finds_nothing_serious(house: Stage, screen: Open, lang: str, phone: bool, dark: bool) -> None:
    """Roles, names, and contrast of text at least 4.5:1, by day and by night."""
    for name, moves, last in STATES:
        table = house.set_up("declarer", NAMES, moves, seed=5)
        seat = house.table(table).awaited[0]
        me = screen(table, seat, phone=phone, lang=lang, dark=dark)
        if last:
            house.act(table, seat, last)
            me.wait(".go-on")
        assert _axe(me) == [], name
    for path in ("/", "/rules/declarer"):
        page = screen("", None, phone=phone, dark=dark, path=f"{path}?lang={lang}")
        assert _axe(page) == [], path
    ada = screen(house.set_up("chasse", TWO, HIDDEN), 0, phone=phone, lang=lang, dark=dark)
    ada.press('[data-cell="D12"]')
    assert _axe(ada) == []


def test_x2_the_focus_survives_an_update(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, seed=5)
    paul = screen(table, 2, phone=False)
    plus = '.step[aria-label="Vin"] button:last-child'
    paul.at(plus).focus()
    paul.page.keyboard.press("Enter")
    frames = len(paul.received)
    screen(table, 0)
    while len(paul.received) == frames:
        paul.page.wait_for_timeout(20)
    assert paul.script(f"document.activeElement === document.querySelector('{plus}')")
    assert "1 vin" in paul.text(".confirm")
    stops = paul.script("document.querySelectorAll('.own .thing[tabindex=\"0\"]').length")
    assert stops == 1
    ada = screen(house.set_up("chasse", TWO, HIDDEN), 0, phone=False)
    assert ada.script("document.querySelectorAll('svg.board [tabindex=\"0\"]').length") == 1
    ada.at('svg.board [tabindex="0"]').focus()
    ada.page.keyboard.press("Enter")
    assert ada.at(".cell.aim").count() > 0
    ada.page.keyboard.press("Escape")
    assert ada.at(".cell.aim").count() == 0
    assert ada.script("document.activeElement.matches('[data-cell]')")
    ada.page.keyboard.press("Tab")
    assert not ada.script("document.activeElement.matches('[data-cell]')"), "the board is one stop for Tab"


def test_x3_each_event_is_spoken_once(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, seed=5)
    ines = screen(table, 3)
    ines.script("""() => { window.__said = []; for (const each of document.querySelectorAll('.aloud'))
        new MutationObserver(() => each.textContent && window.__said.push(each.getAttribute('aria-live') + ': ' + each.textContent)).observe(each, { childList: true, characterData: true, subtree: true }) }""")
    house.act(table, 2, "declare 1 wine")
    ines.until("window.__said.length === 1")
    assert "polite: Paul déclare" in ines.script("window.__said[0]")
    house.act(table, 1, "believe")
    ines.until("window.__said.length >= 3")
    said = ines.script("window.__said")
    assert sum(each.startswith("assertive: À vous") for each in said) == 1
    ines.reconnect()
    assert ines.script("window.__said.length") == len(said)


def test_x3b_the_same_question_is_spoken_again_when_it_is_asked_again(house: Stage, screen: Open) -> None:
    """A live region that gets the words it has says nothing."""
    table = house.set_up("declarer", NAMES, seed=5)
    seat = house.table(table).awaited[0]
    me = screen(table, seat)
    me.until("document.querySelector('[aria-live=assertive]').textContent")
    house.act(table, seat, "declare nothing")
    me.until("!document.querySelector('[aria-live=assertive]').textContent")


def test_x5_sides_and_judgements_differ_by_shape(house: Stage, screen: Open) -> None:
    """Seats have shapes of their own and initials; stamps differ in outline and words. Pictures under simulated colour
    blindness are made by `make pictures`."""
    table = house.set_up("declarer", ("Ada", "Bob", "Cléo", "Dan", "Eve", "Fay"), seed=5)
    me = screen(table, house.table(table).awaited[0], phone=False)
    shapes = me.script(
        "[...document.querySelectorAll('.players .seat > svg:first-child use')].map((each) => document.querySelector(each.getAttribute('href')).innerHTML.replace(/fill=\"[^\"]*\"/, ''))"
    )
    assert len(set(shapes)) == 6
    assert len(set(me.at(".players .seat i").all_inner_texts())) == 6
    looks = me.script("""() => ['true', 'lie', 'none'].map((look) => { const each = document.createElement('span'); each.className = 'stamp ' + look;
        document.body.append(each); const style = getComputedStyle(each); const seen = style.borderStyle + style.borderRadius + style.transform; each.remove(); return seen })""")
    assert len(set(looks)) == 3


BLINDNESS = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")


@pytest.mark.parametrize("dark", [pytest.param(False, marks=pytest.mark.long), True], ids=["light", "dark"])
def test_x5_roles_stay_apart_whatever_colours_are_seen(house: Stage, screen: Open, dark: bool) -> None:
    """Every pair of seats, both sides of a chase, and the three judgements, photographed as those eyes see them, without
    initials and words: a good part of the picture differs by a contrast of 3:1 or more."""
    six = house.set_up("declarer", ("Ada", "Bob", "Cléo", "Dan", "Eve", "Fay"), seed=5)
    people = screen(six, house.table(six).awaited[0], phone=False, dark=dark)
    people.script("""() => { for (const each of document.querySelectorAll('.players .seat i, .players .hat')) each.remove();
        ['true', 'lie', 'none'].forEach((look, index) => { const [box, stamp, word] = ['div', 'span', 'i'].map((name) => document.createElement(name));
          box.className = 'judged'; stamp.className = `stamp ${look}`; word.style.cssText = 'width:40px;height:14px';
          box.style.cssText = `position:fixed;z-index:99;left:0;top:${index * 60}px;width:90px;height:60px;background:var(--obj-card);display:grid;place-items:center`;
          stamp.append(word); box.append(stamp); document.body.append(box) }) }""")
    chase = screen(house.set_up("chasse", ("Ada", "Marius")), None, phone=False, dark=dark)
    eyes = [looker.context.new_cdp_session(looker.page) for looker in (people, chase)]
    groups = {
        "seats": [people.at(f'[data-seat="seat-{seat}"] .seat') for seat in range(1, 7)],
        "judgements": [people.at(".judged").nth(index) for index in range(3)],
        "sides": [chase.at(f'[data-seat="seat-{seat}"] .seat') for seat in (1, 2)],
    }
    for blindness, (name, places) in itertools.product(BLINDNESS, groups.items()):
        for each in eyes:
            each.send("Emulation.setEmulatedVisionDeficiency", {"type": blindness})
        pictures = [_luminance(place.screenshot()) for place in places]
        least = min(_apart(one, other) for one, other in itertools.combinations(pictures, 2))
        print(f"{blindness} {name}: {least:.3f}")
        assert least >= 0.04, (blindness, name)


def _luminance(picture: bytes) -> Any:
    """Relative luminance of each point, as WCAG has it; all pictures of one size."""
    with Image.open(io.BytesIO(picture)) as image:
        values = np.asarray(image.convert("RGB").resize((64, 64)), dtype=float) / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def _apart(one: Any, other: Any) -> float:
    """The part of two pictures in which they differ by a contrast of 3:1 or more."""
    contrast = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return float((contrast >= 3).mean())


def test_x6_twice_as_large_loses_nothing(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, seed=5)
    paul = screen(table, 2, viewport={"width": 195, "height": 422})
    assert paul.script("document.documentElement.scrollWidth") <= 195
    paul.press('.step[aria-label="Couronne"] button:last-child')
    go = paul.at(".go").bounding_box()
    assert go
    assert go["x"] >= 0
    assert go["x"] + go["width"] <= 195
    paul.press(".go")
    paul.until("!document.querySelector('.composing')")
    assert paul.acts() == ["declare 1 crown"]


def test_x7_two_fingers_may_zoom(house: Stage, screen: Open) -> None:
    ada = screen(house.set_up("chasse", TWO, HIDDEN), 0)
    viewport = ada.at('meta[name="viewport"]').get_attribute("content") or ""
    assert "user-scalable" not in viewport
    assert "maximum-scale" not in viewport
    touch = ada.script(
        "[...document.querySelectorAll('body, .play, svg.board, .cell > rect, .sheet')].map((each) => getComputedStyle(each).touchAction)"
    )
    assert all(each == "auto" or "pinch-zoom" in each or each == "manipulation" for each in touch)
