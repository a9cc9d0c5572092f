"""The instance: the data folder of a site, with its settings, its PostgreSQL and its backups.

The folder gives full access to the site. `malle.toml` holds the secrets and the operator's settings, and
only its owner may read it. Its names are those of the environment variables in small letters without
`MALLE_`: `address` is `MALLE_ADDRESS`. The environment has precedence.
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

from malle.i18n.operator_messages import OperatorError
from malle.storage.private_postgres import OWNER_ROLE, Cluster, can_postgres_enter

DATABASE_NAME = "malle"
_WAIT_FOR_OTHERS_SECONDS = 120.0
"""Seconds that a long-running command waits for short commands that use PostgreSQL."""
_MAX_SOCKET_FOLDER_BYTES = 90
"""Longest path, in bytes, in which PostgreSQL can create its socket."""
_POSTGRES_SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{data}'
unix_socket_permissions = 0700
max_connections = 60
shared_buffers = 64MB
password_encryption = 'scram-sha-256'
"""
_SETTINGS_FILE_HEADER = """\
# The settings of this house, made by `malle up`. Only you can read it, and nobody else should.
# `key` opens every table in play: keep a copy of it apart from this folder and from backups.
# More settings: `malle set NAME VALUE`; docs/host.md has them all. `malle doctor` checks them.
"""


def default_folder() -> Path:
    """Return the default instance folder: `MALLE_FOLDER` if set, else `/var/lib/malle` for root and
    `~/malle` for others."""
    if folder := os.environ.get("MALLE_FOLDER"):
        return Path(folder)
    return Path("/var/lib/malle") if os.geteuid() == 0 else Path.home() / "malle"


