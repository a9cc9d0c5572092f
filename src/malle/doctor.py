"""What `malle doctor` does: looks a house over in the order of causes, one line each, and what to do on a line below.

The exit code is 0 if all is well, 1 if something could be better, 2 if something stops people from playing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import shutil
import socket
import ssl
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import asyncpg
import websockets
from alembic.config import Config as Alembic
from alembic.script import ScriptDirectory
from msgspec import Struct
from nats.aio.client import Client
from websockets.asyncio.client import connect

from malle.core import MalleError
from malle.place import Place, in_folder, usual_folder
from malle.store import migrate
from malle.store.away import AWAY, advice, is_away, without_password
from malle.store.keepers import OLD_BACKUP
from malle.store.store import read_databases
from malle.wire.config import Config, read_config

Mark = Literal["ok", "warn", "FAIL", "-"]
_SIGNS: dict[Mark, str] = {"ok": "✓", "warn": "!", "FAIL": "✗", "-": "·"}
LITTLE, NO_ROOM = 2 * 10**9, 3 * 10**8
"""Bytes on the disk that are little, and those with which nothing goes on."""
CLOCK = 2.0
"""Seconds by which clocks may differ."""


class Finding(Struct, frozen=True):
    """One line of the doctor."""

    mark: Mark
    about: str
    what: str
    todo: str = ""


def doctor_word(options: argparse.Namespace) -> int:
    """`malle doctor`."""
    place = Place(options.folder or usual_folder())
    sign = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    marks: list[Mark] = []
    for each in findings(place, options):
        marks.append(each.mark)
        print(f"{_SIGNS[each.mark] if sign else f'{each.mark:4}'}  {each.about:10} {each.what}")
        if each.todo:
            print(f"      → {each.todo}", flush=True)
    stops, better = marks.count("FAIL"), marks.count("warn")
    print(f"{stops} things stop people from playing, {better} could be better." if stops + better else "All is well.")
    return 2 if stops else 1 if better else 0


def findings(place: Place, options: argparse.Namespace) -> Iterator[Finding]:
    """Everything that is looked at, in the order of causes."""
    yield Finding("ok", "python", platform.python_version())
    if os.geteuid() == 0:
        yield Finding("warn", "user", "this runs as root", "run it as somebody who has nothing else to do")
    try:
        with in_folder(options.folder):
            config = read_config()
            yield Finding("ok", "settings", "all of them known and right")
            yield from _of_house(config, place, options)
    except MalleError as error:
        yield Finding("FAIL", "settings", str(error).partition(": ")[0], str(error).partition(": ")[2] or "malle up")
    yield _disk(place)
    yield _backup(place)


def _of_house(config: Config, place: Place, options: argparse.Namespace) -> Iterator[Finding]:
    owners = os.environ.get("MALLE_OWNER_DATABASES")  # the server's own role does not see the schema's number
    for number, address in (read_databases(owners) if owners else config.databases).items():
        yield from asyncio.run(_database(f"database {number}" if len(config.databases) > 1 else "database", address))
    yield asyncio.run(_bus(config))
    yield _port(options.port)
    if config.address:
        yield _site(config.address)
        yield asyncio.run(_socket(config.address))
    else:
        yield Finding("-", "address", "not set: for this network only", "malle set address https://games.example")
    yield _mail(config)
    push = f"to {len(config.push)} more services" if config.push else "to the services of the usual browsers"
    yield Finding("ok", "push", push)
    if config.address and not config.address.startswith("https://"):
        yield Finding(
            "warn", "push", "browsers take notices under TLS only", "put a front with TLS before it: docs/host.md"
        )


async def _database(name: str, address: str) -> list[Finding]:
    try:
        connection = await asyncpg.connect(address, timeout=5)
    except (*AWAY, ValueError) as error:
        if isinstance(error, ValueError) and is_away(error):
            raise
        told = f"{without_password(address)} cannot be used ({type(error).__name__})"
        return [Finding("FAIL", name, told, advice(error))]
    try:
        head = _newest()
        began = time.monotonic()
        version = str(await connection.fetchval("show server_version")).partition(" ")[0]
        took = 1000 * (time.monotonic() - began)
        now: datetime = await connection.fetchval("select clock_timestamp()")
        apart = abs((now - datetime.now(UTC)).total_seconds())
        try:
            revision = await connection.fetchval("select version_num from malle.version")
        except asyncpg.UndefinedTableError:
            revision = "none"
        except asyncpg.InsufficientPrivilegeError:
            revision = head
    finally:
        await connection.close()
    told = f"PostgreSQL {version}, answers in {took:.0f} ms"
    found = [Finding("ok", name, f"{told}, schema {revision} of {head}")]
    if revision != head:
        found = [Finding("FAIL", name, f"{told}, schema {revision} of {head}", "malle migrate")]
    if int(version.partition(".")[0]) < 14:
        found.append(Finding("warn", name, f"PostgreSQL {version} is old", "use 14 or newer"))
    wrong = Finding(
        "FAIL", "clock", f"{apart:.0f} s from the database's", "set both by the network: timedatectl set-ntp true"
    )
    found.append(wrong if apart > CLOCK else Finding("ok", "clock", f"{1000 * apart:.0f} ms from the database's"))
    return found


def _newest() -> str:
    """The schema that this release wants."""
    alembic = Alembic()
    folder = Path(migrate.__file__).parent / "migrations"
    alembic.set_main_option("script_location", str(folder))
    alembic.set_main_option("version_locations", str(folder / "tables" / "versions"))
    alembic.set_main_option("path_separator", "os")
    return str(ScriptDirectory.from_config(alembic).get_current_head())


async def _bus(config: Config) -> Finding:
    if not config.nats:
        return Finding("ok", "bus", "inside the process (one process)")
    client = Client()
    try:
        await asyncio.wait_for(
            client.connect(config.nats.split(","), allow_reconnect=False, connect_timeout=2, error_cb=_quiet), 4
        )
        await client.close()
    except Exception as error:  # noqa: BLE001  (whatever the library says, it is not there)
        where = without_password(config.nats)
        told = f"{where} does not answer ({type(error).__name__}): updates come two seconds late"
        return Finding("warn", "bus", told, "start nats-server there, or `malle set nats ''` for one process")
    return Finding("ok", "bus", "NATS answers")


async def _quiet(error: Exception) -> None: ...


def _port(port: int) -> Finding:
    """Is it ours, free, or somebody else's?"""
    status, said = _get(f"http://127.0.0.1:{port}/health")
    if status == 200 and "ok" in said:
        return Finding("ok", "port", f"{port}: a server of ours answers")
    if status:
        return Finding("FAIL", "port", f"{port} is taken by something else", "end it, or say --port")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            return Finding(
                "FAIL", "port", f"{port} cannot be listened on ({error.strerror})", "end what does, or say --port"
            )
    return Finding("ok", "port", f"{port} is free; nothing runs: `malle up`")


