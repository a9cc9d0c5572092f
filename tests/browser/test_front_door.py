"""The front door in a browser: home, a game's page, its options, and the way back to a table."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from malle import games
from malle.core import Seat
from malle.i18n.translations import LANGUAGES
from malle.testing.timing import Timing
from malle.web.pages.game_length import format_minutes
from malle.web.security.device_cookie import make_device_secret
from tests.browser.conftest import NAMES, Open, Screen, every_look, one_a_day, slow_down
from tests.browser.stage import Stage
from tests.browser.test_access import _axe

DEVICE = make_device_secret()
PATHS = ("/", "/games/declarer", "/games/combinards/options?goal=short", "/about", "/rules")


@pytest.fixture(autouse=True)
def a_device_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests share a house, and home shows every table of a person."""
    monkeypatch.setitem(globals(), "DEVICE", make_device_secret())


def _get(house: Stage, path: str) -> tuple[str, bytes]:
    """(kind, content) of a file."""
    with urllib.request.urlopen(house.address + path, timeout=10) as answer:
        return answer.headers["content-type"], answer.read()


def _customs(house: Stage) -> str:
    """A table where Paul, who has the device, is to declare."""
    return house.set_up("declarer", NAMES, seed=5, devices={2: DEVICE})


def _hunt(house: Stage) -> str:
    """A table where Paul, who has the device, waits for Ada."""
    return house.set_up("chasse", ("Ada", "Paul"), devices={1: DEVICE})


def _sat_at(house: Stage, *tables: str) -> Callable[[Page], None]:
    """Paul's browser, which has been at these tables, the latest first."""

    def before(page: Page) -> None:
        kept = {"malle": DEVICE}
        page.context.add_cookies([{"name": name, "value": each, "url": house.address} for name, each in kept.items()])

    return before


def _tickets(me: Screen) -> list[tuple[str, str, str]]:
    """The tickets of home: what is said, about which table, and the button."""
    rows = me.at(".run").all()
    return [
        (row.locator("b").inner_text(), " ".join(row.locator(".tx span").inner_text().split()), row.locator(".btn").inner_text())
        for row in rows
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "phone", "back"),
    [
        pytest.param(*each, marks=() if each in {("fr", True, True), ("en", False, False)} else pytest.mark.long)
        for each in product(LANGUAGES, (True, False), (False, True))
    ],
)
def test_every_game_can_be_begun_from_the_first_screen(
    house: Stage, screen: Open, lang: str, phone: bool, back: bool
) -> None:
    """Whole covers on a phone, a whole button for each game on both, also where two tables wait to be resumed."""
    before = _sat_at(house, _customs(house), _hunt(house)) if back else None
    me = screen("", None, path=f"/?lang={lang}", phone=phone, before=before)
    me.page.evaluate("document.fonts.ready")
    assert me.at(".run").count() == (2 if back else 0)
    fold = me.page.viewport_size["height"]  # type: ignore[index]
    buttons = me.at('.box button[value="robots"]').all()
    assert len(buttons) == len(games.game_names())
    # Games that a package brought stand below the house's own.
    for button, cover in list(zip(buttons, me.at(".box img").all(), strict=True))[: len(games.OWN_GAMES)]:
        place, picture = button.bounding_box(), cover.bounding_box()
        assert place is not None
        assert picture is not None
        assert place["height"] >= 44
        assert place["y"] + place["height"] <= fold
        assert picture["y"] >= 0
    shown = "e => { const box = e.getBoundingClientRect(); return box.height > 0 && box.bottom <= innerHeight }"
    for friends in me.at('.box button[value="friends"]').all()[: len(games.OWN_GAMES)]:
        assert friends.evaluate(shown)
    for tagline in me.at(".box .p").all()[: len(games.OWN_GAMES)]:
        assert tagline.evaluate(shown) or (phone and back), "the sentence that sells"


BY_ITSELF = 15_000
"""Milliseconds in which whatever needs no tap has gone on."""


@pytest.mark.parametrize("game", games.game_names())
def test_one_tap_on_home_begins_a_game(house: Stage, screen: Open, game: str) -> None:
    """No field, no option, no name asked for; the first decision is two taps away at the most."""
    me = screen("", None, path="/?lang=fr")
    me.press(f'.box[data-game="{game}"] button[value="robots"]')
    me.wait(".players")
    table = house.table(me.page.url.split("/tables/")[1].split("?")[0])
    assert table.seat_kinds[0] == "person"
    assert set(table.seat_kinds[1:]) == {"robot"}
    taps = 1
    while not me.at(".turn").count():
        try:  # what goes on by itself needs no tap: how many reveals there are until then is chance
            me.page.wait_for_selector(".turn", timeout=BY_ITSELF)
        except PlaywrightTimeout:
            me.press(".go-on")
            taps += 1
    assert taps <= 2


