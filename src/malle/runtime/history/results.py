"""How a finished game ended for one of its seats, in the form that is stored for its person."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from malle.core import GameInfo, Seat, View, encode
from malle.core.scene import DrawInput
from malle.core.story import GameEvents
from malle.storage.people.game_history import GameResult
from malle.table import Table


class _ChipWorth(Struct):
    """The part of a scene's chip that is read here."""

    worth: int | None = None


def result_for_seat(
    game_info: GameInfo, table: Table, table_id: int, seat: int, all_events: GameEvents | None = None
) -> GameResult | None:
    """Return how the game ended for this seat, or `None` before the end. Call it with the table as this seat is
    shown it. With all events of the game in `all_events`, the seat's bluffs are counted too (see
    `malle.runtime.history.replay`); pass them only if one person had the seat from the deal to the end."""
    over = table.over
    if over is None:
        return None
    final_scores, place = _final_scores(game_info, table, over.scores), over.places[seat]
    own = final_scores[seat]
    against = final_scores[1 - seat] if len(final_scores) == 2 and own is not None else None
    drawn = place == 1 and over.places.count(1) > 1
    well, ill = None, None
    if all_events is not None and game_info.risk_statistics is not None:
        well, ill = game_info.risk_statistics(table.game, Seat(seat), all_events)
    score = over.scores[seat] if own is None else own
    return GameResult(table_id, game_info.name, place, len(over.places), drawn, score, against, well, ill)


def _final_scores(game_info: GameInfo, table: Table, scores: Sequence[int]) -> Sequence[int | None]:
    """Return what each seat ended with, as players read it: the worth on their chips, otherwise the scores. If
    some chips have a worth, a seat without one is out and gets `None`."""
    if game_info.drawing is None or table.turn is None:
        return scores
    game = table.game
    view = View(None, table.turn, game.now(table.state, None), None)
    scene = game_info.drawing.shared_scene(game, DrawInput(None, table.turn, game.phase(view), view.now, ()))
    chips = msgspec.json.decode(encode(scene.chips), type=list[_ChipWorth])  # a drawing may hold encoded JSON
    worth = [chip.worth for chip in chips]
    return scores if all(each is None for each in worth) else worth
