"""A table that is being filled, in a browser: what its host can do, what guests see, and who comes from the list."""

from __future__ import annotations

from typing import Any

import pytest

from malle.web.pages.agreed_options import translate_clock
from tests.browser.conftest import Open, Screen, every_look, one_a_day
from tests.browser.stage import Stage
from tests.browser.test_access import _axe

SAID = {
    "fr": ("Ada donnera le départ.", "Commencer à 3 la place libre sera retirée", "le code et le lien sont nouveaux"),
    "en": (
        "Ada will start the game.",
        "Start with 3 the free seat will be taken away",
        "the code and the link are new",
    ),
}
LATE = {"fr": " Zoé n’a pas encore dit que c’est bon.", "en": " Zoé has not said ready yet."}


def _open(screen: Open, way: str, name: str = "Ada", game: str = "declarer", lang: str = "fr", **how: Any) -> Screen:
    """A host who waits at a table."""
    host = screen("", None, path=f"/games/{game}?lang={lang}", **how)
    host.at('input[name="name"]').fill(name)
    host.press(f'button[value="{way}"]')
    host.wait("#invitation")
    return host


def _join(screen: Open, house: Stage, host: Screen, name: str, lang: str = "fr", **how: Any) -> Screen:
    invitation = host.at("#invitation").get_attribute("href") or ""
    guest = screen("", None, path=f"{invitation.removeprefix(house.address)}&lang={lang}", **how)
    guest.at('input[name="name"]').fill(name)
    guest.press("main button")
    guest.wait(".rows")
    return guest


def _names(me: Screen) -> list[str]:
    return me.at(".rows b").all_inner_texts()


@pytest.mark.parametrize(("lang", "phone", "dark"), every_look(("fr", False, False)))
def test_the_host_moves_removes_fills_and_starts(
    house: Stage, screen: Open, lang: str, phone: bool, dark: bool
) -> None:
    """The host has a mark and all the buttons; a guest sees what happens, and can leave."""
    begins, start, anew = SAID[lang]
    how: dict[str, Any] = {"phone": phone, "dark": dark}
    host = _open(screen, "friends", lang=lang, **how)
    assert host.at(".rows .badge").count() == 1
    guest = _join(screen, house, host, "Zoé", lang, **how)
    assert guest.text(".keep p") == begins
    assert [each.get_attribute("value") for each in guest.at("button[name=do]").all()] == ["leave", "ready"]
    assert _axe(guest) == []
    host.wait('.rows:has-text("Zoé")')
    host.press('button[value="down 1"]')
    host.wait(".rows li:nth-child(2) .badge")
    assert _names(host)[:2] == ["Zoé", "Ada"]
    guest.wait(".rows li:nth-child(2) .badge")
    host.press('button[value="robot 3"]')
    host.wait(".rows .robot")
    assert host.text(".keep p") == start + LATE[lang]
    guest.press('button[value="ready"]')
    guest.wait(".rows .ready")
    host.wait(".rows .ready")
    assert host.text(".keep p") == start
    assert [each.get_attribute("value") for each in guest.at("button[name=do]").all()] == ["leave"]
    assert _axe(host) == []
    assert _axe(guest) == []
    host.press(".rows .more summary")
    host.press('button[value="free 1"]')
    host.wait(".anew")
    assert anew in host.text(".anew")
    guest.wait(".joining .quiet")
    assert guest.at('form[action$="/join"]').count() == 0
    again = _join(screen, house, host, "Léo", **how)
    host.wait('.rows:has-text("Léo")')
    host.press('button[value="start"]')
    for each in (host, again):
        each.wait(".players")
    table = house.table(host.page.url.split("/tables/")[1].split("?")[0])
    assert table.seat_kinds == ("person", "person", "robot")


def test_a_name_that_is_being_typed_stays_while_others_come(house: Stage, screen: Open) -> None:
    """The page of an invitation looks again every two seconds, and loads anew when somebody has sat down."""
    host = _open(screen, "friends")
    invitation = (host.at("#invitation").get_attribute("href") or "").removeprefix(house.address)
    slow = screen("", None, path=f"{invitation}&lang=fr")
    slow.at('input[name="name"]').fill("Zéph")
    slow.script("document.body.dataset.seen = 'yes'")
    _join(screen, house, host, "Léo")
    slow.page.wait_for_timeout(5000)
    assert slow.at('input[name="name"]').input_value() == "Zéph"
    assert slow.script("document.body.dataset.seen") == "yes"
    slow.at('input[name="name"]').fill("")
    slow.wait("body:not([data-seen])")


