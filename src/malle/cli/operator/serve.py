"""The commands that start long-running processes: `malle serve`, `malle robots`, `malle notices`; and
`malle migrate`.

This module imports both the server and the robots, so that neither needs to import the other.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from types import FrameType
from typing import Any

import asyncpg
import msgspec
import structlog
import uvicorn

from malle.background.loops import error_kind, error_location
from malle.cli.operator.reverse_proxy import nginx_http_lines
from malle.config.keyring import parse_keyring
from malle.config.settings import (
    Config,
    databases_for_owner,
    parse_host_and_port,
    people_database_for_owner,
    read_config,
    read_worker_config,
)
from malle.core import Message
from malle.i18n.operator_messages import EXIT_REFUSED, OperatorError, operator_translator
from malle.robots.robot_worker import run_robot_worker
from malle.runtime.table_service import TableService
from malle.storage.database_errors import (
    SCHEMA_ERRORS,
    UNAVAILABLE_ERRORS,
    database_not_ready,
    is_unavailable_error,
    without_password,
)
from malle.storage.migrate import DatabaseKind, has_newer_schema, migrate
from malle.storage.schema_check import require_schema_at
from malle.web.app import make_app
from malle.web.routes import SiteRoutes, make_site_routes
from malle.web.security.slow_clients import DeadlineProtocol

_SLOW_READER_TIMEOUT_MS = 15_000
"""Milliseconds after which the kernel closes a connection whose peer accepts no data."""
_MAX_SOCKET_MESSAGE_BYTES = 4096
_TERMINATION_SIGNALS = (signal.SIGTERM, signal.SIGINT)
GRACE_SECONDS = 5.0
"""Seconds that a robot worker or a notifier has to stop after a signal; then the process exits
anyway."""
KEEP_ALIVE_SECONDS = 15
"""Seconds that an idle connection is kept open. It must be longer than the reverse proxy keeps
one (`malle.cli.operator.reverse_proxy`). Otherwise a request may arrive just as the server
closes the connection. That request would fail, and the proxy would take the process for dead."""


class _DrainingServer(uvicorn.Server):
    """A uvicorn server that, after the first signal, reports for `drain_seconds` that it is not
    ready while it goes on serving, and then stops. A second signal stops it at once."""

    def __init__(self, settings: uvicorn.Config, table_service: TableService, drain_seconds: float) -> None:
        super().__init__(settings)
        self._table_service, self._drain_seconds = table_service, drain_seconds
        self._planned_exit: tuple[float, int] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal: mark the server as draining, so that it reports not ready. Stop at
        once if `drain_seconds` is 0 or this is the second signal; otherwise plan the exit."""
        self._table_service.draining = True
        if self._planned_exit is not None or not self._drain_seconds:
            super().handle_exit(sig, frame)
        else:
            self._planned_exit = time.monotonic() + self._drain_seconds, sig

    async def on_tick(self, counter: int) -> bool:
        """Stop when the planned exit is due. uvicorn calls this ten times a second."""
        if self._planned_exit is not None and time.monotonic() >= self._planned_exit[0] and not self.should_exit:
            super().handle_exit(self._planned_exit[1], None)
        return await super().on_tick(counter)


def run_server_process(
    config: Config,
    listening: socket.socket,
    *,
    table_service: TableService | None = None,
    site: Callable[[TableService], SiteRoutes] | None = None,
    drain_seconds: float = 0.0,
) -> None:
    """Run one server process on a listening socket until a signal ends it, and for
    `drain_seconds` more. Log the edition files that cannot be used. `site` builds the pages of
    the site from the table service; without it only the API is served."""
    configure_logs()
    table_service = table_service or TableService(config)
    for broken in table_service.library.custom_editions.invalid:
        structlog.get_logger().warning("edition", file=broken.file, trouble=broken.sentence)
    app = make_app(table_service, *(site(table_service) if site is not None else ()))
    settings = uvicorn.Config(
        app,
        loop="uvloop",
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # the length of a compressed frame would reveal its content
        ws_max_size=_MAX_SOCKET_MESSAGE_BYTES,
        ws_ping_interval=25,
        ws_ping_timeout=20,
        h11_max_incomplete_event_size=16_384,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=5,
        http=DeadlineProtocol,
        forwarded_allow_ips=config.trusted_proxies,
        log_config=None,
        access_log=False,
        server_header=False,
    )
    _DrainingServer(settings, table_service, drain_seconds).run(sockets=[listening])


