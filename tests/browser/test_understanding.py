"""What happened, and the rules: E1 to E5, E7 to E9, R1, R4."""

from __future__ import annotations

import pytest

from malle.core import Luck, Seat
from malle.testing.timing import Timing
from tests.browser.conftest import DOUBT, HIDDEN, NAMES, TWO, Open, Screen, one_a_day
from tests.browser.pictures import set_up
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser

SEARCHED = ("declare nothing", "search")


def test_e1_no_event_is_long_and_a_tap_jumps_to_the_end(house: Stage, screen: Open, timing: Timing) -> None:
    table = house.set_up("declarer", NAMES, ("declare nothing",), seed=5)
    ines = screen(table, 3, motion=True)
    ines.script("""() => { window.__longest = 0; window.__start = 0; window.__end = 0; const look = () => {
        if (document.querySelector('.revealing')) window.__start ||= performance.now();
        if (document.querySelector('.go-on')) window.__end ||= performance.now();
        for (const each of document.getAnimations()) if (each.animationName !== "settle") window.__longest = Math.max(window.__longest, each.effect.getTiming().duration || 0);
        requestAnimationFrame(look) }; look() }""")
    house.act(table, 1, "search")
    ines.until("document.querySelector('.go-on')")
    assert 0 < ines.script("window.__longest") <= 900
    timing("a reveal", ines.script("window.__end - window.__start") / 1000, 4)
    second = house.set_up("declarer", NAMES, ("declare nothing",), seed=5)
    # Here every pause is so long that only a tap ends it.
    slow = "const later = window.setTimeout; window.setTimeout = (work, time) => later(work, time > 50 ? 1e6 : time)"
    other = screen(second, 3, motion=True, before=lambda page: page.add_init_script(slow))
    house.act(second, 1, "search")
    other.until("document.querySelector('.prompt').innerText.includes('fouill')")
    assert other.at(".go-on").count() == 0
    other.page.keyboard.press("Shift")
    other.wait(".go-on")
    assert other.text('[data-sum="1"]').replace("\u202f", " ") == "12 800 F"


def test_the_level_of_robots_stands_at_the_table(house: Stage, screen: Open) -> None:
    """With what was agreed: on a wide screen beside the players, on a phone in the menu; each robot is marked. Among
    people nothing is said of robots."""
    house.robots_play = False
    table = house.set_up("chasse", TWO, HIDDEN, robots=(1,))
    phone = screen(table, 0, lang="en")
    phone.wait('.top [aria-label="Menu"]').click()
    assert "Robots: novices" in phone.wait(".drawer .agreed").inner_text()
    me = screen(table, 0, phone=False, lang="en")
    assert "Robots: novices" in me.wait(".players .foot").inner_text()
    assert me.at(".players .isrobot").count() == 1
    people = screen(house.set_up("chasse", TWO, HIDDEN, seed=2), 0, phone=False, lang="en")
    assert "Robots" not in people.wait(".players .foot").inner_text()
    assert people.at(".players .isrobot").count() == 0


def test_e3_the_last_move_stays_marked_without_colour(house: Stage, screen: Open) -> None:
    table = house.set_up("chasse", TWO, HIDDEN)
    marius = screen(table, 1)
    house.act(table, 0, "d12-e9")
    marius.wait(".mark.last path")
    dashes, arrow = marius.script("""() => { const path = document.querySelector('.mark.last path');
        return [getComputedStyle(path).strokeDasharray, path.getAttribute('marker-end')] }""")
    assert dashes != "none"
    assert arrow == "url(#arrow)"
    assert marius.at(".mark.last rect").count() == 1
    before = marius.at(".mark.last path").get_attribute("d")
    _somebody_comes(house, screen, table, marius)
    assert marius.at(".mark.last path").get_attribute("d") == before
    house.act(table, 1, "m3-m4")
    marius.until(f"document.querySelector('.mark.last path').getAttribute('d') !== '{before}'")
    assert marius.at(".mark.last path").count() == 1


def _somebody_comes(house: Stage, screen: Open, table: str, looker: Screen) -> None:
    """A frame about the table that is no move."""
    frames = len(looker.received)
    screen(table, None, phone=False)
    while len(looker.received) == frames:
        looker.page.wait_for_timeout(20)
    looker.page.wait_for_timeout(100)


def test_e3_a_tile_that_was_laid_stays_marked(house: Stage, screen: Open) -> None:
    """Combinus: a dashed frame around its square, until the next tile lies."""
    table = house.set_up("combinus", TWO, ("borders left-right",), seed=5)
    looker = screen(table, None)
    for turn in range(4):
        seat = house.table(table).awaited[0]
        text = _robot(house, table)
        assert text.startswith("place "), text
        house.act(table, seat, text)
        looker.until(f"({MARKED})() === '{text[-2:]}'")
        dashes = looker.script("getComputedStyle(document.querySelector('.mark.last rect')).strokeDasharray")
        assert dashes != "none"
        assert looker.at(".mark.last").count() == 1
        if not turn:
            _somebody_comes(house, screen, table, looker)
            assert looker.script(MARKED) == text[-2:]
            looker.reconnect()
            assert looker.script(MARKED) == text[-2:]


