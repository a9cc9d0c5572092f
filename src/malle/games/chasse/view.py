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
    """Return what a viewer (`None`: a spectator) knows.

    It is built anew; no secret has to be removed.
    """
    knows = viewer == SMUGGLER or state.phase == "over"
    memory = Memory(state.plates if knows else None, state.cleared, state.nearest)
    return ChasseView(viewer, turn, now(state, viewer, options), memory)


def now(state: State, viewer: Viewer, options: Mapping[str, Any]) -> Now:
    """Return what a viewer (`None`: a spectator) sees on the table.

    It is built anew; no secret has to be removed.
    """
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
    """Return a random state that has this view.

    If the viewer does not know the placement, it is drawn.
    """
    now, memory = view.now, view.memory
    plates = memory.plates
    if plates is None:
        plates = draw_placement(
            now.smugglers, memory.cleared, now.hidden - now.seized, luck, numbers, now.phase == "hide"
        )
    why = cast(Why, view.turn.why) if isinstance(view.turn, Over) else ""
    return State(
        now.phase, now.smugglers, now.customs, plates, now.seized, memory.cleared, memory.nearest, now.quiet,
        now.passes, why,
    )  # fmt: skip


def draw_placement(
    smugglers: tuple[int, ...], cleared: tuple[int, ...], plates_left: int, luck: Luck, numbers: Numbers, hiding: bool
) -> tuple[int, ...]:
    """Draw a placement of `plates_left` counters: how many each pawn hides. All possible ones are
    equally likely.

    Only pawns on the board that were never found empty (are not in `cleared`) may hide counters.
    Unless `hiding` is true, at least one counter goes under a pawn that has not arrived. The number
    is drawn pawn by pawn, weighted by the number of ways to place the rest.
    """
    candidates, max_per_pawn = uncleared_pawns(smugglers, cleared), numbers.max_plates_per_pawn
    arrived_pawns = sum(smugglers[pawn] < numbers.width for pawn in candidates)
    pawns_on_way = len(candidates) - arrived_pawns
    one_on_way = hiding  # True once the condition holds that a counter is on the way; it does not apply while hiding
    plates = [0] * len(smugglers)
    for pawn in candidates:
        arrived = smugglers[pawn] < numbers.width
        arrived_pawns, pawns_on_way = arrived_pawns - arrived, pawns_on_way - (not arrived)
        weights = [
            count_possible_placements(
                arrived_pawns, pawns_on_way, plates_left - here, one_on_way or (here > 0 and not arrived), max_per_pawn
            )
            for here in range(min(plates_left, max_per_pawn) + 1)
        ]
        here = luck.pick(weights)
        plates[pawn] = here
        plates_left -= here
        one_on_way = one_on_way or (here > 0 and not arrived)
    return tuple(plates)


def count_possible_placements(
    arrived_pawns: int, pawns_on_way: int, plates: int, one_on_way: bool, max_per_pawn: int
) -> int:
    """Return the number of ways to place `plates` counters under arrived pawns and pawns on the
    way.

    At most `max_per_pawn` are under one pawn. At least one counter must be under a pawn on the way,
    unless `one_on_way` is true: then this is already so, or not required.
    """
    return count_placements(arrived_pawns + pawns_on_way, plates, max_per_pawn) - (
        0 if one_on_way else count_placements(arrived_pawns, plates, max_per_pawn)
    )


def count_completions(hidden_here: int, pawns_after: int, plates_left: int, max_per_pawn: int) -> int:
    """Return the number of ways to hide `plates_left` more counters under one pawn and the pawns
    after it.

    The one pawn hides `hidden_here` counters already, the `pawns_after` pawns after it none. At
    most `max_per_pawn` are under one pawn.
    """
    return sum(
        count_placements(pawns_after, plates_left - more, max_per_pawn)
        for more in range(min(plates_left, max_per_pawn - hidden_here) + 1)
    )


def count_placements_for_customs(state: State, numbers: Numbers) -> int:
    """Return how many placements are possible as far as customs knows; 1 after the end, when all is
    shown."""
    if state.phase == "over":
        return 1
    candidates = uncleared_pawns(state.smugglers, state.cleared)
    arrived_pawns = sum(state.smugglers[pawn] < numbers.width for pawn in candidates)
    return count_possible_placements(
        arrived_pawns,
        len(candidates) - arrived_pawns,
        sum(state.plates),
        state.phase == "hide",
        numbers.max_plates_per_pawn,
    )


def secrets(state: State, numbers: Numbers) -> Mapping[str, Secret]:
    """Return the only secret, `plates`: the placement of the counters, known to the smuggler.

    It is public when customs can work it out, because only one placement is possible.
    """
    return {
        "plates": Secret(state.plates, frozenset({Seat(SMUGGLER)}), count_placements_for_customs(state, numbers) < 2)
    }


def uncleared_pawns(smugglers: tuple[int, ...], cleared: tuple[int, ...]) -> list[int]:
    """Return the numbers of the smuggler's pawns that are on the board and not in `cleared`, in
    rising order."""
    return [pawn for pawn, square in enumerate(smugglers) if square >= 0 and pawn not in cleared]


def count_placements(pawns: int, plates: int, max_per_pawn: int) -> int:
    """Return the number of ways to place identical counters (`plates`) under pawns, at most `max_per_pawn` under one.

    Inclusion and exclusion: placements with one pawn above the limit are subtracted, those with two added,
    and so on.
    """
    if not pawns:
        return int(plates == 0)
    first_excess = max_per_pawn + 1
    return sum(
        (-1) ** over * comb(pawns, over) * comb(pawns + plates - over * first_excess - 1, pawns - 1)
        for over in range(min(pawns, plates // first_excess) + 1)
    )
