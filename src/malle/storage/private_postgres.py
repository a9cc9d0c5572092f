"""A private PostgreSQL cluster in a folder, created, started and stopped with the system's own programs.

`malle up` runs an instance with one, and tests have theirs (`malle.testing.dev_services`). PostgreSQL
refuses to run as root. When Malle runs as root, the data belong to the user `postgres` of the system
package.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from malle.core import Message, Refused
from malle.core.message import Text
from malle.i18n.operator_messages import OperatorError

OWNER_ROLE = "malle"
"""The PostgreSQL role that owns everything in a private cluster."""
_DEBIAN_POSTGRES_FOLDER = Path("/usr/lib/postgresql")
_INSTALL_COMMANDS = (
    ("apt-get", "sudo apt-get install postgresql"),
    ("dnf", "sudo dnf install postgresql-server"),
    ("pacman", "sudo pacman -S postgresql"),
    ("apk", "sudo apk add postgresql"),
    ("brew", "brew install postgresql"),
)


def find_tool(name: str, version: str = "") -> str:
    """Return the path of a PostgreSQL program. With `version`, Debian's folder of that version comes before
    the PATH; otherwise Debian's folders come first, newest first. Raise `OperatorError` with the command
    that installs PostgreSQL if the program is missing."""
    homes = sorted(_DEBIAN_POSTGRES_FOLDER.glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True)
    if version and (of_version := _DEBIAN_POSTGRES_FOLDER / version / "bin").is_dir():
        homes = [of_version]
    path = os.pathsep.join([*map(str, homes), os.environ.get("PATH", ""), "/usr/sbin"])
    path_found = shutil.which(name, path=path)
    if path_found is None:
        raise OperatorError("postgres-missing", {"tool": name, "line": install_command()})
    return path_found


def install_command() -> Text:
    """Return the command that installs PostgreSQL on this machine, or a general message if no known package
    manager is found."""
    return next((line for tool, line in _INSTALL_COMMANDS if shutil.which(tool)), Message("postgres-install"))


def run_tool(command: list[str], *, as_postgres: bool = False, check: bool = True) -> int:
    """Run a program to its end and return its exit code. With `as_postgres`, root runs it as the
    user `postgres`. If it fails and `check` is set, raise `Refused` with the most informative line
    of its output."""
    if as_postgres and os.geteuid() == 0:
        command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", *command]
    with tempfile.TemporaryFile() as output, _delayed_termination():  # not a pipe: the postmaster would keep it open
        code = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd="/",
            env={**os.environ, "LC_ALL": "C"},  # its output is parsed, so it must be English
            preexec_fn=_prepare_child,
        ).returncode
        if check and code:
            output.seek(0)
            lines = output.read().decode(errors="replace").strip().splitlines() or [f"exit code {code}"]
            name = next(
                Path(each).name for each in command if Path(each).name not in _WRAPPER_PROGRAMS and each[:1] != "-"
            )
            raise Refused(f"{name}: {_most_informative_line(lines)}")
    return code


_WRAPPER_PROGRAMS = ("setpriv",)
_TERMINATION_SIGNALS = (signal.SIGTERM, signal.SIGINT)


@contextlib.contextmanager
def _delayed_termination() -> Iterator[None]:
    """Delay SIGTERM and SIGINT until the block has ended. Otherwise a half-started PostgreSQL could
    be left behind."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _TERMINATION_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare_child() -> None:
    """Prepare the child process: accept SIGTERM and SIGINT again, and start a new session so that Ctrl-C
    reaches only Malle."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _TERMINATION_SIGNALS)
    os.setsid()  # Ctrl-C is handled by Malle


def _most_informative_line(lines: list[str]) -> str:
    """Return the first line with `FATAL`, `error` or `could not`, or the last line if there is none."""
    return next((line for line in lines if any(word in line for word in ("FATAL", "error", "could not"))), lines[-1])


def can_postgres_enter(folder: Path) -> bool:
    """Return whether the user who runs PostgreSQL may enter this folder. If Malle runs as root,
    this is the user `postgres`; raise `OperatorError` if there is none."""
    if os.geteuid() != 0:
        return os.access(folder, os.X_OK)
    require_postgres_user()
    return run_tool(["/usr/bin/test", "-x", str(folder)], as_postgres=True, check=False) == 0


def require_postgres_user() -> None:
    """Raise `OperatorError` if Malle runs as root and the system has no user `postgres`."""
    if os.geteuid() == 0:
        try:
            pwd.getpwnam("postgres")
        except KeyError:
            raise OperatorError("postgres-root") from None


class Cluster:
    """One PostgreSQL cluster (a server with its databases), given by its data folder. It need not
    exist yet."""

    def __init__(self, data: Path) -> None:
        self.data = data

    @property
    def version(self) -> str:
        """The major version of PostgreSQL that created the cluster, such as `15`, or an empty string if it
        does not exist yet."""
        file = self.data / "PG_VERSION"
        return file.read_text().strip() if file.exists() else ""

    def create(self, password: str, settings: str) -> None:
        """Create the cluster, whole or not at all, with the owner role `malle` and this password.
        `settings` is appended to `postgresql.conf`. Raise `OperatorError` if the disk is full, and
        `Refused` if `initdb` fails otherwise."""
        require_postgres_user()
        new_folder = self.data.with_name(self.data.name + ".new")
        shutil.rmtree(new_folder, ignore_errors=True)
        new_folder.mkdir(mode=0o700)
        with tempfile.NamedTemporaryFile("w", suffix=".password") as file:
            file.write(password)
            file.flush()
            if os.geteuid() == 0:
                owner = pwd.getpwnam("postgres")
                for path in (new_folder, Path(file.name)):
                    os.chown(path, owner.pw_uid, owner.pw_gid)
            arguments = ["-U", OWNER_ROLE, "--auth=scram-sha-256", f"--pwfile={file.name}", "--data-checksums"]
            arguments += ["--encoding=UTF8", "--locale=C.UTF-8"]
            try:
                run_tool([find_tool("initdb"), "-D", str(new_folder), *arguments], as_postgres=True)
            except Refused as error:
                if "No space left" in str(error):
                    raise OperatorError("postgres-no-room", {"folder": str(self.data.parent)}) from error
                raise
        with (new_folder / "postgresql.conf").open("a") as conf:
            conf.write(settings)
        new_folder.rename(self.data)

    def start(self) -> None:
        """Start PostgreSQL and wait until it answers. If it fails, raise `OperatorError` with the
        last fatal line of its log."""
        try:
            self._pg_ctl("-w", "-l", str(self.data / "log"), "start")
        except Refused as error:
            raise OperatorError("postgres-fails", {"why": self._last_fatal_message() or str(error)}) from error

    def stop(self, mode: str = "fast") -> None:
        """Stop PostgreSQL and wait until it has ended; raise `Refused` if it does not. `mode` is a
        shutdown mode of `pg_ctl`; `immediate` acts like a crash."""
        self._pg_ctl("-w", "-m", mode, "stop")

    def is_running(self) -> bool:
        """Return whether the cluster exists and its server process runs."""
        return bool(self.version) and self._pg_ctl("status", check=False) == 0

    def run_sql(self, address: str, statement: str) -> None:
        """Run one SQL statement with `psql` in the database at this address. Raise `Refused` if it
        fails."""
        run_tool([find_tool("psql"), "-q", "-v", "ON_ERROR_STOP=1", address, "-c", statement])

    def _pg_ctl(self, *arguments: str, check: bool = True) -> int:
        """Run `pg_ctl` of the cluster's own version on its data folder, and return the exit code.
        If it fails and `check` is set, raise `Refused`."""
        tool = find_tool("pg_ctl", self.version)
        return run_tool([tool, "-D", str(self.data), *arguments], as_postgres=True, check=check)

    def _last_fatal_message(self) -> str:
        """Return the last `FATAL:` message among the last 20 lines of PostgreSQL's log, without its
        prefix. Return an empty string if there is none, or no log."""
        try:
            lines = (self.data / "log").read_text(errors="replace").splitlines()[-20:]
        except OSError:
            return ""
        return next((line.partition("FATAL:")[2].strip() for line in reversed(lines) if "FATAL:" in line), "")
