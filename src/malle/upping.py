"""What `malle up` does: a house in one folder by one command, with everything it needs made on the way.

PostgreSQL is given by its address, or found among the system's programs and started in the folder; NATS is not needed.
Secrets are made and kept in a file that only its owner reads. The databases are brought up to date, tables that this
release could not go on with are told before that, and then the server and its robots run until told to end. Its
address is told when the server answers. Whatever is refused is refused before anything is changed.
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
ANSWER_SECONDS = 0.2
"""Between two looks whether a server answers."""
_STAND_IN = {"MALLE_DATABASES": "1=postgresql://", "MALLE_KEY": "00" * 32}
"""For what a new house has not yet: the other settings are looked at before anything is made."""


def up_word(options: argparse.Namespace) -> int:
    """`malle up`: until it is told to end."""
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
    """Makes the settings of a new house, and shows its key, unless it has one already."""
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
    """The folder's PostgreSQL runs meanwhile, with a role and a database in it; `alone` as `Place.running` has it."""
    passwords = place.read()["postgres"]
    place.make_cluster(passwords[OWNER])
    with place.running(alone=alone):
        asyncio.run(_furnish(place.address(OWNER, passwords[OWNER], "postgres"), passwords["malle_app"]))
        yield


async def _furnish(owner: str, password: str) -> None:
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
    """A database that somebody else runs: a role of the server's own in it, with a password that we make."""
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
    """In a thread, which is told nothing: signals are for the thread that starts and ends processes."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGINT))
    threading.Thread(target=_greet, args=(options, tell), daemon=True).start()
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _greet(options: argparse.Namespace, tell: Tell) -> None:
    """As soon as a server answers, says where the house is, and opens it. The link for whoever keeps it goes to people
    alone: a journal keeps what it is told."""
    alone = options.processes == 1  # several have the ports that follow, and a front that the host runs has this one
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(options.host, options.host) if alone else "127.0.0.1"
    while not _answers(host, options.port if alone else options.port + 1):
        time.sleep(ANSWER_SECONDS)
    address = SERVED_AT.format(host=_seen_host(options.host), port=options.port)
    _print(address)
    if not sys.stdout.isatty():
        _print(tell(Say("up-house")))
        return
    with contextlib.suppress(*AWAY, MalleError):  # it has been told to end meanwhile
        if way := first_way_in(read_config()):
            _print(f"{tell(Say('up-way-in'))}\n{address}{way}")
    if options.browser:
        webbrowser.open(address)


def _answers(host: str, port: int) -> bool:
    """Not by `urllib`, which would go by the proxy of the environment."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def show_key(key: str, tell: Tell) -> None:
    """The key, to be printed or scanned."""
    print(tell(Say("up-key-shown")))
    print(tell(Say("up-key-why")) + "\n")
    segno.make(key, micro=False).terminal(compact=True)
    print(f"\n{key}\n", flush=True)


def _seen_host(host: str) -> str:
    """The address by which others in the house find it, where it listens at all of them."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # nothing is sent: the kernel says by which address it would be
        return str(probe.getsockname()[0])
    return socket.gethostname()


@contextlib.contextmanager
def _told_to_end() -> Iterator[None]:
    """SIGTERM ends whatever is under way as Ctrl-C does, and what was started is stopped."""

    def end(number: int, frame: object) -> None:
        raise SystemExit(0)

    before = {each: signal.signal(each, end) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def set_word(options: argparse.Namespace) -> int:
    """`malle set NAME VALUE`: changes a setting of the folder, if all of them are right afterwards."""
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
