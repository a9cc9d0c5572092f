"""The dealer: chance that nobody can steer and everybody can check.

Before the first card a table's host draws a 256-bit seed and publishes its digest, the *seal*. Players may add a
word of their own: first all publish a digest (their *pledge*), then all open it, so that nobody can choose a word
after seeing the others'. Seed and words make one key; draw number n of the table is

    HMAC-SHA256(key, 'malle/1' | table | n | attempt)

read as a number and reduced by rejection to a uniform one. n counts the chance entries ever written to the table's
log, undone ones included: never the clock, the seq or the mover, so that no timing of answers changes a card. When
the game is over the seed and the words are opened, and `malle.core.record.verify` deals the whole game again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from msgspec import Struct

from malle.core.errors import Refused
from malle.core.luck import Luck, index_at

_PROTOCOL = b"malle/1"
_SPAN = 1 << 256


class Word(Struct, frozen=True):
    """A player's own word in the draw, opened: the seat, the salt that kept the pledge unguessable, and the word."""

    seat: int
    salt: str
    word: str


def new_seed() -> bytes:
    """A fresh 256-bit seed from the machine's own randomness."""
    return secrets.token_bytes(32)


def seal(seed: bytes, table: str) -> str:
    """The digest of a seed, bound to its table: published before the deal, checked after the end."""
    return hashlib.sha256(_join(_PROTOCOL, b"seal", table.encode(), seed)).hexdigest()


def pledge(word: Word, table: str) -> str:
    """The digest of a player's word, published before any word is opened."""
    parts = (str(word.seat).encode(), word.salt.encode(), word.word.encode())
    return hashlib.sha256(_join(_PROTOCOL, b"word", table.encode(), *parts)).hexdigest()


class Dealer:
    """Turns a seed and the players' words into outcomes, the same for ever."""

    def __init__(self, seed: bytes, table: str, words: Sequence[Word] = ()) -> None:
        if len(seed) != 32:
            raise Refused(f"a seed has 32 bytes, this one {len(seed)}")
        opened = sorted(words, key=lambda word: word.seat)
        parts = [part.encode() for word in opened for part in (str(word.seat), word.salt, word.word)]
        key = hmac.digest(seed, _join(_PROTOCOL, b"key", *parts), "sha256")
        self._hmac = hmac.new(key, _join(_PROTOCOL, table.encode()), "sha256")

    def draw(self, n: int, total: int) -> int:
        """Draw number n: uniform in range(total). Values beyond the last whole multiple of total are drawn again."""
        limit = _SPAN - _SPAN % total
        attempt = 0
        while True:
            mac = self._hmac.copy()
            mac.update(n.to_bytes(8, "big") + attempt.to_bytes(4, "big"))
            value = int.from_bytes(mac.digest(), "big")
            if value < limit:
                return value % total
            attempt += 1

    def pick(self, n: int, weights: Sequence[int]) -> int:
        """Draw number n as an index by weights, in the order of the outcomes."""
        return index_at(weights, self.draw(n, sum(weights)))

    def luck(self, seq: int, seat: int) -> Luck:
        """What the answer at a deadline is drawn by: as secret as the draws, and the same when asked again. Its numbers
        are none of the draws', so that no card depends on whether somebody's time ran out."""
        mac = self._hmac.copy()
        mac.update(_join(b"deadline", seq.to_bytes(8, "big"), seat.to_bytes(4, "big")))
        return Luck(mac.digest())


class Draws:
    """A dealer with its counter: `pick` in the form that `malle.core.play` wants."""

    def __init__(self, dealer: Dealer, drawn: int = 0) -> None:
        self.dealer = dealer
        self.drawn = drawn
        """Chance entries ever written to the log, undone ones included."""

    def pick(self, weights: Sequence[int]) -> int:
        """The next draw."""
        index = self.dealer.pick(self.drawn, weights)
        self.drawn += 1
        return index


def _join(*parts: bytes) -> bytes:
    """The parts, each with its length before it: no two lists of parts give the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
