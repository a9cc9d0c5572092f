"""Combinus in the browser: a table for two, and the page for one."""

from __future__ import annotations

import json
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from malle import games
from malle.core import Luck, Over, Seat, Waiting
from malle.core.dealer import Dealer, DrawCounter
from malle.core.play import make_move, resolve_chance
from malle.i18n.translations import Translator
from tests.browser.conftest import Open, Screen, every_look, one_a_day, watch_focus
from tests.browser.stage import Stage
from tests.browser.test_access import _axe
from tests.browser.test_acting import WAYS, _focus

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif("combinus" not in games.OWN_GAMES, reason="the game was taken out"),
]

PAIR = ("Camille", "Hugo")
SOLUTIONS = Path(__file__).parents[2] / "src" / "malle" / "games" / "combinus" / "data" / "solutions.json"
CELLS = [f"{letter}{row}" for row in range(1, 6) for letter in "ABCDE"]


# ---- two players


def moves_until(seed: int, wanted: Any) -> tuple[list[str], int]:
    """Robots play with the stage's deal of that seed until a state is wanted; who is awaited then."""
    sheet = games.load_game_info("combinus")
    game = games.load_game("combinus")(2)
    draws, luck, moves = DrawCounter(Dealer(seed.to_bytes(32, "big"), "stage")), Luck(seed), list[str]()
    state, _ = resolve_chance(game, game.new(), draws.pick)
    while isinstance(turn := game.turn(state), Waiting):
        seat = Seat(turn.seats[0])
        if wanted(game, state):
            return moves, seat
        action = sheet.robot(game, game.view(state, seat), tuple(game.legal(state, seat)), luck)
        moves.append(game.write(action))
        state, _ = make_move(game, state, seat, action, draws.pick)
    return moves, 0


def may_exchange(game: Any, state: Any) -> bool:
    legal = game.legal(state, state.seat)
    return {type(action).__name__ for action in legal} == {"Place", "Exchange"} and len(state.position.networks) > 4


def test_the_tile_in_hand_shows_its_squares_at_once_and_is_laid_by_two_taps(house: Stage, screen: Open) -> None:
    table = house.set_up("combinus", PAIR, ("borders left-right",), seed=5)
    seat = house.table(table).awaited[0]
    me = screen(table, seat)
    me.wait(".cell.aim")
    assert me.at(".cell.aim").count() == 25
    me.press('[data-cell="C3"]')
    me.wait(".go")
    assert me.text(".confirm .what").startswith("Poser en C3")
    me.press(".go")
    me.until("document.querySelector('.piece')")
    assert me.acts()[0].startswith("place ")
    assert me.acts()[0].endswith(" C3")


def test_a_tile_is_turned_before_it_is_laid(house: Stage, screen: Open) -> None:
    moves, seat = moves_until(
        5, lambda game, state: state.phase == "place" and len(game.grid.poses_of_tile[state.tile]) == 4
    )
    me = screen(house.set_up("combinus", PAIR, moves, seed=5), seat)
    target = me.wait(".cell.aim").first.get_attribute("data-cell")
    me.press(f'[data-cell="{target}"]')
    before = me.text(".confirm .what")
    if me.at(".alt").count():
        me.press(".alt")
        assert me.text(".confirm .what") != before
        assert "tour" in me.text(".confirm .what")
    me.press(".go")
    me.until("!document.querySelector('.go')")
    assert len(me.acts()) == 1


def test_a_refused_square_says_what_clashes(house: Stage, screen: Open) -> None:
    moves, seat = moves_until(5, lambda game, state: state.phase == "place" and len(game.legal(state, state.seat)) < 12)
    me = screen(house.set_up("combinus", PAIR, moves, seed=5), seat)
    me.wait(".cell.aim")
    said = set()
    for cell in CELLS:
        at = me.at(f'[data-cell="{cell}"]')
        if "aim" not in (at.get_attribute("class") or ""):
            me.press(f'[data-cell="{cell}"]')
            said.add(me.text(".notice"))
    assert any("Blanc contre point" in each or "points ne coïncident pas" in each for each in said)
    assert any("Case occupée" in each for each in said)
    assert me.acts() == []


