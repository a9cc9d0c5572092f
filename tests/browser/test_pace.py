"""The pace on the screen: what counts can be read, a tap goes on, and nothing befalls a player unseen."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Route

from malle.core import Seat
from malle.games.combinards.tests.pictures import PICTURES
from malle.storage.store import parse_table_id
from tests.browser.conftest import HIDDEN, NAMES, TWO, Open, Screen, one_a_day
from tests.browser.pace import LEAST, WATCH, measure
from tests.browser.pictures import set_up
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser

TAXED, PAYER = (2, 65), 3
"""Here the next move lets this seat roll, pay, and be passed by."""


@pytest.fixture
def paced(house: Stage) -> Iterator[Stage]:
    """The stage, where tables have a pace and robots wait for a nod."""
    house.robots_play = False
    with house.paced():
        yield house


def strip(screen: Screen) -> list[str]:
    return [" ".join(each.split()) for each in screen.at(".strip .event").all_inner_texts()]


def seen(screen: Screen) -> list[int]:
    screen.page.evaluate("0")
    return [each["seq"] for each in screen.sent if each["type"] == "seen"]


def test_a_robots_claim_stands_until_it_can_have_been_read(paced: Stage, screen: Open) -> None:
    """Two robots in a row do not run together: the second is shown when the first could be read."""
    table = paced.set_up("declarer", NAMES, seed=5, robots=(1, 2))
    camille = screen(table, 0)
    camille.script(WATCH)
    claim = paced.table(table).seq + 1
    begun = camille.script("performance.now()")  # before it is shown: a busy machine may look late
    paced.act(table, 2, "declare 1 wine")
    camille.wait(".reading.runs")
    assert "déclare : « 1 vin »" in strip(camille)[-1]
    paced.act(table, 1, "believe")
    camille.until("[...document.querySelectorAll('.strip .event')].at(-1).innerText.includes('paie')")
    assert camille.script("performance.now()") - begun >= 1000 * LEAST * 0.8
    assert camille.received[-1]["seq"] > claim


def test_a_tap_goes_on_at_once_and_tells_the_table(paced: Stage, screen: Open) -> None:
    table = paced.set_up("declarer", NAMES, seed=5, robots=(1, 2, 3))
    slow = "const later = window.setTimeout; window.setTimeout = (work, time) => later(work, time > 50 ? 1e6 : time)"
    camille = screen(table, 0, before=lambda page: page.add_init_script(slow))
    seq = paced.table(table).seq + 1
    paced.act(table, 2, "declare 1 wine")
    camille.wait(".reading.runs")
    camille.page.touchscreen.tap(200, 300)
    camille.until("!document.querySelector('.reading.runs')")
    assert seen(camille)[-1] == seq
    pace = paced.call(paced.house.get_room(parse_table_id(table))).reading_timer
    assert pace.robots_may_move_at == 0


def test_the_last_three_events_stand_on_a_phone_in_every_phase(paced: Stage, screen: Open) -> None:
    table = paced.set_up("declarer", NAMES, ("declare 1 wine", "believe"), seed=5)
    ines = screen(table, 3)
    box = ines.at(".strip").bounding_box()
    assert box
    assert (box["width"], box["height"]) >= (390, 82)
    assert len(strip(ines)) == 3
    assert "25" in strip(ines)[-1]
    ines.press(".strip")
    ines.wait(".drawer .journal")
    laptop = screen(table, 3, phone=False)
    assert laptop.at(".strip").count() == 0


def test_what_is_not_mine_has_no_button_and_the_header_waits(paced: Stage, screen: Open) -> None:
    """Léa searches Paul. Inès, whose turn is next, reads it; Paul and Léa go on by themselves."""
    table = paced.set_up("declarer", NAMES, ("declare nothing",), seed=5)
    ines, paul = screen(table, 3), screen(table, 2)
    paced.act(table, 1, "search")
    ines.wait(".verdict")
    assert "Léa a fouillé Paul" in ines.text(".prompt")
    assert ines.at(".turn, .go-on").count() == 0
    assert not ines.page.title().startswith("●")
    ines.wait(".reading.runs")
    paul.wait(".go-on")
    assert paul.at(".reading").count() == 0
    ines.page.touchscreen.tap(200, 420)
    ines.wait(".turn")
    assert ines.page.title().startswith("●")
    assert paul.at(".go-on").count() == 1


def test_a_line_that_only_i_am_told_wears_an_eye(house: Stage, screen: Open) -> None:
    """In the strip and in the log; what everybody is told wears the mark of its seat."""
    table = house.set_up("declarer", NAMES, seed=5)  # Paul has drawn his cards
    eye = '.mini[aria-label="pour vos yeux seulement"]'
    paul, lea, laptop = screen(table, 2), screen(table, 1), screen(table, 2, phone=False)
    line = paul.at(f".strip .event:has({eye})")
    assert line.count() == 1
    assert "3 bagages" in line.inner_text()
    told = laptop.at(f".journal li {eye}")
    assert told.count() == 1
    assert told.evaluate("eye => eye.nextSibling.textContent").startswith("Vous prenez 4 cartes")
    assert lea.at(".strip .event").count() == 3
    assert lea.at(eye).count() == 0


def test_a_tap_is_offered_only_where_it_makes_things_faster(paced: Stage, screen: Open) -> None:
    """A person thinks as long as they like, and a spectator hurries nobody. A robot goes on after a player's tap."""
    paced.robots_play = False
    for robots, said in ((), "Léa réfléchit."), ((1,), "On attend Léa. Toucher pour aller plus vite."):
        table = paced.set_up("declarer", NAMES, seed=5, robots=robots)
        ines, watcher = screen(table, 3), screen(table, None)
        paced.act(table, 2, "declare nothing")
        ines.wait(".reading.runs")
        watcher.wait(".reading.runs")
        assert ines.text(".reading") == said
        assert "Toucher" not in watcher.text(".reading")


