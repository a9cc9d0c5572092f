"""The page that plays in Firefox."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path

import pytest

from tests.browser.conftest import NO_TIPS
from tests.browser.firefox import firefox
from tests.browser.test_play_page import NEXT, built, serving

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.mark.timeout(900)
def test_firefox_plays_a_game_to_its_end_without_a_network(tmp_path: Path) -> None:
    """The first screen, a press, some choices; then the network is cut, the page is loaded anew, and the game goes on."""
    shutil.copytree(built(), tmp_path / "sub" / "malle")
    luck = random.Random(1)
    with serving(tmp_path) as server, firefox(tmp_path / "profile") as browser:
        site = f"http://127.0.0.1:{server.server_port}/sub/malle"
        browser.before(NO_TIPS)
        browser.open(f"{site}/declarer.en.html")
        browser.until("!!document.querySelector('.first .own .cardface')")
        assert not [each for each in browser.asked if "python-" in each]

        def play(most: int, seconds: float) -> int:
            made, limit = 0, time.monotonic() + seconds
            while made < most and not browser.evaluate("!!document.querySelector('.end .scores')"):
                assert time.monotonic() < limit, f"not over after {made} decisions"
                found = browser.evaluate(f"({NEXT})({luck.random()})")
                if found < 0:
                    browser.press_at(200, 20)
                else:
                    made += browser.press("[data-next]") and found in (1, 2)
            return made

        browser.press("#play")
        browser.until("!!document.querySelector('.loading.none')")
        assert play(3, 120) == 3
        browser.until("navigator.serviceWorker.getRegistration().then(each => !!each?.active)")
        server.cut = True
        lines = """new Promise(go => { indexedDB.open("malle-table").onsuccess = ({ target: { result } }) => {
            result.transaction("log").objectStore("log").getAllKeys().onsuccess = ({ target }) => go(target.result.length);
            result.close() } })"""
        before = browser.evaluate(lines)
        assert before > 3
        browser.open(f"{site}/declarer.en.html?on")
        browser.until("!!document.querySelector('.loading.none')")
        assert browser.evaluate(lines) >= before
        decisions = play(10_000, 600)
        assert decisions > 5
        print(f"declarer in Firefox: {3 + decisions} decisions")
        browser.until("!!document.querySelector('.slips')")  # the story has come: nothing moves any more
        browser.press(".device-end button")
        browser.until("/Verified: seal, draws, [1-9]/.test(document.body.innerText)")
        assert [each for each in browser.asked if not each.startswith((f"{site}/", "blob:"))] == []
        assert browser.wrong == []