def test_an_exchange_by_keyboard(house: Stage, screen: Open) -> None:
    """Tab and arrows to a square that holds a tile, Enter, and the tile taken off goes to another square. The focus
    never falls to the page itself."""
    moves, seat = moves_until(5, may_exchange)
    table = house.set_up("combinus", PAIR, moves, seed=5)
    me = screen(table, seat, phone=False, wishes={"confirm": True}, before=watch_focus)
    me.wait(".banner")
    assert "échange permis" in me.text(".banner")
    press = WAYS["keyboard"].press
    for _ in range(2):
        me.wait(".cell.aim")
        aims = me.at(".cell.aim:has(.round)")
        cell = (aims if aims.count() else me.at(".cell.aim")).first.get_attribute("data-cell")
        press(me, f'[data-cell="{cell}"]')
        press(me, ".go")
        me.answered()
        assert me.script("document.activeElement !== document.body")
    first, second = me.acts()
    assert first.startswith("exchange ")
    assert second.startswith("place ")
    assert me.script("window.__lost") == 0


@one_a_day("way", ["tap", "keyboard"])
@pytest.mark.timeout(600)
def test_a_whole_game(house: Stage, screen: Open, way: str) -> None:
    """Against a robot, to the end screen with the count of branches; by Tab, arrows and Enter alone, if by keyboard, and
    the focus never falls to the page itself."""
    table = house.set_up("combinus", PAIR, seed=3, robots=(1,))
    me = screen(table, 0, phone=way == "tap", wishes={"confirm": True}, before=watch_focus)
    play_out(me, way)
    assert me.at(".end .slip").count() == 1
    assert me.script("window.__lost") == 0
    over = house.table(table).turn
    assert isinstance(over, Over)


def play_out(me: Screen, way: str) -> None:
    """Does whatever may be done, until the game is over."""
    press = WAYS[way].press
    for _ in range(80):
        me.until(
            "document.querySelector('.end, .go-on, .cell.aim, .answer, .thing.can') || document.title.startsWith('●')"
        )
        if me.at(".end").count():
            break
        if me.at(".answer").count():
            press(me, ".answer")
        elif me.at(".cell.aim").count():
            press(me, f'[data-cell="{me.at(".cell.aim").first.get_attribute("data-cell")}"]')
            press(me, ".go")
        elif me.at(".thing.can").count():
            press(me, ".thing.can")
            if me.at(".go").count():
                press(me, ".go")
        me.page.wait_for_timeout(60)
        assert way == "tap" or not me.acts() or me.script("document.activeElement !== document.body")
    me.wait(".end")


@one_a_day("phone", [True, False], ids=["phone", "laptop"])
def test_my_borders_wear_my_colour_and_a_pattern(house: Stage, screen: Open, phone: bool) -> None:
    """Dots on one's own, stripes on the other's, on the two sides that the chip names."""
    table = house.set_up("combinus", PAIR, ("borders left-right",), seed=5)
    sides = house.table(table).state.sides
    for seat in (0, 1):
        me = screen(table, seat, phone=phone)
        for look, owner in (("dots", seat), ("hatch", 1 - seat)):
            worn = me.at(f'.ground rect[fill="url(#{look})"]')
            boxes = [worn.nth(index).bounding_box() for index in range(worn.count())]
            assert [box["height"] > box["width"] for box in boxes if box] == [owner == sides] * 2
            under = worn.evaluate_all("all => all.map((each) => each.previousElementSibling.style.fill)")
            assert under == [f"var(--seat-{owner + 1})"] * 2
        chip = me.text(f'.player[data-seat="seat-{seat + 1}"]')
        assert ("gauche et droite" in chip) == (seat == sides)


def test_both_pairs_of_borders_are_seen_before_one_is_chosen_and_discs_are_explained(
    house: Stage, screen: Open
) -> None:
    """Left and right wear one look, top and bottom another, before they are anybody's."""
    house.robots_play = False
    table = house.set_up("combinus", PAIR, seed=5)
    me = screen(table, house.table(table).awaited[0])
    shapes = me.at('.ground rect[fill^="url(#"]').evaluate_all(
        "all => all.map((each) => `${each.getAttribute('fill')} ${each.getAttribute('width') < each.getAttribute('height')}`)"
    )
    assert sorted(shapes) == ["url(#dots) true"] * 2 + ["url(#hatch) false"] * 2
    assert [me.at(f'.answer [href="#borders-{pair}"]').count() for pair in ("left-right", "top-bottom")] == [1, 1]
    assert me.at('[data-area="legend"]').count() == 0
    me.press(".answer")
    me.until("document.querySelector('.confirm .go, .cell.aim')")
    seat = house.table(table).awaited[0]
    house.act(table, seat)
    me.wait('[data-area="legend"]')
    assert "Plein : branchement relié" in me.text('[data-area="legend"]')


