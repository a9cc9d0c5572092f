"""Learning a game: the lesson on the real board, by taps, clicks and keys, and the tips of a first game at a real table."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest

from tests.browser.conftest import HIDDEN, NAMES, Open, Screen, one_a_day
from tests.browser.stage import Stage
from tests.browser.test_access import _axe as serious

pytestmark = pytest.mark.browser

LESSONS = [
    ("declarer", True, "en"),
    ("declarer", False, "fr"),
    ("chasse", True, "fr"),
    ("chasse", False, "en"),
    ("combinards", True, "fr"),
    ("combinards", False, "en"),
    ("liar", True, "en"),
    ("liar", False, "fr"),
]
"""Those that are left to the long run."""

LAID = [("-b-b", "C4"), ("----", "B5"), ("", "B5"), ("----", "C5"), ("---a", "B5"), ("--bb", "D5")]
"""What the lesson for one asks for: a piece by its name, and the square."""

LIT = """(() => {
  const lit = document.querySelector('.piece.pointed, .cell.pointed, .thing.pointed');
  return lit && (lit.dataset.item ?? lit.dataset.ref);
})()"""
"""What is lit on the table, by its name."""


AS_WIDE = "[...document.querySelectorAll('.bub .says')].every((p) => 2 * p.offsetWidth > p.closest('.bub').offsetWidth)"
"""Every bubble's text stands in the bubble, over more than half of its width."""


def bubbles(house: Stage, game: str) -> list[dict[str, Any]]:
    with urllib.request.urlopen(f"{house.address}/games/{game}/learn/course") as answer:
        found: list[dict[str, Any]] = json.load(answer)["bubbles"]
    return found


def learn(screen: Open, game: str, *, phone: bool, lang: str, **options: Any) -> Screen:
    me = screen("", None, phone=phone, path=f"/games/{game}/learn?lang={lang}", **options)
    me.wait(".says")
    assert me.script(AS_WIDE), "what the bubble says does not fill it"
    return me


def step(me: Screen) -> int:
    """Which bubble is there, once it is."""
    me.wait(".says")
    return len(me.at(".steps i.on").all()) + 1


def reach(me: Screen, number: int) -> None:
    me.until(f"document.querySelector('.says') && document.querySelectorAll('.steps i.on').length === {number - 1}")


def play_all(me: Screen, texts: list[str]) -> None:
    """Does what a bubble asks for, one after the other or all together."""
    if texts:
        me.until(f"({LIT}) || document.querySelector('.ask .answer, .confirm .go, .prices')")
    if me.at(".confirm.choosing").count():
        for _ in texts:
            me.until(LIT)
            me.press(f'[data-ref="{me.script(LIT)}"]')
        me.press(".confirm .go")
        return
    for text in texts:
        play(me, text)
        me.until("!document.querySelector('[data-pending]')")


def play(me: Screen, text: str) -> None:
    """Does what is asked, as a learner would: presses the button that says it, or whatever is lit, turns it and confirms."""
    button, go = f'.ask [data-act="{text}" i]', f'.confirm .go[data-act="{text}" i]'
    me.until(f"({LIT}) || document.querySelector('{button}, .confirm .go, .prices')")
    named = text.split()[1:]
    if me.at(".composing").count():
        for count, article in zip(named[::2], named[1::2], strict=False):
            for _ in range(int(count)):
                me.press(f'.composing .item:has([href="#{article}"]) .step button:last-child')
    elif me.at(".prices").count():
        me.press(f".prices .btn:has-text('{named[0]}')")
    for _ in range(8):
        me.until(f"({LIT}) || document.querySelector('{button}, .confirm .go')")
        for found in (button, go):
            if me.at(found).count():
                return me.press(found)
        lit = me.script(LIT)
        me.press(f'[data-ref="{lit}"]' if lit else ".confirm .alt")
    raise AssertionError(f"nothing leads to {text!r}")


