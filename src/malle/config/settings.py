"""The server's settings, all from environment variables. `docs/host.md` lists them."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from malle import games
from malle.config.keyring import Keyring, RobotKey, parse_keyring, parse_robot_key
from malle.config.known_settings import TrackedEnviron, require_known_settings
from malle.core import Refused
from malle.i18n.operator_messages import OperatorError
from malle.storage.database_errors import without_password
from malle.storage.store import parse_databases
from malle.table.quiet_hours import is_zone

_NO_BREAK_SPACES = dict.fromkeys(map(ord, "\u00a0\u202f"), " ")
"""Maps no-break spaces to blanks. They come with copied addresses, and `str.isprintable` rejects them."""


class MailServer(Struct, frozen=True):
    """The server through which mail is sent, and the sender's address. `repr` hides them."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    implicit_tls: bool = False
    """Whether TLS begins with the first byte. Otherwise STARTTLS is used as soon as the server
    offers it."""

    def __repr__(self) -> str:
        return "MailServer(…)"


class Config(Struct, frozen=True, kw_only=True):
    """Settings of a server, as `read_config` reads them. `repr` hides them, because they hold
    secrets."""

    table_databases: dict[int, str]
    """Addresses of the table databases by number."""
    people_database: str
    """Address of the people's database."""
    nats_url: str
    """Address of NATS, over which processes send hints to each other. Empty if there is one process only; it
    then uses a bus in memory."""
    keyring: Keyring
    """Keys that encrypt the seeds of tables. Back them up apart from the databases: without them no table in
    play can go on."""
    allowed_origins: tuple[str, ...] = ()
    """Allowed origins of pages, such as https://games.example. If empty, only the origin that the Host header
    names is allowed."""
    site_url: str = ""
    """Base URL of this site, such as https://games.example, for links that people share. Empty on home
    networks only."""
    trusted_proxies: str = "127.0.0.1,::1"
    """Addresses and networks of trusted proxies. Their headers say where a request comes from, and whether it
    came over TLS."""
    new_tables_per_hour: float = 120
    """Tables that may be opened from one address in an hour; a quarter of them at once."""
    max_sockets_per_address: int = 300
    """Sockets that one address may have at a time; a tenth of them may be opened in a second."""
    socket_messages_per_second: float = 20
    """Messages per second from one socket, in the long run."""
    http_changes_per_second: float = 10
    """Requests per second from one address that change something, in the long run."""
    moves_between_snapshots: int = 64
    """The smallest number of moves between two snapshots of a table, and between the latest snapshot and the
    table's present state."""
    idle_tables_in_memory: int = 512
    """Tables kept in memory although nobody watches them."""
    sync_seconds: float = 2.0
    """Seconds between two synchronizations with the database, for changes that no hint announced."""
    min_answer_seconds: float = 1.5
    """The shortest time that a question to several seats stays open before the answers are shown."""
    robots_wait_for_readers: bool = True
    """Whether robots wait until the preceding moves can have been read."""
    editions_folder: str = ""
    """Folder with the operator's own editions, or empty."""
    disabled_games: frozenset[str] = frozenset()
    """Games that are not offered, including examples unless they are switched on. Tables of these games that
    have begun go on."""
    contact: str = ""
    """How players and holders of rights in a game can reach the operator."""
    publisher: str = ""
    """Name and address of the person responsible for the site, for the legal notice."""
    absent_after_seconds: float = 45.0
    """Seconds after which the others are asked what to do about an awaited player who is not connected. A
    connected player who shows no activity has nearly three times as long."""
    robot_timeout_seconds: float = 60.0
    """Seconds that a robot may think while somebody watches. After that the table makes a harmless move for
    it."""
    time_zone: str = "UTC"
    """Time zone of people who have not chosen one."""
    mail_server: MailServer | None = None
    """None if this site sends no mail."""
    play_page_folder: str = ""
    """Folder of the page that plays without a server, or empty if the site has none."""
    extra_push_services: tuple[str, ...] = ()
    """Push services that may be used besides those of the known browsers."""
    metrics_address: tuple[str, int] | None = None
    """Host and port at which Prometheus reads this process's metrics, or None if they are not served."""

    def __repr__(self) -> str:
        return "Config(…)"

    def worker_config(self) -> WorkerConfig:
        """Return the settings that a robot worker of this server needs."""
        return WorkerConfig(nats_url=self.nats_url, robot_key=self.keyring.robot_keys()[0])


class WorkerConfig(Struct, frozen=True, kw_only=True):
    """Settings of a robot worker: no database, and no key but its own."""

    nats_url: str
    """Address of NATS. Empty if the worker receives hints from the server itself."""
    robot_key: RobotKey

    def environment(self) -> dict[str, str]:
        """Return the settings as environment variables."""
        return {"MALLE_NATS": self.nats_url, "MALLE_ROBOTS_KEY": self.robot_key.to_setting()}


