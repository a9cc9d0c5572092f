"""Who may do what, by every route and message: the tables are held to the application, and others refused for real."""

from __future__ import annotations

import http.client
import json
import urllib.parse
from typing import get_args, get_type_hints
from uuid import uuid4

import msgspec
import pytest

from malle.config.settings import read_config
from malle.protocol import messages
from malle.protocol.messages import (
    ActMessage,
    EmoteMessage,
    NudgeMessage,
    RecallMessage,
    RefusedMessage,
    SeatAnswerMessage,
    SeatRequestMessage,
    StandInMessage,
    TableCommandMessage,
)
from malle.storage.store import Store, person_of_token
from malle.web.security.device_cookie import make_device_secret
from tests.server.nursery import Nursery, free_port
from tests.server.player import Player, Wish, call
from tests.test_ways import routes

pytestmark = pytest.mark.services

ROLES = ("nobody", "somebody", "seat", "host", "worker", "keeper")
"""Whoever has no device; whoever has one; whoever sits at the table; who opened it; robots; who keeps the house."""
NEEDS = {
    "GET /me/export": "somebody", "GET /me/erase": "somebody", "GET /me/square/state": "somebody",
    "POST /me/name": "somebody", "POST /me/language": "somebody", "POST /me/devices/close": "somebody",
    "POST /me/keys/close": "somebody",
    "POST /me/paper": "somebody", "POST /me/square": "somebody", "POST /me/passkey/begin": "somebody",
    "POST /me/passkey/end": "somebody", "POST /me/erase": "somebody", "POST /mine/invite": "somebody",
    "POST /mine/decline": "somebody", "POST /mine/block": "somebody", "POST /me/notices": "somebody",
    "POST /me/notices/push": "somebody", "POST /me/notices/push/close": "somebody",
    "POST /me/notices/mail": "somebody", "POST /me/notices/mail/close": "somebody",
    "POST /me/notices/feed": "somebody", "POST /me/notices/feed/close": "somebody",
    "POST /api/tables/{table:str}/acts": "seat",
    "POST /tables/{table:str}/lobby": "host", "GET /tables/{table:str}/options": "host",
    "POST /tables/{table:str}/options": "host", "POST /api/tables/{table:str}/robots": "host",
    "GET /api/robots": "worker",
    "GET /house": "keeper", "POST /house/leave": "keeper", "POST /house/settle": "keeper",
    "POST /house/reports": "keeper", "POST /house/mail": "keeper",
}  # fmt: skip
"""What more than nobody is needed for."""
ANYBODY = frozenset({
    "GET /", "POST /code", "POST /tables", "GET /tables/{table:str}", "POST /tables/{table:str}/join",
    "GET /tables/{table:str}/record", "GET /tables/{table:str}/replay", "GET /tables/{table:str}/moments",
    "GET /tables/{table:str}/final",
    "GET /tables/{table:str}/story", "GET /tables/{table:str}/next", "GET /rules", "GET /rules/{game:str}",
    "GET /games/{game:str}", "GET /games/{game:str}/options", "GET /games/{game:str}/pace", "GET /feeds/{name:str}",
    "POST /letter", "GET /letter/{token:str}", "POST /letter/{token:str}", "GET /games/{game:str}/edition",
    "GET /games/{game:str}/learn", "GET /games/{game:str}/learn/course", "GET /editions/{digest:str}", "GET /about",
    "GET /me", "GET /mine", "GET /enter", "POST /enter", "POST /enter/passkey/begin", "POST /enter/passkey/end",
    "GET /privacy", "GET /legal", "GET /accessibility", "GET /robots.txt", "GET /house/enter", "POST /house/enter",
    "GET /m/{link:str}", "GET /.well-known/security.txt", "GET /static/{build:str}/{name:str}", "GET /solo/{game:str}",
    "POST /solo/{game:str}/ask", "GET /solo/{game:str}/day/{day:date}", "POST /solo/{game:str}/solved", "GET /sw.js",
    "GET /play", "GET /play/{file:path}",
    "GET /manifest.webmanifest", "POST /api/tables", "GET /api/tables/{table:str}",
    "POST /api/tables/{table:str}/seats", "POST /api/tables/{table:str}/reports", "GET /health", "GET /ready",
})  # fmt: skip
"""What anybody may ask; what it shows is another question (`tests/test_ways.py`), and what it opens needs a secret."""
FORM = {"name": "Eve", "language": "en", "do": "start", "seats": "3", "device": "x", "who": "x", "table": "x"}
BODIES: dict[str, dict[str, object]] = {"acts": {"type": "act", "seq": 1, "text": "x"}, "robots": {"seat": 2}}


def test_every_route_has_a_role(monkeypatch: pytest.MonkeyPatch) -> None:
    found = set(routes(monkeypatch))
    assert {"without a role": found - NEEDS.keys() - ANYBODY, "gone": (NEEDS.keys() | ANYBODY) - found} == {
        "without a role": set(),
        "gone": set(),
    }
    assert not NEEDS.keys() & ANYBODY


def ask(port: int, route: str, table: str, device: str) -> int:
    """What somebody is answered who asks for this from a page of ours."""
    method, path = route.split(" ")
    path = path.replace("{table:str}", table)
    headers = {"origin": f"http://127.0.0.1:{port}", "accept": "application/json"}
    if device:
        headers["cookie"] = f"malle={device}"
    body = None
    if method == "POST" and path.startswith("/api/"):
        sent = BODIES[path.rpartition("/")[2]] | ({"key": str(uuid4())} if path.endswith("acts") else {})
        body, headers["content-type"] = json.dumps(sent), "application/json"
    elif (method == "POST" and "passkey" in path) or path.endswith("/push"):
        body, headers["content-type"] = "{}", "application/json"
    elif method == "POST":
        body, headers["content-type"] = urllib.parse.urlencode(FORM), "application/x-www-form-urlencoded"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body, headers)
    status = connection.getresponse().status
    connection.close()
    return status


