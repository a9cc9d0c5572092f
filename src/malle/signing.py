"""A host's signature under a record: Ed25519, by the `cryptography` library."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


class Host:
    """The one who vouches for a record."""

    def __init__(self, secret: bytes | None = None) -> None:
        """With the 32 secret bytes of a host, or with a key made for this occasion."""
        self._key = Ed25519PrivateKey.generate() if secret is None else Ed25519PrivateKey.from_private_bytes(secret)

    @property
    def public(self) -> str:
        """The public key, as it stands in a record's header."""
        return f"ed25519 {self._key.public_key().public_bytes_raw().hex()}"

    def sign(self, digest: bytes) -> str:
        """The signature under a record."""
        return self._key.sign(digest).hex()


def check_signature(host: str, digest: bytes, signature: str) -> bool:
    """Did this host sign it?"""
    kind, _, key = host.partition(" ")
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), digest)
    except (InvalidSignature, ValueError):
        return False
    return kind == "ed25519"
