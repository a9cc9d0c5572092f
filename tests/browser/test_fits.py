"""Every table fits every size: nothing lies over anything else, nothing to press is cut, nothing scrolls sideways."""

from __future__ import annotations

import tomllib

import pytest
from playwright.sync_api import Browser

from malle.games import OWN_GAMES
from tests.browser import sizes
from tests.browser.sizes import EVERYDAY, OVERLAPS, SIZES, WIDTHS, Fault
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser

STEPS = {"declarer": 4, "chasse": 5, "combinus": 2, "combinards": 2}
"""The step of each game's lesson that is looked at every day: somebody is asked, with much on the table."""


def told(faults: list[Fault]) -> str:
    return "\n".join(str(fault) for fault in faults)


def test_a_step_of_every_lesson_fits(browser: Browser, house: Stage) -> None:
    """On a laptop, at 200 % zoom and on a phone."""
    found = [
        fault
        for game, step in STEPS.items()
        for fault in sizes.look(browser, house, sizes.lesson_step(game, step), EVERYDAY)
    ]
    assert found == [], told(found)


@pytest.mark.long
@pytest.mark.timeout(2700)
@pytest.mark.parametrize("game", OWN_GAMES)
def test_every_position_fits_every_size(browser: Browser, house: Stage, game: str) -> None:
    """Every step of the lesson, crowded positions, tips, long names, reveals and the end; the most crowded position at every
    width besides."""
    house.robots_play = False
    found: list[Fault] = []
    for position in sizes.positions_of(house, game):
        found += sizes.look(browser, house, position, SIZES)
    found += sizes.look(browser, house, next(sizes.crowded_positions(game)), WIDTHS)
    assert found == [], told(found)


def test_few_overlaps_are_allowed_each_for_a_reason() -> None:
    allowed = tomllib.loads(OVERLAPS.read_text("utf-8"))["allowed"]
    assert len(allowed) <= 10
    assert all(set(each) == {"over", "under", "reason"} and each["reason"].endswith(".") for each in allowed)


# ---- the checker itself


def box(kind: str, left: int, top: int, width: int, height: int, style: str = "", inside: str = "") -> str:
    """A thing of a class on an empty page; a `button` is one, whatever its class."""
    tag = "button" if kind in ("thing", "button") else "div"
    place = f"position: absolute; left: {left}px; top: {top}px; width: {width}px; height: {height}px"
    return f'<{tag} class="{kind}" style="{place}; {style}">{inside}</{tag}>'


CARD = box("thing", 200, 100, 60, 84)
WORD = "position: absolute; left: 20px; top: 20px; white-space: nowrap"
PLANTED: dict[str, tuple[str, set[str]]] = {
    "nothing": (CARD + box("badge", 262, 100, 40, 20), set()),
    "a badge over a card": (CARD + box("badge", 250, 100, 40, 20), {"badge over card"}),
    "a slip over a suitcase": (box("suit", 100, 100, 90, 90) + box("slip", 100, 180, 200, 90), {"slip over suitcase"}),
    "a stamp that lies over a card once it is turned": (
        CARD + box("stamp", 245, 85, 110, 10, "rotate: -30deg"),
        {"card over stamp"},
    ),
    "a stamp whose bounds lie over a card, and it does not": (
        CARD + box("stamp", 245, 85, 110, 10, "rotate: 30deg"),
        set(),
    ),
    "a stamp that is turned by what is around it": (
        CARD + box("", 245, 85, 110, 10, "transform: rotate(-30deg)", box("stamp", 0, 0, 110, 10)),
        {"card over stamp"},
    ),
    "a stamp on its own card": (
        box("thing", 200, 100, 60, 84, "", box("stamp", 10, 70, 40, 12, "rotate: -7deg")),
        set(),
    ),
    "a fan of backs": (
        f'<div class="row fan">{CARD}{box("thing", 240, 100, 60, 84, "transform: rotate(4deg)")}</div>',
        set(),
    ),
    "a button over a square of a board": (
        '<svg class="board" style="position: absolute; left: 0; top: 0" width="200" height="200"><g class="cell">'
        '<rect x="50" y="50" width="60" height="60"/></g></svg>' + box("minimap", 100, 100, 60, 40),
        {"slip over square"},
    ),
    "a button that is cut": (
        box("", 20, 20, 60, 44, "overflow: hidden", box("button", 0, 0, 90, 44)),
        {"cut"},
    ),
    "a button that can be scrolled to": (
        box("", 20, 20, 100, 60, "overflow-y: auto", box("button", 0, 90, 60, 44)),
        set(),
    ),
    "a button of no size": (box("button", 20, 20, 0, 44, "padding: 0; border: 0"), {"cut"}),
    "a button beyond the window": (
        "<style>body { overflow: hidden }</style>" + box("button", 1200, 20, 90, 44),
        {"cut"},
    ),
    "a button under what is none": (box("button", 20, 20, 90, 44) + box("", 10, 10, 200, 80), {"covered"}),
    "words over words": (
        f'<p style="{WORD}">what is said</p><p style="{WORD}; margin-left: 30px">over it</p>',
        {"label over label"},
    ),
    "words over a button": (
        box("button", 40, 20, 90, 44) + f'<p style="{WORD}">a long sentence</p>',
        {"button over label", "covered"},
    ),
    "words that are cut": (f'<p style="{WORD}; width: 30px; overflow: hidden">a long word</p>', {"cut word"}),
    "words that end in dots": (
        f'<p style="{WORD}; width: 30px; overflow: hidden; text-overflow: ellipsis">a long word</p>',
        set(),
    ),
    "a page that scrolls sideways": (box("", 1200, 20, 200, 10), {"sideways"}),
    "a box that scrolls sideways": (box("", 20, 20, 90, 44, "overflow: auto", box("", 0, 0, 200, 10)), {"sideways"}),
    "a tray that scrolls sideways": (box("tray", 20, 20, 90, 44, "overflow: auto", box("", 0, 0, 200, 10)), set()),
    "what is not to be seen": (CARD + box("badge", 250, 100, 40, 20, "visibility: hidden"), set()),
}
"""What lies on an empty page, and what of it is a fault."""


def test_planted_faults_are_found_and_nothing_else(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    for name, (inside, faults) in PLANTED.items():
        page.set_content(f"<!doctype html><body style='margin: 0'>{inside}")
        found = {each["fault"] for each in page.evaluate(sizes.CHECK, sizes.allowed())["faults"]}
        assert found == faults, name
    page.close()


MOVED = {
    "a badge over a card": (".dseat.p-left", "translate: 220px 60px", "badge over card"),
    "a stamped card over a slip": (".play .thing:last-child", "translate: 0 -120px", "card over slip"),
    "an answer that is cut": (".answer", "margin-left: -400px", "cut"),
    "a suitcase under a slip": (".piles.left .suit", "translate: 150px 0", "slip over suitcase"),
}
"""What is moved on a table's own page, and what must be found."""


def test_what_is_moved_on_a_table_is_found(browser: Browser, house: Stage) -> None:
    position = next(each for each in sizes.chosen("declarer") if each.name == "seats-4")
    with sizes.opened(browser, house, position) as page:
        for name, (selector, style, fault) in MOVED.items():
            assert sizes.faults_of(page, position, (1440, 900)) == []
            moved = page.locator(selector).first
            moved.evaluate("(each, style) => { each.style.cssText += `; ${style}` }", style)
            found = {each.fault for each in sizes.faults_of(page, position, (1440, 900))}
            assert fault in found, name
            moved.evaluate("(each, style) => each.style.removeProperty(style.split(':')[0])", style)
