"""Signatures of game records: Ed25519, by the `cryptography` library."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


class RecordSigner:
    """Signs records with one key."""

    def __init__(self, secret_key: bytes | None = None) -> None:
        """Use the 32 bytes of a secret key, or a new random key without one."""
        self._key = (
            Ed25519PrivateKey.generate() if secret_key is None else Ed25519PrivateKey.from_private_bytes(secret_key)
        )

    @property
    def public_key(self) -> str:
        """The public key as the record's header holds it: `ed25519` and hexadecimal digits."""
        return f"ed25519 {self._key.public_key().public_bytes_raw().hex()}"

    def sign(self, digest: bytes) -> str:
        """Return the signature of a record's digest, in hexadecimal digits."""
        return self._key.sign(digest).hex()


def check_signature(public_key: str, digest: bytes, signature: str) -> bool:
    """Return whether `signature` is valid for `digest` under this public key. Malformed keys and signatures count
    as invalid."""
    kind, _, key_text = public_key.partition(" ")
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key_text)).verify(bytes.fromhex(signature), digest)
    except (InvalidSignature, ValueError):
        return False
    return kind == "ed25519"
