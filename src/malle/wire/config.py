"""The server's settings, all from the environment. `docs/host.md` lists them."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from malle import games
from malle.core import Refused
from malle.store.away import without_password
from malle.store.store import read_databases
from malle.table.hours import is_zone
from malle.voice import Unready
from malle.wire.keyring import Keyring, RobotKey, read_keys, read_robot_key
from malle.wire.names import Noting, need_known

_NO_BREAK = dict.fromkeys(map(ord, "\u00a0\u202f"), " ")
"""Spaces that an address is copied with, and that do not count as printable."""


class MailServer(Struct, frozen=True):
    """Through which server mail is sent, and from whom it is."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    tls: bool = False
    """Under TLS from the first byte; else as soon as the server offers it."""

    def __repr__(self) -> str:
        return "MailServer(…)"


class Config(Struct, frozen=True, kw_only=True):
    """Settings. `repr` would show secrets, so it does not."""

    databases: dict[int, str]
    people: str
    nats: str
    """Where processes tell each other; empty: there is one alone, and its bus is inside it."""
    keys: Keyring
    """Seal the seeds of the tables. Back them up apart from the databases: without them no table in play can go on."""
    origins: tuple[str, ...] = ()
    """Where pages may come from, such as https://games.example; none: only where the Host header says."""
    address: str = ""
    """Where this site is, such as https://games.example: for links that people send. Empty: home networks only."""
    proxies: str = "127.0.0.1,::1"
    """Addresses and networks of proxies whose word counts for where a request comes from, and whether under TLS."""
    tables: float = 120
    """Tables an hour that may be opened from one address, a quarter of them at once."""
    sockets: int = 300
    """Sockets of one address at a time; a tenth of them may be opened a second."""
    rate: float = 20
    """Messages a second from one socket, in the long run."""
    http_rate: float = 10
    """Requests a second that change something, from one address, in the long run."""
    snapshot: int = 64
    """Moves between two snapshots of a table, and from the latest one to where the table is, at the least."""
    rooms: int = 512
    """Tables kept in memory though nobody looks at them."""
    sweep: float = 2.0
    """Seconds between two looks for what no hint told."""
    window: float = 1.5
    """Seconds that a question to several seats stands at least before the answers are shown."""
    pace: bool = True
    """Do robots wait until what came before can have been read?"""
    editions: str = ""
    """The folder with editions of the host's own; empty: there is none."""
    without: frozenset[str] = frozenset()
    """Games that are not offered, also examples that nobody asked for. Tables of them that have begun go on."""
    contact: str = ""
    """How to reach whoever hosts: for players, and for those who hold rights in a game."""
    responsible: str = ""
    """Who answers for the site, by name and address: for the legal notice."""
    patience: float = 45.0
    """Seconds that somebody is waited for who is not there before the others are asked what to do; somebody who is
    there and gives no sign has nearly three times as many."""
    robot_patience: float = 60.0
    """Seconds that a robot may think while somebody looks on, before the table makes a harmless move for it."""
    zone: str = "UTC"
    """The time zone of people who have not said theirs."""
    mail: MailServer | None = None
    """None: this host sends no mail."""
    play: str = ""
    """The folder of the page that plays without a server; empty: the site has none."""
    push: tuple[str, ...] = ()
    """Push services that may be posted to besides those of the known browsers."""
    metrics: tuple[str, int] | None = None
    """Host and port where Prometheus finds this process's counts; None: they are shown to nobody."""

    def __repr__(self) -> str:
        return "Config(…)"

    def worker(self) -> WorkerConfig:
        """What a robots' worker of this server is given."""
        return WorkerConfig(nats=self.nats, key=self.keys.robots()[0])


class WorkerConfig(Struct, frozen=True, kw_only=True):
    """Settings of a robots' worker: no database, and no key but its own."""

    nats: str
    """Empty: it listens at the server itself."""
    key: RobotKey

    def environment(self) -> dict[str, str]:
        """The settings as variables."""
        return {"MALLE_NATS": self.nats, "MALLE_ROBOTS_KEY": self.key.write()}


def read_worker_config(environment: Mapping[str, str] = os.environ) -> WorkerConfig:
    """A worker's settings in the environment. `Refused` names the first that is missing or wrong."""
    if not environment.get("MALLE_ROBOTS_KEY"):
        raise Refused("MALLE_ROBOTS_KEY is not set; `malle robots --print-key` prints it where MALLE_KEY is set")
    return WorkerConfig(nats=environment.get("MALLE_NATS", ""), key=read_robot_key(environment["MALLE_ROBOTS_KEY"]))


