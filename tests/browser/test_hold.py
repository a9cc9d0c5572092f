"""Every way to hold it: on its side, six at a phone, text twice as large, by keyboard alone, read aloud, typed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from malle import games
from malle.core import Over
from malle.games.combinards.tests.pictures import PICTURES
from tests.browser.conftest import ANNOUNCE, DOUBT, HIDDEN, NAMES, TWO, Open, Screen, one_a_day, watch_focus
from tests.browser.pictures import set_up
from tests.browser.stage import Stage
from tests.browser.test_access import _axe
from tests.browser.test_acting import _focus

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 844, "height": 390}
TWICE = {"width": 195, "height": 422}
SIX = ("Camille", "Maximilienne", "Paul", "Inès", "Marius", "Anatole")
FORK = next(each for each in PICTURES if each.name == "fork")


def _moments(house: Stage) -> dict[str, str]:
    """A table of each game in which somebody is to choose, and both kinds of question of those that bluff."""
    return {
        "chase": house.set_up("chasse", TWO, HIDDEN),
        "tiles": house.set_up("combinus", TWO, ("borders left-right",), seed=5),
        "circuit": set_up(house, "combinards", FORK),
        "price": set_up(house, "combinards", ANNOUNCE),
        "doubt": set_up(house, "combinards", DOUBT),
        "claim": house.set_up("declarer", NAMES, seed=5),
        "officer": house.set_up("declarer", NAMES, ("declare 1 wine",), seed=5),
        "neighbour": house.set_up("declarer", NAMES, ("declare 1 wine", "believe"), seed=5),
    }


def _box(me: Screen, selector: str) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    found = me.wait(selector).first.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


INSIDE = """(selector) => [...document.querySelectorAll(selector)].filter((each) => {
  const box = each.getBoundingClientRect();
  if (!box.width) return false;
  for (let up = each.parentElement; up; up = up.parentElement) {
    const clip = getComputedStyle(up).overflowY === 'visible' ? null : up.getBoundingClientRect();
    if (clip && (box.top < clip.top - 1 || box.bottom > clip.bottom + 1 || box.left < clip.left - 1 || box.right > clip.right + 1)) return true;
  }
  return box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
}).map((each) => each.outerHTML.slice(0, 120))"""
"""What of a selector is cut by the screen or by a box that scrolls."""


@one_a_day(("lang", "dark"), [("fr", False), ("en", True)])
def test_a_phone_on_its_side_has_the_board_and_whole_answers(house: Stage, screen: Open, lang: str, dark: bool) -> None:
    """The board at its full height on the left; what is asked beside it. Nothing scrolls but boxes of their own."""
    for name, table in _moments(house).items():
        seat = house.table(table).awaited[0]
        me = screen(table, seat, lang=lang, dark=dark, viewport=SIDEWAYS)
        assert me.script("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [844, 390]
        assert me.script(INSIDE, ".answer, .confirm .btn, .top .icon-btn, .prompt, .player") == [], name
        if me.at("svg.board").count():
            left, top, right, bottom = _box(me, "svg.board")
            assert min(left, top) >= 0, name
            assert right <= 844 - 300, name
            assert bottom <= 391, name
            assert bottom - top >= 330, name
            assert me.at(".minimap").count() == 0
        else:
            assert me.script(INSIDE, ".play .piles, .play .heart") == [], name
        assert _axe(me) == [], name


def test_on_its_side_a_bubble_covers_no_answer(house: Stage, screen: Open) -> None:
    """The tips of a first game stand over what is asked, and leave the board alone."""
    for table in (house.set_up("declarer", NAMES, ("declare 1 wine",), seed=5), set_up(house, "combinards", FORK)):
        me = screen(table, house.table(table).awaited[0], viewport=SIDEWAYS, tips=True)
        me.wait(".tipline")
        assert me.script(INSIDE, ".answer, .tipline") == []
        assert _box(me, ".tipline")[3] <= _box(me, ".answer")[1]
        me.press(".tipline")
        me.wait(".bub")
        assert me.script(INSIDE, ".bub, .bub .btn") == []


def test_on_its_side_squares_are_large_enough_and_a_move_is_made(house: Stage, screen: Open) -> None:
    table = house.set_up("chasse", TWO, HIDDEN)
    ada = screen(table, 0, viewport=SIDEWAYS)
    left, top, right, bottom = _box(ada, '[data-cell="D12"] > rect')
    assert min(right - left, bottom - top) >= 24
    ada.press('[data-cell="D12"]')
    ada.press('[data-cell="E9"]')
    assert ada.script(INSIDE, ".confirm .btn") == []
    ada.press(".go")
    ada.until("!document.querySelector('.go')")
    assert ada.acts() == ["d12-e9"]


COVERED = """() => { const text = (each) => { const range = document.createRange(); range.selectNodeContents(each); return range.getBoundingClientRect() };
  const words = [...document.querySelectorAll('.players .name, .players .sum')].map((each) => [each.textContent, text(each), each.getBoundingClientRect()]);
  return [...document.querySelectorAll('.players .isrobot, .players .presence, .players .ishost, .players .ismissed')].flatMap((mark) => { const box = mark.getBoundingClientRect();
    return words.filter(([, word, clip]) => { const right = Math.min(word.right, clip.right), left = Math.max(word.left, clip.left);
      return box.left < right - 1 && box.right > left + 1 && box.top < word.bottom - 1 && box.bottom > word.top + 1 }).map(([said]) => said) }) }"""
"""Names and sums with a mark over them."""


@one_a_day(("width", "height"), [(390, 844), (320, 640), (844, 390)])
def test_six_at_a_phone_are_all_read(house: Stage, screen: Open, width: int, height: int) -> None:
    """The mark of a robot covers neither a name nor a sum, and what is asked stays whole."""
    for game, moves in (("declarer", ("declare nothing",)), ("combinards", ())):
        table = house.set_up(game, SIX, moves, seed=5, robots=(1, 3, 4))
        house.robots_play = False
        for seat in (house.table(table).awaited[0], None):
            me = screen(table, seat, viewport={"width": width, "height": height})
            assert me.at(".isrobot").count() == 3
            assert me.script(COVERED) == [], game
            assert me.script("document.documentElement.scrollWidth") <= width
            sums = me.script(
                "[...document.querySelectorAll('.players .sum')].filter((each) => each.scrollWidth > each.parentElement.clientWidth + 1).length"
            )
            assert sums == 0, "a sum is cut"


def test_x6_no_prompt_is_cut_when_everything_is_twice_as_large(house: Stage, screen: Open) -> None:
    """Every game: the sentence on top is whole, nothing lies over it, and nothing scrolls sideways."""
    for name, table in _moments(house).items():
        me = screen(table, house.table(table).awaited[0], viewport=TWICE)
        assert me.script("document.documentElement.scrollWidth") <= 195, name
        _, top, right, bottom = _box(me, ".prompt")
        _, above, _, below = _box(me, ".top")
        assert above <= top, name
        assert bottom <= below, name
        assert right <= 195, name
        assert below <= _box(me, ".players")[1] + 1, name
        words = me.script(
            "(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('.prompt')); const box = range.getBoundingClientRect(); return [box.top, box.bottom, box.right] })()"
        )
        assert words[0] >= above - 1, name
        assert words[1] <= below + 1, name
        assert words[2] <= 196, name


# ---- by keyboard


NEXT = ".go-on", ".roll:not([disabled])", ".answer", ".prices button", ".own .thing.can", ".confirm .go"
"""What can be pressed to go on, the most pressing first."""


def _play_by_keys(house: Stage, me: Screen, table: str) -> int:
    """To the end, by Tab and Enter alone: whatever there is to press. How often something was decided."""
    pressed = 0
    for _ in range(600):
        if isinstance(house.table(table).turn, Over) and me.at(".end").count():
            return pressed
        there = next((each for each in (".confirm .go", *NEXT) if me.at(each).count()), None)
        if there is None or me.at("[data-pending]").count():
            me.page.wait_for_timeout(20)
            continue
        with_focus = f"document.querySelector({there!r})"
        _focus(me, there, stays=False)
        if me.script(f"!!{with_focus}"):
            me.page.keyboard.press("Enter")
            pressed += 1
        me.page.wait_for_timeout(20)
    raise AssertionError("the game does not end")


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("game", "names", "options"),
    [("declarer", NAMES[:3], {"rounds": 1, "short": True}), ("combinards", NAMES, {"rounds": 2})],
)
def test_x2_a_whole_game_by_keyboard_alone(
    house: Stage, screen: Open, game: str, names: tuple[str, ...], options: dict[str, Any]
) -> None:
    """Nothing but Tab and Enter; the focus never falls to the page. (`test_chasse.py` and `test_combinus.py` have theirs.)"""
    table = house.set_up(game, names, options=options, seed=11, robots=tuple(range(1, len(names))))
    me = screen(table, 0, phone=False, wishes={"confirm": True}, before=watch_focus)
    assert _play_by_keys(house, me, table) >= 2
    assert me.script("window.__lost") == 0
    assert me.script("document.activeElement !== document.body")


def test_x2_after_a_move_the_focus_is_on_what_is_said_next(house: Stage, screen: Open) -> None:
    table = house.set_up("declarer", NAMES, ("declare nothing",), seed=5)
    lea = screen(table, 1, phone=False, before=watch_focus)
    _focus(lea, ".answer")
    lea.page.keyboard.press("Enter")
    lea.until("!document.querySelector('.answer')")
    lea.until("document.activeElement.matches('.prompt')")
    ada = screen(house.set_up("chasse", TWO, HIDDEN), 0, phone=False, wishes={"confirm": True}, before=watch_focus)
    ada.at('[data-cell="D12"]').focus()
    ada.page.keyboard.press("Enter")
    ada.at('[data-cell="E9"]').focus()
    ada.page.keyboard.press("Enter")
    ada.wait(".go")
    ada.page.keyboard.press("Enter")  # once more on the chosen square plays
    ada.until("!document.querySelector('.go')")
    assert ada.acts() == ["d12-e9"]
    ada.page.wait_for_timeout(200)
    assert ada.script("window.__lost") == 0
    paul = screen(house.set_up("declarer", NAMES, seed=5), 2, phone=False, before=watch_focus)
    plus = '.step[aria-label="Vin"] button:last-child'
    paul.at(plus).focus()
    for _ in range(6):
        paul.page.keyboard.press("Enter")  # no more than four: the button is switched off
    paul.until("document.activeElement.closest('.step')")


@pytest.mark.parametrize("path", ["/", "/games/chasse", "/rules/chasse", "/solo/combinus", "/nowhere", "table"])
def test_the_first_key_leads_past_what_stands_above(house: Stage, screen: Open, path: str) -> None:
    if path == "table":
        me = screen(house.set_up("chasse", TWO, HIDDEN), 0, phone=False)
    else:
        me = screen("", None, path=f"{path}?lang=fr", phone=False)
        me.errors.clear()  # the browser tells of every 404
        me.wait("main")
    me.page.keyboard.press("Tab")
    assert me.script("document.activeElement.className") == "skip"
    left, top, _, _ = _box(me, ".skip")
    assert min(left, top) >= 0
    me.page.keyboard.press("Enter")
    me.page.keyboard.press("Tab") if path != "table" else None
    assert me.script("!!document.activeElement.closest('main')"), me.script("document.activeElement.outerHTML")


@one_a_day("game", games.OWN_GAMES)
def test_tables_of_the_rules_scroll_by_key(screen: Open, game: str) -> None:
    """On a phone: each that is wider than its box has the focus once, a name, and goes with the arrows."""
    me = screen("", None, path=f"/rules/{game}?lang=fr")
    assert me.script("document.documentElement.scrollWidth") <= 390
    assert (
        me.script(
            "[...document.querySelectorAll('.rulebook table')].filter((each) => !each.closest('[role=region][tabindex=\"0\"][aria-label]:not([aria-label=\"\"])')).length"
        )
        == 0
    )
    wide = me.script(
        "[...document.querySelectorAll('.rulebook .wide')].findIndex((each) => each.scrollWidth > each.clientWidth)"
    )
    if wide >= 0:
        me.at(".rulebook .wide").nth(wide).focus()
        me.page.keyboard.press("ArrowRight")
        me.until(f"document.querySelectorAll('.rulebook .wide')[{wide}].scrollLeft > 0")
    assert _axe(me) == []


# ---- read aloud, and typed


def test_pieces_alone_are_read_aloud_in_words(screen: Open) -> None:
    """How many points, and where they are: never the code of a piece."""
    me = screen("", None, path="/solo/combinus?lang=fr", phone=False)
    me.wait("[data-tile]")
    said = me.at("[data-tile]").evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
    assert len(said) > 20
    assert not [each for each in said if re.search(r"\b[ab-]{4}\b", each)]
    assert len({each for each in said if "point" in each}) > 15, "pieces are told apart"


def test_x4_the_board_in_words_is_a_table_with_headers(house: Stage, screen: Open) -> None:
    ada = screen(house.set_up("chasse", TWO, HIDDEN), 0)
    ada.press('.top [aria-label="Menu"]')
    ada.press('.drawer button:has-text("plateau en mots")')
    ada.wait(".inwords")
    assert ada.at(".inwords thead th[scope=col]").all_inner_texts() == list("ABCDEFGHIJKLM")
    assert ada.at(".inwords tbody th[scope=row]").count() == 13
    assert ada.text('[data-square="D12"]') == "Contrebandier"
    assert "2" in ada.text('[data-square="E13"]'), "what only its owner sees"
    assert ada.text('[data-square="G7"]') == "vide"
    assert _axe(ada) == []
    ring = screen(set_up(house, "combinards", FORK), FORK.seat)
    ring.press('.top [aria-label="Menu"]')
    ring.press('.drawer button:has-text("plateau en mots")')
    assert ring.wait(".squares li").count() > 50
    assert ring.at(".squares b").count() >= 1


SAID = {"fr": ("avance", "Ce n’est pas un coup possible ici. Par exemple : ", "D12 vers E9"),
        "en": ("forward", "That is not a move you can make here. For instance: ", "D12 to E9")}  # fmt: skip


@one_a_day("lang", ["fr", "en"])
def test_x4_what_is_typed_is_understood_or_refused_in_the_readers_language(
    house: Stage, screen: Open, lang: str
) -> None:
    wrong, refused, right = SAID[lang]
    table = house.set_up("chasse", TWO, HIDDEN)
    ada = screen(table, 0, phone=False, lang=lang)
    ada.at("[role=tab]").nth(-2).click()
    ada.at("#command").fill(wrong)
    ada.at("#command").press("Enter")
    ada.wait(".notice")
    assert ada.text(".notice span").startswith(refused.strip())
    assert re.search(r"[a-m]\d+-[a-m]\d+", ada.text(".notice span")), "a move that can be made"
    ada.at("#command").fill(right)
    ada.at("#command").press("Enter")
    ada.until("!document.querySelector('[data-pending]') && document.querySelector('.mark.last')")
    assert ada.acts()[-1] == "d12-e9"


@one_a_day("lang", ["fr", "en"])
def test_what_a_table_refuses_is_said_in_the_readers_language(house: Stage, screen: Open, lang: str) -> None:
    lea = screen(house.set_up("declarer", NAMES, seed=5), 1, phone=False, lang=lang)  # it is Paul's turn
    lea.at("[role=tab]").nth(-2).click()
    lea.at("#command").fill("believe")
    lea.at("#command").press("Enter")
    lea.wait(".notice")
    assert lea.text(".notice span").startswith({"fr": "Ce n’est pas à vous.", "en": "It is not"}[lang])


def test_r2_a_refused_tap_leads_to_its_rule(house: Stage, screen: Open) -> None:
    ada = screen(house.set_up("chasse", TWO, HIDDEN), 0)
    ada.press('[data-cell="E13"]')
    ada.press('[data-cell="A7"]')
    ada.press('.notice .ref:has-text("Voir la règle")')
    here = ada.wait(".drawer .rulebook .here")
    rule = [each["scene"]["rule"] for each in ada.received if each["type"] == "state"][-1]
    assert rule in (here.get_attribute("data-rule") or "").split()


@one_a_day("phone", [True, False], ids=["phone", "laptop"])
def test_r5_what_was_agreed_stands_at_the_table_and_over_its_log(house: Stage, screen: Open, phone: bool) -> None:
    table = house.set_up("declarer", NAMES, options={"rounds": 1}, seed=5)
    me = screen(table, 0, phone=phone)
    agreed = next(each["setting"]["table"] for each in me.received if each.get("setting"))
    assert agreed
    me.press('.top [aria-label="Menu"]')
    assert "Une manche" in me.text(".drawer .agreed")
    me.press(".menu >> text=Journal")
    me.wait(".drawer .journal")
    assert "Une manche" in me.text(".drawer .agreed")


def test_the_menu_of_a_phone_has_what_a_finger_needs(house: Stage, screen: Open) -> None:
    """No help for keys it has not got, no switch that would do nothing; the language."""
    table = house.set_up("chasse", TWO, HIDDEN)
    ada, wide = screen(table, 0, permissions=["clipboard-write"]), screen(table, 0, phone=False)
    for each in (ada, wide):
        each.press('.top [aria-label="Menu"]')
        each.wait('.drawer a[hreflang="en"]')
    assert not ada.at(".keyboard").is_visible()
    assert wide.at(".keyboard").is_visible()
    ada.press(".watch-link")
    ada.wait('.notice:has-text("Lien copié")')
    assert ada.at('.wish:has-text("valider")').count() == 0
    assert wide.at('.wish:has-text("valider")').count() == 1


def test_two_taps_in_a_hurry_take_a_thing_and_the_match_is_told_from_its_start(house: Stage, screen: Open) -> None:
    ada = screen(house.set_up("chasse", TWO, HIDDEN), 0)
    assert ada.text(".players .match") == "PARTIE 1 SUR 2"
    ada.at('[data-cell="D12"]').dblclick()
    ada.wait(".cell.aim")
    ada.page.wait_for_timeout(400)
    ada.press('[data-cell="D12"]')  # later it lets go
    ada.until("!document.querySelector('.cell.aim')")


def test_where_a_tile_can_lie_looks_like_no_piece(house: Stage, screen: Open) -> None:
    table = house.set_up("combinus", TWO, ("borders left-right",), seed=5)
    me = screen(table, house.table(table).awaited[0])
    assert me.wait(".cell.aim .place").count() > 10
    assert me.at(".cell .ring").count() == 0


def test_what_is_refused_in_a_drawer_is_said_in_it(house: Stage, screen: Open) -> None:
    """Nothing behind an open drawer is heard, or can be reached."""
    lea = screen(house.set_up("declarer", NAMES, seed=5), 1)  # it is Paul's turn
    lea.press('button:has-text("Menu"), button[aria-label="Menu"]')
    lea.press('.drawer button:has-text("Journal")')
    lea.at(".drawer #command").fill("believe")
    lea.at(".drawer #command").press("Enter")
    lea.wait("dialog[open] .notice")
    assert lea.text("dialog[open] .notice span").startswith("Ce n’est pas à vous.")
    assert lea.at("dialog[open] .aloud").count() == 2
    lea.press("dialog[open] .notice button[aria-label='Fermer']")
    assert lea.at(".notice").count() == 0
    assert lea.at("dialog[open]").count() == 1
