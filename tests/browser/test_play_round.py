"""One device that goes from hand to hand: under the cover, nothing of the player before is left in the page."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser, CDPSession

from tests.browser.test_access import serious
from tests.browser.test_play_page import Visitor, site  # noqa: F401  a fixture of this module too

pytestmark = pytest.mark.browser

SECRET = re.compile(r"secret-(\d+)")
MARKED = """
const word = ["sec", "ret"].join("");
let seat = null;
const marked = (frame) => {
  const message = JSON.parse(frame);
  if (message.viewer !== undefined) seat = message.viewer;
  const secret = { $: "s", k: `${word}-${seat}` };
  const { own, heard = [], log = [] } = message;
  if (own) {
    for (const thing of [...(own.items ?? []), ...(own.areas ?? []).flatMap((area) => area.items ?? [])])
      Object.assign(thing, { label: secret });
  }
  for (const told of [...heard, ...log]) for (const at of told.private ?? []) told.said[at] = secret;
  return JSON.stringify(own ? { mark: secret.k, ...message } : message);
};
const Plain = Worker;
window.Worker = class extends Plain {
  set onmessage(hear) {
    super.onmessage = ({ data }) => {
      const told = data.frame ? { frame: marked(data.frame) } : data;
      if (data.frame && window.__plant) window.__kept = told.frame;
      hear(new MessageEvent("message", { data: told }));
    };
  }
};
"""
"""Every label of a seat's own things, and what its player alone is told, has a mark that says whose it is."""


class Hands(Visitor):
    """People who hand one device round."""

    def __init__(self, browser: Browser, address: str, *, phone: bool = True, seed: int = 1) -> None:
        self.marks = 0
        super().__init__(browser, address, phone=phone, seed=seed, init=MARKED)
        self.devtools: CDPSession = self.context.new_cdp_session(self.page)

    @property
    def covered(self) -> bool:
        return self.at(".cov").count() > 0

    @property
    def over(self) -> bool:
        return self.covered or self.at(".end .scores").count() > 0

    def lift(self) -> None:
        """Holds the pad for its second."""
        box = self.at(".pad").bounding_box()
        assert box
        self.page.mouse.move(box["x"] + 40, box["y"] + 40)
        self.page.mouse.down()
        self.page.wait_for_selector(".cov", state="detached")
        self.page.mouse.up()

    def heap(self) -> str:
        """All that the page's scripts hold."""
        parts: list[str] = []
        self.devtools.on("HeapProfiler.addHeapSnapshotChunk", lambda event: parts.append(event["chunk"]))
        self.devtools.send("HeapProfiler.enable")
        self.devtools.send("HeapProfiler.collectGarbage")
        self.devtools.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
        self.devtools.send("HeapProfiler.disable")
        self.devtools.detach()
        self.devtools = self.context.new_cdp_session(self.page)
        return "".join(parts)

    def found(self, *, heap: bool) -> set[str]:
        """Whose own parts are in the page now: by its text, and by its memory."""
        return set(SECRET.findall(self.page.content() + (self.heap() if heap else "")))


def _address(root: str, game: str, people: int, seats: int, more: str = "") -> str:
    names = ",".join(("Camille", "Nadia", "Paul", "Tom", "Rose")[:people])
    return f"{root}/{game}.fr.html#seats={seats}&people={','.join(map(str, range(people)))}&names={names}&tempo=quick{more}"


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_pad_is_held_for_a_second_and_a_reader_hears_no_card(site: str, browser: Browser) -> None:  # noqa: F811
    hands = Hands(browser, _address(site, "declarer", 2, 3, f"&table=pad&seed={7:064x}"))
    pad = hands.at(".pad")
    assert pad.evaluate("(each) => each === document.activeElement")
    assert "Ici, la confiance est entre vous." in hands.at(".cov").inner_text()
    for end in ("pointerup", "pointerleave", "pointercancel", "blur"):
        pad.dispatch_event("pointerdown")
        assert hands.at(".pad.held").count() == 1
        pad.dispatch_event(end)
        assert hands.at(".pad.held").count() == 0
    hands.page.keyboard.press(" ")
    hands.page.wait_for_timeout(1200)
    assert hands.covered
    assert hands.at("#app").evaluate("(each) => getComputedStyle(each).display") == "none"
    assert serious(hands.page) == []
    hands.page.keyboard.down(" ")
    hands.page.wait_for_timeout(1500)
    assert hands.covered, "a key that is down would press what comes"
    hands.page.keyboard.up(" ")
    hands.page.wait_for_selector(".cov", state="detached")
    assert hands.at(".prompt").is_visible()
    assert hands.page.evaluate("document.activeElement.className").startswith("prompt")
    hands.leave(site)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_page_that_keeps_the_last_frame_is_found(site: str, browser: Browser) -> None:  # noqa: F811
    """The search of the page's memory sees a frame that a variable still has."""
    hands = Hands(browser, _address(site, "declarer", 2, 3, f"&table=plant&seed={7:064x}"))
    hands.page.evaluate("window.__plant = true")
    while not hands.found(heap=False):
        if hands.covered:
            hands.lift()
        else:
            hands.play(60, most=1)
    seen = hands.found(heap=True)
    hands.page.evaluate("window.__plant = false")
    while not hands.covered:
        hands.play(60)
    assert hands.found(heap=False) == set()
    assert hands.found(heap=True) == seen
    hands.page.evaluate("delete window.__kept")
    assert hands.found(heap=True) == set()
    hands.leave(site)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("game", "people", "seats"), [("chasse", 2, 2), ("declarer", 2, 3), ("declarer", 5, 5)])
def test_a_whole_game_from_hand_to_hand(site: str, browser: Browser, game: str, people: int, seats: int) -> None:  # noqa: F811
    """At every cover neither the page's text nor its memory has anything of a seat's own part; each sees only theirs."""
    hands = Hands(browser, _address(site, game, people, seats), phone=people != 5)
    covers = lifted = 0
    begun = time.monotonic()
    while not hands.at(".end .scores").count():
        if hands.covered:
            covers += 1
            assert hands.found(heap=True) == set()
            hands.lift()
            lifted += hands.found(heap=False) != set()
        hands.play(120)
    assert hands.page.evaluate("document.body.dataset.seat") is None
    print(
        f"{game}, {people} people: {covers} covers, {lifted} with a part of one's own, {time.monotonic() - begun:.0f} s"
    )
    assert lifted > 1
    hands.leave(site)
