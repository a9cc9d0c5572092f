"""The folder of a house: its settings, its PostgreSQL, its backups. Whoever has the folder has everything.

`malle.toml` holds the secrets and whatever the host has set, and only its owner may read it. Names in it are those of
the environment in small letters without `MALLE_`: `address` is `MALLE_ADDRESS`. The environment comes first.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import time
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from malle.cluster import OWNER, Cluster, can_reach
from malle.voice import Unready

DATABASE = "malle"
_OTHERS = 120.0
"""Seconds that somebody who stays waits for those who use PostgreSQL for a while."""
_LONGEST = 90
"""Bytes of a path that PostgreSQL can make a socket in."""
_SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{data}'
unix_socket_permissions = 0700
max_connections = 60
shared_buffers = 64MB
password_encryption = 'scram-sha-256'
"""
_HEAD = """\
# The settings of this house, made by `malle up`. Only you can read it, and nobody else should.
# `key` opens every table in play: keep a copy of it apart from this folder and from backups.
# More settings: `malle set NAME VALUE`; docs/host.md has them all. `malle doctor` checks them.
"""


def usual_folder() -> Path:
    """Where a house is, if nobody says where."""
    if told := os.environ.get("MALLE_FOLDER"):
        return Path(told)
    return Path("/var/lib/malle") if os.geteuid() == 0 else Path.home() / "malle"


