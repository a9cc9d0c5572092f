"""X1 in full: axe finds nothing serious on any page and at any moment of any game, both languages, by day and by night, on a
phone, on a phone on its side and on a laptop. Other tests take a part of it every day; this is the long run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from malle import games
from malle.i18n.translations import LANGUAGES
from tests.browser.conftest import LAPTOP, PHONE, Open
from tests.browser.owned import Own, somebody
from tests.browser.pictures import moments_of, show
from tests.browser.screens import SCREENS, Screen
from tests.browser.stage import Stage
from tests.browser.test_access import serious
from tests.browser.test_keeping import link_of
from tests.browser.test_people import link_in

pytestmark = pytest.mark.browser

SIDEWAYS = {**PHONE, "viewport": {"width": 844, "height": 390}}
DEVICES = {"phone": PHONE, "sideways": SIDEWAYS, "laptop": LAPTOP}
PATHS = (
    "/",
    "/rules",
    "/about",
    "/privacy",
    "/legal",
    "/accessibility",
    "/enter",
    "/solo/combinus",
    "/nowhere",
    "/tables/zzzz",
    "/tables/0000000000000",
    *(
        f"/games/{name}{part}"
        for name in games.OWN_GAMES
        for part in ("", "/options", "/edition", "/pace", "/learn", "?with=friends")
    ),
    *(f"/rules/{name}" for name in games.OWN_GAMES),
)
OWN = ("/mine", "/me", "/me/erase", "/enter", *(f"/games/{name}/pace" for name in games.OWN_GAMES), "/house")
"""What a page of somebody's own shows, and where a device that is known is shown more."""
DRAWERS = ("Menu", "Règles", "Rules")
"""What the buttons of a table's header are called that open something over it."""


@contextmanager
def opened(browser: Browser, device: str, **kept: str) -> Iterator[Page]:
    """A page of a browser that has tips turned off, and remembers what else is said."""
    context = browser.new_context(**DEVICES[device], locale="fr-FR", reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(30_000)
    for key, value in {"malle": '{"confirm": true}', "malle-guide": '{"off": true}', **kept}.items():
        context.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(value)})")
    yield context.new_page()
    context.close()


def by_day_and_night(page: Page, name: str) -> list[str]:
    """What axe finds under either lamp, with where it was."""
    found = []
    for lamp in ("light", "dark"):
        page.emulate_media(color_scheme=lamp)
        page.wait_for_timeout(60)
        found += [f"{name} {lamp}: {fault}" for fault in serious(page)]
    return found


def examine(browser: Browser, device: str, look: Callable[[Page, str], None], name: str, **kept: str) -> list[str]:
    """The same in both languages."""
    found = []
    for language in LANGUAGES:
        with opened(browser, device, **kept) as page:
            look(page, language)
            found += by_day_and_night(page, f"{name} {device} {language}")
    return found


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("device", DEVICES)
def test_x1_every_page(house: Stage, browser: Browser, device: str) -> None:
    """Every address without a table, and a table that is being filled, as its host, a guest and a stranger see it."""

    def visit(path: str) -> Callable[[Page, str], None]:
        def look(page: Page, language: str) -> None:
            page.goto(f"{house.address}{path}{'&' if '?' in path else '?'}lang={language}")
            page.wait_for_load_state("networkidle")

        return look

    found = [fault for path in PATHS for fault in examine(browser, device, visit(path), path)]
    for language in LANGUAGES:
        with opened(browser, device) as host, opened(browser, device) as guest:
            host.goto(f"{house.address}/games/chasse?lang={language}")
            host.locator('input[name="name"]').fill("Ada")
            host.locator('button[value="friends"]').click()
            invitation = host.locator("#invitation").get_attribute("href") or ""
            found += by_day_and_night(host, f"host {device} {language}")
            for name, address in (("stranger", invitation.split("?")[0] + "?"), ("guest", f"{invitation}&")):
                guest.goto(f"{address}lang={language}")
                found += by_day_and_night(guest, f"{name} {device} {language}")
            guest.locator('input[name="name"]').fill("Zoé")
            guest.locator("main button").click()
            guest.wait_for_selector(".rows")
            found += by_day_and_night(guest, f"sitting {device} {language}")
            host.goto(f"{host.url.split('?')[0]}/options?lang={language}")
            found += by_day_and_night(host, f"options {device} {language}")
    print(f"{device}: {2 * len(LANGUAGES) * (len(PATHS) + 5)} pages, {len(found)} faults")
    assert found == []


@pytest.fixture(scope="module")
def own(browser: Browser) -> Iterator[Own]:
    """For all devices: what is looked at does not change. She keeps the house, too."""
    with somebody(browser) as own, opened(browser, "phone") as page:
        page.context.add_cookies([own.cookie])
        page.goto(f"{own.real.address}{link_of(own.real)}")
        page.click("main button")
        page.wait_for_selector(".housepage")
        yield own


