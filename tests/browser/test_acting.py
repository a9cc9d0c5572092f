"""Acting: A1 to A6, A11, A13, A14. `test_sizes.py` has A7, `test_real.py` A8 to A10."""

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


def _focus(ada: Screen, selector: str, key: str = "Tab", *, stays: bool = True) -> None:
    """Goes on with Tab until the focus is there, or back with Shift+Tab: nothing may be out of its reach. What does not
    stay may go by itself meanwhile."""
    if stays:
        ada.wait(selector)
    for _ in range(200):  # round the whole page, with a long log
        if not stays and not ada.at(selector).count():
            return
        ada.page.keyboard.press(key)
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
    ines.wait(".composing")
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


class Waiting(NamedTuple):
    """A move that waits in the bar: where, what is pressed for it, which buttons the bar has, and what it plays."""

    table: Callable[[Stage], str]
    presses: tuple[str, ...]
    buttons: tuple[str, ...]
    plays: str


WAITING = {
    "a piece": Waiting(
        lambda house: house.set_up("chasse", TWO, HIDDEN),
        ('[data-cell="D12"]', '[data-cell="E9"]'),
        (".go", ".cancel", ".alt"),
        "d12-e9",
    ),
    "a tile": Waiting(
        lambda house: house.set_up("combinus", TWO, ("borders left-right",), seed=5),
        ('[data-cell="C3"]',),
        (".go", ".cancel", ".alt"),
        "place",
    ),
    "a card": Waiting(
        lambda house: house.set_up("declarer", NAMES, ("declare nothing", "believe", "accept"), seed=5),
        (".own .thing.can",),
        (".go", ".cancel"),
        "throw",
    ),
    # What was composed is changed where it was composed: there is nothing else to go back to.
    "a claim": Waiting(
        lambda house: house.set_up("declarer", NAMES, seed=5),
        ('.step[aria-label="Vin"] button:last-child',),
        (".go",),
        "declare 1 wine",
    ),
    "a price": Waiting(
        lambda house: set_up(house, "combinards", ANNOUNCE),
        ('.prices button:has-text("20 M")',),
        (".go",),
        "announce 20",
    ),
}
IN_VIEW = """(selector) => { const each = document.querySelector(selector), box = each.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.width >= 44 && box.height >= 44 && box.x >= 0 && box.y >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
        && each.contains(there) ? "" : `${selector} ${JSON.stringify(box)} under ${there?.outerHTML.slice(0, 80)}` }"""
SCROLLED = """(far) => { for (const each of [document.scrollingElement, ...document.querySelectorAll('.play, .sheet, .side .body')])
    each.scrollTo(0, far) }"""
SIZES = {"phone": (390, 844), "sideways": (844, 390), "laptop": (1440, 900)}


@one_a_day("size", list(SIZES))
@pytest.mark.parametrize("what", WAITING)
def test_a5_a_move_waits_in_a_bar_that_is_always_in_view(house: Stage, screen: Open, what: str, size: str) -> None:
    """Whatever is scrolled: whole, under the finger, and large enough. Nothing is sent before it is pressed, nothing
    after it was cancelled."""
    moment, (width, height) = WAITING[what], SIZES[size]
    table = moment.table(house)
    wishes = {"confirm": True} if size == "laptop" else None
    viewport = {"width": width, "height": height}
    me = screen(table, house.table(table).awaited[0], phone=size != "laptop", wishes=wishes, viewport=viewport)
    for each in moment.presses:
        me.press(each)
    me.settled()
    for far in (0, 10_000):
        me.page.evaluate(SCROLLED, far)
        assert [fault for button in moment.buttons if (fault := me.page.evaluate(IN_VIEW, button))] == []
    if ".cancel" in moment.buttons:
        me.press(".cancel")
        me.until("!document.querySelector('.go')")
        assert me.acts() == []
        me.page.evaluate(SCROLLED, 0)
        me.page.wait_for_timeout(400)  # a hurried second tap would take nothing
        for each in moment.presses:
            me.press(each)
    assert me.acts() == []
    me.press(".go")
    me.answered()
    assert [text.startswith(moment.plays) for text in me.acts()] == [True]


def test_a5_on_a_laptop_nothing_waits_unless_one_wants_it(house: Stage, screen: Open) -> None:
    """The wish is in the menu, and kept."""
    ada = screen(house.set_up("chasse", TWO, HIDDEN), 0, phone=False)
    ada.press('[data-cell="E13"]')
    ada.press('[data-cell="E8"]')
    ada.answered()
    assert ada.acts() == ["e13-e8"]
    ada.press('.top [aria-label="Menu"]')
    ada.press('.wish:has-text("valider") i')
    assert ada.script("JSON.parse(localStorage.malle).confirm") is True


Move = Callable[[Screen, float, float, tuple[tuple[int, int], ...]], None]


def _by_mouse(me: Screen, x: float, y: float, way: tuple[tuple[int, int], ...]) -> None:
    me.page.mouse.move(x, y)
    me.page.mouse.down()
    for right, down in way:
        me.page.mouse.move(x + right, y + down, steps=3)
    me.page.mouse.up()


