"""My games: by the person, not by the browser; as each table shows itself; many at once; people to meet again."""

from __future__ import annotations

import re
from pathlib import Path
from uuid import UUID, uuid4

import asyncpg
import pytest
from msgspec.structs import replace

from malle.cli.operator.rebuild_results import rebuild_results
from malle.config.settings import read_config
from malle.core.dealer import seal_of_seed
from malle.core.record import TABLE_MOVER
from malle.storage.people.game_history import MAX_ROOM_TABLES, UNFILLED_TABLE_SECONDS, GameResult
from malle.storage.store import SeatOwner, Store, TableId, database_of, format_table_id, parse_table_id, person_of_token
from malle.table import Setup
from malle.table.quiet_hours import QuietHours
from malle.testing.dev_services import Services
from malle.testing.tcp_proxy import running_nginx
from malle.web.security.device_cookie import make_device_secret
from tests.server.bots import LIBRARY
from tests.server.clock import Clock
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import call
from tests.server.test_device import browse, viewer
from tests.server.test_match import open_two, play
from tests.server.test_persons import add_device, page
from tests.server.test_store import move
from tests.server.told import without_others
from tests.server.town import HOUR, MONDAY, Quiet, Town

pytestmark = pytest.mark.services

NAMES = ("Ann", "Bob", "Cléo")


def open_three(port: int, pace: int | None = None, **options: int) -> tuple[str, list[str]]:
    """A table where three are asked at once: its id, and their tokens."""
    body = {"game": "parley", "seats": 3, "name": "Ann", "options": options} | ({"pace": pace} if pace else {})
    opened = call(port, "/api/tables", body)[1]
    tokens = [opened["token"]]
    for name in NAMES[1:]:
        body = {"name": name, "invite": opened["invite"]}
        tokens.append(call(port, f"/api/tables/{opened['table']}/seats", body)[1]["token"])
    return opened["table"], tokens


def bid(port: int, table: str, token: str, seq: int, text: str = "bid 1") -> None:
    """Somebody answers."""
    body = {"type": "act", "seq": seq, "text": text, "key": str(uuid4())}
    assert call(port, f"/api/tables/{table}/acts", body, token=token)[0] == 200


def games(port: int, device: str) -> str:
    """The list of somebody's games, and home, without what tells one table from another."""
    made = "".join(page(port, path, {"malle": device})[1] for path in ("/mine?lang=en", "/?lang=en"))
    return re.sub(r"/tables/\w{13}|\w{13}\.\d", "!", without_others(made))


async def test_worlds_alike_give_the_same_list_of_games(
    zygote: Zygote, environment: dict[str, str], tmp_path: Path
) -> None:
    """While a window stands for its shortest time, nobody's list tells that it has closed, nor the time that is left,
    which begins anew then: at the process that closed it or at another one, which has never seen the table."""
    slow = Nursery(zygote, environment | {"MALLE_WINDOW": "90"}, tmp_path / "server.log")
    try:
        ports = [free_port(), free_port()]
        for port in ports:
            slow.start(port, pages=True)
        tables = [open_three(ports[0], pace=600, rounds=1) for _ in range(2)]
        for table, tokens in tables:
            bid(ports[0], table, tokens[0], 3)
            bid(ports[0], table, tokens[1], 3)
        bid(ports[0], tables[1][0], tables[1][1][2], 3)  # the last answer, in one world alone
        for port in ports:
            one, two = (games(port, tokens[0]) for _, tokens in tables)
            assert "Waiting for Cléo" in one
            assert one == two
            assert [games(port, tokens[2]).count("Your move") for _, tokens in tables] == [1, 1]
    finally:
        slow.close()


@pytest.mark.usefixtures("no_clock_left_running")
async def test_whoever_waits_sees_that_the_other_sleeps(town: Town, clock: Clock) -> None:
    """In the quiet hours of whoever is awaited at a slow table, and not a minute longer."""
    lea, paul = await town.person(QuietHours(22, 8)), await town.person(QuietHours(0, 0))
    await clock.stand(MONDAY)
    town.open([lea, paul])
    for hours, said in ((0, "Waiting for Léa"), (5, "Léa is asleep for another 9 hours"), (14, "Waiting for Léa")):
        await clock.stand(MONDAY + hours * HOUR)  # it begins at six in the evening
        text = page(town.port, "/mine?lang=en", {"malle": paul})[1]
        assert said in text
        assert "Your move" in page(town.port, "/mine?lang=en", {"malle": lea})[1]


