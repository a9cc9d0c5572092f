"""What a request says before its body: names, places and lengths that are none are refused, and are not our fault."""

from __future__ import annotations

import re
import socket
import time

import pytest

from malle.web.security.host_header import has_valid_host
from malle.web.security.site_url import is_local_host
from tests.server.judging import judge_log
from tests.server.nursery import Nursery, free_port
from tests.server.player import call, metrics

pytestmark = pytest.mark.services
WRONG = (b"x:y", b"x:99999", b"x:", b"[::1", b"[10.0.0.1]]", b"a b", b"x@y", b"x/y", b"\xff", b"a" * 300, b"[x]:1")
KEY = b"dGhlIHNhbXBsZSBub25jZQ=="
SOCKET = b"upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: %s\r\n" % KEY


def said(port: int, data: bytes, *more: bytes) -> bytes:
    """What is answered, until the connection is closed; `more` is sent once something came."""
    found = b""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as made:
        made.sendall(data)
        for each in more:
            found += made.recv(10_000)
            made.sendall(each)
        while True:
            try:
                came = made.recv(10_000)
            except ConnectionResetError:
                return found
            if not came:
                return found
            found += came


def status(answer: bytes) -> int:
    found = re.match(rb"HTTP/1\.1 (\d+)", answer)
    return int(found[1]) if found else 0


def test_a_host_that_is_none_is_refused(nursery: Nursery) -> None:
    """At every kind of route, which all make an address of it; as a page, a trouble's own page too."""
    port = free_port()
    nursery.start(port, pages=True)
    table = call(port, "/api/tables", {"game": "declarer", "seats": 3, "name": "Ann"})[1]["table"]
    for host in WRONG:
        for path in ("/health", "/", "/nope", "/me", "/api/tables/x", f"/tables/{table}"):
            head = b"GET %s HTTP/1.1\r\nhost: %s\r\naccept: text/html\r\nconnection: close\r\n\r\n"
            assert status(said(port, head % (path.encode(), host))) == 400, (host, path)
        asked = b"GET /tables/%s/socket HTTP/1.1\r\nhost: %s\r\norigin: http://%s\r\n%s\r\n"
        assert status(said(port, asked % (table.encode(), host, host, SOCKET))) == 403, host
    for host in (b"host: x\r\n", b"host: x:80\r\n", b"host: [::1]:8000\r\n", b"host:\r\n", b""):
        version = b"1.1" if host else b"1.0"  # whoever says none speaks the older language
        assert status(said(port, b"GET /health HTTP/%s\r\n%sconnection: close\r\n\r\n" % (version, host))) == 200, host
    assert not judge_log(nursery.log)


def test_whoever_says_no_host_is_nowhere() -> None:
    """No link is made of it. And a server that begins is asked by nobody."""
    assert has_valid_host({"type": "lifespan"})
    scope = {"headers": [(b"host", b"")]}
    assert has_valid_host(scope)
    ((_, name),) = scope["headers"]
    assert not is_local_host(name.decode())


def test_a_place_to_come_from_that_is_none(nursery: Nursery) -> None:
    """A trouble's page has a way back; one that cannot be read leads home."""
    port = free_port()
    nursery.start(port, pages=True)
    for method, path, expected in ((b"GET", b"/nope", 404), (b"POST", b"/join", 404), (b"POST", b"/enter", 404)):
        head = b"%s %s HTTP/1.1\r\nhost: x\r\naccept: text/html\r\nreferer: http://[x\r\ncontent-length: 0\r\n"
        kind = b"content-type: application/x-www-form-urlencoded\r\nconnection: close\r\n\r\n"
        assert status(said(port, head % (method, path) + kind)) == expected, path
    assert not judge_log(nursery.log)


def test_what_ends_too_early_or_cannot_be_read_is_nobodys_fault(nursery: Nursery) -> None:
    """A body that breaks off, a piece of one that is none after the answer; sockets that are asked for in a way that
    the library for them cannot read are answered, and closed."""
    port = free_port()
    nursery.start(port, pages=True)
    with socket.create_connection(("127.0.0.1", port)) as made:
        made.sendall(b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{")
        time.sleep(0.3)
    said(port, b"POST /nope HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n", b"zz\r\n", b"zz\r\n")
    head = b"GET /tables/x/socket HTTP/1.1\r\nhost: x\r\n" + SOCKET
    many = b"".join(b"x-%d: y\r\n" % each for each in range(200))
    for more in (b"x: " + b"y" * 9000 + b"\r\n", many, b"content-length: 3\r\n"):
        assert status(said(port, head + more + b"\r\n")) in (400, 403)
    assert "malle_failed_total{" not in metrics(port)
    assert not judge_log(nursery.log)
