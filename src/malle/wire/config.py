"""The server's settings, all from environment variables. `docs/host.md` lists them."""

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
"""Maps no-break spaces to blanks. They come with copied addresses, and `str.isprintable` rejects them."""


class MailServer(Struct, frozen=True):
    """The server through which mail is sent, and the sender's address."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    tls: bool = False
    """TLS from the first byte. Otherwise STARTTLS as soon as the server offers it."""

    def __repr__(self) -> str:
        return "MailServer(…)"


class Config(Struct, frozen=True, kw_only=True):
    """Settings of a server. `repr` hides them, because they hold secrets."""

    databases: dict[int, str]
    people: str
    nats: str
    """Address of NATS, over which processes send hints to each other. Empty if there is one process only; it
    then uses a bus in memory."""
    keys: Keyring
    """Keys that encrypt the seeds of tables. Back them up apart from the databases: without them no table in
    play can go on."""
    origins: tuple[str, ...] = ()
    """Allowed origins of pages, such as https://games.example. If empty, only the origin that the Host header
    names is allowed."""
    address: str = ""
    """Base URL of this site, such as https://games.example, for links that people share. Empty on home
    networks only."""
    proxies: str = "127.0.0.1,::1"
    """Addresses and networks of trusted proxies. Their headers say where a request comes from, and whether it
    came over TLS."""
    tables: float = 120
    """Tables that may be opened from one address in an hour; a quarter of them at once."""
    sockets: int = 300
    """Sockets that one address may have at a time; a tenth of them may be opened in a second."""
    rate: float = 20
    """Messages per second from one socket, in the long run."""
    http_rate: float = 10
    """Requests per second from one address that change something, in the long run."""
    snapshot: int = 64
    """The smallest number of moves between two snapshots of a table, and between the latest snapshot and the
    table's present state."""
    rooms: int = 512
    """Tables kept in memory although nobody watches them."""
    sweep: float = 2.0
    """Seconds between two synchronizations with the database, for changes that no hint announced."""
    window: float = 1.5
    """The shortest time that a question to several seats stays open before the answers are shown."""
    pace: bool = True
    """Whether robots wait until the preceding moves can have been read."""
    editions: str = ""
    """Folder with the operator's own editions, or empty."""
    without: frozenset[str] = frozenset()
    """Games that are not offered, including examples unless they are switched on. Tables of these games that
    have begun go on."""
    contact: str = ""
    """How players and holders of rights in a game can reach the operator."""
    responsible: str = ""
    """Name and address of the person responsible for the site, for the legal notice."""
    patience: float = 45.0
    """Seconds after which the others are asked what to do about an awaited player who is not connected. A
    connected player who shows no activity has nearly three times as long."""
    robot_patience: float = 60.0
    """Seconds that a robot may think while somebody watches. After that the table makes a harmless move for
    it."""
    zone: str = "UTC"
    """Time zone of people who have not chosen one."""
    mail: MailServer | None = None
    """None if this site sends no mail."""
    play: str = ""
    """Folder of the page that plays without a server, or empty if the site has none."""
    push: tuple[str, ...] = ()
    """Push services that may be used besides those of the known browsers."""
    metrics: tuple[str, int] | None = None
    """Host and port at which Prometheus reads this process's metrics, or None if they are not served."""

    def __repr__(self) -> str:
        return "Config(…)"

    def worker(self) -> WorkerConfig:
        """Return the settings that a robot worker of this server needs."""
        return WorkerConfig(nats=self.nats, key=self.keys.robots()[0])


class WorkerConfig(Struct, frozen=True, kw_only=True):
    """Settings of a robot worker: no database, and no key but its own."""

    nats: str
    """Address of NATS. Empty if the worker receives hints from the server itself."""
    key: RobotKey

    def environment(self) -> dict[str, str]:
        """Return the settings as environment variables."""
        return {"MALLE_NATS": self.nats, "MALLE_ROBOTS_KEY": self.key.write()}


def read_worker_config(environment: Mapping[str, str] = os.environ) -> WorkerConfig:
    """Read a robot worker's settings from environment variables. Raise `Refused` if the key is missing or
    malformed."""
    if not environment.get("MALLE_ROBOTS_KEY"):
        raise Refused("MALLE_ROBOTS_KEY is not set; `malle robots --print-key` prints it where MALLE_KEY is set")
    return WorkerConfig(nats=environment.get("MALLE_NATS", ""), key=read_robot_key(environment["MALLE_ROBOTS_KEY"]))