@pytest.mark.parametrize(
    ("game", "phone", "lang"),
    [
        ("combinus", True, "fr"),
        pytest.param("combinus", False, "en", marks=pytest.mark.long),
        *(pytest.param(*each, marks=pytest.mark.long) for each in LESSONS),
    ],
)
@pytest.mark.timeout(240)
def test_a_lesson_by_touch(house: Stage, screen: Open, game: str, phone: bool, lang: str) -> None:
    """From the first bubble to a game against robots, doing what each bubble asks for; nothing scrolls sideways, and no bubble
    lies over a thing that can be touched."""
    me = learn(screen, game, phone=phone, lang=lang, wishes={"confirm": True})
    asked = bubbles(house, game)
    for number, bubble in enumerate(asked, 1):
        reach(me, number)
        assert me.script("document.documentElement.scrollWidth <= innerWidth")
        play_all(me, bubble.get("do", []))
        if not bubble.get("do") and number < len(asked):
            me.press(".learn .go-on")
    assert serious(me) == []
    me.press('.learn [value="robots"]')
    me.page.wait_for_url("**/tables/*")


def test_another_move_is_answered_kindly(house: Stage, screen: Open) -> None:
    """It is allowed and not asked for: nothing happens on the board, and the bubble says so until the right move is made. The
    lesson goes on where it was left."""
    me = learn(screen, "chasse", phone=True, lang="en")
    assert step(me) == 1
    for _ in range(5):
        me.press('[data-cell="G13"]')
    me.press(".confirm .go")
    me.wait(".learn .else")
    assert "allowed" in me.text(".learn .else")
    assert me.at(".learn .says").is_visible()
    assert "5" in me.text(".choosing .what"), "what was chosen is still there"
    for _ in range(5):
        me.press(".confirm .undo")
    play_all(me, bubbles(house, "chasse")[0]["do"])
    reach(me, 2)
    assert me.at(".learn .else").count() == 0
    me.page.reload()
    reach(me, 2)
    assert me.script(LIT) is not None


@pytest.mark.timeout(120)
def test_a_lesson_by_keyboard(house: Stage, screen: Open) -> None:
    """Tab, arrows and Enter; the focus is never on the page's body once a bubble is there, and every bubble is told."""
    me = learn(screen, "declarer", phone=False, lang="en")
    told = []
    for number, bubble in enumerate(bubbles(house, "declarer")[:4], 1):
        reach(me, number)
        told.append(me.text('.learn [role="status"]'))
        assert me.script("document.activeElement !== document.body"), number
        keys = {2: ("More: Wine", "More: Watch")}.get(number, ())
        for label in keys:
            _tab_to(me, f'[aria-label="{label}"]')
            me.page.keyboard.press("Enter")
        _tab_to(me, ".confirm .go" if bubble.get("do") else ".learn .go-on")
        me.page.keyboard.press("Enter")
    assert len(set(told)) == 4
    reach(me, 5)


def _tab_to(me: Screen, selector: str) -> None:
    for _ in range(80):
        if me.script(f"!!document.activeElement?.matches({json.dumps(selector)})"):
            return
        me.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def test_the_page_of_a_game_leads_to_its_lesson(screen: Open) -> None:
    me = screen("", None, path="/games/declarer?lang=fr")
    me.press('a[href="/games/declarer/learn"]')
    me.wait(".says")
    assert "Vos cartes" in me.text(".learn .says")
    me.press(".learn .where a")
    me.page.wait_for_url("**/games/declarer")


def test_the_lesson_of_a_game_for_one(screen: Open) -> None:
    """What lies right is followed by what comes next; a piece may clash, and is taken off again."""
    me = screen("", None, path="/solo/combinus?lang=en#lesson")
    for number, (piece, square) in enumerate(LAID, 1):
        me.until(f"document.querySelector('.lesson b')?.textContent === 'Lesson, {number} of 6'")
        if not piece:
            me.press('[data-do="remove"]')
            continue
        me.press(f'[data-tile="{piece}"]')
        me.press(f'[data-cell="{square}"]')
        for _ in range(3):
            if number == len(LAID) or f"{number + 1} of" in me.text(".lesson b"):
                break
            me.press('[data-do="turn"]')
    for _ in range(3):
        if me.at(".solo.finished").count():
            break
        me.press('[data-do="turn"]')
    me.wait(".solo.finished")


# ---- tips


