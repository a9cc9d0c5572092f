"""A private PostgreSQL (two clusters) and a private NATS for development and tests, from Debian's packages.

    python -m malle.testing.dev_services start     prints the settings that `malle serve` and the tests read
    python -m malle.testing.dev_services stop
    python -m malle.testing.dev_services env       prints the settings without starting anything

Everything is in `var/services` of the checkout. The ports are chosen among free ones at the first start and then kept.
Nothing else on the machine is changed. If PostgreSQL's user cannot reach the checkout (see
`malle.storage.private_postgres`), the data is in a folder under /tmp with a link to it.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import secrets
import shutil
import signal
import socket
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from malle.storage.private_postgres import Cluster, can_postgres_enter

DEFAULT_FOLDER = Path("var/services")
_POSTGRES_SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 128MB
max_wal_size = 2GB
log_min_duration_statement = 1000
password_encryption = 'scram-sha-256'
"""


class Services(msgspec.Struct):
    """The folder, ports and passwords of the private PostgreSQL clusters and NATS. Stored in
    `services.json`, which only its owner can read. Made by `start_services` and read by
    `load_services`."""

    folder: str
    """The folder that holds the data."""
    postgres: tuple[int, ...]
    """The port of each cluster."""
    nats: int
    """The port of NATS."""
    password: str
    """Password of the clusters' owner."""
    app_password: str
    """Password of the role `malle_app`, the only one that the server uses; also NATS's password."""
    key: str
    """The value of `MALLE_KEY`, which encrypts the seeds of the tables played here."""
    checkout: str = ""
    """The services folder in the checkout. It differs from `folder` if the data is under /tmp."""

    def owner_url(self, cluster: int, database: str = "malle") -> str:
        """Return the URL of a database with the owner's rights, for migrations and tests. `cluster`
        counts from 0."""
        return f"postgresql://malle:{self.password}@127.0.0.1:{self.postgres[cluster]}/{database}"

    def app_url(self, cluster: int, database: str = "malle") -> str:
        """Return the URL of a database with the server's rights (the role `malle_app`). `cluster`
        counts from 0."""
        return f"postgresql://malle_app:{self.app_password}@127.0.0.1:{self.postgres[cluster]}/{database}"

    @property
    def nats_url(self) -> str:
        """The URL of NATS, with name and password."""
        return f"nats://malle:{self.app_password}@127.0.0.1:{self.nats}"

    def environment(self, database: str = "malle") -> dict[str, str]:
        """Return the environment variables of a server that uses these services, for the given
        database of every cluster."""
        clusters = range(len(self.postgres))
        return {
            "MALLE_DATABASES": ",".join(f"{cluster + 1}={self.app_url(cluster, database)}" for cluster in clusters),
            "MALLE_PEOPLE": self.app_url(0, database),
            "MALLE_OWNER_DATABASES": ",".join(
                f"{cluster + 1}={self.owner_url(cluster, database)}" for cluster in clusters
            ),
            "MALLE_OWNER_PEOPLE": self.owner_url(0, database),
            "MALLE_NATS": self.nats_url,
            "MALLE_KEY": self.key,
        }

    # PostgreSQL

    def start_postgres(self, cluster: int) -> None:
        """Start one cluster, counted from 0, and wait until it answers."""
        self._cluster_handle(cluster).start()

    def stop_postgres(self, cluster: int, mode: str = "fast") -> None:
        """Stop one cluster, counted from 0. The mode `immediate` is equivalent to a crash."""
        self._cluster_handle(cluster).stop(mode)

    def is_postgres_up(self, cluster: int) -> bool:
        """Return whether the main process of this cluster, counted from 0, runs."""
        return self._cluster_handle(cluster).is_running()

    def _cluster_handle(self, cluster: int) -> Cluster:
        """Return the object that starts and stops one cluster, counted from 0."""
        return Cluster(Path(self.folder) / f"postgres-{cluster + 1}")

    # NATS

    def start_nats(self) -> None:
        """Start NATS and wait until it listens. `SystemExit` if another process uses its port, if
        NATS is not installed, or if it does not listen within ten seconds."""
        if _is_listening(self.nats):
            raise SystemExit(f"somebody else listens on port {self.nats}: end it, or remove {self.folder}")
        folder = Path(self.folder)
        command = [_nats_program(), "-a", "127.0.0.1", "-p", str(self.nats)]
        command += ["--user", "malle", f"--pass={self.app_password}"]
        log = (os.POSIX_SPAWN_OPEN, 1, folder / "nats.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        both = (os.POSIX_SPAWN_DUP2, 1, 2)
        pid = os.posix_spawn(command[0], command, os.environ, file_actions=[log, both], setsid=True)
        (folder / "nats.pid").write_text(str(pid))
        _wait_for_port(self.nats)

    def signal_nats(self, signal_number: signal.Signals) -> None:
        """Send a signal to NATS, if it runs. After SIGKILL, wait until it has ended."""
        pid = self._nats_pid()
        if pid is not None:
            os.kill(pid, signal_number)
            if signal_number == signal.SIGKILL:
                while self._nats_pid() is not None:
                    _reap(pid)
                    time.sleep(0.01)

    def _nats_pid(self) -> int | None:
        """Return the id of the NATS process that was started, or `None` if it does not run. An id that was
        reused by another program counts as not running."""
        try:
            pid = int((Path(self.folder) / "nats.pid").read_text())
            line = Path(f"/proc/{pid}/cmdline").read_bytes()
        except (FileNotFoundError, ValueError):
            return None
        return pid if b"nats-server" in line and str(self.nats).encode() in line else None


def start_services(folder: Path = DEFAULT_FOLDER, clusters: int = 2) -> Services:
    """Start the services that do not run, create them first if they do not exist, and return them.
    `clusters` is the number of PostgreSQL clusters to create. A file lock lets only one process do
    this at a time; the others wait."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # of several runs at once, one starts the services
        services = load_services(folder) or _create_services(folder, clusters)
        for cluster in range(len(services.postgres)):
            if not services.is_postgres_up(cluster):
                services.start_postgres(cluster)
        if services._nats_pid() is None:
            services.start_nats()
    return services


def stop_services(folder: Path = DEFAULT_FOLDER) -> None:
    """Stop the services of a folder, NATS by SIGKILL; their data stays. Without services, do
    nothing."""
    services = load_services(folder.resolve())
    if services is not None:
        services.signal_nats(signal.SIGKILL)
        for cluster in range(len(services.postgres)):
            if services.is_postgres_up(cluster):
                services.stop_postgres(cluster)


def load_services(folder: Path = DEFAULT_FOLDER) -> Services | None:
    """Return the services described in a folder, running or not, or `None` if there are none. Also
    `None` if the description was copied with the checkout: it belongs to the services of the
    original."""
    folder = folder.resolve()
    file = folder / "services.json"
    if not file.exists():
        return None
    services = msgspec.json.decode(file.read_bytes(), type=Services)
    return services if str(folder) == (services.checkout or services.folder) else None


def _create_services(folder: Path, clusters: int) -> Services:
    """Choose ports and passwords, create and start the clusters, and write `services.json`. NATS is
    not started."""
    home = folder if can_postgres_enter(folder) else _create_data_folder(folder)
    ports = _free_ports(clusters + 1)
    services = Services(
        folder=str(home),
        postgres=tuple(ports[:clusters]),
        nats=ports[-1],
        password=secrets.token_urlsafe(16),
        app_password=secrets.token_urlsafe(16),
        key=secrets.token_hex(32),
        checkout=str(folder),
    )
    for cluster in range(clusters):
        _create_cluster(services, cluster)
    file = folder / "services.json"
    file.touch(mode=0o600)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(services)))
    return services


def _create_cluster(services: Services, cluster: int) -> None:
    """Create and start one cluster, with the server's role and the database `malle`. Existing data is deleted."""
    handle = services._cluster_handle(cluster)
    shutil.rmtree(handle.data, ignore_errors=True)
    handle.create(services.password, f"port = {services.postgres[cluster]}\n{_POSTGRES_SETTINGS}")
    handle.start()
    owner = services.owner_url(cluster, "postgres")
    handle.run_sql(owner, f"create role malle_app login password '{services.app_password}'")
    handle.run_sql(owner, "create database malle")


def _nats_program() -> str:
    """Return the path of the NATS program. `SystemExit` if it is not installed."""
    path = shutil.which("nats-server", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"]))
    if path is None:
        raise SystemExit("nats-server is missing: apt-get install nats-server")
    return path


def _create_data_folder(folder: Path) -> Path:
    """Create a data folder under /tmp, link to it from the services folder, and return it."""
    home = Path(tempfile.mkdtemp(prefix="malle-services-"))
    home.chmod(0o755)
    (folder / "data").unlink(missing_ok=True)
    (folder / "data").symlink_to(home)
    return home


def _free_ports(count: int) -> list[int]:
    """Return `count` different ports of 127.0.0.1 that are free now."""
    sockets = [socket.socket() for _ in range(count)]
    for free_socket in sockets:
        free_socket.bind(("127.0.0.1", 0))
    ports = [free_socket.getsockname()[1] for free_socket in sockets]
    for free_socket in sockets:
        free_socket.close()
    return ports


def _wait_for_port(port: int, seconds: float = 10) -> None:
    """Wait until something listens on the port. `SystemExit` after `seconds`."""
    deadline = time.monotonic() + seconds
    while not _is_listening(port):
        if time.monotonic() > deadline:
            raise SystemExit(f"nothing listens on port {port}")
        time.sleep(0.02)


def _is_listening(port: int) -> bool:
    """Return whether something on this machine accepts connections on the port within a second."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def _reap(pid: int) -> None:
    """Collect the exit status of a killed child process; otherwise its process id stays in /proc.
    Do nothing if the process is not a child of this one."""
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line. `start` starts the services and prints their settings, `env` only
    prints the settings, `stop` stops the services."""
    parser = argparse.ArgumentParser(description="Private PostgreSQL and NATS for development and tests.")
    parser.add_argument("what", choices=["start", "stop", "env"])
    parser.add_argument("--folder", type=Path, default=DEFAULT_FOLDER)
    options = parser.parse_args(arguments)
    if options.what == "stop":
        stop_services(options.folder)
        return
    services = start_services(options.folder) if options.what == "start" else load_services(options.folder)
    if services is None:
        sys.exit("not started yet: python -m malle.testing.dev_services start")
    for name, value in services.environment().items():
        print(f"export {name}='{value}'")


if __name__ == "__main__":
    main()
