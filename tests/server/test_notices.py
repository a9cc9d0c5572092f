"""Notices: somebody who is awaited is told so, once a way, and never what lies on the table."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import time
from collections.abc import Iterator
from uuid import UUID

import asyncpg
import pytest

from malle.notifications.texts import push_topic
from malle.protocol.messages import TakenMessage
from malle.protocol.web_push import is_allowed_push_service
from malle.storage.store import parse_table_id, person_of_token, token_digest
from malle.table.quiet_hours import QuietHours
from malle.testing.dev_services import Services
from tests.server.bots import LIBRARY
from tests.server.clock import Clock
from tests.server.history import percentile
from tests.server.player import Player, call
from tests.server.receivers import PushService
from tests.server.runnable import Waits
from tests.server.test_device import browse
from tests.server.test_persons import add_device, page
from tests.server.test_play import legal, open_robots
from tests.server.test_slow import Look
from tests.server.town import HOUR, MINUTE, MONDAY, Quiet, Town

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("no_clock_left_running")]

GAME = LIBRARY.game("parley", 1, 2, LIBRARY.game_info("parley").complete_options(2, {"rounds": 1000}))


async def test_one_turn_is_told_by_every_way_with_one_id(
    town: Town, services: Services, database: str, clock: Clock, quiet: Quiet
) -> None:
    """Léa has three devices and mail, and sleeps from ten. She is told a minute after she is asked, reminded when a
    fifth of her day is left, and an hour before her reserve is used up; at night nothing comes."""
    await clock.stand(MONDAY)
    lea = await town.person(QuietHours(22, 8), devices=3, mail="lea@example.org")
    paul = await town.person(QuietHours(0, 0), devices=1, language="en")
    table = town.open([lea, paul])
    town.notify()
    await quiet.wait()
    assert town.push.pushed == []
    await clock.stand(MONDAY + MINUTE)
    await quiet.wait()
    turns = await Look(services, database, table).awaited()
    hers = person_of_token(lea)
    [turn] = [row for row in turns.values() if row["person"] == hers]
    first = [each for each in town.push.pushed if each.browser.startswith(hers.hex)]
    assert len(first) == 3
    assert len({each.topic for each in first}) == 1
    told = first[0].told
    assert told["title"] == "À vous · La chasse aux contrebandiers"
    assert told["body"] == "Avec Paul. Jusqu’à mercredi 18, 14 h."
    assert told["url"] == f"/tables/{table}"
    assert first[0].topic == push_topic(UUID(told["id"]))
    assert first[0].ttl == int((turn["ends"] - MONDAY - MINUTE).total_seconds())
    [mail] = town.post.mails
    assert mail["message-id"] == f"<{UUID(told['id']).hex}@malle.test>"
    assert mail["subject"] == told["title"]
    assert f"http://malle.test/tables/{table}" in mail.get_content()
    assert town.push.keys == {town.key}
    others = [each for each in town.push.pushed if each not in first]
    assert {each.told["title"] for each in others} <= {"Your move · La chasse aux contrebandiers"}
    await clock.stand(turn["fifth"] - MINUTE)
    await quiet.wait()
    assert len(town.post.mails) == 1
    await clock.stand(turn["fifth"])
    await quiet.wait()
    assert town.post.mails[1]["subject"] == "Il reste 5 heures · La chasse aux contr…"
    assert "puis votre réserve" in town.post.mails[1].get_content()
    await clock.stand(turn["hour"])
    await quiet.wait()
    assert town.post.mails[2]["subject"] == "Une heure · La chasse aux contrebandiers"
    assert [each["to"] for each in town.post.mails] == ["lea@example.org"] * 3
    await clock.stand(turn["ends"] - MINUTE)
    await quiet.wait()
    assert len(town.post.mails) == 3


async def test_a_turn_that_begins_at_night_is_told_in_the_morning(town: Town, clock: Clock, quiet: Quiet) -> None:
    await clock.stand(MONDAY + 5 * HOUR)  # eleven in the evening
    lea = await town.person(QuietHours(22, 8), mail="lea@example.org")
    paul = await town.person(QuietHours(22, 8), mail="paul@example.org")
    town.open([lea, paul])
    town.notify()
    await clock.stand(MONDAY + 13 * HOUR + 59 * MINUTE)
    await quiet.wait()
    assert town.post.mails == []
    await clock.stand(MONDAY + 14 * HOUR)
    await quiet.wait()
    assert len(town.post.mails) == 1


async def test_whoever_has_the_table_before_them_is_not_told(
    town: Town, services: Services, database: str, clock: Clock, quiet: Quiet
) -> None:
    await clock.stand(MONDAY)
    tokens = [await town.person(QuietHours(0, 0), mail=f"{name}@example.org") for name in ("lea", "paul")]
    table = town.open(tokens)
    others = [await town.person(QuietHours(0, 0), mail="ines@example.org"), await town.person(QuietHours(0, 0))]
    town.open(others if _first_seat("chasse") == 0 else others[::-1])
    look = Look(services, database, table)
    [seat] = await look.awaited()
    async with Player([town.port], table, tokens[seat]) as player:
        await player.wait(lambda: player.state is not None)
        await clock.stand(MONDAY + HOUR)
        async with asyncio.timeout(30):
            while (await look.awaited())[seat]["seen"] != MONDAY + HOUR:
                await asyncio.sleep(0.02)
        town.notify()  # now: an hour that goes by at once leaves them unseen until the server looks round
        await quiet.wait()
        assert [mail["to"] for mail in town.post.mails] == ["ines@example.org"], "who does not look is told"
    await clock.stand(MONDAY + HOUR + 2 * MINUTE)
    await quiet.wait()
    assert len(town.post.mails) == 2, "they have gone, and it is still their turn"


async def test_the_eleventh_of_a_day_is_a_summary(town: Town, clock: Clock, quiet: Quiet) -> None:
    """Léa is awaited at twelve tables at once: ten notices, then one summary in the evening."""
    await clock.stand(MONDAY - 8 * HOUR)
    lea = await town.person(QuietHours(22, 8), devices=1, mail="lea@example.org")
    for _ in range(12):
        paul = await town.person(QuietHours(22, 8))
        town.open([lea, paul] if _first_seat("chasse") == 0 else [paul, lea])
    town.notify()
    await clock.stand(MONDAY - 8 * HOUR + 2 * MINUTE)
    await quiet.wait()
    assert len(town.post.mails) == 10
    assert len({mail["message-id"] for mail in town.post.mails}) == 10
    await clock.stand(MONDAY + 3 * HOUR)
    await quiet.wait()
    assert town.post.mails[10]["subject"] == "12 tables vous attendent"
    rows = [line for line in town.post.mails[10].get_content().splitlines() if line.startswith("La chasse")]
    assert rows == ["La chasse aux contrebandiers : mardi 17, 20 h"] * 12
    assert town.push.pushed[-1].told["url"] == "/mine"
    await quiet.wait()
    assert len(town.post.mails) == 11


def _first_seat(game: str) -> int:
    """The seat that is asked first."""
    from malle import games

    made = games.load_game_info(game).make_game(2, games.load_game_info(game).complete_options(2, {}), None)
    turn = made.turn(made.new())
    return int(getattr(turn, "seats", (0,))[0])


@pytest.fixture
def silent() -> Iterator[PushService]:
    """A push service that takes what it is sent and never answers."""
    service = PushService()
    service.answer = lambda name: None
    yield service
    service.close()


async def test_a_service_that_never_answers_keeps_nobody_else(
    town: Town, clock: Clock, quiet: Quiet, silent: PushService
) -> None:
    """It is waited for once, and not for each of those who would be told by it."""
    await clock.stand(MONDAY)
    town.environment["MALLE_PUSH"] += f",{silent.address}"
    for number in range(5):
        tokens = [await town.person(QuietHours(0, 0), devices=1), await town.person(QuietHours(0, 0), devices=1)]
        for token in tokens:
            never = silent.browser(f"{person_of_token(token).hex}-{number}").subscription(town.key)
            await town.store.notices.add_channel(person_of_token(token), "push", json.dumps(never))
        town.open(tokens)
    town.notify()
    await clock.stand(MONDAY + MINUTE)
    await quiet.wait()
    assert len(silent.asked) == 1
    assert len(town.push.pushed) == 5


async def test_a_mail_server_that_never_answers_keeps_nobody_else(
    town: Town, clock: Clock, services: Services, database: str
) -> None:
    """Letters with a link wait too: it is asked once in a while, and whoever is told by push is told."""
    await clock.stand(MONDAY)
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        deaf.setblocking(False)
        town.environment["MALLE_MAIL"] = f"smtp://127.0.0.1:{deaf.getsockname()[1]}"
        for number in range(6):
            mail = f"somebody-{number}@example.org"
            await town.store.notices.queue_mailed_link(mail, None, "fr", requester=None, seconds=60, limit=1)
        town.open([await town.person(QuietHours(0, 0), devices=1), await town.person(QuietHours(0, 0), devices=1)])
        town.notify()
        await clock.stand(MONDAY + MINUTE)
        async with asyncio.timeout(90):
            while not town.push.pushed:
                await asyncio.sleep(0.1)
        asked = []
        with contextlib.suppress(BlockingIOError):
            while True:
                asked.append(deaf.accept()[0])
        for each in asked:
            each.close()
        assert len(asked) <= 2
    connection = await asyncpg.connect(services.owner_url(0, database))
    await connection.execute("delete from people.letter")
    await connection.close()


async def test_a_provider_that_fails_is_waited_for_and_one_that_is_gone_is_closed(
    town: Town, services: Services, database: str, clock: Clock, quiet: Quiet, silent: PushService
) -> None:
    """Four devices: gone (410), busy (429), broken (500), one that never answers."""
    await clock.stand(MONDAY)
    lea = await town.person(QuietHours(0, 0), devices=3)
    paul = await town.person(QuietHours(0, 0))
    answers: dict[str, tuple[int, dict[str, str]] | None] = {
        "0": (410, {}), "1": (429, {"retry-after": "600"}), "2": (500, {}),
    }  # fmt: skip
    town.push.answer = lambda name: answers[name[-1]]
    town.environment["MALLE_PUSH"] += f",{silent.address}"
    never = silent.browser(f"{person_of_token(lea).hex}-3").subscription(town.key)
    await town.store.notices.add_channel(person_of_token(lea), "push", json.dumps(never))
    town.open([lea, paul] if _first_seat("chasse") == 0 else [paul, lea])
    town.notify()
    await clock.stand(MONDAY + MINUTE)
    await quiet.wait()
    tried = [name[-1] for name in (*town.push.asked, *silent.asked)]
    assert sorted(tried) == ["0", "1", "2", "3"]
    assert len(await town.store.notices.list_channels(person_of_token(lea))) == 3, "nobody is there where it said 410"
    await clock.stand(MONDAY + 6 * MINUTE)
    await quiet.wait()
    assert [name[-1] for name in town.push.asked].count("2") == 2, "tried again"
    assert [name[-1] for name in town.push.asked].count("1") == 1, "not before it said"
    answers["1"] = (201, {})
    await clock.stand(MONDAY + 12 * MINUTE)
    await quiet.wait()
    assert [each.browser[-1] for each in town.push.pushed] == ["1"]
    for hours in (1, 4, 10, 20):
        await clock.stand(MONDAY + hours * HOUR)
        await quiet.wait()
    turned = [row["ended"] for row in await _sendings(services, database, person_of_token(lea), "turn")]
    assert sorted(map(str, turned)) == ["given up", "given up", "gone", "sent"]


async def test_a_mail_server_that_refuses_for_now_is_asked_again_and_for_good_it_is_not(
    town: Town, clock: Clock, quiet: Quiet
) -> None:
    await clock.stand(MONDAY)
    lea, paul = [await town.person(QuietHours(0, 0), mail=f"{name}@example.org") for name in ("lea", "paul")]
    town.post.answer = "451 later"
    town.open([lea, paul])
    town.notify()
    await clock.stand(MONDAY + MINUTE)
    await quiet.wait()
    assert town.post.mails == []
    town.post.answer = "250 OK"
    await clock.stand(MONDAY + 3 * MINUTE)
    await quiet.wait()
    [mail] = town.post.mails
    told = lea if mail["to"] == "lea@example.org" else paul
    assert len(await town.store.notices.list_channels(person_of_token(told))) == 1
    town.post.answer = "550 nobody here"
    town.open([lea, paul])
    await clock.stand(MONDAY + 5 * MINUTE)
    await quiet.wait()
    assert len(town.post.mails) == 1
    assert await town.store.notices.list_channels(person_of_token(told)) == []


async def test_a_device_that_was_closed_is_told_nothing(
    town: Town, services: Services, database: str, clock: Clock, quiet: Quiet
) -> None:
    """Not what was in line for it either, and not though a page of it is still on its way."""
    await clock.stand(MONDAY)
    lea, paul = await town.person(QuietHours(0, 0)), await town.person(QuietHours(0, 0))
    laptop, phone = {"malle": lea}, await add_device(services, database, person_of_token(lea))
    asked = {name: town.push.browser(name).subscription(town.key) for name in ("laptop", "phone")}
    for name, cookies in (("laptop", laptop), ("phone", phone)):
        page(town.port, "/me", cookies)
        body = {part: text for part, text in asked[name].items() if part != "key"}
        headers = {"cookie": f"malle={cookies['malle']}", "origin": f"http://127.0.0.1:{town.port}"}
        assert call(town.port, "/me/notices/push", body, headers=headers)[0] == 201
    town.push.answer = lambda name: (500, {})
    town.open([lea, paul] if _first_seat("chasse") == 0 else [paul, lea])
    town.notify()
    await clock.stand(MONDAY + MINUTE)
    await quiet.wait()
    assert sorted(town.push.asked) == ["laptop", "phone"]
    [key] = re.findall(r'name="device" value="(\w+)"', page(town.port, "/me", laptop)[1])
    assert browse(town.port, "/me/devices/close", laptop, {"device": key})[0] == 303
    late = json.dumps(asked["phone"])
    await town.store.notices.add_channel(person_of_token(lea), "push", late, token_digest(phone["malle"]))
    assert len(await town.store.notices.list_channels(person_of_token(lea))) == 1, "a page that was on its way"
    town.push.answer = lambda name: (201, {})
    await clock.stand(MONDAY + 6 * MINUTE)
    await quiet.wait()
    assert [each.browser for each in town.push.pushed] == ["laptop"]


async def _sendings(services: Services, database: str, person: UUID, kind: str) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(services.owner_url(0, database))
    try:
        return await connection.fetch(
            "select s.* from people.sending s join people.notice n on n.id = s.notice"
            " where n.person = $1 and n.kind = $2",
            person,
            kind,
        )
    finally:
        await connection.close()


@pytest.mark.parametrize(
    "host",
    ["evil.example\\.notify.windows.com", "evil.example#.notify.windows.com", "evil.example?.notify.windows.com",
     "a@b.notify.windows.com", "evil.example%2f.notify.windows.com", "evil .notify.windows.com", "notify.windows.com"],
)  # fmt: skip
def test_a_host_that_libraries_read_differently_is_no_push_service(host: str) -> None:
    """One takes a backslash for a part of the name, another for its end."""
    assert is_allowed_push_service("https://db5p.notify.windows.com/w/?token=x", ())
    assert is_allowed_push_service("http://127.0.0.1:8080/x", ("http://127.0.0.1:8080",))
    assert not is_allowed_push_service(f"https://{host}/w", ())


async def test_an_address_that_is_no_push_service_is_not_posted_to(town: Town, clock: Clock, quiet: Quiet) -> None:
    """A browser may name any address: one inside the host's own network is not asked."""
    await clock.stand(MONDAY)
    lea, paul = await town.person(QuietHours(0, 0)), await town.person(QuietHours(0, 0))
    other = PushService()
    try:
        for token in (lea, paul):
            target = json.dumps(other.browser(person_of_token(token).hex).subscription(town.key))
            await town.store.notices.add_channel(person_of_token(token), "push", target)
        table = town.open([lea, paul])
        assert parse_table_id(table)
        town.notify()
        await clock.stand(MONDAY + MINUTE)
        await quiet.wait()
        assert other.asked == []
    finally:
        other.close()


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_moves_are_as_quick_beside_a_notifier_in_trouble(town: Town, clock: Clock, silent: PushService) -> None:
    """Four hundred turns are told while people play, by services that refuse, ask for patience or never answer: none of
    it is on a move's path."""
    waits = Waits(lambda: [town.server])
    looking = asyncio.create_task(waits.run())
    await clock.stand(MONDAY)
    for number in range(400):
        tokens = [await town.person(QuietHours(0, 0), devices=1, mail=f"{each}{number}@example.org") for each in "ab"]
        for token in tokens[: number % 2]:
            never = silent.browser(f"{person_of_token(token).hex}-1").subscription(town.key)
            await town.store.notices.add_channel(person_of_token(token), "push", json.dumps(never))
        town.open(tokens)
    await clock.stand(MONDAY + HOUR)
    town.environment["MALLE_PUSH"] += f",{silent.address}"
    answers: tuple[tuple[int, dict[str, str]], ...] = ((500, {}), (429, {"retry-after": "2"}), (201, {}))
    town.push.answer = lambda name: answers[len(town.push.asked) % 3]
    table, tokens = open_robots(town.port, town.environment, 2, rounds=1000)
    took: dict[str, list[float]] = {"alone": [], "beside": []}
    async with Player([town.port], table, tokens[0]) as one, Player([town.port], table, tokens[1]) as two:
        seq = 2
        for name in ("alone", "beside", "alone"):
            if name == "beside":
                town.notify()
                while not town.push.asked:
                    await asyncio.sleep(0.1)
            asked = len(town.push.asked)
            for _ in range(300 if name == "beside" else 150):
                seq, seconds = await one_move((one, two), seq, waits)
                took[name].append(seconds)
            assert name == "alone" or len(town.push.asked) > asked, "it is at work all the time"
            town.end_notifier()
    looking.cancel()
    p99 = {name: 1000 * percentile(each, 99) for name, each in took.items()}
    print(f"{len(town.push.asked)} pushes; p99 of a move {p99['alone']:.1f} ms alone, {p99['beside']:.1f} ms beside it")
    assert p99["beside"] < max(20.0, 1.5 * p99["alone"])


async def one_move(robots: tuple[Player, Player], seq: int, waits: Waits) -> tuple[int, float]:
    """One of two robots moves, when both have seen what was before: the seq after it, and seconds to the answer, of the
    server's own."""
    states = [await each.until(seq) for each in robots]
    mover = next(each for each, state in zip(robots, states, strict=True) if legal(state))
    action = GAME.codec.action(json.dumps(legal(mover.state)[0]).encode())
    began = time.time()
    answer = await mover.act(GAME.write(action))
    assert isinstance(answer, TakenMessage), answer
    return answer.seq, waits.own(began, time.time())