@one_a_day("game", games.OWN_GAMES)
def test_the_first_decision_is_ten_seconds_from_home(house: Stage, screen: Open, game: str, timing: Timing) -> None:
    """On the slow profile, with nothing in store, the tips of a first game and the table's usual pace: from the address
    of home to what one is asked first. What robots did before is held so that it can be read, and how much of it there is
    the lot decides; that time is the pace's, told beside it, and counts to the page only where it takes longer."""
    me = screen("", None, path="/about?lang=fr", motion=True, tips=True)
    me.page.goto("about:blank")
    slow_down(me.page)
    start, taps = time.monotonic(), 1
    with house.paced():
        me.page.goto(f"{house.address}/?lang=fr", wait_until="commit")
        play = f'.box[data-game="{game}"] button[value="robots"]'
        me.wait(play)
        me.press(play)
        me.wait(".players")
        while me.wait(".turn, .go-on").and_(me.at(".go-on")).count():
            me.press(".go-on")
            taps += 1
    took, read = time.monotonic() - start, _read(me)
    assert taps <= 2
    timing(f"from home to the first decision of {game}, {took:.1f} s with {read:.1f} s to read", took - read, 10)


def _read(me: Screen) -> float:
    """Seconds that the table gave to read what others did, but for what led to the decision: one is not kept from that."""
    heard = [message["heard"] for message in me.received if message["type"] == "state"]
    return sum(max((each.get("reading", 0) for each in told), default=0) for told in heard[:-1]) / 1000


def test_a_name_is_asked_for_once_and_only_where_friends_read_it(house: Stage, screen: Open) -> None:
    """Whoever invites friends says who they are; from then on home and forms know it."""
    me = screen("", None, path="/?lang=fr", phone=False)
    me.press('.box[data-game="chasse"] button[value="friends"]')
    me.wait('.gamepage input[name="name"]:focus')
    assert me.page.url.endswith("/games/chasse?with=friends")
    assert me.text("#asked").startswith("Comment vous appelle-t-on ?")
    me.at('input[name="name"]').fill("Zoé & <b>")
    me.press('.now .panel button[value="friends"]')
    me.wait("#invitation")
    assert "Zoé & <b>" in me.text(".sitting")
    me.page.goto(f"{house.address}/")
    assert me.text("h1") == "Re-bonjour, Zoé & <b>."
    me.press('.box[data-game="chasse"] button[value="friends"]')
    me.wait("#invitation")
    assert "Zoé & <b>" in me.text(".sitting")
    me.page.goto(f"{house.address}/games/declarer")
    assert me.at('input[name="name"]').input_value() == "Zoé & <b>"


def test_an_initial_is_a_letter_as_it_was_typed(screen: Open) -> None:
    """Also one that a page has to write otherwise."""
    me = screen("", None, path="/games/declarer?lang=fr&with=friends")
    me.at('input[name="name"]').fill("<Zoé>")
    me.press('button[value="friends"]')
    me.wait(".sitting")
    assert me.text(".sitting .seat i") == "<"


def test_a_choice_of_numbers_is_no_tower_on_a_phone(screen: Open) -> None:
    """The answer in words has a row, the numbers another; each is as large as a finger."""
    me = screen("", None, path="/games/declarer/options?lang=fr")
    boxes = [label.bounding_box() for label in me.at('.seg:has(input[name="rounds"]) label').all()]
    assert len(boxes) == 7
    assert len({round(box["y"]) for box in boxes if box}) == 2
    assert all(box and min(box["width"], box["height"]) >= 44 for box in boxes)


