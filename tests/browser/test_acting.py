"""Acting: A1 to A7, A11, A13, A14. `test_real.py` has A8 to A10."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.browser.conftest import ANNOUNCE, HIDDEN, NAMES, TWO, Open, Screen, one_a_day
from tests.browser.pictures import set_up
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser


class Way(NamedTuple):
    """One way to act: how something is pressed, and how a thing is brought to a square."""

    press: Callable[[Screen, str], None]
    bring: Callable[[Screen, str, str], None]


def _focus(ada: Screen, selector: str) -> None:
    """Goes on with Tab until the focus is there: nothing may be out of its reach."""
    ada.wait(selector)
    for _ in range(200):  # round the whole page, with a long log
        ada.page.keyboard.press("Tab")
        inside = "const here = document.activeElement; return here.matches(arguments_) || !!here.closest(arguments_)"
        if ada.page.evaluate(f"(arguments_) => {{ {inside} }}", _plain(selector)) and _matches(ada, selector):
            shown = ada.script(
                "getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement.querySelector('rect') ?? document.activeElement).stroke"
            )
            assert shown != "nonenone", f"the focus cannot be seen on {selector}"
            return
    raise AssertionError(f"{selector} is not reached by Tab")


def _plain(selector: str) -> str:
    return selector.split(":has-text")[0]


def _matches(ada: Screen, selector: str) -> bool:
    wanted = selector.split('has-text("')[1].split('"')[0] if "has-text" in selector else ""
    said = "(document.activeElement.textContent + ' ' + (document.activeElement.getAttribute('aria-label') ?? ''))"
    return not wanted or wanted in ada.script(said)


def _walk_to(ada: Screen, cell: str) -> None:
    """Goes over the board with arrows, from wherever the focus is on it."""
    away = """(cell) => { const middle = (each) => { const box = each.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] };
        const [here, there] = [document.activeElement, document.querySelector(`[data-cell="${cell}"]`)].map(middle);
        return [there[0] - here[0], there[1] - here[1]] }"""
    for _ in range(40):
        right, down = ada.script(away, cell)
        if abs(right) < 2 and abs(down) < 2:
            return
        if abs(right) >= 2:
            ada.page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
        else:
            ada.page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    raise AssertionError(f"{cell} is not reached by arrows")


def _drag(ada: Screen, source: str, target: str, *, drop: bool = True) -> None:
    mouse = ada.page.mouse
    start = ada.at(source).first.bounding_box()
    assert start
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(start["x"] + start["width"] / 2 + 20, start["y"] + start["height"] / 2 + 4, steps=3)
    ada.wait(target)
    end = ada.at(target).first.bounding_box()
    assert end
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    if drop:
        mouse.up()


def _tap(ada: Screen, selector: str) -> None:
    ada.press(selector)


AHEAD = "document.activeElement.compareDocumentPosition(document.querySelector('[data-goal]')) & 4"
"""Is the goal after what has the focus?"""


def _enter(ada: Screen, selector: str) -> None:
    """To it with Tab, inside a board or a row with arrows, then Enter."""
    found = ada.wait(selector).first
    cell = found.get_attribute("data-cell")
    if cell:
        if not ada.script("!!document.activeElement.dataset.cell"):
            _focus(ada, "[data-cell]")
        _walk_to(ada, cell)
    else:
        found.evaluate("each => each.setAttribute('data-goal', 'yes')")
        if found.get_attribute("tabindex") == "-1":
            stop = (
                "each => each.parentElement.querySelector(':scope > [tabindex=\"0\"]').setAttribute('data-stop', 'yes')"
            )
            found.evaluate(stop)
            _focus(ada, "[data-stop]")
            for _ in range(20):
                if ada.script("document.activeElement.matches('[data-goal]')"):
                    break
                ada.page.keyboard.press("ArrowRight" if ada.script(AHEAD) else "ArrowLeft")
            ada.script("document.querySelector('[data-stop]').removeAttribute('data-stop')")
        else:
            _focus(ada, "[data-goal]")
        found.evaluate("each => each.removeAttribute('data-goal')")
    ada.page.keyboard.press("Enter")


def _one_then_the_other(press: Callable[[Screen, str], None]) -> Callable[[Screen, str, str], None]:
    def bring(ada: Screen, source: str, target: str) -> None:
        press(ada, source)
        press(ada, target)

    return bring


WAYS = {
    "tap": Way(_tap, _one_then_the_other(_tap)),
    "keyboard": Way(_enter, _one_then_the_other(_enter)),
    "drag": Way(_tap, _drag),
}


def _opened(house: Stage, screen: Open, table: str, way: str) -> Screen:
    """Whoever is awaited: by tap on a phone, else on a laptop."""
    wishes = {"confirm": True} if way == "keyboard" else None
    return screen(table, house.table(table).awaited[0], phone=way == "tap", wishes=wishes)


def _played(ada: Screen) -> list[str]:
    """What was sent, once the screen has nothing more to confirm."""
    ada.until("!document.querySelector('.go') && !document.querySelector('[data-pending]')")
    return ada.acts()


@pytest.mark.parametrize("way", WAYS)
def test_a1_x2_a_piece_is_moved_by_the_other_way(house: Stage, screen: Open, way: str) -> None:
    ada = _opened(house, screen, house.set_up("chasse", TWO, HIDDEN), way)
    WAYS[way].bring(ada, '[data-cell="D12"]', '[data-cell="E9"]')
    WAYS[way].press(ada, ".alt")
    WAYS[way].press(ada, ".go")
    assert _played(ada) == ["d12-e12-e9"]


@pytest.mark.parametrize("way", WAYS)
def test_a1_x2_a_tile_is_turned_and_laid(house: Stage, screen: Open, way: str) -> None:
    ada = _opened(house, screen, house.set_up("combinus", TWO, ("borders left-right",), seed=5), way)
    if way == "drag":
        _drag(ada, '.thing.can[data-item^="tile."]', '[data-cell="C3"]')
    else:
        WAYS[way].press(ada, '[data-cell="C3"]')
    before = ada.text(".confirm .what")
    WAYS[way].press(ada, ".alt")
    assert ada.text(".confirm .what") != before
    WAYS[way].press(ada, ".go")
    ada.until("document.querySelector('.piece')")
    assert [text.split()[0] + text[-3:] for text in ada.acts()] == ["place C3"]


@pytest.mark.parametrize("way", ["tap", "keyboard"])
def test_a1_x2_a_price_is_named(house: Stage, screen: Open, way: str) -> None:
    ada = _opened(house, screen, set_up(house, "combinards", ANNOUNCE), way)
    WAYS[way].press(ada, '.prices button:has-text("20 M")')
    WAYS[way].press(ada, ".go")
    assert _played(ada) == ["announce 20"]


@pytest.mark.parametrize("way", ["tap", "keyboard"])
def test_a1_x2_a_claim_is_composed_and_a_card_thrown(house: Stage, screen: Open, way: str) -> None:
    paul = _opened(house, screen, house.set_up("declarer", NAMES, seed=5), way)
    WAYS[way].press(paul, '.step[aria-label="Vin"] button:last-child')
    WAYS[way].press(paul, ".go")
    assert _played(paul) == ["declare 1 wine"]
    accepted = house.set_up("declarer", NAMES, ("declare nothing", "believe", "accept"), seed=5)
    ines = _opened(house, screen, accepted, way)
    WAYS[way].press(ines, ".own .thing.can")
    WAYS[way].press(ines, ".go")
    ines.until("!document.querySelector('.own .thing.can')")
    assert [text.split()[0] for text in ines.acts()] == ["throw"]


def test_a2_selecting_sends_nothing(house: Stage, screen: Open) -> None:
    ada = screen(house.set_up("chasse", TWO, HIDDEN), 0)
    sent = len(ada.sent)
    ada.press('[data-cell="D12"]')
    assert ada.at(".cell.aim").count() == 7
    ada.press('[data-cell="E9"]')
    ada.press(".cancel")
    assert ada.at(".cell.aim").count() == 0
    assert len(ada.sent) == sent


def test_a3_only_legal_targets_react_and_the_reason_is_given(house: Stage, screen: Open) -> None:
    ada = screen(house.set_up("chasse", TWO, HIDDEN), 0)
    ada.press('[data-cell="E13"]')
    ada.press('[data-cell="A7"]')
    assert "le nombre de cases est imposé : 5" in ada.text(".notice")
    assert ada.at(".cell.aim").count() == 0
    ada.press('[data-cell="E13"]')
    assert ada.at(".notice").count() == 0
    box = ada.at(".play").bounding_box()
    assert box
    ada.page.touchscreen.tap(box["x"] + 5, box["y"] + box["height"] - 5)
    ada.until("!document.querySelector('.cell.aim')")
    assert ada.acts() == []


def test_a4_a_tap_near_one_target_takes_it_and_between_two_asks(house: Stage, screen: Open) -> None:
    ada = screen(house.set_up("chasse", TWO, HIDDEN), 0)
    ada.press('[data-cell="E13"]')  # it goes to B11, C10, D9, E8, F9, G10 and H11
    target = ada.at('[data-cell="H11"] > rect').bounding_box()
    other = ada.at('[data-cell="G10"] > rect').bounding_box()
    assert target
    assert other
    assert 24 < target["width"] < 34
    middle = (target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
    second = (other["x"] + other["width"] / 2, other["y"] + other["height"] / 2)
    ada.page.touchscreen.tap(middle[0] + 19, middle[1] + 6)  # on the next square, 20 px away
    ada.wait(".cell.chosen")
    assert ada.at(".cell.chosen").get_attribute("data-cell") == "H11"
    ada.press(".cancel")
    ada.press('[data-cell="E13"]')
    ada.page.touchscreen.tap((middle[0] + second[0]) / 2, (middle[1] + second[1]) / 2)
    ada.wait("text=Lequel")
    ada.press('.confirm >> text="G10"')
    assert ada.at(".cell.chosen").get_attribute("data-cell") == "G10"


def test_a5_the_confirm_bar_waits_in_view(house: Stage, screen: Open) -> None:
    table = house.set_up("chasse", TWO, HIDDEN)
    ada = screen(table, 0)
    ada.press('[data-cell="D12"]')
    ada.press('[data-cell="E9"]')
    for button in (".go", ".cancel", ".alt"):
        box = ada.at(button).bounding_box()
        assert box
        assert box["width"] >= 44, button
        assert box["height"] >= 44, button
        assert box["y"] + box["height"] <= 844, button
    assert ada.acts() == []
    wide = screen(table, 0, phone=False, wishes={"confirm": True})
    wide.press('[data-cell="E13"]')
    wide.press('[data-cell="E8"]')
    wide.wait(".go")
    assert wide.acts() == []


def test_a6_a_pointer_that_travelled_never_plays(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, ("declare nothing",), seed=5)
    lea = screen(table, 1, phone=False)
    box = lea.at(".answer").first.bounding_box()
    assert box
    lea.page.mouse.move(box["x"] + 30, box["y"] + 30)
    lea.page.mouse.down()
    lea.page.mouse.move(box["x"] + 80, box["y"] + 40, steps=4)
    lea.page.mouse.up()
    lea.page.wait_for_timeout(150)
    assert lea.acts() == []
    lea.page.mouse.click(box["x"] + 30, box["y"] + 30)
    lea.until("!document.querySelector('.answer')")
    assert lea.acts() == ["believe"]


SMALL = """(least) => [...document.querySelectorAll("button, a[href], input, select, [role=button]")].filter((each) => {
  const box = (each.matches("input") && each.closest("label") || each).getBoundingClientRect();
  if (!box.width || !box.height || each.closest(".sprite")) return false;
  const inside = each.matches(".ref") || each.closest("svg.board");
  const need = inside ? 24 : least;
  return box.height < need - 0.5 || box.width < Math.min(need, 24) - 0.5 || (!inside && !each.matches("input") && box.width < need - 0.5);
}).map((each) => each.outerHTML.slice(0, 120))"""


@one_a_day("phone", [True, False])
def test_a7_targets_are_large_enough(house: Stage, screen: Open, phone: bool) -> None:
    for table in (
        house.set_up("declarer", NAMES, seed=5),
        house.set_up("declarer", NAMES, ("declare nothing",), seed=5),
        house.set_up("declarer", NAMES, ("declare nothing", "believe", "accept"), seed=5),
        house.set_up("chasse", TWO, HIDDEN),
        set_up(house, "combinards", ANNOUNCE),
    ):
        seat = house.table(table).awaited[0]
        me = screen(table, seat, phone=phone)
        assert me.page.evaluate(SMALL, 44) == []
        me.press('.top [aria-label="Menu"]')
        me.wait(".drawer")
        assert me.page.evaluate(SMALL, 44) == []


def test_a11_undo_shows_only_when_the_server_allows_it(house: Stage, screen: Open) -> None:
    table = house.set_up("chasse", TWO, HIDDEN[:1])
    ada = screen(table, 0)
    ada.wait(".undo")
    ada.press('[data-cell="E13"]')
    ada.press(".go")
    ada.until("document.querySelectorAll('.undo').length && !document.querySelector('[data-pending]')")
    ada.press(".undo")  # one move back
    ada.answered()
    ada.press(".undo")  # and one more
    ada.answered()
    ada.until("!document.querySelector('.undo')")
    assert house.table(table).state == house.table(house.set_up("chasse", TWO)).state
    assert [message["what"] for message in ada.sent if message["type"] == "ask"][-2:] == ["undo", "undo"]
    searched = house.set_up("declarer", NAMES, ("declare nothing", "search"), seed=5)
    for seat in range(4):
        assert screen(searched, seat).at(".undo").count() == 0  # cards were shown, which is news


def test_a13_two_ways_to_one_square(house: Stage, screen: Open) -> None:
    ada = screen(house.set_up("chasse", TWO, HIDDEN), 0)
    ada.press('[data-cell="D12"]')
    ada.press('[data-cell="E9"]')
    first = ada.at(".way .over").get_attribute("d")
    assert first
    assert first.count("L") == 2  # one bend
    assert ada.at(".way-other").count() == 1
    ada.press(".alt")
    assert ada.at(".way .over").get_attribute("d") != first
    ada.press(".go")
    assert _played(ada) == ["d12-e12-e9"]


def test_a14_an_update_during_a_drag_drops_nothing(house: Stage, screen: Open) -> None:
    table = house.set_up("chasse", TWO, HIDDEN)
    ada = screen(table, 0, phone=False)
    frames = len(ada.received)
    _drag(ada, '[data-cell="E13"]', '[data-cell="E8"]', drop=False)
    ada.wait(".lifted")
    screen(table, 1)  # somebody comes: everybody is shown
    while len(ada.received) == frames:
        ada.page.wait_for_timeout(20)
    ada.page.wait_for_timeout(100)
    assert ada.at(".lifted").count() == 1
    ada.page.mouse.up()
    ada.wait(".go, .mark.last")
