"""Screens worth a picture that are no moment of one game: pages, a table that is being filled, lessons, what lies over a
table, who is away, a phone on its side. `tests/browser/take.py` takes them."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import NamedTuple

from playwright.sync_api import Page

from malle.core import Seat
from malle.games import OWN_GAMES
from malle.games.combinards.tests.pictures import PICTURES
from tests.browser.pictures import NAMES, set_up
from tests.browser.stage import Stage
from tests.browser.test_pace import PAYER, TAXED, change, moment

Show = Callable[[Page, Stage, str], None]
STANDS = "const later = window.setTimeout; window.setTimeout = (work, time) => later(work, time > 1000 ? 1e6 : time)"
"""What would be over in a few seconds stays as it is."""
QUIET = 'localStorage.setItem("malle-guide", \'{"off": true}\')'


class Screen(NamedTuple):
    """How a page comes to show it."""

    name: str
    show: Show
    sizes: tuple[str, ...] = ("390", "1440")
    here: bool = True
    """Is everybody there who plays?"""


def _at(path: str) -> Show:
    def show(page: Page, house: Stage, language: str) -> None:
        page.goto(f"{house.address}{path}?lang={language}")

    return show


def _lesson(game: str) -> Show:
    def show(page: Page, house: Stage, language: str) -> None:
        page.goto(f"{house.address}/games/{game}/learn?lang={language}")
        page.wait_for_selector(".bub")

    return show


def _sit(page: Page, house: Stage, table: str, seat: int | None, language: str, *, tips: bool = False) -> None:
    """Opens a table as somebody sees it who has had the tips of a first game."""
    if not tips:
        page.context.add_init_script(QUIET)
    where = f"tables/{table}" if seat is None else f"sit/{table}/{seat}"
    page.goto(f"{house.address}/{where}?lang={language}")
    page.wait_for_selector(".players")


def _open(page: Page, house: Stage, language: str, game: str = "chasse") -> str:
    """Ada opens a table and waits; the invitation."""
    page.goto(f"{house.address}/games/{game}?lang={language}")
    page.locator('input[name="name"]').fill("Ada")
    page.locator('button[value="friends"]').click()
    return page.locator("#invitation").get_attribute("href") or ""


def _join(page: Page, house: Stage, invitation: str, name: str) -> None:
    """Somebody sits down, in a browser of their own."""
    assert page.context.browser is not None
    context = page.context.browser.new_context()
    guest = context.new_page()
    guest.goto(invitation)
    guest.locator('input[name="name"]').fill(name)
    guest.locator("main button").click()
    guest.wait_for_selector(".rows")
    context.close()


def host(page: Page, house: Stage, language: str) -> None:
    """Two sit at a table of four."""
    _join(page, house, _open(page, house, language, "declarer"), "Zoé")
    page.wait_for_selector('.rows:has-text("Zoé")')


def sides(page: Page, house: Stage, language: str) -> None:
    """A game in which seats are not alike."""
    _open(page, house, language)


def guest(page: Page, house: Stage, language: str) -> None:
    """What an invitation shows."""
    invitation = _open(page, house, language, "declarer")
    page.context.clear_cookies()
    page.goto(f"{invitation}&lang={language}")


def wrong_code(page: Page, house: Stage, language: str) -> None:
    """Home, with a code that leads nowhere."""
    page.goto(f"{house.address}/?lang={language}")
    page.locator("#code").fill("aeiou")
    page.locator(".enter button").click()
    page.wait_for_selector("#wrong")


def back(page: Page, house: Stage, language: str) -> None:
    """Home, for somebody who has two tables."""
    device = "pictures".ljust(43, "-")
    one = house.set_up("declarer", NAMES[:4], seed=5, devices={2: device})
    two = house.set_up("chasse", ("Ada", "Paul"), devices={1: device})
    kept = {"malle": device, "malle-tables": f"{one}.{two}", "malle-name": "Paul"}
    page.context.add_cookies([{"name": name, "value": each, "url": house.address} for name, each in kept.items()])
    page.goto(f"{house.address}/?lang={language}")


def _over(press: str, wait: str, game: str = "declarer") -> Show:
    """What a button of a table's header opens, or of what it opened."""

    def show(page: Page, house: Stage, language: str) -> None:
        table = house.set_up(game, NAMES[:4] if game == "declarer" else NAMES[:2], seed=5)
        _sit(page, house, table, house.table(table).awaited[0], language)
        for each in press.split(" >> "):
            page.locator(each).locator("visible=true").first.click()
        page.wait_for_selector(wait)

    return show


def watching(page: Page, house: Stage, language: str) -> None:
    """Somebody looks on."""
    _sit(page, house, house.set_up("declarer", NAMES[:4], ("declare 1 wine",), seed=5), None, language)


def away(page: Page, house: Stage, language: str) -> None:
    """Somebody is waited for who is not there."""
    with house.patience(0.5):
        table = house.set_up("declarer", NAMES[:4], ("declare 1 wine",), seed=5)
        seat = house.table(table).awaited[0]
        _sit(page, house, table, (seat + 1) % 4, language)
        page.wait_for_selector(".manners .choice")


def returned(page: Page, house: Stage, language: str) -> None:
    """Somebody comes back to a seat that a robot kept for them."""
    table = house.set_up("declarer", NAMES[:4], ("declare 1 wine",), seed=5)
    seat = house.table(table).awaited[0]
    _sit(page, house, table, seat, language)
    page.locator('.icon-btn[href="/"], .brand a').locator("visible=true").first.click()
    page.locator('.drawer .choice:has(use[href="#i-robot"])').click()
    page.wait_for_selector(".boxes")
    house.act(table, seat)
    page.goto(f"{house.address}/?lang={language}")
    page.locator(".run").first.click()
    page.wait_for_selector(".manners.back .take-back")


