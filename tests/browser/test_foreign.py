"""Pages of other sites do nothing here: tried in the browser of somebody who plays, whose cookie goes with what it may."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from malle.web.security.device_cookie import make_device_secret
from tests.browser.conftest import Open, Screen
from tests.browser.real import Real
from tests.server.player import call
from tests.test_ways import routes

FORM = {"name": "Eve", "language": "en", "do": "start", "seats": "3", "game": "declarer", "what": "x", "yes": "on"}

ATTACK = """async ([home, table, posts, form]) => {
    const simple = [
        [new URLSearchParams(form), undefined],
        [JSON.stringify({ ...form, seats: 3 }), "text/plain"],
    ];
    for (const path of posts)
        for (const [body, type] of simple) {
            const headers = type ? { "content-type": type } : {};
            await fetch(home + path, { method: "POST", mode: "no-cors", credentials: "include", headers, body }).catch(() => 0);
        }
    for (const path of posts) {
        const frame = document.createElement("iframe"), sent = document.createElement("form");
        frame.name = path;
        document.body.append(frame, sent);
        Object.assign(sent, { method: "POST", action: home + path, target: path });
        for (const [name, value] of Object.entries(form)) {
            const field = document.createElement("input");
            Object.assign(field, { name, value });
            sent.append(field);
        }
        const done = new Promise((go) => frame.addEventListener("load", go, { once: true }));
        HTMLFormElement.prototype.submit.call(sent);
        await Promise.race([done, new Promise((go) => setTimeout(go, 3000))]);
    }
    const read = [];
    for (const path of ["/me/export", "/mine", "/tables/" + table, "/api/tables/" + table])
        await fetch(home + path, { credentials: "include" }).then((got) => got.text()).then((text) => read.push(text), () => 0);
    const heard = await new Promise((done) => {
        const socket = new WebSocket(home.replace("http", "ws") + "/tables/" + table + "/socket");
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello" }));
        socket.onmessage = (message) => done(String(message.data));
        socket.onclose = () => done("");
    });
    return { read, heard };
}"""


@pytest.fixture
def elsewhere() -> Iterator[int]:
    """The port of another site: one empty page, whatever is asked for."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Elsewhere</title><body></body>")

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("host", ["127.0.0.1", pytest.param("localhost", marks=pytest.mark.long)])
def test_pages_of_other_sites_do_nothing(
    real: Real, screen: Open, elsewhere: int, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every route that changes something, by script and by form; pages to read, and the socket. From another port, which
    browsers count as the same site and send the cookie along, and from another name."""
    device = make_device_secret()
    opened = call(real.port, "/api/tables", {"game": "declarer", "seats": 3, "name": "Ann"}, token=device)[1]
    table = opened["table"]
    posts = [_filled(each, table) for each in routes(monkeypatch) if each.startswith("POST ")]
    me = _on_their_page(real, screen, device)
    before = _kept(real, device, table)
    me.page.goto(f"http://{host}:{elsewhere}/")
    assert me.script(ATTACK, [real.address, table, posts, FORM]) == {"read": [], "heard": ""}
    assert _kept(real, device, table) == before
    # The same from a page of ours: that it changes nothing hangs on where it comes from.
    me.page.goto(f"{real.address}/about")
    me.script(
        """async () => (await fetch("/me/name", { method: "POST", body: new URLSearchParams({ name: "Eve" }) })).status"""
    )
    assert _kept(real, device, table) != before
    me.errors.clear()  # the browser's own complaints about what it was refused


def _on_their_page(real: Real, screen: Open, device: str) -> Screen:
    def give(page: Any) -> None:
        page.context.add_cookies([{"name": "malle", "value": device, "url": real.address, "sameSite": "Lax"}])

    return screen("", None, path="/me", address=real.address, before=give)


def _filled(route: str, table: str) -> str:
    path = route.split(" ")[1].replace("{table:str}", table).replace("{game:str}", "declarer")
    return path.replace("{token:str}", "x")


def _kept(real: Real, device: str, table: str) -> tuple[Any, ...]:
    """What the server has of them: all that is theirs, and what was done at their table."""
    headers = {"cookie": f"malle={device}", "origin": real.address}
    return call(real.port, "/me/export", headers=headers), real.log(table), call(real.port, f"/api/tables/{table}")