@one_a_day("lang", LANGUAGES)
def test_options_are_one_level_deeper_and_come_to_the_table(house: Stage, screen: Open, lang: str) -> None:
    """The bar says how far one is from the rulebook, and no key of the code is ever seen."""
    said = {
        "fr": ("Réglages habituels", "1 changement", "2 changements"),
        "en": ("Usual settings", "1 change", "2 changes"),
    }[lang]
    me = screen("", None, path=f"/games/combinards?lang={lang}")
    me.press('.seg label:has-text("3")')
    me.press(".links a[href*='/options']")
    assert me.text("#changes") == said[0]
    me.press('label:has(input[name="goal"][value="short"])')
    assert me.text("#changes") == said[1]
    me.press('label:has(input[name="free"][value="true"])')
    assert me.text("#changes") == said[2]
    for raw in ("cash", "short)", "option-", "True", "False", "{"):
        assert raw not in me.text("main").replace("in cash", "")
    me.press(".keep button")
    me.wait(".gamepage")
    assert said[2] in me.text(".links")
    me.press('.now .panel button[value="robots"]')
    me.wait(".players")
    setup = house.table(me.page.url.split("/tables/")[1].split("?")[0]).setup
    assert setup.options == {"goal": "short", "booklet": False, "free": True, "return": False, "rounds": 0}


@one_a_day("lang", LANGUAGES)
def test_one_button_chooses_the_letter_of_the_booklet(screen: Open, lang: str) -> None:
    """Its options are listed above the button. Anything else that is changed is counted beside it."""
    letter, one, usual = {
        "fr": ("À la lettre", "1 changement", "Réglages habituels"),
        "en": ("To the letter", "1 change", "Usual settings"),
    }[lang]
    me = screen("", None, path=f"/games/combinards/options?lang={lang}")
    assert me.at(".letter li").count() == 3
    assert me.text("#changes") == usual
    me.press(".letter a")
    me.wait('input[name="goal"][value="gain"]:checked')
    assert me.text("#changes") == letter
    me.press('label:has(input[name="level"][value="wily"])')
    assert me.text("#changes") == f"{letter}, {one}"
    me.press('label:has(input[name="free"][value="false"])')
    assert letter not in me.text("#changes")
    me.press('label:has(input[name="free"][value="true"])')
    me.press(".keep button")
    me.wait(".gamepage")
    assert f"{letter}, {one}" in me.text(".links")


def test_the_tables_of_this_device_lead_back(house: Stage, screen: Open) -> None:
    """Mine first; then whom the table waits for; then what is over. What was seen to its end is not shown again."""
    mine, other = _customs(house), _hunt(house)
    me = screen("", None, path="/?lang=fr", before=_sat_at(house, other, mine))
    assert _tickets(me) == [
        ("À vous de jouer", "Rien à déclarer ? · Camille, Léa, Inès", "Reprendre"),
        ("On attend Ada", "La chasse aux contrebandiers · Ada", "Revoir"),
    ]
    me.press(".run.mine")
    me.wait(".turn")
    assert me.page.url.endswith(f"/tables/{mine}")
    house.act(mine, 2, "declare nothing")
    me.page.goto(f"{house.address}/")
    assert "On attend Léa" in [head for head, _, _ in _tickets(me)]
    while (table := house.table(other)).over is None:
        seat = Seat(table.awaited[0])
        house.act(other, seat, table.game.write(table.legal(seat)[0]))
    me.page.goto(f"{house.address}/")
    assert _tickets(me)[1][::2] == ("Partie finie", "Voir la fin")
    me.press(".run >> nth=1")
    me.wait(".end")
    me.page.goto(f"{house.address}/")
    assert [head for head, _, _ in _tickets(me)] == ["On attend Léa"]


def test_a_list_of_tables_opens_none_of_them(house: Stage, screen: Open) -> None:
    """What a browser kept before is no key: without a seat of its person there is no ticket, whatever it names."""
    table = house.set_up("declarer", NAMES, seed=5)

    def before(page: Page) -> None:
        listed = f"{table}.0000000000000.nonsense.<b>.{'x' * 13}"
        page.context.add_cookies([{"name": "malle-tables", "value": listed, "url": house.address}])

    me = screen("", None, path="/?lang=fr", before=before)
    assert me.at(".run").count() == 0
    assert me.text("h1") == "Ouvrez la malle."


@pytest.mark.parametrize(
    ("lang", "phone", "dark"),
    every_look(("en", True, False)),
)
def test_axe_finds_nothing_serious(house: Stage, screen: Open, lang: str, phone: bool, dark: bool) -> None:
    """By day and by night, with tables to resume."""
    before = _sat_at(house, _customs(house), _hunt(house))
    for path in PATHS:
        lead = "&" if "?" in path else "?"
        page = screen("", None, phone=phone, dark=dark, path=f"{path}{lead}lang={lang}", before=before)
        assert _axe(page) == [], path
        page.page.keyboard.press("Tab")
        assert page.script("document.activeElement.className") == "skip"