@pytest.mark.long
@pytest.mark.services
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("device", DEVICES)
def test_x1_every_page_of_ones_own(own: Own, browser: Browser, device: str) -> None:
    """With a device that is known: games, oneself, the ways to another device, letters, the house, a replay."""
    address, found, looked = own.real.address, list[str](), 0
    for language in LANGUAGES:
        with opened(browser, device) as page, opened(browser, device) as other:
            page.context.add_cookies([own.cookie])

            def look(at: Page, name: str, wanted: str = "h1", language: str = language) -> None:
                nonlocal looked
                at.wait_for_selector(wanted)
                at.wait_for_load_state("networkidle")
                assert at.locator("html").get_attribute("lang") == language, name
                found.extend(by_day_and_night(at, f"{name} {device} {language}"))
                looked += 2

            for path in OWN:
                answer = page.goto(f"{address}{path}?lang={language}")
                assert answer is not None
                assert answer.status == 200, path
                look(page, path)
            page.goto(f"{address}{own.ended}?lang={language}")
            look(page, "ended", ".end")
            page.goto(f"{address}{own.ended}/replay?lang={language}#3")
            look(page, "replay", ".reel")
            page.goto(f"{address}/me")
            page.click("#kept form[action='/me/paper'] button")
            look(page, "paper", ".address")
            page.goto(f"{address}/me")
            page.click("#kept form[action='/me/square'] button")
            look(page, "square", ".square .num")
            other.goto(f"{address}/enter?lang={language}#{page.locator('.square .num').inner_text()}")
            look(other, "sure", 'button[name="sure"]')
            other.goto(f"{address}/about")
            other.goto(f"{address}/enter#nowhere")
            look(other, "wrong", "#wrong")
            other.goto(f"{address}/me")
            look(other, "/me of nobody")
            other.fill('form[action="/letter"] input', f"{device}-{language}@example.org")
            other.click('form[action="/letter"] button')
            look(other, "letter asked for")
            other.goto(f"{address}/letter/nothing")
            look(other, "no letter")
            page.goto(f"{address}/me")
            page.fill('form[action="/me/notices/mail"] input', f"{device}-{language}@example.org")
            letters = len(own.post.mails)
            page.click('form[action="/me/notices/mail"] button')
            look(page, "letter sent")
            page.goto(link_in(page, own.post, letters + 1))
            look(page, "letter", 'form[action^="/letter/"] button')
            other.goto(f"{address}/house/enter?secret=nothing")
            look(other, "/house/enter")
            other.click("main button")
            look(other, "house refused")
    print(f"{device}: {looked} screens, {len(found)} faults")
    assert found == []


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("device", DEVICES)
def test_x1_every_screen_beside_the_moments(house: Stage, browser: Browser, device: str) -> None:
    """Whatever is worth a picture: what lies over a table, who is away, one's own dice, being out, a replay of each."""
    house.robots_play = False
    found = []
    for screen in SCREENS:

        def look(page: Page, language: str, screen: Screen = screen) -> None:
            screen.show(page, house, language)

        with house.all_here() if screen.here else nullcontext():
            found += examine(browser, device, look, screen.name, **{"malle-guide": "{}"})  # a screen turns tips off
    print(f"{device}: {2 * len(LANGUAGES) * len(SCREENS)} screens, {len(found)} faults")
    assert found == []


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", games.OWN_GAMES)
def test_x1_every_moment(house: Stage, browser: Browser, game: str, device: str) -> None:
    """All moments that a game names, and over the first of them what the header opens."""
    house.robots_play = False

    def look(moment: Any) -> Callable[[Page, str], None]:
        return lambda page, language: show(page, house, game, moment, language)

    moments = moments_of(game)
    found = []
    for moment in moments:
        kept = getattr(moment, "kept", {})
        found += examine(browser, device, look(moment), f"{game} {moment.name}", **kept)
    drawers = 0
    for language in LANGUAGES:
        with opened(browser, device) as page:
            show(page, house, game, moments[0], language)
            for name in DRAWERS:
                button = page.locator(f'.top [aria-label="{name}"]')
                if button.count() and button.first.is_visible():
                    button.first.click()
                    page.wait_for_selector(".drawer")
                    found += by_day_and_night(page, f"{game} {name} {device} {language}")
                    page.keyboard.press("Escape")
                    drawers += 1
    print(f"{game} {device}: {2 * (len(LANGUAGES) * len(moments) + drawers)} screens, {len(found)} faults")
    assert found == []


def test_x1_a_planted_fault_is_found(screen: Open) -> None:
    """A picture without words, and a sentence that is too faint."""
    me = screen("", None, path="/about?lang=en")
    assert serious(me.page) == []
    me.script("""() => { const [picture, faint] = ['img', 'p'].map((name) => document.createElement(name));
        picture.src = document.querySelector('link[rel~="icon"]').href; faint.textContent = 'Nobody reads this.'; faint.style.color = '#cfc8bb';
        document.querySelector('main .panel').append(picture, faint) }""")
    assert [fault.split(":")[0] for fault in serious(me.page)] == ["color-contrast", "image-alt"]
