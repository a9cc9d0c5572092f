"""What the default action at a deadline reveals. Everybody sees that time ran out, and everybody can read the rules.

`hearing_odds` is what a viewer hears of it. It must be the same in all worlds of their view, or the default action
reveals a secret. `is_default_known` is the other half: the action may sound like any other, and yet be known because
it is always the same one.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from malle.core import AnyGame, Event, Seat, Viewer
from malle.core.play import heard_by
from malle.testing.branches import answers_at_deadline

Hearings = dict[tuple[Event, ...], Fraction]
"""What a viewer may hear, with its probability."""


def hearings(game: AnyGame, state: Any, seat: Seat, viewer: Viewer) -> Hearings:
    """Return what the viewer would hear, with probabilities, if this seat's time ran out now."""
    found: Hearings = {}
    for action, odds in answers_at_deadline(game, state, seat):
        heard = heard_by(viewer, game.apply(state, seat, action)[1])
        found[heard] = found.get(heard, Fraction(0)) + odds
    return found


def is_quiet(here: Hearings, there: Hearings) -> bool:
    """Return whether the default sounds equally likely in two worlds. Differences that contain news are
    allowed."""
    parting = (heard for heard, odds in here.items() if there.get(heard) != odds)
    return all(any(event.news for event in heard) for heard in parting)


def is_known(game: AnyGame, worlds: Iterable[Any], seat: Seat, viewer: Viewer) -> bool:
    """Return whether the viewer can infer the seat's default action from its being always the same one.

    True if the events that only the seat hears are the same in all these worlds, although another legal action
    sounds the same to the viewer and differs for the seat. False if the seat hears nothing that the viewer
    does not."""
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
    """Return the events that the seat hears and the viewer does not."""
    return tuple(event for event in heard_by(seat, heard) if event not in heard_by(viewer, heard))
