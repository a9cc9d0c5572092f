"""Encryption of seeds in the database: AES-GCM under a key from the configuration, bound to the table."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from malle.core import Bug

_LEGACY_SEED_BYTES = 12 + 32 + 16
"""Length of a seed that was encrypted before keys had numbers."""


class SeedCipher:
    """Encrypts the secret seeds of tables with the newest key, and decrypts with any. Without the
    keys every table in play is lost: back them up apart from the database."""

    def __init__(self, keys: Mapping[int, bytes], legacy_keys: Iterable[bytes] = ()) -> None:
        """`keys` are the keys by number; the highest number is the newest. `legacy_keys` decrypt
        seeds from before keys had numbers."""
        self._keys = {number: AESGCM(key) for number, key in keys.items()}
        self._newest = max(keys)
        self._legacy_keys = tuple(map(AESGCM, legacy_keys))

    def encrypt(self, seed: bytes, table_text: str) -> bytes:
        """Encrypt a seed for storage. The result is the key's number, a nonce and the ciphertext; it can be
        decrypted only for the same table."""
        nonce = secrets.token_bytes(12)
        sealed = self._keys[self._newest].encrypt(nonce, seed, table_text.encode())
        return self._newest.to_bytes(2, "big") + nonce + sealed

    def decrypt(self, sealed: bytes, table_text: str) -> bytes:
        """Decrypt a stored seed of this table. Raise `Bug` if no key fits."""
        if len(sealed) == _LEGACY_SEED_BYTES:
            keys = self._legacy_keys
        else:
            number, sealed = int.from_bytes(sealed[:2], "big"), sealed[2:]
            keys = (self._keys[number],) if number in self._keys else ()
        for aes in keys:
            try:
                return aes.decrypt(sealed[:12], sealed[12:], table_text.encode())
            except InvalidTag:
                continue
        raise Bug(f"table {table_text}: its seed was sealed with a key that MALLE_KEY does not name any more")