class Place:
    """One folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.expanduser().resolve()
        self.file = self.folder / "malle.toml"
        self.backups = self.folder / "backups"
        self.cluster = Cluster(self.folder / "postgres")

    @property
    def is_made(self) -> bool:
        """Has it settings?"""
        return self.file.exists()

    def prepare(self) -> None:
        """Makes the folder. `Refused` if it cannot be used."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / "lock").touch()
        except OSError as error:
            raise Unready("folder-unwritable", {"folder": str(self.folder), "why": str(error.strerror)}) from error

    @property
    def release(self) -> str:
        """The release that served it last."""
        file = self.folder / "release"
        return file.read_text("utf-8") if file.exists() else ""

    # Backups

    def latest_backup(self) -> Path | None:
        """The newest file of the nightly backup."""
        return max(self.backups.glob("*.malle"), key=lambda file: file.stat().st_mtime, default=None)

    def note_rehearsed(self, backup: Path) -> None:
        """This one could be restored."""
        self.backups.mkdir(mode=0o700, exist_ok=True)
        (self.backups / "rehearsed").write_text(f"{backup.name}\n")

    def is_rehearsed(self, backup: Path) -> bool:
        """Was it the last one that could be restored?"""
        file = self.backups / "rehearsed"
        return file.exists() and file.read_text("utf-8").strip() == backup.name

    # Settings

    def read(self) -> dict[str, Any]:
        """What the file says. `Refused` names the line that cannot be read."""
        if not self.is_made:
            return {}
        try:
            text = self.file.read_text("utf-8")
            if self.file.stat().st_mode & 0o077:
                self.file.chmod(0o600)
        except OSError as error:
            raise Unready("file-unreadable", {"file": str(self.file), "why": str(error.strerror)}) from error
        try:
            return tomllib.loads(text)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise Unready("file-wrong", {"file": str(self.file), "why": str(error)}) from error

    def write(self, settings: Mapping[str, Any]) -> None:
        """Writes the file anew, whole or not at all; readable by its owner alone."""
        told = {name: value for name, value in settings.items() if not isinstance(value, dict)}
        lines = [f"{name} = {json.dumps(value)}" for name, value in told.items()]
        for name, section in settings.items():
            if isinstance(section, dict):
                lines += ["", f"[{name}]", *(f"{each} = {json.dumps(value)}" for each, value in section.items())]
        fresh = self.file.with_name("malle.toml.new")
        fresh.unlink(missing_ok=True)
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(_HEAD + "\n".join(lines) + "\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.rename(self.file)

    def environment(self) -> dict[str, str]:
        """The settings as variables, with the addresses of the cluster that is in the folder."""
        found = self.read()
        private = found.pop("postgres", None)
        variables = {f"MALLE_{name.upper()}": _text(value) for name, value in found.items()}
        if isinstance(private, dict):
            app, owner = (self.address(role, str(private.get(role, ""))) for role in ("malle_app", OWNER))
            variables |= {"MALLE_DATABASES": f"1={app}", "MALLE_PEOPLE": app}
            variables |= {"MALLE_OWNER_DATABASES": f"1={owner}", "MALLE_OWNER_PEOPLE": owner}
        return variables

    def enter(self) -> None:
        """Takes the folder's settings for this process, where the environment has none."""
        for name, value in self.environment().items():
            os.environ.setdefault(name, value)

    # PostgreSQL

    def address(self, role: str, password: str, database: str = DATABASE) -> str:
        """Of a database in the cluster, through the socket in the folder."""
        return f"postgresql://{role}:{password}@/{database}?host={self.cluster.data}"

    def make_cluster(self, password: str) -> None:
        """Makes the cluster, if it is not there."""
        if self.is_private:
            return
        if len(str(self.cluster.data).encode()) > _LONGEST:
            raise Unready("folder-too-long", {"folder": str(self.folder)})
        if not can_reach(self.folder):
            raise Unready("folder-unreachable", {"folder": str(self.folder)})
        self.cluster.make(password, _SETTINGS.format(data=self.cluster.data))

    @property
    def is_private(self) -> bool:
        """Is PostgreSQL in the folder?"""
        return bool(self.cluster.version)

    @contextlib.contextmanager
    def running(self, *, alone: bool = False) -> Iterator[None]:
        """The folder's PostgreSQL runs meanwhile; the last one out stops it, unless it ran before the first one came.
        `alone`: whoever stays for long waits until the others are out, since it would end with whoever started it; not
        for ever, since one of them may stay as well."""
        if not self.is_private:
            yield
            return
        limit = time.monotonic() + _OTHERS
        with self._beside("postgres.users") as users:
            try:
                while not self._come_in(users, alone=alone and time.monotonic() < limit):
                    time.sleep(0.2)
                yield
            finally:
                self._go_out(users)

    def _come_in(self, users: IO[bytes], *, alone: bool) -> bool:
        with self._mutex():
            if alone and not _is_only(users):
                return False
            fcntl.flock(users, fcntl.LOCK_SH)
            if not self.cluster.is_up():
                with contextlib.suppress(OSError):  # a full disk: then nobody stops it
                    users.write(b"started\n")
                self.cluster.start()
            return True

    def _go_out(self, users: IO[bytes]) -> None:
        with self._mutex():
            if not _is_only(users):
                return
            users.seek(0)
            if users.read() and self.cluster.is_up():
                self.cluster.stop()
            users.truncate(0)

    @contextlib.contextmanager
    def _mutex(self) -> Iterator[None]:
        """One starts or stops it at a time."""
        with self._beside("postgres.lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _beside(self, name: str) -> IO[bytes]:
        """A file of the folder to lock: whoever owns the folder may use it, though root made it."""
        try:
            file = (self.folder / name).open("ab+", buffering=0)
            if os.geteuid() == 0:
                owner = self.folder.stat()
                os.chown(file.fileno(), owner.st_uid, owner.st_gid)
        except OSError as error:
            raise Unready("folder-unwritable", {"folder": str(self.folder), "why": str(error.strerror)}) from error
        return file

    # One at a time

    @contextlib.contextmanager
    def held(self, what: str) -> Iterator[None]:
        """Nobody else does this in the folder meanwhile."""
        with (self.folder / "lock").open("r+") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                pid = lock.read().strip()
                raise Unready("folder-in-use", {"folder": str(self.folder), "pid": pid, "what": what}) from None
            lock.truncate()
            lock.write(str(os.getpid()))
            lock.flush()
            yield
            lock.seek(0)
            lock.truncate()


def _is_only(users: IO[bytes]) -> bool:
    """Does nobody else use it? Asked by whoever holds the mutex; afterwards they do not count as a user."""
    fcntl.flock(users, fcntl.LOCK_UN)
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    fcntl.flock(users, fcntl.LOCK_UN)
    return True


@contextlib.contextmanager
def in_folder(folder: Path | None) -> Iterator[None]:
    """The settings and the PostgreSQL of a folder, for a word of the command; nothing, where the environment has
    them."""
    place = Place(folder or usual_folder())
    if folder is None and (os.environ.get("MALLE_DATABASES") or not place.is_made):
        yield
        return
    if not place.is_made:
        raise Unready("house-missing", {"folder": str(place.folder)})
    before = dict(os.environ)
    place.enter()
    try:
        with place.running():
            yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _text(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)