def read_config(environment: Mapping[str, str] = os.environ) -> Config:
    """The settings in the environment. `Refused` names the first that is missing, wrong or none of ours."""
    given, environment = environment, Noting(environment)
    databases = read_databases(_need(environment, "MALLE_DATABASES"))
    keys = read_keys(_need(environment, "MALLE_KEY"))
    usual = Config(databases=databases, people="", nats="", keys=keys)
    origins = tuple(each.strip() for each in environment.get("MALLE_ORIGINS", "").split(",") if each.strip())
    address = environment.get("MALLE_ADDRESS", "").strip().rstrip("/") or (origins[0] if origins else "")
    if address and not re.fullmatch(r"https?://[^/\s]+", address):
        raise Unready("setting-address", {"given": repr(address[:60])})
    if address and address not in origins:
        origins = (address, *origins)
    people = environment.get("MALLE_PEOPLE") or databases[min(databases)]
    for each in (*databases.values(), people):
        if not each.startswith(("postgresql://", "postgres://")):
            raise Unready("setting-database")
    config = Config(
        databases=databases,
        people=people,
        nats=_nats(environment.get("MALLE_NATS", "").strip()),
        keys=keys,
        origins=origins,
        address=address,
        proxies=_proxies(environment.get("MALLE_PROXIES", usual.proxies)),
        tables=_number(environment, "MALLE_TABLES", usual.tables),
        sockets=_whole(environment, "MALLE_SOCKETS", usual.sockets),
        rate=_number(environment, "MALLE_RATE", usual.rate),
        http_rate=_number(environment, "MALLE_HTTP_RATE", usual.http_rate),
        snapshot=_whole(environment, "MALLE_SNAPSHOT", usual.snapshot),
        rooms=_whole(environment, "MALLE_ROOMS", usual.rooms),
        sweep=_number(environment, "MALLE_SWEEP", usual.sweep),
        window=_number(environment, "MALLE_WINDOW", usual.window),
        pace=_is_on(environment, "MALLE_PACE"),
        editions=environment.get("MALLE_EDITIONS", ""),
        without=_read_games(environment.get("MALLE_WITHOUT", "")) | _examples_left_out(environment),
        contact=environment.get("MALLE_CONTACT", "").strip(),
        responsible=_responsible(environment.get("MALLE_RESPONSIBLE", "").strip()),
        patience=_number(environment, "MALLE_PATIENCE", usual.patience),
        robot_patience=_number(environment, "MALLE_ROBOT_PATIENCE", usual.robot_patience),
        mail=_mail(environment, address),
        play=environment.get("MALLE_PLAY", "").strip(),
        push=tuple(each.strip() for each in environment.get("MALLE_PUSH", "").split(",") if each.strip()),
        zone=_zone(environment.get("MALLE_ZONE", "") or usual.zone),
        metrics=read_address(environment["MALLE_METRICS"]) if environment.get("MALLE_METRICS") else None,
    )
    need_known(given, environment.asked)
    return config


def owned_databases(config: Config) -> dict[int, str]:
    """The databases of the tables, by their owner's addresses where they are set: the server's own role may have no
    password yet, and does not see the schema's number."""
    owners = os.environ.get("MALLE_OWNER_DATABASES")
    return read_databases(owners) if owners else config.databases


def owned_people(config: Config) -> str:
    """The people's database, by its owner's address where that is set."""
    return os.environ.get("MALLE_OWNER_PEOPLE") or config.people


def _nats(text: str) -> str:
    for each in text.split(",") if text else ():
        if not re.fullmatch(r"(nats|tls|ws|wss)://\S+", each.strip()):
            raise Unready("setting-nats", {"given": repr(without_password(each)[:60])})
    return text


def _proxies(text: str) -> str:
    for each in (part.strip() for part in text.split(",")):
        try:
            if each not in ("", "*"):
                ipaddress.ip_network(each, strict=False)
        except ValueError:
            raise Unready("setting-proxies", {"given": repr(each[:40])}) from None
    return text


def _is_on(environment: Mapping[str, str], name: str, usual: str = "1") -> bool:
    text = environment.get(name, "") or usual
    if text not in ("0", "1"):
        raise Unready("setting-switch", {"name": name, "given": repr(text[:40])})
    return text == "1"


def _number(environment: Mapping[str, str], name: str, usual: float) -> float:
    text = environment.get(name, "")
    try:
        found = float(text or usual)
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise Unready("setting-number", {"name": name, "usual": f"{usual:g}", "given": repr(text[:40])})
    return found


def _mail(environment: Mapping[str, str], site: str) -> MailServer | None:
    text, sender = environment.get("MALLE_MAIL", "").strip(), environment.get("MALLE_MAIL_FROM", "").strip()
    if not text:
        return None
    parts = urlsplit(text)
    try:
        port = parts.port or {"smtp": 587, "smtps": 465}[parts.scheme]
    except (KeyError, ValueError):
        raise Unready("setting-mail") from None
    if not parts.hostname or "@" not in sender or not site:
        raise Unready("setting-mail-too")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, port, sender, user, password, parts.scheme == "smtps")


def _responsible(text: str) -> str:
    text = text.translate(_NO_BREAK)
    if len(text) > 300 or not text.isprintable():
        raise Unready("setting-responsible")
    return text


def _zone(name: str) -> str:
    if not is_zone(name):
        raise Unready("setting-zone", {"given": repr(name[:40])})
    return name


def _whole(environment: Mapping[str, str], name: str, usual: int) -> int:
    found = _number(environment, name, usual)
    if found != int(found):
        raise Unready("setting-whole", {"name": name, "usual": str(usual), "given": f"{found:g}"})
    return int(found)


def read_address(text: str) -> tuple[str, int]:
    """`127.0.0.1:9100` or `[::1]:9100`: host and port."""
    host, colon, port = text.strip().rpartition(":")
    if not colon or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise Unready("setting-metrics", {"given": repr(text[:40])})
    return host.strip("[]"), int(port)


def _read_games(text: str) -> frozenset[str]:
    found = frozenset(each.strip() for each in text.split(",") if each.strip())
    if strange := sorted(found - set(games.names())):
        raise Unready("setting-games", {"given": repr(strange[0]), "games": ", ".join(games.names())})
    return found


def _examples_left_out(environment: Mapping[str, str]) -> frozenset[str]:
    return frozenset() if _is_on(environment, "MALLE_EXAMPLES", "0") else games.examples()


def _need(environment: Mapping[str, str], name: str) -> str:
    if not environment.get(name):
        raise Unready("setting-missing", {"name": name})
    return environment[name]
