"""A browser, a stage, and screens: pages of a table with all that crossed their socket."""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import shutil
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    sync_playwright,
)

from malle import games
from malle.games.combinards.tests.pictures import PICTURES
from malle.i18n.translations import LANGUAGES
from malle.runtime.views.compression import decompress_frame
from malle.runtime.views.compression_dictionary import make_dictionary
from tests.browser.real import Real, real_server
from tests.browser.stage import Stage, stage

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
LAPTOP = {"viewport": {"width": 1440, "height": 900}}
NAMES = ("Camille", "Léa", "Paul", "Inès")
TWO = ("Ada", "Marius")
HIDDEN = ("hide c13", "hide e13", "hide e13", "hide h12", "hide k13")
"""The plates of a chase are hidden, and the smuggler is to move: D12 goes to E9 by two ways."""
ANNOUNCE, DOUBT = (next(each for each in PICTURES if each.name == name) for name in ("announce", "doubt"))
"""Inès has looked at a card and is to announce its price; she has, and the three others answer in secret."""

WATCH = """
window.__heard = 0; window.__turn = 0; window.__acts = [];
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...given) { super(...given); this.addEventListener("message", () => { window.__heard = performance.now(); }); window.__socket = this; }
};
addEventListener("DOMContentLoaded", () =>
  new MutationObserver(() => { if (document.title.startsWith("●") && !window.__turn) window.__turn = performance.now(); })
    .observe(document.head, { subtree: true, childList: true, characterData: true }));
"""

LOST = """window.__lost = 0; let held = false, frames = 0;
addEventListener('focusin', () => { held = true; frames = 0 });
addEventListener('pointerdown', () => { held = false }, true);
const look = () => { frames = held && document.activeElement === document.body ? frames + 1 : 0;
  if (frames > 6) { window.__lost++; held = false } requestAnimationFrame(look) };
addEventListener('DOMContentLoaded', look);"""
"""Counts how often the focus fell to the page itself and stayed there. A tap on the bare table lets go of it."""


def watch_focus(page: Page) -> None:
    """From now on `window.__lost` counts."""
    page.add_init_script(LOST)


NO_TIPS = """if (location.protocol.startsWith("http")) localStorage.setItem("malle-guide", '{"off": true}');"""
"""Somebody who has turned off the tips of a first game: every browser of a test is new."""


@functools.cache
def _dictionaries() -> tuple[bytes, ...]:
    """What frames are packed with, game by game: the same bytes in this process as in any server."""
    return tuple(make_dictionary(games.load_game_info(name)) for name in games.game_names())


def _opened(raw: bytes) -> Any:
    """A frame as the client reads it, before it is said."""
    for dictionary in _dictionaries():
        with contextlib.suppress(zlib.error, UnicodeDecodeError, json.JSONDecodeError):
            return json.loads(decompress_frame(raw, dictionary))
    raise AssertionError("no dictionary opens this frame")


def every_look(everyday: tuple[str, bool, bool]) -> list[Any]:
    """Language, phone or laptop, by day or by night: this one every day, the other seven in the long run."""
    every = itertools.product(LANGUAGES, (True, False), (False, True))
    return [everyday, *(pytest.param(*each, marks=pytest.mark.long) for each in every if each != everyday)]


def one_a_day(names: str | tuple[str, ...], values: Sequence[Any], **how: Any) -> pytest.MarkDecorator:
    """The first of these every day, the others in the long run."""
    later = [
        pytest.param(*(each if isinstance(each, tuple) else (each,)), marks=pytest.mark.long) for each in values[1:]
    ]
    return pytest.mark.parametrize(names, [values[0], *later], **how)


def launch(playwright: Playwright) -> Browser:
    """Debian's Chromium without windows, tabs and bars of its own: a page opens in half the time."""
    path = shutil.which("chromium-headless-shell")
    assert path, "install Debian's chromium-headless-shell"
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


def slow_down(page: Page) -> CDPSession:
    """From now on the page has nothing in store, "Fast 4G" (9 Mbit/s, 165 ms) and a processor four times slower."""
    remote = page.context.new_cdp_session(page)
    remote.send("Network.enable")
    remote.send("Network.clearBrowserCache")
    remote.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 165, "downloadThroughput": 9e6 / 8, "uploadThroughput": 1.5e6 / 8},
    )
    remote.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return remote


