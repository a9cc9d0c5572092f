"""Pictures of every state of the page that plays, from the built folder: both sizes, both languages.

python -m tests.browser.play_pictures OUT [--only NAME] [--folder BUILT]
"""

from __future__ import annotations

import argparse
import http.server
import json
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from malle import games
from malle.core import Luck, Seat
from malle.core.robots.robot import choose_action
from malle.core.robots.search import SearchEffort
from malle.runtime.table_session import TableSession
from tests.browser.conftest import NO_TIPS, PHONE, launch
from tests.browser.test_play_entrance import Faulty
from tests.browser.test_play_page import GAMES, built

SIZES: dict[str, dict[str, Any]] = {"390": PHONE, "1280": {"viewport": {"width": 1280, "height": 800}}}
DEALT = 60_000
TOLD = """
const Plain = window.Worker;
window.Worker = class extends Plain {
  constructor(...given) { super(...given); window.__worker = this; }
  set onmessage(hear) {
    window.__say = (data) => hear(new MessageEvent("message", { data }));
    let silent = window.__all;
    super.onmessage = (event) => {
      if (!silent) hear(event);
      silent ||= !!window.__last && event.data.stage === window.__last;
    };
  }
};
"""
"""The page hears its worker until this stage, and from then on what `__say` says."""


def kept_log(game: str, decisions: int, *, seed: int = 5) -> list[str]:
    """The log of a match: seat 1 is somebody's who plays as a robot would."""
    sheet, lines = games.load_game_info(game), list[str]()
    now = 0.0

    def keep(number: int, line: str, _: str) -> None:
        if number:
            lines.append(line)
        else:
            lines[:] = [line]

    opening = {"game": game, "seats": min(sheet.default_seats, 3), "names": ["Camille"], "seed": f"{seed:064x}"}
    if any(option.name == "short" for option in sheet.options):
        opening["options"] = {"short": True}
    session = TableSession([json.dumps(opening)], keep, lambda _: None, thinking=0, clock=lambda: now)
    session.hear(0, '{"type":"hello"}')
    mind, luck, made, before = sheet.robot_of_level("regular", Luck(b"a")), Luck(b"b"), 0, -1
    seat = Seat(0)
    table = session._room.table
    notes = mind.new_memory(table.game, seat)
    while made < decisions and len(lines) > before:
        before = len(lines)
        table = session._room.table
        if seat in table.awaited:
            act = choose_action(
                table.game,
                mind,
                table.view(seat),
                table.legal(seat),
                notes,
                luck,
                SearchEffort(may_continue=lambda: False),
            )
            text = table.game.write(act)
            session.hear(
                0, json.dumps({"type": "act", "seq": table.seq, "text": text, "key": str(uuid.UUID(int=made))})
            )
            made += 1
        else:
            now += session.turn() or 0.0
            session.turn()
        session.shown()
    return lines


def keep_here(page: Page, game: str, lines: list[str]) -> None:
    """This browser has kept this log."""
    page.evaluate(
        """([game, lines]) => new Promise((go) => {
            localStorage.setItem("malle-here", JSON.stringify({ game, state: null }));
            const asked = indexedDB.open("malle-table", 1);
            asked.onupgradeneeded = () => asked.result.createObjectStore("log");
            asked.onsuccess = () => {
                const all = asked.result.transaction("log", "readwrite"), log = all.objectStore("log");
                lines.forEach((line, at) => log.put(line, at));
                all.oncomplete = () => { asked.result.close(); go(); };
            };
        })""",
        [game, lines],
    )


def first(page: Page, root: str, lang: str, *, game: str) -> None:
    page.goto(f"{root}/{game}.{lang}.html")
    page.wait_for_selector(".first .play .mid", state="attached")
    page.wait_for_load_state("networkidle")


def press(page: Page, root: str, lang: str, *, game: str) -> None:
    first(page, root, lang, game=game)
    page.click("#play")
    page.wait_for_selector("body:not(.first) .prompt")


def dealt(page: Page) -> None:
    page.wait_for_selector(".prompt", timeout=DEALT)
    page.wait_for_selector(".loading.none", state="attached", timeout=DEALT)
    page.wait_for_function("!document.querySelector('#app').inert")


def answer(page: Page) -> None:
    page.locator(".step button:last-child:not([disabled])").first.click()
    page.click(".go")
    page.wait_for_selector(".kept")


