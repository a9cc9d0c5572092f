"""La chasse aux contrebandiers in a browser: hiding, moving, controls, the end, by taps on a phone and by clicks."""

from __future__ import annotations

import itertools
import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import TimeoutError as BrowserTimeout
from playwright.sync_api import expect

from malle import games
from malle.core import Luck, Over, Seat, Waiting
from malle.core.record import is_verified, verify_record
from malle.games.chasse.tests.pictures import BAIT, HIDDEN, OUT, PICTURES, Picture
from malle.games.golden_records import game_of_record
from malle.i18n.translations import LANGUAGES
from tests.browser.conftest import Open, Screen, one_a_day, watch_focus
from tests.browser.stage import Stage
from tests.browser.test_access import _axe as serious
from tests.browser.test_acting import _focus

pytestmark = pytest.mark.browser
TWO = ("Ada", "Marius")


def moves_to(picture: Picture) -> list[str]:
    """Its moves, with those of the robots."""
    sheet = games.load_game_info("chasse")
    game, luck, moves = games.load_game("chasse")(2, picture.options), Luck(8), list(picture.moves)
    state: Any = game.new()
    left = picture.robots
    for text in moves:
        turn = game.turn(state)
        assert isinstance(turn, Waiting)
        state, _ = game.apply(state, turn.seats[0], game.read(text, state, turn.seats[0]))
    while left and isinstance(turn := game.turn(state), Waiting):
        seat = turn.seats[0]
        action = sheet.robot(game, game.view(state, seat), tuple(game.legal(state, seat)), luck)
        moves.append(game.write(action))
        state, _ = game.apply(state, seat, action)
        left -= 1
    return moves


def look_at(house: Stage, screen: Open, picture: Picture, *, phone: bool, lang: str, **options: Any) -> Screen:
    """Opens the moment and lets happen what happens."""
    table = house.set_up("chasse", TWO, moves_to(picture), options=picture.options, before=picture.before)
    looker = screen(table, picture.seat, phone=phone, lang=lang, wishes={"confirm": True}, **options)
    for square in picture.press:
        looker.press(f'[data-cell="{square}"]')
    if picture.last:
        house.act(table, 1 - (picture.seat or 0), picture.last)
        looker.page.wait_for_timeout(300)
    return looker


IN_VIEW = """() => {
  const place = document.querySelector(".play").getBoundingClientRect();
  const squares = [...document.querySelectorAll(".cell.can")].map(each => each.getBoundingClientRect());
  return squares.map(each => each.top >= place.top && each.bottom <= place.bottom);
}"""


def test_what_can_be_pressed_is_in_view_on_a_phone(house: Stage, screen: Open) -> None:
    """Where plates are hidden on a short phone the board is taller than its place: it shows the end at which pawns can
    be pressed, from the first plate on, and stays where a finger has moved it to meanwhile."""
    table = house.set_up("chasse", TWO, [])
    page = screen(table, 0, phone=True, lang="fr", viewport={"width": 390, "height": 740}).page
    page.wait_for_selector(".cell.can")
    assert page.evaluate("document.querySelector('.play').scrollHeight > document.querySelector('.play').clientHeight")
    for _ in range(300):
        if all(seen := page.evaluate(IN_VIEW)):
            break
        page.wait_for_timeout(20)
    assert seen == [True] * 13
    page.evaluate("document.querySelector('.play').scrollTop = 0")
    expect(page.locator(".players")).to_contain_text("hors ligne")
    screen(table, 1, phone=True, lang="fr")  # whoever comes draws it anew
    expect(page.locator(".players")).not_to_contain_text("hors ligne")
    assert not all(page.evaluate(IN_VIEW))


def _everyday(number: int, phone: bool, lang: str) -> bool:
    """Every third moment on a phone in French and others on a laptop in English; all of them in the long run."""
    return lang == "fr" and number % 3 == 1 if phone else lang == "en" and number % 6 == 0


SCREENS = [
    pytest.param(
        picture,
        phone,
        lang,
        id=f"{picture.name}-{'phone' if phone else 'laptop'}-{lang}",
        marks=() if _everyday(number, phone, lang) else pytest.mark.long,
    )
    for number, picture in enumerate(PICTURES)
    for phone, lang in itertools.product((True, False), LANGUAGES)
]