class Instance:
    """The data folder of one site: paths, settings, locks, and the PostgreSQL cluster in it, if
    it has one. Each command makes one from the folder's path, which need not exist yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.expanduser().resolve()
        self.settings_file = self.folder / "malle.toml"
        self.backups = self.folder / "backups"
        self.cluster = Cluster(self.folder / "postgres")

    @property
    def has_settings(self) -> bool:
        """Whether the folder has a settings file."""
        return self.settings_file.exists()

    def create_folder(self) -> None:
        """Create the folder and its lock file (see `exclusive_lock`), unless they exist. Raise
        `OperatorError` if that fails."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / "lock").touch()
        except OSError as error:
            raise OperatorError(
                "folder-unwritable", {"folder": str(self.folder), "why": str(error.strerror)}
            ) from error

    @property
    def last_release(self) -> str:
        """The fingerprint of the release with which `malle up` last ran here (see
        `release_fingerprint`), or an empty string before the first time."""
        file = self.folder / "release"
        return file.read_text("utf-8") if file.exists() else ""

    # Backups

    def latest_backup(self) -> Path | None:
        """Return the `.malle` file in the backups folder that was modified last, or `None` if
        there is none."""
        return max(self.backups.glob("*.malle"), key=lambda file: file.stat().st_mtime, default=None)

    def mark_backup_verified(self, backup: Path) -> None:
        """Record that this backup was restored as a test, and that every game in it replays.
        Only the backup that was verified last is remembered."""
        self.backups.mkdir(mode=0o700, exist_ok=True)
        (self.backups / "rehearsed").write_text(f"{backup.name}\n")

    def is_backup_verified(self, backup: Path) -> bool:
        """Return whether this is the backup that was last verified."""
        file = self.backups / "rehearsed"
        return file.exists() and file.read_text("utf-8").strip() == backup.name

    # Settings

    def read_settings(self) -> dict[str, Any]:
        """Return the settings in the file, or an empty dict without a file. If other users may
        read the file, take that right away. Raise `OperatorError` if it cannot be read or is not
        valid TOML."""
        if not self.has_settings:
            return {}
        try:
            text = self.settings_file.read_text("utf-8")
            if self.settings_file.stat().st_mode & 0o077:
                self.settings_file.chmod(0o600)
        except OSError as error:
            raise OperatorError(
                "file-unreadable", {"file": str(self.settings_file), "why": str(error.strerror)}
            ) from error
        try:
            return tomllib.loads(text)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise OperatorError("file-wrong", {"file": str(self.settings_file), "why": str(error)}) from error

    def write_settings(self, settings: Mapping[str, Any]) -> None:
        """Replace the settings file by these settings, whole or not at all. A dict becomes a
        section. Only the file's owner may read it. Comments in the old file are lost."""
        plain_settings = {name: value for name, value in settings.items() if not isinstance(value, dict)}
        lines = [f"{name} = {json.dumps(value)}" for name, value in plain_settings.items()]
        for name, section in settings.items():
            if isinstance(section, dict):
                lines += ["", f"[{name}]", *(f"{each} = {json.dumps(value)}" for each, value in section.items())]
        new_file = self.settings_file.with_name("malle.toml.new")
        new_file.unlink(missing_ok=True)
        handle = os.open(new_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(_SETTINGS_FILE_HEADER + "\n".join(lines) + "\n")
            file.flush()
            os.fsync(file.fileno())
        new_file.rename(self.settings_file)

    def read_environment(self) -> dict[str, str]:
        """Return the settings in the file as environment variables: `address` becomes
        `MALLE_ADDRESS`. If the folder has its own PostgreSQL (the section `postgres`, with the
        passwords), the addresses of its databases are added."""
        settings = self.read_settings()
        private = settings.pop("postgres", None)
        variables = {f"MALLE_{name.upper()}": _variable_text(value) for name, value in settings.items()}
        if isinstance(private, dict):
            app, owner = (self.database_address(role, str(private.get(role, ""))) for role in ("malle_app", OWNER_ROLE))
            variables |= {"MALLE_DATABASES": f"1={app}", "MALLE_PEOPLE": app}
            variables |= {"MALLE_OWNER_DATABASES": f"1={owner}", "MALLE_OWNER_PEOPLE": owner}
        return variables

    def apply_to_environment(self) -> None:
        """Set the folder's settings in `os.environ`. Variables that are already set keep their values."""
        for name, value in self.read_environment().items():
            os.environ.setdefault(name, value)

    # PostgreSQL

    def database_address(self, role: str, password: str, database: str = DATABASE_NAME) -> str:
        """Return the address of a database in the folder's own PostgreSQL, for this role and
        password. It leads through the socket in the cluster's folder."""
        return f"postgresql://{role}:{password}@/{database}?host={self.cluster.data}"

    def create_cluster(self, password: str) -> None:
        """Create the folder's own PostgreSQL cluster unless it exists. `password` is that of the
        owner role. Raise `OperatorError` if the path is too long for a socket, or if the user
        who runs PostgreSQL cannot enter the folder."""
        if self.has_private_postgres:
            return
        if len(str(self.cluster.data).encode()) > _MAX_SOCKET_FOLDER_BYTES:
            raise OperatorError("folder-too-long", {"folder": str(self.folder)})
        if not can_postgres_enter(self.folder):
            raise OperatorError("folder-unreachable", {"folder": str(self.folder)})
        self.cluster.create(password, _POSTGRES_SETTINGS.format(data=self.cluster.data))

    @property
    def has_private_postgres(self) -> bool:
        """Whether the folder contains a PostgreSQL cluster of its own."""
        return bool(self.cluster.version)

    @contextlib.contextmanager
    def postgres_running(self, *, wait_for_others: bool = False) -> Iterator[None]:
        """Keep the folder's own PostgreSQL running for the duration of the context. Do nothing if
        the folder has none.

        Several commands may use it at once. The last one stops it, unless it already ran when
        the first one came. With `wait_for_others`, the caller first waits until no other command
        uses it, because PostgreSQL ends with the command that started it. It waits at most
        `_WAIT_FOR_OTHERS_SECONDS`, since the other command may run for long too."""
        if not self.has_private_postgres:
            yield
            return
        limit = time.monotonic() + _WAIT_FOR_OTHERS_SECONDS
        with self._open_lock_file("postgres.users") as users_file:
            try:
                while not self._start_using_postgres(
                    users_file, exclusive=wait_for_others and time.monotonic() < limit
                ):
                    time.sleep(0.2)
                yield
            finally:
                self._stop_using_postgres(users_file)

    def _start_using_postgres(self, users_file: IO[bytes], *, exclusive: bool) -> bool:
        """Register this command as a user of the folder's PostgreSQL, start PostgreSQL unless it
        runs, and return True. With `exclusive`, return False and do nothing while another
        command uses it."""
        with self._start_stop_lock():
            if exclusive and not _is_only_user(users_file):
                return False
            fcntl.flock(users_file, fcntl.LOCK_SH)
            if not self.cluster.is_running():
                with contextlib.suppress(OSError):  # a full disk: then PostgreSQL is not stopped at the end
                    users_file.write(b"started\n")
                self.cluster.start()
            return True

    def _stop_using_postgres(self, users_file: IO[bytes]) -> None:
        """Unregister this command as a user of the folder's PostgreSQL. If no other command uses
        it, stop it, unless it already ran when the first user came."""
        with self._start_stop_lock():
            if not _is_only_user(users_file):
                return
            users_file.seek(0)
            if users_file.read() and self.cluster.is_running():
                self.cluster.stop()
            users_file.truncate(0)

    @contextlib.contextmanager
    def _start_stop_lock(self) -> Iterator[None]:
        """Hold, for the duration of the context, the lock under which commands start and stop
        PostgreSQL. Wait for it as long as another command holds it."""
        with self._open_lock_file("postgres.lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _open_lock_file(self, name: str) -> IO[bytes]:
        """Open a lock file in the folder, creating it if needed. If root opens it, it is given
        to the folder's owner. Raise `OperatorError` if it cannot be opened."""
        try:
            file = (self.folder / name).open("ab+", buffering=0)
            if os.geteuid() == 0:
                owner = self.folder.stat()
                os.chown(file.fileno(), owner.st_uid, owner.st_gid)
        except OSError as error:
            raise OperatorError(
                "folder-unwritable", {"folder": str(self.folder), "why": str(error.strerror)}
            ) from error
        return file

    # Exclusive lock

    @contextlib.contextmanager
    def exclusive_lock(self, command: str) -> Iterator[None]:
        """Hold the folder's lock for the duration of the context. If another process holds it,
        raise `OperatorError` at once, with that process's id and the advice to end it and then
        run `command`."""
        with (self.folder / "lock").open("r+") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                pid = lock.read().strip()
                raise OperatorError(
                    "folder-in-use", {"folder": str(self.folder), "pid": pid, "what": command}
                ) from None
            lock.truncate()
            lock.write(str(os.getpid()))
            lock.flush()
            yield
            lock.seek(0)
            lock.truncate()


def _is_only_user(users_file: IO[bytes]) -> bool:
    """Return whether no other command uses the folder's PostgreSQL. Call it while holding
    `_start_stop_lock`. The caller loses its own shared lock on `users_file`, by which users are
    counted."""
    fcntl.flock(users_file, fcntl.LOCK_UN)
    try:
        fcntl.flock(users_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    fcntl.flock(users_file, fcntl.LOCK_UN)
    return True


@contextlib.contextmanager
def instance_environment(folder: Path | None) -> Iterator[None]:
    """Apply an instance's settings to `os.environ` and keep its PostgreSQL running for the duration
    of the context. Restore the environment afterwards.

    With `None` as `folder`, the default folder is used; but nothing is done if `MALLE_DATABASES`
    is set or that folder has no settings. Raise `OperatorError` if a given `folder` has no
    settings."""
    instance = Instance(folder or default_folder())
    if folder is None and (os.environ.get("MALLE_DATABASES") or not instance.has_settings):
        yield
        return
    if not instance.has_settings:
        raise OperatorError("house-missing", {"folder": str(instance.folder)})
    before = dict(os.environ)
    instance.apply_to_environment()
    try:
        with instance.postgres_running():
            yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _variable_text(value: Any) -> str:
    """Return a TOML value as the text of an environment variable: booleans become `1` and `0`."""
    return str(int(value)) if isinstance(value, bool) else str(value)
