"""`malle doctor`: check an instance in the order of causes. Each result is one line, followed by advice
where something is wrong.

The exit code is 0 if all is well, 1 if something could be better, and 2 if something stops people from
playing.
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
from urllib.parse import urlsplit

import asyncpg
import websockets
from msgspec import Struct
from nats.aio.client import Client
from websockets.asyncio.client import connect

from malle.bus import hang_up
from malle.core import MalleError, Say
from malle.core.say import Tell, Text
from malle.place import Place, in_folder, usual_folder
from malle.store import hosts
from malle.store.away import AWAY, advice, is_away, without_password
from malle.store.fit import need_fit
from malle.store.keepers import OLD_BACKUP
from malle.store.migrate import What, revision_of, revisions
from malle.voice import sentence, teller, tenths
from malle.wire.config import Config, owned_databases, owned_people, read_config
from malle.wire.messages import SEEN

Mark = Literal["ok", "warn", "FAIL", "-"]
_SIGNS: dict[Mark, str] = {"ok": "✓", "warn": "!", "FAIL": "✗", "-": "·"}
LITTLE, NO_ROOM = 2 * 10**9, 3 * 10**8
"""Free bytes on the disk below which the doctor warns, and below which it fails."""
CLOCK = 2.0
"""Seconds by which the clocks of the server and of PostgreSQL may differ."""


class Finding(Struct, frozen=True):
    """One result of the doctor, with optional advice on a second line."""

    mark: Mark
    about: str
    """What was checked. The message `about-…` names it."""
    what: Text
    todo: Text = ""
    number: int = 0
    """Number of the database if there are several, else 0."""

    def lines(self, tell: Tell, *, sign: bool) -> Iterator[str]:
        """Yield the result as printed, and the advice if there is any. With `as_symbol`, the level is a
        symbol and not a word."""
        about = tell(Say(f"about-{self.about}")) + (f" {self.number}" if self.number else "")
        mark = _SIGNS[self.mark] if sign else f"{self.mark:4}"
        yield f"{mark}  {about:10} {_text(self.what, tell)}"
        if self.todo:
            yield f"      → {_text(self.todo, tell)}"


def _text(text: Text, tell: Tell) -> str:
    """Return a plain text as it is, and a message in the operator's language."""
    return tell(text) if isinstance(text, Say) else text


def doctor_word(options: argparse.Namespace) -> int:
    """Run `malle doctor`: print all findings and a summary. Return 0, 1 or 2, as the module describes."""
    place = Place(options.folder or usual_folder())
    sign = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    tell = teller(options.lang)
    marks: list[Mark] = []
    for each in findings(place, options):
        marks.append(each.mark)
        print("\n".join(each.lines(tell, sign=sign)), flush=True)
    stops, better = marks.count("FAIL"), marks.count("warn")
    print(tell(Say("doctor-sum", {"stops": stops, "better": better}) if stops + better else Say("doctor-well")))
    return 2 if stops else 1 if better else 0


def findings(place: Place, options: argparse.Namespace) -> Iterator[Finding]:
    """Yield all findings in the order of causes. A wrong setting or missing instance ends the server's part
    with one failure."""
    yield Finding("ok", "python", platform.python_version())
    if os.geteuid() == 0:
        yield Finding("warn", "user", Say("doctor-root"), Say("doctor-root-todo"))
    try:
        with in_folder(options.folder):
            config = read_config()
            yield Finding("ok", "settings", Say("doctor-settings"))
            yield from _of_house(config, place, options)
    except MalleError as error:
        what, _, todo = sentence(error, options.lang).partition(": ")
        mend = Say("doctor-settings-set")
        if place.is_made:
            mend = Say("doctor-settings-todo", {"file": str(place.file)})
        yield Finding("FAIL", "settings", what.rstrip(), todo or mend)
    yield _disk(place)
    yield _backup(place)