@pytest.mark.parametrize(("picture", "phone", "lang"), SCREENS)
def test_every_moment_fits_the_screen(house: Stage, screen: Open, picture: Picture, phone: bool, lang: str) -> None:
    """No sideways scroll, squares large enough for a finger, no key left untranslated, no error; and for every
    third one X1, X6: nothing serious for axe, by day on a phone, by night on a laptop."""
    looker = look_at(house, screen, picture, phone=phone, lang=lang, dark=not phone, bypass_csp=True)
    assert looker.script("document.documentElement.scrollWidth <= innerWidth")
    for cell in looker.at("[data-cell]").all()[:3]:
        box = cell.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
    said = looker.script("document.body.innerText")
    assert not [word for word in said.split() if word.startswith(("screen-", "prompt-", "phase-", "over-"))]
    if PICTURES.index(picture) % 3 == (1 if phone else 0):
        assert serious(looker) == []


@pytest.mark.timeout(180)
def test_a_whole_game_by_taps_on_a_phone(house: Stage, screen: Open) -> None:
    """The smuggler plays what a robot would, with three taps a move, four where they want the other way; a robot has
    the customs. Whatever is tapped reaches the table as meant."""
    table = house.set_up("chasse", TWO, robots=(1,))
    ada = screen(table, 0)
    assert play_by_taps(house, ada, table, Seat(0)) > 10
    ada.wait("text=La frontière ferme")


@pytest.mark.long
@pytest.mark.timeout(240)
def test_a_match_by_taps_on_a_phone(house: Stage, screen: Open) -> None:
    """One tap after the first game opens the second, in which the robot has the other side; the end shows both games and
    the sum. Each game has a record of its own, and both verify."""
    first = house.set_up("chasse", TWO, robots=(1,))
    ada = screen(first, 0)
    play_by_taps(house, ada, first, Seat(0))
    ada.wait("text=Partie 1 sur 2")
    ada.press(".btn:has-text('Partie 2 sur 2 : changer de camp')")
    ada.wait(".players .match")
    second = house.table(first).next_table
    assert ada.page.url.endswith(f"/tables/{second}")
    assert house.table(second).seat_kinds == ("robot", "person")
    assert "douane" in ada.text(".player:has-text('Vous')")
    over = house.table(first).over
    assert over is not None
    mine, theirs = over.scores
    assert f"Vous {mine}" in ada.text(".match")
    play_by_taps(house, ada, second, Seat(1))
    ada.wait(".scores.legs")
    over = house.table(second).over
    assert over is not None
    rows = [re.sub("[\u00a0\u202f]", "", row.inner_text()).split() for row in ada.at(".legs tbody tr").all()]
    own = next(row for row in rows if "Vous" in row)
    other = next(row for row in rows if "Vous" not in row)
    assert own[-3:] == [str(mine), str(over.scores[1]), str(mine + over.scores[1])]
    assert other[-3:] == [str(theirs), str(over.scores[0]), str(theirs + over.scores[0])]
    said = {1: "Vous avez gagné.", 0: "Égalité.", -1: "Vous avez perdu."}
    assert ada.text(".big") == said[(int(own[-1]) > int(other[-1])) - (int(own[-1]) < int(other[-1]))]
    ada.wait(".btn:has-text('Revanche')")
    for table in (first, second):
        record = ada.page.request.get(f"{house.address}/tables/{table}/record").text()
        assert is_verified(verify_record(record, game_of_record))


@one_a_day("phone", [True, False], ids=["phone", "laptop"])
def test_one_click_is_enough_for_two_people(house: Stage, screen: Open, phone: bool) -> None:
    """Ada goes on; Marius and whoever watches are shown where. Marius sits there by the token he had, the watcher only
    watches."""
    table = house.set_up("chasse", TWO, moves_to(next(each for each in PICTURES if each.name == "end")))
    ada, marius, eve = (screen(table, seat, phone=phone, wishes={"confirm": True}) for seat in (0, 1, None))
    assert eve.at(".go-next").count() == 0
    ada.press(".go-next")
    ada.wait(".players .match")
    for other in (marius, eve):
        other.wait("a.go-next:has-text('La partie 2 sur 2 a commencé')")
        other.press(".go-next")
        other.wait(".players .match")
        assert other.page.url == ada.page.url
    viewers = [[each["viewer"] for each in who.received if each["type"] == "state"][-1] for who in (ada, marius, eve)]
    assert viewers == [1, 0, None]
    marius.wait("text=À vous")
    for square in ("M13", "C13", "B12", "C13", "D12"):
        marius.press(f'[data-cell="{square}"]')
    marius.press(".confirm .go")
    marius.until("document.querySelector('.confirm.choosing, .confirm.pending') === null")
    assert marius.acts() == ["hide b12", "hide c13", "hide c13", "hide d12", "hide m13"]