def tip(page: Page, house: Stage, language: str) -> None:
    """The first decision of somebody's first game."""
    table = house.set_up("declarer", NAMES[:4], ("declare 1 wine",), seed=5)
    _sit(page, house, table, house.table(table).awaited[0], language, tips=True)
    page.wait_for_selector(".bub, .tipline")


def _taxed(page: Page, house: Stage, language: str, **fields: object) -> None:
    """Les Joyeux Combinards, where the next move lets somebody throw and pay."""
    table, mover = moment(house, *TAXED)
    if fields:
        change(house, table, **fields)
    _sit(page, house, table, PAYER, language)
    house.act(table, mover)
    page.wait_for_selector(".roll")


def dice(page: Page, house: Stage, language: str) -> None:
    """One's own dice."""
    _taxed(page, house, language)


def befell(page: Page, house: Stage, language: str) -> None:
    """A payment that nobody chose."""
    _taxed(page, house, language)
    page.locator(".roll").click()
    page.wait_for_selector(".befell")


def out(page: Page, house: Stage, language: str) -> None:
    """Out of the game."""
    _taxed(page, house, language, cash=(50, 50, 50, 0))
    page.locator(".roll").click()
    page.wait_for_selector(".outbox")


def emotes(page: Page, house: Stage, language: str) -> None:
    """What can be shown to the others, and what a friend shows."""
    table = house.set_up("declarer", NAMES[:4], ("declare 1 wine",), seed=5, robots=(3,))
    _sit(page, house, table, 0, language)
    assert page.viewport_size is not None
    if min(page.viewport_size["width"], page.viewport_size["height"]) < 700:
        page.locator(".top .icon-btn.phone:has(use[href='#i-say'])").click()
        page.wait_for_selector(".drawer .emlist")
    page.locator('[data-emote="phew"]').locator("visible=true").first.click()
    page.wait_for_selector(".player .emoted")


def reading(page: Page, house: Stage, language: str) -> None:
    """A robot's claim, while it can be read."""
    with house.paced():
        table = house.set_up("declarer", NAMES[:4], seed=5, robots=(1, 2))
        page.add_init_script(STANDS)
        _sit(page, house, table, 0, language)
        house.act(table, Seat(2), "declare 1 wine")
        page.wait_for_selector(".reading.runs")


def lost(page: Page, house: Stage, language: str) -> None:
    """The network is cut."""
    table = house.set_up("declarer", NAMES[:4], seed=5)
    _sit(page, house, table, 1, language)
    page.context.set_offline(True)
    page.wait_for_selector(".lost")


def six(page: Page, house: Stage, language: str) -> None:
    """As many as can sit."""
    table = house.set_up("declarer", NAMES, ("declare nothing",), seed=5, robots=(1, 3, 4))
    _sit(page, house, table, house.table(table).awaited[0], language)


def _sideways(game: str) -> Show:
    def show(page: Page, house: Stage, language: str) -> None:
        doubt = next(each for each in PICTURES if each.name == "doubt")
        table = {
            "combinards": lambda: set_up(house, game, doubt),
            "chasse": lambda: house.set_up(
                game, NAMES[:2], ("hide c13", "hide e13", "hide e13", "hide h12", "hide k13")
            ),
            "combinus": lambda: house.set_up(game, NAMES[:2], ("borders left-right",), seed=5),
            "declarer": lambda: house.set_up(game, NAMES[:4], ("declare 1 wine",), seed=5),
        }[game]()
        _sit(page, house, table, house.table(table).awaited[0], language)

    return show


def replay_of(game: str) -> Show:
    """An ended game, somewhere in it."""

    def show(page: Page, house: Stage, language: str) -> None:
        table = set_up(house, game, SimpleNamespace(seed=3, robots=-1))
        page.context.add_init_script(QUIET)
        page.goto(f"{house.address}/sit/{table}/{Seat(0)}?lang={language}")
        page.wait_for_selector(".end")
        page.goto(f"{house.address}/tables/{table}/replay?lang={language}#12")
        page.wait_for_selector(".reel")

    return show


SCREENS = (
    Screen("home", _at("/")),
    Screen("home-back", back),
    Screen("home-wrong-code", wrong_code),
    *(Screen(f"game-{game}", _at(f"/games/{game}")) for game in OWN_GAMES),
    Screen("options", _at(f"/games/{OWN_GAMES[0]}/options")),
    Screen("edition", _at(f"/games/{OWN_GAMES[0]}/edition")),
    Screen("rules", _at(f"/rules/{OWN_GAMES[0]}")),
    Screen("about", _at("/about")),
    Screen("trouble", _at("/nowhere")),
    Screen("lobby", host),
    Screen("lobby-sides", sides),
    Screen("invitation", guest),
    *(Screen(f"lesson-{game}", _lesson(game)) for game in OWN_GAMES),
    Screen("tip", tip),
    Screen("menu", _over('.top [aria-label="Menu"]', ".drawer .menu")),
    Screen("leaving", _over('.icon-btn[href="/"], .brand a', ".drawer .stay")),
    Screen("watching", watching),
    Screen("away", away, here=False),
    Screen("return", returned),
    Screen("dice", dice),
    Screen("befell", befell),
    Screen("out", out),
    Screen("emotes", emotes),
    Screen("reading", reading),
    Screen("lost", lost),
    Screen("six", six, ("390", "844", "1440")),
    *(Screen(f"sideways-{game}", _sideways(game), ("844",)) for game in OWN_GAMES),
    *(Screen(f"replay-{game}", replay_of(game)) for game in OWN_GAMES),
)
