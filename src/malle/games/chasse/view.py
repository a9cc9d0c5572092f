"""What each seat knows, and the worlds it can imagine.

Only the counters (`plates`) are hidden. A placement says how many counters each smuggler's pawn hides. To
everybody but the smuggler, all placements that agree with what was seen are equally likely. The counters not
yet seized are under pawns that were never found empty. While the game goes on, at least one is under a pawn
that has not arrived. (Earlier moments add nothing, because a counter that is on the way now was on the way
then.)
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any, cast

from malle.core import Luck, Over, Seat, Secret, Viewer, Waiting
from malle.games.chasse.edition import SMUGGLER, Numbers
from malle.games.chasse.state import ChasseView, Memory, Now, State, Why


def view(state: State, viewer: Viewer, turn: Waiting | Over, options: Mapping[str, Any]) -> ChasseView:
    """Return what a viewer knows, built from nothing."""
    knows = viewer == SMUGGLER or state.phase == "over"
    memory = Memory(state.plates if knows else None, state.cleared, state.nearest)
    return ChasseView(viewer, turn, now(state, viewer, options), memory)


def now(state: State, viewer: Viewer, options: Mapping[str, Any]) -> Now:
    """Return what a viewer sees on the table, built from nothing."""
    sees = state.phase == "over" or (viewer == SMUGGLER and not options["memory"])
    return Now(
        phase=state.phase,
        smugglers=state.smugglers,
        customs=state.customs,
        hidden=sum(state.plates) + state.seized,
        plates=state.plates if sees else None,
        seized=state.seized,
        chalked=state.cleared if options["chalk"] else (),
        quiet=state.quiet,
        passes=state.passes,
    )


def imagine(view: ChasseView, luck: Luck, numbers: Numbers) -> State:
    """Return a state that has this view. Every possible placement of the counters is equally likely."""
    now, memory = view.now, view.memory
    plates = memory.plates
    if plates is None:
        plates = draw_plates(now.smugglers, memory.cleared, now.hidden - now.seized, luck, numbers, now.phase == "hide")
    why = cast(Why, view.turn.why) if isinstance(view.turn, Over) else ""
    return State(
        now.phase, now.smugglers, now.customs, plates, now.seized, memory.cleared, memory.nearest, now.quiet,
        now.passes, why,
    )  # fmt: skip


def draw_plates(
    smugglers: tuple[int, ...], cleared: tuple[int, ...], left: int, luck: Luck, numbers: Numbers, hiding: bool
) -> tuple[int, ...]:
    """Draw a placement of `plates_left` counters, each possible one equally likely.

    Only pawns on the board that were never found empty may hide counters. Unless `hiding` is true, at least
    one counter goes under a pawn that has not arrived. Pawns are drawn one by one, weighted by the number of
    ways to place the rest.
    """
    under, pile = suspects(smugglers, cleared), numbers.pile
    home = sum(smugglers[pawn] < numbers.width for pawn in under)
    away = len(under) - home
    on_way = hiding  # True once the condition holds that a counter is on the way; it does not apply while hiding
    plates = [0] * len(smugglers)
    for pawn in under:
        arrived = smugglers[pawn] < numbers.width
        home, away = home - arrived, away - (not arrived)
        weights = [
            ways(home, away, left - here, on_way or (here > 0 and not arrived), pile)
            for here in range(min(left, pile) + 1)
        ]
        here = luck.pick(weights)
        plates[pawn] = here
        left -= here
        on_way = on_way or (here > 0 and not arrived)
    return tuple(plates)


def ways(home: int, away: int, plates: int, on_way: bool, pile: int) -> int:
    """Return the number of ways to place `plates` counters under arrived pawns and pawns on the way.

    At most `max_per_pawn` are under one pawn. Unless `one_on_way` is true, at least one counter must be under
    a pawn on the way.
    """
    return spread(home + away, plates, pile) - (0 if on_way else spread(home, plates, pile))


def ways_on(here: int, after: int, left: int, pile: int) -> int:
    """Return the number of ways to hide `plates_left` more counters under one pawn and the pawns after it.

    The pawn hides `hidden_here` counters already, the pawns after it none. At most `max_per_pawn` are under
    one pawn.
    """
    return sum(spread(after, left - more, pile) for more in range(min(left, pile - here) + 1))


def possible(state: State, numbers: Numbers) -> int:
    """Return the number of placements that are possible for all that customs knows; 1 after the end."""
    if state.phase == "over":
        return 1
    under = suspects(state.smugglers, state.cleared)
    home = sum(state.smugglers[pawn] < numbers.width for pawn in under)
    return ways(home, len(under) - home, sum(state.plates), state.phase == "hide", numbers.pile)


def secrets(state: State, numbers: Numbers) -> Mapping[str, Secret]:
    """Return the placement as the only secret, known to the smuggler.

    It is public when only one placement is possible.
    """
    return {"plates": Secret(state.plates, frozenset({Seat(SMUGGLER)}), possible(state, numbers) < 2)}


def suspects(smugglers: tuple[int, ...], cleared: tuple[int, ...]) -> list[int]:
    """Return the smuggler's pawns that are on the board and were never found empty."""
    return [pawn for pawn, square in enumerate(smugglers) if square >= 0 and pawn not in cleared]


def spread(pawns: int, plates: int, pile: int) -> int:
    """Return the number of ways to place identical counters (`plates`) under pawns, at most `max_per_pawn` under one.

    Inclusion and exclusion: placements with one pawn above the limit are subtracted, those with two added,
    and so on.
    """
    if not pawns:
        return int(plates == 0)
    most = pile + 1
    return sum(
        (-1) ** over * comb(pawns, over) * comb(pawns + plates - over * most - 1, pawns - 1)
        for over in range(min(pawns, plates // most) + 1)
    )
