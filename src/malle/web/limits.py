"""Who may ask, and how often."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping

from malle.core import MalleError


class TooFast(MalleError):
    """This is more than anybody needs. Wait a little."""

    slug = "too-fast"


class WrongOrigin(MalleError):
    """This came from another site's page."""

    slug = "wrong-origin"


class Bucket:
    """So many a second in the long run, twice as many seconds' worth at once."""

    __slots__ = ("_full", "_left", "_rate", "_then")

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._full = self._left = 2 * rate + 5
        self._then = time.monotonic()

    def take(self) -> bool:
        """One more: is there room for it?"""
        now = time.monotonic()
        self._left = min(self._full, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """One bucket for each address, the least recent forgotten."""

    def __init__(self, rate: float, most: int = 10_000) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """One more from this address: is there room for it?"""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()


def is_own_origin(headers: Mapping[str, str], origins: tuple[str, ...]) -> bool | None:
    """Does the request come from a page of ours? None: it does not come from a page."""
    origin = headers.get("origin")
    if origin is None:
        return None
    if origins:
        return origin in origins
    return origin.partition("://")[2] == headers.get("host", "")
