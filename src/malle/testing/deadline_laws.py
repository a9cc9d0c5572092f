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
from malle.core.play import events_for_viewer
from malle.testing.exhaustive_random import default_probabilities

HearingOdds = dict[tuple[Event, ...], Fraction]
"""What a viewer may hear, with its probability."""


def hearing_odds(game: AnyGame, state: Any, seat: Seat, viewer: Viewer) -> HearingOdds:
    """Return what the viewer would hear, with probabilities, if this seat's time ran out now."""
    probabilities: HearingOdds = {}
    for action, odds in default_probabilities(game, state, seat):
        heard = events_for_viewer(viewer, game.apply(state, seat, action)[1])
        probabilities[heard] = probabilities.get(heard, Fraction(0)) + odds
    return probabilities


def is_quiet_default(first: HearingOdds, second: HearingOdds) -> bool:
    """Return whether the default sounds equally likely in two worlds. Differences that contain news are
    allowed."""
    differing = (heard for heard, odds in first.items() if second.get(heard) != odds)
    return all(any(event.reveals_secret for event in heard) for heard in differing)


def is_default_known(game: AnyGame, worlds: Iterable[Any], seat: Seat, viewer: Viewer) -> bool:
    """Return whether the viewer can infer the seat's default action from its being always the same one.

    True if the events that only the seat hears are the same in all these worlds, although another legal action
    sounds the same to the viewer and differs for the seat. False if the seat hears nothing that the viewer
    does not."""
    default_hearings: set[tuple[Event, ...]] = set()
    possible_hearings: set[tuple[Event, ...]] = set()
    for state in worlds:
        answers = {action: game.apply(state, seat, action)[1] for action, _ in default_probabilities(game, state, seat)}
        private = {_private_events(seat, viewer, heard) for heard in answers.values()}
        if private == {()}:
            return False
        default_hearings |= private
        if len(default_hearings) > 1:
            return False
        sounds = {events_for_viewer(viewer, heard) for heard in answers.values()}
        for action in game.legal(state, seat):
            heard = game.apply(state, seat, action)[1]
            if events_for_viewer(viewer, heard) in sounds:
                possible_hearings.add(_private_events(seat, viewer, heard))
    return bool(possible_hearings - default_hearings)


def _private_events(seat: Seat, viewer: Viewer, heard: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events that the seat hears and the viewer does not."""
    return tuple(event for event in events_for_viewer(seat, heard) if event not in events_for_viewer(viewer, heard))
