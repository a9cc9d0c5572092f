"""The final picture of the smuggler hunt: the board with all counters shown, also those that were seized."""

from __future__ import annotations

from msgspec.structs import replace

from malle.core import Message
from malle.core.scene import Board, BoardMark, DrawInput, Item, Scene, item_id
from malle.core.story import GameEvents
from malle.games.chasse import drawing
from malle.games.chasse.edition import OFF_BOARD, SMUGGLER
from malle.games.chasse.rules import Chasse
from malle.games.chasse.state import Controlled, Now


def final(game: Chasse, draw_input: DrawInput[Now], events_by_entry: GameEvents) -> Scene:
    """Return the scene after the end, with only the board and all counters on it.

    Seized counters lie on the square where they were found, unless a pawn is on that square now. A
    ring marks every square where counters were found, and every square of a pawn that still hides
    some.
    """
    now, cells = draw_input.now, game.routes[SMUGGLER].cell_names
    found: dict[int, int] = {}
    for event in (event for events in events_by_entry for event in events):
        if isinstance(event, Controlled) and event.found:
            found[event.square] = found.get(event.square, 0) + event.found
    taken = {*now.smugglers, *now.customs}
    seized = tuple(
        Item(
            item_id("seized", 0, place),
            Message("screen-seized", {"n": n}),
            "plate",
            "piece",
            cells[square],
            badge=str(n),
        )
        for place, (square, n) in enumerate(sorted(found.items()))
        if square not in taken
    )
    loads = zip(now.smugglers, now.plates or (0,) * len(now.smugglers), strict=True)
    rings = sorted({*found, *(square for square, plates in loads if plates and square != OFF_BOARD)})
    marks = (BoardMark("outline", tuple(cells[square] for square in rings), tone="accent"),) if rings else ()
    return replace(
        drawing.shared_scene(game, draw_input),
        areas=(Board("board", (*drawing.pawn_items(game, now), *seized), marks),),
    )
