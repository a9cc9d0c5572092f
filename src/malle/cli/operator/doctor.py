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

from malle.cli.instance import Instance, default_folder, instance_environment
from malle.config.settings import Config, databases_for_owner, people_database_for_owner, read_config
from malle.core import MalleError, Message
from malle.core.message import Text, Translate
from malle.i18n.operator_messages import error_text, one_decimal, operator_translator
from malle.messaging.nats_bus import disconnect
from malle.protocol.messages import SEEN_SCHEME_HEADER
from malle.storage import failover
from malle.storage.database_errors import (
    UNAVAILABLE_ERRORS,
    advice_for_operator,
    is_unavailable_error,
    without_password,
)
from malle.storage.migrate import DatabaseKind, installed_revision, known_revisions
from malle.storage.people.admins import BACKUP_OLD_AFTER
from malle.storage.schema_check import require_schema

Level = Literal["ok", "warn", "FAIL", "-"]
_LEVEL_SYMBOLS: dict[Level, str] = {"ok": "✓", "warn": "!", "FAIL": "✗", "-": "·"}
LOW_DISK_BYTES, FULL_DISK_BYTES = 2 * 10**9, 3 * 10**8
"""Free bytes on the disk below which the doctor warns, and below which it fails."""
MAX_CLOCK_DIFFERENCE_SECONDS = 2.0
"""Seconds by which the clocks of the server and of PostgreSQL may differ."""


class Finding(Struct, frozen=True):
    """The result of one check of the doctor, with advice what to do, if there is any."""

    level: Level
    subject: str
    """What was checked. The message `about-…` names it."""
    result: Text
    advice: Text = ""
    number: int = 0
    """Number of the database for the printed line, or 0 if there is only one or it is about no
    database."""

    def lines(self, translate: Translate, *, as_symbol: bool) -> Iterator[str]:
        """Yield the line of the result as it is printed, then a line with the advice if there is
        any. With `as_symbol`, the level is a symbol instead of a word."""
        shown_subject = translate(Message(f"about-{self.subject}")) + (f" {self.number}" if self.number else "")
        shown_level = _LEVEL_SYMBOLS[self.level] if as_symbol else f"{self.level:4}"
        yield f"{shown_level}  {shown_subject:10} {_translated(self.result, translate)}"
        if self.advice:
            yield f"      → {_translated(self.advice, translate)}"


def _translated(text: Text, translate: Translate) -> str:
    """Return a plain text as it is, and a message in the operator's language."""
    return translate(text) if isinstance(text, Message) else text


def doctor_command(options: argparse.Namespace) -> int:
    """Run `malle doctor`: print each finding as soon as it is known, then a summary. Return 2 if
    there is a failure, 1 if there is a warning, 0 otherwise."""
    instance = Instance(options.folder or default_folder())
    as_symbol = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    translate = operator_translator(options.lang)
    levels: list[Level] = []
    for finding in check_instance(instance, options):
        levels.append(finding.level)
        print("\n".join(finding.lines(translate, as_symbol=as_symbol)), flush=True)
    stops, better = levels.count("FAIL"), levels.count("warn")
    print(
        translate(
            Message("doctor-sum", {"stops": stops, "better": better}) if stops + better else Message("doctor-well")
        )
    )
    return 2 if stops else 1 if better else 0


def check_instance(instance: Instance, options: argparse.Namespace) -> Iterator[Finding]:
    """Yield the findings of all checks, causes before what they cause. If a `MalleError` is
    raised, for example by a wrong setting, it becomes one failure and ends the checks of the
    server. The disk and the backup are checked in any case."""
    yield Finding("ok", "python", platform.python_version())
    if os.geteuid() == 0:
        yield Finding("warn", "user", Message("doctor-root"), Message("doctor-root-todo"))
    try:
        with instance_environment(options.folder):
            config = read_config()
            yield Finding("ok", "settings", Message("doctor-settings"))
            yield from _check_server(config, instance, options)
    except MalleError as error:
        what, _, todo = error_text(error, options.lang).partition(": ")
        mend = Message("doctor-settings-set")
        if instance.has_settings:
            mend = Message("doctor-settings-todo", {"file": str(instance.settings_file)})
        yield Finding("FAIL", "settings", what.rstrip(), todo or mend)
    yield _check_disk(instance)
    yield _check_backup(instance)