def _get(url: str) -> tuple[int, str]:
    """Status and text; 0 and why, if nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=4) as answer:
            return int(answer.status), answer.read(1000).decode(errors="replace")
    except urllib.error.HTTPError as error:
        return error.code, ""
    except ssl.SSLError as error:
        return 0, f"its certificate is not right: {error.reason}"
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        return (
            (0, f"its certificate is not right: {reason.reason}")
            if isinstance(reason, ssl.SSLError)
            else (0, str(reason))
        )


def _site(address: str) -> Finding:
    status, said = _get(f"{address}/health")
    if status == 200 and "ok" in said:
        return Finding("ok", "address", f"{address} leads here")
    why = f"answers {status}" if status else said
    return Finding(
        "FAIL", "address", f"{address}: {why}", "let the front pass everything on to the server: docs/host.md"
    )


async def _socket(address: str) -> Finding:
    """Does the front let a socket through?"""
    url = address.replace("http", "ws", 1) + f"/tables/{'0' * 13}/socket"
    try:
        async with connect(url, origin=websockets.Origin(address), open_timeout=4, close_timeout=1):
            return Finding("ok", "socket", "passes the front")
    except websockets.InvalidStatus as error:
        code = error.response.status_code
        told = (
            "the front's name for this site is not the address"
            if code == 403
            else f"the front answers {code} to an upgrade"
        )
        return Finding("FAIL", "socket", told, "nginx: proxy_set_header Upgrade and Host, as in deploy/nginx.conf")
    except (OSError, websockets.WebSocketException, TimeoutError) as error:
        return Finding("FAIL", "socket", f"does not pass ({type(error).__name__})", "mend the address first")


def _mail(config: Config) -> Finding:
    if config.mail is None:
        todo = "malle set mail smtp://name:password@mail.example:587"
        return Finding("-", "mail", "not set: people are told by push and feed only", todo)
    try:
        socket.create_connection((config.mail.host, config.mail.port), 4).close()
    except OSError as error:
        told = f"{config.mail.host}, port {config.mail.port} does not answer ({type(error).__name__})"
        return Finding("warn", "mail", told, "mend MALLE_MAIL: malle set mail smtp://…")
    return Finding("ok", "mail", f"{config.mail.host} answers")


def _disk(place: Place) -> Finding:
    folder = place.folder if place.folder.exists() else Path("/")
    free = shutil.disk_usage(folder).free
    told = f"{free / 10**9:.1f} GB free"
    if free < NO_ROOM:
        return Finding("FAIL", "disk", told, f"make room where {folder} is, or nothing can be written")
    return Finding("warn" if free < LITTLE else "ok", "disk", told, "make room soon" if free < LITTLE else "")


def _backup(place: Place) -> Finding:
    latest = place.latest_backup()
    if latest is None:
        return Finding("warn", "backup", "there is none", "malle backup   (every night with `malle up --install`)")
    days = (time.time() - latest.stat().st_mtime) / 86_400
    told = f"{latest.name}, {days:.0f} days old" if days >= 1 else f"{latest.name}, of today"
    if timedelta(days=days) > OLD_BACKUP:
        return Finding("warn", "backup", told, "malle backup   (every night with `malle up --install`)")
    if not place.is_rehearsed(latest):
        return Finding("warn", "backup", f"{told}, never tried out", "malle restore --rehearse")
    return Finding("ok", "backup", told)