def test_a_control_is_seen_on_the_board(paced: Stage, screen: Open) -> None:
    """The square is lit during a held breath, then the stamp stands beside it, and the board stays."""
    table = paced.set_up("chasse", TWO, (*HIDDEN, "d12-e9"), seed=5)
    ada = screen(table, 0)
    legal = [paced.table(table).game.write(each) for each in paced.table(table).legal(Seat(1))]
    control = next(each for each in legal if each.endswith("e9"))
    ada.script("""() => { window.__first = {}; new MutationObserver(() => { const now = performance.now();
        for (const look of ['lit', 'flag']) if (document.querySelector('.mark.' + look)) window.__first[look] ||= now;
        if (document.querySelector('.aloud').textContent.includes('E9')) window.__first.said ||= now })
        .observe(document.body, { subtree: true, childList: true, characterData: true }) }""")
    paced.act(table, 1, control)
    ada.wait(".mark.flag")
    assert ada.script("window.__first.flag - window.__first.lit") >= 500
    ada.until("window.__first.said")
    assert ada.script("window.__first.said >= window.__first.flag"), "nobody hears it before it is seen"
    flag, board = ada.at(".mark.flag rect").bounding_box(), ada.at("svg.board").bounding_box()
    assert flag
    assert board
    assert board["x"] <= flag["x"]
    assert flag["x"] + flag["width"] <= board["x"] + board["width"]
    ada.wait(".go-on")
    assert ada.at('[data-area="board"]').is_visible()
    ada.press(".acts .hollow")
    ada.until("!document.querySelector('.mark.flag')")
    ada.wait(".mark.flag")
    ada.press(".go-on")
    ada.until("!document.querySelector('.mark.flag')")


