"""The server's keys: derived by purpose from one secret, and numbered, so that the secret can be changed.

`MALLE_KEY` names the secrets by number. What is made carries the number of the secret that made it; the highest number
makes, and whatever an older one made is good as long as it is named. A key for one purpose tells nothing of the others:
robots' workers have theirs alone, which opens robots' seats.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

from msgspec import Struct

from malle.store.seal import Sealer
from malle.voice import Unready


class RobotKey(Struct, frozen=True):
    """What a robots' worker has: makes the tokens of robots' seats, and nothing else."""

    number: int
    key: bytes

    def __repr__(self) -> str:
        return "RobotKey(…)"

    def token(self, table: str, seat: int) -> str:
        """Opens a seat, while a robot plays it."""
        return f"{self.number}-{_made(self.key, 'seat', table, str(seat))}"

    def worker(self) -> str:
        """Lets a worker ask where robots are awaited."""
        return f"{self.number}-{_made(self.key, 'worker')}"

    def write(self) -> str:
        """As the setting has it."""
        return f"{self.number}={self.key.hex()}"


class Keyring:
    """The secrets by number. None of them is ever shown."""

    def __init__(self, secrets: Mapping[int, bytes]) -> None:
        self._secrets = dict(sorted(secrets.items(), reverse=True))

    def has(self, other: Keyring) -> bool:
        """Has it every secret of another one, by the same number?"""
        return other._secrets.items() <= self._secrets.items()

    def _derive(self, purpose: str) -> dict[int, bytes]:
        """A key for one purpose from each secret, the newest first."""
        label = f"malle\nkey\n{purpose}".encode()
        return {number: hmac.new(secret, label, hashlib.sha256).digest() for number, secret in self._secrets.items()}

    def sealer(self) -> Sealer:
        """Seals the seeds of tables."""
        return Sealer(self._derive("seal"), tuple(self._secrets.values()))

    def clock(self) -> bytes:
        """Makes the keys of the clock's entries. Those of two secrets may be under way at once: a deadline is still
        written once, since it is for one seq."""
        return next(iter(self._derive("clock").values()))

    def backups(self) -> dict[int, bytes]:
        """Seal backups, by number."""
        return self._derive("backup")

    def notes(self) -> bytes:
        """Digests what a release makes of tables."""
        return next(iter(self._derive("notes").values()))

    def robots(self) -> tuple[RobotKey, ...]:
        """The keys of robots' workers, the newest first."""
        return tuple(RobotKey(number, key) for number, key in self._derive("robots").items())

    def is_worker(self, token: str) -> bool:
        """Is this what a robots' worker of this server shows?"""
        return any(hmac.compare_digest(token.encode(), key.worker().encode()) for key in self.robots())

    def push(self) -> tuple[bytes, ...]:
        """What the private keys of web push are made of, the newest first."""
        return tuple(self._derive("push").values())

    def letter(self, id_: str) -> str:
        """What opens the link of a mailed letter; nothing of it is in a database."""
        return self._signed("letter", id_)

    def read_letter(self, text: str) -> str:
        """The id of the letter that a link is from; empty: it is from none of ours."""
        return self._read_signed("letter", text)

    def feed(self, id_: str) -> str:
        """What opens somebody's private feed; nothing of it is in a database."""
        return self._signed("feed", id_)

    def read_feed(self, text: str) -> str:
        """The id of the feed; empty: it is none of ours."""
        return self._read_signed("feed", text)

    def _signed(self, purpose: str, id_: str) -> str:
        number, key = next(iter(self._derive(purpose).items()))
        return f"{number}-{id_}-{_made(key, id_)[:32]}"

    def _read_signed(self, purpose: str, text: str) -> str:
        number, _, rest = text.partition("-")
        id_, _, made = rest.partition("-")
        keys = {str(each): key for each, key in self._derive(purpose).items()}
        is_ours = number in keys and hmac.compare_digest(made.encode(), _made(keys[number], id_)[:32].encode())
        return id_ if is_ours else ""

    def invitation(self, table: str) -> str:
        """What lets somebody sit down at a table."""
        return self._invitations(table)[0]

    def invites(self, table: str, text: str) -> bool:
        """Is this an invitation to the table? Those from before keys had numbers have none."""
        old = [_made(secret, "invite", table)[:32] for secret in self._secrets.values()]
        return any(hmac.compare_digest(text.encode(), each.encode()) for each in self._invitations(table) + old)

    def _invitations(self, table: str) -> list[str]:
        return [f"{number}-{_made(key, table)[:32]}" for number, key in self._derive("invite").items()]


def read_keys(text: str) -> Keyring:
    """`2=<64 hexadecimal digits>,1=…`, or one secret alone, which has number 1."""
    if not (found := _read(text)):
        raise Unready("setting-key")
    return Keyring(found)


def read_robot_key(text: str) -> RobotKey:
    """The setting of a robots' worker."""
    if not (found := _read(text)):
        raise Unready("setting-robots-key")
    return RobotKey(*max(found.items()))


def _read(text: str) -> dict[int, bytes]:
    """The secrets by number; none, if one of them cannot be read."""
    found: dict[int, bytes] = {}
    for part in text.split(","):
        number, equals, digits = part.strip().rpartition("=")
        try:
            found[int(number) if equals else 1] = bytes.fromhex(digits)
        except ValueError:
            return {}
    return found if min(found) > 0 and all(len(key) == 32 for key in found.values()) else {}


def _made(key: bytes, *parts: str) -> str:
    return hmac.new(key, "\n".join(("malle", *parts)).encode(), hashlib.sha256).hexdigest()
