"""The page that plays, by keyboard, screen reader and axe: every state that `play_pictures` draws."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.play_pictures import first, hosted, look, stages
from tests.browser.test_access import serious
from tests.browser.test_play_page import built

pytestmark = [pytest.mark.browser, pytest.mark.long]

STATES = dict(stages())
STATUS = {
    "first-declarer": "",
    "loading-coming": "The trunk is on its way",
    "loading-kept": "Python is starting",
    "loading-dealing": "Dealing",
    "loading-longer": "The trunk is on its way. Longer than usual",
    "trouble-replaying": "The engine stopped. We go on from the log, no move is lost.",
}
"""What is said of the start, by state. A figure is read on demand, in the progress bar."""
ALERTS = {
    "trouble-network": "No network, and nothing kept here.",
    "trouble-wasm": "This browser refuses WebAssembly.",
    "trouble-memory": "There is not enough memory left.",
    "trouble-never": "Python did not start.",
    "trouble-cut": "A file keeps coming cut short.",
    "trouble-missing": "A file is missing.",
    "trouble-old": "This browser is too old for these rules.",
    "trouble-died": "The engine stopped.",
}
FOCUSED = """() => {
  const at = document.activeElement;
  return (at.ariaLabel || at.innerText || at.textContent || "").trim().split("\\n")[0] || at.outerHTML;
}"""
"""What a reader calls the focused element, roughly."""


WALK = ["Go to “Play”", "FR, Français", "Declare", "The robots", "Play", "With friends", "Several, on this device"]
"""Tab stops of the first screen. Arrows choose among the games, whose tabs are one stop."""


@pytest.fixture(scope="module")
def root() -> Iterator[str]:
    with hosted(built()) as address:
        yield address


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_serious_in_any_state(root: str, browser: Browser, state: str) -> None:
    """In French on a phone, in English on a laptop."""
    shapes: list[tuple[dict[str, Any], str]] = [(PHONE, "fr"), (LAPTOP, "en")]
    for shape, language in shapes:
        page = look(browser, root, STATES[state], shape, language)
        assert serious(page) == []
        if state.startswith("end-"):
            assert page.locator("main.play").evaluate("main => main.clientHeight") > 300
        page.context.close()


@pytest.mark.parametrize("state", [*STATUS, *ALERTS])
def test_each_state_is_said_once(root: str, browser: Browser, state: str) -> None:
    """One polite status says how far the start is. A failure is one alert, and its heading has the focus."""
    page = look(browser, root, STATES[state], PHONE, "en")
    start = page.locator(".loading [role=status]")
    alerts = page.locator(".trouble[role=alert]")
    if state in STATUS:
        assert start.inner_text() == STATUS[state]
        assert alerts.count() == 0
        for bar in page.locator("progress:visible").all():
            assert re.fullmatch(r"2\.1 of 4\.5 MB|move 36 of 53", bar.get_attribute("aria-valuetext") or "")
    else:
        assert alerts.count() == 1
        assert page.evaluate("document.activeElement.innerText") == ALERTS[state]
        assert start.inner_text() in ("", "The trunk is on its way")
    if state == "loading-kept":
        assert page.locator(".kept [role=status]").inner_text().startswith("Kept: ")
    page.context.close()


def tabbed(page: Page, most: int) -> list[str]:
    """What has the focus after each press of Tab."""
    found = []
    for _ in range(most):
        page.keyboard.press("Tab")
        found.append(str(page.evaluate(FOCUSED)))
    return found


@pytest.mark.parametrize("wide", [False, True])
def test_the_first_screen_is_walked_by_tab(root: str, browser: Browser, wide: bool) -> None:
    """Skip link, language, the tabs as one stop, opponents, play, the two quiet ways."""
    page = look(browser, root, STATES["first-declarer"], LAPTOP if wide else PHONE, "en")
    walked = tabbed(page, len(WALK))
    page.context.close()
    assert walked == WALK


def test_the_press_leads_to_the_question(root: str, browser: Browser) -> None:
    page = look(browser, root, lambda page, at, lang: first(page, at, lang, game="declarer"), PHONE, "en")
    page.locator(".to-play").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.locator("#play").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("body:not(.first) .prompt")
    assert page.evaluate("document.activeElement.matches('.prompt')")
    page.context.close()
