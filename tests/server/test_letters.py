"""A mailed link proves an address and leads another browser in, once and not for long; and `/me` about notices."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from uuid import uuid4

import pytest

from malle.config.settings import read_config
from malle.storage.people.notices import MAIL_LINK_SECONDS
from malle.storage.store import person_of_token
from malle.table.quiet_hours import QuietHours
from tests.server.clock import Clock
from tests.server.player import call
from tests.server.test_device import browse
from tests.server.test_persons import page
from tests.server.town import MONDAY, Quiet, Town

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("no_clock_left_running")]


@pytest.fixture
def ann_at() -> str:
    """Ann's address: tests share a database and a Monday, and a mailbox gets few letters an hour."""
    return f"ann.{uuid4().hex}@example.org"


def somebody(town: Town) -> dict[str, str]:
    """The cookies of a browser that has sat down somewhere."""
    cookies: dict[str, str] = {}
    browse(town.port, "/tables", cookies, {"game": "chasse", "seats": "2", "with": "friends", "name": "Ann"})
    return cookies


def link_in(town: Town) -> str:
    """The way that the latest letter leads."""
    found = re.search(r"http://malle\.test(/letter/\S+)", town.post.mails[-1].get_content())
    assert found
    return found[1]


async def test_a_link_proves_an_address_and_leads_another_browser_in(
    town: Town, clock: Clock, quiet: Quiet, ann_at: str
) -> None:
    await clock.stand(MONDAY)
    town.notify()
    ann = somebody(town)
    person = person_of_token(ann["malle"])
    assert browse(town.port, "/me/notices/mail", ann, {"mail": ann_at.title()})[0] == 200
    await quiet.wait()
    assert town.post.mails[0]["to"] == ann_at
    assert await town.store.notices.list_channels(person) == [], "nothing is proved yet"
    first = link_in(town)
    assert page(town.port, first, ann)[0] == 200, "a mail server that looks at links opens nothing"
    assert browse(town.port, first, ann, {})[0] == 200
    [channel] = await town.store.notices.list_channels(person)
    assert (channel.kind, channel.target) == ("mail", ann_at)
    assert browse(town.port, first, ann, {})[0] == 403, "a link opens once"

    phone: dict[str, str] = {}
    assert 'action="/letter"' in page(town.port, "/me", phone)[1]
    for mail in ("nobody@example.org", ann_at):  # answered alike
        assert browse(town.port, "/letter", phone, {"mail": mail})[0] == 200
    async with asyncio.timeout(90):
        while len(town.post.mails) < 2:  # it is written after the answer
            await asyncio.sleep(0.05)
    await quiet.wait()
    assert [each["to"] for each in town.post.mails] == [ann_at] * 2
    assert browse(town.port, link_in(town), phone, {})[0] == 200
    assert phone["malle"] != ann["malle"]
    assert 'value="Ann"' in page(town.port, "/me", phone)[1], "the same person, on another device"


async def test_nobody_becomes_one_person_with_whoever_typed_their_address(
    town: Town, clock: Clock, quiet: Quiet, ann_at: str
) -> None:
    """Eve types Ann's address as her own. If the link that Ann gets made Ann's browser a device of Eve's, Eve would see
    whatever Ann holds from then on; and whoever mistypes their own would let a stranger in."""
    await clock.stand(MONDAY)
    town.notify()
    ann, eve = somebody(town), somebody(town)
    before = dict(ann)
    assert browse(town.port, "/me/notices/mail", eve, {"mail": ann_at})[0] == 200
    await quiet.wait()
    for browser in (ann, {}):
        assert browse(town.port, link_in(town), browser, {})[0] == 403
    assert ann == before
    for person in map(person_of_token, (ann["malle"], eve["malle"])):
        assert await town.store.notices.list_channels(person) == []
    assert browse(town.port, link_in(town), eve, {})[0] == 200, "it was not used up by that"


async def test_an_old_link_and_a_made_up_one_are_refused(town: Town, clock: Clock, quiet: Quiet, ann_at: str) -> None:
    await clock.stand(MONDAY)
    town.notify()
    ann = somebody(town)
    browse(town.port, "/me/notices/mail", ann, {"mail": ann_at})
    await quiet.wait()
    link = link_in(town)
    await clock.stand(MONDAY + timedelta(seconds=MAIL_LINK_SECONDS + 1))
    assert browse(town.port, link, ann, {})[0] == 403, "older than half an hour"
    other = link[:-1] + ("0" if link[-1] != "0" else "1")
    for wrong in (other, "/letter/x", "/letter/1--", "/letter/9-00-00"):
        assert browse(town.port, wrong, ann, {})[0] == 403
        assert page(town.port, wrong, ann)[0] == 403
    assert await town.store.notices.list_channels(person_of_token(ann["malle"])) == []
    for mail in ("", "ann", "a@b c", "x@y\nbcc: z@example.org", "a" * 120 + "@b"):
        assert browse(town.port, "/me/notices/mail", ann, {"mail": mail})[0] == 400
    eves = ann_at.replace("ann", "eve")
    for _ in range(5):
        browse(town.port, "/me/notices/mail", ann, {"mail": eves})
    await quiet.wait()
    assert [each["to"] for each in town.post.mails].count(eves) == 3, "no mailbox is filled from here"