def test_a_find_and_an_empty_control_are_held_equally_long(paced: Stage, screen: Open) -> None:
    """By the page's own clock, which the test winds: the wait tells neither side, nor who looks on, what comes."""
    grain = 20
    breaths: dict[str, list[int]] = {}
    for pawn, plates in (("d12", "empty"), ("c13", "found")):
        table = paced.set_up("chasse", TWO, (*HIDDEN, f"{pawn}-e9"), seed=5)
        lookers = [screen(table, seat, before=lambda page: page.clock.install(time=0)) for seat in (0, 1, None)]
        for each in lookers:
            each.page.clock.pause_at(3_600_000)
        paced.act(table, 1, "e3-e9")
        breaths[plates] = []
        for each in lookers:
            _wind(each, ".mark.lit", grain)
            breaths[plates].append(_wind(each, ".mark.flag", grain))
        assert ("good" in (lookers[0].at(".mark.flag").get_attribute("class") or "")) == (plates == "empty")
    longest, shortest = (choose([*breaths["empty"], *breaths["found"]]) for choose in (max, min))
    assert longest - shortest <= 2 * grain, breaths  # it is looked at between two ticks, and lit between two as well
    assert shortest >= 500, breaths


def _wind(looker: Screen, selector: str, grain: int) -> int:
    """Winds a page's clock until something is seen: how far."""
    for ticks in range(3000):
        if looker.at(selector).count():
            return ticks * grain
        looker.page.clock.run_for(grain)
    raise AssertionError(f"{selector} never came")


def moment(house: Stage, seed: int, robots: int) -> tuple[str, int]:
    """A table of Les Joyeux Combinards after so many moves from that deal, and who moves next. The dice after it hang on
    the table's id, and that on the tables there are: there is none before it."""

    async def forget() -> None:
        house.memory.tables.clear()
        rooms: Any = house.house.rooms
        rooms.clear()

    house.robots_play = False
    house.call(forget())
    table = set_up(house, "combinards", SimpleNamespace(seed=seed, robots=robots))
    return table, house.table(table).awaited[0]


HEADERS = """window.__headers = [];
new MutationObserver(() => window.__headers.push(document.querySelector('.prompt').innerText.trim()))
  .observe(document.querySelector('.prompt'), { childList: true, characterData: true, subtree: true })"""
"""From now on every text of the header is kept."""


@one_a_day("phone", [True, False], ids=["phone", "laptop"])
def test_my_dice_lie_there_until_i_throw_them(house: Stage, screen: Open, phone: bool) -> None:
    """By a tap, or by the space bar from anywhere; the header says so, and nothing of the throw is told before."""
    table, mover = moment(house, 1, 16)
    me = screen(table, 2, phone=phone)
    house.act(table, mover)
    me.wait(".roll")
    assert "Lancez les dés" in me.text(".prompt")
    assert me.at(".player.awaited").get_attribute("data-seat") == "seat-3"
    assert "Vous faites" not in "".join(strip(me) or me.at(".journal").all_inner_texts())
    me.script(HEADERS)
    if phone:
        me.press(".roll")
    else:
        me.page.keyboard.press("Space")
    me.until("!document.querySelector('.roll')")
    me.wait(".turn")
    assert me.script("window.__headers")[0] == "Les dés roulent…", "nobody is asked to throw them while they roll"


@one_a_day("phone", [True, False], ids=["phone", "laptop"])
def test_nothing_befalls_me_unseen(house: Stage, screen: Open, phone: bool) -> None:
    """A payment that I did not choose stops: what it was, what is left, and a button."""
    table, mover = moment(house, *TAXED)
    me = screen(table, PAYER, phone=phone)
    house.act(table, mover)
    me.wait(".roll")
    me.press(".roll")
    me.wait(".befell")
    assert "Vous payez" in me.text(".befell ul")
    assert "Vous payez" in me.text(".prompt"), "before what the others do after it"
    assert "Il vous reste" in me.text(".befell .slip")
    assert me.text(".befell .slip b") == me.text(f'[data-sum="{PAYER}"]')
    assert me.at(".turn").count() == 0
    me.press(".go-on")
    me.until("!document.querySelector('.befell')")


