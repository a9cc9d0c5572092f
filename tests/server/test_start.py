"""`malle serve` as an operator starts it, with PostgreSQL away."""

from __future__ import annotations

import json
import os
import signal
import socket
from pathlib import Path

import pytest

from malle.cli.main import main
from malle.i18n.operator_messages import EXIT_RETRY_LATER
from tests.server.command import asked, running, wait_for
from tests.server.nursery import free_port


@pytest.mark.timeout(120)
@pytest.mark.parametrize("robots", ["0", "1"])
def test_without_postgres_it_says_so_and_ends_when_told(tmp_path: Path, robots: str) -> None:
    """One sentence with the address and what to do, no password, not again and again; and SIGTERM ends it."""
    port, nowhere = free_port(), free_port()
    address = f"postgresql://somebody:hidden-word@127.0.0.1:{nowhere}/malle"
    settings = {"MALLE_DATABASES": f"1={address}", "MALLE_NATS": f"nats://127.0.0.1:{nowhere}", "MALLE_KEY": "00" * 32}
    log = tmp_path / "log"
    with running(log, "serve", "--port", str(port), "--robots", robots, "--notices", "0", **settings) as process:
        wait_for(lambda: asked(port) == 503)
        for _ in range(30):
            assert asked(port) == 503
        told = [line for line in log.read_text().splitlines() if "cannot be used" in line and '"database": "1"' in line]
        processes = 1 if robots == "0" else 2  # the server, and beside robots a notifier
        assert 1 <= len(told) <= processes, log.read_text()
        assert f"127.0.0.1:{nowhere}/malle" in told[0]
        assert "start PostgreSQL there" in told[0]
        assert "hidden-word" not in log.read_text()
        for line in log.read_text().splitlines():
            assert json.loads(line)["event"], line
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)


def refusal(capsys: pytest.CaptureFixture[str], *words: str, code: int = 2) -> str:
    """What the command says when it does not do it."""
    assert main([*words]) == code
    told = capsys.readouterr().err
    assert told.count("\n") == 1, told
    return told


def test_what_an_operator_got_wrong_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No traceback: a setting that is no number, a port that is taken, a database that is away."""
    nowhere = free_port()
    address = f"postgresql://somebody:hidden-word@127.0.0.1:{nowhere}/malle"
    settings = {"MALLE_DATABASES": f"1={address}", "MALLE_NATS": "nats://127.0.0.1:1", "MALLE_KEY": "00" * 32}
    for name in ("MALLE_PEOPLE", "MALLE_OWNER_DATABASES", "MALLE_OWNER_PEOPLE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    told = refusal(capsys, "migrate", code=EXIT_RETRY_LATER)
    assert f"127.0.0.1:{nowhere}/malle cannot be used" in told
    assert "hidden-word" not in told
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert f"port {port} cannot be listened on" in refusal(capsys, "serve", "--port", str(port))
    monkeypatch.setenv("MALLE_RATE", "abc")
    assert "MALLE_RATE is a number such as 20, not 'abc'" in refusal(capsys, "serve")
