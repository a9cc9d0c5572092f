"""The server's settings, all from the environment. `docs/host.md` lists them."""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Mapping

from msgspec import Struct

from malle.core import Refused
from malle.store.store import read_databases


class Config(Struct, frozen=True, kw_only=True):
    """Settings. `repr` would show secrets, so it does not."""

    databases: dict[int, str]
    people: str
    nats: str
    key: bytes
    """Seals the seeds of the tables. Back it up apart from the databases: without it no table in play can go on."""
    origins: tuple[str, ...] = ()
    """Where pages may come from, such as https://games.example; none: only where the Host header says."""
    rate: float = 20
    """Messages a second from one socket, in the long run."""
    http_rate: float = 10
    """Requests a second that change something, from one address, in the long run."""
    snapshot: int = 50
    """Moves between two snapshots of a table."""
    rooms: int = 512
    """Tables kept in memory though nobody looks at them."""
    sweep: float = 2.0
    """Seconds between two looks for what no hint told."""
    window: float = 1.5
    """Seconds that a question to several seats stands at least before the answers are shown."""

    def __repr__(self) -> str:
        return "Config(…)"

    def secret(self, *parts: str) -> str:
        """A token that only this configuration can make: for invitations and robots."""
        return hmac.new(self.key, "\n".join(("malle", *parts)).encode(), hashlib.sha256).hexdigest()


def read_config(environment: Mapping[str, str] = os.environ) -> Config:
    """The settings in the environment. `Refused` names the first that is missing or wrong."""
    databases = read_databases(_need(environment, "MALLE_DATABASES"))
    try:
        key = bytes.fromhex(_need(environment, "MALLE_KEY"))
    except ValueError:
        key = b""
    if len(key) != 32:
        raise Refused(
            "MALLE_KEY must be 64 hexadecimal digits: python -c 'import secrets; print(secrets.token_hex(32))'"
        )
    usual = Config(databases=databases, people="", nats="", key=key)
    return Config(
        databases=databases,
        people=environment.get("MALLE_PEOPLE") or databases[min(databases)],
        nats=_need(environment, "MALLE_NATS"),
        key=key,
        origins=tuple(each.strip() for each in environment.get("MALLE_ORIGINS", "").split(",") if each.strip()),
        rate=float(environment.get("MALLE_RATE", usual.rate)),
        http_rate=float(environment.get("MALLE_HTTP_RATE", usual.http_rate)),
        snapshot=int(environment.get("MALLE_SNAPSHOT", usual.snapshot)),
        rooms=int(environment.get("MALLE_ROOMS", usual.rooms)),
        sweep=float(environment.get("MALLE_SWEEP", usual.sweep)),
        window=float(environment.get("MALLE_WINDOW", usual.window)),
    )


def _need(environment: Mapping[str, str], name: str) -> str:
    if not environment.get(name):
        raise Refused(f"{name} is not set; `python -m malle.testing.services start` prints settings for development")
    return environment[name]
