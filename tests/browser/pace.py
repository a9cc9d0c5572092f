"""How long sentences stay on a phone, and how long games take: `python -m tests.browser.pace [GAME …]`, in real time.

One person against robots, at the usual pace, or at another named as `GAME:quick`. They decide as a robot would, and take
two seconds for a decision, a throw, or what stops them, since nobody is quicker who reads it: what is measured besides is
what the table and the page make them wait for. A decision of one's own is reckoned at 15 seconds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import Any

from msgspec import Struct
from playwright.sync_api import Browser, Page, sync_playwright

from malle import games
from malle.table import ReadingSpeed
from tests.browser.conftest import PHONE, launch
from tests.browser.stage import Stage, stage
from tests.pace import DECISION

NAMES = ("Camille", "Léa", "Paul", "Inès")
LEAST = 2.0
"""Seconds that a sentence about a claim, a payment or a loss is on the screen."""
OWN = 2.0
"""Seconds that the person takes at least, whatever waits for them."""

WATCH = """() => { window.__stood = []; const there = new Map(); const look = () => {
  const now = performance.now(), lines = [...document.querySelectorAll('.strip .event')];
  const seen = new Map();
  for (const line of lines) { const text = line.innerText; const nth = [...seen.keys()].filter((each) => each.startsWith(text + '#')).length;
    seen.set(text + '#' + nth, +(line.dataset.reading || 0)); }
  for (const [text, reading] of seen) if (!there.has(text)) there.set(text, [now, reading]);
  for (const [text, [since, reading]] of there) if (!seen.has(text)) { window.__stood.push([text, now - since, reading]); there.delete(text); }
}; new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true }); look() }"""


class Measured(Struct):
    """A game on the screen."""

    stood: list[float]
    """Seconds that each sentence which counts was on the screen."""
    decisions: int
    waited: list[float]
    """Seconds between two decisions, without what the person took themselves."""
    own: float
    """Seconds that the person took for throws and for what stopped them."""
    stops: int
    over: bool

    def said(self, name: str) -> str:
        """In one line."""
        minutes = (sum(self.waited) + self.own + DECISION * self.decisions) / 60
        short = sum(each < LEAST for each in self.stood)
        counted = f"median {median(self.stood):.2f} s, shortest {min(self.stood):.2f} s" if self.stood else "none"
        return (
            f"{name}: {len(self.stood)} sentences that count, {counted}, {short} under {LEAST:g} s; "
            f"{self.decisions} decisions, median wait {median(self.waited):.1f} s, longest {max(self.waited):.1f} s, "
            f"{self.stops} throws and stops; {minutes:.1f} minutes at {DECISION:g} s a decision"
            f"{'' if self.over else ', cut short'}"
        )


def measure(
    house: Stage, browser: Browser, name: str, tempo: ReadingSpeed = "usual", *, most: float = 3600, seed: int = 5
) -> Measured:
    """Plays a game to its end, or for so many seconds."""
    sheet = games.load_game_info(name)
    seats = sheet.default_seats
    with house.paced():
        table = house.set_up(name, NAMES[:seats], robots=range(1, seats), seed=seed, tempo=tempo)
        context = browser.new_context(**PHONE, reduced_motion="no-preference")  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{house.address}/sit/{table}/0?lang=fr")
        page.wait_for_selector(".players")
        page.evaluate(WATCH)
        made = _play(house, page, table, most)
    stood: list[Any] = page.evaluate("window.__stood")
    made.stood = [took / 1000 for _, took, reading in stood if reading > 1000]
    for text, took, reading in stood:
        if reading > 1000 and took < 1000 * LEAST:
            print(f"  {took / 1000:.2f} s of {reading / 1000:.2f}: {' '.join(text.split())}")
    context.close()
    return made


def _play(house: Stage, page: Page, table: str, most: float) -> Measured:
    made = Measured([], 0, [], 0.0, 0, over=False)
    begun = since = time.monotonic()
    taken = 0.0
    while time.monotonic() - begun < most and not made.over:
        way = page.locator(".roll:not([disabled]), .go-on").first
        if way.count():
            made.stops += 1
            taken += OWN
            page.wait_for_timeout(1000 * OWN)
            way.tap()
        elif page.locator(".turn").count() and 0 in house.table(table).awaited:
            made.decisions += 1
            made.waited.append(time.monotonic() - since - taken)
            made.own += taken
            page.wait_for_timeout(1000 * OWN)
            seq = house.table(table).seq
            house.act(table, 0)
            since, taken = time.monotonic(), 0.0
            while house.table(table).seq == seq:
                page.wait_for_timeout(10)
            page.wait_for_timeout(150)
        page.wait_for_timeout(40)
        made.over = page.locator(".play.end").count() > 0
    return made


def main(wishes: Sequence[str]) -> None:
    """Every game, or those named."""
    with stage([games.load_game_info(name) for name in games.game_names()]) as house, sync_playwright() as playwright:
        browser = launch(playwright)
        for wish in wishes or games.game_names():
            name, _, tempo = wish.partition(":")
            print(measure(house, browser, name, tempo or "usual").said(wish), flush=True)  # type: ignore[arg-type]
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