def change(house: Stage, table: str, **fields: object) -> None:
    """Something of the state is otherwise."""

    async def changed() -> None:
        room = await house.house.get_room(parse_table_id(table))
        room.table = replace(room.table, state=replace(room.table.state, **fields))

    house.call(changed())


def test_money_that_begins_to_fly_late_takes_nothing_from_a_button(house: Stage, screen: Open) -> None:
    """Its script comes when a tap has passed the payment by: what stops me then is still left by its button."""
    late: list[Route] = []
    table, mover = moment(house, *TAXED)

    def hold(route: Route) -> None:
        late.append(route)

    me = screen(table, PAYER, motion=True, before=lambda page: page.route("**/fly.js*", hold))
    house.act(table, mover)
    me.press(".roll")
    me.until("!document.querySelector('.roll')")
    assert me.at(".befell").count() == 0
    me.page.touchscreen.tap(200, 300)
    me.wait(".befell")
    with me.page.expect_response("**/fly.js*"):
        for each in late:
            each.continue_()
    me.page.wait_for_timeout(200)
    me.press(".go-on")
    me.page.wait_for_selector(".befell", state="detached", timeout=5000)


@one_a_day("phone", [True, False], ids=["phone", "laptop"])
def test_being_out_of_the_game_is_a_screen(house: Stage, screen: Open, phone: bool) -> None:
    """Why, what one had, which place it is, and three ways on; it is read aloud at once."""
    table, mover = moment(house, *TAXED)
    change(house, table, cash=(50, 50, 50, 0))
    me = screen(table, PAYER, phone=phone)
    house.act(table, mover)
    me.wait(".roll")
    assert me.text(f'[data-sum="{PAYER}"]') == "0 M", "no total tells of it before the dice"
    me.press(".roll")
    me.wait(".outbox")
    assert me.at(".outbox[role=alert]").count() == 1
    assert me.at(".verdict").count() == 1
    assert "4 sur 4" in me.text(".outbox .slip")
    assert me.at(".outs .btn").count() == 3
    assert me.script("document.documentElement.scrollWidth <= innerWidth")
    me.press(".outs .go-on")
    me.until("!document.querySelector('.outbox')")
    me.wait(f'[data-seat="seat-{PAYER + 1}"].out')


def test_a_price_is_named_with_the_board_in_sight_and_its_stake_told(house: Stage, screen: Open) -> None:
    """Six prices and one more or less; nothing is chosen before; what a doubt would bring stands in the bar."""
    announce = next(each for each in PICTURES if each.name == "announce")
    table = set_up(house, "combinards", announce)
    game: Any = house.table(table).game
    dear = next(place for place, card in enumerate(game.numbers.cards) if card.price == 50)
    change(house, table, card=dear)
    looker = screen(table, announce.seat)

    def board() -> float:
        box = looker.at(".board-box").bounding_box()
        assert box
        return float(box["height"])

    assert board() >= 287
    assert looker.at(".prices [aria-pressed=true]").count() == 0
    looker.press('.prices .btn:has-text("1 M") >> nth=0')
    assert "je paie 50 M et la carte est perdue" in looker.text(".confirm .what")
    assert board() >= 287
    looker.press(".by-one >> nth=1")
    assert looker.at("#price").input_value() == "2"
    looker.press('.prices .btn:has-text("50 M")')
    assert "à moi pour rien" in looker.text(".confirm .what")


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", ["declarer", "chasse", "combinus", "combinards"])
def test_no_sentence_that_counts_is_on_the_screen_for_less_than_two_seconds(
    house: Stage, browser: Browser, name: str
) -> None:
    measured = measure(house, browser, name)
    print(measured.said(name))
    assert min(measured.stood) >= LEAST
