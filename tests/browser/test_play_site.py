"""The page that plays, on a running site that serves it under `/play/`."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from tests.browser.real import real_server
from tests.browser.test_play_page import READY, Visitor, built, eventually

pytestmark = [pytest.mark.browser, pytest.mark.services, pytest.mark.long]

REFUSED = """() => { try { return !new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) } catch (error) {
    return error.name === "CompileError" } }"""
OWN = """async () => (await navigator.serviceWorker.getRegistrations()).filter(each => each.active).map(
    each => each.scope).sort()"""


@pytest.mark.timeout(600)
def test_a_site_serves_the_page_that_plays(browser: Browser) -> None:
    """It opens and answers; only its pages run Python; the site's own service worker leaves it alone."""
    with real_server("playing", MALLE_PLAY=str(built())) as real:
        folder = f"{real.address}/play"
        visitor = Visitor(browser, f"{folder}/chasse.en.html#level=novice&tempo=quick&seed={7:064x}&table=seven")
        page = visitor.page
        assert visitor.play(120, most=2) == 2
        assert not page.evaluate(REFUSED)
        eventually(page, f"({OWN})().then(each => each.length === 1)")
        assert page.evaluate(OWN) == [f"{folder}/"]

        home = visitor.context.new_page()
        home.goto(f"{real.address}/?lang=en")
        home.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)")
        assert home.evaluate(REFUSED)
        home.evaluate("navigator.serviceWorker.getRegistration('/play/').then(each => each.unregister())")
        home.close()
        page.reload()
        page.wait_for_selector(".players", timeout=READY)
        assert visitor.play(120, most=1) == 1
        eventually(page, f"({OWN})().then(each => each.length === 2)")
        assert page.evaluate(OWN) == [f"{real.address}/", f"{folder}/"]
        kept = "caches.open('malle-1').then(kept => kept.keys()).then(all => all.map(each => each.url))"
        assert not [each for each in page.evaluate(kept) if "/play" in each]

        (worker,) = {each for each in visitor.asked if "local.worker" in each}
        for address in (
            worker,
            f"{folder}/index.html",
            real.address,
            f"{real.address}/rules/chasse",
            f"{folder}/sw.js",
        ):
            answer = page.request.get(address)
            assert answer.ok
            runs = "wasm-unsafe-eval" in answer.headers["content-security-policy"]
            assert runs == bool(re.search(r"local\.worker|\.html", address)), address
        visitor.leave(real.address)
