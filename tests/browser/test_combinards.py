"""Les Joyeux Combinards in a browser: every kind of decision, by taps and by clicks; nothing of others' hands."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as BrowserTimeout

from malle import games
from malle.core import Luck, Message, Over, Seat, Viewer, Waiting
from malle.games.combinards.ledger import hidden_cards
from malle.games.combinards.rules import Combinards
from malle.games.combinards.tests.pictures import PICTURES, Picture
from malle.i18n.translations import Translator
from tests.browser.conftest import Open, Screen, one_a_day
from tests.browser.pictures import set_up
from tests.browser.stage import Stage
from tests.browser.test_access import _axe as serious

FOUR = ("Camille", "Léa", "Paul", "Inès")
AXED = ("fork", "announce", "doubt", "sell-melina", "stop", "flying-control", "end")
SCREENS = [
    pytest.param(
        picture,
        phone,
        id=f"{picture.name}-{'phone' if phone else 'laptop'}",
        marks=() if number % 3 == (0 if phone else 1) and (phone or picture.name in AXED) else pytest.mark.long,
    )
    for number, picture in enumerate(PICTURES)
    for phone in (True, False)
]
"""Every third moment on a phone, others on a laptop; all of them in the long run."""
KEYS = ("screen-", "prompt-", "phase-", "answer-", "stake-", "square-", "card-", "event-", "board-")


@pytest.mark.browser
@pytest.mark.parametrize(("picture", "phone"), SCREENS)
def test_every_moment_fits_the_screen(house: Stage, screen: Open, picture: Picture, phone: bool) -> None:
    """No sideways scroll, nothing untranslated, buttons large enough, no error; the language changes from one moment to
    the next. On a phone the pawn whose turn it is stands inside the window. X1, X6 at some of them: nothing serious for
    axe, by day on a phone, by night on a laptop."""
    lang = "fr" if len(picture.name) % 2 else "en"
    table = set_up(house, "combinards", picture)
    looker = screen(table, picture.seat, phone=phone, lang=lang, dark=not phone, bypass_csp=picture.name in AXED)
    if picture.last:
        house.act(table, house.table(table).awaited[0], picture.last)
        looker.page.wait_for_timeout(300)
    assert looker.script("document.documentElement.scrollWidth <= innerWidth")
    assert not [word for word in looker.script("document.body.innerText").split() if word.startswith(KEYS)]
    for button in looker.at(".ask .btn").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    if picture.name in AXED:
        assert serious(looker) == []
    if phone and not picture.last and picture.name != "end":
        window, pawn = (
            box_of(looker, ".board-box"),
            box_of(looker, f'[data-item="pawn.0.{house.table(table).state.seat}"]'),
        )
        assert window[1] <= pawn[1]
        assert pawn[1] + pawn[3] <= min(window[1] + window[3], looker.script("innerHeight"))


def box_of(looker: Screen, selector: str) -> tuple[float, float, float, float]:
    """Where an element is."""
    found = looker.script(
        f"(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
        " return [r.x, r.y, r.width, r.height]; })()"
    )
    return found[0], found[1], found[2], found[3]


@pytest.mark.browser
@pytest.mark.timeout(240)
@one_a_day("phone", [True, False], ids=["phone", "laptop"])
def test_a_game_by_taps(house: Stage, screen: Open, phone: bool) -> None:
    """Two rounds against robots, by taps alone: whatever is pressed reaches the table as meant."""
    table = house.set_up("combinards", FOUR, options={"rounds": 2}, seed=11, robots=(1, 2, 3))
    house.robots_play = True
    camille, sheet, luck = (
        screen(table, 0, phone=phone, wishes={"confirm": True}),
        games.load_game_info("combinards"),
        Luck(4),
    )
    played = 0
    for _ in range(3000):
        now = house.table(table)
        if isinstance(now.turn, Over):
            break
        if camille.at(".roll:not([disabled])").count():
            camille.press(".roll")
            continue
        if camille.at(".held").count():
            with suppress(BrowserTimeout):  # the robots have gone on meanwhile: nothing is held any more
                camille.at(".btn.go-on").first.click(timeout=1000)
            continue
        if Seat(0) not in now.awaited or not camille.at(".ask").count():
            camille.page.wait_for_timeout(20)
            continue
        view = now.view(Seat(0))
        assert view is not None
        text = now.game.write(sheet.robot(now.game, view, now.legal(Seat(0)), luck))
        tap(camille, now.game, text)
        played += 1
        for _ in range(1500):
            if house.table(table).seq > now.seq:
                break
            camille.page.wait_for_timeout(20)
        assert camille.acts()[-1] == text
    while not camille.at(".play.end").count():  # what befell her last stands until she has seen it
        with suppress(BrowserTimeout):
            camille.at(".roll:not([disabled]), .btn.go-on").first.click(timeout=1000)
    assert played >= 2  # once a round; how often more depends on who answers first


def tap(looker: Screen, game: Any, text: str) -> None:
    """Makes a decision by taps: a button; a card and the bar; a price and the bar."""
    if looker.at(f'[data-act="{text}"]').count():
        looker.press(f'[data-act="{text}"]')
        return
    word, _, what = text.partition(" ")
    if word == "announce":
        named = looker.at(".prices .btn").filter(has_text=f"{what} M").first
        if looker.phone:
            named.tap()
        else:
            named.click()
    else:
        number = [card.name for card in game.numbers.cards].index(what)
        looker.press(f'[data-item="hand.0.{number}"]')
    looker.press(".confirm .go")


@pytest.mark.browser
@one_a_day("name", ["fork", "airport"])
def test_where_a_way_leads_is_lit_and_a_touch_of_the_pawn_leaves_no_bar(house: Stage, screen: Open, name: str) -> None:
    """Each button that leads somewhere has its square, on the board or, outside the window, on the small map."""
    picture = next(each for each in PICTURES if each.name == name)
    table = set_up(house, "combinards", picture)
    me = screen(table, picture.seat)
    me.wait(".answer")
    ways = {act.split()[-1] for act in me.at(".answer").evaluate_all("all => all.map((each) => each.dataset.act)")}
    aims = me.at(".cell.aim").evaluate_all("all => all.map((each) => each.dataset.cell)")
    assert len(aims) >= 2
    assert {each.lower() for each in aims} <= {each.lower() for each in ways}
    assert me.at(".minimap .aim").count() == len(aims)
    me.press(f'[data-ref="pawn.0.{picture.seat}"]')
    me.page.wait_for_timeout(400)
    assert me.at(".confirm .cancel").count() == 0
    assert me.at(".cell.aim").count() == len(aims)


@pytest.mark.browser
@one_a_day("phone", [True, False], ids=["phone", "laptop"])
def test_a_card_that_is_shown_leaves_the_board_in_sight(house: Stage, screen: Open, phone: bool) -> None:
    """Somebody doubted: the card and the verdict stand by the board, and the header waits."""
    picture = next(each for each in PICTURES if each.name == "shown-caught")
    table = set_up(house, "combinards", picture)
    me = screen(table, picture.seat, phone=phone)
    house.act(table, house.table(table).awaited[0], picture.last)
    me.wait(".verdict")
    board = box_of(me, ".board-box")
    assert min(board[2], board[3]) >= 180
    assert me.at(".turn").count() == 0


@pytest.mark.browser
def test_the_question_of_a_price_has_two_equal_answers(house: Stage, screen: Open) -> None:
    """B3: who claims, what, two buttons of the same size, none of them chosen before."""
    doubt = next(picture for picture in PICTURES if picture.name == "doubt")
    looker = screen(set_up(house, "combinards", doubt), doubt.seat)
    boxes = [button.bounding_box() for button in looker.at(".challenge .answer").all()]
    assert len(boxes) == 2
    assert len({(box["width"], box["height"]) for box in boxes if box}) == 1
    assert looker.at('.challenge [aria-pressed="true"], .challenge :focus').count() == 0
    assert "M" in looker.text(".claim b")


@pytest.mark.browser
def test_any_price_may_be_typed(house: Stage, screen: Open) -> None:
    """Six prices have buttons; any other whole number up to one's cash can be typed."""
    announce = next(picture for picture in PICTURES if picture.name == "announce")
    table = set_up(house, "combinards", announce)
    looker = screen(table, announce.seat)
    looker.at(".other-price input").fill("7")
    looker.press(".confirm .go")
    looker.until("document.querySelector('.prices') === null")
    assert looker.acts() == ["announce 7"]


