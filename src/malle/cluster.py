"""One private PostgreSQL cluster in a folder, from the system's own binaries: made, started, stopped.

`malle up` keeps a house in one, and tests have theirs (`malle.testing.services`). PostgreSQL refuses to run as root:
root hands the data to the user `postgres` of the package.
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

from malle.core import Refused, Say
from malle.core.say import Text
from malle.voice import Unready

OWNER = "malle"
"""The role that owns what is in a cluster of ours."""
_DEBIAN = Path("/usr/lib/postgresql")
_INSTALL = (
    ("apt-get", "sudo apt-get install postgresql"),
    ("dnf", "sudo dnf install postgresql-server"),
    ("pacman", "sudo pacman -S postgresql"),
    ("apk", "sudo apk add postgresql"),
    ("brew", "brew install postgresql"),
)


def find_tool(name: str, version: str = "") -> str:
    """A program of PostgreSQL: on the path, or where Debian keeps them, the newest first, or of one version alone.
    `Refused` has the line that installs it."""
    homes = sorted(_DEBIAN.glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True)
    if version and (of_version := _DEBIAN / version / "bin").is_dir():
        homes = [of_version]
    path = os.pathsep.join([*map(str, homes), os.environ.get("PATH", ""), "/usr/sbin"])
    found = shutil.which(name, path=path)
    if found is None:
        raise Unready("postgres-missing", {"tool": name, "line": install_line()})
    return found


def install_line() -> Text:
    """What installs PostgreSQL on this machine."""
    return next((line for tool, line in _INSTALL if shutil.which(tool)), Say("postgres-install"))


def run_tool(command: list[str], *, as_postgres: bool = False, check: bool = True) -> int:
    """Runs a program to its end: its exit code. `Refused` tells the last line that it said, if it failed."""
    if as_postgres and os.geteuid() == 0:
        command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", *command]
    with tempfile.TemporaryFile() as output, _undisturbed():  # not a pipe: the postmaster would keep it open for ever
        code = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd="/",
            env={**os.environ, "LC_ALL": "C"},  # what it says is read here, in English
            preexec_fn=_disturbable,
        ).returncode
        if check and code:
            output.seek(0)
            said = output.read().decode(errors="replace").strip().splitlines() or [f"exit code {code}"]
            name = next(Path(each).name for each in command if Path(each).name not in _BEFORE and each[:1] != "-")
            raise Refused(f"{name}: {_most_telling(said)}")
    return code


_BEFORE = ("setpriv",)
_ENDS = (signal.SIGTERM, signal.SIGINT)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Whoever tells us to end waits until a program has: PostgreSQL half started would be left behind."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _disturbable() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
    os.setsid()  # Ctrl-C is for us


def _most_telling(said: list[str]) -> str:
    """The line of a program's last words that says why."""
    return next((line for line in said if any(word in line for word in ("FATAL", "error", "could not"))), said[-1])


def can_reach(folder: Path) -> bool:
    """May whoever runs PostgreSQL here go into this folder?"""
    if os.geteuid() != 0:
        return os.access(folder, os.X_OK)
    need_user()
    return run_tool(["/usr/bin/test", "-x", str(folder)], as_postgres=True, check=False) == 0


def need_user() -> None:
    """`Refused` if we are root, and there is nobody to run PostgreSQL instead."""
    if os.geteuid() == 0:
        try:
            pwd.getpwnam("postgres")
        except KeyError:
            raise Unready("postgres-root") from None


class Cluster:
    """One cluster: the folder of its data."""

    def __init__(self, data: Path) -> None:
        self.data = data

    @property
    def version(self) -> str:
        """Of PostgreSQL, such as 15; empty: it is not made yet."""
        file = self.data / "PG_VERSION"
        return file.read_text().strip() if file.exists() else ""

    def make(self, password: str, settings: str) -> None:
        """Makes it, with a role `malle` that owns it: whole, or not at all."""
        need_user()
        fresh = self.data.with_name(self.data.name + ".new")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        with tempfile.NamedTemporaryFile("w", suffix=".password") as file:
            file.write(password)
            file.flush()
            if os.geteuid() == 0:
                owner = pwd.getpwnam("postgres")
                for path in (fresh, Path(file.name)):
                    os.chown(path, owner.pw_uid, owner.pw_gid)
            words = ["-U", OWNER, "--auth=scram-sha-256", f"--pwfile={file.name}", "--data-checksums"]
            words += ["--encoding=UTF8", "--locale=C.UTF-8"]
            try:
                run_tool([find_tool("initdb"), "-D", str(fresh), *words], as_postgres=True)
            except Refused as error:
                if "No space left" in str(error):
                    raise Unready("postgres-no-room", {"folder": str(self.data.parent)}) from error
                raise
        with (fresh / "postgresql.conf").open("a") as conf:
            conf.write(settings)
        fresh.rename(self.data)

    def start(self) -> None:
        """Starts it and waits until it answers."""
        try:
            self._pg_ctl("-w", "-l", str(self.data / "log"), "start")
        except Refused as error:
            raise Unready("postgres-fails", {"why": self._last_words() or str(error)}) from error

    def stop(self, mode: str = "fast") -> None:
        """Stops it; `immediate` is as good as a crash."""
        self._pg_ctl("-w", "-m", mode, "stop")

    def is_up(self) -> bool:
        """Does its postmaster run?"""
        return bool(self.version) and self._pg_ctl("status", check=False) == 0

    def psql(self, address: str, statement: str) -> None:
        """Runs one statement."""
        run_tool([find_tool("psql"), "-q", "-v", "ON_ERROR_STOP=1", address, "-c", statement])

    def _pg_ctl(self, *words: str, check: bool = True) -> int:
        tool = find_tool("pg_ctl", self.version)
        return run_tool([tool, "-D", str(self.data), *words], as_postgres=True, check=check)

    def _last_words(self) -> str:
        """What its log says of the end."""
        try:
            lines = (self.data / "log").read_text(errors="replace").splitlines()[-20:]
        except OSError:
            return ""
        return next((line.partition("FATAL:")[2].strip() for line in reversed(lines) if "FATAL:" in line), "")
