"""The dealer: random draws that nobody can steer and everybody can check afterwards.

Before the first draw the server takes a 256-bit seed for the table and publishes its digest, the *seal*.
The scheme also lets players contribute a word each. First all publish a digest of their word (the
*pledge*), then all open it, so that nobody can choose a word after seeing the others'. Seed and words make
one key. Draw number n of the table is

    HMAC-SHA256(key, 'malle/1' | table | n | attempt)

read as a number and made uniform by rejection. n counts the chance entries ever written to the table's log,
undone ones included. It never depends on the clock, the seq or the mover, so the timing of answers cannot
change a card. When the game is over the seed and the words are published, and
`malle.core.record.verify_record` deals the whole game again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from msgspec import Struct

from malle.core.errors import Refused
from malle.core.randomness import Luck, index_at_offset

_PROTOCOL = b"malle/1"
_HASH_RANGE = 1 << 256


class PlayerWord(Struct, frozen=True):
    """A player's contribution to the key, no longer secret: the seat, the salt that kept the pledge
    unguessable, and the word."""

    seat: int
    salt: str
    word: str


def new_seed() -> bytes:
    """Return a fresh 256-bit seed from the operating system's randomness."""
    return secrets.token_bytes(32)


def seal_of_seed(seed: bytes, table: str) -> str:
    """Return the seal of a seed, as hex: a digest bound to its table, published before the deal and checked
    after the end."""
    return hashlib.sha256(_join_with_lengths(_PROTOCOL, b"seal", table.encode(), seed)).hexdigest()


def pledge_of_word(word: PlayerWord, table: str) -> str:
    """Return the pledge of a player's word, as hex: a digest bound to its table, published before any word
    is opened."""
    parts = (str(word.seat).encode(), word.salt.encode(), word.word.encode())
    return hashlib.sha256(_join_with_lengths(_PROTOCOL, b"word", table.encode(), *parts)).hexdigest()


class Dealer:
    """Turns a secret seed, and words that players contributed so that nobody can steer it, into
    draws. The same seed, table and words always give the same draws."""

    def __init__(self, seed: bytes, table: str, words: Sequence[PlayerWord] = ()) -> None:
        """Derive the key. `words` may be in any order. `Refused` if the seed does not have 32 bytes."""
        if len(seed) != 32:
            raise Refused(f"a seed has 32 bytes, this one {len(seed)}")
        opened = sorted(words, key=lambda word: word.seat)
        parts = [part.encode() for word in opened for part in (str(word.seat), word.salt, word.word)]
        key = hmac.digest(seed, _join_with_lengths(_PROTOCOL, b"key", *parts), "sha256")
        self._hmac = hmac.new(key, _join_with_lengths(_PROTOCOL, table.encode()), "sha256")

    def draw(self, n: int, total: int) -> int:
        """Return draw number `n`, a number from 0 to `total` - 1, all equally likely. Hash values
        above the last whole multiple of `total` are replaced by the next attempt's."""
        limit = _HASH_RANGE - _HASH_RANGE % total
        attempt = 0
        while True:
            mac = self._hmac.copy()
            mac.update(n.to_bytes(8, "big") + attempt.to_bytes(4, "big"))
            value = int.from_bytes(mac.digest(), "big")
            if value < limit:
                return value % total
            attempt += 1

    def pick(self, n: int, weights: Sequence[int]) -> int:
        """Return draw number `n` as an index into `weights`, with probability proportional to the weight."""
        return index_at_offset(weights, self.draw(n, sum(weights)))

    def deadline_luck(self, seq: int, seat: int) -> Luck:
        """Return the source of randomness for a seat's default action at a deadline. The same `seq`
        and `seat` give the same luck.

        It is as secret as the draws, but independent of them, so that no card depends on whether
        somebody's time ran out.
        """
        mac = self._hmac.copy()
        mac.update(_join_with_lengths(b"deadline", seq.to_bytes(8, "big"), seat.to_bytes(4, "big")))
        return Luck(mac.digest())


class DrawCounter:
    """A dealer together with the number of its next draw. Its `pick` needs no number, so it is a
    `PickIndex` as `malle.core.play` expects."""

    def __init__(self, dealer: Dealer, drawn: int = 0) -> None:
        """Begin after `drawn` draws."""
        self.dealer = dealer
        self.draws_made = drawn
        """Chance entries ever written to the log, undone ones included."""

    def pick(self, weights: Sequence[int]) -> int:
        """Return the next draw as an index into `weights`, and count it."""
        index = self.dealer.pick(self.draws_made, weights)
        self.draws_made += 1
        return index


def _join_with_lengths(*parts: bytes) -> bytes:
    """Join the parts, each preceded by its length, so that no two lists of parts give the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
