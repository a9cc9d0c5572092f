"""`malle up`: run a complete site from one folder, and create everything it needs.

PostgreSQL is given by its address, or the system's PostgreSQL is started in the folder. NATS is not needed.
Secrets are created and kept in a file that only its owner may read. Wrong settings are refused before
anything is created. Tables that this release cannot continue are reported before the databases are
migrated. Then the server and its robots run until a signal ends them. The address is printed when the
server answers.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import os
import secrets
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator

import asyncpg
import segno

from malle.cluster import OWNER, find_tool
from malle.commands import migrate_all, need_known_schemas, need_ready, serve_word
from malle.core import MalleError, Say
from malle.core.say import Tell
from malle.moderating import first_way_in
from malle.place import DATABASE, Place, usual_folder
from malle.rehearsing import need_servable, release_mark
from malle.store.away import AWAY, database_away, is_away, without_password
from malle.store.hosts import connect
from malle.units import install
from malle.voice import Unready, teller
from malle.wire.config import owned_databases, read_config

SERVED_AT = "http://{host}:{port}"
"""Format of the printed address of the site."""
ANSWER_SECONDS = 0.2
"""Seconds between two checks whether the server answers."""
_STAND_IN = {"MALLE_DATABASES": "1=postgresql://", "MALLE_KEY": "00" * 32}
"""Placeholders for what a new instance does not have yet, so that all other settings can be checked before
anything is created."""


def up_word(options: argparse.Namespace) -> int:
    """Run `malle up` until a signal ends it, or write systemd units with `--install`. Return the exit code.
    Raise `OperatorError` if a setting, a port, a database or a table in play prevents the start."""
    place = Place(options.folder or usual_folder())
    place.prepare()
    if options.install:
        return install(place, options)
    tell = teller(options.lang)
    with _told_to_end(), place.held("`malle up`"), contextlib.ExitStack() as stack:
        need_ready(options, _STAND_IN | place.environment() | os.environ)
        make_settings(place, tell, options.postgres)
        if "postgres" in place.read():
            _print("  " + tell(Say("up-postgres")))
            stack.enter_context(furnished(place, alone=True))
        place.enter()
        config = read_config()
        need_known_schemas(config)
        if not options.anyway:
            need_servable(config, owned_databases(config).values())
        migrate_all(config, quiet=True)
        (place.folder / "release").write_text(release_mark(), "utf-8")
        _print(tell(Say("up-folder", {"folder": str(place.folder)})))
        _greet_when_it_answers(options, tell)
        return serve_word(options)


def make_settings(place: Place, tell: Tell, postgres: str = "", *, key: str = "") -> None:
    """Create the settings file of a new instance, unless it has one. The server's key is created and shown
    if neither `key` nor the environment has one. Raise `OperatorError` if the folder has databases but the
    file is missing."""
    if place.is_made:
        return
    if place.is_private:
        raise Unready("key-lost", {"folder": str(place.cluster.data), "file": str(place.file)})
    settings: dict[str, object] = {"key": key} if key else {}
    if os.environ.get("MALLE_DATABASES") and not key:
        pass
    elif postgres:
        settings |= asyncio.run(_adopt(postgres))
    else:
        for tool in ("initdb", "pg_ctl"):
            find_tool(tool)
        settings["postgres"] = {OWNER: secrets.token_urlsafe(18), "malle_app": secrets.token_urlsafe(18)}
    if not key and not os.environ.get("MALLE_KEY"):
        settings["key"] = secrets.token_hex(32)
        if sys.stdout.isatty():
            show_key(str(settings["key"]), tell)
        else:
            _print("  " + tell(Say("up-key", {"file": str(place.file)})))
    place.write(settings)
    _print("  " + tell(Say("up-secrets")))


@contextlib.contextmanager
def furnished(place: Place, *, alone: bool = False) -> Iterator[None]:
    """Keep the folder's PostgreSQL running for the duration of the context. Create the cluster, the
    server's role and the database where they are missing. `wait_for_others` is that of
    `Instance.postgres_running`."""
    passwords = place.read()["postgres"]
    place.make_cluster(passwords[OWNER])
    with place.running(alone=alone):
        asyncio.run(_furnish(place.address(OWNER, passwords[OWNER], "postgres"), passwords["malle_app"]))
        yield


async def _furnish(owner: str, password: str) -> None:
    """Create the server's role with this password and the database, where they are missing. `owner` is the
    owner's address."""
    connection = await connect(owner, timeout=10)
    try:
        if not await connection.fetchval("select true from pg_roles where rolname = 'malle_app'"):
            await connection.execute(f"create role malle_app login password '{password}'")
        if not await connection.fetchval("select true from pg_database where datname = $1", DATABASE):
            await connection.execute(f"create database {DATABASE}")
    finally:
        await connection.close()