def test_a_link_is_copied_where_a_page_has_no_clipboard(screen: Open) -> None:
    """As on a home network without TLS."""
    host = _open(screen, "friends")
    host.script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    host.script("document.addEventListener('copy', () => (window.__copied = document.activeElement.value))")
    host.press("[data-copy]")
    host.until("window.__copied === document.querySelector('[data-copy]').dataset.copy")


def test_the_host_gives_the_key_away(house: Stage, screen: Open) -> None:
    host = _open(screen, "friends")
    guest = _join(screen, house, host, "Zoé")
    host.wait('.rows:has-text("Zoé")')
    host.press(".rows .more summary")
    host.press('button[value="key 2"]')
    host.wait('.keep:has-text("Zoé donnera le départ.")')
    guest.wait('button[value="robot 3"]')
    assert "hôte" in guest.text(".rows li:nth-child(2)")


def test_options_and_seats_are_changed_before_the_start(house: Stage, screen: Open) -> None:
    host = _open(screen, "friends")
    table = host.page.url.split("/tables/")[1].split("?")[0]
    host.press(".links a")
    host.press('label:has(input[name="seats"][value="6"])')
    host.press('label:has(input[name="short"][value="true"])')
    assert _axe(host) == []
    host.press(".keep button")
    host.wait(".rows li >> nth=5")
    assert "1 changement" in host.text(".links")
    now = house.table(table)
    assert (now.game.seats, now.setup.options["short"]) == (6, True)


SETTLED = {
    "fr": {
        "But de la partie": "partie courte : 300 M en argent",
        "Dénoncer à tort à la douane ne coûte rien": "oui",
        "Le temps de lire ce que font les robots": "calme",
        "Une pendule pour chaque décision": "3 minutes",
        "Quand quelqu’un tarde": "un coup sans risque est joué, et la place reste la sienne",
        "Les spectateurs voient la partie": "3 coups plus tard",
    },
    "en": {
        "Time to read what robots do": "calm",
        "A clock for each decision": "3 minutes",
        "When somebody is late": "a harmless move is made, and the seat stays theirs",
        "Spectators see the game": "3 moves later",
    },
}


@one_a_day(("lang", "phone"), [("fr", True), ("en", False)])
def test_what_was_agreed_stands_before_everybody_who_waits(house: Stage, screen: Open, lang: str, phone: bool) -> None:
    """The host, a guest who sits, and whoever is invited and does not sit yet: options, robots, pace, clock, what happens
    when it runs out, and when spectators see it. A table as the rulebook has it says that."""
    given = "goal=short&free=true&tempo=calm&clock=180&late=3&level=wily&with=friends"
    host = screen("", None, path=f"/games/combinards?{given}&lang={lang}", phone=phone)
    host.at('input[name="name"]').fill("Ada")
    host.press('.now .panel button[value="friends"]')
    invitation = (host.wait("#invitation").get_attribute("href") or "").removeprefix(house.address)
    invited = screen("", None, path=f"{invitation}&lang={lang}", phone=phone)
    guest = _join(screen, house, host, "Zoé", lang, phone=phone)
    host.wait('.rows:has-text("Zoé")')
    invited.wait('.sitting:has-text("Zoé")')
    level = {"fr": ("Les robots", "Retors"), "en": ("The robots", "Wily ones")}[lang]
    for each in (host, invited, guest):
        rows = _settled(each)
        assert SETTLED[lang].items() <= rows.items()
        assert level in rows.items()
        assert _axe(each) == []
    plain = _open(screen, "friends", game="chasse", lang=lang, phone=phone)
    assert {"fr": "Réglages habituels", "en": "Usual settings"}[lang] in _settled(plain).values()
    said = {"fr": ("aucune", "on attend"), "en": ("none", "everybody waits")}[lang]
    assert all(any(each.startswith(word) for each in _settled(plain).values()) for word in said)


def test_a_clock_of_less_than_a_minute_is_no_table_without_one() -> None:
    said = [translate_clock(language, pace) for language in ("fr", "en") for pace in (30, 120, None)]
    assert [" ".join(each.split()) for each in said] == [
        "30 secondes", "2 minutes", "aucune", "30 seconds", "2 minutes", "none",
    ]  # fmt: skip


def _settled(me: Screen) -> dict[str, str]:
    """What the card of a table says."""
    rows = [" ".join(each.split()) for each in me.at(".settled dt, .settled dd").all_inner_texts()]
    return dict(zip(rows[::2], rows[1::2], strict=True))


