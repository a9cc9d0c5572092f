"""Seeds at rest: sealed with AES-GCM under a key from the configuration, bound to their table."""

from __future__ import annotations

import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from malle.core import Bug


class Sealer:
    """Seals and opens. Without the key every table in play is lost: back it up apart from the database."""

    def __init__(self, key: bytes) -> None:
        self._aes = AESGCM(key)

    def seal(self, seed: bytes, table: str) -> bytes:
        """The seed as it is stored."""
        nonce = secrets.token_bytes(12)
        return nonce + self._aes.encrypt(nonce, seed, table.encode())

    def open(self, sealed: bytes, table: str) -> bytes:
        """The seed again."""
        try:
            return self._aes.decrypt(sealed[:12], sealed[12:], table.encode())
        except InvalidTag:
            raise Bug(f"table {table}: its seed was sealed with another key") from None
