"""What the answer at a deadline tells others. Everybody may see that time ran out, and everybody can read the rules.

`hearings` is what somebody hears of it: the same in all their worlds, or the answer tells a secret. `is_known` is the
other half: the answer may sound like any other and yet be known, because it is always the same one.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from malle.core import AnyGame, Event, Seat, Viewer
from malle.core.play import heard_by
from malle.testing.branches import answers_at_deadline

Hearings = dict[tuple[Event, ...], Fraction]
"""What is heard, and how likely."""


def hearings(game: AnyGame, state: Any, seat: Seat, viewer: Viewer) -> Hearings:
    """What a viewer would hear if this seat's time ran out now."""
    found: Hearings = {}
    for action, odds in answers_at_deadline(game, state, seat):
        heard = heard_by(viewer, game.apply(state, seat, action)[1])
        found[heard] = found.get(heard, Fraction(0)) + odds
    return found


def is_quiet(here: Hearings, there: Hearings) -> bool:
    """Do two worlds sound alike when time runs out, but for what is news?"""
    parting = (heard for heard, odds in here.items() if there.get(heard) != odds)
    return all(any(event.news for event in heard) for heard in parting)


def is_known(game: AnyGame, worlds: Iterable[Any], seat: Seat, viewer: Viewer) -> bool:
    """Does the viewer know what the seat alone hears of its answer, in all of these worlds of theirs, though the seat
    could have given another answer that sounds the same to them?"""
    kept: set[tuple[Event, ...]] = set()
    others: set[tuple[Event, ...]] = set()
    for state in worlds:
        answers = {action: game.apply(state, seat, action)[1] for action, _ in answers_at_deadline(game, state, seat)}
        own = {_own(seat, viewer, heard) for heard in answers.values()}
        if own == {()}:
            return False
        kept |= own
        if len(kept) > 1:
            return False
        sounds = {heard_by(viewer, heard) for heard in answers.values()}
        for action in game.legal(state, seat):
            heard = game.apply(state, seat, action)[1]
            if heard_by(viewer, heard) in sounds:
                others.add(_own(seat, viewer, heard))
    return bool(others - kept)


def _own(seat: Seat, viewer: Viewer, heard: tuple[Event, ...]) -> tuple[Event, ...]:
    """What the mover hears and the viewer does not."""
    return tuple(event for event in heard_by(seat, heard) if event not in heard_by(viewer, heard))