def _check_server(config: Config, instance: Instance, options: argparse.Namespace) -> Iterator[Finding]:
    """Yield findings about the databases, NATS, the port, the public address, mail and push.
    Whether the server's own database role can use the databases is tried only if the checks with
    the owner's role did not fail."""
    findings: list[Finding] = []
    tables, people = databases_for_owner(config), people_database_for_owner(config)
    for number, address in tables.items():
        both: tuple[DatabaseKind, ...] = ("tables", "people") if address == people else ("tables",)
        findings += asyncio.run(_check_database(address, both, number if len(config.table_databases) > 1 else 0))
    if people not in tables.values():
        findings += asyncio.run(_check_database(people, ("people",), 0))
    if not any(finding.level == "FAIL" for finding in findings):
        findings += asyncio.run(_check_server_role(config))
    yield from findings
    yield asyncio.run(_check_nats(config))
    yield _check_port(options.port)
    if config.site_url:
        yield _check_address(config.site_url)
        yield from _check_proxy(config.site_url)
        yield asyncio.run(_check_websocket(config.site_url))
    else:
        yield Finding("-", "address", Message("doctor-address-none"), "malle set address https://games.example")
    yield _check_mail(config)
    push = (
        Message("doctor-push-more", {"n": len(config.extra_push_services)})
        if config.extra_push_services
        else Message("doctor-push")
    )
    yield Finding("ok", "push", push)
    if config.site_url and not config.site_url.startswith("https://"):
        todo = Message("doctor-push-tls-todo", {"address": _https_address(config.site_url)})
        yield Finding("warn", "push", Message("doctor-push-tls"), todo)


async def _check_server_role(config: Config) -> list[Finding]:
    """Return a failure for each database that the server's own role cannot use: it does not
    answer, or the role lacks tables or rights. Return an empty list if all is well."""
    databases: list[tuple[str, DatabaseKind, int]] = [
        (address, "tables", number) for number, address in config.table_databases.items()
    ]
    failures = []
    for address, what, number in (*databases, (config.people_database, "people", 0)):
        try:
            connection = await failover.connect(address, timeout=5, command_timeout=5)
            try:
                await require_schema(connection, what)
            finally:
                connection.terminate()
        except (*UNAVAILABLE_ERRORS, ValueError, asyncpg.PostgresError) as error:
            failures.append(_database_failure(address, error, number))
    return failures


def _database_failure(address: str, error: Exception, number: int) -> Finding:
    """Return the failure for a database that cannot be used because of `error`, with advice for
    that error. `number` is that of `Finding`."""
    told = Message("doctor-database-away", {"address": without_password(address), "trouble": type(error).__name__})
    return Finding("FAIL", "database", told, advice_for_operator(error), number)


async def _check_database(address: str, schemas: tuple[DatabaseKind, ...], number: int) -> list[Finding]:
    """Return the findings about one database, reached by its owner's address: its schemas, an
    old PostgreSQL, and its clock. Return a single failure if it cannot be reached. `number` is
    that of `Finding`."""
    try:
        connection = await failover.connect(address, timeout=5)
    except (*UNAVAILABLE_ERRORS, ValueError, asyncpg.PostgresError) as error:
        if isinstance(error, ValueError) and is_unavailable_error(error):
            raise
        return [_database_failure(address, error, number)]
    try:
        began = time.monotonic()
        version = str(await connection.fetchval("show server_version")).partition(" ")[0]
        milliseconds = 1000 * (time.monotonic() - began)
        now: datetime = await connection.fetchval("select clock_timestamp()")
        clock_difference = abs((now - datetime.now(UTC)).total_seconds())
        revision_by_schema = {what: await installed_revision(connection, what) for what in schemas}
    finally:
        await connection.close()
    findings = [
        _schema_finding(what, revision, version, f"{milliseconds:.0f}\u00a0ms", number)
        for what, revision in revision_by_schema.items()
    ]
    if int(version.partition(".")[0]) < 14:
        old = Message("doctor-database-old", {"version": version})
        findings.append(Finding("warn", "database", old, Message("doctor-database-old-todo"), number))
    findings.append(_clock_finding(clock_difference))
    return findings


