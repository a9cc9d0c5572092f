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

from malle.i18n.operator_messages import OperatorError
from malle.storage.seed_encryption import SeedCipher


class RobotKey(Struct, frozen=True):
    """The key of robot workers, the processes that choose robots' moves. It makes tokens of robots'
    seats and of workers, and nothing else."""

    number: int
    key: bytes

    def __repr__(self) -> str:
        return "RobotKey(…)"

    def seat_token(self, table_text: str, seat: int) -> str:
        """Return the token that opens a seat while a robot plays it."""
        return f"{self.number}-{_mac(self.key, 'seat', table_text, str(seat))}"

    def worker_token(self) -> str:
        """Return the token with which a robot worker may ask the server where robots are
        awaited."""
        return f"{self.number}-{_mac(self.key, 'worker')}"

    def to_setting(self) -> str:
        """Return the key as the text of the setting `MALLE_ROBOTS_KEY`."""
        return f"{self.number}={self.key.hex()}"


class Keyring:
    """Derives keys and tokens from the numbered secrets. No secret is ever shown."""

    def __init__(self, secrets: Mapping[int, bytes]) -> None:
        self._secrets = dict(sorted(secrets.items(), reverse=True))

    def includes(self, other_keyring: Keyring) -> bool:
        """Return whether this keyring has every secret of `other_keyring`, under the same
        numbers."""
        return other_keyring._secrets.items() <= self._secrets.items()

    def _derive(self, purpose: str) -> dict[int, bytes]:
        """Return a key for one purpose from each secret, by number, newest first."""
        label = f"malle\nkey\n{purpose}".encode()
        return {number: hmac.new(secret, label, hashlib.sha256).digest() for number, secret in self._secrets.items()}

    def seed_cipher(self) -> SeedCipher:
        """Return the cipher that encrypts the secret seeds of tables in the database."""
        return SeedCipher(self._derive("seal"), tuple(self._secrets.values()))

    def clock_key(self) -> bytes:
        """Return the secret from which `deadline_key` derives the key of a default move that a
        deadline makes. It comes from the newest secret. Processes may use two different secrets at
        once: a deadline is still written once, because it is bound to one seq."""
        return next(iter(self._derive("clock").values()))

    def backup_keys(self) -> dict[int, bytes]:
        """Return the keys that encrypt backups, by number."""
        return self._derive("backup")

    def upgrade_check_key(self) -> bytes:
        """Return the key of the digests with which an upgrade check compares how two releases replay tables."""
        return next(iter(self._derive("notes").values()))

    def robot_keys(self) -> tuple[RobotKey, ...]:
        """Return the keys of robot workers, newest first."""
        return tuple(RobotKey(number, key) for number, key in self._derive("robots").items())

    def is_worker_token(self, token: str) -> bool:
        """Return whether this is the token of a robot worker of this server."""
        return any(hmac.compare_digest(token.encode(), key.worker_token().encode()) for key in self.robot_keys())

    def push_key_material(self) -> tuple[bytes, ...]:
        """Return the bytes from which the private keys for web push are derived, newest first."""
        return tuple(self._derive("push").values())

    def mailed_link_token(self, link_id: str) -> str:
        """Return the token for a mailed link. It carries the link's id, and is not stored in a
        database."""
        return self._sign("letter", link_id)

    def parse_mailed_link_token(self, token: str) -> str:
        """Return the id in the token of a mailed link, or an empty string if the token is not valid."""
        return self._verify("letter", token)

    def feed_token(self, feed_id: str) -> str:
        """Return the token for a person's private feed. It carries the feed's id, and is not stored
        in a database."""
        return self._sign("feed", feed_id)

    def parse_feed_token(self, token: str) -> str:
        """Return the id in the token of a feed, or an empty string if the token is not valid."""
        return self._verify("feed", token)

    def _sign(self, purpose: str, id_: str) -> str:
        """Return `number-id-signature`, made with the newest secret for this purpose."""
        number, key = next(iter(self._derive(purpose).items()))
        return f"{number}-{id_}-{_mac(key, id_)[:32]}"

    def _verify(self, purpose: str, token: str) -> str:
        """Return the id in a token that `_sign` made for this purpose with any listed secret.
        Return an empty string if the signature is not valid."""
        number, _, rest = token.partition("-")
        id_, _, signature = rest.partition("-")
        keys = {str(each): key for each, key in self._derive(purpose).items()}
        is_ours = number in keys and hmac.compare_digest(signature.encode(), _mac(keys[number], id_)[:32].encode())
        return id_ if is_ours else ""

    def invitation_token(self, table_text: str) -> str:
        """Return the token with which a person may sit down at a table."""
        return self._invitations(table_text)[0]

    def is_invitation(self, table_text: str, token: str) -> bool:
        """Return whether `token` is an invitation to the table. Invitations from before secrets had
        numbers are accepted too."""
        old = [_mac(secret, "invite", table_text)[:32] for secret in self._secrets.values()]
        return any(hmac.compare_digest(token.encode(), each.encode()) for each in self._invitations(table_text) + old)

    def _invitations(self, table_text: str) -> list[str]:
        """Return the valid invitations to a table, one for each secret, newest first."""
        return [f"{number}-{_mac(key, table_text)[:32]}" for number, key in self._derive("invite").items()]


def parse_keyring(text: str) -> Keyring:
    """Parse `2=<64 hexadecimal digits>,1=…`, or a single secret, which gets number 1. The highest
    number is the newest. Raise `OperatorError` if malformed."""
    if not (found := _parse_secrets(text)):
        raise OperatorError("setting-key")
    return Keyring(found)


def parse_robot_key(text: str) -> RobotKey:
    """Parse the key of a robot worker; of several, the one with the highest number. Raise `OperatorError` if
    malformed."""
    if not (found := _parse_secrets(text)):
        raise OperatorError("setting-robots-key")
    return RobotKey(*max(found.items()))


def _parse_secrets(text: str) -> dict[int, bytes]:
    """Parse secrets of 32 bytes by number, in the format of `parse_keyring`. Return an empty
    dictionary if any of them is malformed."""
    found: dict[int, bytes] = {}
    for part in text.split(","):
        number, equals, digits = part.strip().rpartition("=")
        try:
            found[int(number) if equals else 1] = bytes.fromhex(digits)
        except ValueError:
            return {}
    return found if min(found) > 0 and all(len(key) == 32 for key in found.values()) else {}


def _mac(key: bytes, *parts: str) -> str:
    """Return a message authentication code (HMAC-SHA256, hexadecimal) of the parts."""
    return hmac.new(key, "\n".join(("malle", *parts)).encode(), hashlib.sha256).hexdigest()
