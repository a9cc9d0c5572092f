"""Who may do what, by every route: the table is held to the application, and every lesser role is refused for real."""

from __future__ import annotations

import http.client
import json
import urllib.parse
from uuid import uuid4

import pytest

from malle.web.device import new_device
from tests.server.nursery import Nursery, free_port
from tests.server.player import call
from tests.test_ways import routes

pytestmark = pytest.mark.services

ROLES = ("nobody", "somebody", "seat", "host", "worker", "keeper")
"""Whoever has no device; whoever has one; whoever sits at the table; who opened it; robots; who keeps the house."""
NEEDS = {
    "GET /me/export": "somebody", "GET /me/erase": "somebody", "GET /me/square/state": "somebody",
    "POST /me/name": "somebody", "POST /me/language": "somebody", "POST /me/devices/close": "somebody",
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
    "GET /tables/{table:str}/story", "GET /tables/{table:str}/next", "GET /rules", "GET /rules/{game:str}",
    "GET /games/{game:str}", "GET /games/{game:str}/options", "GET /games/{game:str}/pace", "GET /feeds/{name:str}",
    "POST /letter", "GET /letter/{token:str}", "POST /letter/{token:str}", "GET /games/{game:str}/edition",
    "GET /games/{game:str}/learn", "GET /games/{game:str}/learn/course", "GET /editions/{digest:str}", "GET /about",
    "GET /me", "GET /mine", "GET /enter", "POST /enter", "POST /enter/passkey/begin", "POST /enter/passkey/end",
    "GET /privacy", "GET /legal", "GET /accessibility", "GET /robots.txt", "GET /house/enter", "POST /house/enter",
    "GET /m/{link:str}", "GET /.well-known/security.txt", "GET /static/{build:str}/{name:str}", "GET /solo/{game:str}",
    "POST /solo/{game:str}/ask", "GET /solo/{game:str}/day/{day:date}", "POST /solo/{game:str}/solved", "GET /sw.js",
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


async def test_every_lesser_role_is_refused(nursery: Nursery) -> None:
    """Each route that needs a role is asked for by all below it: 0 unexpected allows."""
    port = free_port()
    nursery.start(port, pages=True)
    host, seat = new_device(), new_device()
    opened = call(port, "/api/tables", {"game": "declarer", "seats": 3, "name": "Ann"}, token=host)[1]
    table = opened["table"]
    call(port, f"/api/tables/{table}/seats", {"name": "Bob", "invite": opened["invite"]}, token=seat)
    devices = {"nobody": "", "somebody": new_device(), "seat": seat, "host": host}
    allowed = [
        (route, role, status)
        for route, needed in NEEDS.items()
        for role in ROLES[: ROLES.index(needed)]
        if role in devices and (status := ask(port, route, table, devices[role])) < 400
    ]
    assert allowed == []
    assert ask(port, "GET /tables/{table:str}/options", table, host) == 200
    assert ask(port, "GET /me/export", table, seat) == 200