@pytest.mark.parametrize("width", [320, 1440, *(pytest.param(width, marks=pytest.mark.long) for width in (390, 768))])
def test_nothing_scrolls_sideways(house: Stage, screen: Open, width: int) -> None:
    before = _sat_at(house, _customs(house))
    for path in PATHS:
        me = screen("", None, path=path, before=before, viewport={"width": width, "height": 800})
        assert me.script("document.documentElement.scrollWidth") <= width, path


@one_a_day(("lang", "phone"), [("fr", True), ("en", False)])
def test_home_and_games_say_what_they_are(screen: Open, lang: str, phone: bool) -> None:
    """Players and minutes on the shelf; on a game's page the age too, where the box says one, and the edition; in every
    footer what Malle is, its source and the other language; and there what it promises, and whose the games are."""
    home = screen("", None, path=f"/?lang={lang}", phone=phone)
    for name in games.OWN_GAMES:
        facts = games.load_game_info(name)
        assert f"{format_minutes(lang, facts)} min" in home.text(f'.box[data-game="{name}"] .n')
        page = screen("", None, path=f"/games/{name}?lang={lang}", phone=phone)
        assert page.script(
            "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('h1'))"
        )
        told = page.text(".facts")
        assert f"{format_minutes(lang, facts)} min" in told
        assert f", {format_minutes(lang, facts, robots=True)} " in told
        assert facts.min_age is None or str(facts.min_age) in told
        assert page.at(f'a[href="/games/{name}/edition"]').count() == 1
        assert page.at(".ft a").evaluate_all("all => all.map((each) => each.getAttribute('href'))")[:2] == [
            "/about",
            "/about#source",
        ]
    other = {"fr": "en", "en": "fr"}[lang]
    assert home.at(f'.ft a[href*="lang={other}"]').count() == 1
    home.press('.ft a[href="/about"]')
    for part in ("what", "rights", "chance", "secrets", "source", "host", "author"):
        assert len(home.text(f"#{part} p >> nth=0")) > 60
    assert home.at('#source a[href$="licences.txt"]').count() == 1


def test_what_is_sent_to_a_friend_has_a_face(house: Stage) -> None:
    """Description and picture in the head, icons that phones take, and nothing of a table for searchers."""
    for path, title in (("/", "Malle, board games with secrets"), ("/games/chasse", "The smuggler hunt")):
        page = _get(house, f"{path}?lang=en")[1].decode()
        tags = dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]+)">', page))
        assert tags["og:title"] == title
        assert len(tags["description"]) > 60
        kind, picture = _get(house, tags["og:image"].removeprefix(house.address))
        assert (kind, picture[:4]) == ("image/png", b"\x89PNG")
    touch = re.findall(r'rel="apple-touch-icon" href="([^"]+)"', page)
    icons = [icon["src"] for icon in json.loads(_get(house, "/manifest.webmanifest")[1])["icons"]]
    for icon in (*touch, *icons):
        assert _get(house, icon)[0] == ("image/svg+xml" if icon.endswith("svg") else "image/png")
    assert len(touch) == 1
    assert len(icons) == 4
    assert b"Disallow: /tables/" in _get(house, "/robots.txt")[1]


def _invite(house: Stage, screen: Open, **how: Any) -> tuple[Screen, str]:
    """A host who waits at a table, and the invitation."""
    host = screen("", None, path="/games/chasse?lang=fr", **how)
    host.at('input[name="name"]').fill("Ada")
    host.press('button[value="friends"]')
    return host, host.wait("#invitation").get_attribute("href") or ""


def test_the_preview_of_a_table_is_its_box(house: Stage, screen: Open) -> None:
    """Before the start and in play, with the invitation and without: the picture is the game's, whatever lies there."""
    _, invitation = _invite(house, screen)
    for path in (invitation.removeprefix(house.address), f"/tables/{_hunt(house)}"):
        page = _get(house, path)[1].decode()
        tags = dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]+)">', page))
        assert tags["og:image"].endswith("/chasse.preview.png")
        assert _get(house, tags["og:image"].removeprefix(house.address))[0] == "image/png"


