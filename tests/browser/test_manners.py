"""Manners on the screen: somebody who is away, the way back, leaving, a pause, emotes, who looks on, a report."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.browser.conftest import NAMES, Open, Screen, every_look
from tests.browser.stage import Stage
from tests.browser.test_access import _axe

pytestmark = pytest.mark.browser

MOVES = ("declare 1 wine",)
LOOKS = every_look(("fr", True, True))


@pytest.fixture
def hasty(house: Stage) -> Iterator[Stage]:
    """Half a second is a long absence."""
    with house.patience(0.5):
        yield house


def waiting(house: Stage, people: int = 3) -> tuple[str, int, list[int]]:
    """A table that waits for one person, that person's seat, and those of the others; robots have the rest."""
    (seat,) = house.table(house.set_up("declarer", NAMES, MOVES, seed=5)).awaited
    others = [each for each in range(len(NAMES)) if each != seat][: people - 1]
    robots = [each for each in range(len(NAMES)) if each not in (seat, *others)]
    return house.set_up("declarer", NAMES, MOVES, seed=5, robots=robots), seat, others


@pytest.mark.parametrize(("lang", "phone", "dark"), LOOKS)
def test_those_who_wait_are_asked_and_nobody_is_replaced_before(
    hasty: Stage, screen: Open, lang: str, phone: bool, dark: bool
) -> None:
    """A sign, then one voice, then the other: only then a robot plays; the board stays in sight, axe finds nothing."""
    table, seat, (one, two) = waiting(hasty)
    me = screen(table, one, phone=phone, lang=lang, dark=dark)
    friend = screen(table, two, phone=not phone, lang=lang)
    for each in (me, friend):
        each.wait(".manners .choice")
        assert NAMES[seat] in each.text(".manners h2")
    assert me.at(".player.missed .ismissed").count() == 1
    aloud = me.page.evaluate("[...document.querySelectorAll('.aloud')].map((each) => each.textContent).join()")
    assert NAMES[seat] in aloud, "said once; what changes every second is not read aloud"
    assert me.at(".manners [role=status]").count() == 0
    assert _axe(me) == []
    box = me.at(".play").bounding_box()
    assert box is not None
    assert box["height"] > 200
    me.press(".nudge")
    me.wait(".nudged")
    friend.wait(".nudged")
    me.press('.choice:has(use[href="#i-robot"])')
    me.wait('.choice[aria-pressed="true"]')
    friend.until(f"document.querySelector('.choices').innerText.includes('{NAMES[one]}')")
    assert hasty.table(table).seat_kinds[seat] == "person"
    hasty.robots_play = False
    friend.press('.choice:has(use[href="#i-robot"])')
    for each in (me, friend):
        each.wait(f'.player[data-seat="seat-{seat + 1}"] .isrobot')
        assert each.at(".manners").count() == 0
    assert NAMES[seat] in me.text(f'.player[data-seat="seat-{seat + 1}"] .name')


def test_whoever_waits_on_is_not_asked_again_at_once(hasty: Stage, screen: Open) -> None:
    table, seat, (alone,) = waiting(hasty, people=2)
    me = screen(table, alone)
    me.wait(".manners")
    me.press('.choice:has(use[href="#i-clock"])')
    me.until("!document.querySelector('.manners')")
    assert me.at(".player.missed").count() == 1
    assert hasty.table(table).seat_kinds[seat] == "person"


def test_a_sheet_never_comes_over_a_decision_of_ones_own(hasty: Stage, screen: Open) -> None:
    """All four declare nothing yet: whoever is asked is not asked about others."""
    table = hasty.set_up("declarer", NAMES, seed=5)
    seat = hasty.table(table).awaited[0]
    me = screen(table, seat)
    me.page.wait_for_timeout(2500)
    assert me.at(".manners").count() == 0


@pytest.mark.parametrize(("lang", "phone", "dark"), every_look(("en", False, False)))
def test_whoever_comes_back_reads_what_the_robot_did_and_has_the_seat_again(
    hasty: Stage, screen: Open, lang: str, phone: bool, dark: bool
) -> None:
    hasty.robots_play = False
    table, seat, _ = waiting(hasty)
    me = screen(table, seat, phone=phone, lang=lang, dark=dark)
    me.press('.icon-btn[href="/"]' if phone else ".brand a")
    me.wait(".drawer .choice")
    assert _axe(me) == []
    me.press('.drawer .choice:has(use[href="#i-robot"])')
    me.wait(".boxes")
    hasty.act(table, seat)
    me.page.goto(f"{hasty.address}/?lang={lang}")
    me.press(".run")
    me.wait(".manners.back .take-back")
    assert NAMES[seat] in me.text(".manners.back h2")
    assert me.at(".did li").count() == 1
    assert _axe(me) == []
    me.press(".take-back")
    me.until("!document.querySelector('.manners')")
    me.wait(f'.player[data-seat="seat-{seat + 1}"]:not(:has(.isrobot))')
    assert hasty.table(table).seat_kinds[seat] == "person"


def test_leaving_asks_first_and_escape_stays(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, seed=5)
    me = screen(table, 0)
    me.press('.icon-btn[href="/"]')
    me.wait(".drawer .stay")
    assert me.at(".drawer .choice").count() == 3
    me.page.keyboard.press("Escape")
    me.until("!document.querySelector('.drawer')")
    assert f"/tables/{table}" in me.page.url
    me.press('.icon-btn[href="/"]')
    me.press('.drawer .choice:has(use[href="#i-door"])')
    me.wait(".boxes")
    assert (house.table(table).seat_kinds[0], house.table(table).vacated_seats) == ("robot", ())


