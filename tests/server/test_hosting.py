"""The host of a table, until it begins. Everything they do is in the log, and nobody else may do it."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import asyncpg
import msgspec
import pytest

from malle.cli.operator.verify_logs import StoredTable, find_log_fault
from malle.config.keyring import parse_keyring
from malle.config.settings import read_config
from malle.core import Illegal, Seat
from malle.core.dealer import Dealer, seal_of_seed
from malle.protocol.messages import RecalledMessage
from malle.runtime.history.log_record import build_record_from_log
from malle.storage.store import Store, parse_table_id, person_of_token
from malle.table import Setup, Table, open_table, setup_phase
from malle.table.seat_changes import AgreedOptions, host_seat_after, resize_seats
from malle.table.snapshot import encode_snapshot, restore_table
from malle.testing.dev_services import Services
from malle.testing.example_game import GAME_INFO
from malle.web.security.device_cookie import make_device_secret
from tests.server.bots import LIBRARY
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, call
from tests.server.test_device import viewer
from tests.server.test_door import ask, code_on, open_with_friends

SEED = bytes(range(32))


def make(seats: int, options: Any) -> Any:
    return GAME_INFO.make_game(seats, options, None)


def hosted(seats: int = 3) -> Table:
    """A table that waits for its host."""
    options = {"rounds": 10}
    setup = Setup(
        table="t", game="parley", version=1, seats=seats, options=options, seal=seal_of_seed(SEED, "t"), hosted=True
    )
    return open_table(setup, make(seats, options), Dealer(SEED, "t"), make)


def test_a_game_does_not_begin_by_surprise() -> None:
    """The last one sits down, and nothing is dealt before the host says so; at a table that has none, it is."""
    table = hosted()
    for seat in range(3):
        assert table.state is None
        table = table.sit(Seat(seat), "person" if seat != 1 else "robot").table
    assert (table.turn, table.host) == (None, 0)
    assert table.sit(Seat(1), "person").table.state is None
    step = setup_phase.start_game(table)
    assert step.table.awaited
    assert step.entry.lines[0] == "start"
    with pytest.raises(Illegal):
        setup_phase.start_game(step.table)


def test_what_is_changed_before_the_deal_is_in_the_log() -> None:
    """Seats exchanged, freed, added, taken away, other options: the log alone gives the same table, a snapshot too, and
    the record has what was agreed last."""
    table, log = hosted(), []

    def note(step: Any) -> None:
        nonlocal table
        table = step.table
        log.append(step.entry)

    note(table.sit(Seat(0), "person"))
    note(table.sit(Seat(2), "robot"))
    note(setup_phase.swap_seats(table, Seat(0), Seat(2)))
    assert (table.seat_kinds, table.host) == (("robot", "open", "person"), 2)
    note(setup_phase.change_options(table, AgreedOptions(4, {"rounds": 2})))
    assert (table.seat_kinds, table.host, table.game.seats) == (("robot", "open", "person", "open"), 2, 4)
    note(table.sit(Seat(1), "person"))
    note(setup_phase.remove_person(table, Seat(1)))
    assert (table.removed_count, table.seat_kinds[1]) == (1, "open")
    note(setup_phase.free_seat(table, Seat(0)))
    with pytest.raises(Illegal):
        setup_phase.start_game(table)
    note(table.sit(Seat(3), "person"))
    note(setup_phase.transfer_host(table, Seat(3)))
    assert table.host == 3
    note(setup_phase.transfer_host(table, Seat(2)))
    for nobody in (2, 1):
        with pytest.raises(Illegal):
            setup_phase.transfer_host(table, Seat(nobody))
    note(setup_phase.change_options(table, AgreedOptions(2, {"rounds": 2})))
    assert (table.seat_kinds, table.host) == (("person", "person"), 0)
    with pytest.raises(Illegal):
        setup_phase.change_options(table, AgreedOptions(1, {"rounds": 2}))
    note(setup_phase.start_game(table))
    while table.awaited:
        note(table.act(table.awaited[0], table.game.write(table.legal(table.awaited[0])[0]), table.seq))
    opened = hosted()
    assert encode_snapshot(opened.replay(log)) == encode_snapshot(table)
    again = restore_table(encode_snapshot(table), opened.setup, opened.game, opened.dealer, opened.make_game)
    assert (again.setup, again.game.seats, again.removed_count, again.over) == (table.setup, 2, 1, table.over)
    record = build_record_from_log(opened, log, SEED)
    assert (record.header.seats, record.header.options) == (2, {"rounds": 2})
    sealer = parse_keyring("00" * 32).seed_cipher()
    kept = StoredTable(opened.setup, sealer.encrypt(SEED, "t"), table.seq, True, log, encode_snapshot(table), table.seq)
    assert find_log_fault(kept, LIBRARY, sealer) == ""
    wrong = msgspec.structs.replace(
        kept, snapshot=encode_snapshot(msgspec.structs.replace(table, draws_written=table.draws_written + 1))
    )
    assert "its snapshot" in find_log_fault(wrong, LIBRARY, sealer)
    for refused in (setup_phase.free_seat, setup_phase.remove_person):
        with pytest.raises(Illegal):
            refused(table, Seat(0))


def test_seats_are_taken_away_from_the_end_and_the_host_stays_the_host() -> None:
    assert resize_seats(("person", "open", "robot", "open"), 3) == (0, 1, 2)
    assert resize_seats(("person", "open", "robot", "open"), 2) == (0, 2)
    assert resize_seats(("person", "open"), 4) == (0, 1, -1, -1)
    assert host_seat_after((0, 2), ("person", "person"), 2) == 1
    assert host_seat_after((-1, 1), ("open", "person"), 0) == 1
    assert host_seat_after((-1, 1), ("open", "robot"), 0) == -1
    assert host_seat_after((-1, 1), ("open", "person"), -1) == 1


def seats_of(port: int, table: str) -> list[tuple[str, str]]:
    """(name, kind) of every seat."""
    return [(each["name"], each["kind"]) for each in call(port, f"/api/tables/{table}")[1]["seats"]]


def do(port: int, table: str, what: str, device: str) -> int:
    """Somebody presses a button of the lobby."""
    return ask(port, f"/tables/{table}/lobby", {"do": what}, device)[0]


def join(port: int, table: str, name: str, invite: str) -> tuple[int, str]:
    """Somebody follows an invitation: the status, and who they are."""
    device = make_device_secret()
    return ask(port, f"/tables/{table}/join", {"name": name, "invite": invite}, device)[0], device


def invite_on(page: str) -> str:
    """The invitation that those who sit are shown."""
    found = re.search(r'id="invitation" href="[^"]*\?invite=([^"]+)"', page)
    assert found
    return found[1]


@pytest.mark.services
async def test_nobody_but_the_host_changes_a_table(nursery: Nursery, store: Store) -> None:
    """Through any process; what the host does is written to the log, and who sits where with it."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port, pages=True)
    ann = make_device_secret()
    table = open_with_friends(ports[0], ann, game="declarer", seats="5")
    invite = invite_on(ask(ports[0], f"/tables/{table}", device=ann)[2])
    bob, cleo = (join(ports[1], table, name, invite)[1] for name in ("Bob", "Cléo"))
    for device in (bob, make_device_secret(), ""):
        for what in ("start", "fill", "robot 4", "free 3", "up 2", "down 1"):
            assert do(ports[1], table, what, device) == 403, what
        assert ask(ports[0], f"/tables/{table}/options", device=device)[0] == 403
        assert ask(ports[0], f"/tables/{table}/options", {"seats": "6"}, device)[0] == 403
        assert call(ports[0], f"/api/tables/{table}/robots", {"seat": 3}, token=device)[0] == 403
    assert do(ports[0], table, "leave", make_device_secret()) == 403
    assert do(ports[0], table, "nonsense", ann) == 400
    assert do(ports[0], table, "free 1", ann) == 409, "the host leaves by leaving"
    assert do(ports[0], table, "up 1", ann) == 409
    before_ = len(await store.log_entries(parse_table_id(table)))
    assert do(ports[0], table, "down 1", ann) == 303
    assert do(ports[1], table, "robot 4", ann) == 303
    assert ask(ports[0], f"/tables/{table}/options", device=ann)[0] == 200
    assert ask(ports[0], f"/tables/{table}/options", {"seats": "6", "rounds": "1"}, ann)[0] == 303
    people = [("Bob", "person"), ("Ann", "person"), ("Cléo", "person"), ("Hugo", "robot"), ("", "open"), ("", "open")]
    for port in ports:
        assert [(name if kind == "person" else "", kind) for name, kind in seats_of(port, table)] == [
            (name if kind == "person" else "", kind) for name, kind in people
        ]
        assert call(port, f"/api/tables/{table}")[1]["options"]["rounds"] == 1
    log = [entry.lines[0].split(" ")[0] for entry in await store.log_entries(parse_table_id(table))]
    assert log[before_:] == ["swap", "robot", "agree"]
    assert do(ports[0], table, "start", ann) == 303
    shown = call(ports[1], f"/api/tables/{table}")[1]
    assert (shown["begun"], len(shown["seats"])) == (True, 4)
    for device, seat in ((bob, 0), (ann, 1), (cleo, 2)):
        async with Player(ports[1:], table, device) as player:
            await player.wait(lambda player=player: player.state is not None)  # type: ignore[misc]
            assert player.state is not None
            assert player.state.viewer == seat
    for what in ("start", "free 3", "up 2", "robot 4", "leave"):
        assert do(ports[0], table, what, ann) in (303, 409), what
    assert call(ports[1], f"/api/tables/{table}")[1]["seats"][2]["kind"] == "person", "nobody is removed in play"