def read_worker_config(environment: Mapping[str, str] = os.environ) -> WorkerConfig:
    """Read a robot worker's settings from environment variables. Raise `Refused` if the key is missing or
    malformed."""
    if not environment.get("MALLE_ROBOTS_KEY"):
        raise Refused("MALLE_ROBOTS_KEY is not set; `malle robots --print-key` prints it where MALLE_KEY is set")
    return WorkerConfig(
        nats_url=environment.get("MALLE_NATS", ""), robot_key=parse_robot_key(environment["MALLE_ROBOTS_KEY"])
    )


def read_config(environment: Mapping[str, str] = os.environ) -> Config:
    """Read the server's settings from environment variables. Raise `Refused` for the first one that is
    missing or wrong, or for an unknown `MALLE_*` variable."""
    raw_environment, environment = environment, TrackedEnviron(environment)
    databases = parse_databases(_require(environment, "MALLE_DATABASES"))
    keys = parse_keyring(_require(environment, "MALLE_KEY"))
    defaults = Config(table_databases=databases, people_database="", nats_url="", keyring=keys)
    origins = tuple(each.strip() for each in environment.get("MALLE_ORIGINS", "").split(",") if each.strip())
    address = environment.get("MALLE_ADDRESS", "").strip().rstrip("/") or (origins[0] if origins else "")
    if address and not re.fullmatch(r"https?://[^/\s]+", address):
        raise OperatorError("setting-address", {"given": repr(address[:60])})
    if address and address not in origins:
        origins = (address, *origins)
    people = environment.get("MALLE_PEOPLE") or databases[min(databases)]
    for each in (*databases.values(), people):
        if not each.startswith(("postgresql://", "postgres://")):
            raise OperatorError("setting-database")
    config = Config(
        table_databases=databases,
        people_database=people,
        nats_url=_check_nats(environment.get("MALLE_NATS", "").strip()),
        keyring=keys,
        allowed_origins=origins,
        site_url=address,
        trusted_proxies=_check_proxies(environment.get("MALLE_PROXIES", defaults.trusted_proxies)),
        new_tables_per_hour=_read_number(environment, "MALLE_TABLES", defaults.new_tables_per_hour),
        max_sockets_per_address=_read_whole_number(environment, "MALLE_SOCKETS", defaults.max_sockets_per_address),
        socket_messages_per_second=_read_number(environment, "MALLE_RATE", defaults.socket_messages_per_second),
        http_changes_per_second=_read_number(environment, "MALLE_HTTP_RATE", defaults.http_changes_per_second),
        moves_between_snapshots=_read_whole_number(environment, "MALLE_SNAPSHOT", defaults.moves_between_snapshots),
        idle_tables_in_memory=_read_whole_number(environment, "MALLE_ROOMS", defaults.idle_tables_in_memory),
        sync_seconds=_read_number(environment, "MALLE_SWEEP", defaults.sync_seconds),
        min_answer_seconds=_read_number(environment, "MALLE_WINDOW", defaults.min_answer_seconds),
        robots_wait_for_readers=_is_on(environment, "MALLE_PACE"),
        editions_folder=environment.get("MALLE_EDITIONS", ""),
        disabled_games=_parse_games(environment.get("MALLE_WITHOUT", "")) | _disabled_examples(environment),
        contact=environment.get("MALLE_CONTACT", "").strip(),
        publisher=_check_publisher(environment.get("MALLE_RESPONSIBLE", "").strip()),
        absent_after_seconds=_read_number(environment, "MALLE_PATIENCE", defaults.absent_after_seconds),
        robot_timeout_seconds=_read_number(environment, "MALLE_ROBOT_PATIENCE", defaults.robot_timeout_seconds),
        mail_server=_read_mail_server(environment, address),
        play_page_folder=environment.get("MALLE_PLAY", "").strip(),
        extra_push_services=tuple(
            each.strip() for each in environment.get("MALLE_PUSH", "").split(",") if each.strip()
        ),
        time_zone=_check_time_zone(environment.get("MALLE_ZONE", "") or defaults.time_zone),
        metrics_address=parse_host_and_port(environment["MALLE_METRICS"]) if environment.get("MALLE_METRICS") else None,
    )
    require_known_settings(raw_environment, environment.names_read)
    return config


def databases_for_owner(config: Config) -> dict[int, str]:
    """Return the addresses of the table databases for the role that owns them, from
    `MALLE_OWNER_DATABASES`. If that is unset, return the server's own addresses. Migrations and
    checks need the owner's role: the server's role may have no password yet, and cannot read the
    schema revision."""
    owners = os.environ.get("MALLE_OWNER_DATABASES")
    return parse_databases(owners) if owners else config.table_databases


