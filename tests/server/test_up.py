"""`malle up` as a host runs it: one command, one folder."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from malle.cli.instance import Instance
from malle.cli.main import main
from malle.cli.operator.up import print_key
from malle.i18n.operator_messages import operator_translator
from malle.storage import private_postgres
from malle.testing.dev_services import Services
from tests.server.command import asked, running, told, wait_for
from tests.server.conftest import execute
from tests.server.nursery import free_port
from tests.server.player import Player, call

pytestmark = [pytest.mark.services, pytest.mark.timeout(600)]


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder that PostgreSQL can reach, with a short name; nothing runs in it afterwards."""
    home = Path(tempfile.mkdtemp(prefix="malle-up-"))
    home.chmod(0o755)
    yield home / "house"
    place = Instance(home / "house")
    if place.cluster.is_running():
        place.cluster.stop("immediate")
    shutil.rmtree(home)


def end(process: subprocess.Popen[bytes]) -> int:
    """Tells it to end, and waits until it has."""
    process.send_signal(signal.SIGTERM)
    return process.wait(90)


def test_a_house_in_an_empty_folder_and_again_the_next_day(folder: Path, tmp_path: Path) -> None:
    """A game is begun with robots, the house is ended and started again, and the game goes on."""
    port = free_port()
    log = tmp_path / "log"
    words = ("up", "--folder", str(folder), "--port", str(port), "--no-browser")
    with running(log, *words, MALLE_PACE="0") as process:
        wait_for(lambda: f"http://127.0.0.1:{port}\n" in log.read_text())
        assert asked(port) == 200, "the address was told too early"
        body = {"game": "declarer", "seats": 4, "robots": 3, "name": "Ann", "options": {}}
        status, opened = call(port, "/api/tables", body)
        assert status == 201
        asyncio.run(_watch(port, opened, more=1))
        assert end(process) == 0
    place = Instance(folder)
    assert not place.cluster.is_running()
    assert stat.S_IMODE(place.settings_file.stat().st_mode) == 0o600
    key = place.read_settings()["key"]
    assert key not in log.read_text(), "the key belongs on no disk but in its file"
    assert "secret=" not in log.read_text(), "nor does the keeper's link, which a journal would keep"
    with running(log, *words, MALLE_PACE="0") as process:
        wait_for(lambda: asked(port) == 200)
        asyncio.run(_watch(port, opened, more=0))
        code, said = told("up", "--folder", str(folder), "--port", str(free_port()))
        assert code == 2
        assert f"in use by process {process.pid}" in said
        assert end(process) == 0
    assert place.read_settings()["key"] == key


async def _watch(port: int, opened: dict[str, str], more: int) -> None:
    """Somebody sits at their table, and robots go on until it is their turn."""
    async with Player([port], opened["table"], opened["token"]) as ann:
        await ann.wait(lambda: ann.state is not None and (ann.state.seq >= 4 + more or is_asked(ann)), 300)


def is_asked(player: Player) -> bool:
    """Is it their turn?"""
    assert player.state is not None
    return player.state.viewer in json.loads(bytes(player.state.table))["awaited"]


@pytest.mark.parametrize(
    "state", [pytest.param(each, marks=pytest.mark.long) for each in ("PostgreSQL", "Secrets", "Ctrl-C")]
)
def test_it_ends_when_told_in_every_state(folder: Path, tmp_path: Path, state: str) -> None:
    """And leaves nothing that runs; the next start finds a house that is whole."""
    port, log = free_port(), tmp_path / "log"
    words = ("up", "--folder", str(folder), "--port", str(port), "--no-browser", "--robots", "0")
    with running(log, *words) as process:
        wait_for(lambda: state in log.read_text())
        assert end(process) == 0, log.read_text()
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)
    assert not Instance(folder).cluster.is_running()
    if state == "PostgreSQL":
        with running(log, *words) as process:
            wait_for(lambda: asked(port) == 200)
            assert end(process) == 0


def test_in_a_terminal_it_opens_the_browser_and_tells_the_way_in(folder: Path, tmp_path: Path) -> None:
    """A real terminal, and a program in the browser's place that notes what it is asked to open."""
    port, came, opens = free_port(), tmp_path / "came", tmp_path / "browser"
    opens.write_text(f'#!/bin/sh\necho "$1" > {came}.new && mv {came}.new {came}\n')
    opens.chmod(0o755)
    ours, theirs = os.openpty()
    said: list[bytes] = []

    def read() -> None:
        with contextlib.suppress(OSError):  # nobody has the terminal any more
            while True:
                said.append(os.read(ours, 4096))

    reading = threading.Thread(target=read, daemon=True)
    reading.start()
    words = ("up", "--folder", str(folder), "--port", str(port), "--robots", "0")
    with running(Path(os.ttyname(theirs)), *words, BROWSER=f"{opens} %s") as process:
        wait_for(came.exists)
        assert asked(port) == 200, "the browser came too early"
        assert end(process) == 0
    os.close(theirs)
    reading.join(10)
    os.close(ours)
    assert came.read_text() == f"http://127.0.0.1:{port}\n"
    shown = b"".join(said).decode()
    assert Instance(folder).read_settings()["key"] in shown, "to be printed"
    assert f"http://127.0.0.1:{port}/house/enter?secret=" in shown


