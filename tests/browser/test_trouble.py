"""What goes wrong is told to people as a page, in their language, with a way on; to programs as JSON."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser

from malle.games import load_game_info
from malle.i18n.translations import LANGUAGES
from malle.web.app import HTTP_STATUS_BY_SLUG, SLUG_BY_HTTP_STATUS
from malle.web.assets import WEB_FOLDER
from malle.web.layout import PAGE_HEADERS
from tests.browser.stage import Stage

HTML = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
NOWHERE = "/tables/0000000000000"
"""Well formed, and no table."""


@pytest.fixture(scope="module")
def site() -> Iterator[Stage]:
    stage = Stage([load_game_info("declarer"), load_game_info("chasse")]).start()
    yield stage
    stage.stop()


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: object) -> None:
        return None


def ask(
    site: Stage, path: str, *, form: dict[str, str] | None = None, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], str]:
    """(status, headers, text) of an answer; redirections are not followed."""
    data = None if form is None else urlencode(form).encode()
    request = urllib.request.Request(site.address + path, data, headers if headers is not None else HTML)
    try:
        answer = urllib.request.build_opener(_Stay).open(request, timeout=10)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read().decode()


def opened(site: Stage, game: str, name: str) -> str:
    """A table with a free seat, opened by somebody of this name."""
    seats = "4" if game == "declarer" else "2"
    _, headers, _ = ask(site, "/tables", form={"game": game, "seats": seats, "name": name, "with": "friends"})
    return headers["location"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trouble_has_its_two_sentences(language: str) -> None:
    text = (WEB_FOLDER / "words" / f"{language}.ftl").read_text("utf-8")
    told = set(re.findall(r"^trouble-([\w-]+) = \S", text, re.M))
    slugs = {*HTTP_STATUS_BY_SLUG, *SLUG_BY_HTTP_STATUS.values(), "http"}
    assert told == slugs | {f"{slug}-why" for slug in slugs}


@pytest.mark.parametrize(
    ("path", "form", "status", "slug"),
    [
        ("/nothing", None, 404, "no-such-page"),
        ("/rules/nothing", None, 404, "no-such-page"),
        ("/solo/nothing", None, 404, "no-such-page"),
        ("/tables/zzzz", None, 400, "malformed"),
        (NOWHERE, None, 404, "no-such-table"),
        (f"{NOWHERE}/record", None, 404, "no-such-table"),
        (f"{NOWHERE}/next", None, 404, "no-such-table"),
        (f"{NOWHERE}/join", None, 405, "wrong-method"),
        (f"{NOWHERE}/join", {"name": "Ann", "invite": "x"}, 404, "no-such-table"),
        ("/tables", {"game": "declarer", "seats": "99"}, 400, "refused"),
        ("/tables", {"game": "declarer", "name": "x" * 20_000}, 413, "too-large"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_people_get_a_page(
    site: Stage, path: str, form: dict[str, str] | None, status: int, slug: str, language: str
) -> None:
    text = (WEB_FOLDER / "words" / f"{language}.ftl").read_text("utf-8")
    sentences = re.findall(rf"^trouble-{slug}(?:-why)? = (.+)$", text, re.M)
    found, headers, page = ask(site, path, form=form, headers={**HTML, "accept-language": language})
    assert (found, headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert {name: headers.get(name) for name in PAGE_HEADERS} == PAGE_HEADERS
    assert len(sentences) == 2
    assert all(sentence in page for sentence in sentences)
    assert f'<html lang="{language}">' in page
    assert re.search(r'<a class="btn[^"]*" href="/">', page), "no way on"
    assert 'class="lang"' in page


def test_programs_get_json(site: Stage) -> None:
    for path, headers in (("/nothing", {}), ("/tables/zzzz", {"accept": "*/*"}), ("/api/tables/zzzz", HTML)):
        _, found, body = ask(site, path, headers=headers)
        assert found["content-type"] == "application/json"
        assert '"slug":' in body


def test_a_fault_of_ours_is_a_page_too(site: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("seed 5f2a")

    monkeypatch.setattr(site.house, "get_room", broken)
    status, headers, page = ask(site, NOWHERE)
    assert (status, headers["content-security-policy"]) == (500, PAGE_HEADERS["content-security-policy"])
    assert "notre faute" in page
    assert "5f2a" not in page
    assert f'href="{NOWHERE}"' in page, "trying again may help"
    shown = re.search(r"par son numéro, ([A-Z]{8})\.", page)
    assert shown, "nobody could find it in the log"
    status, _, body = ask(site, f"/api{NOWHERE}")
    assert (status, "5f2a" in body) == (500, False)
    assert re.fullmatch("[A-Z]{8}", json.loads(body)["id"])
    assert json.loads(body)["id"] != shown[1]


def test_the_page_of_a_trouble_shows_nothing_of_the_table(site: Stage) -> None:
    """The same page for any two tables, but for the address that the browser sent."""
    pages = []
    for game, name in (("declarer", "Zoltan"), ("chasse", "Wilhelmine")):
        table = opened(site, game, name)
        status, _, page = ask(site, f"{table}/join", form={"name": "Eve", "invite": "wrong"})
        assert status == 403
        assert name not in page
        pages.append(page.replace(table, "/tables/?"))
        status, _, page = ask(site, f"{table}/record")
        assert status == 409
        pages.append(page.replace(table, "/tables/?"))
    assert pages[0] == pages[2]
    assert pages[1] == pages[3]


def test_the_way_back_is_on_our_own_site_only(site: Stage) -> None:
    for referer, way in (
        (f"{site.address}/tables/0000000000000?invite=x&lang=fr", "/tables/0000000000000?invite=x"),
        ("https://evil.example/tables", None),
        (f"{site.address}//evil.example", None),
        (f'{site.address}/"><script>', "/&quot;&gt;&lt;script&gt;"),
    ):
        _, _, page = ask(site, f"{NOWHERE}/join", form={"name": "Ann"}, headers={**HTML, "referer": referer})
        ways = re.findall(r'<a class="btn" href="([^"]*)">', page)
        assert ways == [way or "/"]
        assert "evil" not in page


@pytest.mark.parametrize(
    "path", ["/", "/rules/declarer", "/nothing", "/tables/zzzz", "/caf%C3%A9%22", "//evil.example"]
)
def test_the_other_language_keeps_what_was_asked(site: Stage, path: str) -> None:
    _, _, page = ask(site, f"{path}?invite=a%26b&lang=fr&x=1")
    link = re.search(r'<a class="lang" href="([^"]*)"', page)
    assert link is not None
    assert link[1] == f"/{path.lstrip('/')}?invite=a%26b&amp;x=1&amp;lang=en"


def test_an_invited_friend_changes_the_language_and_sits_down(site: Stage, browser: Browser) -> None:
    """The invitation is kept by the link to the other language."""
    host, friend = browser.new_page(), browser.new_page()
    host.goto(f"{site.address}/games/declarer?lang=fr")
    host.get_by_label("Votre nom").fill("Ada")
    host.locator("button[value=friends]").click()
    invitation = host.locator("#invitation").get_attribute("href")
    friend.goto(f"{invitation}&lang=fr")
    friend.get_by_role("link", name="English").click()
    friend.get_by_label("Your name").fill("Bob")
    friend.get_by_role("button", name="Take a seat").click()
    friend.locator(".sitting", has_text="Bob").wait_for()
    for page in (host, friend):
        page.close()
