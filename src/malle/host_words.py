"""The subcommands of `malle` that an operator uses to run an instance: their arguments, and the functions
that they call."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from malle.core.titles import LANGUAGES

HOST_WORDS = ("up", "set", "doctor", "backup", "restore", "rehearse")
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name a locale. The first one that is set decides, as POSIX defines it."""


def add_folder(parser: argparse.ArgumentParser) -> None:
    """Add `--folder`, the instance folder, to a subcommand."""
    parser.add_argument("--folder", type=Path, help="of the house (~/malle, or MALLE_FOLDER)")


def command_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the command when `--lang` is not given. The locale decides. `LANGUAGE`, a list
    with colons, is used if no locale is set or its language is not supported. Return English for the
    locales C and POSIX, and if nothing fits."""
    locale = next(filter(None, (environment.get(name) for name in LOCALES)), "")
    if _language_of(locale) in ("C", "POSIX"):
        return "en"
    wished = map(_language_of, (locale, *environment.get("LANGUAGE", "").split(":")))
    return next((each for each in wished if each in LANGUAGES), "en")


def _language_of(locale: str) -> str:
    """Return the language code of a locale, such as `fr` for `fr_FR.UTF-8@euro`."""
    return re.split(r"[_.@]", locale, maxsplit=1)[0]


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add `--lang` to a subcommand that speaks French or English."""
    usual = command_language()
    parser.add_argument("--lang", choices=LANGUAGES, default=usual, help=f"language ({usual})")


def add_host_words(words: Any) -> None:
    """Add the operator's subcommands to the parser. Each sets `run`, the function that does its work."""
    up = words.add_parser("up", help="run a house: everything it needs is made in one folder")
    add_folder(up)
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
    up.set_defaults(run=_up, metrics=None, beside=False, drain=0.0, notices=1)
    change = words.add_parser("set", help="change a setting of the house")
    add_folder(change)
    change.add_argument("name", help="such as address")
    change.add_argument("value", help="empty: the usual")
    change.set_defaults(run=_set)

    doctor = words.add_parser("doctor", help="look the house over: one line each, with what to do")
    add_folder(doctor)
    doctor.add_argument("--port", type=int, default=8000, help="where it should listen (8000)")
    doctor.set_defaults(run=_doctor)
    backup = words.add_parser("backup", help="write all databases as they are at one moment into one file")
    add_folder(backup)
    backup.add_argument("file", type=Path, nargs="?", help="in the folder's backups")
    backup.add_argument("--keep", type=int, default=0, metavar="NUMBER", help="keep so many of them, delete older ones")
    backup.set_defaults(run=_backup)
    restore = words.add_parser("restore", help="put a backup into an empty place, and replay every game in it")
    add_folder(restore)
    restore.add_argument("file", type=Path, nargs="?", help="with --rehearse alone: the folder's latest")
    restore.add_argument("--rehearse", action="store_true", help="in a place of its own, which is thrown away")
    restore.set_defaults(run=_restore)
    rehearse = words.add_parser("rehearse", help="play every table in play under this release, and sort them")
    add_folder(rehearse)
    rehearse.add_argument("--note", action="store_true", help="note what this release makes of them, before an upgrade")
    rehearse.add_argument("--notes", type=Path, metavar="FILE", help="where the notes are (in the folder)")
    rehearse.set_defaults(run=_rehearse)
    for word in HOST_WORDS:
        add_language(words.choices[word])


def _rehearse(args: argparse.Namespace) -> int:
    """Run `malle rehearse` and return the exit code."""
    from malle.rehearsing import rehearse_word

    return rehearse_word(args)


def _backup(args: argparse.Namespace) -> int:
    """Run `malle backup` and return the exit code."""
    from malle.backing import backup_word

    return backup_word(args)


def _restore(args: argparse.Namespace) -> int:
    """Run `malle restore` and return the exit code."""
    from malle.restoring import restore_word

    return restore_word(args)


def _doctor(args: argparse.Namespace) -> int:
    """Run `malle doctor` and return the exit code."""
    from malle.doctor import doctor_word

    return doctor_word(args)


def _up(args: argparse.Namespace) -> int:
    """Run `malle up` and return the exit code."""
    from malle.upping import up_word

    return up_word(args)


def _set(args: argparse.Namespace) -> int:
    """Run `malle set` and return the exit code."""
    from malle.upping import set_word

    return set_word(args)