def read_serve_config(options: argparse.Namespace, environment: Mapping[str, str]) -> Config:
    """Return the settings for `malle serve`, with `--metrics` applied. Raise `OperatorError` if
    a setting is wrong, or if several processes are asked for without NATS. Unless `--beside` is
    given, also raise it if a port is taken."""
    config = read_config(environment)
    if options.processes > 1 and not config.nats_url:
        raise OperatorError("nats-needed")
    if options.metrics:
        config = msgspec.structs.replace(config, metrics_address=parse_host_and_port(options.metrics))
    if not options.beside:
        wanted = [(options.host, options.port)]
        if options.processes > 1:
            wanted = [("127.0.0.1", options.port + 1 + number) for number in range(options.processes)]
        for address in wanted:
            require_free_port(*address)
    return config


async def require_current_schemas(config: Config) -> None:
    """Raise `OperatorError` if a database answers but its schema is older than this release.
    With such a schema the server could not tell which people were blocked or erased. A database
    that does not answer is no error here: the server checks it when it is back."""
    databases: list[tuple[str, DatabaseKind]] = [(address, "tables") for address in config.table_databases.values()]
    databases.append((config.people_database, "people"))
    errors = await asyncio.gather(*(require_schema_at(*each) for each in databases), return_exceptions=True)
    for (address, _), error in zip(databases, errors, strict=True):
        if isinstance(error, SCHEMA_ERRORS):
            raise database_not_ready(address, error) from error
        if error is not None and not isinstance(error, (*UNAVAILABLE_ERRORS, asyncpg.PostgresError)):
            raise error


def require_free_port(host: str, port: int) -> None:
    """Raise `OperatorError` if the port cannot be opened, usually because another program
    listens there. Without this check two servers would share the visitors silently."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            raise OperatorError("port-taken", {"host": host, "port": str(port), "why": str(error.strerror)}) from error


def open_listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens on this port. A new process may open it while an old one
    still listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SLOW_READER_TIMEOUT_MS)
    listening.bind((host, port))
    listening.listen(2048)
    listening.set_inheritable(True)
    return listening


def configure_logs() -> None:
    """Log each event as one JSON line to standard error, without moves and without tokens. Each
    line is written in one piece, since several processes share one log. Libraries log warnings
    and errors only."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLineFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


class _JsonLineFormatter(logging.Formatter):
    """Formats a library's log record as a JSON line: the logger's name, the level, the line of
    code, and for an exception its kind and place. The message is left out, because it may quote
    what a user sent."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the JSON line for a log record."""
        fields = {"event": record.name, "level": record.levelname.lower(), "line": f"{record.module}:{record.lineno}"}
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            fields |= {"trouble": error_kind(error), "at": error_location(error)}
        return json.dumps(fields)


