"""On the real server: the page of paces, and what `/me` says of notices; what the worker shows of a push."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from malle.web.security.device_cookie import make_device_secret
from tests.browser.real import Real
from tests.browser.test_access import serious
from tests.server.player import call

pytestmark = [pytest.mark.browser, pytest.mark.services]

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def ann(browser: Browser, real: Real) -> Iterator[BrowserContext]:
    """A browser in Paris that is somebody."""
    context = browser.new_context(viewport=PHONE, locale="fr", timezone_id="Europe/Paris")  # type: ignore[arg-type]
    context.add_cookies([{"name": "malle", "value": make_device_secret(), "url": real.address}])
    yield context
    context.close()


def test_a_slow_table_is_opened_from_the_page_of_paces(real: Real, ann: BrowserContext) -> None:
    """Four paces, what the chosen one means, the name, one button; the table says its pace, and nights are hers."""
    page = ann.new_page()
    page.goto(f"{real.address}/games/chasse")
    page.click("a[href='/games/chasse/pace']")
    assert page.is_visible(".for-live")
    page.click("text=1 jour par décision >> nth=0")
    assert page.is_visible(".for-day")
    assert not page.is_visible(".for-live")
    assert serious(page) == []
    page.fill("input[name=name]", "Ann")
    page.click("text=Ouvrir la table")
    page.wait_for_selector(".lobby .slowly")
    assert "1 jour par décision, réserve de 3 jours" in page.inner_text(".slowly")
    assert "sa réserve est entamée" in page.inner_text(".settled")
    page.set_viewport_size({"width": 1440, "height": 900})
    call_, around = page.locator(".call").bounding_box(), page.locator(".around").bounding_box()
    assert call_ is not None
    assert around is not None
    assert call_["y"] == around["y"], "side by side, whatever stands above"
    table = page.url.rpartition("/")[2]
    assert call(real.port, f"/api/tables/{table}")[0] == 200
    page.goto(f"{real.address}/me")
    assert page.get_attribute(".quiet-hours input[name=zone]", "data-known") == "Europe/Paris"


def test_quiet_hours_and_a_feed_are_set_on_me(real: Real, ann: BrowserContext) -> None:
    page = ann.new_page()
    page.goto(f"{real.address}/me")
    assert serious(page) == []
    page.select_option("select[name=begins]", "23")
    page.click(".quiet-hours button")
    page.wait_for_selector("text=entre 23 h et 8 h")
    assert page.locator(".day .q").count() == 9
    page.click("#notices form[action$=feed] button")
    page.wait_for_selector("[data-copy$='.ics']")


ASKED = """
window.asked = 0;
for (const [where, name] of [[PushManager.prototype, "subscribe"], [Notification, "requestPermission"]]) {
  const before = where[name];
  where[name] = function (...given) {
    window.asked += 1;
    return before.apply(this, given);
  };
}
"""
"""Counts how often a page asks the browser whether it may tell somebody something."""


def test_t5_a_push_is_asked_for_by_a_tap_and_shown_and_a_refusal_is_told(real: Real, ann: BrowserContext) -> None:
    """Chromium without windows refuses notifications, and reaches no push service: the page says what to do. What its
    worker would show is asked of the worker: a message takes the place of the one before about the same table."""
    ann.add_init_script(ASKED)
    page = ann.new_page()
    for path in ("/", "/me"):
        page.goto(f"{real.address}{path}")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("asked") == 0, path
    page.wait_for_selector("#push button:not([hidden])")
    assert page.evaluate("asked") == 0
    page.click("#push button")
    page.wait_for_selector("text=Le navigateur refuse", timeout=90_000)
    assert page.evaluate("asked") == 1
    worker = ann.service_workers[0]
    told = {"id": "x", "title": "À vous · La chasse", "body": "Avec Paul.", "url": "/tables/abc", "tag": "abc"}
    shown = worker.evaluate(
        """told => new Promise((resolve) => {
          self.registration.showNotification = (title, more) => (resolve([title, more]), Promise.resolve());
          self.dispatchEvent(new PushEvent("push", { data: JSON.stringify(told) }));
        })""",
        told,
    )
    assert shown == ["À vous · La chasse", {"body": "Avec Paul.", "tag": "abc", "data": {"url": "/tables/abc"}}]