async def test_every_lesser_role_is_refused(nursery: Nursery, store: Store) -> None:
    """Each route that needs a role is asked for by all below it; who keeps the house is nobody at a table where they do
    not sit. 0 unexpected allows."""
    port = free_port()
    nursery.start(port, pages=True)
    host, seat, keeper = make_device_secret(), make_device_secret(), make_device_secret()
    assert await store.operators.accept_link(await store.operators.create_link(), person_of_token(keeper))
    opened = call(port, "/api/tables", {"game": "declarer", "seats": 3, "name": "Ann"}, token=host)[1]
    table = opened["table"]
    call(port, f"/api/tables/{table}/seats", {"name": "Bob", "invite": opened["invite"]}, token=seat)
    devices = {"nobody": "", "somebody": make_device_secret(), "seat": seat, "host": host}
    allowed = [
        (route, role, status)
        for route, needed in NEEDS.items()
        for role in ROLES[: ROLES.index(needed)]
        if role in devices and (status := ask(port, route, table, devices[role])) < 400
    ]
    allowed += [
        (route, "keeper", status)
        for route, needed in NEEDS.items()
        if needed in ("seat", "host", "worker") and (status := ask(port, route, table, keeper)) < 400
    ]
    assert allowed == []
    assert ask(port, "GET /house", table, keeper) == 200
    assert ask(port, "GET /tables/{table:str}/options", table, host) == 200
    assert ask(port, "GET /me/export", table, seat) == 200


PEOPLE, ROBOTS = ("seat", "host"), ("robot",)
AT_TABLE = ("nobody", "somebody", *PEOPLE, *ROBOTS)
"""Who may be at a socket: with no device, with one and no seat, at a seat, at that of the host, and a robot."""
KEY = "00000000-0000-4000-8000-000000000000"
WISHES: tuple[tuple[Wish | RecallMessage, tuple[str, ...]], ...] = (
    (ActMessage(3, "x", KEY), (*PEOPLE, *ROBOTS)),
    (TableCommandMessage(3, "undo", KEY), PEOPLE),
    (TableCommandMessage(3, "resign", KEY), PEOPLE),
    (TableCommandMessage(3, "give-up", KEY), PEOPLE),
    (TableCommandMessage(3, "return", KEY), PEOPLE),
    (TableCommandMessage(3, "pause", KEY), PEOPLE),
    (TableCommandMessage(3, "resume", KEY), PEOPLE),
    (TableCommandMessage(3, "next", KEY), PEOPLE),
    (SeatRequestMessage(2, "Eve", "", KEY), ("somebody",)),
    (SeatAnswerMessage(KEY, True, KEY), PEOPLE),
    (NudgeMessage(1, KEY), PEOPLE),
    (StandInMessage(1, True, KEY), PEOPLE),
    (EmoteMessage("wink", KEY), PEOPLE),
    (RecallMessage(KEY), ROBOTS),
)
"""Who may send what by the socket of a table in play; whether it can be done then is another question."""
UNANSWERED = {"hello", "look", "seen"}
"""What anybody may say: who one is, and where one looks."""
FOR_WHO_ONE_IS = {"spectators only look", "you have a seat at this table"}
"""Refusals for what somebody is that have the slug of a rule of the game."""


def test_every_message_and_question_has_a_role() -> None:
    sent = {type(wish).__struct_config__.tag for wish, _ in WISHES}
    assert {each.__struct_config__.tag for each in get_args(messages.FromClient)} == sent | UNANSWERED
    asked = {wish.what for wish, _ in WISHES if isinstance(wish, TableCommandMessage)}
    assert asked == set(get_args(get_type_hints(TableCommandMessage)["what"]))


async def test_nobody_else_is_heard_at_a_socket(nursery: Nursery, environment: dict[str, str]) -> None:
    """Each message and question is sent by everybody who can be at a socket: exactly those are heard who may."""
    port = free_port()
    nursery.start(port)
    worker = read_config(environment).worker_config()
    devices = {
        "nobody": "",
        "somebody": make_device_secret(),
        "seat": make_device_secret(),
        "host": make_device_secret(),
    }
    for wish, may in WISHES:
        body = {"game": "parley", "seats": 3, "robots": 1, "name": "Ann"}
        opened = call(port, "/api/tables", body, token=devices["host"])[1]
        table, invite = opened["table"], opened["invite"]
        call(port, f"/api/tables/{table}/seats", {"name": "Bob", "invite": invite}, token=devices["seat"])
        devices["robot"] = worker.robot_key.seat_token(table, 2)
        heard = {role for role in AT_TABLE if await is_heard([port], table, devices[role], wish, invite)}
        assert heard == set(may), wish


async def is_heard(ports: list[int], table: str, token: str, wish: Wish | RecallMessage, invite: str) -> bool:
    """Whether whoever has this token is not refused for who they are."""
    async with Player(ports, table, token) as player:
        await player.until(3)
        answer: object
        if isinstance(wish, RecallMessage):
            answer = await player.recall()
        else:
            invited = {"invite": invite} if isinstance(wish, SeatRequestMessage) else {}
            answer = await player.send(msgspec.structs.replace(wish, key=str(uuid4()), **invited))
    if not isinstance(answer, RefusedMessage):
        return True
    return answer.slug not in ("not-yours", "not-invited") and answer.sentence not in FOR_WHO_ONE_IS