def test_a_postgres_that_somebody_else_runs(folder: Path, tmp_path: Path, services: Services) -> None:
    asyncio.run(execute(services, 0, "create database given"))
    asyncio.run(execute(services, 0, "create role given_owner superuser login password 'given'"))
    address = f"postgresql://given_owner:given@127.0.0.1:{services.postgres[0]}/given"
    port = free_port()
    try:
        words = ("--folder", str(folder), "--port", str(port), "--no-browser", "--robots", "0")
        with running(tmp_path / "log", "up", *words, "--postgres", address) as process:
            wait_for(lambda: asked(port) == 200)
            assert end(process) == 0
        assert not Instance(folder).has_private_postgres
        assert Instance(folder).read_settings()["owner_databases"] == f"1={address}"
    finally:  # the other tests use the role of the server with their own password
        asyncio.run(execute(services, 0, f"alter role malle_app password '{services.app_password}'"))
        asyncio.run(execute(services, 0, "drop database if exists given with (force)"))
        asyncio.run(execute(services, 0, "drop role given_owner"))


def test_without_postgres_there_is_the_line_that_installs_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A machine on which PostgreSQL is not installed: nowhere on the path, nor where Debian keeps it."""
    monkeypatch.setattr(private_postgres, "_DEBIAN_POSTGRES_FOLDER", tmp_path)
    (tmp_path / "apt-get").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("MALLE_DATABASES", raising=False)
    sentences = {
        "en": "PostgreSQL is not installed (initdb is missing): sudo apt-get install postgresql",
        "fr": "PostgreSQL n’est pas installé (il manque initdb)\u00a0: sudo apt-get install postgresql",
    }
    for language, sentence in sentences.items():
        assert main(["up", "--folder", str(folder), "--port", str(free_port()), "--lang", language]) == 2
        assert capsys.readouterr().err == f"malle: {sentence}\n"
    assert not Instance(folder).has_settings


def test_several_processes_without_nats_are_refused(folder: Path) -> None:
    code, said = told("up", "--folder", str(folder), "--port", str(free_port()), "--processes", "2", "--no-browser")
    assert code == 2
    assert "start nats-server and set it" in said
    assert not Instance(folder).has_settings
    assert not Instance(folder).has_private_postgres


def test_a_wrong_setting_is_told_before_anything_is_made(folder: Path) -> None:
    code, said = told("up", "--folder", str(folder), "--port", str(free_port()), "--no-browser", MALLE_RATE="abc")
    assert (code, "MALLE_RATE is a number" in said) == (2, True), said
    assert not Instance(folder).has_settings
    assert not Instance(folder).has_private_postgres


def test_a_lost_key_is_told_and_no_second_one_made(folder: Path) -> None:
    """The tables are there, and the file with their key is not."""
    place = Instance(folder)
    place.create_folder()
    place.create_cluster("password")
    code, said = told("up", "--folder", str(folder), "--port", str(free_port()), "--no-browser")
    assert code == 2
    assert "put it back" in said
    assert not place.has_settings


def test_the_key_is_shown_with_a_square(capsys: pytest.CaptureFixture[str]) -> None:
    print_key("ab" * 32, operator_translator("fr"))
    said = capsys.readouterr().out
    assert "elle ne s’affiche qu’une fois" in said
    assert "ab" * 32 in said
    assert said.count("█") > 50


def test_units_for_systemd(folder: Path, tmp_path: Path) -> None:
    """They say what they are, and systemd can read them."""
    folder.mkdir()
    name = "postgres" if os.geteuid() == 0 else ""
    if os.geteuid() == 0:
        code, said = told("up", "--folder", str(folder), "--install", "--units", str(tmp_path))
        assert code == 2
        assert "does not run as root" in said
        shutil.chown(folder, name)
    code, said = told("up", "--folder", str(folder), "--install", "--units", str(tmp_path), "--user", name, LANG="fr")
    assert code == 0, said
    assert "enable --now malle.service malle-backup.timer" in said
    assert f"--folder {folder}" in (tmp_path / "malle.service").read_text()
    nightly = re.findall("-m malle (.*)", (tmp_path / "malle-backup.service").read_text())
    assert nightly == [
        f"backup --folder {folder} --keep 30 --lang fr",
        f"restore --folder {folder} --rehearse --lang fr",
    ]
    assert "Description=La sauvegarde de Malle, chaque nuit\n" in (tmp_path / "malle-backup.timer").read_text("utf-8")
    if shutil.which("systemd-analyze"):
        files = [str(tmp_path / each) for each in ("malle.service", "malle-backup.service", "malle-backup.timer")]
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", *files], capture_output=True, text=True)
        assert str(tmp_path) not in done.stderr, done.stderr


def test_a_database_that_does_not_answer_yet_is_waited_for_by_the_unit(
    folder: Path, tmp_path: Path, services: Services
) -> None:
    """As after a power cut, when the machine of the database is slower. A wrong password does not mend itself."""
    away = f"postgresql://malle_app:word@127.0.0.1:{free_port()}/malle"
    locked = f"postgresql://malle_app:another@127.0.0.1:{services.postgres[0]}/postgres"
    words = ("up", "--folder", str(folder), "--port", str(free_port()), "--no-browser", "--robots", "0")
    codes = []
    for address in (away, locked):
        code, said = told(*words, MALLE_DATABASES=f"1={address}", MALLE_KEY="00" * 32)
        assert "cannot be used" in said
        codes.append(str(code))
    name = "postgres" if os.geteuid() == 0 else ""
    if name:
        shutil.chown(folder, name)
    code, said = told("up", "--folder", str(folder), "--install", "--units", str(tmp_path), "--user", name)
    assert code == 0, said
    unit = (tmp_path / "malle.service").read_text()
    given_up = re.findall("RestartPreventExitStatus=(.*)", unit)
    assert "Restart=on-failure" in unit
    assert "StartLimitIntervalSec=0" in unit, "systemd gives up after five starts in ten seconds"
    assert [code in given_up for code in codes] == [False, True]


def test_units_keep_what_was_said(folder: Path, tmp_path: Path) -> None:
    """All of it but the address of a PostgreSQL, which has a password, and units can be read by anybody."""
    folder.mkdir()
    words = ["up", "--folder", str(folder), "--install", "--units", str(tmp_path)]
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
        words += ["--user", "postgres"]
    for language, said in (("fr", "gardée dans les réglages"), ("en", "kept in the settings")):
        code, text = told(*words, "--postgres", "postgresql://owner:secret@127.0.0.1/malle", "--lang", language)
        assert (code, said in text) == (2, True), text
    assert [*tmp_path.glob("*.service")] == []
    given = "--host 0.0.0.0 --port 8080 --processes 2 --robots 3 --notices 0 --anyway"
    code, text = told(*words, *given.split(), "--lang", "en")
    assert code == 0, text
    (line,) = re.findall("-m malle (.*)", (tmp_path / "malle.service").read_text())
    assert line == f"up --folder {folder} {given} --no-browser --lang en"


def test_a_setting_is_kept_if_it_is_right(folder: Path) -> None:
    place = Instance(folder)
    place.create_folder()
    nowhere = "1=postgresql://nobody@127.0.0.1:1/nothing"
    place.write_settings({"key": "00" * 32, "databases": nowhere})
    code, said = told("set", "--folder", str(folder), "address", "https://games.example", "--lang", "fr")
    assert (code, said) == (
        0,
        f"address est gardé dans {place.settings_file}\u00a0; il compte dès que `malle up` est relancé\n",
    )
    assert place.read_settings() == {"key": "00" * 32, "databases": nowhere, "address": "https://games.example"}
    code, said = told("set", "--folder", str(folder), "rate", "abc")
    assert (code, "MALLE_RATE is a number" in said) == (2, True)
    assert "rate" not in place.read_settings()


def test_the_last_one_out_stops_postgres(folder: Path) -> None:
    """A backup that began before the house must not take its PostgreSQL along; and whoever stays starts their own."""
    place = Instance(folder)
    place.create_folder()
    place.create_cluster("secret")
    first, second = place.postgres_running(), Instance(folder).postgres_running()
    with second:
        with first:
            assert place.cluster.is_running()
        assert place.cluster.is_running(), "another one uses it"
    assert not place.cluster.is_running()
    came, go = threading.Event(), threading.Event()

    def stay() -> None:
        with Instance(folder).postgres_running(wait_for_others=True):
            came.set()
            go.wait(60)

    with place.postgres_running():
        before = (place.cluster.data / "postmaster.pid").read_text()
        house = threading.Thread(target=stay)
        house.start()
        assert not came.wait(1), "it waits until the others are out"
    assert came.wait(60)
    with place.postgres_running():
        assert (place.cluster.data / "postmaster.pid").read_text() != before
    assert place.cluster.is_running()
    go.set()
    house.join(60)
    assert not place.cluster.is_running()