COVERED = """(() => {
  const { left, right, bottom, top: edge } = document.querySelector('.bub').getBoundingClientRect();
  const tip = { left, right, bottom, top: innerWidth < 1000 ? edge - 13 : edge };  // with its point
  const over = (box) => box.width && box.left < tip.right && tip.left < box.right && box.top < tip.bottom && tip.top < box.bottom;
  return [...document.querySelectorAll('.player, .sheet, .confirm, .top, .play, .strip')].filter((each) => over(each.getBoundingClientRect()))
    .map((each) => each.className);
})()"""
"""What a bubble lies over."""


def opened(me: Screen) -> str:
    """The whole of a tip: on a phone it is a line over the buttons until it is tapped."""
    if me.phone:
        line = me.wait(".tipline")
        assert 44 <= line.bounding_box()["height"] < 60  # type: ignore[index]
        assert me.at(".bub").count() == 0
        me.press(".tipline")
    me.wait(".bub")
    return me.text(".bub .says")


@one_a_day(("phone", "lang", "dark"), [(True, "fr", False), (False, "en", True)])
def test_tips_come_once_in_a_first_game(house: Stage, screen: Open, phone: bool, lang: str, dark: bool) -> None:
    """The first decision of a kind has its tip, over nothing; what was read is not told again, nor at another table; whoever
    wants them again finds them in the menu."""
    house.robots_play = False
    table = house.set_up("declarer", NAMES, seed=5)
    seat = house.table(table).awaited[0]
    me = screen(table, seat, phone=phone, lang=lang, dark=dark, tips=True)
    said = opened(me)
    assert me.script(AS_WIDE)
    assert said.startswith("Touchez une de vos cartes" if lang == "fr" else "Tap one of your cards")
    assert me.script(COVERED) == []
    assert serious(me) == []
    me.press(".bub .acts .btn:not(.hollow)")
    me.until("!document.querySelector('.bub')")
    me.page.reload()
    me.wait(".players")
    assert me.at(".bub").count() == 0
    other = house.set_up("declarer", NAMES, seed=6)
    me.page.goto(f"{house.address}/sit/{other}/{house.table(other).awaited[0]}?lang={lang}")
    me.wait(".players")
    assert me.at(".bub").count() == 0
    me.press('.top [aria-label="Menu"]')
    me.press(".wish:has-text('première partie')" if lang == "fr" else ".wish:has-text('first game')")
    me.page.keyboard.press("Escape")
    assert opened(me) == said


def test_a_tip_goes_with_its_decision_and_all_go_for_good(house: Stage, screen: Open) -> None:
    house.robots_play = False
    table = house.set_up("declarer", NAMES, seed=5)
    seat = house.table(table).awaited[0]
    me = screen(table, seat, lang="en", tips=True)
    me.wait(".tipline")
    house.act(table, seat, "declare nothing")
    me.until("document.querySelector('.tipline')?.innerText.includes('Customs decides first')")
    opened(me)
    me.press(".bub .acts .hollow")
    me.until("!document.querySelector('.learn > *')")
    chase = house.set_up("chasse", NAMES[:2])
    me.page.goto(f"{house.address}/sit/{chase}/0?lang=en")
    me.wait(".players")
    assert me.at(".learn > *").count() == 0


def test_a_tip_leaves_room_for_what_it_explains_and_goes_with_the_decision(house: Stage, screen: Open) -> None:
    """On a phone a tip takes no row from the board: the earlier of the last events make room for it."""
    table = house.set_up("chasse", NAMES[:2], HIDDEN)
    heights = []
    for tips in (False, True):
        me = screen(table, 0, tips=tips)
        me.wait(".tipline" if tips else ".sheet")
        heights.append(me.at(".play").bounding_box()["height"])  # type: ignore[index]
    assert heights[1] >= heights[0] - 16
    customs = house.set_up("declarer", NAMES, ("declare 1 wine",), seed=5)
    officer = house.table(customs).awaited[0]
    me.page.goto(f"{house.address}/sit/{customs}/{officer}?lang=fr")
    line = me.wait(".tipline").inner_text()
    house.robots_play = False
    me.press(".answer")
    me.answered()
    assert line not in me.text(".learn")


def test_nobody_else_is_given_a_tip(house: Stage, screen: Open) -> None:
    """Whoever watches has no decision, and no first game."""
    table = house.set_up("declarer", NAMES, seed=5)
    watcher = screen(table, None, tips=True)
    assert watcher.at(".bub").count() == 0
    assert watcher.script("localStorage.getItem('malle-guide')") is None
