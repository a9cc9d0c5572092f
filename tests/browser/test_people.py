"""Keeping who one is, in a real browser on the real server: a passkey, a link on paper, a square on another screen,
a link by mail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.real import Real, real_server
from tests.browser.test_access import serious
from tests.server.nursery import free_port
from tests.server.receivers import Post

pytestmark = pytest.mark.services


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    """Browsers of their own, which end with the test."""
    opened: list[BrowserContext] = []
    yield opened
    for each in opened:
        each.close()


def device(browser: Browser, contexts: list[BrowserContext]) -> Page:
    """A device that nobody has used."""
    contexts.append(browser.new_context(locale="en"))
    return contexts[-1].new_page()


def authenticator(page: Page) -> tuple[Any, str]:
    """A passkey's holder, built into this device."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def sit_down(page: Page, address: str, name: str) -> str:
    """Somebody opens a table: where it is."""
    page.goto(f"{address}/games/declarer?with=friends")
    page.fill('input[name="name"]', name)
    page.click('button[value="friends"]')
    page.wait_for_url("**/tables/*")
    return page.url.split("?")[0]


def at_localhost(real: Real) -> str:
    """Browsers make passkeys under TLS, or there."""
    return f"http://localhost:{real.port}"


def test_a_passkey_is_made_and_brings_one_back(real: Real, browser: Browser, contexts: list[BrowserContext]) -> None:
    address = at_localhost(real)
    laptop, phone = device(browser, contexts), device(browser, contexts)
    session, holder = authenticator(laptop)
    table = sit_down(laptop, address, "Camille")
    laptop.goto(f"{address}/me")
    laptop.click('[data-passkey="make"]')
    laptop.wait_for_selector("#kept .stamp")
    assert serious(laptop) == []
    (key,) = session.send("WebAuthn.getCredentials", {"authenticatorId": holder})["credentials"]
    # The phone has the same key, as phones of one person do.
    other, holder = authenticator(phone)
    other.send("WebAuthn.addCredential", {"authenticatorId": holder, "credential": key})
    phone.goto(f"{address}/enter")
    assert serious(phone) == []
    phone.click('[data-passkey="use"]')
    phone.wait_for_url("**/mine")
    assert phone.locator(f'a[href="{table.removeprefix(address)}"]').count() == 1
    assert serious(phone) == []
    # One of them is lost: the other closes the key.
    laptop.goto(f"{address}/me")
    laptop.click("#kept .sure summary")
    assert serious(laptop) == []
    laptop.click("#kept .sure button")
    laptop.wait_for_selector('[data-passkey="make"]')
    phone.context.clear_cookies()
    phone.goto(f"{address}/enter")
    phone.click('[data-passkey="use"]')
    phone.locator("#passkey-state:not(:empty)").wait_for()
    assert phone.context.cookies() == []


ASK = """async () => (await fetch("/enter/passkey/begin", { method: "POST" })).text()"""
ANSWER = """async (asked) => { const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(asked));
    return JSON.stringify((await navigator.credentials.get({ publicKey })).toJSON()) }"""
SEND = """async (body) => (await fetch("/enter/passkey/end", { method: "POST", body,
    headers: { "content-type": "application/json" } })).status"""


