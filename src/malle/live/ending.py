"""How a finished game ended for one of its seats, in the form that is stored for its person."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from malle.core import Seat, Sheet, View, encode
from malle.core.scene import Glance
from malle.core.story import Heard
from malle.store.played import Ended
from malle.table import Table


class _Worth(Struct):
    """The part of a scene's chip that is read here."""

    worth: int | None = None


def ended_for(sheet: Sheet, table: Table, id_: int, seat: int, heard: Heard | None = None) -> Ended | None:
    """Return how the game ended for this seat, or `None` before the end. Call it with the table as this seat is
    shown it. With all events of the game in `all_events`, the seat's bluffs are counted too (see
    `malle.runtime.history.replay`); pass them only if one person had the seat from the deal to the end."""
    over = table.over
    if over is None:
        return None
    sums, place = _sums(sheet, table, over.scores), over.places[seat]
    own = sums[seat]
    against = sums[1 - seat] if len(sums) == 2 and own is not None else None
    drawn = place == 1 and over.places.count(1) > 1
    well, ill = None, None
    if heard is not None and sheet.deeds is not None:
        well, ill = sheet.deeds(table.game, Seat(seat), heard)
    score = over.scores[seat] if own is None else own
    return Ended(id_, sheet.name, place, len(over.places), drawn, score, against, well, ill)


def _sums(sheet: Sheet, table: Table, scores: Sequence[int]) -> Sequence[int | None]:
    """Return what each seat ended with, as players read it: the worth on their chips, otherwise the scores. If
    some chips have a worth, a seat without one is out and gets `None`."""
    if sheet.drawing is None or table.turn is None:
        return scores
    game = table.game
    view = View(None, table.turn, game.now(table.state, None), None)
    scene = sheet.drawing.table(game, Glance(None, table.turn, game.phase(view), view.now, ()))
    chips = msgspec.json.decode(encode(scene.chips), type=list[_Worth])  # a drawing may hold encoded JSON
    worth = [chip.worth for chip in chips]
    return scores if all(each is None for each in worth) else worth
