"""A host's own editions on a real server: from a folder to a table, robots included, to a record that is verified."""

from __future__ import annotations

import asyncio
import hashlib
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from malle.config.settings import read_config
from malle.games import OWN_GAMES
from malle.games.custom_editions import read_custom_edition
from malle.robots.robot_worker import RobotWorker
from tests.own import NAME, OPTIONS, own_edition
from tests.server.nursery import Nursery, Zygote, free_port
from tests.server.player import Player, call
from tests.server.test_persons import page
from tests.server.test_robots import is_over

pytestmark = pytest.mark.services


def _get(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
        return str(answer.read(), "utf-8")


def _options_name_its_numbers(port: int, digest: str, cards: int) -> None:
    """Where one chooses, and where one waits: 28 cards were ours."""
    assert cards != 28
    assert "after 28 cards" in _get(port, "/games/declarer/options?lang=en")
    assert f"after {cards} cards" in _get(port, f"/games/declarer/options?lang=en&edition={digest}")
    body = {"game": "declarer", "seats": 3, "name": "Ann", "options": {"short": True}, "edition": digest}
    opened = call(port, "/api/tables", body)[1]
    for path in ("", "/options"):
        text = page(port, f"/tables/{opened['table']}{path}?lang=en", {"malle": opened["token"]})[1]
        assert f"after {cards} cards" in text
        assert "after 28 cards" not in text


async def test_a_table_of_the_hosts_own_edition_from_the_folder_to_the_record(
    zygote: Zygote, environment: dict[str, str], tmp_path: Path
) -> None:
    """A worker has no folder: it asks the server for the file. Whoever has that and the record verifies the game."""
    folder, port = tmp_path / "editions", free_port()
    folder.mkdir()
    (folder / "mine.toml").write_text(own_edition("declarer"), "utf-8")
    (folder / "bad.toml").write_text(own_edition("declarer").replace("{ given = 4 }", "4"), "utf-8")
    nursery = Nursery(zygote, {**environment, "MALLE_EDITIONS": str(folder)}, tmp_path / "server.log")
    try:
        nursery.start(port, pages=True)
        options = _get(port, "/games/declarer/options?lang=en")
        assert NAME in options
        assert "bad.toml, line " in options
        assert "bad.toml, line " in (tmp_path / "server.log").read_text("utf-8")
        digest = options.split('name="edition" value="')[2].split('"')[0]
        _options_name_its_numbers(port, digest, read_custom_edition(folder / "mine.toml").edition.values["short"])
        assert f"/games/declarer/learn?edition={digest}" in _get(port, f"/games/declarer?edition={digest}")
        assert f"course?edition={digest}" in _get(port, f"/games/declarer/learn?edition={digest}")
        assert NAME in _get(port, f"/games/declarer/learn/course?edition={digest}")
        assert NAME not in _get(port, "/games/declarer/learn/course")
        assert call(port, "/games/declarer/learn/course?edition=none")[0] == 404
        assert call(port, f"/games/chasse/learn?edition={digest}")[0] == 404
        body = {"game": "declarer", "seats": 3, "robots": 3, "options": OPTIONS["declarer"], "edition": digest}
        status, opened = call(port, "/api/tables", body)
        assert status == 201, opened
        table = opened["table"]
        assert call(port, f"/api/tables/{table}")[1]["edition"] == digest
        worker = RobotWorker(read_config(environment).worker_config(), f"http://127.0.0.1:{port}", 0.0)
        work = asyncio.create_task(worker.run())
        async with Player([port], table, "") as watcher:
            await watcher.wait(lambda: is_over(watcher))
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        record, file = tmp_path / "record.txt", tmp_path / "theirs.toml"
        record.write_text(_get(port, f"/tables/{table}/record"), "utf-8")
        file.write_text(_get(port, f"/editions/{digest}"), "utf-8")
    finally:
        nursery.close()
    assert f"edition: {NAME} {digest}\n" in record.read_text("utf-8")
    verify = [sys.executable, "-m", "malle", "record", "verify", str(record)]
    assert subprocess.run([*verify, "--edition", str(file)], capture_output=True, check=False).returncode == 0
    assert subprocess.run(verify, capture_output=True, check=False).returncode == 1


async def test_a_table_whose_file_is_gone_says_so_until_it_is_back(
    zygote: Zygote, environment: dict[str, str], tmp_path: Path
) -> None:
    """Under any name: it is known by its digest. A changed file is another edition."""
    folder, port = tmp_path / "editions", free_port()
    folder.mkdir()
    file = folder / "mine.toml"
    file.write_text(own_edition("declarer"), "utf-8")
    nursery = Nursery(zygote, {**environment, "MALLE_EDITIONS": str(folder)}, tmp_path / "server.log")
    try:
        pid = nursery.start(port)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        body = {"game": "declarer", "seats": 3, "name": "Ada", "edition": digest}
        table = call(port, "/api/tables", body)[1]["table"]
        nursery.end(pid)
        file.write_text(own_edition("declarer") + "\n# changed\n", "utf-8")
        pid = nursery.start(port)
        status, trouble = call(port, f"/api/tables/{table}")
        assert (status, trouble["slug"]) == (503, "no-such-rules")
        status, trouble = call(port, "/api/tables", body)
        assert (status, trouble["slug"]) == (400, "refused")
        nursery.end(pid)
        (folder / "old.toml").write_text(own_edition("declarer"), "utf-8")
        nursery.start(port)
        assert call(port, f"/api/tables/{table}")[1]["edition"] == digest
    finally:
        nursery.close()


async def test_a_host_fills_the_legal_notice_in(zygote: Zygote, environment: dict[str, str], tmp_path: Path) -> None:
    """Who answers for the site, and how to reach them, in both languages; what they write is text."""
    port = free_port()
    named = {"MALLE_RESPONSIBLE": "Club <des Jeux>, 3 rue du Port", "MALLE_CONTACT": "host@example.org"}
    nursery = Nursery(zygote, {**environment, **named}, tmp_path / "server.log")
    try:
        nursery.start(port, pages=True)
        for path in ("/legal?lang=fr", "/legal?lang=en", "/privacy?lang=fr", "/privacy?lang=en"):
            text = _get(port, path)
            said = "Responsable de ce site" if path.endswith("fr") else "Responsible for this site"
            assert said in text
            assert "Club &lt;des Jeux&gt;, 3 rue du Port" in text
            assert "mailto:host@example.org" in text
    finally:
        nursery.close()


async def test_a_host_leaves_a_game_out(zygote: Zygote, environment: dict[str, str], tmp_path: Path) -> None:
    """It is nowhere on the pages, and cannot be opened; a table that has begun goes on. Nor is an example anywhere that
    nobody has asked for."""
    port = free_port()
    body = {"game": "chasse", "seats": 2, "robots": 2}
    before = Nursery(zygote, environment, tmp_path / "server.log")
    try:
        pid = before.start(port)
        table = call(port, "/api/tables", body)[1]["table"]
        before.end(pid)
    finally:
        before.close()
    settings = {"MALLE_WITHOUT": "chasse", "MALLE_EXAMPLES": "", "MALLE_CONTACT": "host@example.org"}
    nursery = Nursery(zygote, {**environment, **settings}, tmp_path / "server.log")
    try:
        nursery.start(port, pages=True)
        shelf = re.findall('<li class="box" data-game="(.*?)">', _get(port, "/"))
        assert shelf == [name for name in OWN_GAMES if name != "chasse"]
        assert call(port, "/api/tables", {"game": "liar", "seats": 2, "robots": 2})[0] == 400
        assert "/rules/chasse" not in _get(port, "/rules")
        assert call(port, "/games/chasse")[0] == 404
        assert call(port, "/api/tables", body)[0] == 400
        assert call(port, f"/api/tables/{table}")[1]["game"] == "chasse"
        assert 'data-game="chasse"' in _get(port, f"/tables/{table}?lang=en")
        assert '<a href="mailto:host@example.org">' in _get(port, "/about?lang=en")
    finally:
        nursery.close()
