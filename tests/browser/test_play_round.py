"""One device that goes from hand to hand: under the cover, nothing of the player before is left in the page."""

from __future__ import annotations

import json
import re
import time

import pytest
from playwright.sync_api import Browser, CDPSession, Route, expect

from tests.browser.test_access import serious
from tests.browser.test_play_page import READY, Visitor, site  # noqa: F401  a fixture of this module too

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


UNDO = ".undo:not(.choosing .undo)"
STORED = """async () => {
    const found = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, window.name, location.href];
    for (const { name, version } of await indexedDB.databases()) {
        const base = await new Promise(go => { indexedDB.open(name, version).onsuccess = ({ target }) => go(target.result) });
        for (const store of base.objectStoreNames) found.push([name, store, await new Promise(go => {
            base.transaction(store).objectStore(store).getAll().onsuccess = ({ target }) => go(target.result) })]);
        base.close();
    }
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    return found;
}"""


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

    def stored(self) -> str:
        """All that this browser keeps, besides the files of the folder."""
        return json.dumps(self.page.evaluate(STORED))

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
            # A look at the whole memory takes seconds: at first every time, then now and then.
            assert hands.found(heap=False) == set(), f"in the text, at cover {covers}"
            assert hands.found(heap=covers < 6 or covers % 10 == 0) == set(), f"in the memory, at cover {covers}"
            hands.lift()
            lifted += hands.found(heap=False) != set()
        hands.play(120)
    assert hands.page.evaluate("document.body.dataset.seat") is None
    print(
        f"{game}, {people} people: {covers} covers, {lifted} with a part of one's own, {time.monotonic() - begun:.0f} s"
    )
    assert lifted > 1
    names = [each.split("\n")[0] for each in hands.at(".player").all_inner_texts()]
    hands.at("button.go-next").click()
    hands.page.wait_for_selector(".pad", timeout=READY)
    assert hands.found(heap=False) == set()
    hands.lift()
    turned = [each.split("\n")[0] for each in hands.at(".player").all_inner_texts()]
    assert turned == [*names[-1:], *names[:-1]]
    hands.leave(site)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_no_store_of_the_browser_has_anything_of_a_hand(site: str, browser: Browser) -> None:  # noqa: F811
    """While somebody sees their hand, under the cover, and after a reload, which leads to a cover again."""
    hands = Hands(browser, _address(site, "declarer", 2, 3, f"&table=kept&seed={7:064x}"))
    hands.lift()
    hands.page.wait_for_function("() => document.querySelector('.prompt').innerText.length")
    seen = 0
    for _ in range(6):
        seen += hands.found(heap=False) != set()
        hands.page.evaluate("dispatchEvent(new Event('pagehide'))")  # as whoever leaves the page
        assert "malle-table" in hands.stored()
        assert SECRET.findall(hands.stored()) == []
        assert json.loads(hands.page.evaluate("localStorage.getItem('malle-here')")) == {
            "game": "declarer",
            "state": None,
        }
        if hands.covered:
            hands.lift()
        else:
            hands.play(120, most=1)
    assert seen
    hands.page.goto(f"{site}/declarer.fr.html")
    hands.at("#play").get_by_text("Reprendre").click()
    hands.page.wait_for_selector(".pad", timeout=READY)
    assert SECRET.findall(hands.stored()) == []
    hands.leave(site)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_move_is_taken_back_before_the_cover_falls(site: str, browser: Browser) -> None:  # noqa: F811
    """The same player is asked again; afterwards the other one is handed the device as ever."""
    hands = Hands(browser, _address(site, "chasse", 2, 2, f"&table=back&seed={7:064x}"))
    while not hands.at(UNDO).count():
        if hands.covered:
            hands.lift()
        else:
            hands.play(120, most=1)
    player = hands.found(heap=False)
    asked = hands.at(".prompt").inner_text()
    hands.at(UNDO).first.click()
    hands.page.wait_for_selector(".can")
    assert not hands.covered
    assert hands.found(heap=False) <= player
    assert hands.at(".prompt").inner_text() != asked
    while not hands.at(".cov").count():
        hands.play(120, most=1)
    hands.lift()
    hands.leave(site)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_failure_under_the_cover_is_told(site: str, browser: Browser) -> None:  # noqa: F811
    """The first time the page goes on by itself, and says so; the second time it asks. Then the device is handed on."""
    hands = Hands(browser, _address(site, "declarer", 2, 3, f"&table=fails&seed={7:064x}"))
    over = "([x, y]) => !!document.elementFromPoint(x, y).closest('.loading, .trouble')"
    held: list[Route] = []
    for time_ in (1, 2):
        hands.context.route("**/malle.zip*", lambda route: held.append(route))
        worker = next(each for each in hands.page.workers if "local.worker" in each.url)
        worker.evaluate("void setTimeout(() => { throw new Error('planted') })")
        told = hands.at(".loading p" if time_ == 1 else ".trouble h2")
        expect(told).to_contain_text("aucun coup" if time_ == 1 else "Le moteur", timeout=READY)
        box = told.bounding_box()
        assert box
        assert hands.page.evaluate(over, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
        assert hands.covered
        assert hands.found(heap=False) == set()
        if time_ == 2:
            assert serious(hands.page) == []
            hands.at(".trouble .btn").click()
        while held:
            held.pop().continue_()
        hands.context.unroute("**/malle.zip*")
        hands.page.wait_for_selector(".loading.none", state="attached", timeout=READY)
        assert hands.covered
    hands.lift()
    assert hands.play(120, most=1) == 1
    assert [each for each in hands.wrong if "planted" not in each] == []
    hands.wrong.clear()
    hands.leave(site)