def test_an_invitation_goes_out_by_the_phones_own_sheet(house: Stage, screen: Open) -> None:
    """Where the device has one; else the button is not there. The code to scan is whole."""
    plain, _ = _invite(house, screen, phone=False)
    assert not plain.at("[data-share]").is_visible()
    sheet = "navigator.share = (what) => { window.__shared = what; return Promise.resolve(); }"
    host, invitation = _invite(house, screen, before=lambda page: page.context.add_init_script(sheet))
    host.press("[data-share]")
    assert host.script("window.__shared") == {"title": "La chasse aux contrebandiers", "url": invitation}
    drawn = "(() => { const svg = document.querySelector('#qr svg'), box = svg.getBBox(), whole = svg.viewBox.baseVal;"
    assert host.script(f"{drawn} return whole.width >= box.x + box.width && whole.height >= box.y + box.height }})()")
    code = host.at("#qr svg").bounding_box()
    assert code is not None
    assert code["width"] >= 104


@pytest.mark.parametrize(("lang", "phone", "dark"), every_look(("en", True, False)))
def test_a_guest_is_told_what_it_is_and_needs_one_tap(
    house: Stage, screen: Open, lang: str, phone: bool, dark: bool
) -> None:
    """Box, host and seats; one field and one button, nothing else to fill in or to press, and a name that is known stands in
    the field. A link without the invitation says what is missing."""
    host, invitation = _invite(house, screen, phone=phone, dark=dark)
    assert _axe(host) == []
    path = invitation.removeprefix(house.address)
    known = {"name": "malle-name", "value": "Zo%C3%A9", "url": house.address}
    guest = screen(
        "",
        None,
        path=f"{path}&lang={lang}",
        phone=phone,
        dark=dark,
        before=lambda page: page.context.add_cookies([known]),
    )
    lead = {
        "fr": "Ada vous garde une place : La chasse aux contrebandiers",
        "en": "Ada is keeping you a seat: The smuggler hunt",
    }[lang]
    assert guest.text("h1") == lead
    fields = guest.at("main input, main select, main textarea").locator("visible=true")
    assert [each.get_attribute("name") for each in fields.all()] == ["name"]
    assert fields.first.input_value() == "Zoé"
    assert guest.at("main button, main [role=button], main a, main summary").locator("visible=true").count() == 1
    sitting = [" ".join(each.split()) for each in guest.at("main .sitting li").all_inner_texts()]
    free = {"fr": "place libre", "en": "free seat"}[lang]
    assert ["Ada" in each for each in sitting] == [True, False], sitting
    assert free in sitting[1]
    assert guest.at('meta[property="og:image"]').get_attribute("content", timeout=1000) is not None
    assert _axe(guest) == []
    stranger = screen("", None, path=f"{path.split('?')[0]}?lang={lang}", phone=phone)
    assert stranger.at('form[action$="/join"]').count() == 0
    assert "invitation" in stranger.text(".joining .quiet")
    guest.press("main button")
    guest.wait('.rows:has-text("Zoé")')
    host.wait('.rows:has-text("Zoé")')
    host.press('button[value="start"]')
    guest.wait('.player:has-text("Ada")')
    host.wait('.player:has-text("Zoé")')


@pytest.mark.parametrize(("lang", "phone", "dark"), every_look(("en", True, False)))
def test_from_a_code_to_a_seat_are_two_fields_and_two_taps(
    house: Stage, screen: Open, lang: str, phone: bool, dark: bool
) -> None:
    """The code stands big before the host. A wrong one stays in the field, with a sentence under it."""
    host, _ = _invite(house, screen, phone=phone, dark=dark)
    code = host.text(".code").replace(" ", "")
    assert len(code) == 5
    letter = host.at(".code i").first.bounding_box()
    assert letter is not None
    assert letter["width"] >= 34
    guest = screen("", None, path=f"/?lang={lang}", phone=phone, dark=dark)
    guest.at("#code").fill("aeiou")
    guest.press(".enter button")
    guest.wait("#wrong")
    assert guest.at("#code").input_value() == "aeiou"
    assert guest.at("#code:focus").count() == 1
    assert _axe(guest) == []
    assert guest.at('.box button[value="robots"]').count() == len(games.game_names())
    guest.errors.clear()  # the browser tells of every 404
    guest.at("#code").fill(f"{code[:3].lower()} {code[3:]}")
    guest.press(".enter button")
    guest.at('input[name="name"]').fill("Zoé")
    guest.press("main button")
    guest.wait('.rows:has-text("Zoé")')
    host.wait('.rows:has-text("Zoé")')
    host.press('button[value="start"]')
    guest.wait('.player:has-text("Ada")')
    host.wait('.player:has-text("Zoé")')
