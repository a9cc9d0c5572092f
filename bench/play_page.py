"""Times and sizes of the page that plays, as people use it: `make bench-page` prints them.

    python -m bench.play_page [fast slow third bytes robots tasks] [--game NAME] [--runs 5] [--folder var/play-page]

A small server sends the built folder as a real host does, with brotli twins, over a line that it shapes
itself: bits a second for all connections together, and a delay for each request. (A browser's own emulation
does not apply to what a worker fetches.) Neither the slow start of TCP nor lost packets are modelled. Every
figure is a median. The load of the machine is printed beside it, because a busy machine makes all times
longer.
"""

from __future__ import annotations

import argparse
import contextlib
import http.server
import json
import os
import re
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, cast

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.browser.conftest import NO_TIPS, PHONE, launch
from tests.browser.test_play_page import Visitor
from tests.server.runnable import descendants
from tools.play_first import seats_of

from bench.moves.measure import processor
from malle import games
from malle.core.robots.robot import LEVELS
from malle.web.assets import guess_content_type

FAST, SLOW = (10e6, 0.040), (1.6e6, 0.150)
"""Each: bits a second, and the seconds that each request waits."""
READY = 120_000
"""Milliseconds after which waiting in the browser fails."""
CALM, WAIT = 0.25, 300.0
"""The processors that other programs may use during a run that counts; the seconds that a run waits for such
calm."""
CHUNK, QUEUE = 2048, 0.25
"""The bytes that a connection sends in its turn; the seconds by which the line can be behind."""
PROBE = """
window.__at = {}; window.__tasks = [];
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) __tasks.push([each.startTime, each.duration]);
}).observe({ type: "longtask", buffered: true });
addEventListener("click", ({ target }) => {
  if (target.closest("#play")) __at.pressed ??= performance.now();
  if (target.closest(".slow button")) __at.offered ??= performance.now();
}, true);
const sign = (name) => requestAnimationFrame(() => requestAnimationFrame(() => { __at[name] ??= performance.now() }));
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      if (data.stage === "starting" || data.stage === "ready") __at[data.stage] ??= performance.now();
      if (data.opened) __at.opened ??= performance.now();
      if (data.frame) sign("answers");
    });
  }
};
const look = () => {
  const note = (name, is) => { if (is) __at[name] ??= performance.now() };
  const is = (selector) => document.querySelector(selector);
  note("drawn", is(".first .play .mid") && is(".player"));
  note("lesson", is(".learn .says"));
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""A script in the page. It notes when each thing was first seen, in milliseconds after navigation, and the
page's long tasks."""
WORKER = """
import { loadPyodide } from "PYTHON/pyodide.mjs";
addEventListener("message", async ({ data }) => {
  const read = async (name) => (await fetch(name)).text();
  const python = await loadPyodide({ indexURL: new URL("PYTHON/", location.href).href,
    stdLibURL: new URL("PYTHON/library.zip", location.href).href, lockFileContents: data.lock });
  const archive = await (await fetch("BUILD/malle.zip")).arrayBuffer();
  python.unpackArchive(archive, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  python.runPython(data.script);
  postMessage(JSON.parse(python.globals.get("measure")(data.wish)));
});
"""
THINKS = '''
import json, time
from malle.runtime.table_session import TableSession

def measure(wish):
    """Milliseconds from each question to a robot until its move is in a frame; all seats are robots."""
    wish, took, number = json.loads(wish), [], 0
    many, thinking = wish.pop("many"), wish.pop("thinking")
    while len(took) < many:
        number += 1
        ahead = [0.0]
        opening = wish | {"people": [], "seed": f"{number:064x}", "table": f"bench-{number}"}
        kept = []
        session = TableSession([json.dumps(opening)], lambda *line: kept.append(line), lambda _: None,
            thinking=thinking, clock=lambda: time.monotonic() + ahead[0])
        session.hear(None, '{"type":"hello"}')
        while len(took) < many:
            lines, begun = len(kept), time.monotonic()
            left = session.turn()
            if left is not None:
                spent = time.monotonic() - begun
                ahead[0] += left
                begun = time.monotonic() - spent
                session.turn()
            if len(kept) == lines:
                break
            session.shown()
            took.append(1000 * (time.monotonic() - begun))
    return json.dumps(took)
'''