def people_database_for_owner(config: Config) -> str:
    """Return the address of the people's database for the role that owns it, from
    `MALLE_OWNER_PEOPLE`. If that is unset, return the server's own address."""
    return os.environ.get("MALLE_OWNER_PEOPLE") or config.people_database


def _check_nats(text: str) -> str:
    """Return the NATS addresses unchanged. Raise `OperatorError` if one is malformed."""
    for each in text.split(",") if text else ():
        if not re.fullmatch(r"(nats|tls|ws|wss)://\S+", each.strip()):
            raise OperatorError("setting-nats", {"given": repr(without_password(each)[:60])})
    return text


def _check_proxies(text: str) -> str:
    """Return the list of proxies unchanged. Raise `OperatorError` if one is neither `*` nor an address or network."""
    for each in (part.strip() for part in text.split(",")):
        try:
            if each not in ("", "*"):
                ipaddress.ip_network(each, strict=False)
        except ValueError:
            raise OperatorError("setting-proxies", {"given": repr(each[:40])}) from None
    return text


def _is_on(environment: Mapping[str, str], name: str, default: str = "1") -> bool:
    """Read a switch: `1` is on, `0` is off, unset means `default`. Raise `OperatorError` for anything else."""
    text = environment.get(name, "") or default
    if text not in ("0", "1"):
        raise OperatorError("setting-switch", {"name": name, "given": repr(text[:40])})
    return text == "1"


def _read_number(environment: Mapping[str, str], name: str, default: float) -> float:
    """Read a finite number that is not negative, or return `default` if it is unset. Raise `OperatorError` if it is
    malformed."""
    text = environment.get(name, "")
    try:
        found = float(text or default)
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise OperatorError("setting-number", {"name": name, "usual": f"{default:g}", "given": repr(text[:40])})
    return found


def _read_mail_server(environment: Mapping[str, str], site_url: str) -> MailServer | None:
    """Read `MALLE_MAIL` and `MALLE_MAIL_FROM`, or return None if no mail server is set. Raise `OperatorError` if
    they are malformed, or if the sender or the site's address is missing."""
    text, sender = environment.get("MALLE_MAIL", "").strip(), environment.get("MALLE_MAIL_FROM", "").strip()
    if not text:
        return None
    parts = urlsplit(text)
    try:
        port = parts.port or {"smtp": 587, "smtps": 465}[parts.scheme]
    except (KeyError, ValueError):
        raise OperatorError("setting-mail") from None
    if not parts.hostname or "@" not in sender or not site_url:
        raise OperatorError("setting-mail-too")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, port, sender, user, password, parts.scheme == "smtps")


def _check_publisher(text: str) -> str:
    """Return the name and address for the legal notice, with no-break spaces as blanks. Raise
    `OperatorError` if it has more than 300 characters or one that is not printable."""
    text = text.translate(_NO_BREAK_SPACES)
    if len(text) > 300 or not text.isprintable():
        raise OperatorError("setting-responsible")
    return text


def _check_time_zone(name: str) -> str:
    """Return the name of a time zone unchanged. Raise `OperatorError` if there is no such zone."""
    if not is_zone(name):
        raise OperatorError("setting-zone", {"given": repr(name[:40])})
    return name


def _read_whole_number(environment: Mapping[str, str], name: str, default: int) -> int:
    """Read a whole number that is not negative, or return `default` if it is unset. Raise
    `OperatorError` if it is malformed."""
    found = _read_number(environment, name, default)
    if found != int(found):
        raise OperatorError("setting-whole", {"name": name, "usual": str(default), "given": f"{found:g}"})
    return int(found)


def parse_host_and_port(text: str) -> tuple[str, int]:
    """Parse (host, port) from `127.0.0.1:9100` or `[::1]:9100`; the brackets are removed. Raise
    `OperatorError` if malformed."""
    host, colon, port = text.strip().rpartition(":")
    if not colon or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise OperatorError("setting-metrics", {"given": repr(text[:40])})
    return host.strip("[]"), int(port)


def _parse_games(text: str) -> frozenset[str]:
    """Parse game names separated by commas. Raise `OperatorError` if one is not installed."""
    found = frozenset(each.strip() for each in text.split(",") if each.strip())
    if unknown := sorted(found - set(games.game_names())):
        raise OperatorError("setting-games", {"given": repr(unknown[0]), "games": ", ".join(games.game_names())})
    return found


def _disabled_examples(environment: Mapping[str, str]) -> frozenset[str]:
    """Return the names of the example games, or nothing if `MALLE_EXAMPLES` is on."""
    return frozenset() if _is_on(environment, "MALLE_EXAMPLES", "0") else games.example_names()


def _require(environment: Mapping[str, str], name: str) -> str:
    """Return the value of the variable `name`. Raise `OperatorError` if it is unset or empty."""
    if not environment.get(name):
        raise OperatorError("setting-missing", {"name": name})
    return environment[name]
