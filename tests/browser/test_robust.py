"""Robustness and speed: N1 to N5, N7, N8. `test_game.py` cuts the network for 20 seconds."""

from __future__ import annotations

import gzip
import itertools
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from malle import games
from malle.core import Luck, Seat
from malle.protocol.messages import PADDING_BYTES, pad
from malle.testing.timing import Timing
from malle.web.assets import Assets
from tests.browser.conftest import HIDDEN, NAMES, TWO, Open, Screen, one_a_day, slow_down
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[2] / "src" / "malle" / "web" / "static"


def test_n1_a_cut_network_comes_back_by_itself(house: Stage, screen: Open, timing: Timing) -> None:
    table = house.set_up("declarer", NAMES, seed=5)
    lea = screen(table, 1)
    lea.script("window.__same = 1")
    lea.context.set_offline(True)
    lea.wait(".lost")
    assert "Reconnexion" in lea.text(".lost")
    house.act(table, 2, "declare nothing")
    lea.page.wait_for_timeout(2500)
    assert lea.at(".answer").count() == 0
    start = time.monotonic()
    lea.context.set_offline(False)
    lea.wait(".answer")
    timing("until a cut network is back", time.monotonic() - start, 2)
    assert lea.at(".lost").count() == 0
    assert lea.script("window.__same") == 1


def test_n2_coming_back_asks_anew_and_the_screen_stays_awake_only_at_a_running_table(
    house: Stage, screen: Open
) -> None:
    table = house.set_up("declarer", NAMES, seed=5)
    awake = """Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => { window.__awake = (window.__awake ?? 0) + 1;
        const lock = new EventTarget(); lock.release = async () => { window.__awake--; }; return lock } } })"""
    lea = screen(table, 1, before=lambda page: page.add_init_script(awake))
    lea.until("window.__awake === 1")
    frames = len(lea.received)
    lea.hide(True)
    lea.until("window.__awake === 0")
    lea.hide(False)
    lea.until("window.__awake === 1")
    while len(lea.received) < frames + 2:
        lea.page.wait_for_timeout(20)
    assert [message["away"] for message in lea.sent if message["type"] == "look"] == [True, False]
    assert lea.received[-1]["type"] == "state"


def test_n3_the_first_view_is_quick_and_small(house: Stage, screen: Open, timing: Timing) -> None:
    """On the slow profile, with nothing in store."""
    look = Assets(lambda: ())
    packed = sum(
        len(gzip.compress(look.by_name[each].data, 9)) for each in ["table.js", *look.list_imported_scripts("table.js")]
    )
    assert packed <= 40_000
    table = house.set_up("declarer", NAMES, seed=5)
    page = screen("", None, path="/rules/declarer")  # a first page, to have the cookie's host
    page.page.goto(f"{house.address}/sit/{table}/2?lang=fr")
    page.wait(".players")
    page.page.goto("about:blank")
    total: list[int] = []
    slow_down(page.page).on("Network.loadingFinished", lambda event: total.append(int(event["encodedDataLength"])))
    start = time.monotonic()
    page.page.goto(f"{house.address}/tables/{table}?lang=fr", wait_until="commit")
    page.wait(".composing")
    took = time.monotonic() - start
    page.page.wait_for_load_state("networkidle")
    timing(f"the first view, {sum(total)} bytes, {packed} of script", took, 2)
    assert sum(total) <= 250_000


@pytest.mark.parametrize("game", games.OWN_GAMES)
def test_n4_a_move_costs_at_most_two_kilobytes(house: Stage, game: str) -> None:
    """Every frame of a whole game, for every seat and the spectator, as it crosses the socket: two steps of padding."""
    luck, sheet = Luck(3), house.sheets[game]
    seats = 4 if 4 in sheet.seats else max(sheet.seats)
    table = house.set_up(game, NAMES[:seats], seed=9)
    sizes: list[int] = []
    while not (now := house.table(table)).over:
        seat = now.awaited[0]
        view = now.view(seat)
        assert view is not None
        house.act(table, seat, now.game.write(sheet.robot(now.game, view, now.legal(Seat(seat)), luck)))
        sizes += [
            len(pad(house.frame(table, viewer, first=False, since=now.seq, packed=True)))
            for viewer in (None, *range(seats))
        ]
    sizes.sort()
    print(
        f"{game}: {len(sizes)} frames, median {sizes[len(sizes) // 2]}, 95 % {sizes[len(sizes) * 95 // 100]}, most {sizes[-1]} bytes"
    )
    assert sizes[-1] <= 2 * PADDING_BYTES