class Line:
    """The shaped line that all connections of one server share: its speed, its delay, and what was
    sent over it."""

    def __init__(self, bits: float = 0.0, delay: float = 0.0, *, brotli: bool = True) -> None:
        self.bits, self.delay, self.brotli = bits, delay, brotli
        self.sent = 0
        self.extra: dict[str, bytes] = {}
        """Further pages of this command, by address."""
        self.changed: tuple[bytes, bytes] | None = None
        """A text in the worker's script and its replacement, or `None` to send the script unchanged."""
        self._free, self._sending, self._lock = 0.0, 0, threading.Lock()

    def send(self, out: Any, data: bytes) -> None:
        """Send data at the speed of the line, in small parts in turn with the other connections. If
        this program is late, it catches up by at most `QUEUE` seconds, as a real line has a
        queue."""
        with self._lock:
            if not self._sending:
                self._free = max(self._free, time.monotonic())
            self._sending += 1
        try:
            for at in range(0, len(data), CHUNK):
                part = data[at : at + CHUNK]
                with self._lock:
                    now = time.monotonic()
                    self._free = max(self._free, now - QUEUE) + (8 * len(part) / self.bits if self.bits else 0)
                    wait = self._free - now
                    self.sent += len(part)
                if wait > 0:
                    time.sleep(wait)
                out.write(part)
        finally:
            with self._lock:
                self._sending -= 1


