"""On the real server with real PostgreSQL: moves under a bad network (A8 to A10), and spectators who are late (H5)."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, WebSocketRoute

from malle.protocol import messages
from malle.protocol.messages import ActMessage, RefusedMessage
from malle.testing.timing import Timing
from tests.browser.conftest import NAMES, Open, Screen, one_a_day
from tests.browser.real import Real

pytestmark = [pytest.mark.browser, pytest.mark.services]


@pytest.fixture
def asked(real: Real) -> tuple[str, str, int]:
    """A declaration has been made: the table, and the token and seat of the officer who is asked."""
    table, tokens = real.set_up("declarer", NAMES)
    real.act(table, tokens[real.awaited(table)[0]], "declare nothing")
    (seat,) = real.awaited(table)
    return table, tokens[seat], seat


def test_a8_a_double_tap_or_a_lost_answer_never_plays_twice(
    real: Real, screen: Open, asked: tuple[str, str, int]
) -> None:
    table, token, seat = asked
    lost: list[bytes] = []

    def cut(page: Page) -> None:
        def route(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()

            def answer(message: str | bytes) -> None:
                if _bytes(message).startswith(b'{"type":"taken"') and not lost:
                    lost.append(_bytes(message))
                    socket.close()
                else:
                    socket.send(message)

            server.on_message(answer)

        page.route_web_socket("**/socket", route)

    lea = _look(real, screen, table, token, cut)
    before = real.log(table)
    lea.script("const answer = document.querySelector('.answer'); answer.click(); answer.click()")
    lea.until("!document.querySelector('.answer') && !document.querySelector('[data-pending]')")
    assert len(lost) == 1
    assert real.log(table) == [*before, (seat, "believe")]


def test_a9_a_late_action_is_refused_politely(
    real: Real, screen: Open, asked: tuple[str, str, int], timing: Timing
) -> None:
    """The same person has answered elsewhere, and this page does not know yet."""
    table, token, seat = asked
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    holding = [False]

    def hold(page: Page) -> None:
        def route(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()
            server.on_message(lambda message: held.append((socket, message)) if holding[0] else socket.send(message))

        page.route_web_socket("**/socket", route)

    lea = _look(real, screen, table, token, hold)
    holding[0] = True
    real.act(table, token, "search")
    lea.press(".answer")
    lea.wait("[data-pending]")
    while len(held) < 2:
        lea.page.wait_for_timeout(20)
    holding[0] = False
    start = time.monotonic()
    for socket, message in held:
        socket.send(message)
    lea.wait(".notice")
    lea.until("document.querySelector('.verdict') || !document.querySelector('.answer')")
    timing("from the answer to the notice", time.monotonic() - start, 0.5)
    assert len(lea.text(".notice")) > 10
    assert not lea.page.title().startswith("●")
    assert real.log(table)[-1] == (seat, "search")


def test_a10_pending_shows_at_once_with_a_slow_network(real: Real, screen: Open, asked: tuple[str, str, int]) -> None:
    table, token, seat = asked

    def slow(page: Page) -> None:
        def route(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()
            server.on_message(lambda message: socket.send(message))

            def late(message: str | bytes) -> None:
                if b'"act"' in _bytes(message):
                    time.sleep(1)
                server.send(message)

            socket.on_message(late)

        page.route_web_socket("**/socket", route)

    lea = _look(real, screen, table, token, slow)
    at_once = "document.querySelector('.answer').click(); await null; return !!document.querySelector('[data-pending]')"
    assert lea.script(f"async () => {{ {at_once} }}")
    lea.until("!document.querySelector('[data-pending]')")
    assert real.log(table)[-1] == (seat, "believe")


def test_a10b_what_a_server_could_not_do_now_is_sent_again_by_itself(
    real: Real, screen: Open, asked: tuple[str, str, int]
) -> None:
    """It has too much to do, or its database is away."""
    table, token, seat = asked
    keys: list[str] = []

    def busy(page: Page) -> None:
        def route(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()
            server.on_message(lambda message: socket.send(message))

            def refuse(message: str | bytes) -> None:
                wish = messages.decode_from_client(_bytes(message))
                if isinstance(wish, ActMessage):
                    keys.append(wish.key)
                    if len(keys) < 3:
                        socket.send(messages.pad(messages.encode(RefusedMessage(wish.key, "unavailable", "Not now."))))
                        return
                server.send(message)

            socket.on_message(refuse)

        page.route_web_socket("**/socket", route)

    lea = _look(real, screen, table, token, busy)
    lea.press(".answer")
    lea.wait(".notice")
    assert "tout seul" in lea.text(".notice")
    assert lea.page.locator("[data-pending]").count()
    lea.until("!document.querySelector('[data-pending]')")
    assert len(keys) == 3
    assert len(set(keys)) == 1
    assert real.log(table)[-1] == (seat, "believe")
    lea.until("!document.querySelector('.notice')")


@one_a_day("lang", ["fr", "en"])
def test_h5_a_table_is_opened_with_late_spectators(real: Real, screen: Open, lang: str) -> None:
    """From the home page to the end of what they may see; the player sees everything."""
    host = screen("", None, path=f"/games/declarer/options?lang={lang}", address=real.address)
    late = {"fr": "3 coups plus tard", "en": "3 moves later"}[lang]
    host.press(f'label:has-text("{late}")')
    host.press(".keep button")
    host.at('input[name="name"]').fill("Camille")
    host.press('button[value="friends"]')
    host.press('button[value="fill"]')
    host.wait(".players")
    table = host.page.url.split("/tables/")[1].split("?")[0]
    eve = screen(table, None, path=f"/tables/{table}?lang={lang}", address=real.address)
    host.wait(".go-on, .answer, .composing")
    newest = 0
    while len(real.log(table)) > newest:  # robots are still at it, or their moves wait until people have read
        newest = len(real.log(table))
        host.page.wait_for_timeout(2000)
    seqs = {
        name: [m["seq"] for m in each.received if m["type"] == "state"] for name, each in (("host", host), ("eve", eve))
    }
    assert max(seqs["host"]) == newest
    assert max(seqs["eve"]) <= max(newest - 3, 4)
    if max(seqs["eve"]) > 4:  # four have sat down, then the host began
        assert {"fr": "retard en coups : 3", "en": "in moves: 3"}[lang] in eve.text(".top")


def _look(real: Real, screen: Open, table: str, token: str, before: object) -> Screen:
    """The page of whoever holds the token."""

    def enter(page: Page) -> None:
        page.context.add_cookies([{"name": "malle", "value": token, "url": real.address}])
        assert callable(before)
        before(page)

    made = screen(table, None, before=enter, address=real.address)
    made.wait(".answer")
    return made


def _bytes(message: str | bytes) -> bytes:
    return message if isinstance(message, bytes) else message.encode()
