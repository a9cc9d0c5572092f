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

from malle.cli.instance import Instance
from malle.core import Message
from malle.i18n.operator_messages import OperatorError, operator_translator

_SERVICE_TEMPLATE = """\
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
_BACKUP_TEMPLATE = """\
[Unit]
Description={about}

[Service]
Type=oneshot
{user}ExecStart={command} backup --folder {folder} --keep 30 --lang {lang}
ExecStart={command} restore --folder {folder} --rehearse --lang {lang}
Nice=10
"""
_TIMER_TEMPLATE = """\
[Unit]
Description={about}

[Timer]
OnCalendar=*-*-* 04:00
RandomizedDelaySec=15m
Persistent=true

[Install]
WantedBy=timers.target
"""


def install_units(instance: Instance, options: argparse.Namespace) -> int:
    """Write the systemd units, and print their paths and the commands that enable them. The
    units keep the options of this command and the operator's language. Root writes units of the
    system, other users their own. Return 0. Raise `OperatorError` with `--postgres`, or if root
    names with `--user` no user who owns the folder."""
    if options.postgres:  # it contains a password, and every user can read units
        raise OperatorError("units-postgres")
    translate = operator_translator(options.lang)
    is_root = os.geteuid() == 0
    user, hardening, target = "", "", "default.target"
    folder = Path.home() / ".config/systemd/user"
    if is_root:
        name = options.user
        _require_folder_owner(instance, name)
        user, target = f"User={name}\n", "multi-user.target"
        hardening = f"PrivateTmp=yes\nProtectSystem=strict\nReadWritePaths={instance.folder}\n"
        folder = Path("/etc/systemd/system")
    folder = options.units or folder
    command = shlex.join([sys.executable, "-m", "malle"])
    common_values = {
        "command": command,
        "folder": shlex.quote(str(instance.folder)),
        "user": user,
        "lang": options.lang,
    }
    service_values = {"said": _up_arguments(options), "hard": hardening, "target": target}
    nightly = translate(Message("unit-backup"))
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in (
        (
            "malle.service",
            _SERVICE_TEMPLATE.format(**common_values, **service_values, about=translate(Message("unit-house"))),
        ),
        ("malle-backup.service", _BACKUP_TEMPLATE.format(**common_values, about=nightly)),
        ("malle-backup.timer", _TIMER_TEMPLATE.format(about=nightly)),
    ):
        (folder / file).write_text(text, "utf-8")
        print(folder / file)
    how = "systemctl" if is_root else "systemctl --user"
    print(f"{how} daemon-reload && {how} enable --now malle.service malle-backup.timer")
    if not is_root:
        print(f"loginctl enable-linger   # {translate(Message('unit-linger'))}")
    return 0


def _up_arguments(options: argparse.Namespace) -> str:
    """Return the options with which the unit calls `malle up`, as one string quoted for a shell."""
    option_names = ("host", "port", "processes", "robots", "notices")
    arguments = [word for name in option_names for word in (f"--{name}", str(getattr(options, name)))]
    return shlex.join([*arguments, *(["--anyway"] if options.anyway else [])])


def _require_folder_owner(instance: Instance, name: str) -> None:
    """Raise `OperatorError` unless `name` is a user who owns the instance folder. The service
    runs as that user, because it must not run as root."""
    if not name:
        raise OperatorError("root-house")
    try:
        account = pwd.getpwnam(name)
    except KeyError:
        raise OperatorError("user-missing", {"name": name, "folder": str(instance.folder)}) from None
    if instance.folder.stat().st_uid != account.pw_uid:
        raise OperatorError("folder-of-another", {"folder": str(instance.folder), "name": name})