async def test_what_me_changes_about_notices(town: Town, clock: Clock, quiet: Quiet) -> None:
    await clock.stand(MONDAY)
    ann = somebody(town)
    person, notices = person_of_token(ann["malle"]), town.store.notices
    hours = {"begins": "23", "ends": "7", "zone": "America/New_York"}
    assert browse(town.port, "/me/notices", ann, hours)[0] == 303
    assert (await notices.preferences([person]))[person].hours == QuietHours(23, 7, "America/New_York")
    for wrong in ({"begins": "x"}, {"zone": "Nowhere"}, {"ends": "22"}):
        assert browse(town.port, "/me/notices", ann, hours | wrong)[0] == 400
    assert browse(town.port, "/me/language", ann, {"language": "en"})[0] == 303
    assert (await notices.preferences([person]))[person].language == "en", "notices speak as pages do"
    assert browse(town.port, "/me/notices/feed", ann, {})[0] == 303
    [feed] = re.findall(r'data-copy="[^"]*(/feeds/[\w-]+)\.atom"', page(town.port, "/me", ann)[1])
    assert page(town.port, f"{feed}.atom", {})[0] == 200
    assert browse(town.port, "/me/notices/feed/close", ann, {})[0] == 303
    assert page(town.port, f"{feed}.atom", {})[0] == 404
    browser = town.push.browser("ann").subscription(town.key)
    given = {name: browser[name] for name in ("endpoint", "p256dh", "auth")}
    cookie = {"cookie": f"malle={ann['malle']}", "origin": f"http://127.0.0.1:{town.port}"}
    assert call(town.port, "/me/notices/push", given, headers=cookie)[0] == 201
    assert [each.kind for each in await notices.list_channels(person)] == ["push"]
    inside = given | {"endpoint": "http://127.0.0.1:5432/"}
    assert call(town.port, "/me/notices/push", inside, headers=cookie)[0] == 400, "no way into the host's own network"
    assert call(town.port, "/me/notices/push/close", given, headers=cookie)[0] == 201
    assert await notices.list_channels(person) == []
    for path in ("/me/notices", "/me/notices/feed", "/me/notices/mail"):
        assert browse(town.port, path, {}, hours)[0] == 403, "nobody has none"


def test_settings_of_mail_say_what_is_missing(environment: dict[str, str]) -> None:
    from malle.core import Refused

    mail = {"MALLE_MAIL": "smtps://malle:a%40b@mail.example", "MALLE_MAIL_FROM": "malle@games.example"}
    site = {"MALLE_ADDRESS": "https://games.example"}
    found = read_config({**environment, **mail, **site}).mail_server
    assert found is not None
    assert (found.host, found.port, found.user, found.password, found.implicit_tls) == (
        "mail.example",
        465,
        "malle",
        "a@b",
        True,
    )
    assert "a@b" not in repr(found)
    for wrong in (mail, {"MALLE_MAIL": "mail.example", **site}, {"MALLE_MAIL": "smtp://mail.example", **site}):
        with pytest.raises(Refused, match="MALLE_MAIL"):
            read_config({**environment, **wrong})
    with pytest.raises(Refused, match="MALLE_ZONE"):
        read_config({**environment, "MALLE_ZONE": "Middle/Earth"})


async def prove(town: Town, quiet: Quiet, browser: dict[str, str], mail: str) -> None:
    """They give their address, and open the link that comes."""
    assert browse(town.port, "/me/notices/mail", browser, {"mail": mail})[0] == 200
    await quiet.wait()
    assert browse(town.port, link_in(town), browser, {})[0] == 200


async def ask_back(town: Town, browser: dict[str, str], mail: str, letters: int) -> str:
    """They ask for a link on another device: it, once so many letters have come in all."""
    assert browse(town.port, "/letter", browser, {"mail": mail})[0] == 200
    async with asyncio.timeout(90):
        while len(town.post.mails) < letters:  # it is written after the answer
            await asyncio.sleep(0.05)
    return link_in(town)


async def test_what_a_guest_played_comes_along_with_a_mailed_link(
    town: Town, clock: Clock, quiet: Quiet, ann_at: str
) -> None:
    """The page says before for whom the browser will play and what becomes of its games; the guest's seats, those they
    blocked and the turns they are awaited for are the person's then."""
    await clock.stand(MONDAY)
    town.notify()
    ann, phone = somebody(town), somebody(town)
    person, guest = person_of_token(ann["malle"]), person_of_token(phone["malle"])
    other = uuid4()
    await town.store.game_history.set_block(guest, other, blocked=True)
    await prove(town, quiet, ann, ann_at)
    link = await ask_back(town, phone, ann_at, 2)
    status, asked = page(town.port, link, phone)
    assert (status, "Play here for Ann?" in asked, "The game of this device comes along." in asked) == (200, True, True)
    old = dict(phone)
    assert browse(town.port, link, phone, {})[0] == 200
    assert browse(town.port, "/me/name", old, {"name": "Eve"})[0] == 403, "what the guest was known by opens nothing"
    assert len(await town.store.game_history.tables_of(person)) == 2
    assert await town.store.game_history.tables_of(guest) == []
    assert await town.store.game_history.blocked_people(person) == {other: True}
    assert page(town.port, link, phone)[0] == 403, "it would not open again, and says so at once"


async def test_somebody_with_an_address_of_their_own_is_no_guest(
    town: Town, clock: Clock, quiet: Quiet, ann_at: str
) -> None:
    """Their games stay theirs when another person comes in on their browser; the page says so before."""
    await clock.stand(MONDAY)
    town.notify()
    ann, bob = somebody(town), somebody(town)
    await prove(town, quiet, ann, ann_at)
    await prove(town, quiet, bob, ann_at.replace("ann", "bob"))
    link = await ask_back(town, bob, ann_at, 3)
    before = person_of_token(bob["malle"])
    assert "The game of this device stays with whoever played it here" in page(town.port, link, bob)[1]
    assert browse(town.port, link, bob, {})[0] == 200
    assert len(await town.store.game_history.tables_of(before)) == 1
    assert len(await town.store.game_history.tables_of(person_of_token(ann["malle"]))) == 1
