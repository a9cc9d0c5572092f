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

from malle.cli.instance import DATABASE_NAME, Instance, default_folder
from malle.cli.operator.moderate import first_admin_link_path
from malle.cli.operator.serve import migrate_all, read_serve_config, require_known_schemas, serve_command
from malle.cli.operator.systemd import install_units
from malle.cli.operator.upgrade_check import release_fingerprint, require_servable_tables
from malle.config.settings import databases_for_owner, read_config
from malle.core import MalleError, Message
from malle.core.message import Translate
from malle.i18n.operator_messages import OperatorError, operator_translator
from malle.storage.database_errors import UNAVAILABLE_ERRORS, database_not_ready, is_unavailable_error, without_password
from malle.storage.failover import connect
from malle.storage.private_postgres import OWNER_ROLE, find_tool

ADDRESS_FORMAT = "http://{host}:{port}"
"""Format of the printed address of the site."""
HEALTH_CHECK_SECONDS = 0.2
"""Seconds between two checks whether the server answers."""
_PLACEHOLDER_SETTINGS = {"MALLE_DATABASES": "1=postgresql://", "MALLE_KEY": "00" * 32}
"""Placeholders for what a new instance does not have yet, so that all other settings can be checked before
anything is created."""


def up_command(options: argparse.Namespace) -> int:
    """Run `malle up`: create what is missing, migrate the databases, and serve until a signal
    comes. With `--install`, write systemd units instead. Return the exit code. Raise
    `OperatorError` if a setting, a port, a database or a table in play prevents the start."""
    instance = Instance(options.folder or default_folder())
    instance.create_folder()
    if options.install:
        return install_units(instance, options)
    translate = operator_translator(options.lang)
    with _exit_on_signals(), instance.exclusive_lock("`malle up`"), contextlib.ExitStack() as stack:
        read_serve_config(options, _PLACEHOLDER_SETTINGS | instance.read_environment() | os.environ)
        create_settings(instance, translate, options.postgres)
        if "postgres" in instance.read_settings():
            _print_now("  " + translate(Message("up-postgres")))
            stack.enter_context(prepared_postgres(instance, wait_for_others=True))
        instance.apply_to_environment()
        config = read_config()
        require_known_schemas(config)
        if not options.anyway:
            require_servable_tables(config, databases_for_owner(config).values())
        migrate_all(config, quiet=True)
        (instance.folder / "release").write_text(release_fingerprint(), "utf-8")
        _print_now(translate(Message("up-folder", {"folder": str(instance.folder)})))
        _start_greeting_thread(options, translate)
        return serve_command(options)


def create_settings(instance: Instance, translate: Translate, postgres: str = "", *, key: str = "") -> None:
    """Create the settings file, unless the instance has one. It holds a key, `key` or a new one,
    unless the environment has one. It also holds the databases: addresses from `postgres`, or
    passwords for a PostgreSQL in the folder, or nothing if the environment names databases and
    `key` is empty. A new key is shown on a terminal. Raise `OperatorError` if the folder has
    databases but no settings file, or if PostgreSQL is not installed or cannot be used."""
    if instance.has_settings:
        return
    if instance.has_private_postgres:
        raise OperatorError("key-lost", {"folder": str(instance.cluster.data), "file": str(instance.settings_file)})
    settings: dict[str, object] = {"key": key} if key else {}
    if os.environ.get("MALLE_DATABASES") and not key:
        pass
    elif postgres:
        settings |= asyncio.run(_create_server_role(postgres))
    else:
        for tool in ("initdb", "pg_ctl"):
            find_tool(tool)
        settings["postgres"] = {OWNER_ROLE: secrets.token_urlsafe(18), "malle_app": secrets.token_urlsafe(18)}
    if not key and not os.environ.get("MALLE_KEY"):
        settings["key"] = secrets.token_hex(32)
        if sys.stdout.isatty():
            print_key(str(settings["key"]), translate)
        else:
            _print_now("  " + translate(Message("up-key", {"file": str(instance.settings_file)})))
    instance.write_settings(settings)
    _print_now("  " + translate(Message("up-secrets")))


@contextlib.contextmanager
def prepared_postgres(instance: Instance, *, wait_for_others: bool = False) -> Iterator[None]:
    """Keep the folder's own PostgreSQL running for the duration of the context. Create the
    cluster, the server's role and the database if they are missing. The settings file must have
    the section `postgres`. `wait_for_others`: see `Instance.postgres_running`."""
    passwords = instance.read_settings()["postgres"]
    instance.create_cluster(passwords[OWNER_ROLE])
    with instance.postgres_running(wait_for_others=wait_for_others):
        asyncio.run(
            _create_role_and_database(
                instance.database_address(OWNER_ROLE, passwords[OWNER_ROLE], "postgres"), passwords["malle_app"]
            )
        )
        yield


async def _create_role_and_database(owner: str, password: str) -> None:
    """Create the server's role, with this password, and the database, if they are missing.
    `owner` is an address for the owner's role."""
    connection = await connect(owner, timeout=10)
    try:
        if not await connection.fetchval("select true from pg_roles where rolname = 'malle_app'"):
            await connection.execute(f"create role malle_app login password '{password}'")
        if not await connection.fetchval("select true from pg_database where datname = $1", DATABASE_NAME):
            await connection.execute(f"create database {DATABASE_NAME}")
    finally:
        await connection.close()


