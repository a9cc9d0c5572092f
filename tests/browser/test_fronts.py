"""Behind nginx and behind Caddy, with TLS, by the files that `malle front` prints: a whole game in the browser, an
invitation with the public address, and fifty visitors who are not one."""

from __future__ import annotations

import http.client
import random
import shutil
import socket
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from malle.cli.operator.reverse_proxy import caddy_file, nginx_file
from malle.testing.tcp_proxy import make_certificate, running_caddy, running_nginx
from tests.browser.conftest import FLAGS, NO_TIPS, PHONE, WATCH, Screen, one_a_day
from tests.browser.real import Real, real_server
from tests.browser.test_game import _ask, _by_tap, _over
from tests.server.nursery import free_port

pytestmark = [pytest.mark.browser, pytest.mark.services]
NAME = "games.example"
RATE = 2
"""Changing requests a second from one address: nine at once."""


@pytest.fixture(scope="module")
def public() -> Iterator[tuple[Real, int]]:
    """A server that knows its public address, and the port of it."""
    port = free_port()
    with real_server("fronts", MALLE_ADDRESS=f"https://{NAME}:{port}", MALLE_HTTP_RATE=str(RATE)) as running:
        yield running, port


@one_a_day("kind", ["nginx", "caddy"])
def test_a_whole_game_behind_a_front_with_tls(
    public: tuple[Real, int], browser: Browser, tmp_path: Path, kind: str
) -> None:
    real, port = public
    address = f"https://{NAME}:{port}"
    make, run = {"nginx": (nginx_file, running_nginx), "caddy": (caddy_file, running_caddy)}[kind]
    lines = make(address, [real.port], certificate=str(make_certificate(tmp_path / "tls", NAME)))
    with run(tmp_path / kind, lines, port):
        assert _fifty_visitors(port) == [400] * 50
        with ThreadPoolExecutor(16) as at_once:  # however slow each of them is
            assert 429 in at_once.map(lambda _: _ask_once(port, "127.0.1.1"), range(64))
        own = browser.browser_type.launch(
            executable_path=shutil.which("chromium-headless-shell"),
            args=[*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"],
        )
        phone: dict[str, Any] = {**PHONE, "reduced_motion": "reduce", "locale": "fr-FR", "ignore_https_errors": True}
        context = own.new_context(**phone)
        context.add_init_script(WATCH)
        context.add_init_script(NO_TIPS)
        player = Screen(context, context.new_page(), True)
        play_to_the_end(player, address)
        (cookie,) = [each for each in context.cookies() if each["name"].endswith("malle")]
        assert (cookie["name"], cookie["secure"]) == ("__Host-malle", True)
        own.close()


def play_to_the_end(player: Screen, address: str, *, hurried: bool = False) -> None:
    """From home to the end of a short game against two robots; `hurried`: by somebody who taps on instead of reading."""
    player.page.goto(f"{address}/games/declarer/options?lang=fr&seats=3")
    player.press('label:has(input[name="rounds"][value="1"])')
    player.press('label:has(input[name="short"][value="true"])')
    player.press(".keep button")
    player.at('input[name="name"]').fill("Camille")
    player.press('button[value="friends"]')
    assert (player.wait("#invitation").get_attribute("href") or "").startswith(f"{address}/tables/")
    player.press('button[value="fill"]')
    player.wait(".players")
    luck = random.Random(3)
    for _ in range(3000):
        if _over(player):
            break
        ask = _ask(player)
        if ask is not None and player.at(".go-on, .answer, .composing, .thing.can").count():
            _by_tap(player, luck)
            player.until("!document.querySelector('[data-pending]')")
            while _ask(player) == ask and not _over(player):  # what was answered is not asked again
                player.page.wait_for_timeout(10)
        elif hurried and player.at(".reading.runs").count():
            player.at(".reading").tap(timeout=5000)
        player.page.wait_for_timeout(50)
    assert _over(player)
    assert player.errors == []


def _ask_once(port: int, source: str) -> int:
    """A changing request from an address of this machine: its status. What it asks is nonsense, and counts."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    plain = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(source, 0))
    to = http.client.HTTPConnection(NAME, port)
    to.sock = trusting.wrap_socket(plain, server_hostname=NAME)
    to.request("POST", "/api/tables", "{}", {"content-type": "application/json"})
    status = to.getresponse().status
    to.close()
    return status


def _fifty_visitors(port: int) -> list[int]:
    return [_ask_once(port, f"127.0.1.{number}") for number in range(1, 51)]