def test_a_passkeys_answer_is_good_once_and_here_alone(
    real: Real, browser: Browser, contexts: list[BrowserContext]
) -> None:
    """The key is there all the time, so nothing but the answer's age and origin can be why it is refused."""
    address = at_localhost(real)
    laptop, thief = device(browser, contexts), device(browser, contexts)
    authenticator(laptop)
    sit_down(laptop, address, "Camille")
    laptop.goto(f"{address}/me")
    laptop.click('[data-passkey="make"]')
    laptop.wait_for_selector("#kept .stamp")
    sent: list[str] = []
    laptop.on("request", lambda request: sent.append((request.post_data or "") if "passkey/end" in request.url else ""))
    laptop.goto(f"{address}/enter")
    laptop.click('[data-passkey="use"]')
    laptop.wait_for_url("**/mine")
    # An answer that led somebody in is heard no second time.
    (taken,) = filter(None, sent)
    thief.goto(f"{address}/about")
    assert thief.evaluate(SEND, taken) == 403
    # A fresh one that another site hands on spends nothing; the same is good at home, so it was whole.
    laptop.goto(f"{address}/enter")
    fresh = laptop.evaluate(ANSWER, laptop.evaluate(ASK))
    headers = {"content-type": "application/json", "origin": "http://elsewhere.test"}
    assert thief.request.post(f"{address}/enter/passkey/end", data=fresh, headers=headers).status == 403
    assert holds(thief) == []
    assert laptop.evaluate(SEND, fresh) == 200
    # This server under another name takes no answer that was given at the first.
    fresh = laptop.evaluate(ANSWER, laptop.evaluate(ASK))
    thief.goto(f"http://127.0.0.1:{real.port}/about")
    assert thief.evaluate(SEND, fresh) == 403
    # A page at another port may ask the same key: what it answers there opens nothing here, whoever brings it.
    thief.goto(f"{address}/about")
    asked = thief.evaluate(ASK)
    other = f"http://localhost:{free_port()}/"
    laptop.route(other, lambda route: route.fulfill(content_type="text/html", body="<title>Free games</title>"))
    laptop.goto(other)
    lured = laptop.evaluate(ANSWER, asked)
    assert thief.evaluate(SEND, lured) == 403
    assert holds(thief) == []


def holds(page: Page) -> list[str]:
    """The device's own cookie, if it has one."""
    return [str(each["value"]) for each in page.context.cookies() if each.get("name") == "malle"]


def test_a_square_and_a_link_on_paper_lead_in_once(
    real: Real, browser: Browser, contexts: list[BrowserContext]
) -> None:
    address = real.address
    laptop = device(browser, contexts)
    table = sit_down(laptop, address, "Camille").removeprefix(address)
    laptop.goto(f"{address}/me")
    laptop.click("#kept form[action='/me/square'] button")
    code = laptop.locator(".square .num").inner_text()
    assert serious(laptop) == []
    phone, thief = device(browser, contexts), device(browser, contexts)
    phone.goto(f"{address}/enter")
    phone.locator(".skip").press("Enter")  # a place on the page opens nothing
    phone.wait_for_url("**/enter#main")
    assert phone.locator("#wrong").count() == 0
    for each in (phone, thief):
        each.goto(f"{address}/enter#{code}")
        each.wait_for_selector('button[name="sure"]')
        assert "#" not in each.url
        assert "Camille" in each.locator("h1").inner_text()
    assert serious(phone) == []
    phone.click('button[name="sure"]')
    phone.wait_for_url("**/mine")
    assert phone.locator(f'a[href="{table}"]').count() == 1
    laptop.locator(".square .state", has_text="Chrome").wait_for()
    thief.click('button[name="sure"]')  # who saw the square too is too late
    thief.wait_for_selector("#wrong")
    laptop.goto(f"{address}/me")
    laptop.click("#kept form[action='/me/paper'] button")
    link = laptop.locator(".address").inner_text()
    assert re.fullmatch(rf"{re.escape(address)}/enter#[\w-]{{43}}", link)
    assert serious(laptop) == []
    tablet = device(browser, contexts)
    tablet.goto(link)
    tablet.click('button[name="sure"]')
    tablet.wait_for_url("**/mine")
    assert tablet.locator(f'a[href="{table}"]').count() == 1
    # Who finds the paper later is told so, though they paste it over a page that told them the same before.
    with thief.expect_response(lambda answer: answer.request.method == "POST") as told:
        thief.goto(link)
    assert told.value.status == 404
    assert holds(thief) == []
    for path in ("/me", "/me/erase", "/privacy", "/legal", "/accessibility"):
        laptop.goto(f"{address}{path}")
        assert serious(laptop) == [], path


