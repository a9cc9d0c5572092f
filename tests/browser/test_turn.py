"""Whose turn it is: T1 to T4, T6, T8."""

from __future__ import annotations

import time

import pytest

from malle.rendering.sprites import ARTWORK_FOLDER
from malle.storage.store import parse_table_id
from malle.testing.timing import Timing
from tests.browser.conftest import DOUBT, NAMES, Open, Screen, one_a_day
from tests.browser.pictures import set_up
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser


def test_t1_t2_my_turn_is_said_in_words_title_and_icon(house: Stage, screen: Open, timing: Timing) -> None:
    table = house.set_up("declarer", NAMES, seed=5)  # Paul declares, Léa is the officer
    lea = screen(table, 1)
    assert not lea.page.title().startswith("●")
    lea.script("window.__turn = 0")
    house.act(table, 2, "declare nothing")
    lea.wait(".turn")
    assert lea.text(".prompt") == "À vous Paul n’a rien à déclarer"
    lea.until("window.__turn > 0")
    timing("from the message to the title", lea.script("window.__turn - window.__heard") / 1000, 0.3)
    titles = set()
    for _ in range(8):
        titles.add(lea.page.title())
        lea.page.wait_for_timeout(120)
    assert len(titles) == 1
    assert titles.pop().startswith("● À vous")
    lea.until("document.querySelector('link[rel=icon]').href.includes('favicon-turn')")
    lea.press("text=Laisser passer")
    lea.until("!document.title.startsWith('●')")
    lea.until("!document.querySelector('link[rel=icon]').href.includes('favicon-turn')")


def test_t3_everybody_awaited_is_named_until_he_has_answered(house: Stage, screen: Open) -> None:
    table = set_up(house, "combinards", DOUBT)
    ines = screen(table, 3)
    assert "Camille, Léa, Paul" in ines.text(".await")
    assert ines.at(".player.awaited").count() == 3
    house.act(table, 1, "trust")
    ines.until("!document.querySelector('.await').textContent.includes('Léa')")
    assert "Camille, Paul" in ines.text(".await")
    assert ines.at(".player.awaited").count() == 2


HEARD = """window.__played = []; const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function () {
  window.__played.push([this.buffer.length, Math.max(...this.buffer.getChannelData(0))]); start.call(this) }"""
"""Keeps how long every sound was that was played, in samples, and how loud."""


def samples(name: str) -> int:
    """How long a sound is on the page, which puts one sample between two of the file."""
    return 2 * (len((ARTWORK_FOLDER / "sounds" / f"{name}.wav").read_bytes()) - 58)


def heard(me: Screen, name: str) -> int:
    """How often a sound was played. None is silent."""
    played = me.script("window.__played")
    assert all(0.1 < loud < 1 for _, loud in played)
    return sum(length == samples(name) for length, _ in played)


def test_t4_a_sound_calls_only_whoever_does_not_look_and_can_be_switched_off(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, seed=5)
    lea = screen(table, 1, before=lambda page: page.context.add_init_script(HEARD))
    lea.page.keyboard.press("Shift")  # somebody is there
    house.act(table, 2, "declare nothing")
    lea.wait(".answer")
    assert heard(lea, "turn") == 0
    away = screen(house.set_up("declarer", NAMES, seed=5), 1, before=lambda page: page.context.add_init_script(HEARD))
    away.hide(True)
    house.act(away.page.url.split("/tables/")[1].split("?")[0], 2, "declare nothing")
    away.until(f"window.__played.some(([length]) => length === {samples('turn')})")
    assert heard(away, "turn") == 1
    lea.press('.top [aria-label="Menu"]')
    lea.press('.wish:has-text("Sons") i')
    lea.page.reload()
    lea.wait(".players")
    assert lea.script("JSON.parse(localStorage.malle).sound") is False
    fetched = sum(each.endswith(".wav") for each in lea.requests)
    assert fetched == 10
    again = house.set_up("declarer", NAMES, seed=5)
    lea.page.goto(f"{house.address}/sit/{again}/1")
    lea.wait(".players")
    lea.hide(True)
    house.act(again, 2, "declare nothing")
    lea.until("document.title.startsWith('●')")
    assert lea.script("window.__played") == []
    assert sum(each.endswith(".wav") for each in lea.requests) == fetched


def test_t6_a_clock_ticks_on_the_page_and_agrees_with_the_table_after_a_cut(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, ("declare nothing",), seed=5, seconds=90)
    lea = screen(table, 1)
    room = house.call(house.house.get_room(parse_table_id(table)))

    def left() -> float:
        return float(room.deadline - time.monotonic())

    def shown() -> int:
        return int(lea.wait(".clock text").first.text_content() or 0)

    start, frames = shown(), len(lea.received)
    lea.until(f"Number(document.querySelector('.clock text').textContent) < {start}")
    assert len(lea.received) == frames, "it ticks by itself"
    lea.context.set_offline(True)
    lea.wait(".lost")
    lea.page.wait_for_timeout(2000)
    lea.context.set_offline(False)
    lea.until("!document.querySelector('.lost')")
    before, now, after = left(), shown(), left()
    assert after - 1 <= now <= before + 2  # both sides round, and the page draws once a second


WORDS = """() => [...document.querySelectorAll('.there')].map((each) => { const box = (one) => { const range = document.createRange();
    range.selectNodeContents(one); return range.getBoundingClientRect() }, word = box(each), li = each.closest('.player'), chip = li.getBoundingClientRect();
    const over = [...li.querySelectorAll('.name, .sum, .more, .seat, .presence')].map((one) => one.matches('.seat, .presence') ? one.getBoundingClientRect() : box(one)).some((other) =>
        Math.min(word.right, other.right) - Math.max(word.left, other.left) > 1 && Math.min(word.bottom, other.bottom) - Math.max(word.top, other.top) > 1);
    return each.checkVisibility() && word.left >= chip.left && word.right <= chip.right && word.bottom <= chip.bottom && !over ? each.innerText : 'cut' })"""
"""What is said of those who are not there, if it is whole and lies over nothing."""


@one_a_day(
    ("width", "height", "seats"),
    [(390, 844, 4), (1440, 900, 4), (390, 844, 6), (320, 640, 4), (844, 390, 4), (390, 844, 3), (1440, 900, 6)],
)
def test_t8_presence_by_shape_and_words(house: Stage, screen: Open, width: int, height: int, seats: int) -> None:
    """The word stands at the seat on every screen, whole and over nothing else."""
    table = house.set_up("declarer", (*NAMES, "Zoé", "Maximilien")[:seats], seed=5)
    paul = screen(table, 2, phone=width < 1000, viewport={"width": width, "height": height})
    assert paul.at('[data-seat="seat-2"] .presence.gone').is_visible()
    assert paul.script(WORDS) == ["hors ligne"] * (seats - 1)
    lea = screen(table, 1)
    paul.until("!document.querySelector('[data-seat=\"seat-2\"] :is(.presence, .there)')")
    lea.hide(True)
    paul.wait('[data-seat="seat-2"] .presence.away')
    assert paul.script(WORDS) == ["hors ligne", "ailleurs", *["hors ligne"] * (seats - 3)]
    away = paul.script("getComputedStyle(document.querySelector('.presence.away')).borderStyle")
    gone = paul.script("getComputedStyle(document.querySelector('.presence.gone')).borderStyle")
    assert away != gone
    lea.context.close()
    paul.wait('[data-seat="seat-2"] .presence.gone')
    assert paul.script(WORDS) == ["hors ligne"] * (seats - 1)