def _of_house(config: Config, place: Place, options: argparse.Namespace) -> Iterator[Finding]:
    """Yield findings about the databases, NATS, the port, the public address, mail and push. The server's
    own database role is tried only if the owner's checks passed."""
    found: list[Finding] = []
    tables, people = owned_databases(config), owned_people(config)
    for number, address in tables.items():
        both: tuple[What, ...] = ("tables", "people") if address == people else ("tables",)
        found += asyncio.run(_database(address, both, number if len(config.databases) > 1 else 0))
    if people not in tables.values():
        found += asyncio.run(_database(people, ("people",), 0))
    if not any(each.mark == "FAIL" for each in found):
        found += asyncio.run(_as_server(config))
    yield from found
    yield asyncio.run(_bus(config))
    yield _port(options.port)
    if config.address:
        yield _site(config.address)
        yield from _front(config.address)
        yield asyncio.run(_socket(config.address))
    else:
        yield Finding("-", "address", Say("doctor-address-none"), "malle set address https://games.example")
    yield _mail(config)
    push = Say("doctor-push-more", {"n": len(config.push)}) if config.push else Say("doctor-push")
    yield Finding("ok", "push", push)
    if config.address and not config.address.startswith("https://"):
        todo = Say("doctor-push-tls-todo", {"address": _under_tls(config.address)})
        yield Finding("warn", "push", Say("doctor-push-tls"), todo)


async def _as_server(config: Config) -> list[Finding]:
    """Return a failure for each database that the server's own role cannot use, because it cannot connect
    or lacks tables or rights. Return an empty list if all is well."""
    every: list[tuple[str, What, int]] = [(address, "tables", number) for number, address in config.databases.items()]
    found = []
    for address, what, number in (*every, (config.people, "people", 0)):
        try:
            connection = await hosts.connect(address, timeout=5, command_timeout=5)
            try:
                await need_fit(connection, what)
            finally:
                connection.terminate()
        except (*AWAY, ValueError, asyncpg.PostgresError) as error:
            found.append(_away(address, error, number))
    return found


def _away(address: str, error: Exception, number: int) -> Finding:
    """Return the failure for a database that cannot be used, with advice for this error."""
    told = Say("doctor-database-away", {"address": without_password(address), "trouble": type(error).__name__})
    return Finding("FAIL", "database", told, advice(error), number)


async def _database(address: str, whats: tuple[What, ...], number: int) -> list[Finding]:
    """Check one database by its owner's address: connection, schemas, PostgreSQL version and clock. Return
    a single failure if it cannot be reached."""
    try:
        connection = await hosts.connect(address, timeout=5)
    except (*AWAY, ValueError, asyncpg.PostgresError) as error:
        if isinstance(error, ValueError) and is_away(error):
            raise
        return [_away(address, error, number)]
    try:
        began = time.monotonic()
        version = str(await connection.fetchval("show server_version")).partition(" ")[0]
        took = 1000 * (time.monotonic() - began)
        now: datetime = await connection.fetchval("select clock_timestamp()")
        apart = abs((now - datetime.now(UTC)).total_seconds())
        has = {what: await revision_of(connection, what) for what in whats}
    finally:
        await connection.close()
    found = [_schema(what, revision, version, f"{took:.0f}\u00a0ms", number) for what, revision in has.items()]
    if int(version.partition(".")[0]) < 14:
        old = Say("doctor-database-old", {"version": version})
        found.append(Finding("warn", "database", old, Say("doctor-database-old-todo"), number))
    found.append(_clock(apart))
    return found


def _schema(what: What, revision: str | None, version: str, took: str, number: int) -> Finding:
    """Compare a schema's revision with this release's. `revision` is an empty string for a missing schema,
    and `None` if the role may not read it. `None` counts as well here, because the check of the server's
    role finds out."""
    known = revisions(what)
    head = known[-1]
    told = Say("doctor-database-bare", {"version": version, "took": took, "head": head})
    if revision != "":
        told = Say("doctor-database", {"version": version, "took": took, "revision": revision or head, "head": head})
    mark: Mark = "ok" if revision in (head, None) else "FAIL"
    todo: Text = "" if mark == "ok" else "malle migrate" if revision in ("", *known) else Say("advice-newer")
    if what == "people":
        return Finding(mark, "people", told, todo)
    return Finding(mark, "database", told, todo, number)