def _by_finger(me: Screen, x: float, y: float, way: tuple[tuple[int, int], ...]) -> None:
    remote = me.context.new_cdp_session(me.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": right, "y": down} for right, down in points]
        remote.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", (x, y))
    for right, down in way:
        touch("touchMove", (x + right, y + down))
    touch("touchEnd")
    remote.detach()


SLIPS = (((12, 0),), ((0, 11),), ((30, 4), (0, 0)), ((40, 60), (8, 8)))
"""Ways of a pointer that is no tap: just too far, to the side or down, and away and back again."""
STILL = ((6, 4),)
"""A hand is never quite still."""
PRESSED: dict[str, tuple[Callable[[Stage], str], tuple[str, ...], str, str]] = {
    "an answer": (
        lambda house: house.set_up("declarer", NAMES, ("declare nothing",), seed=5),
        (),
        ".answer",
        "believe",
    ),
    "the bar": (
        lambda house: house.set_up("chasse", TWO, HIDDEN),
        ('[data-cell="E13"]', '[data-cell="E8"]'),
        ".go",
        "e13-e8",
    ),
    "a square": (
        lambda house: house.set_up("chasse", TWO, HIDDEN),
        ('[data-cell="E13"]',),
        '[data-cell="E8"]',
        "e13-e8",
    ),
    "a card": (WAITING["a card"].table, (), ".own .thing.can", "throw"),
}
"""What plays when it is pressed, after what: the answer and the bar everywhere, the others on a laptop."""


@pytest.mark.parametrize(
    ("what", "by"),
    [
        ("an answer", "finger"),
        ("the bar", "finger"),
        ("an answer", "mouse"),
        ("a square", "mouse"),
        ("a card", "mouse"),
    ],
)
def test_a6_a_pointer_that_travelled_never_plays(house: Stage, screen: Open, what: str, by: str) -> None:
    """More than ten pixels, also if it came back; a hand that trembles does play."""
    begin, presses, goal, plays = PRESSED[what]
    table = begin(house)
    me = screen(table, house.table(table).awaited[0], phone=by == "finger")
    move: Move = _by_finger if by == "finger" else _by_mouse
    for each in presses:
        me.press(each)
    me.settled()
    for way in (*SLIPS, STILL):
        assert me.acts() == [], way
        box = me.at(goal).first.bounding_box()
        assert box
        move(me, box["x"] + box["width"] / 2 - 4, box["y"] + box["height"] / 2 - 4, way)
        if way != STILL:
            me.page.wait_for_timeout(120)
    me.answered()
    assert [text.startswith(plays) for text in me.acts()] == [True]


def test_a6_a_piece_that_is_dropped_elsewhere_is_not_played(house: Stage, screen: Open) -> None:
    ada = screen(house.set_up("chasse", TWO, HIDDEN), 0, phone=False)
    _drag(ada, '[data-cell="E13"]', '[data-cell="A3"]')
    ada.until("!document.querySelector('.lifted')")
    ada.page.wait_for_timeout(120)
    assert ada.acts() == []


def test_a11_undo_shows_only_when_the_server_allows_it(house: Stage, screen: Open) -> None:
    table = house.set_up("chasse", TWO, HIDDEN[:4])
    ada = screen(table, 0)
    undo = '.undo:not([aria-disabled="true"])'
    ada.wait(undo)
    ada.press('[data-cell="K13"]')
    ada.press(".go")
    ada.until(
        f"document.querySelectorAll('{undo}').length && !document.querySelector('[data-pending], .confirm.choosing')"
    )
    ada.press(undo)  # one move back: what was chosen is chosen still
    ada.wait(".confirm.choosing")
    ada.press(undo)  # which sends nothing
    for left in range(4, 0, -1):  # and one more, and so on
        ada.press(undo)
        ada.until(f"document.querySelector('.confirm.choosing')?.innerText.includes(' {left - 1} sur 5')")
    ada.until(f"!document.querySelector('{undo}')")
    assert house.table(table).state == house.table(house.set_up("chasse", TWO)).state
    assert [message["what"] for message in ada.sent if message["type"] == "ask"] == ["undo"] * 5
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


def test_the_second_tap_of_a_double_tap_answers_no_new_question(house: Stage, screen: Open) -> None:
    """Where "throw" was pressed, "declare" comes, filled in with nothing: it takes a tap of its own."""
    table = house.set_up("declarer", NAMES, ("declare 1 wine", "believe", "accept"), seed=5)
    seat = house.table(table).awaited[0]
    me = screen(table, seat, phone=True)
    me.press(".own .cardface")
    me.press(".confirm .go")
    me.wait(".compose")
    place = me.page.locator(".confirm .go").bounding_box()
    assert place is not None
    spot = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    thrown = house.table(table).seq
    me.page.touchscreen.tap(*spot)
    me.page.wait_for_timeout(600)
    assert house.table(table).seq == thrown
    me.page.touchscreen.tap(*spot)
    me.page.wait_for_selector(".compose", state="detached")
    assert house.table(table).seq > thrown


def test_the_log_opens_at_its_newest_line(house: Stage, screen: Open) -> None:
    moves = ("declare 1 wine", "search") * 6
    table = house.set_up("declarer", NAMES, moves, seed=5)
    me = screen(table, 0, phone=True)
    me.press('.top .icon-btn:has(use[href="#i-more"])')
    me.press('.drawer button:has(use[href="#i-log"])')
    me.wait(".drawer .journal li")
    body = me.page.locator(".drawer-body")
    assert body.evaluate("at => at.scrollHeight > at.clientHeight")
    assert me.page.locator(".journal li").last.evaluate(
        "line => line.getBoundingClientRect().bottom <= line.closest('.drawer-body').getBoundingClientRect().bottom + 1"
    )