def _print_now(line: str) -> None:
    print(line, flush=True)


async def _create_server_role(owner: str) -> dict[str, str]:
    """Prepare a PostgreSQL that the operator runs: create the server's role there, or give it a
    new password. `owner` is its address for a role that may do so. Return the settings with all
    addresses. Raise `OperatorError` if the address is wrong or does not answer, or if its role
    may not create roles."""
    if not owner.startswith(("postgresql://", "postgres://")):
        raise OperatorError("postgres-address")
    password = secrets.token_urlsafe(18)
    try:
        connection = await connect(owner, timeout=5)
    except UNAVAILABLE_ERRORS as error:
        if not is_unavailable_error(error):
            raise
        raise database_not_ready(owner, error) from error
    except ValueError as error:
        raise OperatorError("postgres-address") from error
    try:
        exists = await connection.fetchval("select true from pg_roles where rolname = 'malle_app'")
        verb = "alter" if exists else "create"
        await connection.execute(f"{verb} role malle_app login password '{password}'")
    except asyncpg.InsufficientPrivilegeError:
        raise OperatorError("postgres-role", {"address": without_password(owner)}) from None
    finally:
        await connection.close()
    scheme, _, rest = owner.partition("://")
    app = f"{scheme}://malle_app:{password}@{rest.rpartition('@')[2]}"
    return {"databases": f"1={app}", "people": app, "owner_databases": f"1={owner}", "owner_people": owner}


def _start_greeting_thread(options: argparse.Namespace, translate: Translate) -> None:
    """Start `_greet_when_ready` in a thread of its own. The thread receives no signals, because
    the main thread handles them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGINT))
    threading.Thread(target=_greet_when_ready, args=(options, translate), daemon=True).start()
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _greet_when_ready(options: argparse.Namespace, translate: Translate) -> None:
    """Wait until a server answers, then print the site's address. On a terminal, also open the
    browser unless `--no-browser` is given, and print a link to the dashboard if the site has no
    administrator yet. Elsewhere the link is not printed, because a system journal would keep it."""
    is_single_process = (
        options.processes == 1
    )  # several processes have the next ports; the operator's reverse proxy has this one
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(options.host, options.host) if is_single_process else "127.0.0.1"
    while not _is_healthy(host, options.port if is_single_process else options.port + 1):
        time.sleep(HEALTH_CHECK_SECONDS)
    address = ADDRESS_FORMAT.format(host=_reachable_host(options.host), port=options.port)
    _print_now(address)
    if not sys.stdout.isatty():
        _print_now(translate(Message("up-house")))
        return
    with contextlib.suppress(*UNAVAILABLE_ERRORS, MalleError):  # the server is stopping already
        if link_path := first_admin_link_path(read_config()):
            _print_now(f"{translate(Message('up-way-in'))}\n{address}{link_path}")
    if options.browser:
        webbrowser.open(address)


def _is_healthy(host: str, port: int) -> bool:
    """Return whether a server answers `/health` with status 200 within five seconds. It does not
    use `urllib`, which would go through the proxy that the environment names."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def print_key(key: str, translate: Translate) -> None:
    """Print the site's key as text and as a QR code, so that the operator can keep a copy
    elsewhere."""
    print(translate(Message("up-key-shown")))
    print(translate(Message("up-key-why")) + "\n")
    segno.make(key, micro=False).terminal(compact=True)
    print(f"\n{key}\n", flush=True)


def _reachable_host(host: str) -> str:
    """Return the host name for the printed address. If the server listens on all addresses,
    return this machine's address in the local network or, if it has none, its name. An IPv6
    address gets brackets."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing: the kernel picks the local address it would use
        return str(probe.getsockname()[0])
    return socket.gethostname()


@contextlib.contextmanager
def _exit_on_signals() -> Iterator[None]:
    """Turn SIGTERM and SIGINT into `SystemExit` for the duration of the context, so that
    contexts inside it stop the programs they started. Restore the signal handlers afterwards."""

    def end(number: int, frame: object) -> None:
        raise SystemExit(0)

    before = {signal_number: signal.signal(signal_number, end) for signal_number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for signal_number, handler in before.items():
            signal.signal(signal_number, handler)


def set_command(options: argparse.Namespace) -> int:
    """Run `malle set NAME VALUE`: change one setting in the instance's file; an empty value
    removes it. All settings are checked before the file is written. Return 0. Raise
    `OperatorError` for the names `key` and `postgres`, if there is no settings file, or if a
    setting is wrong."""
    instance = Instance(options.folder or default_folder())
    if not instance.has_settings:
        raise OperatorError("house-missing", {"folder": str(instance.folder)})
    name = options.name.removeprefix("MALLE_").lower()
    if name == "key":
        raise OperatorError("setting-by-hand", {"name": name, "file": str(instance.settings_file)})
    if name == "postgres":
        raise OperatorError("setting-made", {"name": name})
    settings = instance.read_settings()
    settings.pop(name, None)
    if options.value:
        settings[name] = options.value
    environment = {
        variable: value
        for variable, value in instance.read_environment().items()
        if variable != f"MALLE_{name.upper()}"
    }
    read_config(environment | ({f"MALLE_{name.upper()}": options.value} if options.value else {}))
    instance.write_settings(settings)
    print(operator_translator(options.lang)(Message("set-kept", {"name": name, "file": str(instance.settings_file)})))
    return 0