def _clock(apart: float) -> Finding:
    """Compare the clocks: fail if they differ by more than `MAX_CLOCK_DIFFERENCE_SECONDS`."""
    if apart > CLOCK:
        return Finding("FAIL", "clock", Say("doctor-clock", {"apart": f"{apart:.0f}\u00a0s"}), Say("doctor-clock-todo"))
    return Finding("ok", "clock", Say("doctor-clock", {"apart": f"{1000 * apart:.0f}\u00a0ms"}))


async def _bus(config: Config) -> Finding:
    """Check that NATS can be reached; without NATS in the settings, say that the local bus is used."""
    if not config.nats:
        return Finding("ok", "bus", Say("doctor-bus-inside"))
    client = Client()
    try:
        async with asyncio.timeout(4):
            await client.connect(config.nats.split(","), allow_reconnect=False, connect_timeout=2, error_cb=_quiet)
    except Exception as error:  # noqa: BLE001  (any error of the library means that NATS is not usable)
        where = without_password(config.nats)
        away = Say("doctor-bus-away", {"where": where, "trouble": type(error).__name__})
        return Finding("warn", "bus", away, Say("doctor-bus-todo"))
    finally:
        await hang_up(client)
    return Finding("ok", "bus", Say("doctor-bus"))


async def _quiet(error: Exception) -> None: ...


def _port(port: int) -> Finding:
    """Check a local port: is it this server, free, or used by another program? A server that is not ready
    is a failure."""
    status, said, _ = _get(f"http://127.0.0.1:{port}/health")
    if status == 200 and "ok" in said:
        if _get(f"http://127.0.0.1:{port}/ready")[0] != 200:
            return Finding("FAIL", "port", Say("doctor-not-ready", {"port": str(port)}), Say("doctor-not-ready-todo"))
        return Finding("ok", "port", Say("doctor-port-ours", {"port": str(port)}))
    if status:
        return Finding("FAIL", "port", Say("doctor-port-other", {"port": str(port)}), Say("doctor-port-other-todo"))
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            taken = Say("doctor-port-taken", {"port": str(port), "why": str(error.strerror)})
            return Finding("FAIL", "port", taken, Say("doctor-port-taken-todo"))
    return Finding("ok", "port", Say("doctor-port-free", {"port": str(port)}))


def _get(url: str) -> tuple[int, str, Text]:
    """Fetch a URL and return status, the first 1,000 bytes of the text, and the reason of a failure. The
    status is 0 if there was no answer."""
    try:
        with urllib.request.urlopen(url, timeout=4) as answer:
            return int(answer.status), answer.read(1000).decode(errors="replace"), ""
    except urllib.error.HTTPError as error:
        return error.code, "", ""
    except (OSError, ValueError) as error:
        reason = error if isinstance(error, ssl.SSLError) else getattr(error, "reason", error)
        if isinstance(reason, ssl.SSLError):
            return 0, "", Say("doctor-certificate", {"why": str(reason.reason)})
        return 0, "", str(reason)


def _site(address: str) -> Finding:
    """Check that the public address leads to a server of Malle."""
    status, said, why = _get(f"{address}/health")
    if status == 200 and "ok" in said:
        return Finding("ok", "address", Say("doctor-address", {"address": address}))
    if status:
        why = Say("doctor-address-status", {"status": str(status)})
    wrong = Say("doctor-address-wrong", {"address": address, "why": why})
    return Finding("FAIL", "address", wrong, Say("doctor-address-todo", {"address": _under_tls(address)}))


