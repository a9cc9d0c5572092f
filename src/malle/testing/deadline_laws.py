"""What the default action at a deadline reveals. Everybody sees that time ran out, and everybody
can read the rules.

`hearing_odds` is what a viewer hears of the default action. It must be the same in all worlds of
the viewer's view, or the default action reveals a secret. `is_default_known` finds another leak:
the action may sound like others, and yet be known because it is always the same action."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from malle.core import AnyGame, Event, Seat, Viewer
from malle.core.play import events_for_viewer
from malle.testing.exhaustive_random import default_probabilities

HearingOdds = dict[tuple[Event, ...], Fraction]
"""By the events that a viewer may hear: the probability of hearing exactly those events."""


def hearing_odds(game: AnyGame, state: Any, seat: Seat, viewer: Viewer) -> HearingOdds:
    """Return what the viewer would hear, with probabilities, if `seat` ran out of time now, so that
    its default action was played. `seat` must be awaited. Chance after the action is left out."""
    probabilities: HearingOdds = {}
    for action, odds in default_probabilities(game, state, seat):
        heard = events_for_viewer(viewer, game.apply(state, seat, action)[1])
        probabilities[heard] = probabilities.get(heard, Fraction(0)) + odds
    return probabilities


def is_quiet_default(first: HearingOdds, second: HearingOdds) -> bool:
    """Return whether a default action is heard with the same probabilities in two worlds. A
    difference is allowed where the viewer hears an event that may lawfully reveal a secret
    (`reveals_secret`)."""
    differing = (heard for heard, odds in first.items() if second.get(heard) != odds)
    return all(any(event.reveals_secret for event in heard) for heard in differing)


def is_default_known(game: AnyGame, worlds: Iterable[Any], seat: Seat, viewer: Viewer) -> bool:
    """Return whether the viewer can infer the default action of `seat`, because it is always the
    same.

    `worlds` are states that the viewer cannot tell apart. Private events are those that the seat
    hears and the viewer does not. The result is true if the default action brings the same private
    events in all worlds, and another legal action sounds alike to the viewer but brings different
    ones. It is false if in some world the default action brings no private events."""
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
    """Return those of the events `heard` that the seat hears and the viewer does not."""
    return tuple(event for event in events_for_viewer(seat, heard) if event not in events_for_viewer(viewer, heard))