@pytest.mark.services
async def test_whoever_is_removed_needs_a_new_invitation(nursery: Nursery, store: Store) -> None:
    """Code and link are new, and those who sit are told; a robot goes without all that, and so does whoever leaves. At
    another process, too, which had the table before; and whoever was asked personally is not asked any more."""
    port, behind = free_port(), free_port()
    nursery.start(port, pages=True)
    nursery.start(behind, pages=True)
    ann = make_device_secret()
    table = open_with_friends(port, ann, game="declarer", seats="4")
    page = ask(port, f"/tables/{table}", device=ann)[2]
    code, invite = code_on(page), invite_on(page)
    _, bob = join(port, table, "Bob", invite)
    assert do(port, table, "robot 3", ann) == 303
    assert do(port, table, "free 3", ann) == 303
    assert do(port, table, "leave", bob) == 303
    page = ask(port, f"/tables/{table}", device=ann)[2]
    assert (code_on(page), invite_on(page), "anew" in page) == (code, invite, False)
    _, bob = join(port, table, "Bob", invite)
    await store.game_history.add_invitation(person_of_token(bob), parse_table_id(table), person_of_token(ann))
    assert call(behind, f"/api/tables/{table}")[0] == 200
    assert do(port, table, "free 2", ann) == 303
    assert join(behind, table, "Bob", invite)[0] == 403
    assert await store.game_history.invitations(person_of_token(bob)) == []
    page = ask(port, f"/tables/{table}", device=ann)[2]
    assert code_on(page) not in ("", code)
    assert invite_on(page) != invite
    assert "anew" in page
    assert ask(port, "/code", {"code": code})[0] == 404
    assert ask(port, f"/tables/{table}/join", {"name": "Bob", "invite": invite}, bob)[0] == 403
    assert join(port, table, "Bob", invite)[0] == 403
    assert join(behind, table, "Cléo", invite_on(page))[0] == 303
    assert [name for name, _ in seats_of(port, table)] == ["Ann", "Cléo", "", ""]