WORK = {"FunctionCall", "RunMicrotasks", "Layout", "UpdateLayoutTree", "ParseHTML", "EvaluateScript"}
SLOWER = 6
"""How much slower a phone is than this machine."""
UPDATE_MS = 50.0
"""What 95 of 100 updates may take on a quiet machine."""
WAYS_ON = ".go-on, .roll:not([disabled])"
"""What stops the page until it is pressed: nothing would be drawn any more."""
MEDIAN_MS = 50.0
"""What the median may be in any case: twice a quiet one."""


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("game", "updates"),
    [(games.OWN_GAMES[0], 30), *(pytest.param(game, 60, marks=pytest.mark.long) for game in games.OWN_GAMES)],
)
def test_n5_an_update_is_light_on_a_slow_processor(
    house: Stage, screen: Open, browser: Browser, game: str, updates: int
) -> None:
    """Script, style and layout of an update in processor time of the page's own thread, times six, not scaled by
    anything. Every day it is told; in the long run, on a quiet machine, the median is judged, and the slowest of twenty in
    the best of three rounds, since disturbance only ever adds."""
    rounds = []
    for seed in (9, 29, 49):
        costs = sorted(SLOWER * each for each in _costs(house, screen, browser, game, seed, updates))
        rounds.append(costs[len(costs) * 95 // 100])
        print(
            f"{game}: {len(costs)} updates: median {costs[len(costs) // 2]:.1f} ms, 95 % {rounds[-1]:.1f} ms, most {costs[-1]:.1f} ms"
        )
        if updates < 60:
            return
        assert costs[len(costs) // 2] < MEDIAN_MS
    assert min(rounds) < UPDATE_MS


def _costs(house: Stage, screen: Open, browser: Browser, game: str, seed: int, updates: int) -> list[float]:
    """Milliseconds of so many updates, over as many tables as they take."""
    costs: list[float] = []
    sheet = house.sheets[game]
    while len(costs) < updates:
        seed += 1
        table = house.set_up(game, NAMES[: 4 if 4 in sheet.seats else sheet.seats[0]], seed=seed)
        looker, luck = screen(table, 1), Luck(seed)
        _play(house, looker, table, luck, 12)  # a person's first moments are test_n3's
        browser.start_tracing(page=looker.page, categories=["devtools.timeline", "blink.user_timing"])
        _play(house, looker, table, luck, updates - len(costs))
        events = json.loads(browser.stop_tracing())["traceEvents"]
        costs += _work(events)
        looker.context.close()
    return costs


def _play(house: Stage, looker: Screen, table: str, luck: Luck, moves: int) -> None:
    """Robots play, the page looks on."""
    for _ in range(moves):
        now = house.table(table)
        if now.over:
            return
        seat = now.awaited[0]
        view = now.view(seat)
        assert view is not None
        sheet = house.sheets[now.setup.game]
        frames = len(looker.received)
        looker.script("performance.mark('update')")
        house.act(table, seat, now.game.write(sheet.robot(now.game, view, now.legal(Seat(seat)), luck)))
        while len(looker.received) == frames:
            looker.page.wait_for_timeout(5)
        if house.table(table).over:
            return  # the page of the end is built once: no update
        looker.page.wait_for_timeout(50)
        looker.script("performance.mark('drawn')")
        while looker.at(WAYS_ON).count():
            looker.press(WAYS_ON)
            looker.page.wait_for_timeout(50)


def _work(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of work in each update."""
    marks = sorted(
        (each["ts"], each["name"], each["tid"])
        for each in events
        if each["name"] in ("update", "drawn") and each["cat"] == "blink.user_timing"
    )
    costs: list[float] = []
    for (start, name, thread), (end, after, _) in itertools.pairwise(marks):
        if (name, after) != ("update", "drawn"):
            continue
        done, total = 0, 0
        for each in sorted(
            (e for e in events if e["name"] in WORK and e["tid"] == thread and start <= e["ts"] < end and "dur" in e),
            key=lambda e: e["ts"],
        ):
            if each["ts"] >= done:  # not inside one that was counted
                total += each.get("tdur", each["dur"])
                done = each["ts"] + each["dur"]
        costs.append(total / 1000)
    return costs


@contextmanager
def renewed(house: Stage, screen: Open) -> Iterator[tuple[Screen, Screen]]:
    """Somebody who is to act and somebody who is not, at a table whose server is of another build than their pages."""
    table = house.set_up("declarer", NAMES, ("declare nothing",), seed=5)
    lea, ines = screen(table, 1), screen(table, 3)
    old, house.house.client_build = house.house.client_build, "another-build"
    try:
        for each in (lea, ines):
            each.script("window.before = true")
            each.reconnect()
        ines.wait(".fresh")
        yield lea, ines
    finally:
        house.house.client_build = old


def test_n7_a_new_version_waits_for_a_pause_in_play(house: Stage, screen: Open) -> None:
    with renewed(house, screen) as (lea, ines):
        assert "nouvelle version" in ines.text(".fresh")
        assert lea.at(".fresh").count() == 0  # she is to act
        lea.press(".answer")
        lea.wait(".fresh")


def test_a_page_says_what_a_newer_server_says_in_its_words(house: Stage, screen: Open) -> None:
    """The words of that build are fetched, and laid over those of the page."""
    table = house.set_up("declarer", NAMES, ("declare nothing",), seed=5)
    lea = screen(table, 1)
    known = lea.text(".prompt")
    newer = "prompt-officer-you = Une phrase que cette page ne connaissait pas.\n"
    lea.page.route("**/static/another-build/declarer.fr.ftl", lambda route: route.fulfill(body=newer))
    old, house.house.client_build = house.house.client_build, "another-build"
    try:
        lea.reconnect()
        lea.wait(".prompt:has-text('Une phrase que cette page ne connaissait pas.')")
        assert known not in lea.text(".prompt")
    finally:
        house.house.client_build = old


def test_a_page_that_nobody_looks_at_is_loaded_anew(house: Stage, screen: Open) -> None:
    """Not while something is asked of whoever sits there."""
    with renewed(house, screen) as (lea, ines):
        lea.hide(True)
        with ines.page.expect_navigation():
            ines.hide(True)
        ines.wait(".players")
        assert lea.script("window.before")


def _fits(looker: Screen, width: int) -> None:
    wide = looker.script("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
    assert wide <= width, f"{wide} px wide at {width}"


@one_a_day("width", [320, 360, 390, 768, 1440])
def test_n8_nothing_scrolls_sideways(house: Stage, screen: Open, width: int) -> None:
    size = {"width": width, "height": 844}
    for game, names, moves in (
        ("declarer", NAMES, ()),
        ("declarer", NAMES, ("declare 1 wine",)),
        ("declarer", ("Ada", "Bob", "Maximilienne", "Dan", "Eve", "Fay"), ("declare nothing", "believe", "accept")),
        ("chasse", TWO, HIDDEN),
    ):
        table = house.set_up(game, names, moves, seed=5)
        _fits(screen(table, house.table(table).awaited[0], phone=width < 1000, viewport=size), width)
    reveal = house.set_up("declarer", NAMES, ("declare 1 wine",), seed=5)
    lea = screen(reveal, 1, phone=width < 1000, viewport=size)
    house.act(reveal, 1, "search")
    lea.wait(".go-on")
    _fits(lea, width)
    _fits(screen("", None, path="/", phone=width < 1000, viewport=size), width)
    assert "safe-area-inset-bottom" in (STATIC / "malle.css").read_text("utf-8")