def test_no_frame_names_a_card_that_its_viewer_cannot_know(house: Stage) -> None:
    """H1, H5: over a game, frames of every seat and of the spectator are searched for the names of all cards that are
    hidden from them: in others' hands, in the pack, under a buyer's eyes."""
    table = house.set_up("combinards", FOUR, seed=5)
    house.robots_play = False
    luck, looked = Luck(5), 0
    words = Translator(games.load_game_info("combinards").folder, "fr")
    for _ in range(160):
        now = house.table(table)
        if not isinstance(now.turn, Waiting):
            break
        game, state = now.game, now.state
        assert isinstance(game, Combinards)
        names = {
            card: words.translate(Message(f"card-{game.numbers.cards[card].name}")) for card in game.tables.all_cards
        }
        viewer: Viewer = luck.choice([None, *map(Seat, range(4))])
        frame = house.frame(table, viewer).decode()
        for card in unknown(game, state, viewer):
            assert not re.search(rf"{re.escape(names[card])}(?!\d)", frame), (names[card], viewer)
            looked += 1
        seat = Seat(now.awaited[0])
        house.act(table, seat, game.write(luck.choice(now.legal(seat))))
    assert looked > 4000


def unknown(game: Combinards, state: Any, viewer: Viewer) -> set[int]:
    """The cards that a viewer has never been shown since they were last mixed."""
    found = {card for seat in state.alive if seat != viewer for card in hidden_cards(state, seat)} | set(state.bag)
    if state.card >= 0 and viewer != state.seat:
        found.add(state.card)
    return {card for card in found if state.origin[card] == 0}
