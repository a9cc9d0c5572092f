"""After the end the table's address steps through the game; before it, and while the end is held back, it does not."""

from __future__ import annotations

import json
from statistics import median
from types import SimpleNamespace

import pytest

from malle.core import Illegal
from malle.runtime.history import replay as live
from malle.runtime.room import Room
from malle.runtime.timing import reveal_delay
from malle.storage.store import parse_table_id
from malle.testing.timing import Timing
from malle.web.pages import replay_page as web
from tests.browser.conftest import NAMES, Open, Screen
from tests.browser.pictures import set_up
from tests.browser.stage import Stage
from tests.browser.test_access import _axe
from tests.browser.test_trouble import HTML, ask

pytestmark = pytest.mark.browser

ROUTES = (
    "replay",
    "moments",
    "moments?eyes=all",
    "moments?eyes=1&first=20",
    "moments?eyes=public",
    "final",
    "story",
    "record",
)
"""What a finished table answers."""


def finished(house: Stage, game: str = "declarer", seed: int = 3) -> str:
    house.robots_play = False
    options = {"rounds": 1} if game == "declarer" else {"rounds": 2} if game == "combinards" else {}
    return set_up(house, game, SimpleNamespace(seed=seed, robots=-1, options=options))


def answers(house: Stage, table: str) -> list[tuple[int, str]]:
    """What every route says, to a person and to a program, but for the table's own address."""
    return [
        (status, text.replace(table, "?"))
        for route in ROUTES
        for headers in (HTML, {})
        for status, _, text in [ask(house, f"/tables/{table}/{route}", headers=headers)]
    ]


# ---- not a moment before the end


def test_a_running_table_refuses_all_alike(house: Stage) -> None:
    """One answer whatever the game, the position and who asks: a page that says so, or JSON."""
    house.robots_play = False
    tables = [set_up(house, "declarer", SimpleNamespace(seed=3, robots=moves)) for moves in (0, 1, 9, 30)]
    tables.append(set_up(house, "combinards", SimpleNamespace(seed=2, robots=25)))
    found = [answers(house, table) for table in tables]
    assert {status for status, _ in found[0]} == {409}
    assert all(each == found[0] for each in found)
    assert json.loads(found[0][1][1])["slug"] == "illegal"


def held_end(house: Stage) -> str:
    """A table whose last move closes a window, and so ends the game: it is played, and not shown yet."""
    house.robots_play = False
    for seed in range(200):
        over = set_up(house, "combinards", SimpleNamespace(seed=seed, robots=-1, options={"rounds": 1}))
        entries = house.memory.tables[parse_table_id(over)].entries
        if len(entries[-1].lines) > 1:  # chance follows, which would fall otherwise here
            continue
        moves = [entry.lines[0] for entry in entries if entry.mover >= 0]
        table = house.set_up("combinards", NAMES, moves[:-1], options={"rounds": 1}, seed=seed)
        now = house.table(table)
        if now.awaited and reveal_delay.is_answer_window(now):
            with house.window(600):
                house.reopen(table)
                house.act(table, now.awaited[0], moves[-1])
            assert house.table(table).over is not None
            return table
    raise AssertionError("no game ends by an answer in a window")


def open_curtain(house: Stage, table: str) -> None:
    room = house.call(house.house.get_room(parse_table_id(table)))
    room.pending_reveal = None


def test_a_held_end_refuses_as_a_running_game_does(house: Stage) -> None:
    """The last answer has closed a window and ended the game, which nobody is shown yet: nor is it by these routes."""
    table = held_end(house)
    running = set_up(house, "combinards", SimpleNamespace(seed=2, robots=25))
    assert answers(house, table) == answers(house, running)
    open_curtain(house, table)
    assert {status for status, _ in answers(house, table)} == {200}


