"""The page that plays, from a plain file server: games against robots by real presses, and nothing asked elsewhere."""

from __future__ import annotations

import contextlib
import hashlib
import http.server
import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page
from playwright.sync_api import Error as PlaywrightError
from tools.play_page import ROOT, build

from malle.testing.timing import Timing
from tests.browser.conftest import LAPTOP, NO_TIPS, PHONE

pytestmark = pytest.mark.browser

GAMES = ("declarer", "chasse", "combinus", "combinards")
READY = 60_000


class Plain(http.server.SimpleHTTPRequestHandler):
    """Files as they lie there, one folder down; nothing is packed."""

    def guess_type(self, path: Any) -> str:
        """Where the system's own list is short."""
        known = {".mjs": "text/javascript", ".wasm": "application/wasm"}
        return known.get(Path(path).suffix) or super().guess_type(path)

    def log_message(self, *what: Any) -> None:
        """Not a word."""


def eventually(page: Page, promise: str) -> None:
    """Wait until a promise gives something true. `wait_for_function` takes the promise itself for true."""
    limit = time.monotonic() + READY / 1000
    while not page.evaluate(promise):
        assert time.monotonic() < limit, promise
        page.wait_for_timeout(100)


def built() -> Path:
    """The folder without packed twins, built once for the sources as they are."""
    sources = [path for path in (ROOT / "src" / "malle").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    digest = hashlib.sha256()
    for path in sorted([*sources, *(ROOT / "tools").glob("play_*"), ROOT / "client" / "package.json"]):
        digest.update(str(path).encode() + hashlib.sha256(path.read_bytes()).digest())
    kept = ROOT / "var" / "play-page-tests" / digest.hexdigest()[:12]
    if not kept.exists():
        shutil.rmtree(kept.parent, ignore_errors=True)
        made = kept.with_name(f"{kept.name}-{os.getpid()}")
        build(made, quick=True)
        with contextlib.suppress(OSError):  # another worker was faster
            made.rename(kept)
    return kept


class Host(http.server.ThreadingHTTPServer):
    """A host of plain files, which can be cut off."""

    cut = False

    def process_request(self, request: Any, client_address: Any) -> None:
        if self.cut:
            self.shutdown_request(request)
        else:
            super().process_request(request, client_address)


@contextlib.contextmanager
def serving(root: Path) -> Iterator[Host]:
    with Host(("127.0.0.1", 0), partial(Plain, directory=str(root))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the folder, which lies below the root of its server."""
    root = tmp_path_factory.mktemp("site")
    shutil.copytree(built(), root / "malle")
    with serving(root) as server:
        yield f"http://127.0.0.1:{server.server_port}/malle"


@pytest.mark.long
def test_licences_name_every_part_of_others() -> None:
    """Packages of Python, the interpreter, what is linked into it, typefaces and the client's libraries."""
    (written,) = built().glob("*/licences.txt")
    (archive,) = built().glob("*/malle.zip")
    text = written.read_text("utf-8")
    packages = {name.partition("/")[0] for name in zipfile.ZipFile(archive).namelist()} - {"malle"}
    assert packages == {"msgspec"}
    client = json.loads((ROOT / "client" / "package.json").read_text("utf-8"))
    fonts = {path.name.partition("-latin")[0].partition("-vietnamese")[0] for path in built().glob("*/*.woff2")}
    assert len(fonts) == 2
    runtime = f"Pyodide {client['devDependencies']['pyodide']}"
    for name in (*packages, *fonts, *client["dependencies"], runtime, "CPython", "SQLite", "Expat", "Emscripten"):
        assert re.search(rf"^(.*\W)?{re.escape(name)}\b.*\([\w .-]+\)", text, re.M), name
    for said in (
        "Mozilla Public License Version 2.0",
        "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
        "SIL OPEN FONT LICENSE",
    ):
        assert said.lower() in text.lower()
    for page in built().glob("*.html"):
        assert f'href="{written.parent.name}/licences.txt"' in page.read_text("utf-8"), page.name


NEXT = """luck => {
    document.querySelector("[data-next]")?.removeAttribute("data-next");
    const kinds = [".roll:not([disabled]), .go-on", ".go:not([disabled]):not([aria-disabled=true])", ".answer", ".aim", ".can, .prices button"];
    const all = kinds.map(kind => [...document.querySelectorAll(kind)].filter(each => each.getClientRects().length));
    const found = all.findIndex(each => each.length);
    if (found >= 0) all[found][Math.floor(luck * all[found].length)].setAttribute("data-next", "");
    return found;
}"""
"""Marks what is to be pressed next, and tells its kind; where something is chosen, what may be done with it."""


class Visitor:
    """Somebody at the page: what it asked for, and what went wrong."""

    def __init__(self, browser: Browser, address: str, *, phone: bool = True, seed: int = 1, init: str = "") -> None:
        self.context = browser.new_context(**(PHONE if phone else LAPTOP), accept_downloads=True)
        self.phone = phone
        self.context.add_init_script(NO_TIPS + init)
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on(
            "console", lambda each: self.wrong.append(each.text) if each.type in ("error", "warning") else None
        )
        self.context.on("request", lambda request: self.asked.append(request.url))
        self.luck = random.Random(seed)
        self.page.goto(address)
        self.page.wait_for_selector(".players:visible, .pad", timeout=READY)

    def at(self, selector: str, **more: Any) -> Locator:
        return self.page.locator(selector, **more)

    @property
    def over(self) -> bool:
        return self.at(".end .scores").count() > 0

    def press(self, found: Locator) -> bool:
        """Presses something, if it is still there. What has just come takes no tap for 400 ms."""
        try:
            (found.tap if self.phone else found.click)(timeout=1500)
        except PlaywrightError:
            return False
        return True

    def leave(self, site: str) -> None:
        """Nothing went wrong, and nothing was asked of another address."""
        self.context.close()
        assert self.wrong == []
        assert [each for each in self.asked if not each.startswith((f"{site}/", "blob:"))] == []

    def inside(self, site: str) -> None:
        """Every link and form of what is shown leads to a file of the folder."""
        led = self.page.eval_on_selector_all("a[href], form", "all => all.map(each => each.href ?? each.action)")
        for address in {each.partition("#")[0].partition("?")[0] for each in led}:
            assert address.startswith(f"{site}/"), address
            assert self.page.request.get(address).ok, address

    def verify(self, folder: Path) -> str:
        """Saves the record, which the page and anybody else can verify, and reads it."""
        self.at(".device-end button").first.click()
        self.page.get_by_text(re.compile("Verified: seal, draws, [1-9]")).wait_for(timeout=READY)
        with self.page.expect_download() as saved:
            self.at(".device-end a[download]").click()
        record = folder / "record.txt"
        saved.value.save_as(record)
        words = [sys.executable, "-m", "malle", "record", "verify", str(record)]
        checked = subprocess.run(words, capture_output=True, text=True)
        assert checked.returncode == 0, checked.stdout + checked.stderr
        text = record.read_text("utf-8")
        assert "dealt on the device that played" in text
        return text

    def play(self, seconds: float, most: int = 10_000) -> int:
        """Presses what can be pressed until the game is over, so many decisions are made, or the time is up. Decisions."""
        made, limit = 0, time.monotonic() + seconds
        while not self.over and made < most:
            assert time.monotonic() < limit, f"not over after {made} decisions"
            found = self.page.evaluate(NEXT, self.luck.random())
            if found < 0:
                # Whoever touches the page has read what stands there.
                (self.page.touchscreen.tap if self.phone else self.page.mouse.click)(200, 20)
                self.page.wait_for_timeout(30)
            else:
                made += self.press(self.at("[data-next]").first) and found in (1, 2)
        return made


@pytest.mark.long
def test_a_table_is_dealt_and_goes_on_after_a_reload(site: str, browser: Browser, timing: Timing) -> None:
    """From a host that packs nothing, in a folder; nothing is asked of another address, and nothing twice."""
    begun = time.monotonic()
    visitor = Visitor(browser, f"{site}/chasse.fr.html#level=novice&tempo=quick&seed={7:064x}&table=seven")
    timing("until the first table", time.monotonic() - begun, 60)
    assert visitor.play(120, most=3) == 3
    seen = visitor.at(".players").inner_text()
    visitor.page.reload()
    visitor.page.wait_for_selector(".players", timeout=READY)
    assert visitor.at(".players").inner_text() == seen
    assert visitor.play(120, most=1) == 1
    first, visitor.page = visitor.page, visitor.context.new_page()
    visitor.page.on("pageerror", lambda error: visitor.wrong.append(str(error)))
    visitor.page.goto(f"{site}/chasse.fr.html?on")
    elsewhere = visitor.page.get_by_text("La partie est ouverte dans un autre onglet.")
    elsewhere.wait_for(timeout=READY)
    first.wait_for_selector(".turn", timeout=READY)  # the robot has moved
    seen = first.locator(".players").inner_text()
    first.close()
    elsewhere.wait_for(state="detached", timeout=READY)
    assert visitor.at(".players").inner_text() == seen
    visitor.leave(site)


def _renamed(folder: Path, to: Path, build: str) -> None:
    """The same folder as another build."""
    (parts,) = folder.glob("*/parts.json")
    old = parts.parent.name
    shutil.copytree(folder, to)
    (to / old).rename(to / build)
    for path in (*to.glob("*.html"), to / "sw.js"):
        path.write_text(path.read_text("utf-8").replace(old, build), "utf-8")


@pytest.mark.long
@pytest.mark.timeout(300)
def test_no_link_leaves_the_folder_and_a_game_is_deleted(site: str, browser: Browser) -> None:
    """From a table, its menu, the panel on this device, and a lesson; a game that is deleted is not there any more."""
    visitor = Visitor(browser, f"{site}/declarer.en.html#level=novice&seed={5:064x}&table=five")
    page, menu = visitor.page, visitor.at(".icon-btn", has=visitor.at('use[href="#i-more"]')).first
    page.wait_for_function("async () => (await navigator.serviceWorker.getRegistration())?.active", timeout=READY)
    visitor.inside(site)
    assert [line for line in page.evaluate(LOG) if '"five"' in line]
    menu.click()
    page.get_by_role("button", name="On this device").wait_for()
    visitor.inside(site)
    assert page.get_by_role("button", name="Report").count() == 0
    page.get_by_role("button", name="On this device").click()
    page.get_by_text("It all happens on this device.").wait_for()
    visitor.inside(site)
    other = visitor.context.new_page()  # it waits for the log, and may not hold it back
    other.goto(f"{site}/declarer.en.html?on")
    other.get_by_text("The game is open in another tab.").wait_for(timeout=READY)
    page.get_by_role("button", name="Delete this game").click()
    assert page.evaluate("document.activeElement.textContent") == "Keep"
    with page.expect_navigation():
        page.get_by_role("button", name="Delete", exact=True).click()
    assert [line for line in page.evaluate(LOG) if '"five"' in line] == []
    assert page.evaluate("localStorage.getItem('malle-here')") is None
    other.locator("#play").wait_for(timeout=READY)
    other.close()
    page.goto(f"{site}/declarer.en.html?learn")
    page.wait_for_selector(".learn .steps", timeout=READY)
    visitor.inside(site)
    visitor.leave(site)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_worker_that_dies_in_mid_game_loses_no_move(site: str, browser: Browser, tmp_path: Path) -> None:
    """It ends without a word; the page starts another one, which goes on from the log to a record that is whole."""
    visitor = Visitor(browser, f"{site}/chasse.en.html#level=novice&tempo=quick&seed={8:064x}&table=eight")
    assert visitor.play(120, most=3) == 3
    before = visitor.page.evaluate(LOG)
    worker = next(each for each in visitor.page.workers if "local.worker" in each.url)
    with visitor.page.expect_worker(timeout=READY):
        worker.evaluate("close()")
    assert visitor.play(120, most=1) == 1
    after = visitor.page.evaluate(LOG)
    assert after[: len(before)] == before
    assert len(after) > len(before)
    visitor.play(700)
    visitor.verify(tmp_path)
    visitor.leave(site)


LOG = """async () => (await indexedDB.databases()).length ? new Promise(go => {
    indexedDB.open("malle-table").onsuccess = ({ target: { result } }) =>
        (result.transaction("log").objectStore("log").getAll().onsuccess = ({ target }) => go(target.result)) }) : []"""
KEPT = """async () => (await caches.keys()).map(name => name.split(" ").pop()).sort()"""


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_game_stays_in_its_build_and_needs_no_network(tmp_path: Path, browser: Browser) -> None:
    """After the first deal the network is cut; then another build lies there, and at last one without a worker."""
    served, builds = tmp_path / "sub" / "folder", ("a" * 12, "b" * 12)
    _renamed(built(), served, builds[0])
    with serving(tmp_path) as server:
        address = f"http://127.0.0.1:{server.server_port}/sub/folder"
        visitor = Visitor(browser, f"{address}/chasse.en.html#level=novice&tempo=quick")
        page = visitor.page

        def build() -> str:
            return str(page.evaluate("document.body.dataset.build"))

        def reload() -> None:
            page.reload()
            page.wait_for_selector(".players", timeout=READY)

        assert visitor.play(120, most=2) == 2
        page.wait_for_function("async () => (await navigator.serviceWorker.getRegistration())?.active", timeout=READY)
        assert page.evaluate(KEPT) == [builds[0], "begun"]
        server.cut = True
        reload()
        assert visitor.play(120, most=2) == 2
        shutil.rmtree(served)
        _renamed(built(), served, builds[1])
        server.cut = False
        reload()
        assert build() == builds[0]
        eventually(page, f"({KEPT})().then(kept => kept.includes('{builds[1]}'))")
        visitor.play(600)
        assert build() == builds[0]
        eventually(page, f"({KEPT})().then(kept => !kept.includes('begun'))")
        visitor.at("button.go-next").click()
        page.wait_for_selector(".go, .answer, .can, .roll", timeout=READY)
        assert build() == builds[1]
        eventually(page, f"({KEPT})().then(kept => !kept.includes('{builds[0]}'))")
        (served / "sw.js").unlink()
        reload()
        page.wait_for_function("async () => !(await navigator.serviceWorker.getRegistration())", timeout=READY)
        reload()
        assert page.evaluate(KEPT) in ([], ["begun"])
        assert not page.evaluate("navigator.serviceWorker.controller")


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_presses(site: str, browser: Browser, tmp_path: Path, game: str) -> None:
    """To the end, its story, its replay and its record, which anybody can verify; then the next game."""
    visitor = Visitor(browser, f"{site}/{game}.en.html#level=novice&tempo=quick")
    decisions = visitor.play(1700)
    assert decisions > 5
    visitor.verify(tmp_path)
    visitor.inside(site)
    visitor.at('a[href^="?replay"]').first.click()
    visitor.page.wait_for_selector(".eyes", timeout=READY)
    visitor.inside(site)
    visitor.page.go_back()
    visitor.page.wait_for_selector(".end .scores", timeout=READY)
    visitor.at("button.go-next").click()
    visitor.page.wait_for_selector(".go, .answer, .can, .roll", timeout=READY)
    assert not visitor.over
    print(f"{game}: {decisions} decisions")
    visitor.leave(site)
