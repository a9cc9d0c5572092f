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

from malle.bots.worker import work
from malle.core import Say
from malle.front import nginx_lines
from malle.live.house import House
from malle.loops import kind_of, place_of
from malle.store.away import AWAY, LACKS, database_away, is_away, without_password
from malle.store.fit import need_fit_at
from malle.store.migrate import What, is_newer, migrate
from malle.voice import REFUSED, Unready, teller
from malle.web.app import make_app
from malle.web.patience import Patient
from malle.web.site import Site, make_site
from malle.wire.config import Config, owned_databases, owned_people, read_address, read_config, read_worker_config
from malle.wire.keyring import read_keys

_SLOW_READER = 15_000
"""Milliseconds after which the kernel closes a connection whose peer accepts no data."""
_LARGEST_MESSAGE = 4096
_ENDS = (signal.SIGTERM, signal.SIGINT)
GRACE = 5.0
"""Seconds in which a worker or a notifier must stop before it is ended."""
KEPT = 15
"""Seconds that an idle connection is kept open. It must be longer than the reverse proxy keeps one
(`malle.cli.operator.reverse_proxy`). Otherwise a request may arrive just as the server closes the
connection. It would fail, and the proxy would take the process for dead."""


class _Draining(uvicorn.Server):
    """A uvicorn server that reports not ready for `drain_seconds` after the first signal, and then stops. A
    second signal stops it at once."""

    def __init__(self, settings: uvicorn.Config, house: House, drain: float) -> None:
        super().__init__(settings)
        self._house, self._drain = house, drain
        self._told: tuple[float, int] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Mark the server as draining. Stop at once if `drain_seconds` is 0 or this is the second signal;
        otherwise plan the exit."""
        self._house.draining = True
        if self._told is not None or not self._drain:
            super().handle_exit(sig, frame)
        else:
            self._told = time.monotonic() + self._drain, sig

    async def on_tick(self, counter: int) -> bool:
        """Stop when the planned exit is due. uvicorn calls this ten times a second."""
        if self._told is not None and time.monotonic() >= self._told[0] and not self.should_exit:
            super().handle_exit(self._told[1], None)
        return await super().on_tick(counter)


def serve(
    config: Config,
    listening: socket.socket,
    *,
    house: House | None = None,
    site: Callable[[House], Site] | None = None,
    drain: float = 0.0,
) -> None:
    """Run one server process on a listening socket until a signal ends it, and for `drain_seconds` more.
    `site` builds the pages of the site from the table service; without it only the API is served."""
    quiet_logs()
    house = house or House(config)
    for broken in house.library.boxes.broken:
        structlog.get_logger().warning("edition", file=broken.file, trouble=broken.sentence)
    app = make_app(house, *(site(house) if site is not None else ()))
    settings = uvicorn.Config(
        app,
        loop="uvloop",
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # the length of a compressed frame would reveal its content
        ws_max_size=_LARGEST_MESSAGE,
        ws_ping_interval=25,
        ws_ping_timeout=20,
        h11_max_incomplete_event_size=16_384,
        timeout_keep_alive=KEPT,
        timeout_graceful_shutdown=5,
        http=Patient,
        forwarded_allow_ips=config.proxies,
        log_config=None,
        access_log=False,
        server_header=False,
    )
    _Draining(settings, house, drain).run(sockets=[listening])


def need_ready(options: argparse.Namespace, environment: Mapping[str, str]) -> Config:
    """Return the settings. Raise `OperatorError` if a setting is wrong, a port is taken, or several
    processes are asked for without NATS."""
    config = read_config(environment)
    if options.processes > 1 and not config.nats:
        raise Unready("nats-needed")
    if options.metrics:
        config = msgspec.structs.replace(config, metrics=read_address(options.metrics))
    if not options.beside:
        wanted = [(options.host, options.port)]
        if options.processes > 1:
            wanted = [("127.0.0.1", options.port + 1 + number) for number in range(options.processes)]
        for each in wanted:
            need_free(*each)
    return config


async def need_up_to_date(config: Config) -> None:
    """Raise `OperatorError` if a database answers but its schema is outdated. The server could not tell
    then which people were blocked or erased. A database that does not answer is no error: it is checked
    when it is back."""
    every: list[tuple[str, What]] = [(address, "tables") for address in config.databases.values()]
    every.append((config.people, "people"))
    told = await asyncio.gather(*(need_fit_at(*each) for each in every), return_exceptions=True)
    for (address, _), error in zip(every, told, strict=True):
        if isinstance(error, LACKS):
            raise database_away(address, error) from error
        if error is not None and not isinstance(error, (*AWAY, asyncpg.PostgresError)):
            raise error


def need_free(host: str, port: int) -> None:
    """Raise `OperatorError` if another program listens on this port. Two servers would otherwise share the
    visitors silently."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            raise Unready("port-taken", {"host": host, "port": str(port), "why": str(error.strerror)}) from error


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on this port. A new process may open it while the old one is still
    stopping."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SLOW_READER)
    listening.bind((host, port))
    listening.listen(2048)
    listening.set_inheritable(True)
    return listening


