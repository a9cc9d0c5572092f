"""The server's keys: derived by purpose from numbered secrets, so that a secret can be replaced.

`MALLE_KEY` lists the secrets by number. A token carries the number of the secret that made it. The highest
number makes new tokens; tokens of older secrets stay valid as long as the setting lists them. A key for one
purpose reveals nothing about the others: robot workers have only their own, which opens robots' seats.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

from msgspec import Struct

from malle.store.seal import Sealer
from malle.voice import Unready


class RobotKey(Struct, frozen=True):
    """The key of robot workers. It makes tokens of robots' seats and of workers, and nothing else."""

    number: int
    key: bytes

    def __repr__(self) -> str:
        return "RobotKey(…)"

    def token(self, table: str, seat: int) -> str:
        """Return the token that opens a seat while a robot plays it."""
        return f"{self.number}-{_made(self.key, 'seat', table, str(seat))}"

    def worker(self) -> str:
        """Return the token with which a worker may ask where robots are awaited."""
        return f"{self.number}-{_made(self.key, 'worker')}"

    def write(self) -> str:
        """Return the key as the text of the setting `MALLE_ROBOTS_KEY`."""
        return f"{self.number}={self.key.hex()}"


class Keyring:
    """Derives keys and tokens from the numbered secrets. No secret is ever shown."""

    def __init__(self, secrets: Mapping[int, bytes]) -> None:
        self._secrets = dict(sorted(secrets.items(), reverse=True))

    def has(self, other: Keyring) -> bool:
        """Return whether this keyring has every secret of another one, under the same numbers."""
        return other._secrets.items() <= self._secrets.items()

    def _derive(self, purpose: str) -> dict[int, bytes]:
        """Return a key for one purpose from each secret, by number, newest first."""
        label = f"malle\nkey\n{purpose}".encode()
        return {number: hmac.new(secret, label, hashlib.sha256).digest() for number, secret in self._secrets.items()}

    def sealer(self) -> Sealer:
        """Return the cipher for the seeds of tables."""
        return Sealer(self._derive("seal"), tuple(self._secrets.values()))

    def clock(self) -> bytes:
        """Return the key that derives the keys of log entries made by the clock. Processes may use two
        different secrets at once: a deadline is still written once, because it is bound to one seq."""
        return next(iter(self._derive("clock").values()))

    def backups(self) -> dict[int, bytes]:
        """Return the keys that encrypt backups, by number."""
        return self._derive("backup")

    def notes(self) -> bytes:
        """Return the key of the digests with which an upgrade check compares how two releases replay tables."""
        return next(iter(self._derive("notes").values()))

    def robots(self) -> tuple[RobotKey, ...]:
        """Return the keys of robot workers, newest first."""
        return tuple(RobotKey(number, key) for number, key in self._derive("robots").items())

    def is_worker(self, token: str) -> bool:
        """Return whether this is the token of a robot worker of this server."""
        return any(hmac.compare_digest(token.encode(), key.worker().encode()) for key in self.robots())

    def push(self) -> tuple[bytes, ...]:
        """Return the bytes from which web push private keys are derived, newest first."""
        return tuple(self._derive("push").values())

    def letter(self, id_: str) -> str:
        """Return the token for a mailed link, which carries the link's id. It is not stored in a database."""
        return self._signed("letter", id_)

    def read_letter(self, text: str) -> str:
        """Return the id in the token of a mailed link, or an empty string if the token is not valid."""
        return self._read_signed("letter", text)

    def feed(self, id_: str) -> str:
        """Return the token for a person's private feed, which carries the feed's id. It is not stored in a
        database."""
        return self._signed("feed", id_)

    def read_feed(self, text: str) -> str:
        """Return the id in the token of a feed, or an empty string if the token is not valid."""
        return self._read_signed("feed", text)

    def _signed(self, purpose: str, id_: str) -> str:
        """Return `number-id-signature`, made with the newest secret."""
        number, key = next(iter(self._derive(purpose).items()))
        return f"{number}-{id_}-{_made(key, id_)[:32]}"

    def _read_signed(self, purpose: str, text: str) -> str:
        """Return the id in a signed token, or an empty string if its signature is not valid."""
        number, _, rest = text.partition("-")
        id_, _, made = rest.partition("-")
        keys = {str(each): key for each, key in self._derive(purpose).items()}
        is_ours = number in keys and hmac.compare_digest(made.encode(), _made(keys[number], id_)[:32].encode())
        return id_ if is_ours else ""

    def invitation(self, table: str) -> str:
        """Return the token with which a person may sit down at a table."""
        return self._invitations(table)[0]

    def invites(self, table: str, text: str) -> bool:
        """Return whether this is an invitation to the table. Invitations from before keys had numbers are
        accepted too."""
        old = [_made(secret, "invite", table)[:32] for secret in self._secrets.values()]
        return any(hmac.compare_digest(text.encode(), each.encode()) for each in self._invitations(table) + old)

    def _invitations(self, table: str) -> list[str]:
        """Return the valid invitations to a table, one for each secret, newest first."""
        return [f"{number}-{_made(key, table)[:32]}" for number, key in self._derive("invite").items()]


def read_keys(text: str) -> Keyring:
    """Parse `2=<64 hexadecimal digits>,1=…`, or a single secret, which gets number 1. Raise `Unready` if
    malformed."""
    if not (found := _read(text)):
        raise Unready("setting-key")
    return Keyring(found)


def read_robot_key(text: str) -> RobotKey:
    """Parse the key of a robot worker; of several, the one with the highest number. Raise `Unready` if
    malformed."""
    if not (found := _read(text)):
        raise Unready("setting-robots-key")
    return RobotKey(*max(found.items()))


def _read(text: str) -> dict[int, bytes]:
    """Parse secrets by number. Return an empty dictionary if any of them is malformed."""
    found: dict[int, bytes] = {}
    for part in text.split(","):
        number, equals, digits = part.strip().rpartition("=")
        try:
            found[int(number) if equals else 1] = bytes.fromhex(digits)
        except ValueError:
            return {}
    return found if min(found) > 0 and all(len(key) == 32 for key in found.values()) else {}


def _made(key: bytes, *parts: str) -> str:
    """Return a message authentication code (HMAC-SHA256, hexadecimal) of the parts."""
    return hmac.new(key, "\n".join(("malle", *parts)).encode(), hashlib.sha256).hexdigest()