State = Callable[[Page, str, str], object]


def stages() -> Iterator[tuple[str, State]]:
    """Each state with its name, in the order of a visit."""
    for game in GAMES:
        yield f"first-{game}", partial(first, game=game)

    def night(page: Page, root: str, lang: str) -> None:
        page.emulate_media(color_scheme="dark")
        first(page, root, lang, game="declarer")

    def several(page: Page, root: str, lang: str) -> None:
        first(page, root, lang, game="declarer")
        page.click(".several summary")

    def under(page: Page, root: str, lang: str) -> None:
        first(page, root, lang, game="declarer")
        page.locator(".fold").evaluate("each => each.scrollIntoView()")

    yield "first-night", night
    yield "first-several", several
    yield "first-under", under

    def loading(page: Page, root: str, lang: str, *, last: str = "", held: bool = False, dark: bool = False) -> None:
        Faulty.flowing.clear()
        if dark:
            page.emulate_media(color_scheme="dark")
        page.add_init_script(f"window.__all = true; {TOLD}")
        press(page, root, lang, game="declarer")
        if held:
            answer(page)
        page.evaluate("__say({ stage: 'coming', done: 2.1e6, all: 4.5e6 })")
        if last:
            page.evaluate("(stage) => __say({ stage })", last)

    yield "loading-coming", loading
    yield "loading-night", partial(loading, dark=True)
    yield "loading-kept", partial(loading, last="starting", held=True)
    yield "loading-kept-night", partial(loading, last="starting", held=True, dark=True)
    yield "loading-dealing", partial(loading, last="ready")

    def lingering(page: Page, root: str, lang: str, *, long: int = 11_000, game: str = "declarer") -> None:
        page.add_init_script(f"window.__all = true; {TOLD}")
        page.clock.install()
        press(page, root, lang, game=game)
        page.evaluate("__say({ stage: 'coming', done: 2.1e6, all: 4.5e6 })")
        page.clock.run_for(long)

    yield "loading-longer", lingering
    yield "loading-slow", partial(lingering, long=4000)

    def table(page: Page, root: str, lang: str, *, game: str = "declarer") -> None:
        press(page, root, lang, game=game)
        dealt(page)

    for game in GAMES:
        yield f"table-{game}", partial(table, game=game)

    def device(page: Page, root: str, lang: str) -> None:
        table(page, root, lang)
        page.locator('.top button:has(use[href$="#i-more"])').first.click()
        page.get_by_role("button", name="Sur cet appareil" if lang == "fr" else "On this device").first.click()
        page.wait_for_selector(".device")

    yield "table-device", device

    def trouble(page: Page, root: str, lang: str, *, said: str, held: bool = True, times: int = 1) -> None:
        page.add_init_script(f"window.__all = true; {TOLD}")
        press(page, root, lang, game="declarer")
        page.evaluate("__say({ stage: 'coming', done: 2.1e6, all: 4.5e6 })")
        if held:
            answer(page)
        for _ in range(times):
            page.evaluate("(failed) => __say({ failed })", said)
        page.wait_for_selector(".trouble")

    def offline(page: Page, root: str, lang: str) -> None:
        first(page, root, lang, game="declarer")
        page.context.set_offline(True)
        page.click("#play")
        page.wait_for_selector(".trouble")

    def refused(page: Page, root: str, lang: str) -> None:
        page.add_init_script("delete window.WebAssembly;")
        press(page, root, lang, game="declarer")
        page.wait_for_selector(".trouble")

    yield "trouble-network", offline
    yield "trouble-wasm", refused
    yield "trouble-memory", partial(trouble, said="RangeError: memory")
    yield "trouble-never", partial(trouble, said="Error")
    yield "trouble-cut", partial(trouble, said="Error: cut short", times=2)
    yield "trouble-missing", partial(trouble, said="Error: missing: x")
    yield "trouble-old", partial(trouble, said="CompileError")

    def replaying(page: Page, root: str, lang: str, *, again: bool = False) -> None:
        page.add_init_script(TOLD)
        log(page, root, lang, most=8)
        dealt(page)
        page.evaluate("window.__all = true")
        page.evaluate("__say({ failed: 'silent' })")
        if again:
            page.evaluate("__say({ failed: 'silent' })")
            page.wait_for_selector(".trouble")
        else:
            page.evaluate("__say({ replayed: 36, of: 53 })")
            page.wait_for_selector(".loading:not(.none)")

    def log(page: Page, root: str, lang: str, *, game: str = "declarer", most: int = 10_000, on: bool = True) -> None:
        page.goto(f"{root}/{game}.{lang}.html")
        page.wait_for_selector(".first .play .mid", state="attached")
        keep_here(page, game, kept_log(game, most))
        page.goto(f"{root}/{game}.{lang}.html{'?on' if on else ''}")

    yield "trouble-replaying", replaying
    yield "trouble-died", partial(replaying, again=True)

    def resume(page: Page, root: str, lang: str) -> None:
        log(page, root, lang, most=8)
        dealt(page)
        page.wait_for_selector(".prompt")
        page.goto(f"{root}/declarer.{lang}.html")
        page.wait_for_selector("#anew:not([hidden])")

    def newer(page: Page, root: str, lang: str) -> None:
        resume(page, root, lang)
        page.evaluate("caches.open(`malle-play ${new URL('.', location.href).href} ffffffffffff`)")
        page.reload()
        page.wait_for_selector("#anew:not([hidden])")

    yield "first-resume", resume
    yield "first-newer", newer

    def cover(page: Page, root: str, lang: str, *, people: int, seats: int) -> None:
        names = ",".join(("Camille", "Nadia", "Paul", "Tom", "Rose")[:people])
        who = ",".join(map(str, range(people)))
        page.goto(
            f"{root}/declarer.{lang}.html#seats={seats}&people={who}&names={names}&tempo=quick&seed={7:064x}&table=pad"
        )
        page.wait_for_selector(".pad", timeout=DEALT)

    yield "cover-2", partial(cover, people=2, seats=3)
    yield "cover-5", partial(cover, people=5, seats=5)

    def end(page: Page, root: str, lang: str, *, game: str, verify: bool = False) -> None:
        log(page, root, lang, game=game)
        page.wait_for_selector(".device-end", timeout=DEALT)
        if verify:
            page.locator(".device-end button").first.click()
            page.wait_for_selector(".device-end [role=status] li", timeout=DEALT)

    for game in GAMES:
        yield f"end-{game}", partial(end, game=game, verify=game == "declarer")

    def lesson(page: Page, root: str, lang: str) -> None:
        page.goto(f"{root}/declarer.{lang}.html?learn")
        page.wait_for_selector(".learn .steps")

    yield "lesson", lesson


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Faulty, directory=str(folder))) as server:
        vars(server)["handle_error"] = lambda *_: None  # pages are closed while files come
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def look(browser: Browser, root: str, state: State, size: dict[str, Any], lang: str) -> Page:
    """A page in this state."""
    context = browser.new_context(**size, reduced_motion="reduce")
    context.set_default_timeout(20_000)
    context.add_init_script(NO_TIPS)
    page = context.new_page()
    Faulty.flowing.set()
    state(page, root, lang)
    page.evaluate("document.fonts.ready")
    return page