def read_config(environment: Mapping[str, str] = os.environ) -> Config:
    """Read the server's settings from environment variables. Raise `Refused` for the first one that is
    missing or wrong, or for an unknown `MALLE_*` variable."""
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
    """Return the addresses of the table databases for the role that owns them, from `MALLE_OWNER_DATABASES`.
    If that is unset, return the server's own addresses. The server's role may have no password yet, and
    cannot read the schema revision."""
    owners = os.environ.get("MALLE_OWNER_DATABASES")
    return read_databases(owners) if owners else config.databases


def owned_people(config: Config) -> str:
    """Return the address of the people's database for the role that owns it, from `MALLE_OWNER_PEOPLE`. If
    that is unset, return the server's own address."""
    return os.environ.get("MALLE_OWNER_PEOPLE") or config.people


def _nats(text: str) -> str:
    """Return the NATS addresses unchanged. Raise `Unready` if one is malformed."""
    for each in text.split(",") if text else ():
        if not re.fullmatch(r"(nats|tls|ws|wss)://\S+", each.strip()):
            raise Unready("setting-nats", {"given": repr(without_password(each)[:60])})
    return text


def _proxies(text: str) -> str:
    """Return the list of proxies unchanged. Raise `Unready` if one is neither `*` nor an address or network."""
    for each in (part.strip() for part in text.split(",")):
        try:
            if each not in ("", "*"):
                ipaddress.ip_network(each, strict=False)
        except ValueError:
            raise Unready("setting-proxies", {"given": repr(each[:40])}) from None
    return text


def _is_on(environment: Mapping[str, str], name: str, usual: str = "1") -> bool:
    """Read a switch: `1` is on, `0` is off, unset means `default`. Raise `Unready` for anything else."""
    text = environment.get(name, "") or usual
    if text not in ("0", "1"):
        raise Unready("setting-switch", {"name": name, "given": repr(text[:40])})
    return text == "1"


def _number(environment: Mapping[str, str], name: str, usual: float) -> float:
    """Read a finite number that is not negative, or return `default` if it is unset. Raise `Unready` if it is
    malformed."""
    text = environment.get(name, "")
    try:
        found = float(text or usual)
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise Unready("setting-number", {"name": name, "usual": f"{usual:g}", "given": repr(text[:40])})
    return found


def _mail(environment: Mapping[str, str], site: str) -> MailServer | None:
    """Read `MALLE_MAIL` and `MALLE_MAIL_FROM`, or return None if no mail server is set. Raise `Unready` if
    they are malformed, or if the sender or the site's address is missing."""
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
    """Check the name and address for the legal notice: at most 300 printable characters. No-break spaces
    become blanks."""
    text = text.translate(_NO_BREAK)
    if len(text) > 300 or not text.isprintable():
        raise Unready("setting-responsible")
    return text


def _zone(name: str) -> str:
    """Return the name of a time zone. Raise `Unready` if there is no such zone."""
    if not is_zone(name):
        raise Unready("setting-zone", {"given": repr(name[:40])})
    return name


def _whole(environment: Mapping[str, str], name: str, usual: int) -> int:
    """Read a whole number that is not negative; otherwise like `_read_number`."""
    found = _number(environment, name, usual)
    if found != int(found):
        raise Unready("setting-whole", {"name": name, "usual": str(usual), "given": f"{found:g}"})
    return int(found)


def read_address(text: str) -> tuple[str, int]:
    """Parse host and port from `127.0.0.1:9100` or `[::1]:9100`. Raise `Unready` if malformed."""
    host, colon, port = text.strip().rpartition(":")
    if not colon or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise Unready("setting-metrics", {"given": repr(text[:40])})
    return host.strip("[]"), int(port)


def _read_games(text: str) -> frozenset[str]:
    """Parse game names separated by commas. Raise `Unready` if one is not installed."""
    found = frozenset(each.strip() for each in text.split(",") if each.strip())
    if strange := sorted(found - set(games.names())):
        raise Unready("setting-games", {"given": repr(strange[0]), "games": ", ".join(games.names())})
    return found


def _examples_left_out(environment: Mapping[str, str]) -> frozenset[str]:
    """Return the names of the example games, unless `MALLE_EXAMPLES` is on."""
    return frozenset() if _is_on(environment, "MALLE_EXAMPLES", "0") else games.examples()


def _need(environment: Mapping[str, str], name: str) -> str:
    """Return a variable. Raise `Unready` if it is unset or empty."""
    if not environment.get(name):
        raise Unready("setting-missing", {"name": name})
    return environment[name]