def test_e3_a_pawn_that_went_stays_marked(house: Stage, screen: Open) -> None:
    """Les Joyeux Combinards: a dashed way with an arrow, until somebody does something else."""
    table = house.set_up("combinards", NAMES, seed=1)
    looker, ways = screen(table, None), [""]
    while len(ways) < 4:
        now = house.table(table)
        house.act(table, now.awaited[0], _robot(house, table))
        if house.table(table).state.at == now.state.at:
            continue
        looker.until(f"(document.querySelector('.mark.last path')?.getAttribute('d') ?? {ways[-1]!r}) !== {ways[-1]!r}")
        _somebody_comes(house, screen, table, looker)
        (way,) = looker.at(".mark.last path").all()
        ways.append(way.get_attribute("d") or "")
        assert way.get_attribute("marker-end") == "url(#arrow)"
        assert way.evaluate("each => getComputedStyle(each).strokeDasharray") != "none"
    assert len(set(ways)) == 4


MARKED = """() => { const middle = (each) => { const box = each.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] };
    const mark = document.querySelector('.mark.last rect'); if (!mark) return '';
    const [x, y] = middle(mark);
    return [...document.querySelectorAll('[data-cell]')].find((each) => { const [a, b] = middle(each.querySelector('rect') ?? each);
        return Math.abs(a - x) < 4 && Math.abs(b - y) < 4 })?.dataset.cell ?? '?' }"""
"""The square that the last move is marked on: where it began, if it went somewhere."""


def _robot(house: Stage, table: str) -> str:
    """What the robot would do who is awaited."""
    now = house.table(table)
    seat = Seat(now.awaited[0])
    view = now.view(seat)
    assert view is not None
    return now.game.write(house.sheets[now.setup.game].robot(now.game, view, now.legal(seat), Luck(3)))


def test_e4_the_last_turn_can_be_seen_again_also_after_a_reload(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, SEARCHED, seed=5)
    ines = screen(table, 3)
    assert ines.at(".verdict").count() == 0
    ines.page.reload()
    ines.wait(".players")
    ines.press('.top [aria-label="Menu"]')
    ines.press(".menu >> text=Revoir")
    ines.wait(".verdict")
    assert ines.at(".stamp.lie").count() == 1
    ines.press(".go-on")
    ines.wait(".composing")


def test_e5_the_log_has_sentences_and_its_names_point(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, ("declare 1 wine", "search"), seed=5)
    ines = screen(table, 3, phone=False)
    ines.press('[role=tab] >> text="Journal"')
    last = " ".join(ines.at(".journal .now").inner_text().split())
    assert "Léa fouille Paul" in last
    assert "300 F" in last.replace("\u202f", " ")
    ines.press('.journal .now .ref >> text="Paul"')
    assert ines.at('[data-seat="seat-3"].pointed').count() == 1


def _long_press(me: Screen, selector: str) -> None:
    """A finger that stays."""
    box = me.at(selector).first.bounding_box()
    assert box
    me.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    me.page.mouse.down()
    me.wait(".near")
    me.page.mouse.up()


def _look(me: Screen, selector: str, label: str) -> None:
    """From near: by a finger that stays on a phone; on a laptop by a mouse that rests, and by Enter. Then it is laid back."""
    if me.phone:
        _long_press(me, selector)
    else:
        me.at(selector).first.hover()
        me.wait("#tip")
        assert label in me.text("#tip")
        me.page.mouse.move(1, 1)
        me.at(selector).first.focus()
        me.page.keyboard.press("Enter")
        me.wait(".near")
    assert label in me.text(".drawer")
    me.page.keyboard.press("Escape")
    me.until("!document.querySelector('.near')")


@one_a_day("phone", [True, False])
def test_e7_things_can_be_looked_at_any_time(house: Stage, screen: Open, phone: bool) -> None:
    """A card of one's own while somebody else is to act; what is told besides is its duty. The focus comes back to it."""
    table = house.set_up("declarer", NAMES, ("declare nothing",), seed=5)
    paul = screen(table, 2, phone=phone, motion=True)  # not his turn
    card = '.own .thing:has-text("Montre")'
    _look(paul, card, "Montre")
    paul.at(card).focus()
    paul.page.keyboard.press("i")
    paul.wait(".near")
    assert "droit 150" in paul.text(".near")
    paul.page.keyboard.press("Escape")
    paul.until("!document.querySelector('.near')")
    paul.until("document.activeElement.dataset.item?.startsWith('hand')")
    assert paul.acts() == []