def _under_tls(address: str) -> str:
    """Return the address with `https://`, as `malle front` takes it."""
    return address if address.startswith("https://") else f"https://{urlsplit(address).hostname}"


def _front(address: str) -> Iterator[Finding]:
    """Check that the reverse proxy tells the server that visitors use TLS. A proxy that does not will not
    pass on their addresses either. A server of an older release does not report it. Yield nothing without
    TLS, or if the address does not answer."""
    if not address.startswith("https://"):
        return
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=4) as answer:
            seen = answer.headers.get(SEEN)
    except (OSError, ValueError):  # `_check_address` reports it
        return
    if seen == "https":
        yield Finding("ok", "front", Say("doctor-front"))
    elif seen is None:
        yield Finding("-", "front", Say("doctor-front-before"), Say("doctor-front-before-todo"))
    else:
        yield Finding("warn", "front", Say("doctor-front-mute"), Say("doctor-front-todo", {"address": address}))


async def _socket(address: str) -> Finding:
    """Check that the reverse proxy lets a websocket through, with the id of a table that does not exist."""
    url = address.replace("http", "ws", 1) + f"/tables/{'0' * 13}/socket"
    try:
        async with connect(url, origin=websockets.Origin(address), open_timeout=4, close_timeout=1):
            return Finding("ok", "socket", Say("doctor-socket"))
    except websockets.InvalidStatus as error:
        code = error.response.status_code
        told = Say("doctor-socket-name") if code == 403 else Say("doctor-socket-status", {"status": str(code)})
        return Finding("FAIL", "socket", told, Say("doctor-socket-todo", {"address": _under_tls(address)}))
    except (OSError, websockets.WebSocketException, TimeoutError) as error:
        told = Say("doctor-socket-fails", {"trouble": type(error).__name__})
        return Finding("FAIL", "socket", told, Say("doctor-socket-fails-todo"))


def _mail(config: Config) -> Finding:
    """Check that the mail server accepts a connection; no mail server is not a fault."""
    if config.mail is None:
        todo = "malle set mail_from games@mail.example; malle set mail smtp://name:password@mail.example:587"
        return Finding("-", "mail", Say("doctor-mail-none"), todo)
    try:
        socket.create_connection((config.mail.host, config.mail.port), 4).close()
    except OSError as error:
        trouble = type(error).__name__
        away = Say("doctor-mail-away", {"host": config.mail.host, "port": str(config.mail.port), "trouble": trouble})
        return Finding("warn", "mail", away, Say("doctor-mail-todo"))
    return Finding("ok", "mail", Say("doctor-mail", {"host": config.mail.host}))


def _disk(place: Place) -> Finding:
    """Check the free space on the instance's disk."""
    folder = place.folder if place.folder.exists() else Path("/")
    free = shutil.disk_usage(folder).free
    told = Say("doctor-disk", {**tenths(free / 10**9)})
    if free < NO_ROOM:
        return Finding("FAIL", "disk", told, Say("doctor-disk-full", {"folder": str(folder)}))
    if free < LITTLE:
        return Finding("warn", "disk", told, Say("doctor-disk-soon"))
    return Finding("ok", "disk", told)


def _backup(place: Place) -> Finding:
    """Check that there is a backup, that it is recent, and that it was verified."""
    latest = place.latest_backup()
    if latest is None:
        return Finding("warn", "backup", Say("doctor-backup-none"), Say("doctor-backup-todo"))
    days = (time.time() - latest.stat().st_mtime) / 86_400
    told = Say("doctor-backup", {"file": latest.name, "days": round(days) if days >= 1 else 0})
    if timedelta(days=days) > OLD_BACKUP:
        return Finding("warn", "backup", told, Say("doctor-backup-todo"))
    if not place.is_rehearsed(latest):
        return Finding("warn", "backup", Say("doctor-backup-untried", {"told": told}), "malle restore --rehearse")
    return Finding("ok", "backup", told)
