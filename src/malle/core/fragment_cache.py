"""A cache for parts of drawings, kept as JSON.

Drawings make the same things again and again: a card looks the same in every hand, and a purse stays the same
while others pay. `cached_fragment` marks a function that makes such a thing from its arguments alone. The
result is kept as encoded JSON for all viewers, tables and languages, because drawings contain no names and no
sentences, only messages:

    @cached_fragment
    def _card(game: Declarer, kind: int) -> Item:
        return Item(..., label=Message(f"name-{...}"))

A fragment can be put into another drawn value and nothing else; to look into it, decode the JSON. The arguments
must be hashable. Pass the game wherever its numbers are used, so that every edition, set of options and version
of the rules has fragments of its own. The cache tells nobody a secret: to find an entry one must have the same
arguments.

It pays for values that take longer to make than to look up (about five microseconds): a card or a chip, not a
number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import ParamSpec, TypeVar, cast

from msgspec import Raw

from malle.core.codec import encode

P = ParamSpec("P")
T = TypeVar("T")

MAX_FRAGMENTS_PER_FUNCTION = 256
"""Entries kept for each function; the least recently used is dropped first. There are some fifty
such functions."""

_cache_clearers: list[Callable[[], None]] = []
"""For each cached function, a callable that clears its cache."""


def cached_fragment(make: Callable[P, T]) -> Callable[P, T]:
    """Decorate a drawing function so that its result is cached as JSON, by its arguments.

    The decorated function returns a `msgspec.Raw`, although its declared return type stays the same.
    """

    def made(*args: P.args, **kwargs: P.kwargs) -> Raw:
        return Raw(encode(make(*args, **kwargs)))

    kept = lru_cache(MAX_FRAGMENTS_PER_FUNCTION, typed=True)(made)
    _cache_clearers.append(kept.cache_clear)
    # For the type checker the result keeps its declared type: only the encoder ever sees that it is JSON already.
    return cast(Callable[P, T], update_wrapper(kept, make))


def clear_fragment_caches() -> None:
    """Clear the caches of all functions. Tests call it to show that the cache changes nothing that is drawn."""
    for each in _cache_clearers:
        each()