def play_by_taps(house: Stage, ada: Screen, table: str, seat: Seat) -> int:
    """To the end: what a robot would do, by taps. How many moves it was."""
    game, sheet, luck, moves = house.table(table).game, games.load_game_info("chasse"), Luck(4), 0
    while not isinstance(house.table(table).turn, Over):
        now = house.table(table)
        if seat not in now.awaited:
            ada.page.wait_for_timeout(20)
            continue
        view = now.view(seat)
        assert view is not None
        text = game.write(sheet.robot(game, view, now.legal(seat), luck))
        if text.startswith("hide"):
            texts = hidden_by_robot(house, table, luck)
            for each in luck.sample(texts, 5):
                assert tap_square(ada, each[5:].upper())
            ada.press(".confirm .go")
            moves += 5
            reaches(house, ada, table, now.seq + 4, texts[-1])
            assert ada.acts()[-5:] == texts
            continue
        taps = tap(ada, text)
        assert taps <= (4 if text.count("-") == 2 else 3)
        moves += 1
        reaches(house, ada, table, now.seq, text)
        assert moves < 150, "the game goes on and on"
    while not ada.at(".play.end").count():  # what befell her last stands until she has seen it
        with suppress(BrowserTimeout):
            ada.at(".btn.go-on").first.click(timeout=1000)
    return moves


def hidden_by_robot(house: Stage, table: str, luck: Luck) -> list[str]:
    """Where a robot would hide the plates."""
    game, robot, state = house.table(table).game, games.load_game_info("chasse").robot, house.table(table).state
    texts = []
    while state.phase == "hide":
        action = robot(game, game.view(state, Seat(0)), tuple(game.legal(state, Seat(0))), luck)
        texts.append(game.write(action))
        state, _ = game.apply(state, Seat(0), action)
    return texts


def reaches(house: Stage, ada: Screen, table: str, seq: int, text: str) -> None:
    """What was chosen at this seq reaches the table as meant."""
    for _ in range(1500):
        if house.table(table).seq > seq and ada.acts()[-1:] == [text]:
            return
        ada.page.wait_for_timeout(20)
    raise AssertionError(f"{text!r} was meant, {ada.acts()[-1:]} was sent")


def tap(ada: Screen, text: str) -> int:
    """Makes a move by taps, and counts them. On a busy machine a tap may come too late to be heard: then once more."""
    squares = [text.split("-")[0], text.split("-")[-1]]
    for _ in range(5):
        if all(tap_square(ada, square.upper()) for square in squares) and ada.at(".confirm .go").count():
            break
        ada.page.keyboard.press("Escape")
    other = text.count("-") == 2
    if other:
        ada.press(".confirm .alt")
    ada.press(".confirm .go")
    return len(squares) + other + 1


def tap_square(ada: Screen, square: str) -> bool:
    """Taps a square once it can be tapped; a control that was made before is shown until one goes on."""
    for _ in range(100):
        if ada.at(".play.held").count():
            ada.press(".btn:has-text('Continuer')")
        elif ada.at(f'[data-cell="{square}"].can').count():
            try:
                ada.at(f'[data-cell="{square}"].can').first.tap(timeout=2000)
            except BrowserError:
                return False
            return True
        ada.page.wait_for_timeout(40)
    return False


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_whole_game_by_keyboard_alone(house: Stage, screen: Open) -> None:
    """X2: Tab and arrows reach every pawn, every square, the bar, what a control shows, and after the end the second
    game; the focus can be seen all the time."""
    table = house.set_up("chasse", TWO, robots=(1,))
    ada = screen(table, 0, phone=False, wishes={"confirm": True}, before=watch_focus)
    sheet, luck = games.load_game_info("chasse"), Luck(4)
    moves = 0
    while not isinstance(house.table(table).turn, Over):
        now = house.table(table)
        if Seat(0) not in now.awaited:
            ada.page.wait_for_timeout(20)
            continue
        view = now.view(Seat(0))
        assert view is not None
        text = now.game.write(sheet.robot(now.game, view, now.legal(Seat(0)), luck))
        hides = hidden_by_robot(house, table, luck)
        squares = [each[5:] for each in hides] or [text.split("-")[0], text.split("-")[-1]]
        by_keys(ada, [square.upper() for square in squares], other=text.count("-") == 2)
        reaches(house, ada, table, now.seq + max(0, len(hides) - 1), hides[-1] if hides else text)
        moves += 1
    assert moves > 10
    ada.wait(".go-on, .end")
    if ada.at(".go-on").count():
        enter(ada, ".go-on")
    assert ada.script("window.__lost") == 0
    enter(ada, ".go-next")
    ada.wait(".players .match")


