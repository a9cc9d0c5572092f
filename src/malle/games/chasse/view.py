"""What each seat knows, and the worlds it can imagine.

Only the plates are hidden. To everybody but the smuggler all placements weigh alike that agree with what was seen:
the plates not yet seized lie under pawns that were never found empty, and, as the game goes on, not all of them under
pawns that have arrived. (Earlier moments add nothing: whatever is still on the way now was on the way then.)
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any, cast

from malle.core import Luck, Over, Seat, Secret, Viewer, Waiting
from malle.games.chasse.edition import SMUGGLER, Numbers
from malle.games.chasse.state import ChasseView, Memory, Now, State, Why


def view(state: State, viewer: Viewer, turn: Waiting | Over, options: Mapping[str, Any]) -> ChasseView:
    """What a viewer knows, built from nothing."""
    knows = viewer == SMUGGLER or state.phase == "over"
    memory = Memory(state.plates if knows else None, state.cleared, state.nearest)
    return ChasseView(viewer, turn, now(state, viewer, options), memory)


def now(state: State, viewer: Viewer, options: Mapping[str, Any]) -> Now:
    """What lies before a viewer, built from nothing."""
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
    """A world with this view: a placement, all that are possible weighing alike."""
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
    """So many plates under pawns that may hide them, drawn pawn by pawn by the number of ways to place the rest."""
    under, pile = suspects(smugglers, cleared), numbers.pile
    home = sum(smugglers[pawn] < numbers.width for pawn in under)
    away = len(under) - home
    on_way = hiding  # a plate is known to be on the way: one must turn out to be
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
    """In how many ways plates can lie under so many pawns that have arrived and so many that have not, at most a pile
    under each, and at least one of them under a pawn that has not unless one is on the way already."""
    return spread(home + away, plates, pile) - (0 if on_way else spread(home, plates, pile))


def ways_on(here: int, after: int, left: int, pile: int) -> int:
    """In how many ways the plates left can be hidden under a pawn that hides so many already, and so many after it."""
    return sum(spread(after, left - more, pile) for more in range(min(left, pile - here) + 1))


def possible(state: State, numbers: Numbers) -> int:
    """How many placements the customs must reckon with."""
    if state.phase == "over":
        return 1
    under = suspects(state.smugglers, state.cleared)
    home = sum(state.smugglers[pawn] < numbers.width for pawn in under)
    return ways(home, len(under) - home, sum(state.plates), state.phase == "hide", numbers.pile)


def secrets(state: State, numbers: Numbers) -> Mapping[str, Secret]:
    """The placement, known to the smuggler; open when only one is left."""
    return {"plates": Secret(state.plates, frozenset({Seat(SMUGGLER)}), possible(state, numbers) < 2)}


def suspects(smugglers: tuple[int, ...], cleared: tuple[int, ...]) -> list[int]:
    """Pawns on the board that were never found empty."""
    return [pawn for pawn, square in enumerate(smugglers) if square >= 0 and pawn not in cleared]


def spread(pawns: int, plates: int, pile: int) -> int:
    """In how many ways plates, all alike, can lie under pawns, at most a pile under each: those with some pawns over it
    are counted out and in again."""
    if not pawns:
        return int(plates == 0)
    most = pile + 1
    return sum(
        (-1) ** over * comb(pawns, over) * comb(pawns + plates - over * most - 1, pawns - 1)
        for over in range(min(pawns, plates // most) + 1)
    )