def quiet_logs() -> None:
    """Log one JSON line an event to standard error. It says what happened, but contains no moves and no
    tokens. Each line is written in one piece, since several processes share one log. Libraries log warnings
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
    handler.setFormatter(_Line())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


class _Line(logging.Formatter):
    """Formats a library's log record as a JSON line with its place, and for an error its kind and place.
    The message is left out, because it may quote what a user sent."""

    def format(self, record: logging.LogRecord) -> str:
        told = {"event": record.name, "level": record.levelname.lower(), "line": f"{record.module}:{record.lineno}"}
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            told |= {"trouble": kind_of(error), "at": place_of(error)}
        return json.dumps(told)


def serve_word(options: argparse.Namespace) -> int:
    """Run `malle serve`: server processes, robot workers and notifiers, each restarted when it ends.
    Several server processes get a port each and need a reverse proxy, for which the nginx lines are
    printed. Return the exit code."""
    config = need_ready(options, os.environ)
    if not options.beside:  # with --beside the process reports not ready instead, so that it cannot stop the others
        asyncio.run(need_up_to_date(config))
    if options.processes == 1 and not options.robots:
        serve(config, listen(options.host, options.port), site=make_site, drain=options.drain)
        return 0
    front = f"http://{options.host}:{options.port}"
    ports = [options.port]
    if options.processes > 1:
        ports = [options.port + 1 + number for number in range(options.processes)]
        print(f"# {teller(options.lang)(Say('up-lines', {'n': options.processes}))}")
        print(nginx_lines(f"{options.host}:{options.port}", ports), flush=True)
    host = options.host if options.processes == 1 else "127.0.0.1"
    servers: list[Command] = []
    for number, port in enumerate(ports):
        command = ["serve", "--host", host, "--port", str(port), "--robots", "0", "--beside", "--lang", options.lang]
        command += ["--drain", str(options.drain)]
        if config.metrics is not None:  # each process has its own metrics
            command += ["--metrics", f"{config.metrics[0]}:{config.metrics[1] + number}"]
        servers.append((command, dict(os.environ)))
    # A worker gets its own key and no database address.
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MALLE_")}
    # Workers use the reverse proxy, which sends each table to its process, or the processes directly without a proxy.
    ways = [front] if options.processes == 1 else [front, *(f"http://127.0.0.1:{port}" for port in ports)]
    worker: Command = (["robots", "--server", ",".join(ways)], {**alone, **config.worker().environment()})
    notifier: Command = (["notices"], dict(os.environ))
    return _supervise(servers + [worker] * options.robots + [notifier] * options.notices)


Command = tuple[list[str], dict[str, str]]
"""Arguments for `malle`, and the environment of the child process."""


def _supervise(commands: list[Command]) -> int:
    """Run the commands as child processes and restart each one that ends, until SIGTERM or SIGINT. If a
    child exits with `EXIT_REFUSED`, stop all others and return that code. Return 0 otherwise."""
    running: dict[int, Command] = {}
    ending, code = False, 0

    def end(number: int, frame: object) -> None:
        """Handle a signal: stop restarting and send SIGTERM to all children."""
        nonlocal ending
        ending = True
        for pid in running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    def start(command: Command) -> None:
        """Start a child and remember it, unless the supervisor is stopping."""
        # no signal may arrive between the start and the entry in `running`
        signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
        try:
            if not ending:
                running[_spawn(command)] = command
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)

    for number in _ENDS:
        signal.signal(number, end)
    for command in commands:
        start(command)
    while running:
        pid, status = os.wait()
        if pid not in running:  # the browser opener, or an orphan if this is process 1
            continue
        command = running.pop(pid)
        if os.waitstatus_to_exitcode(status) == REFUSED and not ending:
            code = REFUSED  # the child has printed the reason; a restart would fail again
            end(signal.SIGTERM, None)
        if not ending:
            time.sleep(0.5)
            start(command)
    return code


def _spawn(command: Command) -> int:
    """Start `malle` with these arguments as a child process and return its process id."""
    words, environment = command
    return os.posix_spawn(sys.executable, [sys.executable, "-m", "malle", *words], environment, setsigmask=[])


def robots_word(options: argparse.Namespace) -> int:
    """Run `malle robots`: one robot worker until a signal ends it. With `--print-key`, print the worker's
    key instead."""
    if options.print_key:
        if not os.environ.get("MALLE_KEY"):
            raise Unready("setting-missing", {"name": "MALLE_KEY"})
        print(read_keys(os.environ["MALLE_KEY"]).robots()[0].write())
        return 0
    quiet_logs()
    _until_told(work(read_worker_config(), options.server, options.think, options.processes))
    return 0


def notices_word(options: argparse.Namespace) -> int:
    """Run `malle notices`: one notifier until a signal ends it."""
    from malle.notices.worker import work as notify  # its libraries take longer to import than a server

    quiet_logs()
    _until_told(notify(read_config()))
    return 0


def _until_told(work: Coroutine[Any, Any, None]) -> None:
    """Run `work` until SIGTERM or SIGINT cancels its task, then exit the process.

    The task is cancelled because a library could swallow an exception that a signal handler raises. The
    exit code is 0 after a signal, and 1 if the work ended by itself. Threads that still wait for a remote
    server are not joined. After a signal nothing is waited for longer than `GRACE_SECONDS`.
    """

    async def run() -> None:
        task, loop = asyncio.ensure_future(work), asyncio.get_running_loop()
        told = False

        def end() -> None:
            nonlocal told
            told = True
            loop.call_later(GRACE, os._exit, 0)
            task.cancel()

        for number in _ENDS:
            loop.add_signal_handler(number, end)
        with contextlib.suppress(asyncio.CancelledError):
            await task
        os._exit(0 if told else 1)  # the supervisor restarts it

    asyncio.run(run())


def migrate_word(options: argparse.Namespace) -> int:
    """Run `malle migrate`: migrate every database to this release's schema. The owner's addresses are used
    where they are set."""
    config = read_config()
    need_known_schemas(config)
    migrate_all(config)
    return 0


def need_known_schemas(config: Config) -> None:
    """Raise `OperatorError` if a database has the schema of a newer release, or does not answer. Call it
    before any database is changed."""
    for _, address, what in _owned(config):
        with _told(address):
            newer = asyncio.run(is_newer(address, what))
        if newer:
            raise Unready("database-newer", {"address": without_password(address)})


def migrate_all(config: Config, *, quiet: bool = False) -> None:
    """Migrate every database to this release's schema, and print a line for each unless `quiet`. Call
    `require_known_schemas` first."""
    for name, address, what in _owned(config):
        with _told(address):
            migrate(address, what)
        if not quiet:
            print(f"{name}: up to date")


def _owned(config: Config) -> list[tuple[str, str, What]]:
    """Return name, address and schema of every database. The address is the owner's where it is set."""
    found: list[tuple[str, str, What]] = []
    for number, address in owned_databases(config).items():
        found.append((f"database {number}", address, "tables"))
    return [*found, ("people", owned_people(config), "people")]


@contextlib.contextmanager
def _told(address: str) -> Iterator[None]:
    """Turn connection errors about this database into an `OperatorError` that says which database failed
    and what to do. Other errors pass through."""
    try:
        yield
    except Exception as error:
        told: BaseException | None = error
        while told is not None and not is_away(told):  # the layer above the driver wraps its errors
            told = told.__cause__
        if told is None:
            raise
        raise database_away(address, told) from error
