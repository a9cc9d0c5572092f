"""What `malle up --install` writes: units for systemd that run a house, back it up every night and try the backup."""

from __future__ import annotations

import argparse
import os
import pwd
import shlex
import sys
from pathlib import Path

from malle.core import Refused
from malle.place import Place

_SERVICE = """\
[Unit]
Description=Malle, board games with secrets
After=network-online.target postgresql.service
Wants=network-online.target

[Service]
{user}ExecStart={command} up --folder {folder} --host {host} --port {port} --robots {robots} --no-browser
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
Description=The nightly backup of Malle

[Service]
Type=oneshot
{user}ExecStart={command} backup --folder {folder} --keep 30
ExecStart={command} restore --folder {folder} --rehearse
Nice=10
"""
_TIMER = """\
[Unit]
Description=The nightly backup of Malle

[Timer]
OnCalendar=*-*-* 04:00
RandomizedDelaySec=15m
Persistent=true

[Install]
WantedBy=timers.target
"""


def install(place: Place, options: argparse.Namespace) -> int:
    """Writes the units, and says what starts them."""
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
    what = {"command": command, "folder": shlex.quote(str(place.folder)), "user": user}
    told = {"host": options.host, "port": options.port, "robots": options.robots, "hard": hard, "target": target}
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in (
        ("malle.service", _SERVICE.format(**what, **told)),
        ("malle-backup.service", _BACKUP.format(**what)),
        ("malle-backup.timer", _TIMER),
    ):
        (folder / file).write_text(text)
        print(folder / file)
    how = "systemctl" if is_root else "systemctl --user"
    print(f"{how} daemon-reload && {how} enable --now malle.service malle-backup.timer")
    if not is_root:
        print("loginctl enable-linger   # so that it runs while you are not logged in")
    return 0


def _need_owner(place: Place, name: str) -> None:
    """`Refused` if the service would run as root, or as somebody whose folder it is not."""
    if not name:
        raise Refused("a house does not run as root: say --user NAME, whose folder it is, or run this as that person")
    try:
        person = pwd.getpwnam(name)
    except KeyError:
        raise Refused(f"there is no user {name}: useradd --system --home-dir {place.folder} {name}") from None
    if place.folder.stat().st_uid != person.pw_uid:
        raise Refused(f"{place.folder} is not {name}'s: chown -R {name} {place.folder}")
