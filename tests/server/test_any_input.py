"""Whatever is sent to whichever route by whoever: never an answer 500, and no error in the log.

`test_fuzz.py` spoils bytes; here the routes are those of the application, what is sent is made of the fields that forms
and messages have, and who sends it is somebody, sits at the table, opened it or keeps the house.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import urllib.parse
from typing import Any, get_type_hints

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from rich.progress import track

from malle.storage.store import Store, person_of_token
from malle.web.api import tables
from malle.web.security.device_cookie import make_device_secret
from tests.server.judging import judge_log
from tests.server.nursery import Nursery, free_port
from tests.server.player import call
from tests.test_ways import routes

pytestmark = pytest.mark.services

FORMS = (
    "name", "zone", "invite", "who", "table", "secret", "seats", "pace", "mail", "lang", "edition", "do", "with",
    "value", "to", "sure", "side", "seat", "on", "late", "language", "known", "key", "kept", "game", "first", "eyes",
    "device", "code", "clock", "begins", "ends", "what", "token", "level", "tempo", "house", "opens", "report",
)  # fmt: skip
"""What the fields of forms and addresses are called."""
USUAL = (
    "", "1", "2", "-1", "0", "99999999999999999999", "yes", "no", "on", "en", "fr", "declarer", "combinus", "start",
    "remove", "Ann", "x" * 500, "\x00", "\u202e", "%", "2026-11-16", "UTC", "Europe/Paris", "a@b.example", "slow",
    "1.5", "null", "{}", "../..", "everybody", "guests", "keepers", "wily", "calm",
)  # fmt: skip
PART = 400
"""What is drawn at a time: whoever draws keeps all of it, to draw nothing twice."""
BODIES = (tables.OpenTableBody, tables.TakeSeatBody, tables.ReportBody, tables.RobotSeatBody)
NAMES = {name for kind in BODIES for name in get_type_hints(kind)} | {"type", "seq", "text", "ask", "board", "endpoint"}

words = st.one_of(st.sampled_from(USUAL), st.text(max_size=40))
forms = st.dictionaries(st.sampled_from(FORMS), words, max_size=8)
plain: Any = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), words)
values = st.recursive(plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3))
bodies = st.one_of(values, st.dictionaries(st.sampled_from(sorted(NAMES)), values, max_size=8))


class Asking:
    """One server, and people of every kind at one table of it."""

    def __init__(self, port: int, table: str, invite: str, devices: dict[str, str]) -> None:
        self.port, self.table, self.invite, self.devices = port, table, invite, devices
        self.statuses: dict[int, int] = {}
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(self, route: str, who: str, form: dict[str, str], body: object, *, by_form: bool, junk: str | None) -> int:
        """What they are answered. `junk` stands where the address names a table, a game or a day; None: a right one
        does, and forms have the table's invitation."""
        method, path = route.split(" ")
        right = {"{table:str}": self.table, "{game:str}": "declarer", "{day:date}": "2026-11-16"}
        for hole in re.findall(r"{\w+:\w+}", path):
            named = right.get(hole, "x") if junk is None else urllib.parse.quote(junk, safe="", errors="replace") or "x"
            path = path.replace(hole, named)
        headers = {"origin": f"http://127.0.0.1:{self.port}", "accept": "text/html" if by_form else "application/json"}
        if self.devices[who]:
            headers["cookie"] = f"malle={self.devices[who]}"
        sent = urllib.parse.urlencode({**form, "invite": self.invite} if junk is None else form, errors="replace")
        data = None
        if method == "GET":
            path += f"?{sent}" if sent else ""
        elif by_form:
            data, headers["content-type"] = sent.encode(), "application/x-www-form-urlencoded"
        else:
            data, headers["content-type"] = json.dumps(body).encode("utf-8", "replace"), "application/json"
        try:
            self._connection.request(method, path, data, headers)
            with self._connection.getresponse() as answer:
                answer.read()
        except (http.client.HTTPException, ConnectionError):
            self._connection.close()
            return 0
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        return answer.status

    def close(self) -> None:
        """Lets go of the server."""
        self._connection.close()


@pytest.mark.parametrize(
    "count", [PART, pytest.param(100_000, marks=[pytest.mark.long, pytest.mark.timeout(4 * 3600)])]
)
async def test_no_input_is_answered_by_a_fault(
    nursery: Nursery, store: Store, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    nursery.start(port, pages=True)
    known = sorted(routes(monkeypatch))
    devices = {"nobody": ""} | {role: make_device_secret() for role in ("somebody", "seat", "host", "keeper")}
    opened = call(port, "/api/tables", {"game": "declarer", "seats": 4, "name": "Ann"}, token=devices["host"])[1]
    for role in ("seat", "keeper"):
        body = {"name": role, "invite": opened["invite"]}
        assert call(port, f"/api/tables/{opened['table']}/seats", body, token=devices[role])[0] == 201
    assert await store.operators.accept_link(await store.operators.create_link(), person_of_token(devices["keeper"]))
    asking = Asking(port, opened["table"], opened["invite"], devices)

    def check(route: str, who: str, form: dict[str, str], body: object, by_form: bool, junk: str | None) -> None:
        status = asking.ask(route, who, form, body, by_form=by_form, junk=junk)
        assert status < 500, (route, who, form, body, by_form, junk)

    drawn = given(
        st.sampled_from(known), st.sampled_from(sorted(devices)), forms, bodies, st.booleans(),
        st.one_of(st.none(), words),
    )  # fmt: skip
    for part in track(range(0, count, PART), "inputs", disable=count == PART):
        some = settings(
            max_examples=PART, deadline=None, database=None, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        await asyncio.to_thread(seed(part)(some(drawn(check))))
    asking.close()
    print(asking.statuses)
    assert sum(asking.statuses.values()) > 0.95 * count
    assert asking.statuses[200] > count / 10
    assert not judge_log(nursery.log)