def serve_command(options: argparse.Namespace) -> int:
    """Run `malle serve` until a signal ends it: server processes, robot workers and notifiers,
    each restarted when it ends. With one server process and no workers, this process itself
    serves, and starts no notifier. Several server processes get a port each and need a reverse
    proxy; the lines for nginx are printed. Return the exit code. Raise `OperatorError` if a
    setting, a port or a schema does not fit."""
    config = read_serve_config(options, os.environ)
    if not options.beside:  # with --beside the process reports not ready instead, so that it cannot stop the others
        asyncio.run(require_current_schemas(config))
    if options.processes == 1 and not options.robots:
        run_server_process(
            config,
            open_listening_socket(options.host, options.port),
            site=make_site_routes,
            drain_seconds=options.drain,
        )
        return 0
    front = f"http://{options.host}:{options.port}"
    ports = [options.port]
    if options.processes > 1:
        ports = [options.port + 1 + number for number in range(options.processes)]
        print(f"# {operator_translator(options.lang)(Message('up-lines', {'n': options.processes}))}")
        print(nginx_http_lines(f"{options.host}:{options.port}", ports), flush=True)
    host = options.host if options.processes == 1 else "127.0.0.1"
    servers: list[ChildCommand] = []
    for number, port in enumerate(ports):
        command = ["serve", "--host", host, "--port", str(port), "--robots", "0", "--beside", "--lang", options.lang]
        command += ["--drain", str(options.drain)]
        if config.metrics_address is not None:  # each process has its own metrics
            command += ["--metrics", f"{config.metrics_address[0]}:{config.metrics_address[1] + number}"]
        servers.append((command, dict(os.environ)))
    # A worker gets its own key and no database address.
    worker_environment = {name: value for name, value in os.environ.items() if not name.startswith("MALLE_")}
    # Workers use the reverse proxy, which sends each table to its process, or the processes directly without a proxy.
    server_addresses = [front] if options.processes == 1 else [front, *(f"http://127.0.0.1:{port}" for port in ports)]
    worker: ChildCommand = (
        ["robots", "--server", ",".join(server_addresses)],
        {**worker_environment, **config.worker_config().environment()},
    )
    notifier: ChildCommand = (["notices"], dict(os.environ))
    return _supervise_children(servers + [worker] * options.robots + [notifier] * options.notices)


ChildCommand = tuple[list[str], dict[str, str]]
"""Arguments for `malle`, and the environment of the child process."""


def _supervise_children(commands: list[ChildCommand]) -> int:
    """Run the commands as child processes until SIGTERM or SIGINT, and restart each one that
    ends after half a second. If a child exits with `EXIT_REFUSED`, stop all others and return
    that code. Return 0 otherwise. Wait until all children have ended."""
    running: dict[int, ChildCommand] = {}
    ending, code = False, 0

    def end(number: int, frame: object) -> None:
        """Handle a signal: stop restarting and send SIGTERM to all children."""
        nonlocal ending
        ending = True
        for pid in running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    def start(command: ChildCommand) -> None:
        """Start a child and enter it in `running`, unless the supervisor is stopping."""
        # no signal may arrive between the start and the entry in `running`
        signal.pthread_sigmask(signal.SIG_BLOCK, _TERMINATION_SIGNALS)
        try:
            if not ending:
                running[_start_child(command)] = command
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _TERMINATION_SIGNALS)

    for number in _TERMINATION_SIGNALS:
        signal.signal(number, end)
    for command in commands:
        start(command)
    while running:
        pid, status = os.wait()
        if pid not in running:  # the browser opener, or an orphan if this is process 1
            continue
        command = running.pop(pid)
        if os.waitstatus_to_exitcode(status) == EXIT_REFUSED and not ending:
            code = EXIT_REFUSED  # the child has printed the reason; a restart would fail again
            end(signal.SIGTERM, None)
        if not ending:
            time.sleep(0.5)
            start(command)
    return code


def _start_child(command: ChildCommand) -> int:
    """Start `malle` with these arguments as a child process and return its process id."""
    arguments, environment = command
    return os.posix_spawn(sys.executable, [sys.executable, "-m", "malle", *arguments], environment, setsigmask=[])