def test_the_other_sees_a_back_until_the_tile_is_laid(house: Stage, screen: Open) -> None:
    table = house.set_up("combinus", PAIR, ("borders left-right",), seed=5)
    seat = house.table(table).awaited[0]
    other = screen(table, 1 - seat)
    state = house.table(table).view(Seat(seat))
    assert state is not None
    name = games.load_game("combinus")(2).numbers.tile_names[state.now.tile]  # type: ignore[attr-defined]
    scene = other.received[-1]["scene"]
    held = next(area for area in scene["areas"] if area["id"] == "held")
    assert [item["symbol"] for item in held["items"]] == ["tile-back"]
    said = json.dumps({"log": other.received[-1]["log"], "held": held, "prompt": scene["prompt"]})
    assert name not in said


@pytest.mark.parametrize(("lang", "phone", "dark"), every_look(("en", False, True)))
def test_axe_finds_nothing_serious(house: Stage, screen: Open, lang: str, phone: bool, dark: bool) -> None:
    moves, seat = moves_until(5, may_exchange)
    me = screen(house.set_up("combinus", PAIR, moves, seed=5), seat, phone=phone, lang=lang, dark=dark)
    me.wait(".cell.aim")
    assert _axe(me) == []
    alone = screen("", None, phone=phone, dark=dark, path=f"/solo/combinus?lang={lang}")
    alone.wait("[data-cell]")
    lay(alone, "aaaa", "A1")
    assert _axe(alone) == []


# ---- alone


def solo(screen: Open, *, phone: bool = True, lang: str = "fr", challenge: str = "none", **how: Any) -> Screen:
    me = screen("", None, phone=phone, path=f"/solo/combinus?lang={lang}#{challenge}", **how)
    me.wait("[data-cell]")
    return me


def lay(me: Screen, tile: str, cell: str, turns: int = 0) -> None:
    """Take a tile from the tray, turn it, lay it."""
    for _ in range(1 + turns):
        me.at(f'[data-tile="{tile}"]').click()
    me.at(f'[data-cell="{cell}"]').click()


def lay_code(me: Screen, code: str, cell: str) -> None:
    tile = "joker" if code == "joker" else min(code[at:] + code[:at] for at in range(4))
    turns = 0 if code == "joker" else next(turn for turn in range(4) if tile[4 - turn :] + tile[: 4 - turn] == code)
    lay(me, tile, cell, turns)


def posed(me: Screen, cell: str) -> str:
    return me.at(f'[data-cell="{cell}"]').get_attribute("data-pose") or ""


def test_placing_turning_moving_removing_and_undo_are_free(screen: Open) -> None:
    me = solo(screen)
    lay(me, "-baa", "B1")
    assert posed(me, "B1") == "-baa"
    me.press('[data-do="turn"]')
    assert posed(me, "B1") == "a-ba"
    me.press('[data-cell="D4"]')
    assert (posed(me, "B1"), posed(me, "D4")) == ("", "a-ba")
    me.press('[data-do="remove"]')
    assert posed(me, "D4") == ""
    for cell, pose in (("D4", "a-ba"), ("B1", "a-ba"), ("B1", "-baa"), ("B1", "")):
        me.press('[data-do="undo"]')
        assert posed(me, cell) == pose
    assert me.at('[data-do="undo"]').is_disabled()


def test_tiles_are_dragged_to_the_board_on_it_and_off_it(screen: Open) -> None:
    me = solo(screen, phone=False)
    drag(me, '[data-tile="-aab"]', '[data-cell="B2"]')
    assert posed(me, "B2") == "-aab"
    drag(me, '[data-cell="B2"]', '[data-cell="D4"]')
    assert (posed(me, "B2"), posed(me, "D4")) == ("", "-aab")
    drag(me, '[data-cell="D4"]', ".prompt")
    assert posed(me, "D4") == ""
    assert me.at('[data-tile="-aab"]').count() == 1


def drag(me: Screen, source: str, target: str) -> None:
    mouse = me.page.mouse
    start, end = me.at(source).first.bounding_box(), me.at(target).first.bounding_box()
    assert start
    assert end
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    assert me.at(".lifted").count() == 1
    mouse.up()