@one_a_day("phone", [True, False])
def test_e7_squares_and_what_stands_on_them(house: Stage, screen: Open, phone: bool) -> None:
    """On the other's turn: a figure of the hunt; a square of Les Joyeux Combinards on which nobody stands, and a pawn."""
    marius = screen(house.set_up("chasse", TWO, HIDDEN), 1, phone=phone)
    _look(marius, '[data-cell="D12"]', "Contrebandier")
    doubt = set_up(house, "combinards", DOUBT)
    looker = screen(doubt, None, phone=phone)
    scene = looker.received[-1]["scene"]
    taken = {item["at"] for area in scene["areas"] if area["kind"] == "board" for item in area["items"]}
    shown = """(taken) => { const board = document.querySelector('.board-box').getBoundingClientRect();
        return [...document.querySelectorAll('[data-cell]')].filter((each) => { const box = each.getBoundingClientRect();
            return box.left >= board.left && box.right <= board.right && box.top >= board.top && box.bottom <= board.bottom
                && each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) })
            .filter((each) => !taken.includes(each.dataset.cell) && !each.getAttribute('aria-label').includes('oute'))
            .map((each) => [each.dataset.cell, each.getAttribute('aria-label')]) }"""
    cell, label = looker.page.evaluate(shown, sorted(taken))[0]
    _look(looker, f'[data-cell="{cell}"]', " ".join(label.split()))
    assert looker.acts() == marius.acts() == []


@one_a_day("phone", [True, False])
def test_e7_what_is_being_revealed(house: Stage, screen: Open, phone: bool) -> None:
    """While cards are turned and nothing goes on by itself: the first of them, before the last one is to be seen."""
    table = house.set_up("declarer", NAMES, ("declare nothing",), seed=5)
    slow = "const later = window.setTimeout; window.setTimeout = (work, time) => later(work, time > 600 ? 1e6 : time)"
    ines = screen(table, 3, phone=phone, motion=True, before=lambda page: page.add_init_script(slow))
    house.act(table, 1, "search")
    ines.wait(".turning .thing")
    assert ines.at(".go-on").count() == 0
    label = ines.text(".turning .thing .n")
    if phone:
        _long_press(ines, ".turning .thing")
    else:
        ines.at(".turning .thing").first.hover()
        ines.wait("#tip")
        assert label in ines.text("#tip")
        ines.at(".turning .thing").first.focus()
        ines.page.keyboard.press("i")
    assert label in ines.wait(".drawer").inner_text()


def test_e8_without_movement_the_same_is_told(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, ("declare nothing",), seed=5)
    lea = screen(table, 1, motion=False)
    lea.script("""() => { window.__moved = 0; const look = () => {
        for (const each of document.getAnimations()) if (each.animationName !== "settle") window.__moved = Math.max(window.__moved, each.effect.getTiming().duration || 0);
        requestAnimationFrame(look) }; look() }""")
    house.act(table, 1, "search")
    lea.wait(".go-on")
    assert lea.script("window.__moved") <= 17
    assert lea.at(".flyer").count() == 0
    assert lea.at(".stamp.lie").count() == 1
    assert "Flagrant délit" in lea.text(".sent")
    chosen = screen(table, 1, motion=True, wishes={"still": True})
    assert chosen.script("document.documentElement.dataset.still") == "yes"


def test_e9_after_a_while_in_the_background_one_jump_and_a_summary(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, seed=5)
    ines = screen(table, 3, motion=True)
    ines.hide(True)
    for seat, text in ((2, "declare nothing"), (1, "search"), (3, "declare nothing"), (1, "believe")):
        house.act(table, seat, text)
    ines.page.wait_for_timeout(200)
    ines.hide(False)
    ines.wait(".drawer")
    assert "Pendant votre absence" in ines.text(".drawer h2")
    assert "Léa fouille Paul" in ines.text(".drawer-body")
    assert ines.at(".verdict").count() == 0
    ines.page.keyboard.press("Escape")
    ines.until("!document.querySelector('.drawer')")
    assert ines.script("document.getAnimations().length") == 0


@one_a_day("phone", [True, False])
def test_r1_the_rules_open_at_the_present_decision(house: Stage, screen: Open, phone: bool) -> None:
    lea = screen(house.set_up("declarer", NAMES, ("declare nothing",), seed=5), 1, phone=phone)
    if phone:
        lea.press('.top [aria-label="Règles"]')
    else:
        lea.press('[role=tab] >> text="Règles"')
    here = lea.wait(".rulebook .here")
    assert "croire ou fouiller" in here.inner_text()
    lea.page.wait_for_timeout(150)
    box = here.bounding_box()
    assert box
    assert 0 <= box["y"] < 700
    assert lea.page.url.endswith("?lang=fr")


def test_r4_the_costs_are_one_tap_away_and_leave_the_hand_free(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, ("declare nothing", "believe", "accept"), seed=5)
    ines = screen(table, 3)
    ines.press(".costs")
    ines.wait(".drawer .tarif")
    drawer = ines.at(".drawer").bounding_box()
    hand = ines.at(".own .thing").first.bounding_box()
    assert drawer
    assert hand
    assert drawer["y"] + drawer["height"] <= hand["y"]
    assert "1 000 F" in ines.text(".tarif").replace("\u202f", " ")
