"""Acting: A1 to A7, A11, A13, A14. `test_real.py` has A8 to A10."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.browser.conftest import FAIR, NAMES, Open, Screen
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser

SCRIPT = ["move a3-c2 y", "price 20", "lay b2 1", "count 1 wine", "throw crown"]


def _by_tap(ada: Screen) -> None:
    ada.press('[data-ref="pawn.0.0"]')
    ada.press('[data-ref="board/c2"]')
    ada.press(".alt")
    ada.press(".go")
    ada.wait(".prices")
    ada.press(".prices >> text=20 M")
    ada.press(".go")


def _by_tap_again(ada: Screen) -> None:
    ada.press('[data-ref="tray.0.0"]')
    ada.press('[data-ref="board/b2"]')
    ada.press(".alt")
    ada.press(".go")
    ada.wait(".composing")
    ada.press('.step[aria-label="Wine"] button:last-child')
    ada.press(".go")
    ada.wait(".thing.can")
    ada.press('.thing:has-text("Crown")')
    ada.press(".go")


def _by_keyboard(ada: Screen) -> None:
    keys = ada.page.keyboard
    _focus(ada, '[data-ref="pawn.0.0"]')
    keys.press("Enter")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter", "r"):
        keys.press(key)
    _focus(ada, ".go")
    keys.press("Enter")
    ada.wait(".prices")
    _focus(ada, '.prices button:has-text("20 M")')
    keys.press("Enter")
    _focus(ada, ".go")
    keys.press("Enter")


def _by_keyboard_again(ada: Screen) -> None:
    keys = ada.page.keyboard
    _focus(ada, '[data-ref="tray.0.0"]')
    keys.press("Enter")
    _focus(ada, "[data-cell]")
    _walk_to(ada, "b2")
    keys.press("Enter")
    keys.press("r")
    _focus(ada, ".go")
    keys.press("Enter")
    ada.wait(".composing")
    _focus(ada, '.step[aria-label="Wine"] button:last-child')
    keys.press("Enter")
    _focus(ada, ".go")
    keys.press("Enter")
    ada.wait(".thing.can")
    _focus(ada, '.thing:has-text("Wine")')
    keys.press("ArrowRight")
    keys.press("Enter")
    _focus(ada, ".go")
    keys.press("Enter")


def _focus(ada: Screen, selector: str) -> None:
    """Goes on with Tab until the focus is there: nothing may be out of its reach."""
    ada.wait(selector)
    for _ in range(60):
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
    for _ in range(8):
        here = ada.script("document.activeElement.dataset.cell")
        if here == cell:
            return
        if here[0] != cell[0]:
            ada.page.keyboard.press("ArrowRight" if here[0] < cell[0] else "ArrowLeft")
        else:
            ada.page.keyboard.press("ArrowUp" if here[1] < cell[1] else "ArrowDown")
    raise AssertionError(f"{cell} is not reached by arrows")


def _by_drag(ada: Screen) -> None:
    _drag(ada, '[data-ref="pawn.0.0"]', '[data-ref="board/c2"]')
    ada.press(".alt")
    ada.press(".go")
    ada.wait(".prices")
    ada.press(".prices >> text=20 M")
    ada.press(".go")


def _by_drag_again(ada: Screen) -> None:
    _drag(ada, '[data-ref="tray.0.0"]', '[data-ref="board/b2"]')
    ada.press(".alt")
    ada.press(".go")
    ada.wait(".composing")
    ada.press('.step[aria-label="Wine"] button:last-child')
    ada.press(".go")
    ada.wait(".thing.can")
    ada.press('.thing:has-text("Crown")')
    if ada.at(".go").count():
        ada.press(".go")


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


@pytest.mark.parametrize("way", ["tap", "keyboard", "drag"])
def test_a1_x2_every_action_by_tap_by_keyboard_and_by_drag(house: Stage, screen: Open, way: str) -> None:
    """The made-up fifth game has every kind of action; nothing in client/ knows it."""
    table = house.set_up("fifth", FAIR)
    ada = screen(table, 0, phone=way == "tap", wishes={"confirm": True} if way == "keyboard" else None)
    first, second = {
        "tap": (_by_tap, _by_tap_again),
        "keyboard": (_by_keyboard, _by_keyboard_again),
        "drag": (_by_drag, _by_drag_again),
    }[way]
    first(ada)
    ada.until("document.querySelector('.await, .prompt').textContent.length > 0 && !document.querySelector('.prices')")
    house.act(table, 1, "trust")
    house.act(table, 2, "trust")
    ada.wait('[data-ref="tray.0.0"]')
    second(ada)
    ada.until("!document.title.startsWith('●')")
    assert ada.acts() == SCRIPT


@pytest.mark.timeout(180)
@pytest.mark.parametrize("way", ["tap", "keyboard"])
def test_a1_x2_the_made_up_game_is_played_to_its_end(house: Stage, screen: Open, way: str) -> None:
    """All three seats, every action on the screen: by tap on phones, or by keys alone."""
    table = house.set_up("fifth", FAIR)
    wishes = {"confirm": True} if way == "keyboard" else None
    screens = [screen(table, seat, phone=way == "tap", wishes=wishes) for seat in range(3)]
    press = _tap if way == "tap" else _enter
    moves = 0
    while not (now := house.table(table)).over:
        seat = now.awaited[moves % len(now.awaited)]
        _do_something(screens[seat], press, moves)
        while house.table(table).seq == now.seq:
            screens[seat].page.wait_for_timeout(20)
        moves += 1
        screens[seat].until("!document.querySelector('[data-pending]')")
    assert moves == 21  # three turns of seven
    results = []
    for each in screens:
        if each.at(".go-on").count():
            press(each, ".go-on")
        each.wait(".end .scores")
        results.append([" ".join(line.inner_text().split()) for line in each.at(".scores .num").all()])
    assert results[0] == results[1] == results[2]
    assert sum(len(each.acts()) for each in screens) == 21


def _do_something(player: Screen, press: Callable[[Screen, str], None], turn: int) -> None:
    """Whatever is asked, done with what the screen offers."""
    player.until("document.title.startsWith('●') && !document.querySelector('[data-pending]')")
    player.wait(".go-on, .answer, .prices, .composing, .thing.can, .cell.can")
    while player.at(".go-on").count():
        press(player, ".go-on")
        player.wait(".answer, .prices, .composing, .thing.can, .cell.can")
    if player.at(".answer").count():
        return press(player, f".answer >> nth={turn % 2}")
    if player.at(".prices").count():
        press(player, ".prices button >> nth=0")
    elif player.at(".composing").count():
        press(player, '.step[aria-label="Crown"] button:last-child')
    else:
        press(player, ".thing.can >> nth=0" if player.at(".thing.can").count() else ".cell.can >> nth=0")
        if player.at(".cell.aim").count():
            press(player, ".cell.aim >> nth=0")
    return press(player, ".go")


def _tap(player: Screen, selector: str) -> None:
    player.press(selector)


def _enter(player: Screen, selector: str) -> None:
    """To it with Tab, inside a board or a row with arrows, then Enter."""
    found = player.wait(selector.split(" >> ")[0]) if " >> " not in selector else player.at(selector).first
    found.evaluate("each => each.setAttribute('data-goal', 'yes')")
    cell = found.get_attribute("data-cell")
    if cell:
        if not player.script("!!document.activeElement.dataset.cell"):
            _focus(player, "[data-cell]")
        _walk_to(player, cell)
    else:
        _focus(player, "[data-goal]")
    found.evaluate("each => each.removeAttribute('data-goal')")
    player.page.keyboard.press("Enter")


def test_a2_selecting_sends_nothing(house: Stage, screen: Open) -> None:
    ada = screen(house.set_up("fifth", FAIR), 0)
    sent = len(ada.sent)
    ada.press('[data-ref="pawn.0.0"]')
    assert ada.at(".cell.aim").count() == 2
    ada.press('[data-ref="board/c2"]')
    ada.press(".cancel")
    assert ada.at(".cell.aim").count() == 0
    assert len(ada.sent) == sent


def test_a3_only_legal_targets_react_and_the_reason_is_given(house: Stage, screen: Open) -> None:
    ada = screen(house.set_up("fifth", FAIR), 0)
    ada.press('[data-ref="pawn.0.0"]')
    ada.press('[data-ref="board/a1"]')
    assert "Not three squares away" in ada.text(".notice")
    assert ada.at(".cell.aim").count() == 0
    ada.press('[data-ref="pawn.0.0"]')
    assert ada.at(".notice").count() == 0
    box = ada.at(".play").bounding_box()
    assert box
    ada.page.touchscreen.tap(box["x"] + 5, box["y"] + box["height"] - 5)
    ada.until("!document.querySelector('.cell.aim')")
    assert ada.acts() == []


def test_a4_a_tap_near_one_target_takes_it_and_between_two_asks(house: Stage, screen: Open) -> None:
    ada = screen(house.set_up("fifth", FAIR), 0)
    # Squares of 29 px, as on a board of 13 × 13.
    ada.script("document.querySelector('svg.board').style.width = '130px'")
    ada.press('[data-ref="pawn.0.0"]')
    target = ada.at('[data-ref="board/c2"] > rect').bounding_box()
    other = ada.at('[data-ref="board/b1"] > rect').bounding_box()
    assert target
    assert other
    assert 24 < target["width"] < 34
    middle = (target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
    second = (other["x"] + other["width"] / 2, other["y"] + other["height"] / 2)
    ada.page.touchscreen.tap(middle[0] + 19, middle[1] - 6)  # on the next square, 20 px away
    ada.wait(".cell.chosen")
    assert ada.at(".cell.chosen").get_attribute("data-ref") == "board/c2"
    ada.press(".cancel")
    ada.press('[data-ref="pawn.0.0"]')
    ada.page.touchscreen.tap((middle[0] + second[0]) / 2, (middle[1] + second[1]) / 2)
    ada.wait("text=Lequel")
    ada.press('.confirm >> text="b1"')
    assert ada.at(".cell.chosen").get_attribute("data-ref") == "board/b1"


def test_a5_the_confirm_bar_waits_in_view(house: Stage, screen: Open) -> None:
    table = house.set_up("fifth", FAIR)
    ada = screen(table, 0)
    ada.press('[data-ref="pawn.0.0"]')
    ada.press('[data-ref="board/c2"]')
    for button in (".go", ".cancel", ".alt"):
        box = ada.at(button).bounding_box()
        assert box
        assert box["width"] >= 44, button
        assert box["height"] >= 44, button
        assert box["y"] + box["height"] <= 844, button
    assert ada.acts() == []
    wide = screen(table, 0, phone=False, wishes={"confirm": True})
    wide.press('[data-ref="pawn.0.0"]')
    wide.press('[data-ref="board/b1"]')
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


@pytest.mark.parametrize("phone", [True, False])
def test_a7_targets_are_large_enough(house: Stage, screen: Open, phone: bool) -> None:
    for game, names, moves in (
        ("declarer", NAMES, ()),
        ("declarer", NAMES, ("declare nothing",)),
        ("declarer", NAMES, ("declare nothing", "believe", "accept")),
        ("fifth", FAIR, ()),
        ("fifth", FAIR, ("move a3-c2 x",)),
    ):
        table = house.set_up(game, names, moves, seed=5)
        seat = house.table(table).awaited[0]
        me = screen(table, seat, phone=phone)
        assert me.page.evaluate(SMALL, 44) == []
        me.press('.top [aria-label="Menu"]')
        me.wait(".drawer")
        assert me.page.evaluate(SMALL, 44) == []


def test_a11_undo_shows_only_when_the_server_allows_it(house: Stage, screen: Open) -> None:
    table = house.set_up("fifth", FAIR, ("move a3-c2 x", "price 20", "trust", "trust"))
    ada = screen(table, 0)
    assert ada.at(".undo").count() == 0  # an answer was news
    ada.press('[data-ref="tray.0.0"]')
    ada.press('[data-ref="board/b2"]')
    ada.press(".go")
    ada.wait(".composing")
    assert ada.received[-1].get("undoable") or any(message.get("undoable") for message in ada.received)
    house.act(table, 0, "count nothing")
    ada.wait(".undo")
    ada.press(".undo")
    ada.wait(".composing")  # one move back
    ada.press(".undo")
    ada.wait('[data-ref="tray.0.0"]')  # and one more
    assert json.dumps(ada.sent[-1])
    assert ada.sent[-1]["what"] == "undo"
    rolled = screen(house.set_up("fifth", FAIR, ("move a3-c2 x",)), 0)
    assert rolled.at(".undo").count() == 0  # a die fell


def test_a13_two_ways_to_one_square(house: Stage, screen: Open) -> None:
    ada = screen(house.set_up("fifth", FAIR), 0)
    ada.press('[data-ref="pawn.0.0"]')
    ada.press('[data-ref="board/c2"]')
    first = ada.at(".way .over").get_attribute("d")
    assert first
    assert first.count("L") == 2  # one bend
    assert ada.at(".way-other").count() == 1
    ada.press(".alt")
    assert ada.at(".way .over").get_attribute("d") != first
    ada.press(".go")
    ada.wait(".prices")
    assert ada.acts() == ["move a3-c2 y"]


def test_a14_an_update_during_a_drag_drops_nothing(house: Stage, screen: Open) -> None:
    table = house.set_up("fifth", FAIR)
    ada = screen(table, 0, phone=False)
    frames = len(ada.received)
    _drag(ada, '[data-ref="pawn.0.0"]', '[data-ref="board/b1"]', drop=False)
    ada.wait(".lifted")
    screen(table, 1)  # somebody comes: everybody is shown
    while len(ada.received) == frames:
        ada.page.wait_for_timeout(20)
    ada.page.wait_for_timeout(100)
    assert ada.at(".lifted").count() == 1
    ada.page.mouse.up()
    ada.wait(".go, .prices")