def by_keys(ada: Screen, squares: list[str], *, other: bool) -> None:
    """Goes to the squares by arrows, picks with Enter, and plays what the bar says."""
    ada.wait(f'.go-on, [data-cell="{squares[0]}"].can')
    while ada.at(".go-on").count():
        enter(ada, ".go-on")
        ada.wait(f'.go-on, [data-cell="{squares[0]}"].can')
    _focus(ada, "[data-cell]")
    for square in squares:
        walk(ada, square)
        ada.page.keyboard.press("Enter")
    if other:
        enter(ada, ".confirm .alt")
    enter(ada, ".confirm .go")


def walk(ada: Screen, square: str) -> None:
    """By arrows, as the board lies before the smuggler."""
    for _ in range(30):
        here = ada.script("document.activeElement.dataset.cell")
        if here == square:
            return
        if here[0] != square[0]:
            ada.page.keyboard.press("ArrowRight" if here[0] < square[0] else "ArrowLeft")
        else:
            ada.page.keyboard.press("ArrowDown" if int(here[1:]) < int(square[1:]) else "ArrowUp")
    raise AssertionError(f"{square} is not reached by arrows")


def enter(ada: Screen, selector: str) -> None:
    """Presses something by Tab and Enter."""
    _focus(ada, selector)
    ada.page.keyboard.press("Enter")


def test_no_move_is_made_by_accident(house: Stage, screen: Open) -> None:
    """One tap picks, a second aims, and only the bar plays; taking it back plays nothing."""
    table = house.set_up("chasse", TWO, OUT[:-1])
    ada = screen(table, 0)
    ada.press('[data-cell="E8"]')
    ada.press('[data-cell="G5"]')
    ada.page.wait_for_timeout(200)
    assert ada.acts() == []
    ada.press(".confirm .cancel")
    ada.press('[data-cell="B8"]')  # an empty square
    assert ada.acts() == []
    assert house.table(table).seq == len(TWO) + len(OUT[:-1])


def test_the_other_way_is_drawn_and_played(house: Stage, screen: Open) -> None:
    """A13 on a real board."""
    ada = screen(house.set_up("chasse", TWO, OUT[:-1]), 0)
    ada.press('[data-cell="E8"]')
    ada.press('[data-cell="G5"]')
    first = ada.at(".way .over").get_attribute("d")
    ada.press(".confirm .alt")
    assert ada.at(".way .over").get_attribute("d") != first
    ada.press(".confirm .go")
    ada.until("document.querySelector('.confirm .go') === null")
    assert ada.acts() == ["e8-g8-g5"]


def test_a_wrong_square_says_the_number_of_the_column(house: Stage, screen: Open) -> None:
    """A3: the reason."""
    ada = screen(house.set_up("chasse", TWO, OUT[:-1]), 0)
    ada.press('[data-cell="E8"]')
    ada.press('[data-cell="E7"]')
    ada.wait(r"text=/colonne E.*imposé\s:\s5/")


@pytest.mark.parametrize(("moves", "control", "verdict"), [(OUT, "f2-g5", "SAISI"), (BAIT, "g3-g7", "EN RÈGLE")])
def test_a_control_is_seen_by_both(
    house: Stage, screen: Open, moves: tuple[str, ...], control: str, verdict: str
) -> None:
    """The stake before, the verdict after, until one goes on."""
    table = house.set_up("chasse", TWO, moves)
    ada, marius = screen(table, 0), screen(table, 1)
    first, last = control.upper().split("-")
    marius.press(f'[data-cell="{first}"]')
    marius.press(f'[data-cell="{last}"]')
    assert "Contrôler" in marius.text(".confirm")
    assert "50 points" in marius.text(".confirm")
    marius.press(".confirm .go")
    for each in (ada, marius):
        each.wait(f"text={verdict}")
        each.press(".btn:has-text('Continuer')")
        each.wait("svg.board")


def test_nothing_about_the_plates_reaches_the_customs(house: Stage, screen: Open) -> None:
    """H1 and H6: two games that differ only in where the plates are send the customs and the spectator the same scenes,
    the same number of frames, and the same sentences."""
    frames = []
    for hidden in (HIDDEN, ("hide a13", "hide b12", "hide b12", "hide b12", "hide m13")):
        table = house.set_up("chasse", TWO)
        watchers = [screen(table, 1), screen(table, None)]
        for text in (*hidden, "e13-e8", "m3-m4", "e8-g5"):
            house.act(table, house.table(table).awaited[0], text)
            if house.table(table).seq < len(TWO) + len(hidden):
                continue  # shown with the last
            for watcher in watchers:
                seq = house.table(table).seq
                for _ in range(3000):
                    if watcher.received and watcher.received[-1].get("seq") == seq:
                        break
                    watcher.page.wait_for_timeout(10)
        frames.append(
            [
                [(each.get("scene"), each.get("own"), each.get("heard")) for each in watcher.received]
                for watcher in watchers
            ]
        )
    assert frames[0] == frames[1]
