"""Parts of a drawing, made once for all who look.

A drawing says the same things again and again: a card has the same name and price in every hand, and four players read
the same sentence, but for the one who reads "you" in it. So a table has one `Teller` for each language:

- `part` marks a function `make(tell, …)` whose result depends on its arguments alone, which must be hashable. The
  teller keeps what it made: what names nobody for all tables of the game, what names players for this one.
- A sentence that would say "you" to somebody is left open: the teller gives a mark in its place, and `fill` puts the
  reader's own sentence there, once all is written as JSON.

A game's author has nothing to declare and sees texts as ever. Nobody can learn anything from what was kept for others:
to find it, he must have the same arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

import msgspec

from malle.core.contract import Viewer
from malle.core.say import Say, Tell

P = ParamSpec("P")
T = TypeVar("T")

MARK = "\ue000"
"""Stands on both sides of the number of an open sentence. Of Unicode's private use area: no word file has it, and no
name may."""
_MARK = MARK.encode()


def part(make: Callable[Concatenate[Tell, P], T]) -> Callable[Concatenate[Tell, P], T]:
    """Marks a function of a drawing that a `Teller` need not call twice with the same arguments."""

    @wraps(make)
    def kept(tell: Tell, *args: Any) -> T:
        return tell.keep(make, args) if isinstance(tell, Teller) else make(tell, *args)  # type: ignore[call-arg]

    return cast(Callable[Concatenate[Tell, P], T], kept)


class Speaker(Protocol):
    """The words of one reader."""

    def say(self, said: Say) -> str:
        """The sentence."""

    def whom(self, said: Say) -> frozenset[int] | None:
        """The seats that would read "you" in this sentence; None if it names nobody."""


class Shelf:
    """What was made lately, by what it was made from. When it is full, what was not asked for since it last was full is
    dropped."""

    __slots__ = ("_most", "_old", "new")

    def __init__(self, most: int) -> None:
        self.new: dict[Any, Any] = {}
        self._old: dict[Any, Any] = {}
        self._most = most

    def find(self, key: Any) -> Any:
        """What is kept under a key that `new` does not have; `NOT_YET`: nothing."""
        found = self._old.get(key, NOT_YET)
        if found is not NOT_YET:
            self.put(key, found)
        return found

    def put(self, key: Any, made: Any) -> None:
        """Keeps it at least until as many others have come."""
        if len(self.new) >= self._most:
            self._old, self.new = self.new, {}
        self.new[key] = made


NOT_YET = object()
"""Nothing was made of this yet."""
_KEY = msgspec.msgpack.Encoder().encode
_JSON = msgspec.json.Encoder().encode


class Teller:
    """Tells a table in one language, and keeps what was told and drawn: what names nobody on a shelf for all tables."""

    __slots__ = ("_everywhere", "_here", "_named", "_open", "_speaker", "_speakers")

    def __init__(self, speaker: Callable[[Viewer], Speaker], everywhere: Shelf) -> None:
        self._speaker = speaker
        self._speakers: dict[Viewer, Speaker] = {None: speaker(None)}
        self._everywhere = everywhere
        self._here: dict[Any, Any] = {}
        self._open: list[tuple[Say, frozenset[int], dict[Viewer, bytes]]] = []
        self._named = False

    def __call__(self, said: Say) -> str:
        """The sentence, or a mark in its place."""
        key: Any = _KEY(said) if said.args else said.key
        found = self._everywhere.new.get(key)
        if found is None:
            found = self._here.get(key)
            if found is not None:
                self._named = True
            elif (found := self._everywhere.find(key)) is NOT_YET:
                found = self._tell(key, said)
        return found

    def _tell(self, key: Any, said: Say) -> str:
        speaker = self._speakers[None]
        named = speaker.whom(said)
        if named:
            text = f"{MARK}{len(self._open)}{MARK}"
            self._open.append((said, named, {}))
        else:
            text = speaker.say(said)
        if named is not None or MARK in text:
            self._named = True
            self._here[key] = text
        else:
            self._everywhere.put(key, text)
        return text

    def keep(self, make: Callable[..., T], args: tuple[Any, ...]) -> T:
        """`make(self, *args)`, made once."""
        key = (make, args)
        found = self._everywhere.new.get(key, NOT_YET)
        if found is NOT_YET:
            found = self._here.get(key, NOT_YET)
            if found is not NOT_YET:
                self._named = True
            elif (found := self._everywhere.find(key)) is NOT_YET:
                found = self._make(key, make, args)
        return found  # type: ignore[no-any-return]

    def _make(self, key: Any, make: Callable[..., T], args: tuple[Any, ...]) -> T:
        before, self._named = self._named, False
        try:
            made = make(self, *args)
            if self._named:
                self._here[key] = made
            else:
                self._everywhere.put(key, made)
        finally:
            self._named |= before
        return made

    def fill(self, data: bytes, viewer: Viewer) -> bytes:
        """JSON with the reader's own sentences where marks were."""
        pieces = data.split(_MARK)
        for place in range(1, len(pieces), 2):
            said, named, texts = self._open[int(pieces[place])]
            reader = viewer if viewer in named else None
            text = texts.get(reader)
            if text is None:
                text = texts[reader] = _JSON(self._to(reader).say(said))[1:-1]
            # What is inside it may say "you" to another reader: kept open, and filled for each.
            pieces[place] = self.fill(text, viewer) if _MARK in text else text
        return b"".join(pieces)

    def _to(self, viewer: Viewer) -> Speaker:
        if viewer not in self._speakers:
            self._speakers[viewer] = self._speaker(viewer)
        return self._speakers[viewer]

    def tidy(self, most: int) -> None:
        """Forgets what was made for this table, if it is more than `most`; never between a mark and its `fill`."""
        if len(self._here) > most:
            self._here.clear()
            self._open.clear()