def robot_worker_command(options: argparse.Namespace) -> int:
    """Run `malle robots`: one robot worker until a signal ends it. With `--print-key`, only
    print the key for a worker, made from the newest key of `MALLE_KEY`. Raise `OperatorError` if
    a setting is missing."""
    if options.print_key:
        if not os.environ.get("MALLE_KEY"):
            raise OperatorError("setting-missing", {"name": "MALLE_KEY"})
        print(parse_keyring(os.environ["MALLE_KEY"]).robot_keys()[0].to_setting())
        return 0
    configure_logs()
    _run_until_signal(run_robot_worker(read_worker_config(), options.server, options.think, options.processes))
    return 0


def notifier_command(options: argparse.Namespace) -> int:
    """Run `malle notices`: one notifier, which tells people that it is their turn, until a
    signal ends it."""
    from malle.notifications.notifier import run_notifier as notify  # its libraries take longer to import than a server

    configure_logs()
    _run_until_signal(notify(read_config()))
    return 0


def _run_until_signal(work: Coroutine[Any, Any, None]) -> None:
    """Run `work` until it ends or SIGTERM or SIGINT cancels it, then exit the process. This
    function does not return.

    The exit code is 0 after a signal, and 1 if the work ended by itself. After a signal the work
    has `GRACE_SECONDS` to end. Threads that still wait for a remote server are not waited for.
    The work's task is cancelled because a library could swallow an exception that a signal
    handler raises."""

    async def run() -> None:
        """Run the work in a task that a signal cancels, then exit the process."""
        task, loop = asyncio.ensure_future(work), asyncio.get_running_loop()
        told = False

        def end() -> None:
            """Handle a signal: cancel the work, and exit the process after `GRACE_SECONDS` at
            the latest."""
            nonlocal told
            told = True
            loop.call_later(GRACE_SECONDS, os._exit, 0)
            task.cancel()

        for number in _TERMINATION_SIGNALS:
            loop.add_signal_handler(number, end)
        with contextlib.suppress(asyncio.CancelledError):
            await task
        os._exit(0 if told else 1)  # the supervisor restarts it

    asyncio.run(run())


def migrate_command(options: argparse.Namespace) -> int:
    """Run `malle migrate`: bring every database to this release's schema, and print a line for
    each. Return 0. Raise `OperatorError`, before any database is changed, if one has a newer
    schema or does not answer."""
    config = read_config()
    require_known_schemas(config)
    migrate_all(config)
    return 0


def require_known_schemas(config: Config) -> None:
    """Raise `OperatorError` if a database has the schema of a newer release, or does not answer.
    Call it before changing any database."""
    for _, address, what in _databases_by_owner(config):
        with _explained_database_errors(address):
            newer = asyncio.run(has_newer_schema(address, what))
        if newer:
            raise OperatorError("database-newer", {"address": without_password(address)})


def migrate_all(config: Config, *, quiet: bool = False) -> None:
    """Bring every database to this release's schema, and print a line for each unless `quiet`.
    Call `require_known_schemas` first. Raise `OperatorError` if a database does not answer."""
    for name, address, what in _databases_by_owner(config):
        with _explained_database_errors(address):
            migrate(address, what)
        if not quiet:
            print(f"{name}: up to date")


def _databases_by_owner(config: Config) -> list[tuple[str, str, DatabaseKind]]:
    """Return name, address and kind of schema of every database, the people's database last. It
    is the address for the role that owns the database, if the settings have one."""
    databases: list[tuple[str, str, DatabaseKind]] = []
    for number, address in databases_for_owner(config).items():
        databases.append((f"database {number}", address, "tables"))
    return [*databases, ("people", people_database_for_owner(config), "people")]


@contextlib.contextmanager
def _explained_database_errors(address: str) -> Iterator[None]:
    """Turn an error in the context that means that this database cannot be used into an
    `OperatorError`. It says which database failed and what to do. Other errors pass through."""
    try:
        yield
    except Exception as error:
        cause: BaseException | None = error
        while cause is not None and not is_unavailable_error(cause):  # the layer above the driver wraps its errors
            cause = cause.__cause__
        if cause is None:
            raise
        raise database_not_ready(address, cause) from error
