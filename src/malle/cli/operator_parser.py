"""The subcommands of `malle` that an operator uses to run an instance: their arguments, and the functions
that they call."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from malle.core.editions.titles import LANGUAGES

OPERATOR_COMMANDS = ("up", "set", "doctor", "backup", "restore", "rehearse")
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name a locale. The first one that is set decides, as POSIX defines it."""


def add_folder_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--folder`, the instance folder, to a subcommand."""
    parser.add_argument("--folder", type=Path, help="of the house (~/malle, or MALLE_FOLDER)")


def language_from_environment(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language for a command without `--lang`, from the first locale variable that is
    set. If that locale is missing or its language is not supported, the first supported one in
    `LANGUAGE` (a list with colons) is used. Return English for the locales C and POSIX, and if
    nothing fits."""
    locale = next(filter(None, (environment.get(name) for name in LOCALE_VARIABLES)), "")
    if _locale_language(locale) in ("C", "POSIX"):
        return "en"
    languages = map(_locale_language, (locale, *environment.get("LANGUAGE", "").split(":")))
    return next((language for language in languages if language in LANGUAGES), "en")


def _locale_language(locale: str) -> str:
    """Return the language code of a locale, such as `fr` for `fr_FR.UTF-8@euro`; the locale C
    gives `C`."""
    return re.split(r"[_.@]", locale, maxsplit=1)[0]


def add_language_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--lang` to a subcommand that speaks French and English. Its default is
    `language_from_environment`."""
    default = language_from_environment()
    parser.add_argument("--lang", choices=LANGUAGES, default=default, help=f"language ({default})")


def add_operator_commands(subparsers: Any) -> None:
    """Add the subcommands in `OPERATOR_COMMANDS` to the parser. Each subparser sets `run`, the
    function that does its work."""
    up = subparsers.add_parser("up", help="run a house: everything it needs is made in one folder")
    add_folder_argument(up)
    up.add_argument("--host", default="127.0.0.1", help="where to listen; 0.0.0.0: for everybody in your network")
    up.add_argument("--port", type=int, default=8000)
    up.add_argument("--processes", type=int, default=1, help="several need NATS and a front")
    up.add_argument("--robots", type=int, default=1, help="robots' workers (1)")
    up.add_argument("--notices", type=int, default=1, help="notifiers, which tell people that they are awaited (1)")
    up.add_argument(
        "--postgres", default="", metavar="ADDRESS", help="of a PostgreSQL that you run; else one is started"
    )
    up.add_argument("--no-browser", dest="browser", action="store_false", help="open no page")
    up.add_argument("--anyway", action="store_true", help="though some tables could not go on")
    up.add_argument("--install", action="store_true", help="write units for systemd, with a backup every night")
    up.add_argument("--user", default="", help="with --install, as root: whose house it is")
    up.add_argument("--units", type=Path, metavar="FOLDER", help="with --install: where to write them")
    up.set_defaults(run=_run_up, metrics=None, beside=False, drain=0.0, notices=1)
    change = subparsers.add_parser("set", help="change a setting of the house")
    add_folder_argument(change)
    change.add_argument("name", help="such as address")
    change.add_argument("value", help="empty: the usual")
    change.set_defaults(run=_run_set)

    doctor = subparsers.add_parser("doctor", help="look the house over: one line each, with what to do")
    add_folder_argument(doctor)
    doctor.add_argument("--port", type=int, default=8000, help="where it should listen (8000)")
    doctor.set_defaults(run=_run_doctor)
    backup = subparsers.add_parser("backup", help="write all databases as they are at one moment into one file")
    add_folder_argument(backup)
    backup.add_argument("file", type=Path, nargs="?", help="in the folder's backups")
    backup.add_argument("--keep", type=int, default=0, metavar="NUMBER", help="keep so many of them, delete older ones")
    backup.set_defaults(run=_run_backup)
    restore = subparsers.add_parser("restore", help="put a backup into an empty place, and replay every game in it")
    add_folder_argument(restore)
    restore.add_argument("file", type=Path, nargs="?", help="with --rehearse alone: the folder's latest")
    restore.add_argument("--rehearse", action="store_true", help="in a place of its own, which is thrown away")
    restore.set_defaults(run=_run_restore)
    rehearse = subparsers.add_parser("rehearse", help="play every table in play under this release, and sort them")
    add_folder_argument(rehearse)
    rehearse.add_argument("--note", action="store_true", help="note what this release makes of them, before an upgrade")
    rehearse.add_argument("--notes", type=Path, metavar="FILE", help="where the notes are (in the folder)")
    rehearse.set_defaults(run=_run_upgrade_check)
    for word in OPERATOR_COMMANDS:
        add_language_argument(subparsers.choices[word])


def _run_upgrade_check(args: argparse.Namespace) -> int:
    """Run `malle rehearse`: check whether this release can continue the tables in play. Return
    the exit code."""
    from malle.cli.operator.upgrade_check import upgrade_check_command

    return upgrade_check_command(args)


def _run_backup(args: argparse.Namespace) -> int:
    """Run `malle backup`: write all databases to one file. Return the exit code."""
    from malle.cli.operator.backup import backup_command

    return backup_command(args)


def _run_restore(args: argparse.Namespace) -> int:
    """Run `malle restore`: restore a backup, or try it in a temporary instance. Return the exit
    code."""
    from malle.cli.operator.restore import restore_command

    return restore_command(args)


def _run_doctor(args: argparse.Namespace) -> int:
    """Run `malle doctor`: check the instance and print what is wrong. Return the exit code."""
    from malle.cli.operator.doctor import doctor_command

    return doctor_command(args)


def _run_up(args: argparse.Namespace) -> int:
    """Run `malle up`: create what the site needs and serve it until a signal comes. Return the
    exit code."""
    from malle.cli.operator.up import up_command

    return up_command(args)


def _run_set(args: argparse.Namespace) -> int:
    """Run `malle set`: change one setting of the instance. Return the exit code."""
    from malle.cli.operator.up import set_command

    return set_command(args)