class Screen:
    """Somebody's page at a table."""

    def __init__(self, context: BrowserContext, page: Page, phone: bool) -> None:
        self.context, self.page, self.phone = context, page, phone
        self.received: list[dict[str, Any]] = []
        self.sizes: list[int] = []
        self.sent: list[dict[str, Any]] = []
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._note)
        page.on("request", lambda request: self.requests.append(request.url))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", self._receive)
        socket.on("framesent", lambda data: self.sent.append(json.loads(data)))

    def _receive(self, data: bytes | str) -> None:
        raw = data if isinstance(data, bytes) else data.encode("latin-1", "replace")
        self.sizes.append(len(raw))
        message = _opened(raw)
        if message["type"] == "state":  # what a state leaves out is empty, or as it was
            before = next((each for each in reversed(self.received) if each["type"] == "state"), {"viewer": None})
            message = {"viewer": before["viewer"], "own": None, "heard": [], "log": [], **message}
        self.received.append(message)

    def at(self, selector: str) -> Locator:
        """An element."""
        return self.page.locator(selector)

    def press(self, selector: str) -> None:
        """Tap on a phone, click elsewhere."""
        found = self.page.locator(selector).first
        off = found.get_attribute("aria-disabled") == "true"
        if self.phone:
            found.tap(force=off)
        else:
            found.click(force=off)

    def wait(self, selector: str, **options: Any) -> Locator:
        """Waits until it is to be seen."""
        self.page.wait_for_selector(selector, timeout=90_000, **options)
        return self.page.locator(selector)

    def until(self, condition: str) -> None:
        """Waits until a condition holds in the page. (Playwright's own way needs eval, which our policy forbids.)"""
        limit = time.monotonic() + 90
        while time.monotonic() < limit:
            if self.page.evaluate(f"!!({condition})"):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"never true: {condition}")

    def acts(self) -> list[str]:
        """What was sent to be played. The page is asked something first: what it told before that has then arrived."""
        self.page.evaluate("0")
        return [message["text"] for message in self.sent if message["type"] == "act"]

    def settled(self) -> None:
        """Wait until no button is too new to take a tap (`settle` in table.css)."""
        self.until("!document.getAnimations().some((one) => one.animationName === 'settle')")

    def answered(self) -> None:
        """Waits until what was sent last is answered, and the page shows what it led to."""
        self.page.evaluate("0")
        key = next(message["key"] for message in reversed(self.sent) if "key" in message)
        limit = time.monotonic() + 90
        while time.monotonic() < limit:
            answer = next((message for message in self.received if message.get("key") == key), None)
            seqs = [message["seq"] for message in self.received if message["type"] == "state"]
            if answer and (answer["type"] == "refused" or max(seqs) >= answer["seq"]):
                self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                return self.until("!document.querySelector('[data-pending]')")
            self.page.wait_for_timeout(20)
        raise AssertionError("nothing was answered")

    def text(self, selector: str) -> str:
        """What an element says, with plain spaces."""
        return " ".join(self.page.locator(selector).first.inner_text().split())

    def script(self, code: str, *given: Any) -> Any:
        """Something computed in the page."""
        return self.page.evaluate(code, *given)

    def reconnect(self) -> None:
        """Its socket breaks; waits until it has come back."""
        hellos = sum(message["type"] == "hello" for message in self.sent)
        states = len(self.received)
        self.script("window.__socket.close()")
        while sum(message["type"] == "hello" for message in self.sent) == hellos or len(self.received) == states:
            self.page.wait_for_timeout(20)
        self.page.wait_for_timeout(100)

    def hide(self, hidden: bool) -> None:
        """The tab goes to the background, or comes back."""
        value = "true" if hidden else "false"
        self.script(
            f"Object.defineProperty(document, 'hidden', {{ value: {value}, configurable: true }});"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )


Open = Callable[..., Screen]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests of a worker."""
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture(scope="session")
def house() -> Iterator[Stage]:
    """The stage, with every game at hand."""
    with stage([games.load_game_info(name) for name in games.game_names()]) as running:
        yield running


@pytest.fixture(scope="session")
def real() -> Iterator[Real]:
    """The real server, with real PostgreSQL and NATS."""
    with real_server() as running:
        yield running


@pytest.fixture(autouse=True)
def robots_awake(house: Stage) -> None:
    """Every test begins with robots that play, whatever the one before did."""
    house.robots_play = True


@pytest.fixture
def screen(browser: Browser, house: Stage) -> Iterator[Open]:
    """Opens screens; at the end none of them may have had an error."""
    opened: list[Screen] = []

    def make(
        table: str, seat: int | None, *, phone: bool = True, lang: str = "fr", motion: bool = False, dark: bool = False,
        path: str = "", wishes: dict[str, Any] | None = None, before: Callable[[Page], None] | None = None,
        address: str = "", tips: bool = False, **options: Any,
    ) -> Screen:  # fmt: skip
        settings: dict[str, Any] = {**(PHONE if phone else LAPTOP), **options}
        settings["reduced_motion"] = "no-preference" if motion else "reduce"
        settings["color_scheme"] = "dark" if dark else "light"
        context = browser.new_context(**settings)
        context.add_init_script(WATCH)
        if not tips:
            context.add_init_script(NO_TIPS)
        if wishes is not None:
            context.add_init_script(
                f"localStorage.getItem('malle') ?? localStorage.setItem('malle', '{json.dumps(wishes)}')"
            )
        context.set_default_timeout(30_000)
        page = context.new_page()
        made = Screen(context, page, phone)
        opened.append(made)
        if before is not None:
            before(page)
        where = path or (f"/tables/{table}?lang={lang}" if seat is None else f"/sit/{table}/{seat}?lang={lang}")
        page.goto(f"{address or house.address}{where}")
        if not path:
            made.wait(".players")
        return made

    yield make
    for each in opened:
        each.context.close()
    bad = [
        error
        for each in opened
        for error in each.errors
        if "ERR_INTERNET_DISCONNECTED" not in error and "WebSocket" not in error
    ]
    assert not bad, bad