@pytest.mark.usefixtures("no_clock_left_running")
async def test_a_slow_table_tells_the_time_of_a_decision_and_then_ones_reserve(
    town: Town, clock: Clock, quiet: Quiet
) -> None:
    """A day, and three days in reserve: both were told as four days for the decision. Whoever waits is told the same
    time as at the table, which is the reserve's once it is used; but not what another has in reserve before."""
    tokens = [await town.person(QuietHours(0, 0)) for _ in range(2)]
    await clock.stand(MONDAY)
    table = parse_table_id(town.open(tokens))
    await quiet.wait()
    [mine] = await town.store.correspondence.stored_turns(table)
    lea, paul = tokens[mine.seat], tokens[1 - mine.seat]
    both = '21 hours left</b> <span class="quiet">+ 3 days in the bank'
    spent = "on the bank: 2 days left</b>"
    for hours, to_lea, to_paul, bars in ((3, both, "21 hours left</b></span>", 11), (37, spent, spent, 10)):
        await clock.stand(MONDAY + hours * HOUR)
        for token, said in ((lea, to_lea), (paul, to_paul)):
            text = page(town.port, "/mine?lang=en", {"malle": token})[1]
            assert said in text
            assert text.count('<i class="on">') == bars, "of 12: of a day, then of three days"
    await clock.stand(MONDAY + HOUR)
    await town.store.correspondence.spend_time_bank(table, {mine.seat: (1, 40 * 3600.0)})  # in an earlier decision
    assert "+ 32 hours in the bank" in page(town.port, "/mine?lang=en", {"malle": lea})[1]


