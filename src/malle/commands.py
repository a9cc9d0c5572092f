"""What `malle serve`, `malle robots` and `malle migrate` do: the words that need the server's libraries.

They stand above the server and the robots, so neither needs to know the other.
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
"""Milliseconds after which the kernel ends a connection whose peer takes nothing."""
_LARGEST_MESSAGE = 4096
_ENDS = (signal.SIGTERM, signal.SIGINT)
GRACE = 5.0
"""Seconds that a worker or a notifier has to end in."""
KEPT = 15
"""Seconds that a connection is kept after an answer. Longer than a front keeps it (`malle.front`): one that we close in
the moment in which the front uses it again is a request that fails, and a process that the front takes for dead."""


class _Draining(uvicorn.Server):
    """Says that it is about to end for a while before it does; told again, it ends at once."""

    def __init__(self, settings: uvicorn.Config, house: House, drain: float) -> None:
        super().__init__(settings)
        self._house, self._drain = house, drain
        self._told: tuple[float, int] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._house.draining = True
        if self._told is not None or not self._drain:
            super().handle_exit(sig, frame)
        else:
            self._told = time.monotonic() + self._drain, sig

    async def on_tick(self, counter: int) -> bool:
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
    """Runs one server process on a socket until it is told to end, and then for `drain` seconds more."""
    quiet_logs()
    house = house or House(config)
    for broken in house.library.boxes.broken:
        structlog.get_logger().warning("edition", file=broken.file, trouble=broken.sentence)
    app = make_app(house, *(site(house) if site is not None else ()))
    settings = uvicorn.Config(
        app,
        loop="uvloop",
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # a compressed frame's length tells what is in it
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
    """The settings. `Refused` if one of them is wrong, a port is taken, or there is no NATS for several processes."""
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
    """`Refused` if a database answers and was not brought up to date: the server would not know who was closed, nor who
    was erased. One that is away is served without, and looked at when it is back."""
    every: list[tuple[str, What]] = [(address, "tables") for address in config.databases.values()]
    every.append((config.people, "people"))
    told = await asyncio.gather(*(need_fit_at(*each) for each in every), return_exceptions=True)
    for (address, _), error in zip(every, told, strict=True):
        if isinstance(error, LACKS):
            raise database_away(address, error) from error
        if error is not None and not isinstance(error, (*AWAY, asyncpg.PostgresError)):
            raise error


def need_free(host: str, port: int) -> None:
    """`Refused` if something listens there already: two servers would share the visitors without a word."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            raise Unready("port-taken", {"host": host, "port": str(port), "why": str(error.strerror)}) from error


def listen(host: str, port: int) -> socket.socket:
    """A socket to listen on. A process that takes over may bind it while the one before still ends."""
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
    """One JSON line an event on the standard error: what happened, never what was played or by whose token. Each is
    written whole, also where nothing is buffered: several processes share one log."""
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
    """What libraries tell, as a line of the same kind: where it was told, and of an error its kind and place. Their
    sentences are left out, since they may quote what somebody sent."""

    def format(self, record: logging.LogRecord) -> str:
        told = {"event": record.name, "level": record.levelname.lower(), "line": f"{record.module}:{record.lineno}"}
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            told |= {"trouble": kind_of(error), "at": place_of(error)}
        return json.dumps(told)


def serve_word(options: argparse.Namespace) -> int:
    """`malle serve`: as many processes and robots' workers as asked for, restarted when they end. Several processes
    have a port each, and wait behind a front, for which it prints the lines."""
    config = need_ready(options, os.environ)
    if not options.beside:  # one of several, or one that takes over, ends none of the others: it is not ready
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
        if config.metrics is not None:  # each process has counts of its own
            command += ["--metrics", f"{config.metrics[0]}:{config.metrics[1] + number}"]
        servers.append((command, dict(os.environ)))
    # A worker is given its own key, and no address of a database.
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MALLE_")}
    # Through the front, where each table has its process; past it, while there is none.
    ways = [front] if options.processes == 1 else [front, *(f"http://127.0.0.1:{port}" for port in ports)]
    worker: Command = (["robots", "--server", ",".join(ways)], {**alone, **config.worker().environment()})
    notifier: Command = (["notices"], dict(os.environ))
    return _supervise(servers + [worker] * options.robots + [notifier] * options.notices)