def _schema_finding(
    schema: DatabaseKind, revision: str | None, version: str, duration_text: str, number: int
) -> Finding:
    """Return the finding about a schema's revision: ok if it is this release's newest, else a
    failure. `revision` is an empty string if the schema is missing. It is `None` if the role may
    not read it, which counts as ok: `_check_server_role` finds out. `version` and
    `duration_text` are PostgreSQL's version and answer time, for the text."""
    known = known_revisions(schema)
    head = known[-1]
    told = Message("doctor-database-bare", {"version": version, "took": duration_text, "head": head})
    if revision != "":
        told = Message(
            "doctor-database", {"version": version, "took": duration_text, "revision": revision or head, "head": head}
        )
    mark: Level = "ok" if revision in (head, None) else "FAIL"
    todo: Text = "" if mark == "ok" else "malle migrate" if revision in ("", *known) else Message("advice-newer")
    if schema == "people":
        return Finding(mark, "people", told, todo)
    return Finding(mark, "database", told, todo, number)


def _clock_finding(difference: float) -> Finding:
    """Return the finding about the clocks of server and database: a failure if they differ by
    more than `MAX_CLOCK_DIFFERENCE_SECONDS`. `difference` is in seconds."""
    if difference > MAX_CLOCK_DIFFERENCE_SECONDS:
        return Finding(
            "FAIL",
            "clock",
            Message("doctor-clock", {"apart": f"{difference:.0f}\u00a0s"}),
            Message("doctor-clock-todo"),
        )
    return Finding("ok", "clock", Message("doctor-clock", {"apart": f"{1000 * difference:.0f}\u00a0ms"}))


async def _check_nats(config: Config) -> Finding:
    """Try to connect to NATS, and return a warning if that fails. Without NATS in the settings,
    return ok: messages then stay inside the process."""
    if not config.nats_url:
        return Finding("ok", "bus", Message("doctor-bus-inside"))
    client = Client()
    try:
        async with asyncio.timeout(4):
            await client.connect(
                config.nats_url.split(","), allow_reconnect=False, connect_timeout=2, error_cb=_ignore_error
            )
    except Exception as error:  # noqa: BLE001  (any error of the library means that NATS is not usable)
        where = without_password(config.nats_url)
        away = Message("doctor-bus-away", {"where": where, "trouble": type(error).__name__})
        return Finding("warn", "bus", away, Message("doctor-bus-todo"))
    finally:
        await disconnect(client)
    return Finding("ok", "bus", Message("doctor-bus"))


async def _ignore_error(error: Exception) -> None: ...


def _check_port(port: int) -> Finding:
    """Check a port of this machine. It is ok if it is free, or if a server of Malle answers
    there that is ready. A server that is not ready, and another program, are failures."""
    status, text, _ = _http_get(f"http://127.0.0.1:{port}/health")
    if status == 200 and "ok" in text:
        if _http_get(f"http://127.0.0.1:{port}/ready")[0] != 200:
            return Finding(
                "FAIL", "port", Message("doctor-not-ready", {"port": str(port)}), Message("doctor-not-ready-todo")
            )
        return Finding("ok", "port", Message("doctor-port-ours", {"port": str(port)}))
    if status:
        return Finding(
            "FAIL", "port", Message("doctor-port-other", {"port": str(port)}), Message("doctor-port-other-todo")
        )
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            taken = Message("doctor-port-taken", {"port": str(port), "why": str(error.strerror)})
            return Finding("FAIL", "port", taken, Message("doctor-port-taken-todo"))
    return Finding("ok", "port", Message("doctor-port-free", {"port": str(port)}))


def _http_get(url: str) -> tuple[int, str, Text]:
    """Fetch a URL and return its status, the first 1,000 bytes of its text, and why there was no
    answer. Without an answer the status is 0. With an error status the text is empty."""
    try:
        with urllib.request.urlopen(url, timeout=4) as answer:
            return int(answer.status), answer.read(1000).decode(errors="replace"), ""
    except urllib.error.HTTPError as error:
        return error.code, "", ""
    except (OSError, ValueError) as error:
        reason = error if isinstance(error, ssl.SSLError) else getattr(error, "reason", error)
        if isinstance(reason, ssl.SSLError):
            return 0, "", Message("doctor-certificate", {"why": str(reason.reason)})
        return 0, "", str(reason)


def _check_address(address: str) -> Finding:
    """Check that a server of Malle answers at the public address; anything else is a failure."""
    status, text, why = _http_get(f"{address}/health")
    if status == 200 and "ok" in text:
        return Finding("ok", "address", Message("doctor-address", {"address": address}))
    if status:
        why = Message("doctor-address-status", {"status": str(status)})
    wrong = Message("doctor-address-wrong", {"address": address, "why": why})
    return Finding("FAIL", "address", wrong, Message("doctor-address-todo", {"address": _https_address(address)}))


