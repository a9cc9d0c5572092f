"""`malle up --install`: write systemd units that run an instance, back it up every night and verify the
backup.

A server that needs the operator's action (exit code 2) is not restarted. A server whose database does not
answer yet (exit code 75), for example after a reboot of both machines, is restarted until it does.
"""

from __future__ import annotations

import argparse
import os
import pwd
import shlex
import sys
from pathlib import Path

from malle.core import Say
from malle.place import Place
from malle.voice import Unready, teller

_SERVICE = """\
[Unit]
Description={about}
After=network-online.target postgresql.service
Wants=network-online.target
StartLimitIntervalSec=0

[Service]
{user}ExecStart={command} up --folder {folder} {said} --no-browser --lang {lang}
Restart=on-failure
RestartSec=2
RestartPreventExitStatus=2
KillMode=mixed
TimeoutStopSec=30
NoNewPrivileges=yes
{hard}
[Install]
WantedBy={target}
"""
_BACKUP = """\
[Unit]
Description={about}

[Service]
Type=oneshot
{user}ExecStart={command} backup --folder {folder} --keep 30 --lang {lang}
ExecStart={command} restore --folder {folder} --rehearse --lang {lang}
Nice=10
"""
_TIMER = """\
[Unit]
Description={about}

[Timer]
OnCalendar=*-*-* 04:00
RandomizedDelaySec=15m
Persistent=true

[Install]
WantedBy=timers.target
"""


def install(place: Place, options: argparse.Namespace) -> int:
    """Write the units and print the command that enables them. They keep the options of this command and
    the operator's language. Return 0. Raise `OperatorError` with `--postgres`, or if root names no user who
    owns the folder."""
    if options.postgres:  # it contains a password, and every user can read units
        raise Unready("units-postgres")
    tell = teller(options.lang)
    is_root = os.geteuid() == 0
    user, hard, target = "", "", "default.target"
    folder = Path.home() / ".config/systemd/user"
    if is_root:
        name = options.user
        _need_owner(place, name)
        user, target = f"User={name}\n", "multi-user.target"
        hard = f"PrivateTmp=yes\nProtectSystem=strict\nReadWritePaths={place.folder}\n"
        folder = Path("/etc/systemd/system")
    folder = options.units or folder
    command = shlex.join([sys.executable, "-m", "malle"])
    what = {"command": command, "folder": shlex.quote(str(place.folder)), "user": user, "lang": options.lang}
    told = {"said": _said(options), "hard": hard, "target": target}
    nightly = tell(Say("unit-backup"))
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in (
        ("malle.service", _SERVICE.format(**what, **told, about=tell(Say("unit-house")))),
        ("malle-backup.service", _BACKUP.format(**what, about=nightly)),
        ("malle-backup.timer", _TIMER.format(about=nightly)),
    ):
        (folder / file).write_text(text, "utf-8")
        print(folder / file)
    how = "systemctl" if is_root else "systemctl --user"
    print(f"{how} daemon-reload && {how} enable --now malle.service malle-backup.timer")
    if not is_root:
        print(f"loginctl enable-linger   # {tell(Say('unit-linger'))}")
    return 0


def _said(options: argparse.Namespace) -> str:
    """Return the options with which the unit calls `malle up`, quoted for a shell."""
    kept = ("host", "port", "processes", "robots", "notices")
    words = [word for name in kept for word in (f"--{name}", str(getattr(options, name)))]
    return shlex.join([*words, *(["--anyway"] if options.anyway else [])])


def _need_owner(place: Place, name: str) -> None:
    """Raise `OperatorError` unless `name` is a user who owns the instance folder. The service must not run
    as root."""
    if not name:
        raise Unready("root-house")
    try:
        person = pwd.getpwnam(name)
    except KeyError:
        raise Unready("user-missing", {"name": name, "folder": str(place.folder)}) from None
    if place.folder.stat().st_uid != person.pw_uid:
        raise Unready("folder-of-another", {"folder": str(place.folder), "name": name})
