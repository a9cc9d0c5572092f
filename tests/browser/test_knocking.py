"""The door of a table in play: who watches is told so, who was invited asks for a robot's seat, the people answer."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open, Screen, every_look
from tests.browser.real import Real
from tests.browser.test_access import _axe
from tests.server.player import call

WITHIN = """(square) => { const [at, play] = [square, document.querySelector('.play')].map((each) => each.getBoundingClientRect());
    return at.top >= play.top - 1 && at.bottom <= play.bottom + 1 }"""
SAID = {
    "fr": ("Vous regardez.", "Zoé voudrait jouer", "Pas cette fois : la place reste au robot.", "Vous"),
    "en": ("You are watching.", "Zoé would like to play", "Not this time: the seat stays the robot’s.", "You"),
}


def _play(real: Real, screen: Open, lang: str, **how: Any) -> tuple[Screen, str]:
    """Ann hides her plates against a robot; and the invitation."""
    _, opened = call(real.port, "/api/tables", {"game": "chasse", "seats": 2, "name": "Ann", "robots": 1})

    def enter(page: Page) -> None:
        page.context.add_cookies([{"name": "malle", "value": opened["token"], "url": real.address}])

    path = f"/tables/{opened['table']}?lang={lang}"
    ann = screen("", None, path=path, before=enter, address=real.address, **how)
    ann.wait(".players")
    return ann, f"{path}&invite={opened['invite']}"


def _ask(guest: Screen) -> None:
    guest.press(".looker button")
    guest.wait(".knock")
    guest.at(".knock input").fill("Zoé")
    guest.press(".knock > button")


@pytest.mark.parametrize(("lang", "phone", "dark"), every_look(("fr", True, False)))
def test_who_asks_stands_beside_the_table_and_not_over_it(
    real: Real, screen: Open, lang: str, phone: bool, dark: bool
) -> None:
    """Whoever is at their turn can go on with it: what they may touch stays in view."""
    ann, invitation = _play(real, screen, lang, phone=phone, dark=dark)
    _ask(screen("", None, path=invitation, address=real.address, phone=phone, dark=dark))
    ann.wait(".asking")
    places = ann.script(
        "['.asking', '.play', '.asking .left'].map((each) => { const { top, bottom } = document.querySelector(each).getBoundingClientRect(); return [top, bottom]; })"
    )
    (top, bottom), (_, board), (left, _) = places
    assert board <= top, "it lies over the board"
    assert top <= left <= bottom
    assert ann.script("document.querySelectorAll('svg.board .cell.can').length") > 0
    ann.until("[...document.querySelectorAll('svg.board .cell.can')].every(" + WITHIN + ")")
    assert _axe(ann) == []


@pytest.mark.parametrize(
    ("lang", "phone", "dark", "yes"),
    [
        ("fr", True, False, True),
        pytest.param("en", False, True, True, marks=pytest.mark.long),
        ("en", True, True, False),
    ],
)
def test_whoever_watches_asks_for_a_robots_seat_and_is_answered(
    real: Real, screen: Open, lang: str, phone: bool, dark: bool, yes: bool
) -> None:
    """Whoever has no invitation is told that they watch, and cannot ask."""
    watching, asks, over, you = SAID[lang]
    how: dict[str, Any] = {"phone": phone, "dark": dark}
    ann, invitation = _play(real, screen, lang, **how)
    assert ann.at(".looker").count() == 0
    other = screen("", None, path=invitation.split("&")[0], address=real.address, **how)
    other.wait(".looker")
    assert other.text(".looker") == watching
    assert other.at(".looker button").count() == 0
    guest = screen("", None, path=invitation, address=real.address, **how)
    guest.wait(".looker button")
    guest.press(".looker button")
    guest.wait(".knock")
    assert guest.at(".knock > button").is_disabled()
    assert _axe(guest) == []
    guest.page.keyboard.press("Escape")
    _ask(guest)
    ann.wait(".asking")
    assert ann.text(".asking b") == asks
    assert 0 < int(ann.text(".asking .left").split()[0]) <= 20
    assert other.at(".asking").count() == 0
    if not yes:
        ann.press(".asking .btn.hollow")
        guest.wait(f'.looker:has-text("{over}")')
        ann.until("!document.querySelector('.asking')")
        return
    ann.press(".asking .btn:not(.hollow)")
    guest.until("!document.querySelector('.looker')")
    guest.wait(f'.player >> nth=1 >> text="{you}"')
    ann.wait('.player:has-text("Zoé")')
    assert other.at(".looker").count() == 1