def _print(line: str) -> None:
    print(line, flush=True)


async def _adopt(owner: str) -> dict[str, str]:
    """Prepare a database that the operator runs. Create the server's role there, or give it a new password,
    and return the settings with all addresses. Raise `OperatorError` if the address is wrong, does not
    answer, or its role may not create roles."""
    if not owner.startswith(("postgresql://", "postgres://")):
        raise Unready("postgres-address")
    password = secrets.token_urlsafe(18)
    try:
        connection = await connect(owner, timeout=5)
    except AWAY as error:
        if not is_away(error):
            raise
        raise database_away(owner, error) from error
    except ValueError as error:
        raise Unready("postgres-address") from error
    try:
        there = await connection.fetchval("select true from pg_roles where rolname = 'malle_app'")
        how = "alter" if there else "create"
        await connection.execute(f"{how} role malle_app login password '{password}'")
    except asyncpg.InsufficientPrivilegeError:
        raise Unready("postgres-role", {"address": without_password(owner)}) from None
    finally:
        await connection.close()
    scheme, _, rest = owner.partition("://")
    app = f"{scheme}://malle_app:{password}@{rest.rpartition('@')[2]}"
    return {"databases": f"1={app}", "people": app, "owner_databases": f"1={owner}", "owner_people": owner}


def _greet_when_it_answers(options: argparse.Namespace, tell: Tell) -> None:
    """Start `_greet_when_ready` in a thread that receives no signals: the main thread handles them and
    starts child processes."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGINT))
    threading.Thread(target=_greet, args=(options, tell), daemon=True).start()
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _greet(options: argparse.Namespace, tell: Tell) -> None:
    """Wait until a server answers, then print the site's address. On a terminal, also print the first
    administrator's link if there is no administrator yet, and open the browser. The link is not printed
    elsewhere, because a system journal would keep it."""
    alone = options.processes == 1  # several processes have the next ports; the operator's reverse proxy has this one
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(options.host, options.host) if alone else "127.0.0.1"
    while not _answers(host, options.port if alone else options.port + 1):
        time.sleep(ANSWER_SECONDS)
    address = SERVED_AT.format(host=_seen_host(options.host), port=options.port)
    _print(address)
    if not sys.stdout.isatty():
        _print(tell(Say("up-house")))
        return
    with contextlib.suppress(*AWAY, MalleError):  # the server is stopping already
        if way := first_way_in(read_config()):
            _print(f"{tell(Say('up-way-in'))}\n{address}{way}")
    if options.browser:
        webbrowser.open(address)


def _answers(host: str, port: int) -> bool:
    """Return whether a server answers `/health` with status 200. Without `urllib`, because it would use the proxy
    of the environment."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def show_key(key: str, tell: Tell) -> None:
    """Print the key with a QR code, so that the operator can print or scan it."""
    print(tell(Say("up-key-shown")))
    print(tell(Say("up-key-why")) + "\n")
    segno.make(key, micro=False).terminal(compact=True)
    print(f"\n{key}\n", flush=True)


def _seen_host(host: str) -> str:
    """Return the host name for the printed address. If the server listens at all addresses, it is this
    machine's address in the local network, or its name."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing: the kernel picks the local address it would use
        return str(probe.getsockname()[0])
    return socket.gethostname()


@contextlib.contextmanager
def _told_to_end() -> Iterator[None]:
    """Turn SIGTERM and SIGINT into `SystemExit` for the duration of the context, so that all started
    programs are stopped. Restore the handlers afterwards."""

    def end(number: int, frame: object) -> None:
        raise SystemExit(0)

    before = {each: signal.signal(each, end) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def set_word(options: argparse.Namespace) -> int:
    """Run `malle set NAME VALUE`: change one setting in the instance's file; an empty value removes it. All
    settings are checked before the file is written. Return the exit code. Raise `OperatorError` for the
    names `key` and `postgres`."""
    place = Place(options.folder or usual_folder())
    if not place.is_made:
        raise Unready("house-missing", {"folder": str(place.folder)})
    name = options.name.removeprefix("MALLE_").lower()
    if name == "key":
        raise Unready("setting-by-hand", {"name": name, "file": str(place.file)})
    if name == "postgres":
        raise Unready("setting-made", {"name": name})
    settings = place.read()
    settings.pop(name, None)
    if options.value:
        settings[name] = options.value
    environment = {each: value for each, value in place.environment().items() if each != f"MALLE_{name.upper()}"}
    read_config(environment | ({f"MALLE_{name.upper()}": options.value} if options.value else {}))
    place.write(settings)
    print(teller(options.lang)(Say("set-kept", {"name": name, "file": str(place.file)})))
    return 0
