"""What one dared is counted for whoever had a seat from the deal to the end, and never what a robot dared there."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Literal
from uuid import uuid4

import pytest

from malle.cli.operator.rebuild_results import rebuild_results
from malle.config.settings import read_config
from malle.protocol.messages import SeatAnswerMessage, SeatRequestMessage, TableCommandMessage, TakenMessage
from malle.runtime.load_table import build_initial_table
from malle.storage.store import Store, parse_table_id, person_of_token
from malle.table import Table
from malle.web.security.device_cookie import make_device_secret
from tests.server.bots import LIBRARY
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call
from tests.server.test_persons import page

pytestmark = pytest.mark.services


async def play(port: int, store: Store, table: Table, token_of: Callable[[Table, int], str], most: int) -> Table:
    """Plays anything legal, so many moves or to the end: the table then."""
    luck, text = random.Random(most), table.setup.table
    while True:
        table = table.replay(await store.log_entries(parse_table_id(text), table.seq))
        if table.over is not None or not most:
            return table
        seat, most = table.awaited[0], most - 1
        action = table.game.write(luck.choice(table.legal(seat)))
        body = {"type": "act", "seq": table.seq, "text": action, "key": str(uuid4())}
        status, answer = call(port, f"/api/tables/{text}/acts", body, token=token_of(table, seat))
        assert status == 200, answer


async def test_what_a_robot_dared_is_nobodys(
    zygote: Zygote, environment: dict[str, str], tmp_path: Path, store: Store
) -> None:
    """Ann plays all along; Bob leaves and comes back; Cléo leaves and stays away; Eve is let in on a robot's seat. What
    Ann dared is counted, by the story and by the logs; of the others only how it ended."""
    nursery, port = Nursery(zygote, environment | {"MALLE_SWEEP": "0.1"}, tmp_path / "server.log"), free_port()
    config = read_config(environment)
    try:
        nursery.start(port, pages=True)
        wish = {"game": "declarer", "seats": 4, "name": "Ann", "robots": 1, "options": {"rounds": 1}}
        made = call(port, "/api/tables", wish)[1]
        text, tokens = made["table"], [made["token"]]
        for name in ("Bob", "Cléo"):
            sat = call(port, f"/api/tables/{text}/seats", {"name": name, "invite": made["invite"]})[1]
            tokens.append(sat["token"])
        tokens.append(make_device_secret())
        people, id_ = [person_of_token(token) for token in tokens], parse_table_id(text)

        def token_of(table: Table, seat: int) -> str:
            return (
                tokens[seat]
                if table.seat_kinds[seat] == "person"
                else config.worker_config().robot_key.seat_token(text, seat)
            )

        async def ask(who: Player, what: Literal["resign", "return"]) -> None:
            table = await play(port, store, begun, token_of, 0)
            await who.until(table.seq)
            assert isinstance(await who.send(TableCommandMessage(table.seq, what, str(uuid4()))), TakenMessage)

        begun = build_initial_table(await store.load_table(id_, whole_log=True), LIBRARY, config.keyring.seed_cipher())
        async with (
            Player([port], text, tokens[0]) as ann,
            Player([port], text, tokens[1]) as bob,
            Player([port], text, tokens[2]) as cleo,
            Player([port], text, tokens[3]) as eve,
        ):
            for each in (ann, bob, cleo, eve):
                await each.until(4)
            await ask(bob, "resign")
            await play(port, store, begun, token_of, 8)
            await ask(bob, "return")
            await bob.wait(lambda: bob.state is not None and bob.state.viewer == 1)  # sent away, and back
            await ann.wait(lambda: ann.presences()[:3] == ["here"] * 3)
            knock = SeatRequestMessage(3, "Eve", made["invite"], str(uuid4()))
            assert isinstance(await eve.send(knock), TakenMessage)
            for each in (ann, bob, cleo):
                assert isinstance(await each.send(SeatAnswerMessage(knock.key, True, str(uuid4()))), TakenMessage)
            await eve.wait(lambda: eve.state is not None and eve.state.viewer == 3)
            await ask(cleo, "resign")
            table = await play(port, store, begun, token_of, 1000)
        assert (table.seat_kinds, table.vacated_seats) == (("person", "person", "robot", "person"), (2,))
        for token in tokens:
            assert page(port, f"/tables/{text}/story", {"malle": token})[0] == 200
        told = [(await store.game_history.results_of(person)).get(id_) for person in people]
        assert [each is None or each.well is not None for each in told] == [True, False, True, False]
        assert told[2] is None, "whoever is not there any more is not told the end"
        assert await rebuild_results(config, LIBRARY) >= 4
        again = [(await store.game_history.results_of(person))[id_] for person in people]
        assert [each.well is not None for each in again] == [True, False, False, False]
        assert told[0] is not None
        assert (again[0].well, again[0].ill) == (told[0].well, told[0].ill)
    finally:
        nursery.close()