def test_the_host_of_a_game_with_sides_chooses_one(house: Stage, screen: Open) -> None:
    """Every seat says what it plays; the host changes sides alone at the table, and with a friend."""
    host = _open(screen, "friends", game="chasse")
    swap = '.links button[value="down 1"]'
    assert "contrebande" in host.text(".rows li:nth-child(1)")
    assert host.text(f"{swap} small") == "Vous jouez : contrebande"
    host.press(swap)
    host.wait(".rows li:nth-child(2) .badge")
    assert host.text(f"{swap} small") == "Vous jouez : douane"
    guest = _join(screen, house, host, "Zoé")
    assert _names(guest) == ["Zoé", "Ada"]
    assert guest.at(swap).count() == 0
    host.wait('.rows:has-text("Zoé")')
    host.press(swap)
    for each in (host, guest):
        each.wait(".rows li:nth-child(1) .badge")
    host.press(swap)
    host.wait(".rows li:nth-child(2) .badge")
    host.press('button[value="start"]')
    host.wait('.player:has-text("Vous"):has-text("douane")')
    guest.wait('.player:has-text("Vous"):has-text("contrebande")')


@one_a_day(("lang", "phone"), [("fr", True), ("en", False)])
def test_a_side_is_chosen_against_a_robot(house: Stage, screen: Open, lang: str, phone: bool) -> None:
    """On the game's page, where games whose seats are alike ask for nothing."""
    me = screen("", None, path=f"/games/chasse?lang={lang}", phone=phone)
    side = {"fr": "douane", "en": "customs"}[lang]
    me.press(f'label:has-text("{side}")')
    assert _axe(me) == []
    me.press('button[value="robots"]')
    me.wait(".players")
    table = house.table(me.page.url.split("/tables/")[1].split("?")[0])
    assert table.seat_kinds == ("robot", "person")
    assert screen("", None, path="/games/declarer?lang=fr").at('input[name="side"]').count() == 0


def test_a_table_is_filled_without_a_script(house: Stage, screen: Open) -> None:
    host = _open(screen, "friends", game="chasse", java_script_enabled=False)
    host.press('button[value="robot 2"]')
    host.wait(".rows .robot")
    host.press('button[value="start"]')
    host.page.wait_for_selector("body.table")
    assert house.table(host.page.url.split("/tables/")[1]).state is not None


@pytest.mark.parametrize(("lang", "phone", "dark"), every_look(("en", True, True)))
def test_strangers_sit_down_with_one_tap(house: Stage, screen: Open, lang: str, phone: bool, dark: bool) -> None:
    """A table that is open to all stands on home and on the game's page; whoever has no name yet is asked for one."""
    name = f"Ada{lang}"
    host = _open(screen, "open", name=name, phone=phone, dark=dark)
    row = f'.opens li:has-text("{name}")'

    def known(page: Any) -> None:
        page.context.add_cookies([{"name": "malle-name", "value": "Zed", "url": house.address}])

    stranger = screen("", None, path=f"/?lang={lang}", phone=phone, dark=dark, before=known)
    while not stranger.at(row).count():  # a list is good for a moment
        stranger.page.wait_for_timeout(200)
        stranger.page.reload()
    assert _axe(stranger) == []
    stranger.press(f"{row} button")
    stranger.wait('.rows:has-text("Zed")')
    host.wait('.rows:has-text("Zed")')
    nameless = screen("", None, path=f"/games/declarer?lang={lang}", phone=phone, dark=dark)
    assert _axe(nameless) == []
    nameless.press(f"{row} button")
    nameless.at('input[name="name"]').fill("Yan")
    nameless.press("main button")
    nameless.wait('.rows:has-text("Yan")')
    host.wait('.rows:has-text("Yan")')
    host.press('button[value="unlist"]')
    host.wait('button[value="list"]')


@pytest.mark.parametrize("width", [320, 1440, *(pytest.param(width, marks=pytest.mark.long) for width in (390, 768))])
def test_nothing_scrolls_sideways(house: Stage, screen: Open, width: int) -> None:
    host = _open(screen, "friends", name="M" * 30, viewport={"width": width, "height": 800})
    guest = _join(screen, house, host, "Wilhelmine la très très longue", viewport={"width": width, "height": 800})
    host.wait('.rows:has-text("Wilhelmine")')
    for each in (host, guest):
        assert each.script("document.documentElement.scrollWidth") <= width