@pytest.mark.services
async def test_a_table_whose_host_leaves_has_another(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    ann = make_device_secret()
    table = open_with_friends(port, ann, game="declarer", seats="4")
    _, bob = join(port, table, "Bob", invite_on(ask(port, f"/tables/{table}", device=ann)[2]))
    assert do(port, table, "fill", bob) == 403
    assert do(port, table, "leave", ann) == 303
    assert do(port, table, "fill", bob) == 303
    shown = call(port, f"/api/tables/{table}")[1]
    assert shown["begun"]
    assert json.dumps(shown).count('"person"') == 1


@pytest.mark.services
async def test_whoever_is_ready_is_shown_so_until_something_is_agreed_anew(nursery: Nursery) -> None:
    """Through any process, wherever they sit then; the host is told of whom they would not wait for."""
    ports = [free_port(), free_port()]
    for port in ports:
        nursery.start(port, pages=True)
    ann = make_device_secret()
    table = open_with_friends(ports[0], ann, game="declarer", seats="4")
    invite = invite_on(ask(ports[0], f"/tables/{table}", device=ann)[2])
    bob, cleo = (join(ports[1], table, name, invite)[1] for name in ("Bob", "Cléo"))
    assert do(ports[0], table, "ready", make_device_secret()) == 403
    assert do(ports[1], table, "ready", bob) == 303
    assert [call(port, f"/api/tables/{table}")[1]["ready"] for port in ports] == [[1], [1]]
    assert "Cléo has not said ready yet." in ask(ports[0], f"/tables/{table}?lang=en", device=ann)[2]
    assert do(ports[0], table, "down 1", ann) == 303
    assert [call(port, f"/api/tables/{table}")[1]["ready"] for port in ports] == [[0], [0]]
    assert do(ports[0], table, "ready", cleo) == 303
    assert call(ports[1], f"/api/tables/{table}")[1]["ready"] == [0, 2]
    assert "said ready yet" not in ask(ports[0], f"/tables/{table}?lang=en", device=ann)[2]
    assert ask(ports[0], f"/tables/{table}/options", {"seats": "6"}, ann)[0] == 303
    assert call(ports[1], f"/api/tables/{table}")[1]["ready"] == []


@pytest.mark.services
async def test_the_key_is_given_and_goes_on_when_the_host_is_gone(
    nursery: Nursery, services: Services, database: str
) -> None:
    """Nobody takes it from a host who looks at the page; from one who has not for long, somebody who does."""
    port = free_port()
    nursery.start(port, pages=True)
    ann = make_device_secret()
    table = open_with_friends(port, ann, game="declarer", seats="4")
    bob = join(port, table, "Bob", invite_on(ask(port, f"/tables/{table}", device=ann)[2]))[1]

    def host_seen_by(device: str) -> int:
        return int(json.loads(ask(port, f"/api/tables/{table}", device=device)[2])["host"])

    assert do(port, table, "key 2", bob) == 403
    assert do(port, table, "key 3", ann) == 409, "nobody sits there"
    assert do(port, table, "key 2", ann) == 303
    assert [host_seen_by(device) for device in (bob, ann, bob)] == [1, 1, 1]
    assert do(port, table, "start", ann) == 403
    connection = await asyncpg.connect(services.owner_url((parse_table_id(table) >> 48) - 1, database))
    await connection.execute(
        "update malle.wish set nudged = nudged - interval '3 min' where tab = $1", parse_table_id(table)
    )
    await connection.close()
    assert [host_seen_by(device) for device in (make_device_secret(), ann, bob)] == [1, 0, 0]
    assert do(port, table, "fill", bob) == 403
    assert do(port, table, "fill", ann) == 303


@pytest.mark.services
async def test_a_table_opened_by_a_program_begins_with_its_last_seat(nursery: Nursery) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    _, opened = call(port, "/api/tables", {"game": "parley", "seats": 2, "name": "Ann"})
    call(port, f"/api/tables/{opened['table']}/seats", {"name": "Bob", "invite": opened["invite"]})
    assert call(port, f"/api/tables/{opened['table']}")[1]["begun"]


@pytest.mark.services
async def test_a_robot_at_a_table_with_fewer_seats_than_at_first_recalls_it(
    nursery: Nursery, environment: dict[str, str]
) -> None:
    """What was agreed before the deal is in the log that it is told from."""
    port = free_port()
    nursery.start(port, pages=True)
    ann = make_device_secret()
    table = open_with_friends(port, ann, game="declarer", seats="4")
    join(port, table, "Bob", invite_on(ask(port, f"/tables/{table}", device=ann)[2]))
    assert do(port, table, "robot 3", ann) == 303
    assert do(port, table, "start", ann) == 303
    async with Player([port], table, read_config(environment).worker_config().robot_key.seat_token(table, 2)) as robot:
        await robot.wait(lambda: robot.state is not None)
        assert isinstance(await robot.recall(), RecalledMessage)


@pytest.mark.services
async def test_a_seat_that_was_added_at_another_process_is_known_here(
    nursery: Nursery, environment: dict[str, str]
) -> None:
    """That process had the table in memory with fewer seats, and nobody looked at it there. Then seats are taken away
    again, and it is asked for one of those."""
    here, behind = free_port(), free_port()
    for port in (here, behind):
        nursery.start(port, pages=True)
    ann = make_device_secret()
    table = open_with_friends(here, ann, game="declarer", seats="3")
    invite = invite_on(ask(here, f"/tables/{table}", device=ann)[2])
    for what in ("robot 2", "robot 3"):
        assert do(here, table, what, ann) == 303
    assert call(behind, f"/api/tables/{table}")[0] == 200
    assert ask(here, f"/tables/{table}/options", {"seats": "5"}, ann)[0] == 303
    bob = join(here, table, "Bob", invite)[1]
    assert await viewer(behind, table, {"malle": bob}) == 3
    assert do(here, table, "free 4", ann) == 303
    assert ask(here, f"/tables/{table}/options", {"seats": "4"}, ann)[0] == 303
    robot = read_config(environment).worker_config().robot_key.seat_token(table, 4)
    act = {"type": "act", "seq": 1, "text": "nothing", "key": str(uuid4())}
    assert call(behind, f"/api/tables/{table}/acts", act, token=robot)[0] in (403, 409)