def test_a_spectator_leaves_without_a_question(house: Stage, screen: Open) -> None:
    me = screen(house.set_up("declarer", NAMES, seed=5), None)
    me.press('.icon-btn[href="/"]')
    me.wait(".boxes")


def test_a_pause_is_wanted_agreed_to_and_ended(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, seed=5, robots=(2, 3))
    house.robots_play = False
    one, two = screen(table, 0), screen(table, 1, phone=False)
    one.press('.top [aria-label="Menu"]')
    one.press(".menu .pause")
    two.wait(".note button")
    assert "Camille" in two.text(".note")
    assert not house.table(table).paused
    two.press(".note button")
    one.wait(".note button")
    assert house.table(table).paused
    assert _axe(one) == []
    one.press(".note button")
    two.until("!document.querySelector('.note')")


def test_how_many_look_on(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, seed=5)
    me = screen(table, None, phone=False)
    assert "Vous regardez." in me.text(".looker")
    screen(table, None)
    me.until("document.querySelector('.looker').innerText.includes('autre personne')")
    player = screen(table, 0)
    player.press('.top [aria-label="Menu"]')
    assert "Spectateurs : 2" in player.text(".drawer-body")


@pytest.mark.parametrize(("lang", "phone", "dark"), LOOKS)
def test_an_emote_hangs_at_the_seat_is_read_aloud_and_gone(
    house: Stage, screen: Open, lang: str, phone: bool, dark: bool
) -> None:
    """Two taps; three a minute, then the buttons are grey; the log does not have it."""
    house.robots_play = False
    table = house.set_up("declarer", NAMES, MOVES, seed=5, robots=(3,))
    me = screen(table, 0, phone=phone, lang=lang, dark=dark)
    friend = screen(table, 1, phone=not phone, lang=lang)
    seq = house.table(table).seq

    def say(what: str) -> None:
        if phone:
            me.press(".top .icon-btn.phone:has(use[href='#i-say'])")
            me.wait(".drawer .emlist")
            assert _axe(me) == []
        me.press(f'[data-emote="{what}"]')

    say("phew")
    for each in (me, friend):
        each.wait('.player[data-seat="seat-1"] .emoted')
    aloud = friend.page.evaluate("[...document.querySelectorAll('.aloud')].map((each) => each.textContent).join()")
    assert ("Camille : Ouf" if lang == "fr" else "Camille: Phew") in aloud.replace("\u202f", " ").replace("\u00a0", " ")
    assert _axe(friend) == []
    friend.until("!document.querySelector('.emoted')")
    say("really")
    say("well")
    if phone:
        me.press(".top .icon-btn.phone:has(use[href='#i-say'])")
    me.wait(".emlist button[disabled]")
    assert house.table(table).seq == seq
    assert me.at(".journal .emoted").count() == 0


def test_one_person_or_all_can_be_muted_on_this_device(house: Stage, screen: Open) -> None:
    house.robots_play = False
    table = house.set_up("declarer", NAMES, MOVES, seed=5, robots=(3,))
    me, friend = screen(table, 0), screen(table, 1, phone=False)
    me.press(".top .icon-btn.phone:has(use[href='#i-say'])")
    me.press('.mutes .btn:has-text("Léa")')
    me.wait('.mutes .btn[aria-pressed="true"]')
    me.page.reload()
    me.wait(".players")
    friend.press('[data-emote="nose"]')
    friend.wait(".emoted")
    shown = _emoted(me)
    assert shown == 1
    assert me.at(".emoted").count() == 0


def _emoted(looker: Screen) -> int:
    """How many emotes have reached a page, once there is one."""
    limit = time.monotonic() + 30
    while time.monotonic() < limit:
        found = len([each for each in looker.received if each["type"] == "emoted"])
        if found:
            looker.page.wait_for_timeout(200)
            return found
        looker.page.wait_for_timeout(50)
    return 0


def test_robots_alone_are_nobody_to_talk_to(house: Stage, screen: Open) -> None:
    me = screen(house.set_up("declarer", NAMES, seed=5, robots=(1, 2, 3)), 0)
    assert me.at(".top .icon-btn:has(use[href='#i-say'])").count() == 0


def test_the_key_shows_who_is_host(house: Stage, screen: Open) -> None:
    me = screen(house.set_up("declarer", NAMES, seed=5), 1, phone=False)
    assert me.at(".ishost").count() == 1
    assert me.at('.player[data-seat="seat-1"] .ishost').count() == 1


def test_a_name_is_reported_by_two_taps(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, seed=5, robots=(3,))
    me = screen(table, 0)
    me.press('.top [aria-label="Menu"]')
    me.press('.menu .btn:has(use[href="#i-flag"])')
    me.wait(".drawer .choice")
    assert me.at(".drawer .choice").count() == 3
    assert _axe(me) == []
    me.press('.drawer .choice:has-text("Paul")')
    me.until("document.querySelector('.notice')?.innerText.includes('Merci')")
    assert [seat for _, seat in house.memory.reports.added][-1:] == [2]