def main() -> None:
    asked = argparse.ArgumentParser(description="Pictures of the page that plays.")
    asked.add_argument("out", type=Path)
    asked.add_argument("--only", default="", help="states whose name begins so")
    asked.add_argument("--folder", type=Path, help="the built folder; without it, one is built")
    asked.add_argument("--sizes", default=",".join(SIZES), help="widths, or WIDTHxHEIGHT")
    asked.add_argument("--lang", default="fr,en")
    given = asked.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with hosted(given.folder or built()) as root, sync_playwright() as play:
        browser = launch(play)
        for name, state in stages():
            if not name.startswith(tuple(given.only.split(","))):
                continue
            for size in given.sizes.split(","):
                wide, _, high = size.partition("x")
                shape = SIZES.get(size) or {"viewport": {"width": int(wide), "height": int(high)}}
                for lang in given.lang.split(","):
                    try:
                        page = look(browser, root, state, shape, lang)
                    except Exception as error:  # noqa: BLE001  the next state can still be taken
                        print(name, size, lang, "".join(str(error).splitlines()[:4]))
                        continue
                    page.wait_for_timeout(300)
                    whole = name.startswith(("end", "first-under"))
                    page.screenshot(path=given.out / f"{name}-{size}-{lang}.png", full_page=whole)
                    page.context.close()
            print(name, flush=True)


if __name__ == "__main__":
    main()