SPOKEN = """() => { window.spoken = []; const state = document.querySelector(".square .state");
    new MutationObserver(() => window.spoken.push(state.textContent))
        .observe(state, { childList: true, characterData: true, subtree: true }) }"""


def test_a_square_counts_its_two_minutes_and_speaks_three_times(
    real: Real, browser: Browser, contexts: list[BrowserContext]
) -> None:
    """Each second is seen, and nobody has to hear each; nothing moves but the number and its ring."""
    laptop = device(browser, contexts)
    sit_down(laptop, real.address, "Camille")
    laptop.clock.install()
    laptop.goto(f"{real.address}/me")
    laptop.click("#kept form[action='/me/square'] button")
    timer = laptop.locator(".square [role=timer]")
    timer.wait_for()
    assert serious(laptop) == []
    laptop.clock.pause_at(laptop.evaluate("Date.now()") / 1000 + 5)
    first = timer.inner_text()
    assert re.fullmatch(r"1:\d\d", first)
    laptop.evaluate(SPOKEN)
    laptop.clock.run_for(3000)
    minutes, seconds = map(int, first.split(":"))
    left = 60 * minutes + seconds - 3
    assert timer.inner_text() == f"{left // 60}:{left % 60:02}"
    assert laptop.evaluate("window.spoken") == []
    assert laptop.evaluate("document.getAnimations().length") == 0
    laptop.clock.run_for(1000 * left)
    told = laptop.evaluate("window.spoken")
    assert [re.search(r"one minute|30|10|closed", each)[0] for each in told] == ["one minute", "30", "10", "closed"]  # type: ignore[index]
    assert timer.count() == laptop.locator(".square .qr").count() == 0


def test_a_mailed_link_leads_in(browser: Browser, contexts: list[BrowserContext]) -> None:
    """An address is proved on the first device; on another one it is enough. Each link opens once, and asks first."""
    post, port = Post(), free_port()
    address = f"http://127.0.0.1:{port}"
    mail = {"MALLE_MAIL": f"smtp://127.0.0.1:{post.port}", "MALLE_MAIL_FROM": "malle@malle.test"}
    try:
        with real_server("mailed", port=port, notices=True, MALLE_ADDRESS=address, MALLE_SWEEP="0.2", **mail):
            laptop, phone, thief = (device(browser, contexts) for _ in range(3))
            table = sit_down(laptop, address, "Camille").removeprefix(address)
            laptop.goto(f"{address}/me")
            laptop.fill('form[action="/me/notices/mail"] input', "camille@example.org")
            laptop.click('form[action="/me/notices/mail"] button')
            laptop.goto(link_in(laptop, post, 1))
            laptop.click('form[action^="/letter/"] button')
            phone.goto(f"{address}/me")
            assert serious(phone) == []
            phone.fill('form[action="/letter"] input', "camille@example.org")
            phone.click('form[action="/letter"] button')
            link = link_in(phone, post, 2)
            for each in (phone, thief):
                each.goto(link)
                each.wait_for_selector('form[action^="/letter/"] button')
            assert serious(phone) == []
            phone.click('form[action^="/letter/"] button')
            phone.wait_for_selector("h1")
            phone.goto(f"{address}/mine")
            assert phone.locator(f'a[href="{table}"]').count() == 1
            thief.click('form[action^="/letter/"] button')
            thief.wait_for_load_state()
            thief.goto(f"{address}/mine")
            assert thief.locator(f'a[href="{table}"]').count() == 0
    finally:
        post.close()


def link_in(page: Page, post: Post, number: int) -> str:
    """The way that a letter leads, once it has come."""
    for _ in range(3000):
        if len(post.mails) >= number:
            break
        page.wait_for_timeout(20)
    found = re.search(r"http://127\.0\.0\.1:\d+/letter/\S+", post.mails[number - 1].get_content())
    assert found
    return found[0]