def test_the_clash_is_shown_on_the_side_that_clashes(screen: Open) -> None:
    me = solo(screen)
    lay(me, "aaab", "B3")
    lay(me, "----", "B4")
    assert me.at("[data-zigzag]").count() == 1
    assert me.at("[data-zigzag]").get_attribute("data-zigzag") == "B3s"
    assert "Blanc contre point" in me.text("[data-clash]")
    assert me.at("[data-clash]").get_attribute("data-clash") == "B4n"
    assert "lost" in (me.at('.solo [data-point="fits"]').get_attribute("class") or "")
    me.press('[data-do="remove"]')
    lay(me, "aaaa", "B4")
    assert "points ne coïncident pas" in me.text("[data-clash]")


def test_the_checklist_is_live(screen: Open) -> None:
    me = solo(screen)
    assert "ok" in (me.at('.solo [data-point="centre"]').get_attribute("class") or "")
    lay(me, "---a", "A1")  # a branch on the left
    assert "lost" in (me.at('.solo [data-point="branches"]').get_attribute("class") or "")
    assert me.text('.solo [data-point="branches"] b') == "1"


@pytest.mark.timeout(120)
def test_a_challenge_is_solved_and_stays_solved(screen: Open) -> None:
    me = solo(screen, phone=False, lang="en", challenge="middles")
    codes = json.loads(SOLUTIONS.read_text())["middles"].replace("/", " ").split()
    for code, cell in zip(codes, CELLS, strict=True):
        if cell != "C3":  # the joker lies there from the start
            lay_code(me, code, cell)
    assert me.text(".result h2") == "Solved!"
    assert me.text(".result p") == "Without a hint."
    assert me.at(".checks .ok").count() >= 3
    me.page.reload()
    me.wait(".result")
    assert posed(me, "C3") == "joker"
    assert me.at(".defis li:nth-child(4) svg").count() == 1
    # It cannot be spoilt: neither by a tap nor by a key.
    me.at('[data-cell="A1"]').click()
    for key in ("r", "Delete", "u"):
        me.page.keyboard.press(key)
    assert [posed(me, cell) for cell in CELLS] == codes
    assert not me.at(".sheet").is_visible()
    assert me.at(".result canvas").count() == 1
    me.press('[data-do="again"]')
    assert (posed(me, "A1"), posed(me, "C3")) == ("", "joker")
    me.wait(".traysolo")


def test_the_next_challenge_is_one_tap_away_and_hints_are_told(screen: Open) -> None:
    """Solved with hints is solved, and says so; what comes next is the day's, if it is still to do."""
    from malle.games.combinus.solitaire import solutions

    me = solo(screen, lang="en", challenge="middles")
    me.script("(board) => localStorage.setItem('malle-solo-combinus', JSON.stringify({solver: "
              "'00000000-0000-4000-8000-000000000000', kept: {middles: {board, hints: 2, seconds: 65, solved: true}}}))",
              json.loads(SOLUTIONS.read_text())["middles"])  # fmt: skip
    me.page.reload()
    me.wait(".result")
    assert me.text(".result p") == "With 2 hints."
    assert me.text(".figures li:first-child b") == "1 min 05"
    me.press('[data-do="next"]')
    me.until("location.hash.startsWith('#day-')")
    assert me.script("location.hash.slice(1)") in solutions.load_solutions()
    me.until("!document.querySelector('.result')")  # a turn of the loop after the address


def test_the_day_changes_at_the_players_midnight(screen: Open) -> None:
    """Ten minutes past midnight in Paris it is still yesterday in Greenwich."""
    from datetime import UTC, datetime, timedelta

    me = solo(screen, challenge="today")
    zone = "Pacific/Kiritimati" if datetime.now(UTC).hour >= 10 else "Pacific/Niue"
    me.context.new_cdp_session(me.page).send("Emulation.setTimezoneOverride", {"timezoneId": zone})
    me.page.reload()
    me.wait("[data-cell]")
    far = 14 if zone == "Pacific/Kiritimati" else -11
    day = (datetime.now(UTC) + timedelta(hours=far)).date()
    assert day != datetime.now(UTC).date()
    task = import_module("malle.games.combinus.solitaire.daily").challenge_of_day(day)
    words = Translator(games.load_game_info("combinus").folder, "fr", for_screen=True)
    title = import_module("malle.games.combinus.solitaire.api").daily_title(task, words.translate)
    assert me.text(".goal .sum") == title


