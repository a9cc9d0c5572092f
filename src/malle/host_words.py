"""The words of the command for whoever keeps a house in a folder: what may be said to them, and where it is done."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

HOST_WORDS = ("up", "set")


def add_folder(parser: argparse.ArgumentParser) -> None:
    """A word that is about one house."""
    parser.add_argument("--folder", type=Path, help="of the house (~/malle, or MALLE_FOLDER)")


def add_host_words(words: Any) -> None:
    """Adds them to the command."""
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
    up.set_defaults(run=_up, metrics=None, beside=False)
    change = words.add_parser("set", help="change a setting of the house")
    add_folder(change)
    change.add_argument("name", help="such as address")
    change.add_argument("value", help="empty: the usual")
    change.set_defaults(run=_set)


def _up(args: argparse.Namespace) -> int:
    from malle.upping import up_word

    return up_word(args)


def _set(args: argparse.Namespace) -> int:
    from malle.upping import set_word

    return set_word(args)