class Host(http.server.BaseHTTPRequestHandler):
    """Answers requests for static files over a shaped line, with compressed copies (`.br`, `.gz`)
    and ETags. `serving` makes a subclass for each folder."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    line: Line
    folder: Path

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        """Answer with a file or one of the line's extra pages, after the line's delay. It is
        compressed if the browser takes that; 304 if unchanged, 404 if there is none."""
        time.sleep(self.line.delay)
        name = self.path.partition("?")[0].lstrip("/")
        data, path = self.line.extra.get(name), self.folder / name
        if data is None and not path.is_file():
            self.answer(404, {}, b"")
            return
        kept = "max-age=31536000, immutable" if "/" in name else "no-cache"
        headers = {"content-type": guess_content_type(name), "cache-control": kept}
        wanted = self.headers.get("accept-encoding", "")
        if data is None:
            codings = [(".br", "br")] * self.line.brotli + [(".gz", "gzip")]
            found = [(end, coding) for end, coding in codings if coding in wanted and Path(f"{path}{end}").exists()]
            end, coding = found[0] if found and not self.replaced(name) else ("", "")
            data = Path(f"{path}{end}").read_bytes()
            if self.replaced(name) and self.line.changed:
                assert self.line.changed[0] in data
                data = data.replace(*self.line.changed)
            headers |= {"content-encoding": coding, "vary": "accept-encoding"} if coding else {}
        mark = headers["etag"] = f'"{hash(data):x}"'
        same = self.headers.get("if-none-match") == mark
        self.answer(304 if same else 200, headers, data)

    def replaced(self, name: str) -> bool:
        """Return whether this file is sent with a text replaced (`Line.changed`); only the worker's
        script can be."""
        return self.line.changed is not None and name.endswith("local.worker.js")

    def answer(self, status: int, headers: dict[str, str], data: bytes) -> None:
        """Send a response; without a body for HEAD requests and status 304. A closed connection is ignored."""
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        length = "" if status == 304 else f"content-length: {len(data)}\r\n"
        text = f"HTTP/1.1 {status} .\r\n{head}{length}\r\n".encode()
        with contextlib.suppress(ConnectionError):
            self.line.send(self.wfile, text + (b"" if self.command == "HEAD" or status == 304 else data))

    def log_message(self, *what: Any) -> None:
        """Log nothing."""


class Quiet(http.server.ThreadingHTTPServer):
    """A threaded server that does not report errors of its connections."""

    daemon_threads = True

    def handle_error(self, *what: Any) -> None:
        """Ignore the error: browsers close connections early."""


@contextlib.contextmanager
def serving(folder: Path, line: Line) -> Iterator[str]:
    """Serve a folder over a line during the block, and yield its address."""
    host = type("Shaped", (Host,), {"line": line, "folder": folder})
    with Quiet(("127.0.0.1", 0), host) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Others:
    """Measures how many processors other programs use from its creation on."""

    def __init__(self) -> None:
        """Start measuring."""
        self.begun, self.busy, self.own = self.now()

    def now(self) -> tuple[float, float, float]:
        """Return the time, the busy seconds of all processors since the machine started, and the
        processor seconds of this program and its descendants."""
        own = 0.0
        for pid in (os.getpid(), *descendants(os.getpid())):
            with contextlib.suppress(OSError):  # a process may end meanwhile
                own += processor(pid)
        busy, clock = list(map(int, Path("/proc/stat").read_text().split()[1:9])), os.sysconf("SC_CLK_TCK")
        return time.monotonic(), (sum(busy) - busy[3] - busy[4]) / clock, own

    def share(self) -> float:
        """Return how many processors other programs used since the measurement started, on average.
        Never negative."""
        ended, busy, own = self.now()
        return max(0.0, busy - self.busy - own + self.own) / (ended - self.begun)


class Row:
    """One figure of the report: its values, one for each run, and the most that their median may
    be. A limit of 0 means that there is none."""

    def __init__(self, name: str, most: float, unit: str = "s") -> None:
        self.name, self.most, self.unit = name, most, unit
        self.values: list[float] = []
        self.others: list[float] = []

    def add(self, value: float, others: float = 0.0) -> None:
        """Add a value, with the processors that other programs used meanwhile, and print it."""
        self.values.append(value)
        self.others.append(others)
        print(f"    {self.name}: {value:.2f} {self.unit}, others had {others:.2f} processors", flush=True)

    @property
    def counted(self) -> list[float]:
        """The values of the runs during which other programs used few processors (`CALM`); all
        values if there is no such run."""
        calm = [value for value, others in zip(self.values, self.others, strict=True) if others < CALM]
        return calm or self.values

    @property
    def missed(self) -> bool:
        """Whether there is a limit and the median of the values that count is above it."""
        return bool(self.most) and median(self.counted) > self.most

    def line(self) -> str:
        """Return the figure as a row of the Markdown table."""
        few, all_runs = self.counted, len(self.values)
        most = f"{self.most:g} {self.unit}" if self.most else ""
        judged = "NO" if self.missed else "yes" if self.most else ""
        calm = sum(each < CALM for each in self.others)
        figure = f"{median(few):.2f} {self.unit} | {min(few):.2f} to {max(few):.2f}"
        return f"| {self.name} | {figure} | {most} | {judged} | {calm} of {all_runs} | {median(self.others):.2f} |"


class Bench:
    """The measurements; each part of the command is a method that adds its figures to `rows`."""

    def __init__(self, browser: Browser, folder: Path, names: Sequence[str], runs: int, wait: float) -> None:
        self.browser, self.folder, self.games, self.runs, self.wait = browser, folder, names, runs, wait
        self.rows: dict[str, Row] = {}

    def row(self, name: str, most: float, unit: str = "s") -> Row:
        """Return the figure of this name. The first call creates it, with this limit and unit."""
        return self.rows.setdefault(name, Row(name, most, unit))

    @contextlib.contextmanager
    def visitor(self) -> Iterator[BrowserContext]:
        """Wait for a calm machine, at most `wait` seconds, then yield a browser context with an empty cache."""
        limit = time.monotonic() + self.wait
        while time.monotonic() < limit:
            others = Others()
            time.sleep(1)
            if others.share() < CALM:
                break
        context = self.browser.new_context(**cast(Any, PHONE))
        context.set_default_timeout(READY)
        context.add_init_script(NO_TIPS + PROBE)
        yield context
        context.close()

    def fast(self) -> None:
        """Measure on a good line, with an empty cache: the time until the table is drawn, and from
        pressing play until the table answers."""
        for run in range(self.runs):
            for game in self.games:
                print(f"  10 Mbit/s, {game}, run {run + 1}", flush=True)
                with serving(self.folder, Line(*FAST)) as site, self.visitor() as context:
                    at = start(context.new_page(), f"{site}/{game}.fr.html")
                others, waited = at["others"], at["answers"] - at["pressed"]
                self.row(f"10 Mbit/s, {game}: drawn, after navigation", 1.5).add(at["drawn"], others)
                self.row(f"10 Mbit/s, {game}: the table answers, after the press", 7).add(waited, others)
                told(at)

    def slow(self) -> None:
        """Measure on a bad line, with an empty cache. Figures: a lesson's first step, by its own
        address and as offered while the table loads; the table drawn; the table ready."""
        for run in range(min(self.runs, 3)):
            for game in self.games:
                print(f"  1.6 Mbit/s, {game}, run {run + 1}", flush=True)
                with serving(self.folder, Line(*SLOW)) as site, self.visitor() as context:
                    page, others = context.new_page(), Others()
                    page.goto(f"{site}/{game}.fr.html?learn", wait_until="commit")
                    page.wait_for_function("() => __at.lesson")
                    lesson = page.evaluate("__at.lesson") / 1000
                    name = f"1.6 Mbit/s, {game}: first step of the lesson, after navigation to it"
                    self.row(name, 6).add(lesson, others.share())
                with serving(self.folder, Line(*SLOW)) as site, self.visitor() as context:
                    page = context.new_page()
                    at = start(page, f"{site}/{game}.fr.html", offer=True)
                waited = {name: at[name] - at["pressed"] for name in ("lesson", "answers") if name in at}
                if "lesson" in at:
                    name = f"1.6 Mbit/s, {game}: first step of the lesson, after the press, offered meanwhile"
                    self.row(name, 6).add(waited["lesson"], at["others"])
                self.row(f"1.6 Mbit/s, {game}: drawn, after navigation", 0).add(at["drawn"], at["others"])
                name = f"1.6 Mbit/s, {game}: the table is ready, after the press"
                self.row(name, 30).add(waited["answers"], at["others"])
                told(at)

    def third(self) -> None:
        """Measure the third visit of one browser on the good line, with play pressed once the table
        is drawn."""
        for run in range(self.runs):
            for game in self.games:
                print(f"  third visit, {game}, run {run + 1}", flush=True)
                with serving(self.folder, Line(*FAST)) as site, self.visitor() as context:
                    for visit in range(3):
                        page = context.new_page()
                        at = start(page, f"{site}/{game}.fr.html")
                        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
                        page.wait_for_timeout(1000)
                        if visit < 2:
                            page.close()
                self.row(f"third visit, {game}: ready, after navigation", 2).add(at["answers"], at["others"])
                told(at)

    def bytes(self) -> None:
        """Measure the bytes on the line for the first view and until the first table answers,
        headers included, with brotli and with gzip."""
        for coding, most in (("brotli", 5), ("gzip", 6.5)):
            for game in self.games:
                line = Line(brotli=coding == "brotli")
                with serving(self.folder, line) as site, self.visitor() as context:
                    page = context.new_page()
                    page.goto(f"{site}/{game}.fr.html")
                    page.wait_for_function("() => __at.drawn")
                    page.wait_for_timeout(500)
                    view = line.sent / 1e6
                    start(page)
                    sent = line.sent / 1e6
                self.row(f"{coding}, {game}: bytes of the first view", 0, "MB").add(view)
                self.row(f"{coding}, {game}: bytes until the table answers", most, "MB").add(sent)

    def robots(self, many: int = 100) -> None:
        """Measure `many` moves of robots of each level in a worker of the browser, from the
        question to the frame."""
        (parts,) = self.folder.glob("*/parts.json")
        (python,) = self.folder.glob("python-*")
        lock = json.loads(parts.read_bytes())["lock"]
        script = WORKER.replace("PYTHON", f"/{python.name}").replace("BUILD", f"/{parts.parent.name}")
        source = (parts.parent / "local.worker.js").read_text("utf-8")
        found = re.search(r"\bthinking:\s*([\d.]+)", source)
        assert found
        line = Line()
        line.extra = {"bench.html": b"<!doctype html><title>Robots</title>", "bench.worker.js": script.encode()}
        with serving(self.folder, line) as site:
            for game in self.games:
                seats = seats_of(games.load_game_info(game))
                for level in LEVELS:
                    context = self.browser.new_context()
                    page, others = context.new_page(), Others()
                    page.goto(f"{site}/bench.html")
                    wish = {"game": game, "seats": seats, "level": level, "many": many, "thinking": float(found[1])}
                    took: list[float] = page.evaluate(
                        """([lock, script, wish]) => new Promise((go, no) => {
                            const worker = new Worker("/bench.worker.js", { type: "module" });
                            worker.onmessage = ({ data }) => go(data);
                            worker.onerror = ({ message }) => no(message);
                            worker.postMessage({ lock, script, wish });
                        })""",
                        [lock, THINKS, json.dumps(wish)],
                    )
                    had = others.share()
                    context.close()
                    print(f"  {game}, {level}: {len(took)} moves", flush=True)
                    under = 100 * sum(each < 1000 for each in took) / len(took)
                    ordered = sorted(took)
                    self.row(f"robots, {game}, {level}: moves of 1 s and more (%)", 5, "%").add(100 - under, had)
                    self.row(f"robots, {game}, {level}: median", 0, "ms").add(median(took), had)
                    self.row(f"robots, {game}, {level}: 95 %", 1000, "ms").add(ordered[int(0.95 * len(ordered))], had)
                    self.row(f"robots, {game}, {level}: worst", 0, "ms").add(ordered[-1], had)

    def tasks(self, decisions: int = 4) -> None:
        """Measure the tasks of the browser's main thread that take over 50 ms, during `decisions`
        decisions of a visitor. It is done at a table whose robots think and at one whose robots do
        not search."""
        (source,) = self.folder.glob("*/local.worker.js")
        found = re.search(rb"\bthinking:\s*[\d.]+", source.read_bytes())
        assert found
        for run in range(min(self.runs, 3)):
            for game in self.games:
                for thinks in (True, False):
                    line = Line()
                    line.changed = None if thinks else (found[0], b"thinking:0")
                    with serving(self.folder, line) as site:
                        words = f"#level={LEVELS[-1]}&tempo=quick&seed={7:064x}&table=seven"
                        visitor = Visitor(self.browser, f"{site}/{game}.en.html{words}", seed=1, init=PROBE)
                        page, others = visitor.page, Others()
                        page.wait_for_function("() => document.querySelector('.loading.none')")
                        page.wait_for_timeout(1000)
                        begun = page.evaluate("performance.now()")
                        visitor.play(120, most=decisions)
                        page.wait_for_timeout(2000)
                        found_tasks = [took for at, took in page.evaluate("__tasks") if at > begun]
                        had = others.share()
                        visitor.context.close()
                    what = "thinking" if thinks else "not searching"
                    print(f"  {game}, {what}, run {run + 1}: {sorted(map(round, found_tasks))}", flush=True)
                    self.row(f"tasks, {game}, robots {what}: longest", 0, "ms").add(max(found_tasks, default=0.0), had)
                    self.row(f"tasks, {game}, robots {what}: over 50 ms", 0, "tasks").add(len(found_tasks), had)


def start(page: Page, address: str = "", *, offer: bool = False) -> dict[str, float]:
    """Press play once the table is drawn, and wait until the table answers. Without `address`, the
    page is open already. With `offer`, take the offered lesson if the offer comes before the
    answer. Return by name the seconds after navigation at which things were seen; `others` is the
    processors that other programs used."""
    others = Others()
    if address:
        page.goto(address, wait_until="commit")
    page.wait_for_function("() => __at.drawn")
    page.click("#play")
    ready = "answers"
    if offer:
        page.wait_for_function("() => document.querySelector('.slow button') || __at.answers")
        if page.locator(".slow button").count():
            page.locator(".slow button").first.click()
            page.wait_for_function("() => __at.lesson")
            ready = "opened"
    page.wait_for_function(f"() => __at.{ready}")
    assert page.locator(".trouble").count() == 0
    at = {name: value / 1000 for name, value in page.evaluate("__at").items()}
    return {"answers": at.get("opened", 0.0)} | at | {"others": others.share()}


def told(at: dict[str, float]) -> None:
    """Print the times of one visit (the result of `start`) in order."""
    shown = sorted((value, name) for name, value in at.items() if name != "others")
    print(f"    {', '.join(f'{name} {value:.2f}' for value, name in shown)}", flush=True)


def main() -> int:
    """Run the parts named on the command line and print the figures. Return 1 if one is above its limit."""
    parts = ("fast", "slow", "third", "bytes", "robots", "tasks")
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("parts", nargs="*", choices=(*parts, []), metavar="PART", help=f"all of {', '.join(parts)}")
    words.add_argument("--game", action="append", choices=games.OWN_GAMES)
    words.add_argument("--runs", type=int, default=5)
    words.add_argument("--wait", type=float, default=WAIT, help="seconds that a run waits for a calm machine")
    words.add_argument("--folder", type=Path, default=Path("var/play-page"))
    given = words.parse_args()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        bench = Bench(browser, given.folder.resolve(), given.game or games.OWN_GAMES, given.runs, given.wait)
        for part in given.parts or parts:
            print(part, flush=True)
            getattr(bench, part)()
        print(f"\nChromium {browser.version}, {os.cpu_count()} cores")
        browser.close()
    print(f"\n| figure | median | from, to | at most | reached | calm runs | others' processors |\n|{' --- |' * 7}")
    for row in bench.rows.values():
        print(row.line())
    return int(any(row.missed for row in bench.rows.values()))


if __name__ == "__main__":
    sys.exit(main())