async def test_an_end_of_two_is_listed_with_both_sums(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    table, tokens = open_two(port)
    scores = play(port, table, tokens)
    for token, (own, other) in zip(tokens, (scores, scores[::-1]), strict=True):
        said = f"<small>{own} to {other}</small>".replace("-", "−")  # as words.py writes what is below nothing
        assert said in page(port, "/mine?lang=en", {"malle": token})[1]


async def test_ones_figures_count_what_one_dared_once_the_story_was_shown(nursery: Nursery, store: Store) -> None:
    """How a game ended is known first; what was counted once stays."""
    port, device = free_port(), make_device_secret()
    nursery.start(port, pages=True)
    ended = GameResult(1, "declarer", 1, 4, False, 120)
    for well, ill, told in ((None, None, ""), (3, 1, "3 · caught: 1"), (None, None, "3 · caught: 1"), (9, 9, "3 · ")):
        await store.game_history.add_result(person_of_token(device), replace(ended, well=well, ill=ill), 60.0)
        text = page(port, "/me?lang=en", {"malle": device})[1]
        assert "1 game" in text
        assert (f"lies that passed: {told}" in text) == bool(told)


async def test_an_end_is_listed_with_its_place_once_it_is_shown(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    table, tokens = open_three(port, rounds=1)
    for token in tokens:
        bid(port, table, token, 3)
    bid(port, table, tokens[0], 6, "keep")
    text = page(port, "/mine?lang=en", {"malle": tokens[0]})[1]
    assert "No game under way" in text
    assert re.search(r'class="place[ w]*">(=|\d\w\w)<small>of 3', text)
    assert [name in text for name in NAMES[1:]] == [True, True]


async def test_a_second_device_has_the_same_games(nursery: Nursery, services: Services, database: str) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    table, tokens = open_three(port)
    phone = await add_device(services, database, person_of_token(tokens[0]))
    for device in (tokens[0], phone["malle"]):
        text = page(port, "/mine?lang=en", {"malle": device})[1]
        assert f'href="/tables/{table}"' in text
        assert "One table is waiting for you" in text
    assert page(port, "/mine", {"malle": make_device_secret()})[1].count("/tables/") == 0


async def test_whoever_invites_somebody_again_opens_a_table(
    zygote: Zygote, environment: dict[str, str], tmp_path: Path
) -> None:
    """And may open no more of them than by any other way."""
    port = free_port()
    nursery = Nursery(zygote, {**environment, "MALLE_TABLES": "8"}, tmp_path / "server.log")
    try:
        nursery.start(port, pages=True)
        _, tokens = open_three(port, rounds=1)
        ann = {"malle": tokens[0]}
        (key, *_) = re.findall(r'action="/mine/invite"><button[^>]* value="([\w.]+)"', page(port, "/mine", ann)[1])
        assert [browse(port, "/mine/invite", ann, {"who": key})[0] for _ in range(3)] == [303, 429, 429]
    finally:
        nursery.close()


async def test_somebody_is_invited_again_and_not_met_by_chance(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    _, tokens = open_three(port, rounds=1)
    form = {"game": "declarer", "seats": "3", "with": "friends", "name": "Ann"}
    ann, bob = {"malle": tokens[0]}, {"malle": tokens[1]}
    _, led, _ = browse(port, "/tables", ann, form)
    key = re.findall(r'action="/mine/invite"><button[^>]* value="([\w.]+)"', page(port, "/mine", ann)[1])[0]
    whom = {"who": key}
    assert browse(port, "/mine/invite", {"malle": tokens[2]}, {"who": key.replace(".2", ".9")})[0] == 400
    assert browse(port, "/mine/invite", {"malle": make_device_secret()}, whom)[0] == 400
    status, led, _ = browse(port, "/mine/invite", ann, whom)
    assert status == 303
    invited = re.search(r'href="(/tables/\w+\?invite=[\w.-]+)"', page(port, "/mine", bob)[1])
    assert invited is not None
    assert invited[1].startswith(led)
    assert "invite=" not in page(port, "/mine", {"malle": tokens[2]})[1]
    assert browse(port, "/mine/decline", bob, {"table": led.removeprefix("/tables/")})[0] == 303
    assert "invite=" not in page(port, "/mine", bob)[1]
    # Ann opens a table to strangers; Bob, whom she has blocked, is not shown it and cannot sit down there.
    assert browse(port, "/mine/block", ann, {**whom, "on": "yes"})[0] == 303
    _, led, _ = browse(port, "/tables", ann, form | {"with": "open"})
    seen = [led in page(port, "/games/declarer", each)[1] for each in (bob, {"malle": tokens[2]}, {})]
    assert seen == [False, True, True]
    assert browse(port, f"{led}/join", bob, {"name": "Bob"})[0] == 403
    assert browse(port, "/mine/block", ann, {**whom, "on": "no"})[0] == 303
    assert browse(port, f"{led}/join", bob, {"name": "Bob"})[0] == 303


async def test_four_hundred_tables_behind_a_default_nginx(
    nursery: Nursery, environment: dict[str, str], services: Services, database: str, tmp_path: Path
) -> None:
    """Every page opens, and what one browser sends of ours stays small, a hundred tables later. The tables are copies
    of one that was opened, each sealed anew."""
    port, front = free_port(), free_port()
    nursery.start(port, pages=True)
    cookies: dict[str, str] = {"malle-lang": "en"}
    form = {"game": "declarer", "seats": "4", "with": "robots", "name": "Wilhelmine-Frédérique"}
    _, led, _ = browse(port, "/tables", cookies, form)
    table = parse_table_id(led.removeprefix("/tables/"))
    copies = [TableId(table ^ number) for number in range(1, 400)]
    connection = await asyncpg.connect(services.owner_url((table >> 48) - 1, database))
    sealer = read_config(environment).keyring.seed_cipher()
    seed = sealer.decrypt(
        await connection.fetchval("select seed from malle.tab where id = $1", table), format_table_id(table)
    )
    tab = "insert into malle.tab select $2, replace(replace(setup, $3, $4), $5, $6), $7, seq, waits, robots, over"
    seat = "insert into malle.seat select $2, seat, token, person from malle.seat where tab = $1"
    entry = "insert into malle.entry select $2, seq, mover, lines, key, hash, at from malle.entry where tab = $1"
    for copy in copies:
        old, new = format_table_id(table), format_table_id(copy)
        sealed = (seal_of_seed(seed, old), seal_of_seed(seed, new), sealer.encrypt(seed, new))
        await connection.execute(f"{tab} from malle.tab where id = $1", table, copy, old, new, *sealed)
        for each in (seat, entry):
            await connection.execute(each, table, copy)
    await connection.close()
    lines = f"server {{ listen 127.0.0.1:{front}; location / {{ proxy_pass http://127.0.0.1:{port}; }} }}"
    with running_nginx(tmp_path, lines, front):
        paths = [f"/tables/{format_table_id(copy)}" for copy in copies[:100]]
        assert [path for path in paths if browse(front, path, cookies)[0] != 200] == []
        assert len("; ".join(f"{name}={value}" for name, value in cookies.items())) < 300, cookies
        found = {path: page(front, path, cookies) for path in ("/", "/mine", "/me", led, "/games/declarer", "/about")}
    assert {path: status for path, (status, _) in found.items()} == dict.fromkeys(found, 200)
    assert found["/mine"][1].count('<li><a class="tk') == 400
    assert await viewer(port, format_table_id(copies[99]), cookies) == 0, "the copies are the browser's own tables"


async def test_how_games_ended_is_made_again_from_the_logs(nursery: Nursery, environment: dict[str, str]) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    table, tokens = open_two(port)
    play(port, table, tokens)
    config = read_config(environment)
    store = Store(config.table_databases, config.people_database)
    await store.open()
    people = [person_of_token(token) for token in tokens]
    for token in tokens:
        page(port, "/mine", {"malle": token})
    before = [await store.game_history.results_of(person) for person in people]
    assert [len(each) for each in before] == [1, 1]
    await store.game_history.delete_results(parse_table_id(table))
    assert [await store.game_history.results_of(person) for person in people] == [{}, {}]
    assert await rebuild_results(config, LIBRARY) >= 2
    after = [await store.game_history.results_of(person) for person in people]
    await store.close()
    told = [
        [(each.place, each.score, each.against, each.drawn) for each in found.values()] for found in (*before, *after)
    ]
    assert told[:2] == told[2:]


async def sit_alone(store: Store, person: UUID, table: TableId, pace: int | None = None) -> None:
    """A table that somebody has opened and nobody else has come to."""
    setup = Setup(table=format_table_id(table), game="parley", version=1, seats=2, options={}, seal="", pace=pace)
    await store.add_table(table, setup, b"sealed")
    await store.write_move_and_owner(
        replace(move(table, 0, text="person 1", mover=TABLE_MOVER), waits=0), 0, SeatOwner(person)
    )


async def test_tables_that_were_never_filled_are_looked_for_a_day_and_the_latest_alone(
    store: Store, services: Services, database: str
) -> None:
    """Each is looked at in its room. Those with a clock stay for longer, and one that is paused has begun."""
    person, first = person_of_token(make_device_secret()), store.new_table_id()
    tables = [TableId(first ^ number) for number in range(MAX_ROOM_TABLES + 5)]
    stale, paced, paused, played, *new = tables
    for table in tables:
        await sit_alone(store, person, table, pace=600 if table == paced else None)
    await store.write_move(replace(move(paused, 1, text="pause", mover=TABLE_MOVER), waits=0))
    await store.write_move(move(played, 1))
    connection = await asyncpg.connect(services.owner_url(database_of(first) - 1, database))
    await connection.execute(
        "update malle.tab set since = since - $2 * interval '1 s' where id = any($1)",
        [stale, paced, paused, played],
        UNFILLED_TABLE_SECONDS + 60,
    )
    await connection.close()
    found = [each.tab for each in await store.game_history.tables_of(person)]
    assert {*found} == {*new[-MAX_ROOM_TABLES:], played, paused}
    assert len(found) == MAX_ROOM_TABLES + 2
    connection = await asyncpg.connect(services.owner_url(database_of(first) - 1, database))
    await connection.execute("delete from malle.seat where tab = any($1)", new)
    await connection.close()
    assert {each.tab for each in await store.game_history.tables_of(person)} == {paced, paused, played}


async def test_seats_that_robots_have_are_the_latest_few_as_well(store: Store) -> None:
    """Whoever gives up every game they open would have all of them looked at, one by one, each time they come home."""
    person, first = person_of_token(make_device_secret()), store.new_table_id()
    tables = [TableId(first ^ number) for number in range(MAX_ROOM_TABLES + 5)]
    for table in tables:
        await sit_alone(store, person, table)
        await store.write_move(replace(move(table, 1), robots=0 if table == tables[0] else 1))
    assert {each.tab for each in await store.game_history.tables_of(person)} == {tables[0], *tables[-MAX_ROOM_TABLES:]}
