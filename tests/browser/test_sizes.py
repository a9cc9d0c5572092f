"""A7: what can be pressed is large enough, at a decision of every kind, in the menu over it, and after the end."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import ANNOUNCE, DOUBT, HIDDEN, NAMES, TWO, Open, one_a_day
from tests.browser.pictures import set_up
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser

SMALL = """() => [...document.querySelectorAll("button, a[href], input:not([type=hidden]), select, summary, textarea, [role=button], [tabindex='0'][data-ref]")].filter((each) => {
  const shown = each.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const target = each.matches("input") && each.closest("label") || each;
  const box = (target.querySelector(":scope > rect") ?? target).getBoundingClientRect();
  if (!shown || !box.width || !box.height || each.closest(".sprite, .skip")) return false;
  // A word in a sentence is as large as its line has it.
  if (each.matches("a, .ref") && getComputedStyle(each).display === "inline" && each.parentElement.textContent.trim() !== each.textContent.trim()) return false;
  const onBoard = each.closest("svg.board");
  const need = onBoard || each.matches("a:not(.btn), .ref") ? 24 : 44;
  return box.height < need - 0.5 || box.width < need - 0.5;
}).map((each) => `${Math.round(each.getBoundingClientRect().width)} x ${Math.round(each.getBoundingClientRect().height)}: ${each.outerHTML.slice(0, 140)}`)"""
"""What is too small: 24 pixels on the board and for links, 44 for every other thing to press."""


def small(page: Page) -> list[str]:
    """What is too small on a page."""
    found: list[str] = page.evaluate(SMALL)
    return found


@one_a_day("phone", [True, False])
def test_a7_targets_are_large_enough(house: Stage, screen: Open, phone: bool) -> None:
    """Every game has its part; after the end there are links besides."""
    for table in (
        house.set_up("declarer", NAMES, seed=5),
        house.set_up("declarer", NAMES, ("declare nothing",), seed=5),
        house.set_up("declarer", NAMES, ("declare nothing", "believe", "accept"), seed=5),
        house.set_up("chasse", TWO, HIDDEN),
        house.set_up("combinus", TWO, ("borders left-right",), seed=5),
        *(set_up(house, "combinards", moment) for moment in (ANNOUNCE, DOUBT)),
    ):
        me = screen(table, house.table(table).awaited[0], phone=phone)
        assert small(me.page) == []
        me.press('.top [aria-label="Menu"]')
        me.wait(".drawer")
        assert small(me.page) == []
    over = set_up(house, "declarer", SimpleNamespace(seed=3, robots=-1, options={"rounds": 1}))
    me = screen(over, 0, phone=phone)
    me.wait(".end .facts a")
    assert small(me.page) == []


def test_a7_a_planted_fault_is_found(screen: Open) -> None:
    """A button and a link that are too small."""
    me = screen("", None, path="/about?lang=fr")
    assert small(me.page) == []
    me.script("""() => { const button = document.createElement('button'), link = document.createElement('a'); link.href = '/';
        for (const each of [button, link]) { each.style.cssText = 'display: block; width: 23px; height: 43px'; document.querySelector('main').append(each) } }""")
    assert len(small(me.page)) == 2