Command = tuple[list[str], dict[str, str]]
"""Words for `malle`, and their environment."""


def _supervise(commands: list[Command]) -> int:
    """Runs these commands, and starts again whichever ends, until told to end."""
    running: dict[int, Command] = {}
    ending, code = False, 0

    def end(number: int, frame: object) -> None:
        nonlocal ending
        ending = True
        for pid in running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    def start(command: Command) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)  # nothing is told to end between its start and our list
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
        if pid not in running:  # what opened a browser, or whoever's parent died where we are the first process
            continue
        command = running.pop(pid)
        if os.waitstatus_to_exitcode(status) == REFUSED and not ending:  # it has said why, and would say it again
            code = REFUSED
            end(signal.SIGTERM, None)
        if not ending:
            time.sleep(0.5)
            start(command)
    return code


def _spawn(command: Command) -> int:
    words, environment = command
    return os.posix_spawn(sys.executable, [sys.executable, "-m", "malle", *words], environment, setsigmask=[])


def robots_word(options: argparse.Namespace) -> int:
    """`malle robots`: one worker, until it is told to end."""
    if options.print_key:
        if not os.environ.get("MALLE_KEY"):
            raise Unready("setting-missing", {"name": "MALLE_KEY"})
        print(read_keys(os.environ["MALLE_KEY"]).robots()[0].write())
        return 0
    quiet_logs()
    _until_told(work(read_worker_config(), options.server, options.think, options.processes))
    return 0


def notices_word(options: argparse.Namespace) -> int:
    """`malle notices`: one notifier, until it is told to end."""
    from malle.notices.worker import work as notify  # its libraries take longer to import than a server to start

    quiet_logs()
    _until_told(notify(read_config()))
    return 0


def _until_told(work: Coroutine[Any, Any, None]) -> None:
    """Runs some work until the process is told to end: it is cancelled, since an error thrown into whatever line is at
    work may end in a library that keeps it to itself. A thread that waits for somebody else's server is not waited
    for, and nothing for longer than `GRACE`."""

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
        os._exit(0 if told else 1)  # whoever watches it starts it again

    asyncio.run(run())


def migrate_word(options: argparse.Namespace) -> int:
    """`malle migrate`: every database up to date, by the owner's addresses where they are set."""
    config = read_config()
    need_known_schemas(config)
    migrate_all(config)
    return 0


def need_known_schemas(config: Config) -> None:
    """`Refused` if one of the databases is of a newer release, or cannot be asked: before any of them is changed."""
    for _, address, what in _owned(config):
        with _told(address):
            newer = asyncio.run(is_newer(address, what))
        if newer:
            raise Unready("database-newer", {"address": without_password(address)})


def migrate_all(config: Config, *, quiet: bool = False) -> None:
    """Brings every database to this release's schema. `need_known_schemas` comes before."""
    for name, address, what in _owned(config):
        with _told(address):
            migrate(address, what)
        if not quiet:
            print(f"{name}: up to date")


def _owned(config: Config) -> list[tuple[str, str, What]]:
    """Every database by its owner's address, and what is in it."""
    found: list[tuple[str, str, What]] = []
    for number, address in owned_databases(config).items():
        found.append((f"database {number}", address, "tables"))
    return [*found, ("people", owned_people(config), "people")]


@contextlib.contextmanager
def _told(address: str) -> Iterator[None]:
    """`Refused` says which database cannot be used, and what to do."""
    try:
        yield
    except Exception as error:
        told: BaseException | None = error
        while told is not None and not is_away(told):  # the layer above the driver wraps what it says
            told = told.__cause__
        if told is None:
            raise
        raise database_away(address, told) from error