def test_a_square_first_and_then_a_piece(screen: Open) -> None:
    """Either way round."""
    me = solo(screen)
    me.press('[data-cell="B2"]')
    assert me.text(".prompt") == "Case B2 : quelle pièce ?"
    me.press('[data-tile="aaaa"]')
    assert posed(me, "B2") == "aaaa"
    rows = me.script("new Set([...document.querySelectorAll('.tl')].map((each) => each.offsetTop)).size")
    assert rows == 3  # 23 pieces, eight in a row: none has to be scrolled for


UNKNOWN = "Not found in time"


def insist(me: Screen, question: str, answer: str) -> None:
    """Asks until it is answered so: a solver that two seconds were too short for says that it does not know."""
    said = "document.querySelector('.clash')?.textContent ?? ''"
    for _ in range(10):
        me.press(f'[data-do="{question}"]')
        me.page.wait_for_timeout(200)  # until it says that it is looking
        me.until(f"[{answer!r}, {UNKNOWN!r}].some((each) => ({said}).includes(each))")
        if answer in me.page.evaluate(said):
            return
    raise AssertionError(f"{question} was never answered: {answer}")


def test_hint_and_still_solvable_come_from_the_server(screen: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("malle.games.combinus.solitaire.api.SOLVER_SECONDS", 30.0)  # of a machine that others use, too
    me = solo(screen, phone=False, lang="en")
    insist(me, "solvable", "still possible")
    lay(me, "---a", "A1")
    insist(me, "solvable", "no solution")
    insist(me, "hint", "in the way")
    assert posed(me, "A1") == ""
    insist(me, "hint", "has been placed")
    me.until("document.querySelectorAll('[data-pose]:not([data-pose=\"\"])').length === 2")
    assert me.text(".players").count("2") >= 1  # two hints were asked for


def test_a_server_with_too_many_questions_is_not_called_offline(screen: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    me = solo(screen, lang="en")
    monkeypatch.setattr("malle.web.security.quotas.MAX_QUESTIONS", 0)
    me.press('[data-do="hint"]')
    me.until("document.querySelector('.clash')?.textContent.includes('ask again later')")
    me.errors.clear()  # the browser's own complaint of a 429


def test_by_keyboard_alone(screen: Open) -> None:
    """Tab to a piece and to the board, arrows on it, Enter; a piece first, or a square first. Whatever a press takes away
    or switches off, the focus stays on something that can be seen."""
    me = solo(screen, phone=False, before=watch_focus)

    def press(*keys: str) -> None:
        for key in keys:
            me.page.keyboard.press(key)
            me.page.wait_for_timeout(30)
            assert me.script("document.activeElement !== document.body"), key

    _focus(me, '[data-tile="-a-b"]')
    press("Enter", "r")
    _focus(me, "[data-cell]", "Shift+Tab")
    press("ArrowRight", "ArrowDown", "Enter")
    assert posed(me, "B2") == "b-a-"
    press("r")
    assert posed(me, "B2") == "-b-a"
    press("Delete")
    assert posed(me, "B2") == ""
    press("u")
    assert posed(me, "B2") == "-b-a"
    press("ArrowRight", "Enter")  # a square, then a piece, which leaves the tray
    _focus(me, '[data-tile="-baa"]')
    press("Enter")
    assert posed(me, "C2") == "-baa"
    assert me.at('[data-tile="-baa"]').count() == 0
    _focus(me, '[data-do="remove"]')
    press("Enter")  # with the piece its button goes
    assert (posed(me, "C2"), me.at('[data-do="remove"]').count()) == ("", 0)
    _focus(me, '[data-do="undo"]')
    me.script(
        "addEventListener('focusout', ({ relatedTarget: to }) => (window.__to ??= []).push(to?.className ?? 'nowhere'))"
    )
    while me.at('[data-do="undo"]').is_enabled():
        press("Enter")
    assert posed(me, "B2") == ""
    assert me.script("window.__to") == ["prompt"]  # at once: no moment in which a key would go nowhere
    assert me.script("window.__lost") == 0


def test_the_last_piece_by_keyboard(screen: Open) -> None:
    """The board is solved and its pieces are put away: what to do next is a few Tabs on."""
    board = json.loads(SOLUTIONS.read_text())["middles"].replace("a--a", ".")
    kept = {"middles": {"board": board, "hints": 0, "seconds": 9, "solved": False}}
    book = {"solver": "me", "days": {}, "kept": kept}

    def before(page: Page) -> None:
        watch_focus(page)
        page.add_init_script(f"localStorage.setItem('malle-solo-combinus', {json.dumps(json.dumps(book))})")

    me = solo(screen, phone=False, challenge="middles", before=before)
    _focus(me, "[data-cell]")
    for key in (*["ArrowRight", "ArrowDown"] * 4, "Enter"):
        me.page.keyboard.press(key)
    _focus(me, "[data-tile]")
    me.page.keyboard.press("Enter")
    while posed(me, "E5") != "a--a":
        me.page.keyboard.press("r")
        me.page.wait_for_timeout(30)
    me.wait(".result")
    _focus(me, '[data-do="next"]')
    me.page.keyboard.press("Enter")
    me.until("!document.querySelector('.result')")
    assert me.script("document.activeElement !== document.body")
    assert me.script("window.__lost") == 0


PUT_AWAY = """async (pages) => { const kept = await caches.open("malle-1"), wanted = [location.origin + location.pathname, ...pages];
    for (const each of document.querySelectorAll("script[src], link[rel=stylesheet]")) wanted.push(each.src || each.href);
    for (const page of pages) wanted.push(...(await (await fetch(page)).text()).match(/\\/static\\/[^"'\\s)]+/g));
    const has = async () => (await Promise.all(wanted.map((each) => kept.match(each, { ignoreVary: true })))).every(Boolean);
    while (!await has()) await new Promise((go) => setTimeout(go, 20)) }"""
"""Until the worker has put away this page and those, with what they load."""


def test_it_works_offline_once_opened_and_keeps_progress(screen: Open) -> None:
    me = solo(screen)
    me.until("document.documentElement.dataset.kept === 'yes'")
    me.script(PUT_AWAY, [])
    lay(me, "aaab", "C4")
    me.context.set_offline(True)
    me.page.reload()
    me.wait("[data-cell]")
    assert posed(me, "C4") == "aaab"
    lay(me, "aaaa", "A1")
    assert posed(me, "A1") == "aaaa"
    me.press('[data-do="hint"]')
    me.until("document.querySelector('.clash')?.textContent.includes('réseau')")
    me.errors.clear()  # the network's own complaints


def test_n6_without_a_network_the_rules_open_and_home_says_so(house: Stage, screen: Open) -> None:
    """What needs a network is switched off; a table's address leads to the shelf, which says why."""
    me = screen("", None, path="/?lang=fr")
    me.until("document.documentElement.dataset.kept === 'yes'")
    me.script(PUT_AWAY, ["/rules", "/rules/chasse"])
    assert not me.at("#offline").is_visible()
    me.context.set_offline(True)
    me.wait("#offline:visible")
    assert me.at(".box button:not([disabled])").count() == 0
    me.page.goto(f"{house.address}/rules/chasse")
    assert me.at(".rulebook section").count() > 5
    me.page.goto(f"{house.address}/tables/nowhere")
    me.wait("#offline:visible")
    assert "Hors ligne" in me.text("#offline")
    me.context.set_offline(False)
    me.wait(
        "main.trouble"
    )  # the shelf was led astray, and asks again by itself until it is told that there is no table
    me.page.goto(house.address)
    me.until("!document.querySelector('.box button[disabled]')")
    me.errors.clear()  # the network's own complaints


def test_the_installed_app_opens_offline_to_the_shelf_and_the_challenges(screen: Open) -> None:
    me = screen("", None, path="/?lang=fr")
    me.until("document.documentElement.dataset.kept === 'yes'")
    assert (
        me.script("fetch('/manifest.webmanifest').then((found) => found.json()).then((told) => told.display)")
        == "standalone"
    )
    me.script(PUT_AWAY, ["/solo/combinus"])
    me.context.set_offline(True)
    me.page.reload()
    me.wait('[data-game="combinus"] .btn')
    me.press(".more summary")
    me.press('.more a[href="/solo/combinus"]')
    me.wait("[data-cell]")
    lay(me, "aaaa", "A1")
    assert posed(me, "A1") == "aaaa"
    me.errors.clear()  # the network's own complaints


@pytest.mark.timeout(600)
def test_the_challenge_of_the_day_is_the_same_for_all_and_counts_those_who_solved_it(
    house: Stage, screen: Open
) -> None:
    from malle.games.combinus.solitaire import daily, solver
    from malle.games.combinus.solitaire.challenge import given_poses, write_board

    me = solo(screen, phone=False, lang="en", challenge="today")
    today = me.script("new Date().toISOString().slice(0, 10)")
    from datetime import date

    challenge = daily.challenge_of_day(date.fromisoformat(today))
    board = solver.solve(challenge, seconds=3600.0).board
    for index, (code, cell) in enumerate(zip(write_board(board).replace("/", " ").split(), CELLS, strict=True)):
        if index not in given_poses(challenge):
            lay_code(me, code, cell)
    me.until("document.querySelector('[data-people]')?.dataset.people === '1'")
    assert me.at("[data-people]").get_attribute("data-alone") == "1"
    assert me.at(".week [aria-current].alone svg").count() == 1
    assert me.text(".figures li:last-child b") == "1 day"
    again = solo(screen, phone=False, lang="en", challenge="today")
    again.until("document.querySelector('[data-people]')?.dataset.people === '1'")
    assert again.text(".goal .name") == me.text(".goal .name")


@pytest.mark.parametrize(
    "width", [320, 1440, *(pytest.param(width, marks=pytest.mark.long) for width in (360, 390, 768))]
)
def test_no_sideways_scrolling(screen: Open, width: int) -> None:
    me = screen("", None, phone=False, path="/solo/combinus?lang=fr", viewport={"width": width, "height": 844})
    me.wait("[data-cell]")
    lay(me, "aaaa", "A1")
    assert me.script("document.documentElement.scrollWidth <= innerWidth")
    wide = me.script(
        "[...document.querySelectorAll('.confirm .btn, .board')].map((each) => each.getBoundingClientRect().right)"
    )
    assert max(wide) <= width


def free_by_the_checker(rules: Any, challenge: Any) -> list[int]:
    """The borders on which nothing that lies there can break the frame."""
    lengths = [sum(at == border for _, at in rules.classic_edition()[1].frame_places) for border in range(4)]

    def allows(border: int, lies: tuple[str, ...]) -> bool:
        sides = tuple(lies if each == border else ("",) * length for each, length in enumerate(lengths))
        return any(rules.frame_can_hold(frame, sides) for frame in challenge.frames)

    return [
        border
        for border, length in enumerate(lengths)
        if all(allows(border, lies) for junction in "ab" for lies in product(f"-{junction}", repeat=length))
    ]


@one_a_day("lang", ["fr", "en"])
def test_statement_picture_and_checker_agree_on_the_free_borders(screen: Open, lang: str) -> None:
    """Of every day of the year, and of the twelve."""
    rules = import_module("malle.games.combinus.solitaire.challenge")
    challenges = (*rules.twelve_challenges(), *import_module("malle.games.combinus.solitaire.daily").daily_challenges())
    names = {"fr": ["haut", "droite", "bas", "gauche"], "en": ["top", "right", "bottom", "left"]}[lang]
    me = solo(screen, lang=lang)
    seen = me.page.evaluate(
        """async (names) => {
            const seen = {};
            for (const name of names) {
                const moved = new Promise((done) => addEventListener("hashchange", done, { once: true }));
                if (location.hash !== `#${name}`) await ((location.hash = name), moved);
                await new Promise((done) => setTimeout(done, 0));
                const board = document.querySelector("svg.board");
                seen[name] = { goal: document.querySelector("h1").textContent, label: board.getAttribute("aria-label"), free: [...board.querySelectorAll("[data-free]")].map((each) => Number(each.dataset.free)) };
            }
            return seen;
        }""",
        [each.name for each in challenges],
    )
    some = 0
    for challenge in challenges:
        found, free = seen[challenge.name], free_by_the_checker(rules, challenge)
        assert found["free"] == free, challenge
        said = ", ".join(names[border] for border in free)
        assert found["label"].replace("\N{NO-BREAK SPACE}", "").partition(": ")[2] == said, (challenge, found)
        if 0 < len(free) < 4:
            some += 1
            assert found["goal"].endswith(f": {said}"), (challenge, found)
        elif free:
            assert "branch" not in found["goal"].lower(), (challenge, found)
        else:
            assert ":" not in found["goal"], (challenge, found)
    assert some == 63
