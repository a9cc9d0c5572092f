"""Pieces of a drawing, kept as JSON.

A drawing makes the same things again and again: a card looks the same in every hand, a purse stays as it is while
others pay. `piece` marks a function that makes such a thing from its arguments alone. What it made is kept as encoded
JSON, for all viewers, tables and languages, since a drawing has neither names nor sentences in it, only messages:

    @piece
    def _card(game: Declarer, kind: int) -> Item:
        return Item(..., label=Say(f"name-{...}"))

So a piece can be put into another thing and nothing else: whoever wants to look into it reads the JSON back. The
arguments must be hashable; a game is one of them wherever its numbers are used, so that another edition, other options
or another version of the rules have pieces of their own. Nobody can learn anything from what was kept for others: to
find it, one must have the same arguments.

It pays for what costs more to make than to look up, about five microseconds: a card, a chip, not a number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import ParamSpec, TypeVar, cast

from msgspec import Raw

from malle.core.codec import encode

P = ParamSpec("P")
T = TypeVar("T")

MOST = 256
"""Pieces kept of each function; the one not asked for longest goes first. There are some fifty such functions."""

_forget: list[Callable[[], None]] = []
"""For each function that makes pieces, how to drop those it has kept."""


def piece(make: Callable[P, T]) -> Callable[P, T]:
    """Marks a function of a drawing whose result is kept as JSON, by its arguments."""

    def made(*args: P.args, **kwargs: P.kwargs) -> Raw:
        return Raw(encode(make(*args, **kwargs)))

    kept = lru_cache(MOST, typed=True)(made)
    _forget.append(kept.cache_clear)
    # To the type checker a piece is what it was made from: only the encoder ever sees that it is JSON already.
    return cast(Callable[P, T], update_wrapper(kept, make))


def forget_pieces() -> None:
    """Drops all pieces that were kept, so that whatever is drawn next is drawn anew: what was kept must not show."""
    for each in _forget:
        each()
