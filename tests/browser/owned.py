"""Somebody on the real server, and what is theirs: games that go on, for minutes or for days, one that ended, letters.

Their screens are worth a picture; `tests/browser/take.py` takes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

from playwright._impl._api_structures import SetCookieParam
from playwright.sync_api import Browser, Page

from tests.browser.conftest import PHONE, Screen
from tests.browser.real import Real, real_server
from tests.browser.screens import QUIET
from tests.browser.test_combinus import play_out
from tests.browser.test_people import link_in
from tests.server.nursery import free_port
from tests.server.player import call
from tests.server.receivers import Post

DAY = 86_400


class Own(NamedTuple):
    """A real server that sends mail, and Camille, who plays there. The rest are paths of her tables."""

    real: Real
    post: Post
    cookie: SetCookieParam
    ended: str
    slow: str
    """She is waited for, and has a day."""
    filling: str
    """A slow one that nobody has come to yet."""


@contextmanager
def somebody(browser: Browser, name: str = "screens") -> Iterator[Own]:
    """Her, while the block runs."""
    post, port = Post(), free_port()
    address = f"http://127.0.0.1:{port}"
    mail = {"MALLE_MAIL": f"smtp://127.0.0.1:{post.port}", "MALLE_MAIL_FROM": "malle@malle.test"}
    with (
        closing(post),
        real_server(name, port=port, notices=True, MALLE_ADDRESS=address, MALLE_SWEEP="0.2", **mail) as real,
    ):
        ended = call(port, "/api/tables", {"game": "combinus", "seats": 2, "robots": 1, "name": "Camille"})[1]
        token = ended["token"]
        cookie: SetCookieParam = {"name": "malle", "value": token, "url": address}
        context = browser.new_context(**PHONE, locale="fr-FR", reduced_motion="reduce")  # type: ignore[arg-type]
        context.add_init_script(QUIET)
        context.add_cookies([cookie])
        page = context.new_page()
        page.goto(f"{address}/tables/{ended['table']}")
        play_out(Screen(context, page, phone=True), "tap")
        context.close()
        days = {"pace": DAY, "bank": 3 * DAY}
        _opened(port, token, "declarer", "Léa", "Paul", "Inès")
        slow = _opened(port, token, "chasse", "Marius", **days)
        filling = _opened(port, token, "declarer", seats=4, **days)
        yield Own(real, post, cookie, f"/tables/{ended['table']}", f"/tables/{slow}", f"/tables/{filling}")


def _opened(port: int, token: str, game: str, *friends: str, seats: int = 0, **more: Any) -> str:
    """She opens a table, and these friends come."""
    body = {"game": game, "seats": seats or 1 + len(friends), "name": "Camille", **more}
    status, opened = call(port, "/api/tables", body, token=token)
    assert status == 201, opened
    for friend in friends:
        call(port, f"/api/tables/{opened['table']}/seats", {"name": friend, "invite": opened["invite"]})
    table: str = opened["table"]
    return table


Show = Callable[[Page, Own, str], None]


class OwnScreen(NamedTuple):
    """How her page comes to show it."""

    name: str
    show: Show


def _at(path: str, part: str = "") -> Show:
    """A page of hers, and a part of it at the top."""

    def show(page: Page, own: Own, language: str) -> None:
        page.goto(f"{own.real.address}{path}?lang={language}")
        if part:
            page.locator(part).evaluate("each => each.scrollIntoView()")

    return show


def _table(which: str, wait: str) -> Show:
    """One of her tables."""

    def show(page: Page, own: Own, language: str) -> None:
        page.goto(f"{own.real.address}{getattr(own, which)}?lang={language}")
        page.wait_for_selector(wait)

    return show


def _pressed(form: str, wait: str) -> Show:
    """What a button of `/me` leads to."""

    def show(page: Page, own: Own, language: str) -> None:
        page.goto(f"{own.real.address}/me?lang={language}")
        page.click(f"form[action='{form}'] button")
        page.wait_for_selector(wait)

    return show


def told(page: Page, own: Own, language: str) -> None:
    """What she is told, and when not: with an address that is proved, a feed and quiet hours."""
    page.goto(f"{own.real.address}/me?lang={language}")
    if page.locator('form[action="/me/notices/mail"]').count():
        page.fill('form[action="/me/notices/mail"] input', "camille@example.org")
        page.click('form[action="/me/notices/mail"] button')
        page.goto(link_in(page, own.post, 1))
        page.click('form[action^="/letter/"] button')
        page.goto(f"{own.real.address}/me?lang={language}")
        page.click("#notices form[action$=feed] button")
        page.goto(f"{own.real.address}/me?lang={language}")
    page.locator("#notices").evaluate("each => each.scrollIntoView()")


def pace(page: Page, own: Own, language: str) -> None:
    """A table for days is chosen."""
    page.goto(f"{own.real.address}/games/chasse/pace?lang={language}")
    page.locator('label:has(input[name="pace"][value="day"])').click()


OWN_SCREENS = (
    OwnScreen("mine", _at("/mine")),
    OwnScreen("mine-ended", _at("/mine", ".tks >> nth=-1")),
    OwnScreen("me", _at("/me")),
    OwnScreen("me-kept", _at("/me", "#kept")),
    OwnScreen("me-square", _pressed("/me/square", ".square .num")),
    OwnScreen("me-paper", _pressed("/me/paper", ".address")),
    OwnScreen("me-erase", _at("/me/erase")),
    OwnScreen("enter", _at("/enter")),
    OwnScreen("privacy", _at("/privacy")),
    OwnScreen("legal", _at("/legal")),
    OwnScreen("accessibility", _at("/accessibility")),
    OwnScreen("notices", told),
    OwnScreen("pace", pace),
    OwnScreen("slow-lobby", _table("filling", ".lobby .slowly")),
    OwnScreen("slow-table", _table("slow", ".players")),
)