def test_a_replay_served_behind_the_curtain_would_be_found(house: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault asks the true table whether it is over, not the one that is shown."""

    def leaky(room: Room) -> None:
        if room.table.over is None:
            raise Illegal("a game can be seen again after the end")

    for module in (live, web):
        monkeypatch.setattr(module, "require_end_shown", leaky)
    table = held_end(house)
    running = set_up(house, "combinards", SimpleNamespace(seed=2, robots=25))
    assert answers(house, table) != answers(house, running)


# ---- stepping


def at(me: Screen) -> int:
    return int(me.page.evaluate("document.querySelector('.reel input').value"))


def go(me: Screen, to: int) -> None:
    me.until(f"document.querySelector('.reel input').value === '{to}' && !document.querySelector('.held')")


@pytest.mark.parametrize(
    ("game", "lang", "phone", "dark"),
    [
        ("declarer", "fr", True, False),
        pytest.param("declarer", "en", False, True, marks=pytest.mark.long),
        pytest.param("chasse", "en", True, True, marks=pytest.mark.long),
        ("combinards", "en", False, True),
        pytest.param("combinus", "fr", True, True, marks=pytest.mark.long),
    ],
)
def test_a_game_is_stepped_through(house: Stage, screen: Open, game: str, lang: str, phone: bool, dark: bool) -> None:
    """Keys and buttons, every pair of eyes, and nothing serious for axe at the start, in the middle and at the end."""
    table = finished(house, game)
    me = screen(table, 0, phone=phone, lang=lang, dark=dark)
    me.press(f"a[href^='/tables/{table}/replay']")
    me.wait(".reel")
    go(me, 1)
    assert _axe(me) == []
    count = int(me.page.evaluate("document.querySelector('.reel input').max"))
    assert count == len([e for e in house.memory.tables[parse_table_id(table)].entries if e.mover >= 0]) + 1
    me.page.keyboard.press("ArrowRight")
    go(me, 2)
    me.press(".keys [aria-label='Un coup en arrière'], .keys [aria-label='One move back']")
    go(me, 1)
    me.page.evaluate(f"location.hash = '#{count // 2}.all'")
    go(me, count // 2)
    assert me.at(".eye.on").get_attribute("data-eyes") == "all"
    assert _axe(me) == []
    me.page.keyboard.press("2")
    me.until("document.querySelector('.eye.on').dataset.eyes === '1'")
    assert at(me) == count // 2, "the moment stays"
    assert me.page.evaluate("location.hash") == f"#{count // 2}.2"
    me.page.keyboard.press("End")
    me.wait(".result")
    assert at(me) == count
    assert _axe(me) == []
    me.page.keyboard.press("Home")
    go(me, 1)
    assert not me.at(".end").count()
    assert me.script("document.documentElement.scrollWidth <= innerWidth")


STEPS = """async ([key, last]) => { const times = []; const value = () => Number(document.querySelector('.reel input').value);
    const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    while (value() !== last) { const from = value(), start = performance.now(); press();
        while (value() === from) await new Promise(requestAnimationFrame);
        times.push(performance.now() - start);
        while (document.querySelector('.held')) { press(); await new Promise(requestAnimationFrame) } }
    return times }"""
"""From moment to moment by a key; how many milliseconds each took until it was drawn."""


def _fetched(me: Screen) -> list[str]:
    """What the page asked the server for, but for parts of itself, the picture and the story that the end asks for once."""
    return [url for url in me.requests if "/static/" not in url and not url.endswith(("/story", "/final"))]


def test_e6_every_step_is_quick_and_asks_nobody(house: Stage, screen: Open, timing: Timing) -> None:
    """Through the whole game and back by arrow keys, then by the slider. Moments come in blocks: one request for so many
    steps, and none for what was seen before."""
    table = finished(house)
    me = screen("", None, path=f"/tables/{table}/replay?lang=fr")
    me.wait(".reel")
    go(me, 1)
    count = int(me.page.evaluate("document.querySelector('.reel input').max"))
    asked = len(_fetched(me))
    times = me.script(STEPS, ["ArrowRight", count])
    blocks = -(-count // live.MOMENTS_PER_BLOCK)
    assert blocks > 1
    assert len(times) == count - 1
    assert len(_fetched(me)[asked:]) == blocks - 1
    asked = len(_fetched(me))
    times += me.script(STEPS, ["ArrowLeft", 1])
    assert me.at(".end").count() == 0
    me.at(".reel input").click()  # in its middle
    me.until("document.querySelector('.reel input').value !== '1'")
    middle = at(me)
    assert abs(middle - count / 2) <= 2
    assert me.script("document.activeElement.matches('.reel input')")
    said = me.text("h1.prompt")
    me.page.keyboard.press("ArrowLeft")
    go(me, middle - 1)
    assert me.text("h1.prompt") != said
    assert _fetched(me)[asked:] == []
    times.sort()
    slow = times[len(times) * 95 // 100] / 1000
    timing(f"a step of a replay, the slowest of twenty; median of {len(times)}: {median(times):.0f} ms", slow, 0.05)


def test_everything_shown_shows_a_hand_and_the_public_does_not(house: Stage, screen: Open) -> None:
    table = finished(house)
    traveller = next(seat for seat in range(4) if b'"private":true' in _own(house, table, seat))
    me = screen("", None, path=f"/tables/{table}/replay?lang=fr#1.public")
    me.wait(".reel")
    go(me, 1)
    assert not me.at(".own .thing").count()
    me.press("[data-eyes=all]")
    me.wait(".own .thing")
    assert NAMES[traveller] in me.text(".own h2")
    me.press(f"[data-eyes='{traveller}']")
    me.until(f"document.querySelector('.eye.on').dataset.eyes === '{traveller}'")
    assert me.at(".own .thing").count()
    assert "ous" not in me.text("h1.prompt"), "what a seat was told alone says you to it, and to nobody else"
    me.press(f"[data-eyes='{(traveller + 1) % 4}']")
    me.until("!document.querySelector('.own .thing')")


def _own(house: Stage, table: str, seat: int) -> bytes:
    """What a seat sees besides at the first moment."""
    _, _, text = ask(house, f"/tables/{table}/moments?eyes={seat + 1}", headers={})
    return json.dumps(json.loads(text)["states"][0].get("own"), separators=(",", ":")).encode()


def test_a_link_opens_a_moment_and_every_step_is_told(house: Stage, screen: Open) -> None:
    """The address is the link; a reader hears each step politely, and the slider says where it is in words."""
    table = finished(house)
    me = screen("", None, phone=False, path=f"/tables/{table}/replay?lang=en#12.all")
    me.wait(".reel")
    go(me, 12)
    slider = me.at(".reel input")
    assert "move 12 of" in (slider.get_attribute("aria-valuetext") or "")
    said = me.text("h1.prompt")
    me.page.keyboard.press("ArrowRight")
    me.until("document.querySelector('.reel input').value === '13'")
    assert me.text("h1.prompt") != said
    assert me.text(".aloud[aria-live=polite]") == me.text("h1.prompt")
    me.page.keyboard.press("p")
    me.until("location.hash === '#13.public'")


def test_a_story_leads_to_its_move(house: Stage, screen: Open) -> None:
    """The end tells the finest lie; its link plays that move with everything shown."""
    table = finished(house)
    me = screen(table, None, phone=False)
    me.wait(".facts a")
    assert me.text(".facts h3") == "Le plus beau mensonge"
    move = int(str(me.at(".facts a").first.get_attribute("href")).split("#")[1].split(".")[0])
    me.press(".facts a")
    me.wait(".reel")
    go(me, move)
    assert me.page.evaluate("location.hash") == f"#{move}.all"
    assert "éclare" in me.text("h1.prompt")


def test_a_catch_is_played_with_its_reveal(house: Stage, screen: Open) -> None:
    """The moment before it is laid, and then the move is played as it was at the table: cards, stamps, verdict."""
    table = finished(house)
    me = screen(table, None, phone=False)
    me.wait(".facts a")
    catch = me.at(".facts a").nth(1)
    move = int(str(catch.get_attribute("href")).split("#")[1].split(".")[0])
    catch.click()
    me.wait(".revealing .stamp")
    assert at(me) == move
    assert me.page.evaluate("location.hash") == f"#{move}.all"


@pytest.mark.long
def test_the_last_move_is_played_too(house: Stage, screen: Open) -> None:
    """It is not the end once more: what the last move showed is shown first."""
    table = finished(house, "chasse")
    count = len([entry for entry in house.memory.tables[parse_table_id(table)].entries if entry.mover >= 0]) + 1
    me = screen("", None, path=f"/tables/{table}/replay?lang=fr#{count}.all.play")
    me.wait(".play:not(.end) svg.board")
    me.wait(".result")
    assert at(me) == count
