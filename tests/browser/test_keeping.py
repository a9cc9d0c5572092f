"""The page of the house on the real server: first opened by a link from the command, on a phone and on a laptop; then by
a passkey."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.browser.conftest import Open, Screen, one_a_day
from tests.browser.real import Real
from tests.browser.test_access import serious
from tests.browser.test_people import at_localhost, authenticator

pytestmark = [pytest.mark.browser, pytest.mark.services]


def link_of(real: Real) -> str:
    """What `malle house` prints, as a path."""
    settings = {**os.environ, **real.services.environment(real.database)}
    command = [sys.executable, "-m", "malle", "house"]
    ran = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
    return f"/house/enter?{ran.stdout.strip().partition('?')[2]}"


def fits(screen: Screen) -> bool:
    return bool(screen.script("document.documentElement.scrollWidth <= innerWidth"))


@one_a_day(("lang", "phone"), [("fr", True), ("en", False)])
def test_a_keeper_comes_in_by_a_link_and_settles_the_house(real: Real, screen: Open, lang: str, phone: bool) -> None:
    keeper = screen("", None, phone=phone, path=f"{link_of(real)}&lang={lang}", address=real.address)
    keeper.press("main button")
    keeper.wait(".housepage")
    keeper.at("#house-name").fill("Malle de la rue Haute")
    keeper.press("#name .btn")
    keeper.wait("#name .kept")
    assert keeper.text("h1") == "Malle de la rue Haute"
    keeper.press('.opt2:has(input[value="link"])')
    keeper.press("#opens .opts .btn")
    keeper.wait("#house-link")
    assert keeper.at("#house-link").input_value().startswith(f"{real.address}/m/")
    for width in (320, 390, 768, 1440):
        keeper.page.set_viewport_size({"width": width, "height": 900})
        assert fits(keeper), width
    assert serious(keeper.page) == []
    keeper.press('.opt2:has(input[value="all"])')
    keeper.press("#opens .opts .btn")
    keeper.wait("#opens .kept")
    keeper.press(".leave button")
    keeper.wait(".shelf")


def test_a_keeper_comes_in_on_another_device_by_a_passkey(real: Real, screen: Open) -> None:
    """The link made one a keeper, once; from then on the person is, whose passkey leads any device in."""
    address = at_localhost(real)
    laptop = screen("", None, phone=False, lang="en", path=f"{link_of(real)}&lang=en", address=address)
    laptop.press("main button")
    laptop.wait(".housepage")
    laptop.page.goto(f"{address}/me")
    session, holder = authenticator(laptop.page)
    laptop.press('[data-passkey="make"]')
    laptop.wait("#kept .stamp")
    (key,) = session.send("WebAuthn.getCredentials", {"authenticatorId": holder})["credentials"]
    phone = screen("", None, path="/house?lang=en", address=address)
    assert phone.at(".housepage").count() == 0
    phone.errors.clear()  # the browser tells of every 404
    other, holder = authenticator(phone.page)
    other.send("WebAuthn.addCredential", {"authenticatorId": holder, "credential": key})
    phone.page.goto(f"{address}/enter")
    phone.press('[data-passkey="use"]')
    phone.page.wait_for_url("**/mine")
    phone.page.goto(f"{address}/house")
    phone.wait(".housepage")
    phone.press(".leave button")
    phone.wait(".shelf")
    laptop.page.goto(f"{address}/house")
    assert laptop.at(".housepage").count() == 0, "who has left keeps it on no device"
    laptop.errors.clear()
