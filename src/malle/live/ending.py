"""How a game ended for one of its seats, to be written down for whoever sat there."""

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
    """What is read of a chip."""

    worth: int | None = None


def ended_for(sheet: Sheet, table: Table, id_: int, seat: int, heard: Heard | None = None) -> Ended | None:
    """How it ended for this seat; None before the end. Call it with the table as the seat is shown it. With all events
    of the game, what the seat dared is counted: for whoever had it all along (`malle.live.replay.heard_with`)."""
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
    """What each ended with, as everybody reads it: the scores, unless the drawing says what each is worth; then whoever
    has none is out."""
    if sheet.drawing is None or table.turn is None:
        return scores
    game = table.game
    view = View(None, table.turn, game.now(table.state, None), None)
    scene = sheet.drawing.table(game, Glance(None, table.turn, game.phase(view), view.now, ()))
    chips = msgspec.json.decode(encode(scene.chips), type=list[_Worth])  # a drawing may keep its parts as JSON
    worth = [chip.worth for chip in chips]
    return scores if all(each is None for each in worth) else worth