def _https_address(address: str) -> str:
    """Return the address as `malle front` takes it: with `https://` as it is, else `https://`
    and its host name, without the port."""
    return address if address.startswith("https://") else f"https://{urlsplit(address).hostname}"


def _check_proxy(address: str) -> Iterator[Finding]:
    """Check that the reverse proxy tells the server that visitors use TLS. A proxy that does not
    is likely not to pass on the visitors' addresses either: a warning. A server of an older
    release cannot say what it was told: neither ok nor a warning. Yield nothing for an address
    without TLS, or if it does not answer."""
    if not address.startswith("https://"):
        return
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=4) as answer:
            seen = answer.headers.get(SEEN_SCHEME_HEADER)
    except (OSError, ValueError):  # `_check_address` reports it
        return
    if seen == "https":
        yield Finding("ok", "front", Message("doctor-front"))
    elif seen is None:
        yield Finding("-", "front", Message("doctor-front-before"), Message("doctor-front-before-todo"))
    else:
        yield Finding("warn", "front", Message("doctor-front-mute"), Message("doctor-front-todo", {"address": address}))


async def _check_websocket(address: str) -> Finding:
    """Try to open a websocket through the reverse proxy, at the address of a table that does not
    exist. Return an `ok` or a `FAIL` finding; the failure comes with advice."""
    url = address.replace("http", "ws", 1) + f"/tables/{'0' * 13}/socket"
    try:
        async with connect(url, origin=websockets.Origin(address), open_timeout=4, close_timeout=1):
            return Finding("ok", "socket", Message("doctor-socket"))
    except websockets.InvalidStatus as error:
        code = error.response.status_code
        told = Message("doctor-socket-name") if code == 403 else Message("doctor-socket-status", {"status": str(code)})
        return Finding("FAIL", "socket", told, Message("doctor-socket-todo", {"address": _https_address(address)}))
    except (OSError, websockets.WebSocketException, TimeoutError) as error:
        told = Message("doctor-socket-fails", {"trouble": type(error).__name__})
        return Finding("FAIL", "socket", told, Message("doctor-socket-fails-todo"))


def _check_mail(config: Config) -> Finding:
    """Try to connect to the mail server, and return a warning if that fails. Having no mail
    server is not a fault."""
    if config.mail_server is None:
        todo = "malle set mail_from games@mail.example; malle set mail smtp://name:password@mail.example:587"
        return Finding("-", "mail", Message("doctor-mail-none"), todo)
    try:
        socket.create_connection((config.mail_server.host, config.mail_server.port), 4).close()
    except OSError as error:
        trouble = type(error).__name__
        away = Message(
            "doctor-mail-away",
            {"host": config.mail_server.host, "port": str(config.mail_server.port), "trouble": trouble},
        )
        return Finding("warn", "mail", away, Message("doctor-mail-todo"))
    return Finding("ok", "mail", Message("doctor-mail", {"host": config.mail_server.host}))


def _check_disk(instance: Instance) -> Finding:
    """Check the free space on the instance's disk: a warning below `LOW_DISK_BYTES`, a failure
    below `FULL_DISK_BYTES`."""
    folder = instance.folder if instance.folder.exists() else Path("/")
    free = shutil.disk_usage(folder).free
    told = Message("doctor-disk", {**one_decimal(free / 10**9)})
    if free < FULL_DISK_BYTES:
        return Finding("FAIL", "disk", told, Message("doctor-disk-full", {"folder": str(folder)}))
    if free < LOW_DISK_BYTES:
        return Finding("warn", "disk", told, Message("doctor-disk-soon"))
    return Finding("ok", "disk", told)


def _check_backup(instance: Instance) -> Finding:
    """Return a warning if there is no backup, or if the latest one is old or was not verified;
    else ok."""
    latest = instance.latest_backup()
    if latest is None:
        return Finding("warn", "backup", Message("doctor-backup-none"), Message("doctor-backup-todo"))
    days = (time.time() - latest.stat().st_mtime) / 86_400
    told = Message("doctor-backup", {"file": latest.name, "days": round(days) if days >= 1 else 0})
    if timedelta(days=days) > BACKUP_OLD_AFTER:
        return Finding("warn", "backup", told, Message("doctor-backup-todo"))
    if not instance.is_backup_verified(latest):
        return Finding("warn", "backup", Message("doctor-backup-untried", {"told": told}), "malle restore --rehearse")
    return Finding("ok", "backup", told)
